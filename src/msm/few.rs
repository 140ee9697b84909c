//! A few points at a time, in a bounded piece of the stack: how a multiplication is cut without scratch space.

use super::bundle::{self, Sizes};
use super::generator::GeneratorDigits;
use super::mixed::Cut;
use super::{cost, strauss};
use crate::field::word::LIMBS;
use crate::group::Secp256k1;
use crate::scratch::{LEAST_LINE, LINE};
use core::mem::{MaybeUninit, size_of};

// `STACK_BYTES`: what a multiplication without scratch space may take of the stack, from its entry to the deepest frame.
include!(concat!(env!("OUT_DIR"), "/stack.rs"));

/// Digits of G, more of them where the window of its tables is narrow.
const DIGITS_OF_G: usize = size_of::<GeneratorDigits<Secp256k1>>();
/// Bytes of [`STACK_BYTES`] for frames, at most: with bundles, and with single points alone, where the digits of G are in the
/// deepest frames twice. The tests of the stack's depth hold both on x86-64 with limbs of 64 and of 32 bits, i686, aarch64 and
/// s390x, and the former on a Cortex-M4. On s390x each frame has room for the registers of the function that it calls; what has
/// not been measured is taken to be no worse.
const BUNDLE_FRAMES: usize = FRAMES[0] + DIGITS_OF_G;
const STRAUSS_FRAMES: usize = FRAMES[1] + 2 * DIGITS_OF_G;
const FRAMES: [usize; 2] = if cfg!(target_arch = "x86_64") && LIMBS == 4 {
    [4158, 2830]
} else if cfg!(any(target_arch = "x86_64", target_arch = "x86")) && LIMBS == 8 {
    [4760, 3080]
} else if cfg!(target_arch = "aarch64") && LIMBS == 4 || cfg!(target_arch = "arm") && LIMBS == 8 {
    [4308, 2830]
} else {
    [5800, 3860]
};

/// Bytes of a single point's objects, and of those of so many points in bundles.
const fn bytes_of_point(width: u32) -> usize {
    strauss::Space::bytes(1, width).unwrap()
}
const fn bytes_of_bundles(points: usize) -> usize {
    bundle::Space::bytes(points, Sizes::up_to(STACK_BUNDLE, points).unwrap()).unwrap()
}

/// Points of the largest bundle on the stack, and single ones beside it: as many as there is room for, but no more than
/// half a bundle.
const STACK_BUNDLE: usize = 6;
const STACK_SINGLES: usize = {
    let room = STACK_BYTES.saturating_sub(BUNDLE_FRAMES + BUNDLE_BYTES) / bytes_of_point(strauss::NARROW);
    if room < STACK_BUNDLE / 2 { room } else { STACK_BUNDLE / 2 }
};
const STACK_MIXED: usize = STACK_BUNDLE + STACK_SINGLES;
/// Points of two bundles, which need no more than one of six and two points.
const STACK_PAIR: usize = 10;
const PAIR_FITS: bool = bytes_of_bundles(STACK_PAIR) <= MIXED_BYTES;

/// Bytes of the objects of both, each at a cache line.
const BUNDLE_BYTES: usize = bytes_of_bundles(STACK_BUNDLE).next_multiple_of(LINE);
const MIXED_BYTES: usize = BUNDLE_BYTES + STACK_SINGLES * bytes_of_point(strauss::NARROW);
/// Whether there is room for them.
const IS_MIXED: bool = MIXED_BYTES + BUNDLE_FRAMES <= STACK_BYTES;

/// Bytes of the objects of a batch on the stack.
const MEMORY_BYTES: usize = if IS_MIXED { MIXED_BYTES } else { STACK_BYTES.saturating_sub(STRAUSS_FRAMES) };
/// Points that have room there by themselves.
const STRAUSS_POINTS: usize = MEMORY_BYTES.saturating_sub(ALIGNMENT) / bytes_of_point(strauss::WIDTH);
const NARROW_POINTS: usize = MEMORY_BYTES.saturating_sub(ALIGNMENT) / bytes_of_point(strauss::NARROW);
const _: () = assert!(
    NARROW_POINTS > 0,
    "ECMULT_MULTI_STACK_BYTES has no room for a point on this machine, or with so narrow an ECMULT_MULTI_WINDOW_G: give it 512 or 1024 more"
);

/// Bytes that may be lost before the first objects, so that these begin at a cache line. A bundle's, which are rounded up to
/// one above, leave as many when what follows begins at half a line.
const ALIGNMENT: usize = LEAST_LINE;
const _: () = assert!(bytes_of_bundles(STACK_BUNDLE).next_multiple_of(LEAST_LINE) + ALIGNMENT <= BUNDLE_BYTES);

/// Memory for a batch on the stack. Alignment to a whole cache line would take more of the stack.
#[repr(C, align(32))]
pub struct StackMemory(pub [MaybeUninit<u8>; MEMORY_BYTES]);

impl StackMemory {
    /// Not initialized: a batch's objects are zeroed when they are taken.
    pub const UNINIT: StackMemory = StackMemory([MaybeUninit::uninit(); MEMORY_BYTES]);
}

/// A batch on the stack, which [`StackMemory`] has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Few {
    /// So many points by [`strauss`].
    Strauss(usize),
    /// So many with narrow digits.
    Narrow(usize),
    /// Some in one bundle or two, and single ones, with narrow digits, beside them.
    Mixed(Cut),
}

impl Few {
    /// The first batch of n points.
    pub const fn of(n: usize) -> Few {
        if n <= STRAUSS_POINTS {
            Few::Strauss(n)
        } else if !IS_MIXED {
            Few::Narrow(if n < NARROW_POINTS { n } else { NARROW_POINTS })
        } else if n <= STACK_BUNDLE || n == STACK_PAIR && PAIR_FITS {
            Few::mixed(n, 0)
        } else if n <= STACK_MIXED {
            Few::mixed(STACK_BUNDLE, n - STACK_BUNDLE)
        } else {
            // As equal as can be, with few single points.
            let (most, least) = (n / STACK_BUNDLE, n.div_ceil(STACK_MIXED));
            Few::of(n.div_ceil(if most > least { most } else { least }))
        }
    }

    /// Its points.
    pub const fn points(self) -> usize {
        match self {
            Few::Strauss(n) | Few::Narrow(n) => n,
            Few::Mixed(cut) => cut.points(),
        }
    }

    /// Up to six points in one bundle, else in two.
    const fn mixed(bundled: usize, singles: usize) -> Few {
        Few::Mixed(Cut::new(bundled, STACK_BUNDLE, singles).unwrap())
    }

    /// Estimated cost of n points in batches on the stack, in field multiplications.
    pub(super) fn cost(n: usize) -> u128 {
        let few = Few::of(n);
        let batch = match few {
            Few::Strauss(n) => n as u64 * cost::STRAUSS_POINT,
            Few::Narrow(n) => n as u64 * cost::NARROW_POINT,
            Few::Mixed(Cut { bundled, sizes, singles }) => {
                let additions = sizes.bundles() as u64 * cost::BUNDLE_ADDITIONS;
                additions + bundled as u64 * cost::BUNDLE_TABLE_POINT + singles as u64 * cost::NARROW_POINT
            }
        };
        n.div_ceil(few.points().max(1)) as u128 * (cost::DOUBLINGS + batch) as u128
    }
}
