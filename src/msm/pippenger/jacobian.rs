//! Summing buckets in Jacobian coordinates, as libsecp256k1 does. 24 M, 8 S a bucket.

use super::SumBuckets;
use crate::field::Multiply;
use crate::group::{Curve, Gej};

/// Accumulator and running sum are Jacobian.
#[derive(Clone, Copy, Debug)]
pub struct Jacobian;

impl SumBuckets for Jacobian {
    type Accumulator = Gej;

    fn add_weighted_sum<C: Curve, M: Multiply>(mut r: Gej, buckets: &[Gej]) -> Gej {
        let mut running_sum = Gej::INFINITY;
        for bucket in buckets.iter().rev() {
            running_sum = running_sum.add::<M>(bucket);
            r = r.add::<M>(&running_sum);
        }
        r
    }
}
