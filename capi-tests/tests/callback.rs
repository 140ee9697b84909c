//! The callback, and a callback that refuses.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::extremes::any_terms;
use common::terms::expected;
use common::values::{check_form, generator, scalar_u128, unwritten_gej};
use common::{Errors, Random, Run, Space, Term, Way, child, engines};
use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut};
use std::thread;
use upstream::*;

/// Refuses term `refused` of n in many ways of cutting n into batches.
fn check(terms: &[Term], n: usize, refused: usize) {
    let g = [None, Some(scalar_u128(9))][refused % 2];
    let run = || Run::new(&terms[..n]).g(g).refuse_at(refused);
    let fail = |way: Way, bytes: usize, fault: String| panic!("{way:?}, {n} points, {bytes} bytes: {fault}");
    for way in Way::ALL {
        let one_batch = way.size(n) + 16 * way.objects();
        let mut sizes = vec![one_batch + 40];
        if way == Way::Var {
            // nothing, one point in a batch or a few, by either algorithm, and halves of everything
            sizes.extend([0, 1100, 3000, 8000, 20_000, one_batch / 4]);
        }
        for bytes in sizes {
            let space = Space::new(bytes);
            space.take(if bytes > 40 { 40 } else { 0 });
            let taken = space.taken();
            // r at infinity, no callback after the refusal, no error callback: see `is_failure`.
            run().ours(way, space.pointer()).is_failure(refused + 1).unwrap_or_else(|fault| fail(way, bytes, fault));
            assert!(space.taken() == taken && space.is_intact());
        }
    }
    run().ours(Way::Var, null_mut()).is_failure(refused + 1).unwrap_or_else(|fault| fail(Way::Var, 0, fault));
}

// PITFALLS 12, 14
#[test]
fn a_refusal_of_any_term_ends_the_call_at_once() {
    engines::each(|| {
        let terms = any_terms(&mut Random::for_test(1), 40);
        for n in 1..=40 {
            for refused in 0..n {
                check(&terms, n, refused);
            }
        }
    });
}

// PITFALLS 12, 14
#[test]
fn a_refusal_far_into_a_long_call() {
    engines::each(|| {
        let random = &mut Random::for_test(2);
        let terms = any_terms(random, 600);
        for n in [41, 88, 89, 100, 101, 257, 600] {
            for refused in [0, 1, 6, 7, 8, 40, 87, 88, 99, 100, n / 2, n - 2, n - 1] {
                if refused < n {
                    check(&terms, n, refused);
                }
            }
            check(&terms, n, random.below(n));
        }
    });
}

// PITFALLS 14: what was filled in before the refusal must not be used.
#[test]
fn a_refusal_after_the_term_is_filled_in_counts() {
    unsafe extern "C" fn fill_in_and_refuse(
        sc: *mut secp256k1_scalar,
        pt: *mut secp256k1_ge,
        _: usize,
        _: *mut c_void,
    ) -> c_int {
        unsafe {
            sc.write(scalar_u128(1));
            pt.write(generator());
        }
        0
    }
    engines::each(|| {
        let errors = Errors::new();
        for bytes in [0, 100_000] {
            for way in Way::ALL {
                let (space, mut r, g) = (Space::new(bytes), unwritten_gej(), scalar_u128(1));
                let (scratch, cb) = (space.pointer(), Some(fill_in_and_refuse as _));
                let ret = unsafe { way.ours()(errors.callback(), scratch, &mut r, &g, cb, null_mut(), 5) };
                assert_eq!((ret, r.infinity), (0, 1));
                check_form(&r).unwrap();
            }
        }
        errors.expect_none();
    });
}

// Any other value than 0 is consent, as in C.
#[test]
fn any_return_value_but_zero_goes_on() {
    unsafe extern "C" fn give(sc: *mut secp256k1_scalar, pt: *mut secp256k1_ge, _: usize, ret: *mut c_void) -> c_int {
        unsafe {
            sc.write(scalar_u128(2));
            pt.write(generator());
            *ret.cast()
        }
    }
    engines::each(|| {
        let (errors, space) = (Errors::new(), Space::new(100_000));
        let sum = expected(&[Term::new(scalar_u128(6), generator())], None);
        for mut consent in [1, 2, -1, 256, 0x10000, c_int::MIN, c_int::MAX] {
            for way in Way::ALL {
                let (mut r, data) = (unwritten_gej(), (&raw mut consent).cast());
                let cb = Some(give as _);
                let ret = unsafe { way.ours()(errors.callback(), space.pointer(), &mut r, null(), cb, data, 3) };
                assert_eq!((ret, common::Xy::of_gej(&r)), (1, sum));
            }
        }
        errors.expect_none();
    });
}

// PITFALLS 13
#[test]
fn no_callback_for_no_points() {
    engines::each(|| {
        let (errors, space) = (Errors::new(), Space::new(10_000));
        for g in [None, Some(scalar_u128(0)), Some(scalar_u128(3))] {
            let pointer = g.as_ref().map_or(null(), |g| g as *const _);
            let sum = expected(&[], g);
            for (way, scratch) in Way::ALL.map(|way| (way, space.pointer())).into_iter().chain([(Way::Var, null_mut())])
            {
                let mut r = unwritten_gej();
                let ret = unsafe { way.ours()(errors.callback(), scratch, &mut r, pointer, None, null_mut(), 0) };
                assert_eq!((ret, common::Xy::of_gej(&r)), (1, sum), "{way:?}");
                check_form(&r).unwrap();
            }
        }
        errors.expect_none();
    });
}

// PITFALLS 13, 14
#[test]
fn no_callback_for_some_points_is_a_refusal() {
    engines::each(|| {
        let (errors, space) = (Errors::new(), Space::new(100_000));
        for n in [1, 2, 7, 8, 50, 200, usize::MAX] {
            for (way, scratch) in Way::ALL.map(|way| (way, space.pointer())).into_iter().chain([(Way::Var, null_mut())])
            {
                let (mut r, g) = (unwritten_gej(), scalar_u128(1));
                let ret = unsafe { way.ours()(errors.callback(), scratch, &mut r, &g, None, null_mut(), n) };
                assert_eq!((ret, r.infinity), (0, 1), "{way:?} {n}");
                check_form(&r).unwrap();
            }
        }
        errors.expect_none();
        assert_eq!(space.taken(), 0);
    });
}

// docs/abi.md: real callbacks keep state.
#[test]
fn callbacks_run_on_the_calling_thread() {
    engines::each(|| {
        let terms = any_terms(&mut Random::for_test(3), 300);
        let here = thread::current().id();
        for way in Way::ALL {
            let space = Space::new(way.size(300) + 16 * way.objects());
            let mut elsewhere = 0;
            let mut look = |_| elsewhere += usize::from(thread::current().id() != here);
            Run::new(&terms).hook(&mut look).ours(way, space.pointer()).succeeded(300).unwrap();
            assert_eq!(elsewhere, 0);
        }
    });
}

// Documented: a callback must not throw.
#[test]
fn a_callback_that_throws_aborts_the_process() {
    unsafe extern "C-unwind" fn throw(
        _: *mut secp256k1_ecmult_multi::capi::abi_5x52::secp256k1_scalar,
        _: *mut secp256k1_ecmult_multi::capi::abi_5x52::secp256k1_ge,
        _: usize,
        _: *mut c_void,
    ) -> c_int {
        panic!("thrown by the callback")
    }
    child::aborts("a_callback_that_throws_aborts_the_process", "throw", "thrown by the callback", || {
        let mut r = unwritten_gej();
        unsafe {
            secp256k1_ecmult_multi::capi::abi_5x52::secp256k1_ecmult_multi_var(
                null(),
                null_mut(),
                (&raw mut r).cast(),
                null(),
                Some(throw),
                null_mut(),
                1,
            )
        };
    });
}
