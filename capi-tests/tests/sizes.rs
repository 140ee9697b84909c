//! Sizes and numbers of points up to the largest that there are.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::values::{generator, scalar_u128};
use common::{Random, Run, Space, Term, Way, clock, engines, plans, random};
use std::cell::Cell;
use std::ptr::null_mut;
use std::time::Duration;
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

// PITFALLS 9
#[test]
fn huge_numbers_of_points_begin_at_once_and_end_with_the_refusal() {
    engines::each(|| {
        let terms = [Term::new(scalar_u128(1), generator())];
        for n in huge() {
            for bytes in [0, 1, 1000, 10_000, 1_000_000, 10_000_000] {
                let space = Space::new(bytes);
                for scratch in [space.pointer(), null_mut()] {
                    let run = Run::new(&terms).n(n).g(Some(scalar_u128(2))).refuse_at(0);
                    let (outcome, time) = clock::processor_time(|| run.ours(Way::Var, scratch));
                    outcome.is_failure(1).unwrap_or_else(|fault| panic!("{n} points, {bytes} bytes: {fault}"));
                    assert!(time < Duration::from_secs(1), "{n} points, {bytes} bytes: {time:?}");
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
                let run = Run::new(&terms).n(n).refuse_at(0);
                let (outcome, time) = clock::processor_time(|| run.ours(way, space.pointer()));
                // An algorithm may have batches of its own inside, for which the space is enough.
                outcome.is_failure(outcome.calls.min(1)).unwrap_or_else(|fault| panic!("{way:?}, {n} points: {fault}"));
                assert!(time < Duration::from_secs(1), "{way:?}, {n} points: {time:?}");
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
        for way in Way::SINGLE {
            // No algorithm takes less than its input, two halves and a point.
            let least = n.saturating_mul(96);
            assert!(way.size(n) >= least, "{way:?}: {} bytes for {n} points", way.size(n));
        }
        for window in -1..70 {
            assert!(ours::pippenger_scratch_size(n, window) >= n.saturating_mul(96), "{n} points, window {window}");
        }
    }
    for n in [usize::MAX, usize::MAX / 2, 1 << 63, usize::MAX / 3] {
        assert_eq!(Way::SINGLE.map(|way| way.size(n)), [usize::MAX; 2]);
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

#[test]
fn sizes_grow_with_the_number_of_points() {
    for way in Way::SINGLE {
        for n in 0..70_000 {
            assert!(way.size(n) < way.size(n + 1), "{way:?} {n}");
        }
        let mut huge = huge();
        huge.sort_unstable();
        huge.windows(2).for_each(|n| assert!(way.size(n[0]) <= way.size(n[1]), "{way:?} {n:?}"));
    }
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
#[test]
fn thresholds_are_found() {
    assert!(plans::window_ends(30_000).len() >= 5);
    assert!(!plans::algorithm_ends(1000).is_empty());
    assert!(plans::interesting(1000).len() > 30);
}
