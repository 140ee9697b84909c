//! How many points go into each bundle.
//!
//! A bundle adds as much at each position whether it is large or small, so points are cut evenly into as few bundles as
//! can be, and none is left over.

use crate::recode::MAX_BUNDLE;

/// How points are cut into bundles: evenly, in sizes that differ by at most one, so that no point is left over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The size of most bundles, or of all.
    pub(super) small: usize,
    /// How many of them there are.
    small_count: usize,
    /// How many there are, before these, that have one point more.
    large_count: usize,
}

/// Entries of a bundle's table, but room for four points and their lists at least.
pub(super) const fn entries_of(size: usize) -> usize {
    if size < 4 { 8 } else { 1 << (size - 1) }
}

impl Sizes {
    /// So many bundles for n points; `None` if they are more than eight in one.
    pub const fn new(n: usize, bundles: usize) -> Option<Sizes> {
        if bundles < n.div_ceil(MAX_BUNDLE) {
            return None;
        }
        let (Some(small), Some(large_count)) = (n.checked_div(bundles), n.checked_rem(bundles)) else {
            return Some(Sizes { small: 2, small_count: 0, large_count: 0 });
        };
        // A table is of two lists. A place that no point takes is infinite.
        if small < 2 {
            return Some(Sizes { small: 2, small_count: bundles, large_count: 0 });
        }
        Some(Sizes { small, small_count: bundles - large_count, large_count })
    }

    /// As few bundles as a size allows, which is from 1 to 8.
    pub const fn up_to(size: usize, n: usize) -> Option<Sizes> {
        if size == 0 { None } else { Sizes::new(n, n.div_ceil(size)) }
    }

    /// The number of bundles.
    pub const fn bundles(&self) -> usize {
        self.large_count + self.small_count
    }

    /// The points of bundle i.
    pub const fn size(&self, i: usize) -> usize {
        self.small + (i < self.large_count) as usize
    }

    /// Entries of all tables of bundles with one point more.
    pub(super) const fn large_entries(&self) -> usize {
        self.large_count.saturating_mul(entries_of(self.small + 1))
    }

    /// Entries of all tables; where that is no size, a number that takes more bytes than any size.
    pub(super) const fn entries(&self) -> usize {
        self.large_entries().saturating_add(self.small_count.saturating_mul(entries_of(self.small)))
    }
}
