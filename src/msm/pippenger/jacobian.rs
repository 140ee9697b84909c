//! Summing buckets in Jacobian coordinates.

use crate::field::Multiply;
use crate::group::Gej;

/// r + Σ (i + 1)·bucket[i], by running sums from the heaviest bucket down: the sum of the first
/// so many buckets is added once for each unit of weight. Two additions a bucket, 24 M + 8 S.
pub fn add_weighted_sum<M: Multiply>(mut r: Gej, buckets: &[Gej]) -> Gej {
    let mut running_sum = Gej::INFINITY;
    for bucket in buckets.iter().rev() {
        running_sum = running_sum.add::<M>(bucket);
        r = r.add::<M>(&running_sum);
    }
    r
}
