//! Reduction of a 512-bit product modulo p, by folding with 2^256 ≡ C = 2^32 + 977.

use super::word::{self, LIMBS, Word, adc};

/// A representative below 2^256 of a 512-bit integer `lo + 2^256·hi`.
///
/// lo + C·hi < 2^256·(C + 1), so what exceeds 256 bits is at most C < 2^32.01; times C again that is
/// below 2^64.01, and adding it to 256 bits carries at most once, into a rest below 2^64.01.
#[cfg(any(ecmult_multi_limbs = "64", all(target_pointer_width = "64", not(ecmult_multi_limbs = "32"))))]
#[inline(always)]
pub const fn fold_512(t: &[Word; 2 * LIMBS]) -> [Word; LIMBS] {
    const C: Word = super::C[0];
    let mut r = [0; LIMBS];
    let mut top = 0;
    let mut i = 0;
    while i < LIMBS {
        (r[i], top) = word::mac(t[LIMBS + i], C, t[i], top);
        i += 1;
    }
    // top ≤ C
    let (low, high) = word::mac(top, C, 0, 0);
    let mut carry;
    (r[0], carry) = adc(r[0], low, false);
    (r[1], carry) = adc(r[1], high, carry);
    (r[2], carry) = adc(r[2], 0, carry);
    (r[3], carry) = adc(r[3], 0, carry);
    // On a carry r is below 2^64.01, so r[1] is at most 1 and the last addition ends there.
    let (r0, carry) = adc(r[0], C & word::mask(carry), false);
    [r0, r[1].wrapping_add(carry as Word), r[2], r[3]]
}

/// The same with 32-bit limbs, where C has two: 977 and 1.
///
/// t[i] + 977·t[8+i] + t[7+i] is below 2^32 + 977·2^32 + 2^32, so with its carry of at most 10
/// bits a column fits 43 bits. What exceeds 2^256 is at most C, 33 bits: again two limbs to fold.
#[cfg(not(any(ecmult_multi_limbs = "64", all(target_pointer_width = "64", not(ecmult_multi_limbs = "32")))))]
#[inline(always)]
pub const fn fold_512(t: &[Word; 2 * LIMBS]) -> [Word; LIMBS] {
    let mut r = [0; LIMBS];
    let mut acc: u64 = 0;
    let mut i = 0;
    while i < LIMBS {
        acc += t[i] as u64 + 977 * t[LIMBS + i] as u64;
        if i > 0 {
            acc += t[LIMBS + i - 1] as u64;
        }
        r[i] = acc as u32;
        acc >>= 32;
        i += 1;
    }
    acc += t[2 * LIMBS - 1] as u64;
    // acc ≤ C is worth acc·2^256 ≡ acc·977 + acc·2^32.
    let low = acc * 977 + r[0] as u64;
    r[0] = low as u32;
    let mid = (low >> 32) + acc + r[1] as u64;
    r[1] = mid as u32;
    let (r2, mut carry) = adc(r[2], (mid >> 32) as u32, false);
    r[2] = r2;
    let mut i = 3;
    while i < LIMBS {
        (r[i], carry) = adc(r[i], 0, carry);
        i += 1;
    }
    // On a carry r is below 2^64.01, so limbs 3 and up are zero and the last addition cannot reach them.
    let m = word::mask(carry);
    let mut carry;
    (r[0], carry) = adc(r[0], 977 & m, false);
    (r[1], carry) = adc(r[1], 1 & m, carry);
    r[2] = r[2].wrapping_add(carry as Word);
    r
}
