//! Bundles, and single points beside them: one chain of doublings for both.
//!
//! Where there is no room for one more bundle, or where it would hold few points, two or three points are better added by
//! themselves, as in Strauss' algorithm: a bundle takes as many additions for three points as for eight. On the stack narrow
//! digits keep the tables of single points small.
//!
//! The chain of table entries goes on from the bundles' curve, so that the ratio of its last z to that of the bundles is one
//! more factor of their tables.

use super::bundle::{self, Bundles, ONE_SUM_BUNDLES, Sizes};
use super::generator::horner;
use super::strauss::{self, Strauss};
use crate::field::Multiply;
use crate::group::{Curve, Ge, Gej};
use crate::recode::{BUNDLE_POSITIONS, MAX_BUNDLE, Wnaf};
use crate::scratch::PADDING;

/// Points beside bundles of eight that take less than one more bundle, by count and by measurement.
const MOST_SINGLES: usize = 3;

/// How points are cut: first those in bundles, then single ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Points in bundles.
    pub bundled: usize,
    /// The sizes of these.
    pub sizes: Sizes,
    /// Single points.
    pub singles: usize,
}

impl Cut {
    /// As few bundles as a size allows; `None` where that is no size.
    pub const fn new(bundled: usize, size: usize, singles: usize) -> Option<Cut> {
        match Sizes::up_to(size, bundled) {
            Some(sizes) => Some(Cut { bundled, sizes, singles }),
            None => None,
        }
    }

    /// The cut of n points that takes least time in so many bytes: bundles of eight with few single points beside them, or
    /// else as few bundles as can be.
    pub fn fitting(n: usize, bytes: usize) -> Option<Cut> {
        let singles = n % MAX_BUNDLE;
        if (1..=MOST_SINGLES).contains(&singles) && (1..=ONE_SUM_BUNDLES).contains(&(n / MAX_BUNDLE)) {
            let cut = Cut::new(n - singles, MAX_BUNDLE, singles)?;
            if cut.bytes().is_some_and(|needed| needed <= bytes) {
                return Some(cut);
            }
        }
        Some(Cut { bundled: n, sizes: Sizes::fitting(n, bytes)?, singles: 0 })
    }

    /// Points in all.
    pub const fn points(&self) -> usize {
        self.bundled + self.singles
    }

    /// Bytes of its objects with single points of full width. Each of the two parts may begin at a cache line.
    fn bytes(&self) -> Option<usize> {
        let singles = strauss::Space::bytes(self.singles, strauss::WIDTH)?;
        bundle::Space::bytes(self.bundled, self.sizes)?.checked_add(singles)?.checked_add(PADDING)
    }
}

/// A multiplication that takes points one at a time: first as many as the bundles need, then single ones, with digits of
/// width `W`.
pub struct Mixed<'a, C, M, const W: u32> {
    bundles: Bundles<'a, C, M>,
    singles: Strauss<'a, C, M, W>,
}

impl<'a, C: Curve, M: Multiply, const W: u32> Mixed<'a, C, M, W> {
    /// A multiplication of no points yet.
    #[inline(always)]
    pub fn new(bundles: Bundles<'a, C, M>, singles: strauss::Space<'a>) -> Self {
        Mixed { bundles, singles: Strauss::new(singles) }
    }

    /// Adds k·p.
    #[inline(always)]
    pub fn push(&mut self, k: &C::Scalar, p: &Ge) {
        if !self.bundles.is_full() {
            self.bundles.push(k, p);
        } else {
            self.singles.push_from(self.bundles.z(), k, p);
        }
    }

    /// The sum, with k·G if there is one.
    #[inline(always)]
    pub fn finish(&mut self, g: Option<&C::Scalar>) -> Gej {
        // If the bundles are not full, there are no single points.
        self.bundles.fill_up();
        let ratio = self.singles.scale_to_last_z();
        self.bundles.build_tables(&ratio);
        self.sum(g)
    }

    #[inline(never)]
    fn sum(&self, g: Option<&C::Scalar>) -> Gej {
        const { assert!(BUNDLE_POSITIONS == Wnaf::POSITIONS) };
        let z = if self.singles.is_empty() { self.bundles.z() } else { self.singles.z() };
        let r = horner::<C, M>(BUNDLE_POSITIONS, g, z, |position, r| {
            self.bundles.add_both_sides(position, r);
            self.singles.for_each_digit(position, |entry| *r = r.add_ge::<M>(&entry));
        });
        Gej { z: M::mul(&r.z, z), ..r }
    }
}
