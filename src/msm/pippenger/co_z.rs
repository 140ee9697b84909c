//! Summing buckets with one z for accumulator and running sum. 20 M, 7 S a bucket.
//!
//! The idea of libsecp256k1's pull request 1782. Each bucket moves both sums to another curve, and then the
//! running sum is added to the accumulator by a Co-Z addition: [`CoZSums`] has both steps and their special
//! cases. An empty bucket costs the second step alone, 5 M, 2 S. Doublings between windows are the
//! accumulator's own, where there is no running sum.

use super::SumBuckets;
use crate::field::Multiply;
use crate::group::{CoZSums, Curve, Gej};

/// Accumulator and running sum share z.
#[derive(Clone, Copy, Debug)]
pub struct CoZ;

impl SumBuckets for CoZ {
    type Accumulator = Gej;

    fn add_weighted_sum<C: Curve, M: Multiply>(r: Gej, buckets: &[Gej]) -> Gej {
        let mut sums = CoZSums::new(&r);
        for bucket in buckets.iter().rev() {
            sums.add::<M>(bucket);
            sums.accumulate::<M>();
        }
        sums.accumulator()
    }
}
