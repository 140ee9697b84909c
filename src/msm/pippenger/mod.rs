//! Pippenger's algorithm: for each window of all scalars, points are thrown into the bucket of
//! their digit, and the buckets are summed with their weights.
//!
//! Pippenger, "On the evaluation of powers and related problems", 1976; buckets as in Bernstein,
//! Doumen, Lange and Oosterwijk, "Faster batch forgery identification", 2012.
//!
//! Every point gives two entries, P and λP with the halves of its scalar; signed digits halve the
//! number of buckets. With W windows of c bits, n points cost 2n·W mixed additions to fill the buckets,
//! two additions for each of the W·2^(c−1) buckets to sum them, and 129 doublings.
//!
//! Filling is the same for all; how buckets are summed has several ways, of which `docs/pippenger.md` says
//! what each costs and where it wins.

mod summing;

pub use summing::{Accumulator, SumBuckets};

use crate::field::Multiply;
use crate::group::{Curve, Ge, Gej};
use crate::recode::Windows;
use crate::scalar::GroupScalar;
use crate::scratch::objects;
use core::marker::PhantomData;

summing::summings! {
    jacobian: Jacobian "jacobian";
    homogeneous: Homogeneous1 "homogeneous-1", Homogeneous2 "homogeneous-2", Homogeneous3 "homogeneous-3";
    co_z: CoZ "coz";
}

/// The way that is fastest, by measurement.
pub type Fastest = CoZ;

objects! {
    /// Memory of Pippenger's algorithm: 160 bytes a point, and 96 a bucket.
    #[derive(Debug)]
    pub struct Space {
        /// Points, negated where their half is.
        points: [Ge; 2, 2],
        /// Halves, recoded.
        scalars: [u128; 2, 2],
        /// Sums of points by digit; bucket i has weight i + 1.
        buckets: [Gej; 0, buckets],
    }
    fixed by buckets: usize
}

/// A multiplication that takes points one at a time.
pub struct Pippenger<'a, C, M> {
    space: Space<'a>,
    windows: Windows,
    entries: usize,
    marker: PhantomData<(C, M)>,
}

impl<'a, C: Curve, M: Multiply> Pippenger<'a, C, M> {
    /// A multiplication of no points yet. The space has the buckets that the windows need.
    pub fn new(space: Space<'a>, windows: Windows) -> Self {
        debug_assert!(space.buckets.len() >= windows.buckets());
        Pippenger { space, windows, entries: 0, marker: PhantomData }
    }

    /// Adds k·p. Terms that vanish take no space.
    pub fn push(&mut self, k: &C::Scalar, p: &Ge) {
        if k.is_zero() || p.is_infinity() {
            return;
        }
        let [k1, k2] = k.split_lambda();
        for (half, point) in [(k1, *p), (k2, p.mul_lambda::<M>())] {
            self.space.points[self.entries] = point.cneg(half.negative);
            self.space.scalars[self.entries] = self.windows.recode(half.magnitude);
            self.entries += 1;
        }
    }

    /// The sum, with k·G if there is one, by the way that is fastest.
    pub fn finish(self, g: Option<&C::Scalar>) -> Gej {
        self.finish_as::<Fastest>(g)
    }

    /// The sum, with k·G if there is one, which is an entry like all others.
    pub fn finish_as<S: SumBuckets>(mut self, g: Option<&C::Scalar>) -> Gej {
        if let Some(k) = g {
            self.push(k, &C::G);
        }
        if self.entries == 0 {
            return Gej::INFINITY;
        }
        let mut r = S::Accumulator::INFINITY;
        for i in (0..self.windows.count()).rev() {
            r = r.double_times::<C, M>(self.windows.width(i));
            r = S::add_weighted_sum::<C, M>(r, self.fill_buckets(i));
        }
        r.to_gej::<M>()
    }

    /// Adds every entry to the bucket of its digit in window i.
    fn fill_buckets(&mut self, i: u32) -> &[Gej] {
        let buckets = &mut self.space.buckets[..1 << (self.windows.width(i) - 1)];
        buckets.fill(Gej::INFINITY);
        for (point, &scalar) in self.space.points.iter().zip(&*self.space.scalars).take(self.entries) {
            let digit = self.windows.digit(scalar, i);
            if digit != 0 {
                let bucket = &mut buckets[digit.unsigned_abs() as usize - 1];
                *bucket = bucket.add_ge::<M>(&point.cneg(digit < 0));
            }
        }
        buckets
    }
}

#[cfg(test)]
mod tests;
