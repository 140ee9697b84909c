//! Integers modulo the group order n, and what a multiplication needs of them: halves.
//!
//! A scalar is split by λ into two signed integers of about half the length, and the generator's
//! scalar by 2^128 into two unsigned ones. Everything after that works on plain integers.

mod half;
mod small;
mod split;

pub use half::Half;
pub use small::SmallScalar;

use crate::field::word::{self, LIMBS, Word, add_256, and_mask, from_u64s, mac, mul_wide, sub_256};

/// n, the order of the group.
pub(crate) const N: [Word; LIMBS] =
    from_u64s([0xBFD2_5E8C_D036_4141, 0xBAAE_DCE6_AF48_A03B, 0xFFFF_FFFF_FFFF_FFFE, 0xFFFF_FFFF_FFFF_FFFF]);
/// 2^256 − n, 129 bits.
const N_COMPLEMENT: [Word; LIMBS] = from_u64s([0x402D_A173_2FC9_BEBF, 0x4551_2319_50B7_5FC4, 1, 0]);

/// A scalar of one of the [curves](crate::group::Curve): what the multiplication algorithms ask of it.
pub trait GroupScalar: Copy {
    /// Whether it is zero modulo the order.
    fn is_zero(&self) -> bool;
    /// Signed k1 and k2 with k1 + k2·λ ≡ k, both of magnitude below 0.6354·2^128 ([`Half::BOUND`]).
    fn split_lambda(&self) -> [Half; 2];
    /// Signed u1 and u2 with (2·u1 + 1) + (2·u2 + 1)·λ ≡ k: the halves of (k − 1 − λ)/2.
    fn split_odd(&self) -> [Half; 2];
    /// Unsigned k1 and k2 with k1 + k2·2^128 = k.
    fn split_128(&self) -> [u128; 2];
}

/// An integer modulo n, always below n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Scalar([Word; LIMBS]);

impl Scalar {
    /// 0.
    pub const ZERO: Scalar = Scalar([0; LIMBS]);
    /// 1.
    pub const ONE: Scalar = Scalar(from_u64s([1, 0, 0, 0]));
    /// λ, a cube root of unity modulo n: λ·(x, y) = (β·x, y).
    pub const LAMBDA: Scalar =
        Scalar(from_u64s([0xDF02_967C_1B23_BD72, 0x122E_22EA_2081_6678, 0xA526_1C02_8812_645A, 0x5363_AD4C_C05C_30E0]));

    /// The residue of a 256-bit integer given as 64-bit parts, least significant first.
    #[inline]
    pub const fn from_u64s(v: [u64; 4]) -> Scalar {
        Scalar::reduce(from_u64s(v))
    }

    /// The residue as 64-bit parts, least significant first.
    #[inline]
    pub const fn to_u64s(&self) -> [u64; 4] {
        word::to_u64s(&self.0)
    }

    /// The residue of a 32-byte integer, most significant byte first.
    pub const fn from_be_bytes(bytes: &[u8; 32]) -> Scalar {
        Scalar::reduce(word::from_be_bytes(bytes))
    }

    /// 32 bytes, most significant first.
    pub const fn to_be_bytes(&self) -> [u8; 32] {
        word::to_be_bytes(&self.0)
    }

    /// The residue of an integer below 2^256 < 2n: at most one subtraction.
    #[inline]
    const fn reduce(v: [Word; LIMBS]) -> Scalar {
        let (r, carry) = add_256(&v, &N_COMPLEMENT);
        Scalar(if carry { r } else { v })
    }

    /// `self + b`.
    pub const fn add(&self, b: &Scalar) -> Scalar {
        let (r, carry) = add_256(&self.0, &b.0);
        // r + 2^256·carry < 2n: with the carry, adding 2^256 − n stays below n.
        if carry { Scalar(add_256(&r, &N_COMPLEMENT).0) } else { Scalar::reduce(r) }
    }

    /// `−self`.
    pub const fn neg(&self) -> Scalar {
        if word::is_zero_256(&self.0) { *self } else { Scalar(sub_256(&N, &self.0).0) }
    }

    /// `self·b`.
    pub const fn mul(&self, b: &Scalar) -> Scalar {
        // 2^256 ≡ 2^256 − n, of 129 bits: 512 bits become 386, then 260, then 257, then 256.
        let mut t = mul_wide(&self.0, &b.0);
        let mut round = 0;
        while round < 4 {
            let mut low = [0; LIMBS];
            let mut high = [0; LIMBS];
            let mut i = 0;
            while i < LIMBS {
                low[i] = t[i];
                high[i] = t[LIMBS + i];
                i += 1;
            }
            t = mul_wide(&high, &N_COMPLEMENT);
            let mut carry = 0;
            let mut i = 0;
            while i < 2 * LIMBS {
                (t[i], carry) = mac(t[i], 1, if i < LIMBS { low[i] } else { 0 }, carry);
                i += 1;
            }
            round += 1;
        }
        let mut r = [0; LIMBS];
        let mut i = 0;
        while i < LIMBS {
            debug_assert!(t[LIMBS + i] == 0);
            r[i] = t[i];
            i += 1;
        }
        Scalar::reduce(r)
    }

    /// `self/2`: adds n to an odd integer first, so that the shift is exact.
    pub const fn half(&self) -> Scalar {
        let (r, carry) = add_256(&self.0, &and_mask(&N, self.0[0] & 1 == 1));
        Scalar(word::shift_right_1(&r, carry))
    }
}

impl GroupScalar for Scalar {
    #[inline]
    fn is_zero(&self) -> bool {
        word::is_zero_256(&self.0)
    }

    #[inline]
    fn split_lambda(&self) -> [Half; 2] {
        split::split_lambda(&self.0)
    }

    #[inline]
    fn split_odd(&self) -> [Half; 2] {
        const OFFSET: Scalar = Scalar::ONE.add(&Scalar::LAMBDA).neg();
        self.add(&OFFSET).half().split_lambda()
    }

    #[inline]
    fn split_128(&self) -> [u128; 2] {
        let v = self.to_u64s();
        [v[0] as u128 | (v[1] as u128) << 64, v[2] as u128 | (v[3] as u128) << 64]
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::extreme_halves;
