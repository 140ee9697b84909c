//! Odd multiples of the generators, which the build script computes.
//!
//! Two tables a curve: of G, and of 2^128·G, so that a generator's scalar splits without λ. Each
//! entry is x and y as 32 little-endian bytes; infinity, which only small groups hold, as zeros.

use super::{CurveParams, Ge, Order7, Order13, Order199, Secp256k1};
use crate::field::Fe;

/// A curve with its tables: what the algorithms are generic over.
pub trait Curve: CurveParams {
    /// Width of the digits that the tables serve: odd, of magnitude below 2^(width − 1).
    const WINDOW_G: u32;
    /// (2·index + 1)·G, or that times 2^128 if `high`.
    fn odd_multiple_of_g(high: bool, index: usize) -> Ge;
}

/// The narrowest digits that any curve's tables serve, for what has to hold them all.
pub const MIN_WINDOW_G: u32 = {
    let widths = [Secp256k1::WINDOW_G, Order7::WINDOW_G, Order13::WINDOW_G, Order199::WINDOW_G];
    let mut least = widths[0];
    let mut i = 1;
    while i < widths.len() {
        least = if widths[i] < least { widths[i] } else { least };
        i += 1;
    }
    least
};

/// Cache lines are 64 bytes, and so is an entry.
#[repr(C, align(64))]
struct Aligned<const BYTES: usize>([u8; BYTES]);

const ENTRY: usize = 64;

macro_rules! tables {
    ($curve:ty, $file:literal) => {
        impl Curve for $curve {
            // 2^(width − 2) entries in each of two tables
            const WINDOW_G: u32 = (include_bytes!(concat!(env!("OUT_DIR"), "/", $file)).len() / ENTRY / 2).ilog2() + 2;

            #[inline]
            fn odd_multiple_of_g(high: bool, index: usize) -> Ge {
                const BYTES: usize = include_bytes!(concat!(env!("OUT_DIR"), "/", $file)).len();
                static TABLES: Aligned<BYTES> = Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/", $file)));
                let entries = TABLES.0.len() / ENTRY / 2;
                debug_assert!(index < entries);
                // The mask keeps the bounds check away: the number of entries is a power of two.
                let start = ((high as usize) * entries + (index & (entries - 1))) * ENTRY;
                let entry = &TABLES.0[start..start + ENTRY];
                Ge { x: fe(entry, 0), y: fe(entry, 32) }
            }
        }
    };
}

/// The field element in the 32 bytes from `offset` on.
#[inline(always)]
fn fe(entry: &[u8], offset: usize) -> Fe {
    let mut v = [0u64; 4];
    for (limb, bytes) in v.iter_mut().zip(entry[offset..offset + 32].chunks_exact(8)) {
        let mut b = [0; 8];
        b.copy_from_slice(bytes);
        *limb = u64::from_le_bytes(b);
    }
    Fe::from_u64s(v)
}

tables!(Secp256k1, "g_secp256k1.bin");
tables!(Order7, "g_order7.bin");
tables!(Order13, "g_order13.bin");
tables!(Order199, "g_order199.bin");
