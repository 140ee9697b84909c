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
//! Cost for n points: 129 doublings; n·(81 M + 27 S) for the tables and about 43·n mixed additions.

use super::generator::GeneratorDigits;
use crate::field::{Fe, Multiply};
use crate::group::{Curve, Ge, Gej, add_update, double_update};
use crate::recode::Wnaf;
use crate::scalar::GroupScalar;
use crate::scratch::objects;
use core::marker::PhantomData;
use core::mem::size_of;

/// Width of the digits.
const WIDTH: u32 = 5;
/// Odd multiples below 2^(WIDTH − 1).
const TABLE: usize = 1 << (WIDTH - 2);
/// Slots for the digits of one half.
const SLOTS: usize = Wnaf::max_digits(WIDTH);

/// A digit as a table entry: bits 0 to 2 the index, bit 3 the sign.
type Digit = u8;
const INDEX: Digit = TABLE as Digit - 1;
const SIGN: Digit = TABLE as Digit;

/// The number of a slot plus one, or zero for none.
type Link = u16;

/// Points at most in a batch. More would save few doublings, 129 in all, and leave the second-level cache.
pub const MAX_POINTS: usize = 256;
const _: () = assert!(MAX_POINTS * 2 * SLOTS <= Link::MAX as usize);

objects! {
    /// Memory of Strauss' algorithm: 924 bytes a point.
    #[derive(Debug)]
    pub struct Space {
        /// Odd multiples.
        tables: [Ge; TABLE, 0],
        /// First the ratio of an entry's z to that of the entry before, then the entry's β·x.
        lambda_x: [Fe; TABLE, 0],
        /// The next digit at the same position as a slot's.
        links: [Link; 2 * SLOTS, 0],
        /// The digit in a slot.
        digits: [Digit; 2 * SLOTS, 0],
    }
    fixed by _none: ()
}

/// Bytes of the objects of one point.
pub const BYTES_PER_POINT: usize =
    TABLE * (size_of::<Ge>() + size_of::<Fe>()) + 2 * SLOTS * (size_of::<Link>() + size_of::<Digit>());

/// Memory for one point on the stack.
#[repr(C, align(64))]
pub struct OnePoint {
    tables: [Ge; TABLE],
    lambda_x: [Fe; TABLE],
    links: [Link; 2 * SLOTS],
    digits: [Digit; 2 * SLOTS],
}

impl Default for OnePoint {
    fn default() -> OnePoint {
        OnePoint {
            tables: [Ge::INFINITY; TABLE],
            lambda_x: [Fe::ZERO; TABLE],
            links: [0; 2 * SLOTS],
            digits: [0; 2 * SLOTS],
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
        let slots = half * SLOTS..(half + 1) * SLOTS;
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
        let mut g = GeneratorDigits::<C>::new(g);
        let top = self.heads.iter().rposition(|&head| head != 0).map_or(0, |position| position + 1);
        let mut r = Gej::INFINITY;
        for position in (0..top.max(g.positions())).rev() {
            if !r.is_infinity() {
                r = r.double::<M>();
            }
            let mut link = self.heads[position];
            while let Some(slot) = (link as usize).checked_sub(1) {
                r = r.add_ge::<M>(&self.entry(slot));
                link = self.space.links[slot];
            }
            while let Some(entry) = g.next_at(position) {
                r = r.add_zinv::<M>(&entry, &self.z);
            }
        }
        Gej { z: M::mul(&r.z, &self.z), ..r }
    }

    /// The multiple that a slot's digit stands for.
    #[inline(always)]
    fn entry(&self, slot: usize) -> Ge {
        let digit = self.space.digits[slot];
        let half = slot / SLOTS;
        let i = half / 2 * TABLE + (digit & INDEX) as usize;
        let entry = &self.space.tables[i];
        let x = if half % 2 == 0 { entry.x } else { self.space.lambda_x[i] };
        Ge { x, y: entry.y }.cneg(digit & SIGN != 0)
    }

    /// Brings every entry to the z of the last one, and leaves β·x where the ratios were. An entry
    /// takes 5 M, 1 S.
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
