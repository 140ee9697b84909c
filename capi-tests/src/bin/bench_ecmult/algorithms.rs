//! What can be measured: one line for each algorithm.

use crate::inputs::POINTS;
use crate::sides::{OursMulti, UpstreamMulti, ours};
use crate::ways::{self, Way};
use secp256k1_ecmult_multi::msm::plan::Algorithm as Single;
use upstream as u;

/// An algorithm of ours.
pub struct Algorithm {
    /// On the command line and in tables.
    pub name: &'static str,
    pub call: Call,
}

/// How it is called, and what it is compared with.
pub enum Call {
    /// A multi-multiplication, as C calls it and over any engine.
    Multi(OursMulti, Way, Upstream),
    /// `secp256k1_ecmult` on both sides.
    Double,
}

const fn multi(name: &'static str, function: OursMulti, way: Way, upstream: Upstream) -> Algorithm {
    Algorithm { name, call: Call::Multi(function, way, upstream) }
}

const fn forced<const WAY: usize>(name: &'static str) -> Algorithm {
    let way = ways::FORCED[WAY];
    let upstream = if let Way::BundlesOf(_) = way { Upstream::Strauss } else { Upstream::Pippenger };
    multi(name, ways::forced::<WAY>(), way, upstream)
}

/// All of them. Those without a counterpart of upstream's are compared with what they take the place of.
pub const ALGORITHMS: [Algorithm; 15] = [
    multi("default", ours::secp256k1_ecmult_multi_var, Way::Planned, Upstream::Default),
    multi("strauss", ours::secp256k1_ecmult_strauss_batch_single, Way::Single(Single::Strauss), Upstream::Strauss),
    multi("bundle", ours::secp256k1_ecmult_bundle_batch_single, Way::Single(Single::Bundle), Upstream::Strauss),
    forced::<0>("bundle-5"),
    forced::<1>("bundle-6"),
    forced::<2>("bundle-7"),
    forced::<3>("bundle-8"),
    multi(
        "pippenger",
        ours::secp256k1_ecmult_pippenger_batch_single,
        Way::Single(Single::Pippenger),
        Upstream::Pippenger,
    ),
    forced::<4>("pippenger-jacobian"),
    forced::<5>("pippenger-homogeneous-1"),
    forced::<6>("pippenger-homogeneous-2"),
    forced::<7>("pippenger-homogeneous-3"),
    forced::<8>("pippenger-coz"),
    multi("null-scratch", ours::secp256k1_ecmult_multi_var, Way::Planned, Upstream::NullScratch),
    Algorithm { name: "ecmult", call: Call::Double },
];

/// Names on the command line for several of them, and what their names begin with.
pub const GROUPS: [(&str, &str); 2] = [("bundle-sizes", "bundle-"), ("all", "")];

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

#[cfg(test)]
mod tests {
    use super::*;
    use secp256k1_ecmult_multi::msm::pippenger::Summing;

    #[test]
    fn ways_are_under_their_names() {
        for algorithm in &ALGORITHMS {
            if let Call::Multi(_, Way::BundlesOf(size), _) = algorithm.call {
                assert_eq!(algorithm.name, format!("bundle-{size}"));
            }
        }
        for way in Summing::ALL {
            let name = format!("pippenger-{}", way.name());
            let found = ALGORITHMS.iter().find(|algorithm| algorithm.name == name);
            assert!(
                found.is_some_and(|a| matches!(a.call, Call::Multi(_, Way::Summing(summing), _) if summing == *way))
            );
        }
    }
}
