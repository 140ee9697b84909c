//! Bundle indices: what a bundle contributes at each position, from the halves of all of its points at once.
//!
//! Write an integer u in two's complement with 129 bits, and invert the top one: for the bits b_j of that,
//!
//! Σ (2·b_j − 1)·2^j = 2·u + 1.
//!
//! For Σ b_j·2^j is u + 2^128, as inverting the top bit adds that modulo 2^129, and the sum is twice this less 2^129 − 1.
//! So the bits of u are the signs of digits ±1 that stand for the odd integer 2·u + 1, with no carry and no
//! recoding at all. 129 bits are enough for a half, which is below 2^128 in magnitude.
//!
//! If every point of a bundle has such digits, the bundle contributes ±P_0 ± P_1 ± … at every position. The first
//! point is the **anchor**, whose sign goes before all of it; the other points, the **followers**, have
//! a bit each, which is set where the signs differ. The bits of all positions are an XOR of halves. What takes time is
//! to put the bits of one position together: transpositions of 8 × 8 bits.
//!
//! Signs as digits are those of Hedabou, Pinel and Bénéteau, "A comb method to render ECC resistant against side channel
//! attacks", 2004; columns across several scalars, aligned to the sign of one, those of Faz-Hernández, Longa and
//! Sánchez, "Efficient and secure algorithms for GLV-based scalar multiplication", 2013; to take columns across
//! the points of a sum is the idea of libsecp256k1's pull request 1994.

use crate::scalar::Half;

/// Positions of a half's digits: all of them have one.
pub const BUNDLE_POSITIONS: usize = 129;
/// Points of a bundle at most: a byte has room for the anchor's sign and seven followers.
pub const MAX_BUNDLE: usize = 8;
/// The bit of an index that tells that the anchor's digit is −1. Bit i is for follower i + 1.
pub const BUNDLE_SIGN: u8 = 1 << (MAX_BUNDLE - 1);

/// The indices of 2·u + 1 for each half u of a bundle, the anchor's first.
#[inline]
pub fn bundle_indices(halves: &[Half], indices: &mut [u8]) {
    debug_assert!(!halves.is_empty() && halves.len() <= MAX_BUNDLE && indices.len() == BUNDLE_POSITIONS);
    let (anchor, anchor_top) = halves[0].to_bits();
    // Row i has bit i of every index.
    let mut rows = [0u128; MAX_BUNDLE];
    rows[MAX_BUNDLE - 1] = !anchor;
    // The inverted bit of a half below zero is 0, a digit of −1.
    let mut top = if anchor_top { BUNDLE_SIGN } else { 0 };
    for (i, half) in halves[1..].iter().enumerate() {
        let (bits, bits_top) = half.to_bits();
        rows[i] = bits ^ anchor;
        top |= ((bits_top != anchor_top) as u8) << i;
    }
    indices[BUNDLE_POSITIONS - 1] = top;
    let rows = rows.map(u128::to_le_bytes);
    for (i, eight) in indices[..BUNDLE_POSITIONS - 1].chunks_exact_mut(8).enumerate() {
        let matrix = u64::from_le_bytes(core::array::from_fn(|row| rows[row][i]));
        eight.copy_from_slice(&transpose(matrix).to_le_bytes());
    }
}

/// The transposed of 8 × 8 bits, with row i in byte i.
///
/// Warren, "Hacker's Delight", 2002, section 7-3: swaps bits within blocks of 2 × 2, then pairs, then quadruples.
#[inline(always)]
const fn transpose(mut m: u64) -> u64 {
    let t = (m ^ m >> 7) & 0x00AA_00AA_00AA_00AA;
    m ^= t ^ t << 7;
    let t = (m ^ m >> 14) & 0x0000_CCCC_0000_CCCC;
    m ^= t ^ t << 14;
    let t = (m ^ m >> 28) & 0x0000_0000_F0F0_F0F0;
    m ^ t ^ t << 28
}
