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
//! Cost for n points: 129 doublings; n·(73 M + 27 S) for the tables and about 43·n mixed additions.

use super::generator::GeneratorDigits;
use crate::field::{Fe, Multiply};
use crate::group::{Curve, Ge, Gej, add_update, double_update};
use crate::recode::Wnaf;
use crate::scalar::GroupScalar;
use crate::scratch::objects;
use core::marker::PhantomData;

/// Width of the digits.
const WIDTH: u32 = 5;
/// Odd multiples below 2^(WIDTH − 1).
const TABLE: usize = 1 << (WIDTH - 2);
/// Slots for the digits of one half: a power of two, so that a slot's number tells its half.
const SLOTS: usize = Wnaf::max_digits(WIDTH).next_power_of_two();

/// A digit, and the slot of the next digit at the same position.
///
/// Bits 0 to 2 the table entry, bit 3 the sign, bits 4 to 31 the next slot plus one, or zero.
type Link = u32;
const ENTRY_MASK: Link = TABLE as Link - 1;
const SIGN: Link = TABLE as Link;
const NEXT_SHIFT: u32 = WIDTH - 1;

/// Points at most: slots are numbered in 28 bits.
pub const MAX_POINTS: usize = ((1 << (Link::BITS - NEXT_SHIFT)) - 1) / (2 * SLOTS);

objects! {
    /// Memory of Strauss' algorithm: 1024 bytes a point.
    #[derive(Debug)]
    pub struct Space {
        /// Odd multiples.
        tables: [Ge; TABLE, 0],
        /// First the ratio of an entry's z to that of the entry before, then the entry's β·x.
        lambda_x: [Fe; TABLE, 0],
        /// Digits, chained by position.
        links: [Link; 2 * SLOTS, 0],
    }
    fixed by _none: ()
}

/// Memory for one point on the stack.
pub struct OnePoint {
    tables: [Ge; TABLE],
    lambda_x: [Fe; TABLE],
    links: [Link; 2 * SLOTS],
}

impl Default for OnePoint {
    fn default() -> OnePoint {
        OnePoint { tables: [Ge::INFINITY; TABLE], lambda_x: [Fe::ZERO; TABLE], links: [0; 2 * SLOTS] }
    }
}

impl OnePoint {
    /// The memory as objects.
    pub fn space(&mut self) -> Space<'_> {
        Space { tables: &mut self.tables, lambda_x: &mut self.lambda_x, links: &mut self.links }
    }
}

/// A multiplication that takes points one at a time.
pub struct Strauss<'a, C, M> {
    space: Space<'a>,
    /// Points taken.
    points: usize,
    /// z of the isomorphic curve that the last table entry is on.
    z: Fe,
    /// The first slot, plus one, of each position's digits.
    heads: [Link; Wnaf::POSITIONS],
    marker: PhantomData<(C, M)>,
}

impl<'a, C: Curve, M: Multiply> Strauss<'a, C, M> {
    /// A multiplication of no points yet.
    pub fn new(space: Space<'a>) -> Self {
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
        self.chain_odd_multiples(&affine);
        for (side, half) in k.split_lambda().into_iter().enumerate() {
            self.chain_digits(2 * self.points + side, half.negative, Wnaf::new(half.magnitude, WIDTH));
        }
        self.points += 1;
    }

    /// Table of p, which is on the curve isomorphic by `self.z`. 38 M, 18 S.
    fn chain_odd_multiples(&mut self, p: &Ge) {
        let entries = self.points * TABLE..(self.points + 1) * TABLE;
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
        let first = half * SLOTS;
        let slots = &mut self.space.links[first..first + SLOTS];
        for (i, (link, (position, digit))) in slots.iter_mut().zip(digits).enumerate() {
            let sign = if (digit < 0) != negative { SIGN } else { 0 };
            let entry = (digit.unsigned_abs() - 1) / 2;
            *link = entry | sign | self.heads[position] << NEXT_SHIFT;
            self.heads[position] = (first + i + 1) as Link;
        }
    }

    /// The sum, with k·G if there is one.
    pub fn finish(mut self, g: Option<&C::Scalar>) -> Gej {
        self.scale_to_last_z();
        let mut g = GeneratorDigits::<C>::new(g);
        let top = self.heads.iter().rposition(|&head| head != 0).map_or(0, |position| position + 1);
        let mut r = Gej::INFINITY;
        for position in (0..top.max(g.positions())).rev() {
            if !r.is_infinity() {
                r = r.double::<M>();
            }
            let mut slot = self.heads[position];
            while slot != 0 {
                let link = self.space.links[slot as usize - 1];
                r = r.add_ge::<M>(&self.entry(slot as usize - 1, link));
                slot = link >> NEXT_SHIFT;
            }
            while let Some(entry) = g.next_at(position) {
                r = r.add_zinv::<M>(&entry, &self.z);
            }
        }
        Gej { z: M::mul(&r.z, &self.z), ..r }
    }

    /// The multiple that a slot's digit stands for.
    #[inline(always)]
    fn entry(&self, slot: usize, link: Link) -> Ge {
        let half = slot / SLOTS;
        let i = half / 2 * TABLE + (link & ENTRY_MASK) as usize;
        let entry = &self.space.tables[i];
        let x = if half % 2 == 0 { entry.x } else { self.space.lambda_x[i] };
        Ge { x, y: entry.y }.cneg(link & SIGN != 0)
    }

    /// Brings every entry to the z of the last one, and leaves β·x where the ratios were. An entry
    /// takes 4 M, 1 S.
    fn scale_to_last_z(&mut self) {
        let count = self.points * TABLE;
        let mut factor = Fe::ONE;
        for i in (0..count).rev() {
            if i + 1 < count {
                self.space.tables[i] = self.space.tables[i].rescale::<M>(&factor);
            }
            factor = M::mul(&factor, &self.space.lambda_x[i]);
            self.space.lambda_x[i] = M::mul(&self.space.tables[i].x, &Fe::BETA);
        }
    }
}
