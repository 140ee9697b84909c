//! Jacobian points.
//!
//! The formulas are not inlined: a call costs little beside a dozen multiplications, and the loops that call
//! them stay small, in code and on the stack.

use super::Ge;
use crate::field::{Fe, Multiply};

/// The point (x/z², y/z³), or infinity with z = 0.
///
/// z is the integer 0 exactly at infinity: a product of residues that are not zero is not either,
/// and with a factor that is the integer 0 it is that integer.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Gej {
    /// X.
    pub x: Fe,
    /// Y.
    pub y: Fe,
    /// Z.
    pub z: Fe,
}

impl Gej {
    /// The neutral element.
    pub const INFINITY: Gej = Gej { x: Fe::ZERO, y: Fe::ZERO, z: Fe::ZERO };

    /// An affine point.
    #[inline(always)]
    pub const fn from_ge(p: &Ge) -> Gej {
        Gej { x: p.x, y: p.y, z: if p.is_infinity() { Fe::ZERO } else { Fe::ONE } }
    }

    /// Whether this is infinity.
    #[inline(always)]
    pub const fn is_infinity(&self) -> bool {
        self.z.is_zero_limbs()
    }

    /// −self.
    #[inline(always)]
    pub const fn neg(&self) -> Gej {
        Gej { x: self.x, y: self.y.neg(), z: self.z }
    }

    /// 2·self. 3 M, 4 S, 5 linear.
    ///
    /// libsecp256k1's `gej_double`: dbl-2009-l of the Explicit-Formulas Database with everything
    /// scaled by 1/2, so that z = Y·Z and no multiple beyond 3/2 is needed.
    #[inline(never)]
    pub fn double<M: Multiply>(&self) -> Gej {
        let s = M::sqr(&self.y); // S = Y²
        let x2 = M::sqr(&self.x);
        let t = M::mul(&self.x, &s); // T = X·S
        let l = x2.add(&x2.half()); // L = 3/2·X²
        let l2 = M::sqr(&l);
        let z = M::mul(&self.y, &self.z);
        let x = l2.sub_double(&t); // X' = L² − 2T
        let s2 = M::sqr(&s);
        let y = M::mul(&l, &t.sub(&x)).sub(&s2); // Y' = L·(T − X') − S²
        Gej { x, y, z }
    }

    /// self + b. 8 M, 3 S, 7 linear; a doubling where self = b.
    ///
    /// madd of Cohen, Miyaji and Ono, 1998.
    #[inline(never)]
    pub fn add_ge<M: Multiply>(&self, b: &Ge) -> Gej {
        if self.is_infinity() {
            return Gej::from_ge(b);
        }
        self.add_scaled::<M>(b, &self.z)
    }

    /// self + b', where b is b' on the curve isomorphic by 1/`bzinv`. 9 M, 3 S, 7 linear.
    ///
    /// Used to add multiples of G, which are affine, to a sum on the curve isomorphic by `bzinv`:
    /// libsecp256k1's `gej_add_zinv_var`.
    #[inline(never)]
    pub fn add_zinv<M: Multiply>(&self, b: &Ge, bzinv: &Fe) -> Gej {
        if self.is_infinity() {
            // (x, y) with z = 1/bzinv is (x·bzinv², y·bzinv³) with z = 1.
            return Gej::from_ge(&if b.is_infinity() { *b } else { b.rescale::<M>(bzinv) });
        }
        self.add_scaled::<M>(b, &M::mul(&self.z, bzinv))
    }

    /// self + b for self not infinite, with b's coordinates to be scaled by `z`.
    #[inline(always)]
    fn add_scaled<M: Multiply>(&self, b: &Ge, z: &Fe) -> Gej {
        if b.is_infinity() {
            return *self;
        }
        let z2 = M::sqr(z);
        let u2 = M::mul(&b.x, &z2);
        let s2 = M::mul(&b.y, &M::mul(&z2, z));
        self.add_with::<M>(&self.x, &self.y, &u2, &s2, &self.z)
    }

    /// self + b. 12 M, 4 S, 7 linear; a doubling where self = b.
    ///
    /// add-1998-cmo-2.
    #[inline(never)]
    pub fn add<M: Multiply>(&self, b: &Gej) -> Gej {
        if self.is_infinity() {
            return *b;
        }
        if b.is_infinity() {
            return *self;
        }
        let z12 = M::sqr(&self.z);
        let z22 = M::sqr(&b.z);
        let u1 = M::mul(&self.x, &z22);
        let u2 = M::mul(&b.x, &z12);
        let s1 = M::mul(&self.y, &M::mul(&z22, &b.z));
        let s2 = M::mul(&b.y, &M::mul(&z12, &self.z));
        self.add_with::<M>(&u1, &s1, &u2, &s2, &M::mul(&self.z, &b.z))
    }

    /// The sum of self = (u1, s1) and (u2, s2), both on the curve isomorphic by `z`. 5 M, 2 S.
    #[inline(always)]
    fn add_with<M: Multiply>(&self, u1: &Fe, s1: &Fe, u2: &Fe, s2: &Fe, z: &Fe) -> Gej {
        let h = u2.sub(u1);
        let r = s2.sub(s1);
        if M::is_zero(&h) {
            return if M::is_zero(&r) { self.double::<M>() } else { Gej::INFINITY };
        }
        let h2 = M::sqr(&h);
        let z = M::mul(z, &h);
        let r2 = M::sqr(&r);
        let v = M::mul(u1, &h2);
        let h3 = M::mul(&h, &h2);
        let x = r2.sub_sub_double(&h3, &v); // R² − H³ − 2V
        let s1h3 = M::mul(s1, &h3);
        let y = M::mul(&r, &v.sub(&x)).sub(&s1h3); // R·(V − X') − S1·H³
        Gej { x, y, z }
    }

    /// The same point on z = 1, with canonical coordinates. One inversion.
    pub fn to_ge<M: Multiply>(&self) -> Ge {
        if self.is_infinity() {
            return Ge::INFINITY;
        }
        let p = Ge { x: self.x, y: self.y }.rescale::<M>(&M::inverse(&self.z));
        Ge { x: p.x.normalize(), y: p.y.normalize() }
    }

    /// Whether two points are equal. 6 M, 2 S.
    pub fn equals<M: Multiply>(&self, b: &Gej) -> bool {
        if self.is_infinity() || b.is_infinity() {
            return self.is_infinity() == b.is_infinity();
        }
        let p = Ge { x: self.x, y: self.y }.rescale::<M>(&b.z);
        let q = Ge { x: b.x, y: b.y }.rescale::<M>(&self.z);
        p.x.equals(&q.x) && p.y.equals(&q.y)
    }
}
