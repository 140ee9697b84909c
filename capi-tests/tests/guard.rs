//! Every argument and result at an edge of its memory, where an access beside it ends the process.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::extremes::{any_point, any_scalar};
use common::pages::{Edge, Guarded};
use common::terms::expected;
use common::values::{scalar_u128, to_gej};
use common::{Errors, Random, Term, Way, Xy, child, engines, oracle};
use secp256k1_ecmult_multi::capi::{abi_5x52, abi_5x52_verify, abi_10x26, abi_10x26_verify};
use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::ptr::{null, null_mut};
use upstream::*;

const EDGES: [Edge; 2] = [Edge::Start, Edge::End];

/// Gives the terms at `data`, one after another in guarded memory too.
unsafe extern "C" fn give(sc: *mut secp256k1_scalar, pt: *mut secp256k1_ge, idx: usize, data: *mut c_void) -> c_int {
    // SAFETY: as many terms are there as the call says.
    unsafe {
        let term = data.cast::<Term>().add(idx).read();
        sc.write(term.scalar);
        if term.unwritten {
            (&raw mut (*pt).infinity).write(1);
        } else {
            pt.write(term.point);
        }
    }
    1
}

/// A scratch space whose header and whose memory, so many bytes, are each at an edge.
struct Space {
    header: Guarded,
    _memory: Guarded,
}

impl Space {
    fn new(edge: Edge, bytes: usize) -> Space {
        let memory = Guarded::new(edge, bytes);
        let data = memory.pointer();
        let header =
            Guarded::holding(edge, secp256k1_scratch { magic: *b"scratch\0", data, alloc_size: 0, max_size: bytes });
        Space { header, _memory: memory }
    }
}

// PITFALLS 5
#[test]
fn multiplications_touch_nothing_beside_their_memory() {
    engines::each(|| {
        let random = &mut Random::for_test(1);
        for n in [0, 1, 2, 5, 6, 7, 8, 30, 120, 400] {
            let terms: Vec<_> = (0..n)
                .map(|i| match i % 9 {
                    8 => Term::unwritten_infinity(any_scalar(random)),
                    _ => Term::new(any_scalar(random), any_point(random, &[])),
                })
                .collect();
            let g = any_scalar(random);
            let sum = expected(&terms, Some(g));
            for edge in EDGES {
                let errors = Errors::new();
                // SAFETY: the callback is copied.
                let e = Guarded::frozen(edge, unsafe { errors.callback().read() });
                let scalar = Guarded::frozen(edge, g);
                let call = |way: Way, scratch| unsafe {
                    let r = Guarded::new(edge, size_of::<secp256k1_gej>());
                    let data = terms.as_ptr().cast_mut().cast();
                    assert_eq!(way.ours()(e.pointer(), scratch, r.pointer(), scalar.pointer(), Some(give), data, n), 1);
                    assert_eq!(Xy::of_gej(&*r.pointer()), sum, "{way:?}, {n} points, {edge:?}");
                };
                for way in Way::ALL {
                    let one_batch = way.size(n) + 16 * way.objects();
                    let mut sizes = vec![one_batch];
                    if way == Way::Var {
                        sizes.extend([0, 1, 1100, 2500, 8000, one_batch / 3]);
                    }
                    for bytes in sizes {
                        call(way, Space::new(edge, bytes).header.pointer());
                    }
                }
                call(Way::Var, null_mut());
                errors.expect_none();
            }
        }
    });
}

#[test]
fn allocations_touch_nothing_beside_their_memory() {
    let errors = Errors::new();
    let e = errors.callback();
    for edge in EDGES {
        for bytes in [0, 1, 16, 1000, 5000] {
            let space = Space::new(edge, bytes);
            let scratch = space.header.pointer();
            unsafe {
                let whole = ours::scratch_max_allocation(e, scratch, 1, 1);
                assert_eq!(whole, bytes);
                let object = ours::scratch_alloc(e, scratch, whole, 1).cast::<u8>();
                assert!((0..whole).all(|i| *object.add(i) == 0));
                object.write_bytes(1, whole);
                assert!(ours::scratch_alloc(e, scratch, 1, 1).is_null());
                assert_eq!(ours::scratch_checkpoint(e, scratch), bytes);
                ours::scratch_apply_checkpoint(e, scratch, 0);
                ours::strauss_max_points(e, scratch, 16);
                ours::pippenger_max_points(e, scratch, 16);
            }
        }
    }
    errors.expect_none();
}

// PITFALLS 23
#[test]
fn double_multiplication_touches_nothing_beside_its_arguments() {
    engines::each(|| {
        let random = &mut Random::for_test(2);
        for _ in 0..50 {
            let point = any_point(random, &[]);
            let (a, na, ng) = (to_gej(&point), any_scalar(random), any_scalar(random));
            let sum = oracle::naive(&[Term::new(na, point)], Some(ng));
            for edge in EDGES {
                let [a, r] = [Guarded::frozen(edge, a), Guarded::holding(edge, a)];
                let [na, ng] = [na, ng].map(|k| Guarded::frozen(edge, k));
                // Once to another place, once to the input's own.
                for from in [a.pointer(), r.pointer()] {
                    let to = Guarded::new(edge, size_of::<secp256k1_gej>());
                    let to = if from == r.pointer() { from } else { to.pointer() };
                    unsafe {
                        ours::ecmult(to, from, &*na.pointer(), ng.pointer());
                        assert_eq!(Xy::of_gej(&*to), sum);
                    }
                }
            }
        }
    });
}

#[test]
fn digits_touch_nothing_beside_their_array() {
    let random = &mut Random::for_test(3);
    for edge in EDGES {
        for w in 1..=31 {
            let a = Guarded::frozen(edge, any_scalar(random));
            for len in [0, 1, 2, 100, 127, 129, 200, 255, 256] {
                let digits = Guarded::new(edge, 4 * len);
                unsafe { ours::wnaf(digits.pointer(), len as c_int, &*a.pointer(), w) };
            }
            let half = Guarded::frozen(edge, scalar_u128(u128::from(random.next()) << 64 | u128::from(random.next())));
            if w <= 30 {
                let digits = Guarded::new(edge, 4 * 128usize.div_ceil(w as usize));
                unsafe { ours::wnaf_fixed(digits.pointer(), &*half.pointer(), w) };
            }
        }
        let [batches, points] = [(); 2].map(|()| Guarded::new(edge, size_of::<usize>()));
        let helper = abi_5x52::secp256k1_ecmult_multi_batch_size_helper;
        assert_eq!(unsafe { helper(batches.pointer(), points.pointer(), 10, 25) }, 1);
        assert_eq!(unsafe { (*batches.pointer::<usize>(), *points.pointer::<usize>()) }, (3, 9));
    }
}

// Points are larger in some layouts and less aligned in others.
// PITFALLS 25
#[test]
fn points_of_every_layout_touch_nothing_beside_them() {
    macro_rules! check {
        ($($abi:ident),+) => {$(
            for edge in EDGES {
                // Every layout's scalars are the same bytes.
                let [one, two] = [[1u64, 0, 0, 0], [2, 0, 0, 0]].map(|words| Guarded::frozen(edge, words));
                let [g, sum] = [(); 2].map(|()| Guarded::new(edge, size_of::<$abi::secp256k1_gej>()));
                let (g, sum): (*mut $abi::secp256k1_gej, *mut $abi::secp256k1_gej) = (g.pointer(), sum.pointer());
                unsafe {
                    let (null, one, two) = (null_mut(), one.pointer(), two.pointer());
                    assert_eq!($abi::secp256k1_ecmult_multi_var(std::ptr::null(), null, g, one, None, null.cast(), 0), 1);
                    // G + 2·G, and in place.
                    $abi::secp256k1_ecmult(sum, g, one, two);
                    $abi::secp256k1_ecmult(sum, sum, two, one);
                    $abi::secp256k1_ecmult(g, std::ptr::null(), two, std::ptr::null());
                }
            }
        )+};
    }
    check!(abi_5x52, abi_10x26, abi_5x52_verify, abi_10x26_verify);
}

// What the tests above count on.
#[test]
fn what_is_beside_guarded_memory_cannot_be_touched() {
    const TEST: &str = "what_is_beside_guarded_memory_cannot_be_touched";
    let ends = |name: &str, touch: &dyn Fn()| child::ends_by(libc::SIGSEGV, TEST, name, "", touch);
    let read = |p: *mut u8| black_box(unsafe { p.read_volatile() });
    ends("before", &|| {
        read(Guarded::new(Edge::Start, 7).pointer::<u8>().wrapping_sub(1));
    });
    ends("behind", &|| {
        read(Guarded::new(Edge::End, 7).pointer::<u8>().wrapping_add(7));
    });
    ends("frozen", &|| unsafe { Guarded::frozen(Edge::End, 7u64).pointer::<u8>().write_volatile(7) });
    // The library itself, in a scratch space that says it has more memory than there is.
    for way in Way::ALL {
        ends(&format!("{way:?}"), &|| {
            let terms = [Term::new(scalar_u128(3), common::values::generator()); 2];
            let bytes = way.size(2) + 16 * way.objects();
            let space = Space::new(Edge::End, 100);
            unsafe {
                (*space.header.pointer::<secp256k1_scratch>()).max_size = bytes;
                let (mut r, data) = (secp256k1_gej::default(), terms.as_ptr().cast_mut().cast());
                way.ours()(null(), space.header.pointer(), &mut r, null(), Some(give), data, 2);
            }
        });
    }
}
