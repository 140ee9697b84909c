//! Additions of two points that share a z.
//!
//! Meloni, "New point addition formulae for ECC applications", 2007. Two points (x, y) on the same
//! isomorphic curve have a sum on the curve isomorphic by x1 − x2 to that one, and the first
//! point comes along to it for free. z itself is never needed: the caller keeps the **ratio** of the
//! new z to the old one. The ratio is never zero: where the sum is infinite, or is the other
//! operand since one is infinite, the curve stays and the ratio is one.

use super::{Ge, Gej};
use crate::field::{Fe, Multiply};

/// 2p, p on the same curve, and the ratio of its z to p's. 2 M, 4 S.
///
/// The doubling of [`Gej`](super::Gej) with Z = 1: z = y, so p becomes (x·y², y⁴).
#[inline]
pub fn double_update<M: Multiply>(p: &Ge) -> (Ge, Ge, Fe) {
    if p.is_infinity() {
        return (*p, *p, Fe::ONE);
    }
    let x2 = M::sqr(&p.x);
    let l = x2.add(&x2.half());
    let s = M::sqr(&p.y);
    let t = M::mul(&p.x, &s);
    let s2 = M::sqr(&s);
    let x = M::sqr(&l).sub_double(&t);
    let y = M::mul(&l, &t.sub(&x)).sub(&s2);
    (Ge { x, y }, Ge { x: t, y: s2 }, p.y)
}

/// p + q, p on the same curve, and the ratio of its z to theirs. 4 M, 2 S.
#[inline]
pub fn add_update<M: Multiply>(p: &Ge, q: &Ge) -> (Ge, Ge, Fe) {
    if p.is_infinity() {
        return (*q, *p, Fe::ONE);
    }
    if q.is_infinity() {
        return (*p, *p, Fe::ONE);
    }
    let h = p.x.sub(&q.x);
    let r = p.y.sub(&q.y);
    if M::is_zero(&h) {
        return if M::is_zero(&r) { double_update::<M>(p) } else { (Ge::INFINITY, *p, Fe::ONE) };
    }
    // Neighbours do not wait for each other.
    let c = M::sqr(&h);
    let r2 = M::sqr(&r);
    let w1 = M::mul(&p.x, &c);
    let w2 = M::mul(&q.x, &c);
    let a1 = M::mul(&p.y, &w1.sub(&w2));
    let x = r2.sub(&w1).sub(&w2);
    let y = M::mul(&r, &w1.sub(&x)).sub(&a1);
    (Ge { x, y }, Ge { x: w1, y: a1 }, h)
}

/// Two Jacobian points with one z: the sums in which Pippenger's algorithm adds up its buckets.
///
/// Adding the running sum to the accumulator leaves both on one curve, with nothing to scale: a Co-Z
/// addition. Adding a bucket to the running sum moves it to another curve, and the accumulator has to
/// follow. Goundar, Joye, Miyaji, Rivain and Venelli, "Scalar multiplication on Weierstraß elliptic curves
/// from Co-Z arithmetic", 2011, call the former ZADDU.
#[derive(Clone, Copy, Debug)]
pub struct CoZSums {
    accumulator: Ge,
    running_sum: Ge,
    /// Of both. Never zero where one of them is finite.
    z: Fe,
}

impl CoZSums {
    /// An accumulator, and a running sum that is infinite.
    #[inline(always)]
    pub fn new(accumulator: &Gej) -> CoZSums {
        let affine = if accumulator.is_infinity() { Ge::INFINITY } else { Ge { x: accumulator.x, y: accumulator.y } };
        CoZSums { accumulator: affine, running_sum: Ge::INFINITY, z: accumulator.z }
    }

    /// Adds the running sum to the accumulator. 5 M, 2 S; a doubling of 3 M, 4 S where they are equal.
    #[inline]
    pub fn accumulate<M: Multiply>(&mut self) {
        if self.running_sum.is_infinity() {
            return;
        }
        let (sum, same, ratio) = add_update::<M>(&self.running_sum, &self.accumulator);
        self.accumulator = sum;
        self.running_sum = same;
        self.z = M::mul(&self.z, &ratio);
    }

    /// Adds b to the running sum. 15 M, 5 S: 12 M, 4 S for the sum, and 3 M, 1 S for the accumulator to
    /// follow; where b is the running sum, a doubling of 12 M, 7 S.
    ///
    /// The sum is that of [`Gej::add`].
    #[inline]
    pub fn add<M: Multiply>(&mut self, b: &Gej) {
        if b.is_infinity() {
            return;
        }
        if self.running_sum.is_infinity() {
            return self.start::<M>(b);
        }
        let z12 = M::sqr(&self.z);
        let z22 = M::sqr(&b.z);
        let u1 = M::mul(&self.running_sum.x, &z22);
        let u2 = M::mul(&b.x, &z12);
        let s1 = M::mul(&self.running_sum.y, &M::mul(&z22, &b.z));
        let s2 = M::mul(&b.y, &M::mul(&z12, &self.z));
        let h = u2.sub(&u1);
        let r = s2.sub(&s1);
        if M::is_zero(&h) {
            if M::is_zero(&r) {
                let (double, _, ratio) = double_update::<M>(&self.running_sum);
                self.running_sum = double;
                self.follow::<M>(&ratio);
            } else {
                // The curve stays.
                self.running_sum = Ge::INFINITY;
            }
            return;
        }
        // The sum, and in turns with it the accumulator's way to the sum's curve, as in `follow`: neither waits for the
        // other, so that the processor has both to do at once.
        let ratio = M::mul(&b.z, &h);
        let h2 = M::sqr(&h);
        let ratio2 = M::sqr(&ratio);
        let r2 = M::sqr(&r);
        let v = M::mul(&u1, &h2);
        self.accumulator.x = M::mul(&self.accumulator.x, &ratio2);
        let h3 = M::mul(&h, &h2);
        let ratio3 = M::mul(&ratio2, &ratio);
        let x = r2.sub_sub_double(&h3, &v); // R² − H³ − 2V
        let s1h3 = M::mul(&s1, &h3);
        self.accumulator.y = M::mul(&self.accumulator.y, &ratio3);
        let y = M::mul(&r, &v.sub(&x)).sub(&s1h3); // R·(V − X') − S1·H³
        self.z = M::mul(&self.z, &ratio);
        self.running_sum = Ge { x, y };
    }

    /// Adds a finite b to a running sum that is infinite. 7 M, 2 S, or none at all where there is no
    /// accumulator yet.
    #[inline]
    fn start<M: Multiply>(&mut self, b: &Gej) {
        let affine = Ge { x: b.x, y: b.y };
        if self.accumulator.is_infinity() {
            self.running_sum = affine;
            self.z = b.z;
        } else {
            self.running_sum = affine.rescale::<M>(&self.z);
            self.follow::<M>(&b.z);
        }
    }

    /// Moves the accumulator, and z, to the curve that the running sum is on already. 4 M, 1 S.
    #[inline(always)]
    fn follow<M: Multiply>(&mut self, ratio: &Fe) {
        self.z = M::mul(&self.z, ratio);
        // An accumulator that is infinite stays so, as products of zeros are zeros.
        self.accumulator = self.accumulator.rescale::<M>(ratio);
    }

    /// The accumulator.
    #[inline(always)]
    pub fn accumulator(&self) -> Gej {
        let Ge { x, y } = self.accumulator;
        if self.accumulator.is_infinity() { Gej::INFINITY } else { Gej { x, y, z: self.z } }
    }

    /// The running sum.
    #[inline(always)]
    pub fn running_sum(&self) -> Gej {
        let Ge { x, y } = self.running_sum;
        if self.running_sum.is_infinity() { Gej::INFINITY } else { Gej { x, y, z: self.z } }
    }
}
