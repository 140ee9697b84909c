//! Which algorithm, how many points in a batch, how much memory.

use super::few::Few;
use super::{bundle, cost, pippenger, strauss};
use crate::recode::Windows;
use crate::scratch::{LEAST_PADDING, PADDING};

/// libsecp256k1's bound on a batch, which keeps products of sizes within 64 bits.
pub const MAX_POINTS_PER_BATCH: usize = 5_000_000;

/// Points from which bundles are faster than Strauss' algorithm, by measurement.
const BUNDLE_THRESHOLD: usize = 6;
/// Points from which Pippenger's algorithm is faster than bundles, by measurement.
const PIPPENGER_THRESHOLD: usize = 210;
/// Points of bundles in a batch: more would leave the second-level cache.
const MAX_BUNDLED_POINTS: usize = 560;

/// Cuts of the scalars and the largest number of points that each is best for, by measurement.
const WINDOWS: [(usize, Windows); 16] = [
    (16, Windows::new(33)),
    (34, Windows::new(27)),
    (50, Windows::new(24)),
    (75, Windows::new(22)),
    (135, Windows::new(21)),
    (225, Windows::new(19)),
    (300, Windows::new(18)),
    (350, Windows::new(17)),
    (600, Windows::new(16)),
    (1200, Windows::new(15)),
    (2000, Windows::new(14)),
    (3800, Windows::new(13)),
    (9500, Windows::new(12)),
    (20_000, Windows::new(11)),
    (70_000, Windows::new(10)),
    (usize::MAX, Windows::new(9)),
];

/// How Pippenger's algorithm cuts the scalars of n points.
pub fn windows(n: usize) -> &'static Windows {
    let i = WINDOWS.iter().take_while(|(points, _)| *points < n).count();
    &WINDOWS[i.min(WINDOWS.len() - 1)].1
}

/// An algorithm that takes a batch of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// [`strauss`].
    Strauss,
    /// [`bundle`].
    Bundle,
    /// [`pippenger`].
    Pippenger,
}

impl Algorithm {
    /// Bytes that n points take, without padding; `None` if no size is enough.
    pub fn bytes(self, n: usize) -> Option<usize> {
        match self {
            Algorithm::Strauss => strauss::Space::bytes(n, strauss::WIDTH),
            Algorithm::Bundle => bundle::Space::bytes_up_to(n),
            Algorithm::Pippenger => pippenger::Space::bytes(n, windows(n).buckets()),
        }
    }

    /// Bytes that are enough for n points however the block is aligned.
    fn least_bytes(self, n: usize) -> Option<usize> {
        self.bytes(n)?.checked_add(LEAST_PADDING)
    }

    /// Bytes that are best for n points: bundles have what they can make use of, and objects begin at a cache line.
    fn best_bytes(self, n: usize) -> Option<usize> {
        let bytes = match self {
            Algorithm::Bundle => bundle::Space::best_bytes(n),
            Algorithm::Strauss | Algorithm::Pippenger => self.bytes(n),
        };
        bytes?.checked_add(PADDING)
    }

    /// Bytes that are enough for n points, and for every smaller number, in the batches of [`Plan::single`].
    /// `usize::MAX` if no size is.
    pub fn padded_bytes_up_to(self, n: usize) -> usize {
        let padded = self.bytes(n.min(self.limit())).and_then(|bytes| bytes.checked_add(PADDING));
        if n == 0 { 0 } else { padded.unwrap_or(usize::MAX) }
    }

    /// The most points that one batch can have.
    pub const fn limit(self) -> usize {
        match self {
            Algorithm::Strauss => strauss::MAX_POINTS,
            Algorithm::Bundle => MAX_BUNDLED_POINTS,
            Algorithm::Pippenger => MAX_POINTS_PER_BATCH,
        }
    }

    /// Estimated cost of n points in batches of so many, in field multiplications.
    fn cost(self, n: usize, batch_points: usize) -> u128 {
        let batches = n.div_ceil(batch_points) as u128;
        let per_batch = match self {
            Algorithm::Strauss | Algorithm::Bundle => cost::DOUBLINGS,
            Algorithm::Pippenger => {
                let windows = windows(batch_points);
                let buckets: u64 = (0..windows.count()).map(|i| 1 << (windows.width(i) - 1)).sum();
                cost::DOUBLINGS + 2 * buckets * cost::ADD
            }
        };
        let per_point = match self {
            Algorithm::Strauss => cost::STRAUSS_POINT,
            // Of a bundle of seven.
            Algorithm::Bundle => cost::BUNDLE_TABLE_POINT + cost::BUNDLE_ADDITIONS / 7,
            Algorithm::Pippenger => 2 * windows(batch_points).count() as u64 * cost::ADD_GE,
        };
        // In 128 bits, so that no n is too large for the comparison.
        batches * per_batch as u128 + n as u128 * per_point as u128
    }
}

/// How a multiplication is cut into batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// For every batch.
    pub algorithm: Algorithm,
    /// Points of every batch but the last, which may have fewer.
    pub batch_points: usize,
}

impl Plan {
    /// All points in one batch if it can have so many, else in as few as can be.
    pub fn single(algorithm: Algorithm, n: usize) -> Plan {
        Plan { algorithm, batch_points: batch_size(algorithm.limit(), n).map_or(0, |(_, points)| points) }
    }

    /// A plan in a given block: the largest batches that fit, evened out. `None` if not one point fits.
    fn fitting(algorithm: Algorithm, n: usize, bytes: usize) -> Option<Plan> {
        let max = max_points(algorithm.limit().min(n), |n| algorithm.least_bytes(n), bytes);
        let (_, batch_points) = batch_size(max, n)?;
        Some(Plan { algorithm, batch_points })
    }

    /// Bytes that are enough for it, none for no points; `usize::MAX` if no size is.
    pub fn least_bytes(&self) -> usize {
        self.bytes(Algorithm::least_bytes)
    }

    /// Bytes that are best for it.
    pub fn best_bytes(&self) -> usize {
        self.bytes(Algorithm::best_bytes)
    }

    fn bytes(&self, of: impl FnOnce(Algorithm, usize) -> Option<usize>) -> usize {
        if self.batch_points == 0 { 0 } else { of(self.algorithm, self.batch_points).unwrap_or(usize::MAX) }
    }

    fn cost(&self, n: usize) -> u128 {
        self.algorithm.cost(n, self.batch_points)
    }
}

/// The fastest plan for n points in so many bytes; `None` where the stack's few points at a time are faster.
pub fn plan(n: usize, bytes: usize) -> Option<Plan> {
    let algorithm = match n {
        0..BUNDLE_THRESHOLD => Algorithm::Strauss,
        BUNDLE_THRESHOLD..PIPPENGER_THRESHOLD => Algorithm::Bundle,
        _ => Algorithm::Pippenger,
    };
    let ideal = Plan::single(algorithm, n);
    if ideal.least_bytes() <= bytes {
        return Some(ideal);
    }
    let all = [Algorithm::Strauss, Algorithm::Bundle, Algorithm::Pippenger];
    let fitting = all.map(|algorithm| Plan::fitting(algorithm, n, bytes));
    let best = fitting.into_iter().flatten().min_by_key(|plan| plan.cost(n))?;
    (best.cost(n) <= Few::cost(n)).then_some(best)
}

/// Bytes that the fastest plan for n points takes, of which it makes one batch if a batch can have so many.
pub fn scratch_bytes(n: usize) -> usize {
    plan(n.min(MAX_POINTS_PER_BATCH), usize::MAX).map_or(0, |plan| plan.best_bytes())
}

/// The largest number, up to `most`, such that it and every smaller one take no more than `bytes`.
/// What they take must not fall as they grow.
pub fn max_points(most: usize, needed: impl Fn(usize) -> Option<usize>, bytes: usize) -> usize {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = high - (high - low) / 2;
        if needed(middle).is_some_and(|needed| needed <= bytes) { low = middle } else { high = middle - 1 }
    }
    low
}

/// Number of batches and their size: as few as `max_batch_points` allows, and then as equal as can be.
/// `None` for a maximum of zero; (0, 0) for no points.
pub fn batch_size(max_batch_points: usize, n: usize) -> Option<(usize, usize)> {
    if max_batch_points == 0 {
        return None;
    }
    if n == 0 {
        return Some((0, 0));
    }
    let batches = n.div_ceil(max_batch_points.min(MAX_POINTS_PER_BATCH));
    Some((batches, n.div_ceil(batches)))
}
