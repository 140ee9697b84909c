//! Summing buckets in homogeneous coordinates: 26 M, 1 S and 4 multiplications by 3B a bucket.
//!
//! The idea of libsecp256k1's pull request 1767. Buckets are filled in Jacobian coordinates, where a mixed
//! addition is cheaper, and converted when they are summed, for 2 M, 1 S; the two additions then save
//! 8 S. The three ways differ in what they keep from window to window.

use super::SumBuckets;
use crate::field::Multiply;
use crate::group::{Curve, Geh, Gej};

/// Only the inner loop is homogeneous: it sums one window, which a Jacobian addition takes over.
#[derive(Clone, Copy, Debug)]
pub struct Homogeneous1;

/// The accumulator is homogeneous, and is doubled so.
#[derive(Clone, Copy, Debug)]
pub struct Homogeneous2;

/// The accumulator is homogeneous in every window, and Jacobian for the doublings between them, which
/// take 3 M, 4 S there and no multiplication by 3B, against 6 M, 2 S: 4 M, 2 S a window for the way and back.
#[derive(Clone, Copy, Debug)]
pub struct Homogeneous3;

impl SumBuckets for Homogeneous1 {
    type Accumulator = Gej;

    fn add_weighted_sum<C: Curve, M: Multiply>(r: Gej, buckets: &[Gej]) -> Gej {
        r.add::<M>(&add_weighted_sum::<C, M>(Geh::INFINITY, buckets).to_gej::<M>())
    }
}

impl SumBuckets for Homogeneous2 {
    type Accumulator = Geh;

    fn add_weighted_sum<C: Curve, M: Multiply>(r: Geh, buckets: &[Gej]) -> Geh {
        add_weighted_sum::<C, M>(r, buckets)
    }
}

impl SumBuckets for Homogeneous3 {
    type Accumulator = Gej;

    fn add_weighted_sum<C: Curve, M: Multiply>(r: Gej, buckets: &[Gej]) -> Gej {
        add_weighted_sum::<C, M>(Geh::from_gej::<M>(&r), buckets).to_gej::<M>()
    }
}

/// `r + Σ (i + 1)·buckets[i]`.
fn add_weighted_sum<C: Curve, M: Multiply>(mut r: Geh, buckets: &[Gej]) -> Geh {
    let mut running_sum = Geh::INFINITY;
    for bucket in buckets.iter().rev() {
        running_sum = running_sum.add::<C, M>(&Geh::from_gej::<M>(bucket));
        r = r.add::<C, M>(&running_sum);
    }
    r
}
