//! Bundles: points that share one table of all of their sums with signs.
//!
//! The idea of libsecp256k1's pull request 1994, with other tables and another loop; `docs/bundle.md` says what differs
//! and why. A bundle's scalars are split by λ and recoded together, so that at each of 129 positions, on each of
//! the two **sides** of the split, the bundle contributes ±P_0 ± P_1 ± …: an entry of a table of 2^(size − 1), or its
//! negation. One addition for all points of the bundle, where Strauss' algorithm has one for each digit.
//!
//! Each side has a sum of its own, and λ is applied once, at the end. The table needs no β·x for that, and two
//! sums that do not wait for each other keep the multiplier busy. It costs 129 doublings, which overlap as well.
//!
//! Zero scalars and infinite points take the same steps as all others.

use super::generator::GeneratorDigits;
use crate::field::{Fe, Multiply};
use crate::group::{Curve, Ge, Gej, GejPair, SumsAndDifferences};
use crate::recode::{BUNDLE_POSITIONS, BUNDLE_SIGN, MAX_BUNDLE, bundle_indices};
use crate::scalar::{GroupScalar, Half};
use crate::scratch::objects;
use core::marker::PhantomData;

/// Indices of a bundle: both sides of every position.
const INDICES: usize = 2 * BUNDLE_POSITIONS;

/// Bundles up to which 129 doublings of a second sum take longer than it saves, by measurement.
const ONE_SUM_BUNDLES: usize = 2;

/// How points are cut into bundles: evenly, in sizes that differ by at most one, so that no point is left over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The size of most bundles, or of all.
    small: usize,
    /// How many of them there are.
    small_count: usize,
    /// How many there are, before these, that have one point more.
    large_count: usize,
}

impl Sizes {
    /// So many bundles for n points; `None` if they are more than eight in one.
    pub const fn new(n: usize, bundles: usize) -> Option<Sizes> {
        if bundles < n.div_ceil(MAX_BUNDLE) {
            return None;
        }
        let (small, large_count) = if bundles == 0 { (0, 0) } else { (n / bundles, n % bundles) };
        // A table is of two lists. A place that no point takes is infinite.
        if small < 2 {
            return Some(Sizes { small: 2, small_count: bundles, large_count: 0 });
        }
        Some(Sizes { small, small_count: bundles - large_count, large_count })
    }

    /// As few bundles as a size allows.
    pub const fn up_to(size: usize, n: usize) -> Option<Sizes> {
        if size == 0 { None } else { Sizes::new(n, n.div_ceil(size)) }
    }

    /// The number of bundles.
    pub const fn bundles(&self) -> usize {
        self.large_count + self.small_count
    }

    /// The points of bundle i.
    const fn size(&self, i: usize) -> usize {
        self.small + (i < self.large_count) as usize
    }

    /// Entries of all tables of bundles with one point more.
    const fn large_entries(&self) -> usize {
        self.large_count << self.small
    }

    /// Entries of all tables.
    const fn entries(&self) -> usize {
        self.large_entries() + (self.small_count << (self.small - 1))
    }
}

objects! {
    /// Memory of bundles.
    #[derive(Debug)]
    pub struct Space {
        /// The tables, and at the beginning of each, until all points are there, the lists that it is made of.
        tables: [Ge; 0, sizes.entries()],
        /// For each bundle the z of its table by itself, and the product of those of the bundles before.
        zs: [Fe; 0, 2 * sizes.bundles()],
        /// For each bundle one side's indices by position, then the other side's.
        indices: [u8; 0, INDICES * sizes.bundles()],
    }
    fixed by sizes: Sizes
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
    halves: [[Half; MAX_BUNDLE]; 2],
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
            halves: [[Half::default(); MAX_BUNDLE]; 2],
            waiting: 0,
            z: Fe::ONE,
            marker: PhantomData,
        }
    }

    /// Adds k·p, for no more points than the sizes are for.
    pub fn push(&mut self, k: &C::Scalar, p: &Ge) {
        self.push_halves(k.split_odd(), p);
    }

    /// Adds (2·u1 + 1)·p + (2·u2 + 1)·λ·p.
    fn push_halves(&mut self, [u1, u2]: [Half; 2], p: &Ge) {
        self.points[self.waiting] = *p;
        self.halves[0][self.waiting] = u1;
        self.halves[1][self.waiting] = u2;
        self.waiting += 1;
        if self.waiting == self.sizes.size(self.complete) {
            self.complete_bundle();
        }
    }

    /// Indices, lists and z of the bundle that is complete now.
    fn complete_bundle(&mut self) {
        let size = self.waiting;
        let indices = &mut self.space.indices[INDICES * self.complete..][..INDICES];
        for (halves, indices) in self.halves.iter().zip(indices.chunks_exact_mut(BUNDLE_POSITIONS)) {
            bundle_indices(&halves[..size], indices);
        }
        let (lists, z) = SumsAndDifferences::of_points::<M>(&self.points[..size]);
        let z = M::mul(&z, &lists.product_of_denominators::<M>());
        let entries = 1 << (size - 1);
        lists.store(&mut self.space.tables[self.entries..][..entries]);
        self.space.zs[2 * self.complete] = z;
        self.space.zs[2 * self.complete + 1] = self.z;
        self.z = M::mul(&self.z, &z);
        self.entries += entries;
        self.complete += 1;
        self.waiting = 0;
    }

    /// The sum, with k·G if there is one.
    pub fn finish(mut self, g: Option<&C::Scalar>) -> Gej {
        while self.complete < self.sizes.bundles() {
            self.push_halves([Half::default(); 2], &Ge::INFINITY);
        }
        self.build_tables();
        let g = GeneratorDigits::<C>::new(g);
        let r = if self.sizes.bundles() <= ONE_SUM_BUNDLES { self.one_sum(g) } else { self.two_sums(g) };
        Gej { z: M::mul(&r.z, &self.z), ..r }
    }

    /// Both sides in one sum, with a multiplication by β for each lookup on the λ side.
    fn one_sum(&self, mut g: GeneratorDigits<C>) -> Gej {
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
    fn two_sums(&self, mut g: GeneratorDigits<C>) -> Gej {
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
    fn build_tables(&mut self) {
        let mut end = self.entries;
        // Of the bundles after.
        let mut product = Fe::ONE;
        for i in (0..self.sizes.bundles()).rev() {
            let size = self.sizes.size(i);
            let table = &mut self.space.tables[..end][end - (1 << (size - 1))..];
            end -= table.len();
            let [z, before] = [self.space.zs[2 * i], self.space.zs[2 * i + 1]];
            SumsAndDifferences::load(size, table).all::<M>(&M::mul(&before, &product), table);
            product = M::mul(&product, &z);
        }
    }
}

/// The table entry that an index stands for.
#[inline(always)]
fn entry(table: &[Ge], index: u8) -> Ge {
    table[(index & !BUNDLE_SIGN) as usize & (table.len() - 1)].cneg(index & BUNDLE_SIGN != 0)
}
