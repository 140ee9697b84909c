//! Two Jacobian points that have nothing to do with each other, worked on side by side.
//!
//! In a sum, each addition waits for the one before, and within one there is seldom enough for a processor to do at
//! once: a multiplier that can begin a product in half the time that the product takes idles for a good part.
//! With two sums in turns, each operation of one has an operation of the other beside it that does not wait for
//! it. Formulas are those of [`Gej`], operation by operation.

use super::{Ge, Gej};
use crate::field::{Fe, Multiply};

/// Two field elements.
#[derive(Clone, Copy, Debug)]
struct Two(Fe, Fe);

impl Two {
    const ZERO: Two = Two(Fe::ZERO, Fe::ZERO);

    #[inline(always)]
    fn mul<M: Multiply>(&self, b: &Two) -> Two {
        Two(M::mul(&self.0, &b.0), M::mul(&self.1, &b.1))
    }

    #[inline(always)]
    fn sqr<M: Multiply>(&self) -> Two {
        Two(M::sqr(&self.0), M::sqr(&self.1))
    }

    #[inline(always)]
    fn sub(&self, b: &Two) -> Two {
        Two(self.0.sub(&b.0), self.1.sub(&b.1))
    }

    #[inline(always)]
    fn sub_double(&self, a: &Two) -> Two {
        Two(self.0.sub_double(&a.0), self.1.sub_double(&a.1))
    }

    #[inline(always)]
    fn sub_sub_double(&self, a: &Two, b: &Two) -> Two {
        Two(self.0.sub_sub_double(&a.0, &b.0), self.1.sub_sub_double(&a.1, &b.1))
    }

    /// 3/2 of each.
    #[inline(always)]
    fn three_halves(&self) -> Two {
        Two(self.0.add(&self.0.half()), self.1.add(&self.1.half()))
    }
}

/// Two Jacobian points.
#[derive(Clone, Copy, Debug)]
pub struct GejPair {
    x: Two,
    y: Two,
    z: Two,
}

impl GejPair {
    /// Infinity twice.
    pub const INFINITY: GejPair = GejPair { x: Two::ZERO, y: Two::ZERO, z: Two::ZERO };

    /// Two points.
    #[inline(always)]
    pub const fn new(p: &Gej, q: &Gej) -> GejPair {
        GejPair { x: Two(p.x, q.x), y: Two(p.y, q.y), z: Two(p.z, q.z) }
    }

    /// Both points.
    #[inline(always)]
    pub const fn get(&self) -> [Gej; 2] {
        [Gej { x: self.x.0, y: self.y.0, z: self.z.0 }, Gej { x: self.x.1, y: self.y.1, z: self.z.1 }]
    }

    /// Doubles both. Twice 3 M, 4 S, 5 linear: [`Gej::double`].
    #[inline]
    pub fn double<M: Multiply>(&mut self) {
        let s = self.y.sqr::<M>(); // S = Y²
        let x2 = self.x.sqr::<M>();
        let t = self.x.mul::<M>(&s); // T = X·S
        let l = x2.three_halves(); // L = 3/2·X²
        let l2 = l.sqr::<M>();
        self.z = self.y.mul::<M>(&self.z);
        self.x = l2.sub_double(&t); // X' = L² − 2T
        let s2 = s.sqr::<M>();
        self.y = l.mul::<M>(&t.sub(&self.x)).sub(&s2); // Y' = L·(T − X') − S²
    }

    /// Adds b to the one and c to the other. Twice 8 M, 3 S, 7 linear; where either has a special case, both
    /// are added by [`Gej::add_ge`].
    #[inline]
    pub fn add_ge<M: Multiply>(&mut self, b: &Ge, c: &Ge) {
        if self.z.0.is_zero_limbs() | self.z.1.is_zero_limbs() | b.is_infinity() | c.is_infinity() {
            return self.add_each::<M>(b, c);
        }
        let z2 = self.z.sqr::<M>();
        let u2 = Two(M::mul(&b.x, &z2.0), M::mul(&c.x, &z2.1));
        let z3 = z2.mul::<M>(&self.z);
        let s2 = Two(M::mul(&b.y, &z3.0), M::mul(&c.y, &z3.1));
        let h = u2.sub(&self.x);
        let r = s2.sub(&self.y);
        if M::is_zero(&h.0) | M::is_zero(&h.1) {
            return self.add_each::<M>(b, c);
        }
        let h2 = h.sqr::<M>();
        self.z = self.z.mul::<M>(&h);
        let r2 = r.sqr::<M>();
        let v = self.x.mul::<M>(&h2);
        let h3 = h.mul::<M>(&h2);
        self.x = r2.sub_sub_double(&h3, &v); // R² − H³ − 2V
        let s1h3 = self.y.mul::<M>(&h3);
        self.y = r.mul::<M>(&v.sub(&self.x)).sub(&s1h3); // R·(V − X') − S1·H³
    }

    /// One addition after the other.
    #[cold]
    #[inline(never)]
    fn add_each<M: Multiply>(&mut self, b: &Ge, c: &Ge) {
        let [p, q] = self.get();
        *self = GejPair::new(&p.add_ge::<M>(b), &q.add_ge::<M>(c));
    }
}
