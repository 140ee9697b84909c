//! Which algorithm, how many points in a batch, how much memory.

use super::{pippenger, strauss};
use crate::recode::Windows;
use crate::scratch::PADDING;

/// libsecp256k1's bound on a batch, which keeps products of sizes within 64 bits.
pub const MAX_POINTS_PER_BATCH: usize = 5_000_000;

/// An algorithm that takes a batch of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// [`strauss`].
    Strauss,
    /// [`pippenger`].
    Pippenger,
}

/// How a multiplication is cut into batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// For every batch.
    pub algorithm: Algorithm,
    /// Points of every batch but the last, which may have fewer.
    pub batch_points: usize,
}

/// The largest number of points for each number of windows, by measurement.
const WINDOWS: [(usize, u32); 14] = [
    (14, 33),
    (28, 26),
    (70, 22),
    (150, 19),
    (320, 17),
    (620, 15),
    (1300, 14),
    (2600, 13),
    (5200, 12),
    (10_500, 11),
    (25_000, 10),
    (60_000, 9),
    (usize::MAX, 8),
    (usize::MAX, 8),
];

/// How Pippenger's algorithm cuts the scalars of n points.
pub fn windows(n: usize) -> Windows {
    let (_, count) = WINDOWS.iter().find(|(points, _)| n <= *points).expect("the last entry holds for every n");
    Windows::new(*count)
}

impl Algorithm {
    /// Bytes that n points take, without padding, and the number of objects.
    pub fn bytes(self, n: usize) -> Option<usize> {
        match self {
            Algorithm::Strauss => strauss::Space::bytes(n, ()),
            Algorithm::Pippenger => pippenger::Space::bytes(n, windows(n).buckets()),
        }
    }

    /// The number of objects that the bytes are in.
    pub fn objects(self) -> usize {
        match self {
            Algorithm::Strauss => strauss::Space::COUNT,
            Algorithm::Pippenger => pippenger::Space::COUNT,
        }
    }

    /// Bytes that are enough for n points however the block is aligned.
    pub fn padded_bytes(self, n: usize) -> Option<usize> {
        self.bytes(n)?.checked_add(self.objects() * PADDING)
    }

    /// The most points such that they and any fewer fit so many bytes, padding included.
    pub fn max_points(self, bytes: usize) -> usize {
        let fits = |n| self.padded_bytes(n).is_some_and(|needed| needed <= bytes);
        let most = match self {
            Algorithm::Strauss => strauss::MAX_POINTS.min(MAX_POINTS_PER_BATCH),
            Algorithm::Pippenger => MAX_POINTS_PER_BATCH,
        };
        // Bytes rise with n, so what fits ends at one place.
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = high - (high - low) / 2;
            if fits(middle) { low = middle } else { high = middle - 1 }
        }
        low
    }

    /// Estimated cost of one batch of n points, in field multiplications.
    fn cost(self, n: usize) -> u64 {
        let n = n as u64;
        match self {
            Algorithm::Strauss => 129 * DOUBLE + n * (TABLES + 43 * ADD_GE),
            Algorithm::Pippenger => {
                let windows = windows(n as usize);
                let buckets: u64 = (0..windows.count()).map(|i| 1 << (windows.width(i) - 1)).sum();
                129 * DOUBLE + 2 * n * windows.count() as u64 * ADD_GE + 2 * buckets * ADD
            }
        }
    }
}

/// Costs in field multiplications, linear operations included.
const DOUBLE: u64 = 8;
const ADD_GE: u64 = 13;
const ADD: u64 = 18;
const TABLES: u64 = 110;

/// The plan for n points in so many bytes; `None` if not one point fits.
pub fn plan(n: usize, bytes: usize) -> Option<Plan> {
    if n == 0 {
        return Some(Plan { algorithm: Algorithm::Strauss, batch_points: 0 });
    }
    let candidate = |algorithm: Algorithm| {
        let (batches, batch_points) = batch_size(algorithm.max_points(bytes), n)?;
        let last = n - (batches - 1) * batch_points;
        let cost = algorithm.cost(batch_points).saturating_mul(batches as u64 - 1).saturating_add(algorithm.cost(last));
        Some((cost, Plan { algorithm, batch_points }))
    };
    let candidates = [candidate(Algorithm::Strauss), candidate(Algorithm::Pippenger)];
    candidates.into_iter().flatten().min_by_key(|(cost, _)| *cost).map(|(_, plan)| plan)
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
