//! Width-w non-adjacent form: Σ d_i·2^i with odd |d_i| < 2^(w−1), any two of them w or more apart.
//!
//! Solinas, "Efficient arithmetic on Koblitz curves", 2000. One position in w + 1 has a digit.

/// The digits of a half, from the lowest position up, as (position, digit).
///
/// At most one carry leaves 128 bits, so positions end at 128.
#[derive(Clone, Debug)]
pub struct Wnaf {
    /// What is left of the magnitude, shifted down by `position`.
    rest: u128,
    position: u32,
    width: u32,
}

impl Wnaf {
    /// Positions that a digit can have: 0 to 128.
    pub const POSITIONS: usize = 129;

    /// No more digits than this: they are at least `width` positions apart.
    pub const fn max_digits(width: u32) -> usize {
        Self::POSITIONS.div_ceil(width as usize)
    }

    /// The form of a magnitude, for a width from 2 to 30.
    #[inline]
    pub const fn new(magnitude: u128, width: u32) -> Wnaf {
        debug_assert!(2 <= width && width <= 30);
        Wnaf { rest: magnitude, position: 0, width }
    }
}

impl Iterator for Wnaf {
    type Item = (usize, i32);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, i32)> {
        let (mut low, mut high) = (self.rest as u64, (self.rest >> 64) as u64);
        while low == 0 {
            if high == 0 {
                return None;
            }
            (low, high) = (high, 0);
            self.position += 64;
        }
        let zeros = low.trailing_zeros();
        let position = self.position + zeros;
        // The bits from there on: those of `low`, and of `high` where the digit reaches into it.
        let bits = (low >> zeros) as i32 | if zeros > 64 - self.width { (high << (64 - zeros)) as i32 } else { 0 };
        // The odd residue closest to zero; a negative one leaves a carry to the next digit.
        let residue = bits & ((1 << self.width) - 1);
        let carry = residue >> (self.width - 1);
        let shift = zeros + self.width;
        if shift < 64 {
            // What is common, in the fewest dependent steps. shift ≥ 2, so no shift here is by 64.
            (low, high) = (low >> shift | high << (64 - shift), high >> shift);
        } else {
            (low, high) = (high >> (shift - 64), 0);
        }
        // After a shift by two or more there is room for the carry.
        self.rest = (low as u128 | (high as u128) << 64) + carry as u128;
        self.position = position + self.width;
        Some((position as usize, residue - (carry << self.width)))
    }
}

/// The form of a 256-bit integer in an array of one digit a position, as the C ABI wants it.
///
/// `digits.len()` positions are written, and what the integer has above them is dropped. Returns one
/// more than the highest position that has a digit. For a width outside 2 to 31 all are zero.
pub fn wnaf_256(digits: &mut [i32], integer: &[u64; 4], negative: bool, width: u32) -> usize {
    digits.fill(0);
    if !(2..=31).contains(&width) {
        return 0;
    }
    let bits = |from: usize, count: usize| -> i64 {
        (0..count)
            .map(|i| from + i)
            .filter(|&i| i < 256)
            .map(|i| ((integer[i / 64] >> (i % 64) & 1) as i64) << (i - from))
            .sum()
    };
    let (mut position, mut carry, mut length) = (0, 0, 0);
    while position < digits.len() {
        if bits(position, 1) == carry {
            position += 1;
            continue;
        }
        let count = (width as usize).min(digits.len() - position);
        let word = bits(position, count) + carry;
        carry = word >> (width - 1) & 1;
        let digit = word - (carry << width);
        digits[position] = if negative { -digit } else { digit } as i32;
        length = position + 1;
        position += count;
    }
    length
}
