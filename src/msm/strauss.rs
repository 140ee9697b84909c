//! Strauss' algorithm with width-5 wNAF: one chain of doublings for all points.
//!
//! Straus, "Addition chains of vectors", 1964, with λ (GLV). For every point a table of its odd
//! multiples P, 3P, …, 15P; its two halves in non-adjacent form; then for each of 129 positions
//! a doubling and the additions of the digits there.
//!
//! All tables are on one isomorphic curve, so that the main loop adds affine points. The chain of
//! table entries, over all points, keeps the ratio of each z to the one before; a pass backwards scales every
//! entry to the last z, with no inversion. λP has the same y as P, so the second table is x alone.
//!
//! Cost for n points: 129 doublings; n·(81 M + 27 S) for the tables and about 43·n mixed additions. With width-3 digits a
//! point takes half as much memory, and about 65 additions with tables of n·(21 M + 9 S).

use super::generator::horner;
use crate::field::{Fe, Multiply};
use crate::group::{Curve, Ge, Gej, add_update, double_update};
use crate::recode::Wnaf;
use crate::scalar::GroupScalar;
use crate::scratch::objects;
use core::marker::PhantomData;

/// Width of the digits that is fastest.
pub const WIDTH: u32 = 5;
/// Width of the digits where memory is short.
pub const NARROW: u32 = 3;

/// Odd multiples below 2^(width − 1).
const fn table_len(width: u32) -> usize {
    1 << (width - 2)
}

/// Slots for the digits of one half.
const fn slots(width: u32) -> usize {
    Wnaf::max_digits(width)
}

/// A digit as a table entry: bits 0 to 2 the index, bit 3 the sign.
type Digit = u8;
const INDEX: Digit = table_len(WIDTH) as Digit - 1;
const SIGN: Digit = INDEX + 1;

/// The number of a slot plus one, or zero for none.
type Link = u16;

/// Points at most in a batch. More would save few doublings, 129 in all, and leave the second-level cache.
pub const MAX_POINTS: usize = 256;
const _: () = assert!(MAX_POINTS * 2 * slots(NARROW) <= Link::MAX as usize);

objects! {
    /// Memory of Strauss' algorithm: 924 bytes a point, with narrow digits 456.
    #[derive(Debug)]
    pub struct Space {
        /// Odd multiples.
        tables: [Ge; table_len(width), 0],
        /// First the ratio of an entry's z to that of the entry before, then the entry's β·x.
        lambda_x: [Fe; table_len(width), 0],
        /// The next digit at the same position as a slot's.
        links: [Link; 2 * slots(width), 0],
        /// The digit in a slot.
        digits: [Digit; 2 * slots(width), 0],
    }
    fixed by width: u32
}

/// Memory for one point on the stack.
#[repr(C, align(64))]
pub struct OnePoint {
    tables: [Ge; table_len(WIDTH)],
    lambda_x: [Fe; table_len(WIDTH)],
    links: [Link; 2 * slots(WIDTH)],
    digits: [Digit; 2 * slots(WIDTH)],
}

impl Default for OnePoint {
    fn default() -> OnePoint {
        OnePoint {
            tables: [Ge::INFINITY; table_len(WIDTH)],
            lambda_x: [Fe::ZERO; table_len(WIDTH)],
            links: [0; 2 * slots(WIDTH)],
            digits: [0; 2 * slots(WIDTH)],
        }
    }
}

impl OnePoint {
    /// The memory as objects.
    pub fn space(&mut self) -> Space<'_> {
        let OnePoint { tables, lambda_x, links, digits } = self;
        Space { tables, lambda_x, links, digits }
    }
}

/// A multiplication that takes points one at a time, with digits of width `W`.
pub struct Strauss<'a, C, M, const W: u32> {
    space: Space<'a>,
    /// Points taken.
    points: usize,
    /// z of the isomorphic curve that the last table entry is on.
    z: Fe,
    /// The first slot, plus one, of each position's digits.
    heads: [Link; Wnaf::POSITIONS],
    marker: PhantomData<(C, M)>,
}

impl<'a, C: Curve, M: Multiply, const W: u32> Strauss<'a, C, M, W> {
    /// Odd multiples of a point.
    const TABLE: usize = table_len(W);
    /// Slots for the digits of one half.
    const SLOTS: usize = slots(W);

    /// A multiplication of no points yet.
    #[inline(always)]
    pub fn new(space: Space<'a>) -> Self {
        const { assert!(2 <= W && W <= WIDTH) };
        Strauss { space, points: 0, z: Fe::ONE, heads: [0; Wnaf::POSITIONS], marker: PhantomData }
    }

    /// Adds k·p, for a point that is affine. Terms that vanish take no space.
    pub fn push(&mut self, k: &C::Scalar, p: &Ge) {
        self.push_jacobian(k, &Gej::from_ge(p));
    }

    /// Adds k·p. Only the first point may have a z other than 0 and 1.
    pub fn push_jacobian(&mut self, k: &C::Scalar, p: &Gej) {
        if k.is_zero() || p.is_infinity() {
            return;
        }
        let mut affine = Ge { x: p.x, y: p.y };
        if self.points == 0 {
            // (x, y) is affine on the curve isomorphic by its own z, where the chain begins.
            self.z = p.z;
        } else {
            affine = affine.rescale::<M>(&self.z);
        }
        self.push_here(k, &affine);
    }

    /// Adds k·p, for a point that is affine, in a chain of tables that goes on where others end: on the curve
    /// isomorphic by `z`.
    #[inline(never)]
    pub(super) fn push_from(&mut self, z: &Fe, k: &C::Scalar, p: &Ge) {
        if k.is_zero() || p.is_infinity() {
            return;
        }
        if self.points == 0 {
            self.z = *z;
        }
        self.push_here(k, &p.rescale::<M>(&self.z));
    }

    /// Adds k·p, where p is finite and on the curve isomorphic by `self.z`, and k is not zero.
    #[inline(never)]
    fn push_here(&mut self, k: &C::Scalar, p: &Ge) {
        self.chain_odd_multiples(p);
        for (side, half) in k.split_lambda().into_iter().enumerate() {
            self.chain_digits(2 * self.points + side, half.negative, Wnaf::new(half.magnitude, W));
        }
        self.points += 1;
    }

    /// Table of p, which is on the curve isomorphic by `self.z`. 3 M, 4 S, and 5 M, 2 S for each entry after
    /// the first.
    fn chain_odd_multiples(&mut self, p: &Ge) {
        let entries = self.points * Self::TABLE..(self.points + 1) * Self::TABLE;
        let mut table = self.space.tables[entries.clone()].iter_mut().zip(&mut self.space.lambda_x[entries]);
        // 2p comes along from entry to entry, so each of them is a Co-Z addition.
        let (mut double, mut multiple, mut ratio) = double_update::<M>(p);
        let mut z = M::mul(&self.z, &ratio);
        let (entry, r) = table.next().expect("a table has entries");
        (*entry, *r) = (multiple, ratio);
        for (entry, r) in table {
            (multiple, double, ratio) = add_update::<M>(&double, &multiple);
            z = M::mul(&z, &ratio);
            (*entry, *r) = (multiple, ratio);
        }
        self.z = z;
    }

    /// Puts each digit of a half before the others of its position.
    fn chain_digits(&mut self, half: usize, negative: bool, digits: Wnaf) {
        let slots = half * Self::SLOTS..(half + 1) * Self::SLOTS;
        let digits = slots.clone().zip(digits).map(|(slot, (position, digit))| {
            let sign = if (digit < 0) != negative { SIGN } else { 0 };
            (slot, position, sign | ((digit.unsigned_abs() - 1) / 2) as Digit)
        });
        for (slot, position, digit) in digits {
            self.space.digits[slot] = digit;
            self.space.links[slot] = self.heads[position];
            self.heads[position] = slot as Link + 1;
        }
    }

    /// The sum, with k·G if there is one.
    #[inline(never)]
    pub fn finish(&mut self, g: Option<&C::Scalar>) -> Gej {
        self.scale_to_last_z();
        let r = horner::<C, M>(self.positions(), g, &self.z, |position, r| {
            self.for_each_digit(position, |entry| *r = r.add_ge::<M>(&entry));
        });
        Gej { z: M::mul(&r.z, &self.z), ..r }
    }

    /// One more than the highest position with a digit.
    fn positions(&self) -> usize {
        self.heads.iter().rposition(|&head| head != 0).map_or(0, |position| position + 1)
    }

    /// The multiples that the digits at a position stand for.
    #[inline(always)]
    pub(super) fn for_each_digit(&self, position: usize, mut add: impl FnMut(Ge)) {
        let mut link = self.heads[position];
        while let Some(slot) = (link as usize).checked_sub(1) {
            add(self.entry(slot));
            link = self.space.links[slot];
        }
    }

    /// Whether no point has been taken.
    pub(super) fn is_empty(&self) -> bool {
        self.points == 0
    }

    /// z of the curve that all entries are on after [`Self::scale_to_last_z`].
    pub(super) fn z(&self) -> &Fe {
        &self.z
    }

    /// The multiple that a slot's digit stands for.
    #[inline(always)]
    fn entry(&self, slot: usize) -> Ge {
        let digit = self.space.digits[slot];
        let half = slot / Self::SLOTS;
        let i = half / 2 * Self::TABLE + (digit & INDEX) as usize;
        let entry = &self.space.tables[i];
        let x = if half % 2 == 0 { entry.x } else { self.space.lambda_x[i] };
        Ge { x, y: entry.y }.cneg(digit & SIGN != 0)
    }

    /// Brings every entry to the z of the last one, and leaves β·x where the ratios were. An entry
    /// takes 5 M, 1 S. Returns the ratio of the last z to that where the chain began.
    pub(super) fn scale_to_last_z(&mut self) -> Fe {
        let count = self.points * Self::TABLE;
        let mut factor = Fe::ONE;
        for i in (0..count).rev() {
            if i + 1 < count {
                self.space.tables[i] = self.space.tables[i].rescale::<M>(&factor);
            }
            factor = M::mul(&factor, &self.space.lambda_x[i]);
            self.space.lambda_x[i] = M::mul(&self.space.tables[i].x, &Fe::BETA);
        }
        factor
    }
}
