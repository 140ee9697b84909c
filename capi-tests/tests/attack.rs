//! What a careless caller does beside the usual, and what an attacker would try: engines that change meanwhile, callbacks that
//! use everything, arguments that lie on each other, broken members, points where denominators vanish.
//!
//! Engines change while other tests of this program run, so none of them asks for one.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::block::Block;
use common::extremes::{any_point, any_scalar, any_terms, corners, edges, unreduced};
use common::pages::GuardedPage;
use common::terms::expected;
use common::values::{self, N, check_form, generator, lambda, negate, scalar, scalar_u128, unwritten_gej};
use common::{ALIGNMENTS, Errors, Random, Run, Space, Term, Way, Xy, oracle, random};
use secp256k1_ecmult_multi::capi::abi_5x52 as ffi;
use secp256k1_ecmult_multi::msm::plan;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use upstream::*;

fn select(i: usize) {
    let name = [c"portable", c"adx", c"auto", c"none", c""][i % 5];
    // Without adx one of them is refused.
    unsafe { ffi::secp256k1_ecmult_multi_engine_select(name.as_ptr()) };
}

// ---- sizes ----

/// Sizes up to `most` at which the plan for n points becomes another one.
fn plan_changes(n: usize, most: usize) -> Vec<usize> {
    (1..most).filter(|&bytes| plan::plan(n, bytes) != plan::plan(n, bytes - 1)).collect()
}

// At each size where the plan changes, and at those around it where one more line or half of one fits.
#[test]
fn sums_at_every_alignment_where_plans_change() {
    let random = &mut Random::for_test(1);
    let pool = any_terms(random, 211);
    for n in (5..=20).chain([25, 33, 37, 112, 113, 209, 210, 211]) {
        let g = [None, Some(any_scalar(random))][n % 2];
        let sum = expected(&pool[..n], g);
        let most = if n < 30 { 12_000 } else { ours::multi_scratch_size(n) + 64 };
        for bytes in plan_changes(n, most) {
            for bytes in [bytes - 1, bytes, bytes + 1, bytes + 31, bytes + 32, bytes + 33] {
                let offset = random.below(64);
                let space = Space::at(offset, bytes);
                let outcome = Run::new(&pool[..n]).g(g).ours(Way::Var, space.pointer());
                outcome
                    .is_sum(sum, n)
                    .unwrap_or_else(|fault| panic!("{n} points, {bytes} bytes from {offset}: {fault}"));
                assert!(space.is_intact() && space.taken() == 0);
            }
        }
    }
}

// ---- callbacks ----

/// Uses all that there is, with the scratch space of the call and without.
fn use_everything(
    idx: usize,
    scratch: *mut secp256k1_scratch,
    inner: &[Term],
    sum: Xy,
    depth: usize,
) -> Result<(), String> {
    let errors = Errors::new();
    let e = errors.callback();
    select(idx);
    unsafe {
        // A heap space of its own.
        let own = ours::scratch_create(e, 500 * idx, 1 << (idx % 7));
        Run::new(inner).ours(Way::Var, own).is_sum(sum, inner.len())?;
        ours::scratch_destroy(e, own);
        // One in the memory that the outer call has left, and one on the stack.
        let before = ours::scratch_checkpoint(e, scratch);
        let left = ours::scratch_max_allocation(e, scratch, 1, 1);
        let memory = ours::scratch_alloc(e, scratch, left, 1);
        let nested = ours::scratch_preallocated_create(memory, left, left.saturating_sub(200), 16);
        if !nested.is_null() {
            Run::new(inner).ours(Way::Var, nested).is_sum(sum, inner.len())?;
            ours::scratch_preallocated_destroy(e, nested);
        }
        ours::scratch_apply_checkpoint(e, scratch, before);
        let mut memory = [MaybeUninit::<u8>::uninit(); 3000];
        let on_stack = ours::scratch_preallocated_create(memory.as_mut_ptr().cast(), 3000, 2900, 8);
        Run::new(inner).ours(Way::Var, on_stack).is_sum(sum, inner.len())?;
        // The outer call's, and none; the innermost refuses.
        for scratch in [scratch, null_mut()] {
            let mut fault = None;
            let mut again = |idx| {
                if depth > 0 && idx % 3 == 0 {
                    fault = use_everything(idx, scratch_or(scratch, on_stack), inner, sum, depth - 1).err();
                }
            };
            Run::new(inner).hook(&mut again).ours(Way::Var, scratch).is_sum(sum, inner.len())?;
            fault.map_or(Ok(()), Err)?;
            Run::new(inner).refuse_at(idx % inner.len()).ours(Way::Var, scratch).is_failure(idx % inner.len() + 1)?;
        }
        if ours::scratch_checkpoint(e, scratch) != before {
            return Err("the inner calls have taken something".into());
        }
    }
    if errors.take() > 0 { Err("an error".into()) } else { Ok(()) }
}

fn scratch_or(scratch: *mut secp256k1_scratch, other: *mut secp256k1_scratch) -> *mut secp256k1_scratch {
    if scratch.is_null() { other } else { scratch }
}

// docs/abi.md: a callback may call all functions, those that select an engine among them.
#[test]
fn a_callback_that_uses_everything() {
    let random = &mut Random::for_test(2);
    let (outer, inner) = (any_terms(random, 40), any_terms(random, 7));
    let inner_sum = expected(&inner, None);
    for n in [1, 6, 9, 10, 17, 40] {
        let sum = expected(&outer[..n], Some(lambda()));
        for way in Way::ALL {
            let one_batch = way.size(n) + 16 * way.objects() + 64;
            for bytes in [one_batch, one_batch + 20_000, 2500, 9000] {
                let space = Space::at(n, bytes);
                let mut fault = None;
                let scratch = space.pointer();
                let mut hook = |idx| {
                    if fault.is_none() {
                        fault = use_everything(idx, scratch, &inner, inner_sum, 1).err();
                    }
                };
                let outcome = Run::new(&outer[..n]).g(Some(lambda())).hook(&mut hook).ours(way, scratch);
                assert_eq!(fault, None, "{way:?}, {n} points, {bytes} bytes");
                if outcome.ret == 1 || way == Way::Var {
                    outcome
                        .is_sum(sum, n)
                        .unwrap_or_else(|fault| panic!("{way:?}, {n} points, {bytes} bytes: {fault}"));
                }
                assert!(space.is_intact() && space.taken() == 0);
            }
        }
    }
    select(2);
}

// docs/abi.md, Engines: at any time, from any thread.
#[test]
fn engines_change_while_others_multiply() {
    let random = &mut Random::for_test(3);
    let jobs: Vec<_> = [1, 9, 14, 60, 215]
        .map(|n| {
            let terms = any_terms(random, n);
            let sum = expected(&terms, None);
            (terms, sum)
        })
        .into();
    let done = &AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(move || {
            for i in 0.. {
                if done.load(Ordering::Relaxed) {
                    return;
                }
                select(i);
                thread::yield_now();
            }
        });
        let workers: Vec<_> = (0..3)
            .map(|worker| {
                let jobs = &jobs;
                scope.spawn(move || {
                    for repetition in 0..8 {
                        for (terms, sum) in jobs {
                            let way = Way::ALL[(worker + repetition) % 4];
                            let space = Space::new(way.size(terms.len()) + 16 * way.objects());
                            Run::new(terms).ours(way, space.pointer()).is_sum(*sum, terms.len()).unwrap();
                            Run::new(terms).ours(Way::Var, null_mut()).is_sum(*sum, terms.len()).unwrap();
                        }
                    }
                })
            })
            .collect();
        let ends: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
        done.store(true, Ordering::Relaxed);
        assert!(ends.iter().all(Result::is_ok));
    });
    select(2);
}

// ---- points that are none ----

fn fe(n: [u64; 5]) -> secp256k1_fe {
    secp256k1_fe { n }
}

/// Where something vanishes: zero in several forms, next to coordinates of a good point.
fn degenerate(good: &secp256k1_ge) -> Vec<secp256k1_ge> {
    let top = (1 << 52) - 1;
    let zeros = [
        fe([0; 5]),
        // p, 2p, 4p, and p in limbs that have not been carried
        fe([0xF_FFFE_FFFF_FC2F, top, top, top, (1 << 48) - 1]),
        fe([0xF_FFFE_FFFF_FC2F * 2, top * 2, top * 2, top * 2, ((1 << 48) - 1) * 2]),
        fe([0xF_FFFE_FFFF_FC2F * 4, top * 4, top * 4, top * 4, ((1 << 48) - 1) * 4]),
        fe([0x1F_FFFE_FFFF_FC2F, top - 1, top, top, (1 << 48) - 1]),
    ];
    let all_p = fe([0xFFFF_FFFE_FFFF_FC2F; 5]);
    let mut points = Vec::new();
    for zero in zeros {
        points.push(secp256k1_ge { x: zero, y: zero, infinity: 0 });
        points.push(secp256k1_ge { x: zero, ..*good });
        points.push(secp256k1_ge { y: zero, ..*good });
        points.push(secp256k1_ge { x: zero, y: fe([1, 0, 0, 0, 0]), infinity: 0 });
        points.push(secp256k1_ge { x: fe([1, 0, 0, 0, 0]), y: zero, infinity: 0 });
    }
    points.push(secp256k1_ge { x: all_p, y: all_p, infinity: 0 });
    points.push(secp256k1_ge { x: good.y, y: good.x, infinity: 0 });
    // The x of a good one, so that it meets this one with another y than its own or its negation's.
    points.push(secp256k1_ge { y: fe([2, 0, 0, 0, 0]), ..*good });
    points
}

// docs/abi.md: some point, whatever the limbs; nothing panics, and the form is kept.
#[test]
fn degenerate_points_beside_good_ones() {
    let random = &mut Random::for_test(4);
    let good = values::random_point(random);
    let bad = degenerate(&good);
    for n in [1, 2, 3, 5, 6, 8, 9, 10, 13, 16, 33, 211] {
        for (i, point) in bad.iter().enumerate() {
            for kind in 0..4 {
                let place = random.below(n);
                let terms: Vec<_> = (0..n)
                    .map(|j| {
                        let p = match kind {
                            0 if j == place => *point,
                            1 => *point,
                            2 if j % 2 == 0 => *point,
                            3 => *random.pick(&bad),
                            _ if j % 3 == 0 => good,
                            _ => values::negative(&good),
                        };
                        Term::new(any_scalar(random), p)
                    })
                    .collect();
                let way = Way::ALL[(i + kind) % 4];
                let space = Space::new(way.size(n) + 16 * way.objects());
                for (way, scratch) in [(way, space.pointer()), (Way::Var, null_mut())] {
                    let outcome = Run::new(&terms).g(Some(any_scalar(random))).ours(way, scratch);
                    outcome.succeeded(n).unwrap();
                    check_form(&outcome.r).unwrap_or_else(|fault| panic!("{way:?}, {terms:?}: {fault}"));
                }
                assert!(space.is_intact() && space.taken() == 0);
            }
        }
    }
}

// ---- arguments that lie on each other ----

// docs/abi.md: *inp_g_sc is read once, at the start, and *r written once, at the end.
#[test]
fn the_result_may_lie_on_the_scalar_and_on_the_callbacks_data() {
    #[repr(C)]
    struct Shared {
        r: secp256k1_gej,
        terms: Vec<Term>,
    }
    unsafe extern "C" fn give(
        sc: *mut secp256k1_scalar,
        pt: *mut secp256k1_ge,
        idx: usize,
        data: *mut c_void,
    ) -> c_int {
        unsafe {
            let shared = data.cast::<Shared>();
            let term = (&(*shared).terms)[idx];
            sc.write(term.scalar);
            pt.write(term.point);
            // The scalar at the beginning is the caller's again.
            (&raw mut (*shared).r).cast::<[u8; 128]>().write([idx as u8; 128]);
        }
        1
    }
    let (random, errors) = (&mut Random::for_test(5), Errors::new());
    for n in [0, 1, 7, 10, 50, 212] {
        let terms = any_terms(random, n);
        let terms: Vec<_> = terms.into_iter().filter(|term| !term.unwritten).collect();
        let g = any_scalar(random);
        let sum = expected(&terms, Some(g));
        for way in Way::ALL {
            for offset in [0, 8, 32, 96] {
                let space = Space::new(way.size(n) + 16 * way.objects());
                let mut shared = Box::new(Shared { r: unwritten_gej(), terms: terms.clone() });
                let data = &raw mut *shared;
                unsafe {
                    let r = &raw mut (*data).r;
                    let scalar = r.byte_add(offset).cast::<secp256k1_scalar>();
                    scalar.write(g);
                    let ret = way.ours()(errors.callback(), space.pointer(), r, scalar, Some(give), data.cast(), n);
                    assert_eq!(ret, 1);
                    check_form(&*r).unwrap();
                    assert_eq!(Xy::of_gej(&*r), sum, "{way:?}, {n} points");
                }
            }
        }
    }
    errors.expect_none();
}

// In memory of the scratch space that is not taken: it is the call's until the result is written.
#[test]
fn the_result_may_lie_in_the_memory_of_the_scratch_space() {
    let (random, errors) = (&mut Random::for_test(6), Errors::new());
    for n in [1, 7, 10, 50] {
        let terms = any_terms(random, n);
        let sum = expected(&terms, None);
        for way in Way::ALL {
            let space = Space::new(way.size(n) + 16 * way.objects() + 128);
            unsafe {
                let r = (*space.pointer()).data.cast::<secp256k1_gej>();
                let mut iter = terms.iter().copied();
                unsafe extern "C" fn next(
                    sc: *mut secp256k1_scalar,
                    pt: *mut secp256k1_ge,
                    _: usize,
                    iter: *mut c_void,
                ) -> c_int {
                    let term =
                        unsafe { &mut *iter.cast::<std::iter::Copied<std::slice::Iter<Term>>>() }.next().unwrap();
                    unsafe {
                        sc.write(term.scalar);
                        pt.write(term.point);
                    }
                    1
                }
                let data = (&raw mut iter).cast();
                assert_eq!(way.ours()(errors.callback(), space.pointer(), r, null(), Some(next), data, n), 1);
                check_form(&*r).unwrap();
                assert_eq!(Xy::of_gej(&*r), sum, "{way:?}, {n} points");
            }
            assert!(space.is_intact() && space.taken() == 0);
        }
    }
    errors.expect_none();
}

// ---- broken scratch spaces ----

// More taken than there is: nothing is left, whatever is asked for.
#[test]
fn more_taken_than_there_is_leaves_nothing() {
    let (random, errors) = (&mut Random::for_test(7), Errors::new());
    let e = errors.callback();
    let terms = any_terms(random, 12);
    let sum = expected(&terms, None);
    for (taken, bytes) in [(1, 0), (1001, 1000), (usize::MAX, 1000), (usize::MAX, 0), (usize::MAX, usize::MAX - 1)] {
        let space = Space::new(0);
        let scratch = space.pointer();
        unsafe {
            ((*scratch).alloc_size, (*scratch).max_size) = (taken, bytes);
            (*scratch).data = null_mut();
            for alignment in [0, 1, 3].into_iter().chain(ALIGNMENTS) {
                for size in [1, 16, 1000, usize::MAX] {
                    assert!(ours::scratch_alloc(e, scratch, size, alignment).is_null());
                }
                assert_eq!(ours::scratch_max_allocation(e, scratch, 0, alignment), 0);
                for way in Way::SINGLE {
                    assert_eq!(way.max_points(e, scratch, alignment), 0);
                }
            }
            for way in Way::SINGLE {
                Run::new(&terms).ours(way, scratch).is_failure(0).unwrap();
                Run::new(&[]).ours(way, scratch).is_sum(Xy::INFINITY, 0).unwrap();
            }
            Run::new(&terms).ours(Way::Var, scratch).is_sum(sum, 12).unwrap();
            assert_eq!(ours::scratch_checkpoint(e, scratch), taken);
            errors.expect_none();
            ((*scratch).max_size, (*scratch).alloc_size) = (0, 0);
        }
    }
}

// No memory at all, though it says that there is: nothing is touched for no points.
#[test]
fn no_points_touch_no_memory() {
    let errors = Errors::new();
    let mut fake = secp256k1_scratch { magic: *b"scratch\0", data: null_mut(), alloc_size: 0, max_size: usize::MAX };
    for way in Way::ALL {
        for g in [None, Some(scalar_u128(1)), Some(secp256k1_scalar { d: N }), Some(negate(&scalar_u128(1)))] {
            let outcome = Run::new(&[]).g(g).ours(way, &mut fake);
            let reduced = g.map(|g| scalar(g.d));
            outcome.is_sum(expected(&[], reduced), 0).unwrap();
        }
        if way != Way::Var {
            assert!(way.max_points(errors.callback(), &mut fake, 16) > 1 << 40);
        }
    }
    unsafe {
        assert_eq!(ours::scratch_max_allocation(errors.callback(), &fake, 0, 16), usize::MAX);
        assert!(ours::scratch_alloc(errors.callback(), &mut fake, usize::MAX, 16).is_null());
    }
    assert_eq!((fake.alloc_size, fake.max_size), (0, usize::MAX));
    errors.expect_none();
}

// Nothing is taken of a space that is full, in which the next object is beside the memory.
#[test]
fn nothing_of_a_full_space() {
    let errors = Errors::new();
    let page = GuardedPage::new();
    for alignment in ALIGNMENTS {
        let data = page.last(&[7; 64]).cast();
        let mut scratch = secp256k1_scratch { magic: *b"scratch\0", data, alloc_size: 64, max_size: 64 };
        let object = unsafe { ours::scratch_alloc(errors.callback(), &mut scratch, 0, alignment) };
        assert_eq!(object.addr(), data.addr() + 64);
        assert!(unsafe { ours::scratch_alloc(errors.callback(), &mut scratch, 1, alignment) }.is_null());
        assert_eq!(scratch.alloc_size, 64);
    }
    errors.expect_none();
}

// ---- preallocated memory ----

// Its last byte is the last of a page.
#[test]
fn a_block_at_the_end_of_a_page() {
    let (random, errors) = (&mut Random::for_test(8), Errors::new());
    let e = errors.callback();
    let terms = any_terms(random, 3);
    let sum = expected(&terms, None);
    let page = GuardedPage::new();
    for alignment in [0, 1, 2, 3, 7, 8, 12, 16, 32, 64, 128] {
        for max_size in (0..140).chain([1400, 2500, 2963, 3000, 3001, 3800]) {
            let length = ours::scratch_preallocated_size(max_size, alignment);
            // One byte short, and longer by some.
            let memory = page.last(&vec![0xEE; length - 1]).cast();
            unsafe {
                assert!(ours::scratch_preallocated_create(memory, length - 1, max_size, alignment).is_null());
                for more in [0, 1, 7] {
                    let memory = page.last(&vec![0xEE; length + more]).cast();
                    let scratch = ours::scratch_preallocated_create(memory, length + more, max_size, alignment);
                    assert!(!scratch.is_null());
                    assert!((*scratch).data.addr() + max_size <= memory.addr() + length + more);
                    assert_eq!((scratch.addr() % 8, (*scratch).data.addr() % alignment.next_power_of_two()), (0, 0));
                    Run::new(&terms).ours(Way::Var, scratch).is_sum(sum, 3).unwrap();
                    let whole = ours::scratch_alloc(e, scratch, max_size, 1).cast::<u8>();
                    whole.write_bytes(0xFF, max_size);
                    ours::scratch_apply_checkpoint(e, scratch, 0);
                    ours::scratch_preallocated_destroy(e, scratch);
                }
            }
        }
    }
    errors.expect_none();
}

// A second one over the first: the newer is a scratch space, and the older one's pointer is one only where both begin.
#[test]
fn a_block_over_another() {
    let (random, errors) = (&mut Random::for_test(9), Errors::new());
    let e = errors.callback();
    let terms = any_terms(random, 9);
    let sum = expected(&terms, None);
    for offset in 0..200 {
        let block = Block::at(offset % 64, 12_000);
        let [first, second] = [0, offset].map(|start| unsafe {
            ours::scratch_preallocated_create(block.pointer().byte_add(start), 12_000 - start, 10_000, 16)
        });
        Run::new(&terms).ours(Way::Var, second).is_sum(sum, 9).unwrap();
        unsafe { ours::scratch_preallocated_destroy(e, second) };
        errors.expect_none();
        if first == second {
            unsafe { ours::scratch_preallocated_destroy(e, first) };
            errors.expect_one("invalid scratch space");
        }
        assert!(block.is_intact());
    }
}

// An address near the end of all memory: too short a block is not looked at.
#[test]
fn a_short_block_is_not_touched_wherever_it_is() {
    for address in [1, 8, 4095, usize::MAX, usize::MAX - 30, usize::MAX / 2, 1 << 47] {
        for length in [0, 1, 31, 32, 40, 46] {
            let memory = std::ptr::without_provenance_mut(address);
            assert!(unsafe { ours::scratch_preallocated_create(memory, length, 0, 16) }.is_null());
        }
        let memory = std::ptr::without_provenance_mut(address);
        for size in [usize::MAX, usize::MAX - 31, usize::MAX - 46] {
            assert!(unsafe { ours::scratch_preallocated_create(memory, usize::MAX, size, 16) }.is_null());
        }
    }
}

// ---- scalars ----

// Singles and bundles beside each other, as they are where there is no scratch space, with every scalar at an edge in
// every place.
#[test]
fn edge_scalars_in_bundles_and_beside_them() {
    let random = &mut Random::for_test(10);
    let mut scalars = edges();
    scalars.extend(corners());
    scalars.extend([negate(&scalar_u128(1)), lambda(), negate(&lambda())]);
    let points: Vec<_> = (0..17).map(|_| values::random_point(random)).collect();
    for n in [2, 3, 7, 8, 9, 10, 12, 17] {
        for (i, k) in scalars.iter().enumerate() {
            // One scalar for all, or others from the list beside it.
            let terms: Vec<_> = (0..n)
                .map(|j| {
                    Term::new(
                        if i % 3 == 0 || j == i % n { *k } else { scalars[(i * 7 + j) % scalars.len()] },
                        points[j],
                    )
                })
                .collect();
            let sum = expected(&terms, Some(*k));
            for bytes in [0, 3000, 9000] {
                let space = Space::at(i, bytes);
                let outcome = Run::new(&terms).g(Some(*k)).ours(Way::Var, space.pointer());
                outcome.is_sum(sum, n).unwrap_or_else(|fault| panic!("{bytes} bytes, {terms:?}: {fault}"));
            }
        }
    }
}

// docs/abi.md: an unreduced scalar is reduced.
#[test]
fn unreduced_scalars_are_reduced() {
    let random = &mut Random::for_test(11);
    for n in [1, 2, 7, 9, 10, 16, 60, 212] {
        for _ in 0..random::cases(10) {
            let terms: Vec<_> = (0..n).map(|_| Term::new(unreduced(random), any_point(random, &[]))).collect();
            let reduced: Vec<_> = terms.iter().map(|term| Term { scalar: scalar(term.scalar.d), ..*term }).collect();
            let g = unreduced(random);
            let sum = oracle::naive(&reduced, Some(scalar(g.d)));
            for way in Way::ALL {
                let space = Space::new(way.size(n) + 16 * way.objects());
                Run::new(&terms).g(Some(g)).ours(way, space.pointer()).is_sum(sum, n).unwrap();
            }
            Run::new(&terms).g(Some(g)).ours(Way::Var, null_mut()).is_sum(sum, n).unwrap();
        }
    }
}

// ---- the rest ----

#[test]
fn wnaf_lengths_that_are_none() {
    let k = negate(&scalar_u128(1));
    for w in [c_int::MIN, -1, 0, 1, 2, 5, 31, 32, c_int::MAX] {
        for len in [c_int::MIN, -1, 0] {
            assert_eq!(unsafe { ours::wnaf(null_mut(), len, &k, w) }, 0);
        }
        // Longer than any form: zeros above.
        let mut digits = vec![77; 700];
        let length = unsafe { ours::wnaf(digits.as_mut_ptr(), 600, &k, w) };
        assert!((0..=256).contains(&length));
        assert!(digits[length as usize..600].iter().all(|&digit| digit == 0));
        assert!(digits[600..].iter().all(|&digit| digit == 77));
    }
}

// Of so many points none is asked for after the refusal, in any of the small batches on the stack or in a small space.
#[test]
fn a_refusal_of_any_early_term_of_a_huge_number() {
    let terms = vec![Term::new(scalar_u128(3), generator()); 40];
    for n in [usize::MAX, usize::MAX - 1, usize::MAX / 9, 5_000_001] {
        for refused in 0..40 {
            for bytes in [0, 2000, 5000] {
                let space = Space::new(bytes);
                let run = Run::new(&terms).n(n).g(Some(scalar_u128(1))).refuse_at(refused);
                run.ours(Way::Var, space.pointer()).is_failure(refused + 1).unwrap();
                assert_eq!(space.taken(), 0);
            }
        }
    }
}
