//! Splitting a scalar by λ (GLV), as signed integers.
//!
//! Gallant, Lambert and Vanstone, "Faster point multiplication on elliptic curves with efficient
//! endomorphisms", 2001. The lattice of all (x, y) with x + y·λ ≡ 0 (mod n) has the short basis
//! (a1, b1), (a2, b2) below. (k, 0) minus the lattice point c1·(a1, b1) + c2·(a2, b2), with
//! c1 = ⌊b2·k/n⌉ and c2 = ⌊−b1·k/n⌉, is short:
//!
//! k1 = k − c1·a1 − c2·a2, k2 = −c1·b1 − c2·b2.
//!
//! The quotients are taken by multiplying with g = ⌊2^384·b/n⌉: |g·k/2^384 − b·k/n| ≤ k/2^385 is
//! below 2^−129, so each c is within 1/2 + 2^−129 of the real quotient and the halves are at most
//! (1/2 + 2^−129)·(|a1| + |a2|) and (1/2 + 2^−129)·(|b1| + |b2|): `Half::BOUND` with room to spare.

use super::Half;
use crate::field::word::{LIMBS, Word, adc, from_u64s, mac, mul_wide, sbb};

/// Words of 128 bits.
const H: usize = LIMBS / 2;
/// 128 bits and a word for the sign.
type Short = [Word; H + 1];

/// ⌊2^384·b2/n⌉.
const G1: [Word; LIMBS] =
    from_u64s([0xE893_209A_45DB_B031, 0x3DAA_8A14_71E8_CA7F, 0xE86C_90E4_9284_EB15, 0x3086_D221_A7D4_6BCD]);
/// ⌊2^384·(−b1)/n⌉.
const G2: [Word; LIMBS] =
    from_u64s([0x1571_B4AE_8AC4_7F71, 0x2212_08AC_9DF5_06C6, 0x6F54_7FA9_0ABF_E4C4, 0xE443_7ED6_010E_8828]);
/// a1 = b2.
const A1: Short = short([0xE86C_90E4_9284_EB15, 0x3086_D221_A7D4_6BCD, 0]);
/// −b1.
const MINUS_B1: Short = short([0x6F54_7FA9_0ABF_E4C3, 0xE443_7ED6_010E_8828, 0]);
/// a2.
const A2: Short = short([0x57C1_108D_9D44_CFD8, 0x14CA_50F7_A8E2_F3F6, 1]);

const fn short(v: [u64; 3]) -> Short {
    let wide = from_u64s([v[0], v[1], v[2], 0]);
    let mut r = [0; H + 1];
    let mut i = 0;
    while i <= H {
        r[i] = wide[i];
        i += 1;
    }
    r
}

/// k1, k2 with k1 + k2·λ ≡ k (mod n).
#[inline(always)]
pub fn split_lambda(k: &[Word; LIMBS]) -> [Half; 2] {
    let c1 = quotient(k, &G1);
    let c2 = quotient(k, &G2);
    // Both results fit 129 bits with sign, so arithmetic modulo 2^(128 + word) is exact.
    let mut low = [0; H + 1];
    low.copy_from_slice(&k[..=H]);
    let k1 = sub(&sub(&low, &mul_low(&c1, &A1)), &mul_low(&c2, &A2));
    let k2 = sub(&mul_low(&c1, &MINUS_B1), &mul_low(&c2, &A1));
    [to_half(&k1), to_half(&k2)]
}

/// ⌊k·g/2^384⌉: the top 128 bits, rounded by the bit below.
#[inline(always)]
fn quotient(k: &[Word; LIMBS], g: &[Word; LIMBS]) -> Short {
    let t = mul_wide(k, g);
    let mut r = [0; H + 1];
    let mut carry = t[LIMBS + H - 1] >> (Word::BITS - 1) != 0;
    for i in 0..H {
        (r[i], carry) = adc(t[LIMBS + H + i], 0, carry);
    }
    // k·g < 2^512 − 2^384, as g < 2^256 − 2^252: the rounding does not leave 128 bits.
    debug_assert!(!carry);
    r
}

/// a·b modulo 2^(128 + word), for a below 2^128.
#[inline(always)]
fn mul_low(a: &Short, b: &Short) -> Short {
    debug_assert!(a[H] == 0);
    let mut r = [0; H + 1];
    for i in 0..H {
        let mut carry = 0;
        for j in 0..=H - i {
            (r[i + j], carry) = mac(a[i], b[j], r[i + j], carry);
        }
    }
    r
}

#[inline(always)]
fn sub(a: &Short, b: &Short) -> Short {
    let mut r = [0; H + 1];
    let mut borrow = false;
    for i in 0..=H {
        (r[i], borrow) = sbb(a[i], b[i], borrow);
    }
    r
}

/// Sign and magnitude of a two's complement integer that fits 129 bits.
#[inline(always)]
fn to_half(a: &Short) -> Half {
    let mut low = 0;
    for i in (0..H).rev() {
        low = low << Word::BITS | a[i] as u128;
    }
    let negative = a[H] >> (Word::BITS - 1) != 0;
    let magnitude = if negative { low.wrapping_neg() } else { low };
    debug_assert!(magnitude <= Half::BOUND);
    Half { negative, magnitude }
}
