//! Digits of scalars, one by one as upstream's.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::extremes::{any_scalar, corners, edges, unreduced};
use common::values::{add, negate, scalar, scalar_u128};
use common::{Random, random};
use std::ffi::c_int;
use upstream::*;

/// What is beside the digits.
const CANARY: c_int = 0x5AC0_FFEE;

/// The return value and the digits that one of the functions writes to an array of `len`, with canaries around.
fn write(len: usize, function: impl FnOnce(*mut c_int) -> c_int) -> (c_int, Vec<c_int>) {
    const GUARD: usize = 40;
    let mut array = vec![CANARY; len + 2 * GUARD];
    let ret = function(array[GUARD..].as_mut_ptr());
    assert!(
        array[..GUARD].iter().chain(&array[GUARD + len..]).all(|&digit| digit == CANARY),
        "written beside the array"
    );
    (ret, array[GUARD..GUARD + len].to_vec())
}

fn wnaf(len: c_int, a: &secp256k1_scalar, w: c_int) -> (c_int, Vec<c_int>) {
    write(usize::try_from(len).unwrap_or(0), |digits| unsafe { ours::wnaf(digits, len, a, w) })
}

fn fixed(len: usize, a: &secp256k1_scalar, w: c_int) -> (c_int, Vec<c_int>) {
    write(len, |digits| unsafe { ours::wnaf_fixed(digits, a, w) })
}

/// Σ d_i·2^(step·i).
fn value(digits: &[c_int], step: usize) -> secp256k1_scalar {
    let two_to_the_step = scalar_u128(1 << step);
    digits.iter().rev().fold(scalar_u128(0), |sum, &digit| {
        let d = scalar_u128(digit.unsigned_abs().into());
        add(&common::values::mul(&sum, &two_to_the_step), &if digit < 0 { negate(&d) } else { d })
    })
}

fn special() -> Vec<secp256k1_scalar> {
    let mut all: Vec<_> = (0..256)
        .step_by(5)
        .flat_map(|bit| {
            let mut words = [0; 4];
            words[bit / 64] = 1u64 << (bit % 64);
            let power = scalar(words);
            [power, negate(&power), add(&power, &scalar_u128(1)), add(&power, &negate(&scalar_u128(1)))]
        })
        .collect();
    all.extend(edges());
    all.extend(corners().into_iter().step_by(7));
    all
}

#[test]
fn wnaf_is_upstreams_digit_for_digit() {
    let random = &mut Random::for_test(1);
    let mut scalars = special();
    scalars.extend((0..random::cases(60)).map(|_| any_scalar(random)));
    for a in &scalars {
        // At 31 upstream shifts a bit into the sign, which C leaves undefined: see the next test.
        for w in 2..=30 {
            for len in [0, 1, 2, w - 1, w, w + 1, 127, 128, 129, 130, 255, 256, random.below(257) as c_int] {
                let theirs = write(len as usize, |digits| unsafe { upstream_ecmult_wnaf(digits, len, a, w) });
                assert_eq!(wnaf(len, a, w), theirs, "{:x?}, {len} digits of {w}", a.d);
            }
        }
    }
}

#[test]
fn every_length_of_wnaf_is_upstreams() {
    let random = &mut Random::for_test(2);
    for _ in 0..4 {
        let a = any_scalar(random);
        for w in [2, 5, 15, 30] {
            for len in 0..=256 {
                let theirs = write(len as usize, |digits| unsafe { upstream_ecmult_wnaf(digits, len, &a, w) });
                assert_eq!(wnaf(len, &a, w), theirs, "{:x?}, {len} digits of {w}", a.d);
            }
        }
    }
}

// PITFALLS 16: no carry is lost at the top.
#[test]
fn wnaf_is_the_scalar_in_non_adjacent_form() {
    let random = &mut Random::for_test(3);
    let mut scalars = special();
    scalars.extend((0..random::cases(100)).map(|_| any_scalar(random)));
    for a in &scalars {
        for w in 2..=31 {
            let (length, digits) = wnaf(256, a, w);
            assert_eq!(value(&digits, 1).d, a.d, "{w}");
            assert_eq!(length as usize, digits.iter().rposition(|&digit| digit != 0).map_or(0, |i| i + 1));
            let places: Vec<_> = (0..256).filter(|&i| digits[i] != 0).collect();
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= w as usize));
            assert!(places.iter().all(|&i| digits[i] % 2 != 0 && digits[i].unsigned_abs() < 1 << (w - 1)));
        }
    }
}

#[test]
fn garbage_widths_and_lengths_of_wnaf_write_nothing_but_zeros() {
    let random = &mut Random::for_test(4);
    for w in (-40..2).chain(32..100).chain([c_int::MIN, c_int::MIN + 5, c_int::MAX, 1 << 16, 256 + 5]) {
        for len in [0, 1, 129, 256] {
            assert_eq!(wnaf(len, &any_scalar(random), w), (0, vec![0; len as usize]), "{w}");
        }
    }
    for len in [-1, -2, -256, c_int::MIN] {
        assert_eq!(wnaf(len, &any_scalar(random), 5), (0, vec![]));
    }
    // More than there are bits: nothing beside the array, whatever is in it.
    for len in [257, 300, 1000] {
        let a = any_scalar(random);
        assert_eq!(value(&wnaf(len, &a, 5).1, 1).d, a.d);
    }
}

#[test]
fn garbage_scalars_give_some_digits() {
    let random = &mut Random::for_test(5);
    for _ in 0..50 {
        let a = unreduced(random);
        for w in [2, 5, 15, 31] {
            for len in [0, 129, 256] {
                let (length, digits) = wnaf(len, &a, w);
                assert!((0..=len).contains(&length));
                assert!(digits.iter().all(|digit| digit.unsigned_abs() <= 1 << (w - 1)));
            }
        }
        for w in 1..=30 {
            fixed(128usize.div_ceil(w as usize), &a, w);
        }
    }
}

/// Scalars below 2^128, which the fixed form is for.
fn halves(random: &mut Random) -> Vec<secp256k1_scalar> {
    let mut all: Vec<u128> = vec![0, 1, 2, 3, u128::MAX, u128::MAX - 1];
    for bit in 0..128 {
        all.extend([1 << bit, (1 << bit) - 1, (1 << bit) + 1, u128::MAX << bit, u128::MAX >> bit]);
    }
    for _ in 0..random::cases(300) {
        let [a, b, ..] = if random.one_in(2) { random.runs() } else { random.words() };
        // Zero digits on the left and on the right.
        all.push((u128::from(a) | u128::from(b) << 64) >> random.below(128) << random.below(128));
    }
    all.into_iter().map(scalar_u128).collect()
}

// PITFALLS 15: the digits left of the highest one are set too, to zero.
#[test]
fn wnaf_fixed_is_upstreams_digit_for_digit() {
    for a in halves(&mut Random::for_test(6)) {
        for w in 1..=30 {
            let len = 128usize.div_ceil(w as usize);
            let theirs = write(len, |digits| unsafe { upstream_wnaf_fixed(digits, &a, w) });
            let (skew, digits) = fixed(len, &a, w);
            assert_eq!((skew, &digits), (theirs.0, &theirs.1), "{:x?}, width {w}", a.d);
            assert!((0..=1).contains(&skew));
            assert!(digits.iter().all(|&digit| digit == 0 || digit % 2 != 0 && digit.unsigned_abs() < 1 << w));
            assert_eq!(value(&digits, w as usize).d, add(&a, &scalar_u128(skew as u128)).d, "{:x?}, width {w}", a.d);
        }
    }
}

#[test]
fn garbage_widths_of_wnaf_fixed_write_nothing() {
    for w in (-40..1).chain(31..200).chain([c_int::MIN, c_int::MAX, 1 << 16]) {
        let (ret, digits) = fixed(256, &scalar_u128(u128::MAX), w);
        assert_eq!(ret, 0);
        assert!(digits.iter().all(|&digit| digit == CANARY), "{w}");
    }
}
