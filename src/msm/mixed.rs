//! Bundles, and single points beside them: one chain of doublings for both.
//!
//! Where there is no room for a second bundle, or a larger one, two or three points are better added by themselves, as in
//! Strauss' algorithm, than by a bundle of their own, which takes as many additions for three points as for six. Narrow
//! digits keep their tables small: the place for this is the stack.
//!
//! The chain of table entries goes on from the bundles' curve, so that the ratio of its last z to that of the bundles is one
//! more factor of their tables.

use super::bundle::Bundles;
use super::generator::horner;
use super::strauss::{NARROW, Space, Strauss};
use crate::field::Multiply;
use crate::group::{Curve, Ge, Gej};
use crate::recode::{BUNDLE_POSITIONS, Wnaf};

/// A multiplication that takes points one at a time: first as many as the bundles need, then single ones.
pub struct Mixed<'a, C, M> {
    bundles: Bundles<'a, C, M>,
    singles: Strauss<'a, C, M, NARROW>,
}

impl<'a, C: Curve, M: Multiply> Mixed<'a, C, M> {
    /// A multiplication of no points yet.
    #[inline(always)]
    pub fn new(bundles: Bundles<'a, C, M>, singles: Space<'a>) -> Self {
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
