//! Fixed-width signed odd digits of a 128-bit integer, which the C ABI offers.
//!
//! Möller, "Improved techniques for fast exponentiation", 2002: Σ d_i·2^(w·i) = k + skew with each
//! d_i odd and |d_i| < 2^w, or zero. The library itself recodes into [`Windows`](super::Windows).

/// Bits of the integers that it takes.
const BITS: u32 = 128;

/// The number of digits for a width, ⌈128/w⌉; `None` for a width outside 1 to 30.
pub fn wnaf_fixed_len(width: u32) -> Option<usize> {
    (1..=30).contains(&width).then(|| BITS.div_ceil(width) as usize)
}

/// Writes the digits, of which there are [`wnaf_fixed_len`], and returns the skew: 1 for an even k but zero.
pub fn wnaf_fixed(digits: &mut [i32], k: u128, width: u32) -> i32 {
    debug_assert_eq!(Some(digits.len()), wnaf_fixed_len(width));
    digits.fill(0);
    if k == 0 {
        return 0;
    }
    let base = 1 << width;
    let skew = (k & 1 == 0) as i32;
    let mut rest = k >> width;
    digits[0] = (k as i32 & (base - 1)) + skew;
    // Above the highest set bit all digits stay zero.
    let mut i = 1;
    while rest != 0 {
        let value = rest as i32 & (base - 1);
        rest >>= width;
        // An even digit borrows from the one below, which is odd and stays so.
        digits[i] = value | 1;
        if value & 1 == 0 {
            digits[i - 1] -= base;
        }
        // ±1 above a digit of the other sign is ∓2^w below it: one digit less to add.
        if i >= 2 && digits[i - 1].abs() == 1 && digits[i - 1].signum() == -digits[i - 2].signum() {
            digits[i - 2] += base * digits[i - 1];
            digits[i - 1] = 0;
        }
        i += 1;
    }
    skew
}
