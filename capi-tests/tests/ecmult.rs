//! Double multiplication, na·A + ng·G.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::extremes::{any_point, any_scalar, corners, edges, unreduced};
use common::values::{self, check_form, check_point, generator, negate, scalar_u128, to_gej, unwritten_gej};
use common::{Random, Term, Xy, engines, oracle, random};
use std::ptr::{null, null_mut};
use upstream::*;

fn ours(a: &secp256k1_gej, na: &secp256k1_scalar, ng: Option<&secp256k1_scalar>) -> secp256k1_gej {
    let mut r = unwritten_gej();
    unsafe { ours::ecmult(&mut r, a, na, ng.map_or(null(), |ng| ng)) };
    r
}

fn theirs(a: &secp256k1_gej, na: &secp256k1_scalar, ng: Option<&secp256k1_scalar>) -> Xy {
    let mut r = secp256k1_gej::default();
    unsafe { upstream_ecmult(&mut r, a, na, ng.map_or(null(), |ng| ng)) };
    Xy::of_gej(&r)
}

#[track_caller]
fn check(a: &secp256k1_gej, na: &secp256k1_scalar, ng: Option<&secp256k1_scalar>) {
    let (expected, r) = (theirs(a, na, ng), ours(a, na, ng));
    check_point(&r).unwrap();
    assert_eq!(Xy::of_gej(&r), expected, "{:?} with z {:x?}, {:x?}, {:x?}", Xy::of_gej(a), a.z, na.d, ng.map(|g| g.d));
    // PITFALLS 23
    let mut aliased = *a;
    let pointer = &raw mut aliased;
    unsafe { ours::ecmult(pointer, pointer, na, ng.map_or(null(), |ng| ng)) };
    assert_eq!((aliased.x.n, aliased.y.n, aliased.z.n, aliased.infinity), (r.x.n, r.y.n, r.z.n, r.infinity));
}

/// The same point with another z.
fn rescaled(a: &secp256k1_ge, random: &mut Random) -> secp256k1_gej {
    let (mut r, mut z) = (to_gej(a), secp256k1_fe::default());
    if r.infinity == 0 {
        unsafe {
            upstream_fe_set_b32_mod(&mut z, random.bytes().as_ptr());
            upstream_gej_rescale(&mut r, &z);
        }
    }
    r
}

// PITFALLS 13, 22, 23
#[test]
fn random_points_with_any_z_and_magnitude() {
    engines::each(|| {
        let random = &mut Random::for_test(1);
        for i in 0..random::cases(4000) {
            let point = any_point(random, &[generator()]);
            let mut a = if random.one_in(3) { to_gej(&point) } else { rescaled(&point, random) };
            if random.one_in(3) && a.infinity == 0 {
                unsafe { upstream_gej_raise_magnitude(&mut a) };
            }
            let (na, ng) = (any_scalar(random), any_scalar(random));
            let ng = (!random.one_in(4)).then_some(ng);
            check(&a, &na, ng.as_ref());
            if i % 16 == 0 {
                let terms = [Term::new(na, point)];
                let sum = oracle::k256(&terms, ng);
                assert_eq!(sum, oracle::naive(&terms, ng));
                assert_eq!(sum, Xy::of_gej(&ours(&a, &na, ng.as_ref())));
            }
        }
    });
}

// PITFALLS 16
#[test]
fn extreme_scalars() {
    engines::each(|| {
        let random = &mut Random::for_test(2);
        let a = rescaled(&values::random_point(random), random);
        let mut scalars = edges();
        scalars.extend(corners());
        for (i, na) in scalars.iter().enumerate() {
            check(&a, na, None);
            check(&a, na, Some(&scalars[i * 7 % scalars.len()]));
            check(&a, &scalar_u128(0), Some(na));
            check(&to_gej(&generator()), na, Some(na));
        }
    });
}

// PITFALLS 17, 19: a = ±G and related to it by λ, in sums that vanish.
#[test]
fn sums_that_vanish() {
    engines::each(|| {
        let random = &mut Random::for_test(3);
        let g = generator();
        let l = values::lambda();
        let mut scalars = edges();
        scalars.extend((0..100).map(|_| any_scalar(random)));
        for k in scalars {
            let minus_k = negate(&k);
            for z in 0..2 {
                let mut with = |p: &secp256k1_ge| if z == 0 { to_gej(p) } else { rescaled(p, random) };
                for (a, ng) in [
                    (with(&g), minus_k),
                    (with(&values::negative(&g)), k),
                    (with(&values::lambda_times(&g)), values::mul(&l, &minus_k)),
                    (with(&values::lambda_times(&values::negative(&g))), values::mul(&l, &k)),
                ] {
                    check(&a, &k, Some(&ng));
                    assert_eq!(Xy::of_gej(&ours(&a, &k, Some(&ng))), Xy::INFINITY);
                    // one off
                    check(&a, &k, Some(&values::add(&ng, &scalar_u128(1))));
                }
            }
        }
    });
}

// docs/abi.md: upstream's own code passes NULL like that.
#[test]
fn null_for_a_with_a_zero_scalar() {
    engines::each(|| {
        let zero = scalar_u128(0);
        for k in edges() {
            let mut r = unwritten_gej();
            unsafe { ours::ecmult(&mut r, null(), &zero, &k) };
            check_point(&r).unwrap();
            assert_eq!(Xy::of_gej(&r), oracle::k256(&[], Some(k)));
        }
        let mut r = unwritten_gej();
        unsafe { ours::ecmult(&mut r, null(), &zero, null()) };
        check_form(&r).unwrap();
        assert_eq!(r.infinity, 1);
        unsafe { ours::ecmult(&mut r, null_mut(), &zero, &zero) };
        assert_eq!(r.infinity, 1);
    });
}

// PITFALLS 18
#[test]
fn an_infinite_point_with_any_coordinates() {
    engines::each(|| {
        let random = &mut Random::for_test(4);
        for poison in [0, 1, u64::MAX, 0xDEAD_BEEF] {
            for flag in [1, 2, -1, i32::MIN] {
                let fe = secp256k1_fe { n: [poison; 5] };
                let a = secp256k1_gej { x: fe, y: fe, z: fe, infinity: flag };
                let (na, ng) = (any_scalar(random), any_scalar(random));
                let r = ours(&a, &na, Some(&ng));
                check_point(&r).unwrap();
                assert_eq!(Xy::of_gej(&r), oracle::k256(&[], Some(ng)));
                assert_eq!(ours(&a, &na, None).infinity, 1);
            }
        }
        // All but the flag really uninitialized.
        let mut a = std::mem::MaybeUninit::<secp256k1_gej>::uninit();
        let mut r = unwritten_gej();
        unsafe {
            (&raw mut (*a.as_mut_ptr()).infinity).write(1);
            ours::ecmult(&mut r, a.as_ptr(), &scalar_u128(5), &scalar_u128(7));
        }
        assert_eq!(Xy::of_gej(&r), oracle::k256(&[], Some(scalar_u128(7))));
    });
}

// PITFALLS 23: one object for both scalars.
#[test]
fn one_scalar_for_both() {
    engines::each(|| {
        let random = &mut Random::for_test(5);
        for _ in 0..50 {
            let (k, a) = (any_scalar(random), to_gej(&values::random_point(random)));
            let mut r = unwritten_gej();
            unsafe { ours::ecmult(&mut r, &a, &k, &k) };
            assert_eq!(Xy::of_gej(&r), theirs(&a, &k, Some(&k)));
        }
    });
}

// docs/abi.md: garbage gives some point.
#[test]
fn garbage_gives_something() {
    engines::each(|| {
        let random = &mut Random::for_test(6);
        for i in 0..random::cases(300) {
            let mut limbs = || secp256k1_fe {
                n: match random.below(4) {
                    0 => [u64::MAX; 5],
                    1 => [0; 5],
                    // p, which is zero
                    2 => [0xF_FFFE_FFFF_FC2F, (1 << 52) - 1, (1 << 52) - 1, (1 << 52) - 1, (1 << 48) - 1],
                    _ => [(); 5].map(|()| random.next()),
                },
            };
            let a = secp256k1_gej { x: limbs(), y: limbs(), z: limbs(), infinity: 0 };
            let (na, ng) = if i % 2 == 0 {
                (unreduced(random), unreduced(random))
            } else {
                (any_scalar(random), unreduced(random))
            };
            check_form(&ours(&a, &na, Some(&ng))).unwrap();
            check_form(&ours(&a, &na, None)).unwrap();
            // A true point, with scalars that are none.
            check_point(&ours(&to_gej(&generator()), &unreduced(random), Some(&unreduced(random)))).unwrap();
        }
    });
}
