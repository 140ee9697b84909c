//! Integers modulo p = 2^256 − 2^32 − 977.
//!
//! A field element is a saturated 256-bit integer: any representative below 2^256 is allowed, so a
//! residue below 2^32 + 977 has two. There are no magnitudes to track, and a point takes 64 bytes.
//! All operations fold what exceeds 2^256 by 2^256 ≡ C = 2^32 + 977.
//!
//! [`Multiply`] is the part that depends on the processor: formulas above are written once over it.

mod inverse;
mod reduce;
pub mod word;

use word::{LIMBS, Word, add_256, and_mask, from_u64s, sub_256};

/// C = 2^256 − p = 2^32 + 977.
pub(crate) const C: [Word; LIMBS] = from_u64s([0x1_0000_03D1, 0, 0, 0]);
/// p.
pub(crate) const P: [Word; LIMBS] = from_u64s([0xFFFF_FFFE_FFFF_FC2F, !0, !0, !0]);

/// Multiplication and squaring modulo p, as an engine supplies them.
///
/// Implementations agree to the bit: the product is `lo + C·hi` of the 512-bit product, folded
/// twice, so every engine leaves the same representative.
pub trait Multiply: Copy + 'static {
    /// `a·b`.
    fn mul(a: &Fe, b: &Fe) -> Fe;
    /// `a²`.
    fn sqr(a: &Fe) -> Fe;

    /// Whether a ≡ 0. Here, like the next one, for an engine that counts to see it.
    #[inline(always)]
    fn is_zero(a: &Fe) -> bool {
        a.is_zero()
    }

    /// 1/a, and 0 for 0.
    #[inline(always)]
    fn inverse(a: &Fe) -> Fe {
        a.inverse()
    }
}

/// An integer modulo p, any representative below 2^256.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub struct Fe(pub(crate) [Word; LIMBS]);

impl Fe {
    /// 0.
    pub const ZERO: Fe = Fe([0; LIMBS]);
    /// 1.
    pub const ONE: Fe = Fe(from_u64s([1, 0, 0, 0]));
    /// β, a cube root of unity: λ·(x, y) = (β·x, y).
    pub const BETA: Fe =
        Fe::from_u64s([0xC139_6C28_7195_01EE, 0x9CF0_4975_12F5_8995, 0x6E64_479E_AC34_34E9, 0x7AE9_6A2B_657C_0710]);

    /// The integer with the given 64-bit parts, least significant first.
    #[inline(always)]
    pub const fn from_u64s(v: [u64; 4]) -> Fe {
        Fe(from_u64s(v))
    }

    /// The representative as 64-bit parts, least significant first; normalize first for canonical ones.
    #[inline(always)]
    pub const fn to_u64s(&self) -> [u64; 4] {
        word::to_u64s(&self.0)
    }

    /// The integer in 32 bytes, most significant first, not required to be below p.
    pub const fn from_be_bytes(bytes: &[u8; 32]) -> Fe {
        Fe(word::from_be_bytes(bytes))
    }

    /// The canonical residue as 32 bytes, most significant first.
    pub const fn to_be_bytes(&self) -> [u8; 32] {
        word::to_be_bytes(&self.normalize().0)
    }

    /// `self + b`. One carry chain and a fold.
    #[inline(always)]
    pub const fn add(&self, b: &Fe) -> Fe {
        let (r, carry) = add_256(&self.0, &b.0);
        // r + C·carry < 2^256 + C; where that overflows, what is left is below C and takes one more C.
        let (r, carry) = add_256(&r, &and_mask(&C, carry));
        if carry { cold_add_c(r) } else { Fe(r) }
    }

    /// `self − b`. One borrow chain and a fold.
    #[inline(always)]
    pub const fn sub(&self, b: &Fe) -> Fe {
        let (r, borrow) = sub_256(&self.0, &b.0);
        // As in add: a second borrow leaves at least 2^256 − C, from which one more C can be taken.
        let (r, borrow) = sub_256(&r, &and_mask(&C, borrow));
        if borrow { cold_sub_c(r) } else { Fe(r) }
    }

    /// `self − a − 2b`. Three borrow chains and one fold.
    #[inline(always)]
    pub const fn sub_sub_double(&self, a: &Fe, b: &Fe) -> Fe {
        let (r, b1) = sub_256(&self.0, &a.0);
        let (r, b2) = sub_256(&r, &b.0);
        let (r, b3) = sub_256(&r, &b.0);
        Fe(r).sub_multiple_of_c(b1 as Word + b2 as Word + b3 as Word)
    }

    /// `self − 2a`. Two borrow chains and one fold.
    #[inline(always)]
    pub const fn sub_double(&self, a: &Fe) -> Fe {
        let (r, b1) = sub_256(&self.0, &a.0);
        let (r, b2) = sub_256(&r, &a.0);
        Fe(r).sub_multiple_of_c(b1 as Word + b2 as Word)
    }

    /// `self − C·count`, for a small count: what as many borrows of 2^256 are worth.
    #[inline(always)]
    const fn sub_multiple_of_c(&self, count: Word) -> Fe {
        let mut multiple = C;
        let mut i = 0;
        while i < LIMBS {
            // 3·977 and 3·(2^32 + 977) fit a limb of either width.
            multiple[i] *= count;
            i += 1;
        }
        let (r, borrow) = sub_256(&self.0, &multiple);
        if borrow { cold_sub_c(r) } else { Fe(r) }
    }

    /// `−self`.
    #[inline(always)]
    pub const fn neg(&self) -> Fe {
        Fe::ZERO.sub(self)
    }

    /// `−self` if `flag`, else `self`, without a branch: the signs of digits are random.
    ///
    /// −y = ~y − (C − 1), since ~y = 2^256 − 1 − y. It borrows only for y > p.
    #[inline(always)]
    pub const fn cneg(&self, flag: bool) -> Fe {
        const C_MINUS_1: [Word; LIMBS] = from_u64s([0x1_0000_03D0, 0, 0, 0]);
        let m = word::mask(flag);
        let mut r = self.0;
        let mut i = 0;
        while i < LIMBS {
            r[i] ^= m;
            i += 1;
        }
        let (r, borrow) = sub_256(&r, &and_mask(&C_MINUS_1, flag));
        if borrow { cold_sub_c(r) } else { Fe(r) }
    }

    /// `2·self`.
    #[inline(always)]
    pub const fn double(&self) -> Fe {
        self.add(self)
    }

    /// `self/2`: adds p to an odd integer first, so that the shift is exact.
    #[inline(always)]
    pub const fn half(&self) -> Fe {
        let (r, carry) = add_256(&self.0, &and_mask(&P, self.0[0] & 1 == 1));
        Fe(word::shift_right_1(&r, carry))
    }

    /// The canonical residue, below p.
    #[inline]
    pub const fn normalize(&self) -> Fe {
        // self ≥ p exactly when self + C ≥ 2^256, and then self + C − 2^256 = self − p.
        let (r, carry) = add_256(&self.0, &C);
        if carry { Fe(r) } else { *self }
    }

    /// Whether the representative is the canonical one.
    pub const fn is_normalized(&self) -> bool {
        !add_256(&self.0, &C).1
    }

    /// Whether the residue is zero: the integer is 0 or p.
    #[inline(always)]
    pub const fn is_zero(&self) -> bool {
        self.is_zero_limbs() || self.is_p()
    }

    /// Whether the representative is the integer 0.
    #[inline(always)]
    pub const fn is_zero_limbs(&self) -> bool {
        word::is_zero_256(&self.0)
    }

    /// Whether the representative is the integer p.
    #[inline(always)]
    const fn is_p(&self) -> bool {
        let mut differs = 0;
        let mut i = 0;
        while i < LIMBS {
            differs |= self.0[i] ^ P[i];
            i += 1;
        }
        differs == 0
    }

    /// Whether two elements are the same residue.
    pub const fn equals(&self, b: &Fe) -> bool {
        self.sub(b).is_zero()
    }

    /// `self·b` in plain Rust, for what is not worth an engine.
    #[inline(always)]
    pub const fn mul_portable(&self, b: &Fe) -> Fe {
        Fe(reduce::fold_512(&word::mul_wide(&self.0, &b.0)))
    }

    /// `self²` in plain Rust.
    #[inline(always)]
    pub const fn sqr_portable(&self) -> Fe {
        Fe(reduce::fold_512(&word::sqr_wide(&self.0)))
    }
}

/// `r + C` for r below C: the second carry of an addition, which only crafted operands reach.
#[cold]
#[inline(never)]
const fn cold_add_c(r: [Word; LIMBS]) -> Fe {
    Fe(add_256(&r, &C).0)
}

/// `r − C` for r from 2^256 − C up: the second borrow of a subtraction.
#[cold]
#[inline(never)]
const fn cold_sub_c(r: [Word; LIMBS]) -> Fe {
    Fe(sub_256(&r, &C).0)
}

#[cfg(test)]
mod tests;
