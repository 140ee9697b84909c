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
use sizes::entries_of;

use super::generator::{GeneratorDigits, horner};
use crate::field::{Fe, Multiply};
use crate::group::{Curve, Ge, Gej, GejPair, expand_signed_sums, list_signed_sums};
use crate::recode::{BUNDLE_POSITIONS, BUNDLE_SIGN, MAX_BUNDLE, bundle_indices};
use crate::scalar::{GroupScalar, Half};
use crate::scratch::objects;
use core::marker::PhantomData;
use core::mem::size_of;

/// Indices of a bundle: both sides of every position.
const INDICES: usize = 2 * BUNDLE_POSITIONS;

/// Where the signs of halves wait, after their magnitudes, to become indices: a byte for each side, a bit for each point.
const SIGNS: usize = 2 * MAX_BUNDLE * size_of::<u128>();
const _: () = assert!(SIGNS + 2 <= INDICES);

/// The size that is enough: where there are many, bundles of eight are no faster, and take two thirds more memory.
const ENOUGH_MEMORY_FOR: usize = 7;

/// Points whose bundles of eight are worth their tables, since they are fewer. More points get no more memory than these,
/// until bundles of seven need it.
const FEW_POINTS: usize = 112;

/// Bundles up to which 129 doublings of a second sum take longer than it saves, by measurement.
pub const ONE_SUM_BUNDLES: usize = 4;

objects! {
    /// Memory of bundles.
    #[derive(Debug)]
    pub struct Space {
        /// The tables. Until all points are there, each has at its beginning the lists that it is made of; and
        /// before these, at its end, its points.
        tables: [Ge; 0, sizes.entries()],
        /// For each bundle the z of its table by itself, and the product of those of the bundles before.
        zs: [Fe; 0, sizes.bundles().saturating_mul(2)],
        /// For each bundle one side's indices by position, then the other side's; before these, its halves.
        indices: [u8; 0, sizes.bundles().saturating_mul(INDICES)],
    }
    fixed by sizes: Sizes
}

impl Space<'_> {
    /// Bytes that are enough for n points, and for every smaller number of them, in the sizes that [`Sizes::fitting`]
    /// finds: those of full bundles of seven. 631 for each point where seven divides n.
    pub fn bytes_up_to(n: usize) -> Option<usize> {
        Space::bytes_of_full(ENOUGH_MEMORY_FOR, n)
    }

    /// Bytes that are best for n points: all that [`Sizes::fitting`] makes use of.
    pub fn best_bytes(n: usize) -> Option<usize> {
        Some(Space::bytes_up_to(n)?.max(Space::bytes_of_full(MAX_BUNDLE, n.min(FEW_POINTS))?))
    }

    /// Bytes of as many full bundles of a size as n points need.
    fn bytes_of_full(size: usize, n: usize) -> Option<usize> {
        let full = n.div_ceil(size).checked_mul(size)?;
        Space::bytes(full, Sizes::up_to(size, full)?)
    }
}

impl Sizes {
    /// As few bundles as so many bytes allow, without padding: fewer bundles have less to add, and larger tables.
    pub fn fitting(n: usize, bytes: usize) -> Option<Sizes> {
        // A point takes more than a byte, so the search is not long.
        if n > bytes {
            return None;
        }
        let bytes = bytes.min(Space::best_bytes(n)?);
        (n.div_ceil(MAX_BUNDLE)..=n.div_ceil(2))
            .filter_map(|bundles| Sizes::new(n, bundles))
            .find(|&sizes| Space::bytes(n, sizes).is_some_and(|needed| needed <= bytes))
    }
}

/// A multiplication that takes points one at a time.
pub struct Bundles<'a, C, M> {
    space: Space<'a>,
    sizes: Sizes,
    /// Bundles that are complete, and the entries of their tables.
    complete: usize,
    entries: usize,
    /// Points that have arrived of the next one.
    waiting: usize,
    /// The product of the z's of complete bundles.
    z: Fe,
    marker: PhantomData<(C, M)>,
}

impl<'a, C: Curve, M: Multiply> Bundles<'a, C, M> {
    /// A multiplication of no points yet. The space is one for these sizes.
    #[inline(always)]
    pub fn new(space: Space<'a>, sizes: Sizes) -> Self {
        debug_assert!(space.tables.len() >= sizes.entries() && space.indices.len() >= INDICES * sizes.bundles());
        Bundles { space, sizes, complete: 0, entries: 0, waiting: 0, z: Fe::ONE, marker: PhantomData }
    }

    /// Adds k·p, for no more points than the sizes are for.
    #[inline(never)]
    pub fn push(&mut self, k: &C::Scalar, p: &Ge) {
        self.push_halves(k.split_odd(), p);
    }

    /// Adds (2·u1 + 1)·p + (2·u2 + 1)·λ·p.
    fn push_halves(&mut self, halves: [Half; 2], p: &Ge) {
        let (size, waiting) = (self.sizes.size(self.complete), self.waiting);
        // All objects of a bundle are in its Space: on the stack they would be in the way of what is called next.
        self.space.tables[self.entries..][..entries_of(size)][entries_of(size) - size..][waiting] = *p;
        let indices = self.next_indices();
        for (side, half) in halves.into_iter().enumerate() {
            let at = size_of::<u128>() * (2 * waiting + side);
            indices[at..][..size_of::<u128>()].copy_from_slice(&half.magnitude.to_le_bytes());
            indices[SIGNS + side] |= (half.negative as u8) << waiting;
        }
        self.waiting += 1;
        if self.waiting == size {
            self.complete_bundle();
        }
    }

    /// The indices of the bundle that is being filled.
    fn next_indices(&mut self) -> &mut [u8] {
        &mut self.space.indices[INDICES * self.complete..][..INDICES]
    }

    /// Turns the halves of the bundle that is complete now into its indices.
    #[inline(never)]
    fn write_indices(&mut self) {
        let size = self.waiting;
        let indices = self.next_indices();
        let half = |side: usize, i: usize| {
            let magnitude = indices[size_of::<u128>() * (2 * i + side)..].first_chunk().expect("all halves are there");
            Half { negative: indices[SIGNS + side] >> i & 1 == 1, magnitude: u128::from_le_bytes(*magnitude) }
        };
        let halves: [[Half; MAX_BUNDLE]; 2] = core::array::from_fn(|side| {
            core::array::from_fn(|i| if i < size { half(side, i) } else { Half::default() })
        });
        for (indices, halves) in indices.chunks_exact_mut(BUNDLE_POSITIONS).zip(&halves) {
            bundle_indices(&halves[..size], indices);
        }
    }

    /// Indices, lists and z of the bundle that is complete now.
    #[inline(never)]
    fn complete_bundle(&mut self) {
        self.write_indices();
        let size = self.waiting;
        let entries = entries_of(size);
        let (table, points) = self.space.tables[self.entries..][..entries].split_at_mut(entries - size);
        let z = list_signed_sums::<M>(points, table);
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
        self.build_tables(&Fe::ONE);
        let r = if self.sizes.bundles() <= ONE_SUM_BUNDLES { self.one_sum(g) } else { self.two_sums(g) };
        Gej { z: M::mul(&r.z, &self.z), ..r }
    }

    // Frames of their own: what one of them needs on the stack the next one can have.

    /// Fills places that no point has taken.
    #[inline(never)]
    pub(super) fn fill_up(&mut self) {
        while !self.is_full() {
            self.push_halves([Half::default(); 2], &Ge::INFINITY);
        }
    }

    /// Both sides in one sum, with a multiplication by β for each lookup on the λ side.
    #[inline(never)]
    fn one_sum(&self, g: Option<&C::Scalar>) -> Gej {
        horner::<C, M>(BUNDLE_POSITIONS, g, &self.z, |position, r| self.add_both_sides(position, r))
    }

    /// Adds what all bundles contribute at a position.
    #[inline(always)]
    pub(super) fn add_both_sides(&self, position: usize, r: &mut Gej) {
        self.for_each_bundle(position, |plain, lambda| {
            *r = r.add_ge::<M>(&plain).add_ge::<M>(&lambda.mul_lambda::<M>());
        });
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
            for (table, indices) in tables.chunks_exact(entries_of(size)).zip(&mut indices) {
                add(entry(table, indices[position]), entry(table, indices[BUNDLE_POSITIONS + position]));
            }
        }
    }

    /// Whether all points are there.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.complete == self.sizes.bundles()
    }

    /// The product of the z's of all bundles that are complete.
    pub(super) fn z(&self) -> &Fe {
        &self.z
    }

    /// Makes each bundle's table of its lists, on the curve isomorphic by the product of the z's of all bundles, and by
    /// the ratio to it of what comes after.
    #[inline(never)]
    pub(super) fn build_tables(&mut self, ratio: &Fe) {
        let mut end = self.entries;
        // Of the bundles after.
        let mut product = *ratio;
        for i in (0..self.sizes.bundles()).rev() {
            let size = self.sizes.size(i);
            let start = end - entries_of(size);
            let table = &mut self.space.tables[start..][..1 << (size - 1)];
            end = start;
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
