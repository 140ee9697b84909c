//! Additions of two points that share a z.
//!
//! Meloni, "New point addition formulae for ECC applications", 2007. Two points (x, y) on the same
//! isomorphic curve have a sum on the curve isomorphic by x1 − x2 to that one, and the first
//! point comes along to it for free. z itself is never needed: the caller keeps the **ratio** of the
//! new z to the old one. The ratio is never zero: where the sum is infinite, or is the other
//! operand since one is infinite, the curve stays and the ratio is one.

use super::Ge;
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
    if h.is_zero() {
        return if r.is_zero() { double_update::<M>(p) } else { (Ge::INFINITY, *p, Fe::ONE) };
    }
    let c = M::sqr(&h);
    let w1 = M::mul(&p.x, &c);
    let w2 = M::mul(&q.x, &c);
    let a1 = M::mul(&p.y, &w1.sub(&w2));
    let x = M::sqr(&r).sub(&w1).sub(&w2);
    let y = M::mul(&r, &w1.sub(&x)).sub(&a1);
    (Ge { x, y }, Ge { x: w1, y: a1 }, h)
}
