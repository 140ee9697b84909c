//! Where the library changes its mind: numbers of points to test on both sides of.

use secp256k1_ecmult_multi::msm::{few, plan};
use upstream::{upstream_ECMULT_PIPPENGER_THRESHOLD, upstream_pippenger_bucket_window_inv};

/// Every n up to `most` after which scalars are cut into another number of windows.
pub fn window_ends(most: usize) -> Vec<usize> {
    (0..most).filter(|&n| plan::windows(n) != plan::windows(n + 1)).collect()
}

/// Every n up to `most` after which another algorithm is taken in ample memory.
pub fn algorithm_ends(most: usize) -> Vec<usize> {
    let algorithm = |n| plan::plan(n, usize::MAX).map(|plan| plan.algorithm);
    (0..most).filter(|&n| algorithm(n) != algorithm(n + 1)).collect()
}

/// The points of a batch without memory.
pub fn stack_points() -> usize {
    few::Few::of(1000).points()
}

/// All of these and upstream's own, with both neighbours.
pub fn interesting(most: usize) -> Vec<usize> {
    let mut ends = window_ends(most);
    ends.extend(algorithm_ends(most));
    ends.extend([stack_points(), 2 * stack_points(), 6, 12]);
    ends.push(unsafe { upstream_ECMULT_PIPPENGER_THRESHOLD });
    ends.extend((1..12).map(|window| unsafe { upstream_pippenger_bucket_window_inv(window) }));
    let mut all: Vec<_> = ends.into_iter().flat_map(|n| n.saturating_sub(1)..=n + 1).filter(|&n| n <= most).collect();
    all.extend([0, 1, 2, 3]);
    all.sort_unstable();
    all.dedup();
    all
}
