//! Bundles: points that share one table of all of their sums with signs.
//!
//! The idea of libsecp256k1's pull request 1994, with other tables and another loop; `docs/bundle.md` says what differs
//! and why. A bundle's scalars are split by λ and recoded together, so that at each of 129 positions, on each of
//! the two **sides** of the split, the bundle contributes ±P_0 ± P_1 ± …: an entry of a table of 2^(size − 1), or its
//! negation. One addition for all points of the bundle, where Strauss' algorithm has one for each digit.
//!
//! Each side has a sum of its own, and λ is applied once, at the end. The table needs no β·x for that, and two
//! sums that do not wait for each other keep the multiplier busy. It costs 129 doublings more, so a few bundles are
//! added to one sum instead, and each lookup on the λ side is multiplied by β.
//!
//! Zero scalars and infinite points take the same steps as all others.

mod sizes;

pub use sizes::Sizes;

use super::generator::GeneratorDigits;
use crate::field::{Fe, Multiply};
use crate::group::{Curve, Ge, Gej, GejPair, expand_signed_sums, list_signed_sums};
use crate::recode::{BUNDLE_POSITIONS, BUNDLE_SIGN, MAX_BUNDLE, bundle_indices};
use crate::scalar::{GroupScalar, Half};
use crate::scratch::objects;
use core::marker::PhantomData;
use core::mem::size_of;

/// Indices of a bundle: both sides of every position.
const INDICES: usize = 2 * BUNDLE_POSITIONS;

/// The size that memory is sized for: bundles of eight are no faster, and take two thirds more.
const ENOUGH_MEMORY_FOR: usize = 7;

/// Bundles up to which 129 doublings of a second sum take longer than it saves, by measurement.
const ONE_SUM_BUNDLES: usize = 4;

objects! {
    /// Memory of bundles.
    #[derive(Debug)]
    pub struct Space {
        /// The tables, and at the beginning of each, until all points are there, the lists that it is made of.
        tables: [Ge; 0, sizes.entries()],
        /// For each bundle the z of its table by itself, and the product of those of the bundles before.
        zs: [Fe; 0, sizes.bundles().saturating_mul(2)],
        /// For each bundle one side's indices by position, then the other side's.
        indices: [u8; 0, sizes.bundles().saturating_mul(INDICES)],
    }
    fixed by sizes: Sizes
}

/// Bytes of the objects of one bundle.
pub const fn bytes_of_bundle(size: usize) -> usize {
    (size_of::<Ge>() << (size - 1)) + 2 * size_of::<Fe>() + INDICES
}

impl Space<'_> {
    /// Bytes that are enough for n points, and for every smaller number of them, in the sizes that
    /// [`Sizes::fitting`] finds: those of full bundles of seven. 631 for each point where seven divides n.
    pub fn bytes_up_to(n: usize) -> Option<usize> {
        let full = n.div_ceil(ENOUGH_MEMORY_FOR).checked_mul(ENOUGH_MEMORY_FOR)?;
        Space::bytes(full, Sizes::up_to(ENOUGH_MEMORY_FOR, full)?)
    }
}

/// A multiplication that takes points one at a time.
pub struct Bundles<'a, C, M> {
    space: Space<'a>,
    sizes: Sizes,
    /// Bundles that are complete, and the entries of their tables.
    complete: usize,
    entries: usize,
    /// What has arrived of the next one.
    points: [Ge; MAX_BUNDLE],
    magnitudes: [[u128; MAX_BUNDLE]; 2],
    negatives: [[bool; MAX_BUNDLE]; 2],
    waiting: usize,
    /// The product of the z's of complete bundles.
    z: Fe,
    marker: PhantomData<(C, M)>,
}

impl<'a, C: Curve, M: Multiply> Bundles<'a, C, M> {
    /// A multiplication of no points yet. The space is one for these sizes.
    pub fn new(space: Space<'a>, sizes: Sizes) -> Self {
        debug_assert!(space.tables.len() >= sizes.entries() && space.indices.len() >= INDICES * sizes.bundles());
        Bundles {
            space,
            sizes,
            complete: 0,
            entries: 0,
            points: [Ge::INFINITY; MAX_BUNDLE],
            magnitudes: [[0; MAX_BUNDLE]; 2],
            negatives: [[false; MAX_BUNDLE]; 2],
            waiting: 0,
            z: Fe::ONE,
            marker: PhantomData,
        }
    }

    /// Adds k·p, for no more points than the sizes are for.
    #[inline(never)]
    pub fn push(&mut self, k: &C::Scalar, p: &Ge) {
        self.push_halves(k.split_odd(), p);
    }

    /// Adds (2·u1 + 1)·p + (2·u2 + 1)·λ·p.
    fn push_halves(&mut self, halves: [Half; 2], p: &Ge) {
        self.points[self.waiting] = *p;
        for (side, half) in halves.into_iter().enumerate() {
            self.magnitudes[side][self.waiting] = half.magnitude;
            self.negatives[side][self.waiting] = half.negative;
        }
        self.waiting += 1;
        if self.waiting == self.sizes.size(self.complete) {
            self.complete_bundle();
        }
    }

    /// Indices of the bundle that is complete now.
    #[inline(never)]
    fn write_indices(&mut self) {
        let indices = &mut self.space.indices[INDICES * self.complete..][..INDICES];
        for (side, indices) in indices.chunks_exact_mut(BUNDLE_POSITIONS).enumerate() {
            let half = |i: usize| Half { negative: self.negatives[side][i], magnitude: self.magnitudes[side][i] };
            bundle_indices(&core::array::from_fn::<_, MAX_BUNDLE, _>(half)[..self.waiting], indices);
        }
    }

    /// Indices, lists and z of the bundle that is complete now.
    #[inline(never)]
    fn complete_bundle(&mut self) {
        self.write_indices();
        let size = self.waiting;
        let entries = 1 << (size - 1);
        let table = &mut self.space.tables[self.entries..][..entries];
        let z = list_signed_sums::<M>(&self.points[..size], table);
        self.space.zs[2 * self.complete] = z;
        self.space.zs[2 * self.complete + 1] = self.z;
        self.z = M::mul(&self.z, &z);
        self.entries += entries;
        self.complete += 1;
        self.waiting = 0;
    }

    /// The sum, with k·G if there is one.
    #[inline(always)]
    pub fn finish(&mut self, g: Option<&C::Scalar>) -> Gej {
        self.fill_up();
        self.build_tables();
        let r = if self.sizes.bundles() <= ONE_SUM_BUNDLES { self.one_sum(g) } else { self.two_sums(g) };
        Gej { z: M::mul(&r.z, &self.z), ..r }
    }

    // Frames of their own: what one of them needs on the stack the next one can have.

    /// Fills places that no point has taken.
    #[inline(never)]
    fn fill_up(&mut self) {
        while self.complete < self.sizes.bundles() {
            self.push_halves([Half::default(); 2], &Ge::INFINITY);
        }
    }

    /// Both sides in one sum, with a multiplication by β for each lookup on the λ side.
    #[inline(never)]
    fn one_sum(&self, g: Option<&C::Scalar>) -> Gej {
        let mut g = GeneratorDigits::<C>::new(g);
        let mut r = Gej::INFINITY;
        for position in (0..BUNDLE_POSITIONS).rev() {
            r = r.double::<M>();
            self.for_each_bundle(position, |plain, lambda| {
                r = r.add_ge::<M>(&plain).add_ge::<M>(&lambda.mul_lambda::<M>());
            });
            while let Some(entry) = g.next_at(position) {
                r = r.add_zinv::<M>(&entry, &self.z);
            }
        }
        r
    }

    /// A sum for each side.
    #[inline(never)]
    fn two_sums(&self, g: Option<&C::Scalar>) -> Gej {
        let mut g = GeneratorDigits::<C>::new(g);
        let mut r = GejPair::INFINITY;
        for position in (0..BUNDLE_POSITIONS).rev() {
            r.double::<M>();
            self.for_each_bundle(position, |plain, lambda| r.add_ge::<M>(&plain, &lambda));
            while let Some(entry) = g.next_at(position) {
                let [p, q] = r.get();
                r = GejPair::new(&p.add_zinv::<M>(&entry, &self.z), &q);
            }
        }
        let [plain, lambda] = r.get();
        plain.add::<M>(&Gej { x: M::mul(&lambda.x, &Fe::BETA), ..lambda })
    }

    /// What each bundle contributes at a position, on the plain side and, not yet multiplied by λ, on the λ side.
    #[inline(always)]
    fn for_each_bundle(&self, position: usize, mut add: impl FnMut(Ge, Ge)) {
        let (large, small) = self.space.tables.split_at(self.sizes.large_entries());
        let mut indices = self.space.indices.chunks_exact(INDICES);
        for (tables, size) in [(large, self.sizes.small + 1), (small, self.sizes.small)] {
            for (table, indices) in tables.chunks_exact(1 << (size - 1)).zip(&mut indices) {
                add(entry(table, indices[position]), entry(table, indices[BUNDLE_POSITIONS + position]));
            }
        }
    }

    /// Makes each bundle's table of its lists, on the curve isomorphic by the product of the z's of all bundles.
    #[inline(never)]
    fn build_tables(&mut self) {
        let mut end = self.entries;
        // Of the bundles after.
        let mut product = Fe::ONE;
        for i in (0..self.sizes.bundles()).rev() {
            let size = self.sizes.size(i);
            let table = &mut self.space.tables[..end][end - (1 << (size - 1))..];
            end -= table.len();
            let [z, before] = [self.space.zs[2 * i], self.space.zs[2 * i + 1]];
            expand_signed_sums::<M>(size, &M::mul(&before, &product), table);
            product = M::mul(&product, &z);
        }
    }
}

/// The table entry that an index stands for.
#[inline(always)]
fn entry(table: &[Ge], index: u8) -> Ge {
    table[(index & !BUNDLE_SIGN) as usize & (table.len() - 1)].cneg(index & BUNDLE_SIGN != 0)
}

#[cfg(test)]
mod tests;
