//! Homogeneous points.

use super::{CurveParams, Gej};
use crate::field::word::{LIMBS, Word, add_256, mac};
use crate::field::{C, Fe, Multiply};

/// The point (x/z, y/z), or infinity.
///
/// The formulas are those of Renes, Costello and Batina, "Complete addition formulas for prime order
/// elliptic curves", 2016, for a curve y² = x³ + B. Complete means that they hold for every two
/// points whose difference has not order two, and a group of odd order has no such point:
/// equal, negated and infinite operands take no branch. Infinity still has a flag, since
/// most buckets of a small multiplication are empty, and copying a point is cheaper than adding nothing to it.
///
/// They are the only formulas of this library that use B, so the points have to be on the curve itself, and
/// not on one that is isomorphic to it.
#[derive(Clone, Copy, Debug)]
pub struct Geh {
    /// X.
    pub x: Fe,
    /// Y.
    pub y: Fe,
    /// Z.
    pub z: Fe,
    /// Whether this is infinity, which is (0 : 1 : 0) up to a factor.
    pub infinity: bool,
}

impl Geh {
    /// The neutral element.
    pub const INFINITY: Geh = Geh { x: Fe::ZERO, y: Fe::ONE, z: Fe::ZERO, infinity: true };

    /// A Jacobian point. 2 M, 1 S.
    ///
    /// (X/Z², Y/Z³) = (X·Z/Z³, Y/Z³).
    #[inline(always)]
    pub fn from_gej<M: Multiply>(p: &Gej) -> Geh {
        if p.is_infinity() {
            return Geh::INFINITY;
        }
        let z2 = M::sqr(&p.z);
        Geh { x: M::mul(&p.x, &p.z), y: p.y, z: M::mul(&z2, &p.z), infinity: false }
    }

    /// The same point in Jacobian coordinates. 2 M, 1 S.
    ///
    /// (X/Z, Y/Z) = (X·Z/Z², Y·Z²/Z³).
    #[inline(always)]
    pub fn to_gej<M: Multiply>(&self) -> Gej {
        if self.infinity {
            return Gej::INFINITY;
        }
        let z2 = M::sqr(&self.z);
        Gej { x: M::mul(&self.x, &self.z), y: M::mul(&self.y, &z2), z: self.z }
    }

    /// 2·self. 6 M, 2 S, 1 multiplication by 3B, 9 linear.
    ///
    /// Algorithm 9. A finite point of odd order has y ≠ 0, so its double is finite, and the flag stays.
    #[inline]
    pub fn double<G: CurveParams, M: Multiply>(&self) -> Geh {
        if self.infinity {
            return *self;
        }
        let y2 = M::sqr(&self.y);
        let y2_8 = y2.double().double().double();
        let b = mul_3b::<G>(&M::sqr(&self.z)); // 3B·Z²
        let u = y2.sub(&b.double().add(&b)); // Y² − 9B·Z²
        let xy = M::mul(&self.x, &self.y);
        let yz = M::mul(&self.y, &self.z);
        let x = M::mul(&u, &xy).double();
        let y = M::mul(&u, &y2.add(&b)).add(&M::mul(&b, &y2_8));
        let z = M::mul(&yz, &y2_8);
        Geh { x, y, z, infinity: false }
    }

    /// self + b. 12 M, 2 multiplications by 3B, 19 linear.
    ///
    /// Algorithm 7.
    #[inline]
    pub fn add<G: CurveParams, M: Multiply>(&self, b: &Geh) -> Geh {
        if self.infinity {
            return *b;
        }
        if b.infinity {
            return *self;
        }
        let xx = M::mul(&self.x, &b.x);
        let yy = M::mul(&self.y, &b.y);
        let zz = M::mul(&self.z, &b.z);
        // X1·Y2 + X2·Y1, and the same for Y, Z and for X, Z: one product each
        let xy = M::mul(&self.x.add(&self.y), &b.x.add(&b.y)).sub(&xx.add(&yy));
        let yz = M::mul(&self.y.add(&self.z), &b.y.add(&b.z)).sub(&yy.add(&zz));
        let xz = M::mul(&self.x.add(&self.z), &b.x.add(&b.z)).sub(&xx.add(&zz));
        let xx_3 = xx.double().add(&xx);
        let zz = mul_3b::<G>(&zz);
        let xz = mul_3b::<G>(&xz);
        let sum = yy.add(&zz);
        let difference = yy.sub(&zz);
        let x = M::mul(&xy, &difference).sub(&M::mul(&yz, &xz));
        let y = M::mul(&difference, &sum).add(&M::mul(&xz, &xx_3));
        let z = M::mul(&sum, &yz).add(&M::mul(&xx_3, &xy));
        Geh { x, y, z, infinity: M::is_zero(&z) }
    }
}

/// 3B·a: one row of a product, and what exceeds 2^256 folded.
#[inline(always)]
pub(super) fn mul_3b<G: CurveParams>(a: &Fe) -> Fe {
    // what keeps the fold in its limbs; B is 7 at most
    const { assert!(3 * G::B < 32) };
    let factor = 3 * G::B as Word;
    let (mut r, mut fold, mut carry) = ([0; LIMBS], C, 0);
    for (limb, &a) in r.iter_mut().zip(&a.0) {
        (*limb, carry) = mac(a, factor, 0, carry);
    }
    // carry < 32: C·carry < 2^38, and neither 977·carry nor 2^32·carry leaves a limb of either width
    for limb in &mut fold {
        *limb *= carry;
    }
    let (r, carry) = add_256(&r, &fold);
    // where that overflows, what is left is below 2^38
    if carry { Fe(r).add(&Fe(C)) } else { Fe(r) }
}
