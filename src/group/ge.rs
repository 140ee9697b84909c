//! Affine points.

use super::CurveParams;
use crate::field::{Fe, Multiply};

/// A point (x, y), or infinity as (0, 0).
///
/// x alone tells infinity: λ fixes a point with x = 0, since λ·(x, y) = (β·x, y), and in a group of
/// prime order with λ ≠ 1 only infinity is fixed. 64 bytes with either limb width.
///
/// On an isomorphic curve where the context says so: then (x, y) stands for (x/z², y/z³) with a z that is kept elsewhere,
/// or in a product of ratios.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Ge {
    /// x.
    pub x: Fe,
    /// y.
    pub y: Fe,
}

impl Ge {
    /// The neutral element.
    pub const INFINITY: Ge = Ge { x: Fe::ZERO, y: Fe::ZERO };

    /// Whether this is infinity.
    #[inline(always)]
    pub const fn is_infinity(&self) -> bool {
        self.x.is_zero_limbs()
    }

    /// −self.
    #[inline(always)]
    pub const fn neg(&self) -> Ge {
        self.cneg(true)
    }

    /// −self if `flag`, else self, without a branch.
    #[inline(always)]
    pub const fn cneg(&self, flag: bool) -> Ge {
        Ge { x: self.x, y: self.y.cneg(flag) }
    }

    /// λ·self = (β·x, y). 1 M.
    #[inline(always)]
    pub fn mul_lambda<M: Multiply>(&self) -> Ge {
        Ge { x: M::mul(&self.x, &Fe::BETA), y: self.y }
    }

    /// (x·z², y·z³): the same point on the curve that is isomorphic by z. 3 M, 1 S.
    #[inline]
    pub fn rescale<M: Multiply>(&self, z: &Fe) -> Ge {
        let z2 = M::sqr(z);
        Ge { x: M::mul(&self.x, &z2), y: M::mul(&self.y, &M::mul(&z2, z)) }
    }

    /// Whether the point lies on the curve (infinity does).
    pub fn is_on_curve<C: CurveParams>(&self) -> bool {
        let b = Fe::from_u64s([C::B, 0, 0, 0]);
        let right = self.x.sqr_portable().mul_portable(&self.x).add(&b);
        self.is_infinity() || self.y.sqr_portable().equals(&right)
    }

    /// Whether two points are equal, on one curve.
    pub fn equals(&self, b: &Ge) -> bool {
        match (self.is_infinity(), b.is_infinity()) {
            (false, false) => self.x.equals(&b.x) && self.y.equals(&b.y),
            (a, b) => a == b,
        }
    }
}
