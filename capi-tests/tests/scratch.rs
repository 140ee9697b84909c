//! Scratch spaces: misuse, sizes at the edges, and what a multiplication does with one.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::extremes::{any_scalar, any_terms};
use common::refusals::every_function_refuses;
use common::space::UpstreamSpace;
use common::terms::expected;
use common::values::{scalar_u128, unwritten_gej};
use common::{ALIGNMENTS, Errors, Random, Run, Space, Way, child, engines, pages, plans, random};
use std::ptr::{null, null_mut};
use upstream::*;

/// `bytes` rounded up.
fn round_up(bytes: usize, alignment: usize) -> usize {
    bytes.div_ceil(alignment) * alignment
}

/// Fewer bytes than this and upstream's function fails. All its objects have sizes rounded up to 16.
fn upstream_minimum(way: Way, n: usize, g: Option<secp256k1_scalar>) -> usize {
    let (mut low, mut high) = (0, round_up(way.upstream_size(n), 16) / 16 + way.objects());
    while low < high {
        let middle = (low + high) / 2;
        let space = UpstreamSpace::new(16 * middle);
        // It is enough if upstream comes to the callback, or to the end.
        let outcome = Run::new(&[]).n(n).g(g).refuse_at(0).upstream(way, space.pointer());
        if outcome.calls > 0 || outcome.ret == 1 { high = middle } else { low = middle + 1 }
    }
    16 * low
}

// ---- creation, allocation, checkpoints ----

// PITFALLS 1
#[test]
fn a_size_near_size_max_gives_null() {
    let errors = Errors::new();
    let header = size_of::<secp256k1_scratch>();
    for alignment in [1, 16, 32, 64] {
        let offset = round_up(header, alignment);
        for below in 0..300 {
            let size = usize::MAX - below;
            assert!(unsafe { ours::scratch_create(errors.callback(), size, alignment) }.is_null());
            if size.checked_add(offset).is_none() {
                errors.expect_none();
            } else {
                // No machine has so much, which is another matter than a size that wraps.
                errors.expect_one("Out of memory");
            }
        }
    }
    // Half of all there is does not wrap either.
    assert!(unsafe { ours::scratch_create(errors.callback(), usize::MAX / 2 + 1, 16) }.is_null());
    errors.expect_one("Out of memory");
}

#[test]
fn a_new_space_is_empty_and_has_its_size() {
    let errors = Errors::new();
    for alignment in [1, 16, 32, 64] {
        for size in [0, 1, 15, 16, 17, 1000, 100_000] {
            unsafe {
                let scratch = ours::scratch_create(errors.callback(), size, alignment);
                assert_eq!((*scratch).magic, *b"scratch\0");
                assert_eq!(((*scratch).alloc_size, (*scratch).max_size), (0, size));
                // Where upstream's code would look for it.
                let data: *mut u8 = (*scratch).data.cast();
                assert_eq!(data.addr() - scratch.addr(), round_up(32, alignment));
                data.write_bytes(0xFF, size);
                assert_eq!(ours::scratch_checkpoint(errors.callback(), scratch), 0);
                let whole = size / alignment * alignment;
                let object: *mut u8 = ours::scratch_alloc(errors.callback(), scratch, whole, alignment).cast();
                assert_eq!(object, data);
                assert!((0..whole).all(|i| *object.add(i) == 0), "an object is zeroed");
                ours::scratch_apply_checkpoint(errors.callback(), scratch, 0);
                ours::scratch_destroy(errors.callback(), scratch);
            }
            errors.expect_none();
        }
    }
}

// PITFALLS 2
#[test]
fn an_allocation_near_size_max_gives_null() {
    let errors = Errors::new();
    let space = Space::new(1000);
    space.take(10);
    for alignment in [1, 16, 32, 64] {
        for below in 0..300 {
            for size in [usize::MAX - below, usize::MAX / 2 - below, usize::MAX / 2 + below] {
                assert!(unsafe { ours::scratch_alloc(errors.callback(), space.pointer(), size, alignment) }.is_null());
                assert_eq!(space.taken(), 10);
            }
        }
    }
    errors.expect_none();
    assert!(space.is_intact());
}

// PITFALLS 2
#[test]
fn padding_that_wraps_leaves_nothing() {
    let errors = Errors::new();
    for bytes in [0, 1, 1000, usize::MAX / 2, usize::MAX] {
        let space = Space::imagined(bytes);
        let max = |objects, alignment| unsafe {
            ours::scratch_max_allocation(errors.callback(), space.pointer(), objects, alignment)
        };
        for alignment in ALIGNMENTS {
            let wraps = usize::MAX / (alignment - 1) + 1;
            for objects in (wraps..wraps + 20).chain([usize::MAX / 2, usize::MAX - 1, usize::MAX]) {
                assert_eq!(max(objects, alignment), 0, "{objects} of {alignment}");
            }
            // As if padding were one byte: the product modulo 2^64.
            let inverse =
                (0..64).fold(1usize, |x, _| x.wrapping_mul(2usize.wrapping_sub(x.wrapping_mul(alignment - 1))));
            assert_eq!((inverse.wrapping_mul(alignment - 1), max(inverse, alignment)), (1, 0));
        }
        // Bytes lose nothing to alignment, however many objects they are cut into.
        for objects in [0, 1, 5, usize::MAX] {
            assert_eq!(max(objects, 1), bytes);
        }
    }
    errors.expect_none();
}

// PITFALLS 2
#[test]
fn max_allocation_is_upstreams() {
    let (errors, random) = (Errors::new(), &mut Random::for_test(1));
    for _ in 0..random::cases(20_000) {
        let size = |random: &mut Random| match random.below(3) {
            0 => random.below(200),
            1 => random.next() as usize >> random.below(64),
            _ => usize::MAX - random.below(200),
        };
        let (a, b, objects) = (size(random), size(random), size(random));
        let space = Space::imagined(a.max(b));
        unsafe {
            (*space.pointer()).alloc_size = a.min(b);
            assert_eq!(
                ours::scratch_max_allocation(errors.callback(), space.pointer(), objects, 16),
                upstream_scratch_max_allocation(errors.callback(), space.pointer(), objects),
                "{objects} objects, {} of {} taken",
                a.min(b),
                a.max(b),
            );
        }
    }
    errors.expect_none();
}

// PITFALLS 4
#[test]
fn a_checkpoint_above_what_is_allocated_is_invalid() {
    let errors = Errors::new();
    let space = Space::new(1000);
    let apply = |checkpoint| unsafe { ours::scratch_apply_checkpoint(errors.callback(), space.pointer(), checkpoint) };
    space.take(100);
    for checkpoint in [101, 116, 1000, 1001, usize::MAX / 2, usize::MAX - 100, usize::MAX] {
        apply(checkpoint);
        errors.expect_one("invalid checkpoint");
        assert_eq!(space.taken(), 100);
    }
    apply(100);
    assert_eq!(space.taken(), 100);
    apply(40);
    assert_eq!(space.taken(), 40);
    // One that was valid a moment ago.
    errors.expect_none();
    apply(100);
    errors.expect_one("invalid checkpoint");
    apply(0);
    errors.expect_none();
    assert_eq!(space.taken(), 0);
}

// PITFALLS 2, 4
#[test]
fn allocations_and_checkpoints_go_as_upstreams() {
    let random = &mut Random::for_test(2);
    for _ in 0..random::cases(300) {
        let (errors, bytes) = (Errors::new(), random.below(2000));
        let (space, theirs) = (Space::new(bytes), UpstreamSpace::new(bytes));
        let (a, b) = (space.pointer(), theirs.pointer());
        let mut checkpoints = vec![0];
        for _ in 0..40 {
            match random.below(4) {
                0 => {
                    let [x, y] = unsafe {
                        [
                            ours::scratch_checkpoint(errors.callback(), a),
                            upstream_scratch_checkpoint(errors.callback(), b),
                        ]
                    };
                    assert_eq!(x, y);
                    checkpoints.push(x);
                }
                1 => {
                    // Stale ones are among them.
                    let checkpoint = *random.pick(&checkpoints);
                    let [x, y] = unsafe {
                        ours::scratch_apply_checkpoint(errors.callback(), a, checkpoint);
                        let ours = errors.take();
                        upstream_scratch_apply_checkpoint(errors.callback(), b, checkpoint);
                        [ours, errors.take()]
                    };
                    assert_eq!(x, y);
                }
                _ => {
                    let size = random.below(200);
                    unsafe {
                        let x: *mut u8 = ours::scratch_alloc(errors.callback(), a, size, 16).cast();
                        let y: *mut u8 = upstream_scratch_alloc(errors.callback(), b, size).cast();
                        assert_eq!(x.is_null(), y.is_null());
                        if !x.is_null() {
                            let offset = |object: *mut u8, scratch: *mut secp256k1_scratch| {
                                object.addr() - (*scratch).data.addr()
                            };
                            assert_eq!(offset(x, a), offset(y, b));
                            assert!((0..size).all(|i| *x.add(i) == 0));
                            x.write_bytes(0xEE, size);
                        }
                    }
                }
            }
            assert_eq!(space.taken(), unsafe { (*b).alloc_size });
        }
        unsafe { upstream_scratch_apply_checkpoint(errors.callback(), b, 0) };
        errors.expect_none();
        assert!(space.is_intact());
    }
}

// ---- what is no scratch space ----

// PITFALLS 3
#[test]
fn what_never_was_a_scratch_space_is_refused_by_its_magic() {
    let page = pages::GuardedPage::new();
    let mut wrong = vec![[0; 8], [0xFF; 8], *b"scratch ", *b"Scratch\0", *b"hctarcs\0"];
    // One bit off in each byte.
    wrong.extend((0..8).map(|i| {
        let mut magic = *b"scratch\0";
        magic[i] ^= 0x20;
        magic
    }));
    for magic in wrong {
        // Behind the magic there is no memory.
        let scratch = page.last(&magic).cast();
        every_function_refuses(scratch);
        let errors = Errors::new();
        unsafe { ours::scratch_destroy(errors.callback(), scratch) };
        errors.expect_one("invalid scratch space");
        // The sum needs none: it is computed, after one complaint.
        let terms = any_terms(&mut Random::new(1), 9);
        let mut outcome = Run::new(&terms).ours(Way::Var, scratch);
        assert_eq!(std::mem::take(&mut outcome.errors), 1);
        outcome.is_sum(expected(&terms, None), 9).unwrap();
        assert_eq!(unsafe { *scratch.cast::<[u8; 8]>() }, magic, "nothing is written");
    }
}

// PITFALLS 3
#[test]
fn members_behind_a_wrong_magic_are_not_looked_at() {
    // What would send a function that trusts them anywhere.
    let mut fake =
        secp256k1_scratch { magic: [0; 8], data: 16 as *mut _, alloc_size: usize::MAX, max_size: usize::MAX / 2 };
    every_function_refuses(&mut fake);
    let errors = Errors::new();
    unsafe { ours::scratch_destroy(errors.callback(), &mut fake) };
    errors.expect_one("invalid scratch space");
    assert_eq!((fake.alloc_size, fake.max_size), (usize::MAX, usize::MAX / 2));
}

// PITFALLS 8
#[test]
fn null_is_refused_where_upstream_would_read_it() {
    every_function_refuses(null_mut());
    let errors = Errors::new();
    unsafe { ours::scratch_destroy(errors.callback(), null_mut()) };
    errors.expect_none();
}

#[test]
fn without_an_error_callback_nothing_happens_unless_there_is_an_error() {
    engines::each(|| unsafe {
        let e = null();
        let scratch = ours::scratch_create(e, 10_000, 16);
        assert!(!ours::scratch_alloc(e, scratch, 100, 16).is_null());
        assert!(ours::scratch_alloc(e, scratch, 100_000, 16).is_null());
        assert_eq!(ours::scratch_checkpoint(e, scratch), 112);
        ours::scratch_apply_checkpoint(e, scratch, 0);
        assert_eq!(ours::scratch_max_allocation(e, scratch, 0, 16), 10_000);
        let (mut r, g) = (unwritten_gej(), scalar_u128(5));
        for way in Way::ALL {
            if way != Way::Var {
                assert!(way.max_points(e, scratch, 16) > 0);
            }
            assert_eq!(way.ours()(e, scratch, &mut r, &g, None, null_mut(), 0), 1);
        }
        assert_eq!(ours::multi_var(e, null_mut(), &mut r, &g, None, null_mut(), 0), 1);
        ours::scratch_destroy(e, scratch);
        ours::scratch_destroy(e, null_mut());
        assert!(ours::scratch_create(e, usize::MAX, 16).is_null());
    });
}

#[test]
fn without_an_error_callback_an_error_aborts() {
    child::aborts("without_an_error_callback_an_error_aborts", "checkpoint", "invalid scratch space", || unsafe {
        let fake = secp256k1_scratch::default();
        ours::scratch_checkpoint(null(), &fake);
    });
}

// ---- sizes ----

// PITFALLS 5
#[test]
fn a_size_and_its_padding_have_room_for_n_points() {
    let errors = Errors::new();
    for way in Way::SINGLE {
        for n in (0..70_000).chain([100_000, 1_000_000, 4_000_000, 4_999_999, 5_000_000]) {
            for alignment in ALIGNMENTS {
                let space = Space::imagined(way.size(n) + way.objects() * alignment);
                let max = way.max_points(errors.callback(), space.pointer(), alignment);
                assert!(max >= n, "{way:?}: {max} instead of {n} points, {alignment}");
            }
        }
    }
    errors.expect_none();
}

// PITFALLS 5: not only by figures. The callback is called when every object has its place.
#[test]
fn a_size_and_its_padding_take_n_points_at_every_alignment() {
    for way in Way::SINGLE {
        for n in (1..=20).chain(plans::interesting(700)).filter(|&n| n > 0) {
            for offset in 0..64 {
                // 8 is the least alignment that a C side has.
                let space = Space::at(offset, way.size(n) + 8 * way.objects());
                let outcome = Run::new(&[]).n(n).refuse_at(0).ours(way, space.pointer());
                outcome.is_failure(1).unwrap_or_else(|fault| panic!("{way:?}, {n} points from {offset}: {fault}"));
                assert!(space.is_intact());
            }
        }
    }
}

// PITFALLS 5: a bound of ours on a batch must not show here.
#[test]
fn a_size_and_its_padding_have_room_for_any_number_of_points() {
    let errors = Errors::new();
    for way in Way::SINGLE {
        for n in [5_000_001, 10_000_000, 1 << 30, 1 << 40] {
            let space = Space::imagined(way.size(n) + way.objects() * 16);
            let max = way.max_points(errors.callback(), space.pointer(), 16);
            assert!(max >= n, "{way:?}: {max} instead of {n} points");
        }
    }
}

// PITFALLS 5
#[test]
fn max_points_is_not_below_upstreams() {
    let (errors, random) = (Errors::new(), &mut Random::for_test(3));
    let small = (0..40_000).chain((40_000..20_000_000).step_by(9973));
    let random_sizes: Vec<_> =
        (0..random::cases(3000)).map(|_| random.next() as usize >> (34 + random.below(30))).collect();
    for bytes in small.chain(random_sizes) {
        let space = Space::imagined(bytes);
        for way in Way::UPSTREAMS {
            let max = way.max_points(errors.callback(), space.pointer(), 16);
            let theirs = way.upstream_max_points(errors.callback(), space.pointer());
            assert!(max >= theirs, "{way:?}: {max} instead of {theirs} points in {bytes} bytes");
        }
    }
    errors.expect_none();
}

// PITFALLS 5
#[test]
fn max_points_is_not_below_upstreams_in_spaces_of_gigabytes() {
    let errors = Errors::new();
    for bytes in (30..64).map(|bit| 1 << bit).chain([usize::MAX]) {
        let space = Space::imagined(bytes);
        for way in Way::UPSTREAMS {
            let max = way.max_points(errors.callback(), space.pointer(), 16);
            let theirs = way.upstream_max_points(errors.callback(), space.pointer());
            assert!(max >= theirs, "{way:?}: {max} instead of {theirs} points in {bytes} bytes");
        }
    }
}

// PITFALLS 5
#[test]
fn max_points_and_any_smaller_number_fit_in_one_batch() {
    engines::each(|| {
        let (errors, random) = (Errors::new(), &mut Random::for_test(4));
        for _ in 0..random::cases(300) {
            let (way, alignment) = (*random.pick(&Way::SINGLE), *random.pick(&ALIGNMENTS));
            let bytes = random.below(120_000) >> random.below(6);
            let space = Space::at(random.below(64), bytes);
            space.take(random.below(100.min(bytes + 1)));
            let max = way.max_points(errors.callback(), space.pointer(), alignment);
            errors.expect_none();
            for n in [max, random.below(max.min(1 << 40) + 1)] {
                if n > 0 {
                    // It is enough if the callback is called.
                    let outcome = Run::new(&[]).n(n).refuse_at(0).ours(way, space.pointer());
                    outcome.is_failure(1).unwrap_or_else(|fault| panic!("{way:?}, {n} points, {bytes} bytes: {fault}"));
                }
            }
        }
    });
}

// PITFALLS 5
#[test]
fn sizes_are_not_above_upstreams() {
    for n in (0..70_000).chain([100_000, 1_000_000, 5_000_000, 5_000_001, 1 << 30, 1 << 40]) {
        for way in Way::UPSTREAMS {
            let (size, theirs) = (way.size(n), way.upstream_size(n));
            assert!(size <= theirs, "{way:?}: {size} instead of {theirs} bytes for {n} points");
        }
    }
}

// PITFALLS 5, 6
#[test]
fn what_is_just_enough_for_upstream_is_enough() {
    engines::each(|| {
        let random = &mut Random::for_test(5);
        let pool = any_terms(random, 1300);
        for n in [1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 28, 29, 70, 71, 88, 100, 150, 320, 621, 1300] {
            let terms = &pool[..n];
            let g = [None, Some(any_scalar(random))][n % 2];
            let sum = expected(terms, g);
            for way in Way::UPSTREAMS {
                let bytes = upstream_minimum(way, n, g);
                // Every alignment of the block, and after an allocation of an odd size.
                let positions = if n < 10 { 16 } else { 3 };
                for _ in 0..positions {
                    let (offset, taken) = (random.below(64), random.below(64));
                    let space = Space::at(offset, taken + bytes);
                    space.take(taken);
                    let outcome = Run::new(terms).g(g).ours(way, space.pointer());
                    outcome.is_sum(sum, n).unwrap_or_else(|fault| {
                        panic!("{way:?}, {n} points in {bytes} bytes from {offset} after {taken}: {fault}")
                    });
                    assert!(space.is_intact() && space.taken() == taken);
                }
                if n < 10 {
                    for offset in 0..64 {
                        let space = Space::at(offset, bytes);
                        let outcome = Run::new(terms).g(g).ours(way, space.pointer());
                        outcome.is_sum(sum, n).unwrap_or_else(|fault| panic!("{way:?} from {offset}: {fault}"));
                    }
                }
            }
        }
    });
}

// PITFALLS 5, 6, 13: no points, with a scalar for G and without, in exactly upstream's bytes.
#[test]
fn what_is_just_enough_for_upstream_is_enough_for_no_points() {
    engines::each(|| {
        for way in Way::UPSTREAMS {
            for g in [None, Some(scalar_u128(0)), Some(scalar_u128(77))] {
                let bytes = upstream_minimum(way, 0, g);
                for taken in [0, 1, 7, 16] {
                    let space = Space::new(taken + bytes);
                    space.take(taken);
                    let outcome = Run::new(&[]).g(g).ours(way, space.pointer());
                    outcome.is_sum(expected(&[], g), 0).unwrap_or_else(|fault| {
                        panic!("{way:?}, {bytes} bytes after {taken}, {}: {fault}", g.is_some())
                    });
                }
            }
        }
    });
}

// PITFALLS 6: n = 1 and nothing at all.
#[test]
fn one_point_and_an_empty_space() {
    engines::each(|| {
        let terms = any_terms(&mut Random::for_test(6), 1);
        let space = Space::new(0);
        let g = Some(scalar_u128(3));
        Run::new(&terms).g(g).ours(Way::Var, space.pointer()).is_sum(expected(&terms, g), 1).unwrap();
        for way in Way::SINGLE {
            Run::new(&terms).g(g).ours(way, space.pointer()).is_failure(0).unwrap();
        }
        let errors = Errors::new();
        for way in Way::SINGLE {
            assert_eq!(way.max_points(errors.callback(), space.pointer(), 16), 0);
        }
        errors.expect_none();
    });
}

// PITFALLS 12, 14
#[test]
fn one_batch_in_too_small_a_space_fails_before_any_callback() {
    engines::each(|| {
        let random = &mut Random::for_test(7);
        let pool = any_terms(random, 200);
        for n in [1, 2, 3, 6, 7, 14, 15, 40, 99, 100, 200] {
            let sum = expected(&pool[..n], Some(scalar_u128(1)));
            for way in Way::SINGLE {
                let mut failures = 0;
                for bytes in [0, 1, 2, 15, 16, 100, 800, 1000, way.size(n) / 2, way.size(n) - 16, way.size(n) - 1] {
                    let space = Space::at(random.below(64), bytes);
                    let outcome = Run::new(&pool[..n]).g(Some(scalar_u128(1))).ours(way, space.pointer());
                    if outcome.ret == 0 {
                        outcome
                            .is_failure(0)
                            .unwrap_or_else(|fault| panic!("{way:?}, {n} points, {bytes} bytes: {fault}"));
                        failures += 1;
                    } else {
                        // Enough after all: an algorithm may have batches of its own inside.
                        outcome
                            .is_sum(sum, n)
                            .unwrap_or_else(|fault| panic!("{way:?}, {n} points, {bytes} bytes: {fault}"));
                    }
                    assert!(space.is_intact() && space.taken() == 0);
                }
                assert!(failures > 5);
            }
        }
    });
}

// ---- a multiplication and the space it is given ----

// PITFALLS 4, 12
#[test]
fn the_space_is_at_its_checkpoint_after_success_and_after_every_failure() {
    engines::each(|| {
        let random = &mut Random::for_test(8);
        let n = 30;
        let terms = any_terms(random, n);
        let sum = expected(&terms, None);
        for way in Way::ALL {
            let mut sizes = vec![way.size(n) + 16 * way.objects() + 100, 200_000];
            if way == Way::Var {
                // Several batches, of one point and more.
                sizes.extend([2000, 5000, 9000, 20_000]);
            }
            for bytes in sizes {
                for taken in [0, 1, 33] {
                    let space = Space::new(bytes);
                    space.take(taken);
                    let object = unsafe { (*space.pointer()).data.cast::<u8>() };
                    // What the caller has there is the caller's.
                    unsafe { object.write_bytes(0x77, taken) };
                    let mine_is_there = || (0..taken).all(|i| unsafe { *object.add(i) } == 0x77);
                    Run::new(&terms).ours(way, space.pointer()).is_sum(sum, n).unwrap();
                    assert!(space.taken() == taken && space.is_intact() && mine_is_there());
                    for refused in 0..n {
                        let outcome = Run::new(&terms).refuse_at(refused).ours(way, space.pointer());
                        outcome.is_failure(refused + 1).unwrap();
                        assert!(space.taken() == taken && space.is_intact() && mine_is_there());
                    }
                }
            }
        }
    });
}

// PITFALLS 4
#[test]
fn memory_in_use_is_not_handed_out_to_the_callback() {
    engines::each(|| {
        let random = &mut Random::for_test(9);
        for n in [1, 2, 7, 8, 30, 120] {
            let terms = any_terms(random, n);
            let g = Some(any_scalar(random));
            let sum = expected(&terms, g);
            for way in Way::ALL {
                let mut sizes = vec![way.size(n) + 16 * way.objects(), 2 * way.size(n) + 5000];
                if way == Way::Var {
                    sizes.extend([0, 100, 1100, 3000, 12_000]);
                }
                for bytes in sizes {
                    let space = Space::new(bytes);
                    let (errors, scratch) = (Errors::new(), space.pointer());
                    let mut scribble = |idx: usize| unsafe {
                        // All that is left, or a part; and then a few bytes more often than not.
                        let left = ours::scratch_max_allocation(errors.callback(), scratch, 0, 1);
                        let size = if idx % 3 == 0 { left } else { left.min(100) };
                        let object = ours::scratch_alloc(errors.callback(), scratch, size, 1).cast::<u8>();
                        object.write_bytes(0xFF, size);
                    };
                    let outcome = Run::new(&terms).g(g).hook(&mut scribble).ours(way, scratch);
                    outcome
                        .is_sum(sum, n)
                        .unwrap_or_else(|fault| panic!("{way:?}, {n} points, {bytes} bytes: {fault}"));
                    errors.expect_none();
                    assert!(space.is_intact());
                    // Without a checkpoint of the multiplication's own, the callback keeps what it has taken.
                    assert!(space.taken() == 0 || way == Way::Var);
                }
            }
        }
    });
}

// A callback may multiply too, with the same scratch space.
#[test]
fn a_multiplication_inside_a_callback_shares_the_space() {
    engines::each(|| {
        let random = &mut Random::for_test(10);
        let (outer, inner) = (any_terms(random, 10), any_terms(random, 5));
        let sums = [expected(&outer, None), expected(&inner, None)];
        for way in Way::ALL {
            for bytes in [0, 1500, 7000, 20_000, 60_000] {
                let space = Space::new(bytes);
                let scratch = space.pointer();
                let mut faults = Vec::new();
                let mut nested = |_| faults.extend(Run::new(&inner).ours(Way::Var, scratch).is_sum(sums[1], 5).err());
                let outcome = Run::new(&outer).hook(&mut nested).ours(way, scratch);
                if way == Way::Var || outcome.ret == 1 {
                    outcome.is_sum(sums[0], 10).unwrap();
                }
                assert_eq!(faults, Vec::<String>::new());
                assert!(space.is_intact() && space.taken() == 0);
            }
        }
    });
}

// PITFALLS 7: which algorithm needs less depends on the space, so each decides for itself.
#[test]
fn tiny_spaces_are_used_for_either_algorithm_or_not_at_all() {
    engines::each(|| {
        let terms = any_terms(&mut Random::for_test(11), 12);
        let sum = expected(&terms, None);
        for bytes in (0..12_000).step_by(61) {
            let (errors, space) = (Errors::new(), Space::new(bytes));
            for way in Way::SINGLE {
                let max = way.max_points(errors.callback(), space.pointer(), 16);
                let outcome = Run::new(&terms).ours(way, space.pointer());
                if max >= 12 || outcome.ret == 1 {
                    outcome.is_sum(sum, 12).unwrap();
                } else {
                    outcome.is_failure(0).unwrap();
                }
            }
            Run::new(&terms).ours(Way::Var, space.pointer()).is_sum(sum, 12).unwrap();
            errors.expect_none();
        }
        assert!(plans::stack_points() > 0);
    });
}
