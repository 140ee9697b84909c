//! What every recoding promises, at the integers where its carries change.

use super::*;
use crate::scalar::{GroupScalar, Half, extreme_halves};

/// Powers of two and their neighbours, runs of ones, alternating bits, the largest halves, and others.
fn integers() -> Vec<u128> {
    let mut v: Vec<u128> = (0..300).collect();
    for i in 0..128 {
        for k in 0..3 {
            v.extend([(1 << i) + k, (1u128 << i).wrapping_sub(k), u128::MAX >> i, (u128::MAX << i).wrapping_sub(k)]);
        }
    }
    v.extend([u128::MAX / 3, u128::MAX / 3 * 2, u128::MAX / 5, u128::MAX / 255 * 128, Half::BOUND, Half::BOUND - 1]);
    v.extend(extreme_halves().iter().flat_map(|k| k.split_lambda().map(|h| h.magnitude)));
    let mut x = 1u128;
    for _ in 0..500 {
        x = x.wrapping_mul(0xDA94_2042_E4DD_58B5_DA94_2042_E4DD_58B5).wrapping_add(0x9E37_79B9);
        v.extend([x, x >> 64, x >> (x as u32 % 128)]);
    }
    v
}

#[test]
fn wnaf_is_the_non_adjacent_form() {
    for width in 2..=30 {
        for k in integers() {
            // Σ d·2^i modulo 2^128, and the carry out of it
            let (mut sum, mut last, mut count) = (0u128, None, 0);
            for (position, digit) in Wnaf::new(k, width) {
                assert!(digit % 2 != 0 && digit.unsigned_abs() < 1 << (width - 1), "{k:x} {width}");
                assert!(last.is_none_or(|last| position >= last + width as usize), "{k:x} {width}");
                assert!(position < Wnaf::POSITIONS);
                let term = (digit as i128 as u128).checked_shl(position as u32).unwrap_or(0);
                sum = sum.wrapping_add(term);
                (last, count) = (Some(position), count + 1);
            }
            assert_eq!(sum, k, "{width}");
            assert!(count <= Wnaf::max_digits(width));
        }
    }
}

#[test]
fn wnaf_256_agrees_with_the_halves() {
    for width in 2..=30 {
        for k in integers() {
            let mut digits = [7; 256];
            let length = wnaf_256(&mut digits, &[k as u64, (k >> 64) as u64, 0, 0], false, width);
            let mut expected = [0; 256];
            Wnaf::new(k, width).for_each(|(position, digit)| expected[position] = digit);
            assert_eq!(digits, expected, "{k:x} {width}");
            assert_eq!(length, digits.iter().rposition(|&d| d != 0).map_or(0, |i| i + 1));
        }
    }
}

#[test]
fn wnaf_256_survives_every_width_and_length() {
    for width in 0..40 {
        for length in 0..=256 {
            let mut digits = vec![7; length];
            let used = wnaf_256(&mut digits, &[u64::MAX; 4], true, width);
            assert!(used <= length);
            assert!((2..=31).contains(&width) || digits.iter().all(|&d| d == 0));
        }
    }
}

// PITFALLS 15
#[test]
fn wnaf_fixed_adds_up_to_k_and_its_skew() {
    for width in 1..=30 {
        for k in integers() {
            let mut digits = vec![7; wnaf_fixed_len(width).unwrap()];
            let skew = wnaf_fixed(&mut digits, k, width);
            let mut sum = 0u128;
            for &digit in digits.iter().rev() {
                assert!(digit == 0 || digit % 2 != 0 && digit.unsigned_abs() < 1 << width, "{k:x} {width}");
                sum = (sum << width).wrapping_add(digit as i128 as u128);
            }
            assert_eq!(sum, k.wrapping_add(skew as u128), "{k:x} {width}");
            assert!(skew == 0 || skew == 1 && k % 2 == 0);
        }
    }
    assert!([0, 31, 32, u32::MAX].iter().all(|&width| wnaf_fixed_len(width).is_none()));
}

// PITFALLS 16
#[test]
fn windows_cover_129_bits_and_digits_fit_their_buckets() {
    for count in Windows::MIN_COUNT..=Windows::MAX_COUNT {
        let windows = Windows::new(count);
        assert_eq!((0..count).map(|i| windows.width(i)).sum::<u32>(), 129);
        for i in 0..count {
            assert_eq!(windows.offset(i), (0..i).map(|j| windows.width(j)).sum::<u32>());
            assert!(windows.width(count - 1) >= windows.width(i));
        }
        for k in integers().into_iter().filter(|&k| k <= Half::BOUND) {
            let recoded = windows.recode(k);
            let mut sum = 0u128;
            for i in 0..count {
                let digit = windows.digit(recoded, i);
                assert!(digit.unsigned_abs() as usize <= 1 << (windows.width(i) - 1), "{k:x} {count} {i}");
                assert!(i + 1 < count || digit >= 0);
                sum = sum.wrapping_add((digit as i128 as u128) << windows.offset(i));
            }
            assert_eq!(sum, k, "{count}");
        }
    }
}

/// Σ d_j·2^j modulo 2^130, with the digits of one point of a bundle.
fn bundle_sum(indices: &[u8], point: usize) -> (u128, u8) {
    let (mut low, mut high) = (0u128, 0u8);
    for &index in indices.iter().rev() {
        let anchor_negative = index & BUNDLE_SIGN != 0;
        let differs = point > 0 && index >> (point - 1) & 1 == 1;
        let negative = anchor_negative != differs;
        high = high << 1 | (low >> 127) as u8;
        let carry;
        (low, carry) = if negative { (low << 1).overflowing_sub(1) } else { (low << 1).overflowing_add(1) };
        high = if negative { high.wrapping_sub(carry as u8) } else { high.wrapping_add(carry as u8) };
    }
    (low, high & 3)
}

/// 2·u + 1 modulo 2^130.
fn odd(u: &Half) -> (u128, u8) {
    let (low, negative) = u.to_bits();
    (low << 1 | 1, (if negative { 2 } else { 0 }) | (low >> 127) as u8)
}

#[test]
fn bundle_indices_stand_for_odd_integers() {
    let halves: Vec<Half> = integers()
        .into_iter()
        .filter(|&magnitude| magnitude <= Half::BOUND)
        .flat_map(|magnitude| [false, true].map(|negative| Half { negative, magnitude }))
        .collect();
    for size in 1..=MAX_BUNDLE {
        for (i, step) in (0..halves.len()).zip([1, 2, 7, 101, 1009].into_iter().cycle()) {
            let bundle: Vec<Half> = (0..size).map(|point| halves[(i + point * step) % halves.len()]).collect();
            let mut indices = [0; BUNDLE_POSITIONS];
            bundle_indices(&bundle, &mut indices);
            for (point, half) in bundle.iter().enumerate() {
                assert_eq!(bundle_sum(&indices, point), odd(half), "{bundle:x?}");
            }
            // no bit for points that are not there
            assert!(indices.iter().all(|index| (index & !BUNDLE_SIGN) >> (size - 1) == 0));
        }
    }
}
