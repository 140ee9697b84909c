//! What can be measured: one line for each algorithm.

use crate::inputs::POINTS;
use crate::sides::{OursMulti, UpstreamMulti, ours};
use upstream as u;

/// An algorithm of ours.
pub struct Algorithm {
    /// On the command line and in tables.
    pub name: &'static str,
    pub call: Call,
}

/// How it is called, and what it is compared with.
pub enum Call {
    /// A multi-multiplication.
    Multi(OursMulti, Upstream),
    /// `secp256k1_ecmult` on both sides.
    Double,
}

/// All of them. Those without a counterpart of upstream's are compared with [`Upstream::Default`].
pub const ALGORITHMS: [Algorithm; 5] = [
    Algorithm { name: "default", call: Call::Multi(ours::secp256k1_ecmult_multi_var, Upstream::Default) },
    Algorithm { name: "strauss", call: Call::Multi(ours::secp256k1_ecmult_strauss_batch_single, Upstream::Strauss) },
    Algorithm {
        name: "pippenger-jacobian",
        call: Call::Multi(ours::secp256k1_ecmult_pippenger_batch_single, Upstream::Pippenger),
    },
    Algorithm { name: "null-scratch", call: Call::Multi(ours::secp256k1_ecmult_multi_var, Upstream::NullScratch) },
    Algorithm { name: "ecmult", call: Call::Double },
];

/// A multi-multiplication of upstream's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upstream {
    /// The algorithm that it chooses.
    Default,
    Strauss,
    Pippenger,
    /// Without scratch space, where it multiplies each point by itself.
    NullScratch,
}

impl Upstream {
    pub fn name(self) -> &'static str {
        match self {
            Upstream::Default => "default",
            Upstream::Strauss => "strauss",
            Upstream::Pippenger => "pippenger",
            Upstream::NullScratch => "null-scratch",
        }
    }

    pub fn function(self) -> UpstreamMulti {
        match self {
            Upstream::Default | Upstream::NullScratch => u::upstream_ecmult_multi_var,
            Upstream::Strauss => u::upstream_ecmult_strauss_batch_single,
            Upstream::Pippenger => u::upstream_ecmult_pippenger_batch_single,
        }
    }

    /// The bytes that its callers give it for n points, padding included.
    pub fn bytes(self, n: usize) -> usize {
        // SAFETY: functions of numbers, and constants.
        unsafe {
            match self {
                // Where not one point fits Pippenger, it multiplies each by itself: so n = 1 needs more.
                Upstream::Default if n < u::upstream_ECMULT_PIPPENGER_THRESHOLD => {
                    Upstream::Strauss.bytes(n).max(Upstream::Pippenger.bytes(1))
                }
                Upstream::Default => Upstream::Pippenger.bytes(n),
                Upstream::Strauss => {
                    u::upstream_strauss_scratch_size(n) + u::upstream_STRAUSS_SCRATCH_OBJECTS * u::upstream_ALIGNMENT
                }
                Upstream::Pippenger => {
                    u::upstream_pippenger_scratch_size(n, u::upstream_pippenger_bucket_window(n))
                        + u::upstream_PIPPENGER_SCRATCH_OBJECTS * u::upstream_ALIGNMENT
                }
                Upstream::NullScratch => 0,
            }
        }
    }
}

/// The bytes that upstream's own benchmark gives every algorithm.
pub fn ample_bytes() -> usize {
    Upstream::Strauss.bytes(POINTS)
}
