//! Signed digits of fixed windows, without state, for filling buckets.
//!
//! 129 bits are cut into a given number of windows of widths q and q + 1, so that a number of
//! windows need not divide the bits. The integer plus Σ 2^(offset + width − 1) over all windows but the top
//! one has, in each of these, the digit plus 2^(width − 1): reading a digit is a shift and a mask.
//! The top window is unsigned and takes the carries of all others; since halves are below
//! 0.6354·2^128, its digit is at most 0.6354·2^(width−1) + 1 and has a bucket like all others.

use crate::scalar::Half;

/// Bits to cover: those of a half, and one for the carry.
const BITS: u32 = 129;

/// A cut of 129 bits into windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    count: u32,
    /// Width of the lower windows, q.
    narrow: u32,
    /// How many of the lower windows have width q; the ones above have q + 1.
    narrow_count: u32,
    /// Σ 2^(offset + width − 1) over all windows but the top one.
    bias: u128,
}

impl Windows {
    /// The fewest windows, of width 16 and 17.
    pub const MIN_COUNT: u32 = 8;
    /// The most windows: with widths of 3 the top window still has room for the bias.
    pub const MAX_COUNT: u32 = 43;

    /// A cut into `count` windows, from [`Self::MIN_COUNT`] to [`Self::MAX_COUNT`].
    pub const fn new(count: u32) -> Windows {
        assert!(Self::MIN_COUNT <= count && count <= Self::MAX_COUNT);
        let narrow = BITS / count;
        let mut windows = Windows { count, narrow, narrow_count: count - BITS % count, bias: 0 };
        let mut i = 0;
        while i + 1 < count {
            windows.bias |= 1 << (windows.offset(i) + windows.width(i) - 1);
            i += 1;
        }
        // The top window has 3 bits or more, so the bias is below 2^125.6, and a half plus it below 2^128.
        windows
    }

    /// How many windows.
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// The lowest bit of window i.
    #[inline(always)]
    pub const fn offset(&self, i: u32) -> u32 {
        i * self.narrow + i.saturating_sub(self.narrow_count)
    }

    /// The bits of window i.
    #[inline(always)]
    pub const fn width(&self, i: u32) -> u32 {
        self.narrow + (i >= self.narrow_count) as u32
    }

    /// Buckets that the widest window needs: magnitudes 1 to 2^(width − 1).
    #[inline(always)]
    pub const fn buckets(&self) -> usize {
        1 << (self.width(self.count - 1) - 1)
    }

    /// What the digits are read from.
    #[inline(always)]
    pub const fn recode(&self, magnitude: u128) -> u128 {
        debug_assert!(magnitude <= Half::BOUND);
        magnitude + self.bias
    }

    /// Digit i of a recoded integer: in [−2^(width−1), 2^(width−1)], and not negative in the top window.
    #[inline(always)]
    pub const fn digit(&self, recoded: u128, i: u32) -> i32 {
        let shifted = (recoded >> self.offset(i)) as i32;
        if i + 1 == self.count {
            shifted
        } else {
            let width = self.width(i);
            (shifted & ((1 << width) - 1)) - (1 << (width - 1))
        }
    }
}
