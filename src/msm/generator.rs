//! The loop over the positions of all digits, and the generator's part in it.

use crate::field::{Fe, Multiply};
use crate::group::{Curve, Ge, Gej, MIN_WINDOW_G};
use crate::recode::Wnaf;
use crate::scalar::GroupScalar;
use core::marker::PhantomData;

/// k·G, and what is added for each position from the highest down, by Horner's rule: a doubling a position. The sum, and
/// what is added to it, are on the curve isomorphic by `z`; what there is at and above `positions` is not asked for.
#[inline(always)]
pub fn horner<C: Curve, M: Multiply>(
    positions: usize,
    g: Option<&C::Scalar>,
    z: &Fe,
    mut add: impl FnMut(usize, &mut Gej),
) -> Gej {
    let mut g = GeneratorDigits::<C>::new(g);
    let mut r = Gej::INFINITY;
    for position in (0..positions.max(g.positions())).rev() {
        if !r.is_infinity() {
            r = r.double::<M>();
        }
        if position < positions {
            add(position, &mut r);
        }
        while let Some(entry) = g.next_at(position) {
            r = r.add_zinv::<M>(&entry, z);
        }
    }
    r
}

/// Digits at most in one half.
const MAX_DIGITS: usize = Wnaf::max_digits(MIN_WINDOW_G);

/// The non-adjacent forms of k1 and k2, k = k1 + k2·2^128, whose digits stand for odd multiples of G
/// and 2^128·G from the tables. With a window of 15 there are about 16 digits in all.
pub struct GeneratorDigits<C> {
    /// Digits of each half by rising position, as (digit, position): what is next is last.
    halves: [Stack; 2],
    marker: PhantomData<C>,
}

#[derive(Clone, Copy)]
struct Stack {
    /// The digit above, the position in the low 8 bits.
    items: [i32; MAX_DIGITS],
    len: usize,
}

impl<C: Curve> GeneratorDigits<C> {
    /// The digits of k, none for `None`.
    #[inline(always)]
    pub fn new(k: Option<&C::Scalar>) -> Self {
        const { assert!(C::WINDOW_G >= 2 && C::WINDOW_G <= 20) };
        let mut halves = [Stack { items: [0; MAX_DIGITS], len: 0 }; 2];
        if let Some(k) = k {
            for (stack, half) in halves.iter_mut().zip(k.split_128()) {
                for (item, (position, digit)) in stack.items.iter_mut().zip(Wnaf::new(half, C::WINDOW_G)) {
                    *item = digit << 8 | position as i32;
                    stack.len += 1;
                }
            }
        }
        GeneratorDigits { halves, marker: PhantomData }
    }

    /// One more than the highest position with a digit.
    pub fn positions(&self) -> usize {
        let top = |s: &Stack| s.items[..s.len].last().map_or(0, |item| (item & 0xFF) as usize + 1);
        self.halves.iter().map(top).max().unwrap_or(0)
    }

    /// The next multiple to add at a position, for positions that only fall.
    #[inline]
    pub fn next_at(&mut self, position: usize) -> Option<Ge> {
        for (side, stack) in self.halves.iter_mut().enumerate() {
            let Some(&item) = stack.items[..stack.len].last() else { continue };
            if (item & 0xFF) as usize == position {
                stack.len -= 1;
                let digit = item >> 8;
                let index = (digit.unsigned_abs() as usize - 1) / 2;
                return Some(C::odd_multiple_of_g(side == 1, index).cneg(digit < 0));
            }
        }
        None
    }
}
