//! Sizes and numbers of points up to the largest that there are.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::values::{generator, scalar_u128};
use common::{Random, Run, Space, Term, Way, engines, plans, random};
use secp256k1_ecmult_multi::msm::plan;
use std::cell::Cell;
use std::ptr::null_mut;
use upstream::*;

/// Numbers of points at which a product or a sum of sizes wraps somewhere.
fn huge() -> Vec<usize> {
    let mut all = vec![
        usize::MAX,
        usize::MAX - 1,
        usize::MAX - 2,
        usize::MAX / 2,
        usize::MAX / 2 + 1,
        usize::MAX / 3,
        usize::MAX / 1024,
        usize::MAX / 1024 + 1,
        usize::MAX / 160,
        usize::MAX / 160 + 1,
        5_000_000,
        5_000_001,
        // the last that Strauss' algorithm can number
        4_194_303,
        4_194_304,
    ];
    for bit in [31, 32, 33, 48, 54, 58, 60, 61, 62, 63] {
        all.extend([(1 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    }
    all
}

// PITFALLS 9: a loop over as many points or batches would not end here.
#[test]
fn huge_numbers_of_points_begin_at_once_and_end_with_the_refusal() {
    engines::each(|| {
        let terms = [Term::new(scalar_u128(1), generator())];
        for n in huge() {
            for bytes in [0, 1, 1000, 10_000, 1_000_000, 10_000_000] {
                let space = Space::new(bytes);
                for scratch in [space.pointer(), null_mut()] {
                    let run = Run::new(&terms).n(n).g(Some(scalar_u128(2))).refuse_at(0);
                    let outcome = run.ours(Way::Var, scratch);
                    outcome.is_failure(1).unwrap_or_else(|fault| panic!("{n} points, {bytes} bytes: {fault}"));
                }
                assert!(space.is_intact() && space.taken() == 0);
            }
        }
    });
}

// PITFALLS 9: what wraps to a small size would seem to fit, and then objects lie on each other or outside.
#[test]
fn huge_numbers_of_points_in_one_batch_are_refused_or_begin_at_once() {
    engines::each(|| {
        let terms = [Term::new(scalar_u128(1), generator())];
        let space = Space::new(1_000_000);
        for n in huge() {
            for way in Way::SINGLE {
                let outcome = Run::new(&terms).n(n).refuse_at(0).ours(way, space.pointer());
                // An algorithm may have batches of its own inside, for which the space is enough.
                outcome.is_failure(outcome.calls.min(1)).unwrap_or_else(|fault| panic!("{way:?}, {n} points: {fault}"));
                assert!(space.is_intact() && space.taken() == 0);
            }
        }
    });
}

// PITFALLS 9: as many callbacks as the refusal allows, over many batches: none is skipped, none repeated.
#[test]
fn a_refusal_far_into_a_huge_number_of_points() {
    engines::each(|| {
        let terms = vec![Term::new(scalar_u128(0), generator()); 5000];
        for n in [usize::MAX, usize::MAX / 2, 1 << 32] {
            for bytes in [0, 2000, 100_000, 3_000_000] {
                let space = Space::new(bytes);
                let outcome = Run::new(&terms).n(n).refuse_at(4321).ours(Way::Var, space.pointer());
                outcome.is_failure(4322).unwrap_or_else(|fault| panic!("{n} points, {bytes} bytes: {fault}"));
            }
        }
    });
}

// PITFALLS 9
#[test]
fn a_size_that_wraps_is_size_max() {
    for n in huge() {
        for way in Way::UPSTREAMS {
            // No algorithm takes less than its input, two halves and a point.
            let least = n.saturating_mul(96);
            assert!(way.size(n) >= least, "{way:?}: {} bytes for {n} points", way.size(n));
        }
        for window in -1..70 {
            assert!(ours::pippenger_scratch_size(n, window) >= n.saturating_mul(96), "{n} points, window {window}");
        }
    }
    for n in [usize::MAX, usize::MAX / 2, 1 << 63, usize::MAX / 3] {
        assert_eq!(Way::UPSTREAMS.map(|way| way.size(n)), [usize::MAX; 2]);
    }
    // PITFALLS 9, s#607: buckets that no type can count.
    for window in [i32::MIN, -1, 58, 59, 63, 64, 65, 1000, i32::MAX] {
        let size = ours::pippenger_scratch_size(1, window);
        assert!(size >= 1 << 60, "{size} bytes for a window of {window}");
    }
    for window in 30..50 {
        assert!(ours::pippenger_scratch_size(1, window) > 1 << window);
    }
}

/// Bytes with which there is a plan like that in ample memory; with one byte less than it needs there is none.
fn is_just_enough(n: usize) {
    let (size, ideal) = (ours::multi_scratch_size(n), plan::plan(n, usize::MAX));
    let least = ideal.map_or(0, |plan| plan.least_bytes());
    assert!(least <= size, "{n} points in {size} bytes");
    assert_eq!(plan::plan(n, size), ideal, "{n} points in {size} bytes");
    assert_eq!(plan::plan(n, least), ideal, "{n} points in {least} bytes");
    assert!(n == 0 || plan::plan(n, least - 1) != ideal, "{n} points in {least} bytes less one");
}

// docs/abi.md, "Without a heap".
#[test]
fn the_size_for_a_multiplication_is_just_enough_for_one_batch() {
    let numbers = (0..100_000).chain((100_000..5_000_000).step_by(991)).chain([4_999_999, 5_000_000]);
    for n in numbers {
        is_just_enough(n);
        assert_eq!(plan::plan(n, usize::MAX).map(|plan| plan.batch_points), Some(n), "{n} points in one batch");
    }
    assert_eq!(ours::multi_scratch_size(0), 0);
}

// PITFALLS 9
#[test]
fn the_size_for_more_points_than_a_batch_takes_is_that_for_a_batch() {
    let most = ours::multi_scratch_size(5_000_000);
    for n in huge().into_iter().chain([5_000_001, 7_500_000, 10_000_000]).filter(|&n| n > 5_000_000) {
        assert_eq!(ours::multi_scratch_size(n), most, "{n} points");
        assert_eq!(plan::plan(n, most), plan::plan(n, usize::MAX), "{n} points");
    }
}

// docs/abi.md: what it promises is what happens, wherever the memory begins.
#[test]
fn a_multiplication_takes_all_of_its_size_and_one_batch() {
    engines::each(|| {
        for n in plans::interesting(2000) {
            let size = ours::multi_scratch_size(n);
            for (offset, bytes) in [(0, size), (1, size), (63, size), (17, 2 * size + 5000)] {
                let (space, taken) = (Space::at(offset, bytes), Cell::new([usize::MAX, 0]));
                let terms = vec![Term::new(scalar_u128(3), generator()); n];
                let mut look = |_| {
                    let [least, most] = taken.get();
                    taken.set([least.min(space.taken()), most.max(space.taken())]);
                };
                Run::new(&terms).hook(&mut look).ours(Way::Var, space.pointer()).succeeded(n).unwrap();
                assert!(space.is_intact());
                if n > 0 {
                    assert_eq!(taken.get(), [size, size], "{n} points in {bytes} bytes from {offset}");
                }
            }
        }
    });
}

#[test]
fn sizes_grow_with_the_number_of_points() {
    for way in Way::UPSTREAMS {
        for n in 0..70_000 {
            assert!(way.size(n) < way.size(n + 1), "{way:?} {n}");
        }
        let mut huge = huge();
        huge.sort_unstable();
        huge.windows(2).for_each(|n| assert!(way.size(n[0]) <= way.size(n[1]), "{way:?} {n:?}"));
    }
}

// The padding is in it, and beyond the largest batch nothing is added.
#[test]
fn a_bundle_size_never_falls_and_ends_at_the_largest_batch() {
    let size = ours::bundle_scratch_size;
    assert_eq!(size(0), 0);
    for n in 0..70_000 {
        assert!(size(n) <= size(n + 1), "{n}");
        assert!(size(n) <= 632 * n + 4000, "{n}");
    }
    let largest = size(70_000);
    assert!(size(559) <= largest && size(560) == largest);
    assert!(huge().into_iter().all(|n| size(n) == largest));
    // Pull request 1994 has 846 bytes a point.
    assert!((20..=560).all(|n| size(n) <= 846 * n));
}

// PITFALLS 10: what is best for many points is best for more of them.
#[test]
fn the_batches_of_huge_numbers_of_points_are_those_of_large_ones() {
    engines::each(|| {
        for bytes in [20_000, 100_000, 1_000_000, 10_000_000] {
            // What a multiplication takes of the space tells its algorithm and the size of its batches.
            let taken = |n| {
                let (space, taken) = (Space::new(bytes), Cell::new(0));
                let mut look = |_| taken.set(space.taken());
                Run::new(&[]).n(n).refuse_at(0).hook(&mut look).ours(Way::Var, space.pointer()).is_failure(1).unwrap();
                taken.get()
            };
            let large = taken(1 << 24);
            for n in [1 << 31, 1 << 32, (1 << 32) + 1, 1 << 40, 1 << 53, 1 << 58, 1 << 62, usize::MAX / 2, usize::MAX] {
                // As equal as they can be, batches differ a little.
                let huge = taken(n);
                assert!(huge.abs_diff(large) <= large / 16, "{n} points take {huge} of {bytes} bytes, others {large}");
            }
        }
    });
}

// PITFALLS 9, 11
#[test]
fn batches_are_upstreams() {
    let check = |max, n| {
        let mut theirs = (7, 7);
        let ret = unsafe { upstream_ecmult_multi_batch_size_helper(&mut theirs.0, &mut theirs.1, max, n) };
        let expected = (ret, theirs.0, theirs.1);
        assert_eq!(ours::batch_size_helper(7, max, n), expected, "{n} points, at most {max} in a batch");
    };
    let mut edges = vec![0, 1, 2, 3, 87, 88, 89, 4_999_999, 5_000_000, 5_000_001, 10_000_000];
    edges.extend(huge());
    for &max in &edges {
        for &n in &edges {
            check(max, n);
        }
    }
    for max in 0..130 {
        for n in 0..400 {
            check(max, n);
        }
    }
    let random = &mut Random::for_test(1);
    for _ in 0..random::cases(20_000) {
        check(random.next() as usize >> random.below(64), random.next() as usize >> random.below(64));
    }
}

// PITFALLS 11
#[test]
fn bucket_windows_are_upstreams() {
    for n in (0..20_001).chain(huge()) {
        assert_eq!(ours::pippenger_bucket_window(n), unsafe { upstream_pippenger_bucket_window(n) }, "{n}");
    }
    for window in (-100..100).chain([i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX]) {
        let expected = unsafe { upstream_pippenger_bucket_window_inv(window) };
        assert_eq!(ours::pippenger_bucket_window_inv(window), expected, "{window}");
    }
}

// The other tests rely on this to know where to look.
// PITFALLS 11
#[test]
fn thresholds_are_found() {
    assert!(plans::window_ends(30_000).len() >= 5);
    assert!(!plans::algorithm_ends(1000).is_empty());
    assert!(plans::interesting(1000).len() > 30);
}
