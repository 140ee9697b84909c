//! Bundles: sizes, memory and operations. Sums are compared in the tests of all algorithms.

use super::*;
use crate::engine::Portable;
use crate::engine::counting::{Counting, Operations, count};
use crate::group::{CurveParams, Secp256k1};
use crate::msm;
use crate::msm::plan::{Algorithm, Plan};
use crate::scalar::Scalar;
use crate::scratch::{Block, PADDING};
use core::mem::MaybeUninit;

type M = Counting<Portable>;

fn terms(n: usize) -> Vec<(Scalar, Ge)> {
    // Not k² + 1 from λ on: that stays −λ.
    let (mut k, mut p) = (Scalar::from_u64s([1, 2, 3, 4]), Gej::from_ge(&Secp256k1::G));
    (0..n)
        .map(|_| {
            k = k.mul(&k).add(&Scalar::from_u64s([0x9E37_79B9_7F4A_7C15, 0, 0, 0]));
            p = p.double::<Portable>().add_ge::<Portable>(&Secp256k1::G);
            (k, p.to_ge::<Portable>())
        })
        .collect()
}

fn bundles<M: Multiply>(terms: &[(Scalar, Ge)], sizes: Sizes) -> Gej {
    let mut memory = vec![MaybeUninit::uninit(); Space::bytes(terms.len(), sizes).unwrap() + PADDING];
    let space = Space::take(&mut Block::new(&mut memory), terms.len(), sizes).unwrap();
    let mut bundles = Bundles::<Secp256k1, M>::new(space, sizes);
    terms.iter().for_each(|(k, p)| bundles.push(k, p));
    bundles.finish(None)
}

#[test]
fn sizes_add_up_and_differ_by_one() {
    for n in 0..300 {
        for bundles in 0..n + 3 {
            let Some(sizes) = Sizes::new(n, bundles) else {
                assert!(bundles * MAX_BUNDLE < n);
                continue;
            };
            let list: Vec<usize> = (0..bundles).map(|i| sizes.size(i)).collect();
            assert_eq!(sizes.bundles(), bundles);
            assert!(list.iter().all(|&size| (2..=MAX_BUNDLE).contains(&size)));
            assert!(list.first().unwrap_or(&0) - list.last().unwrap_or(&0) <= 1);
            assert!(list.iter().sum::<usize>() == n || list.iter().all(|&size| size == 2) && 2 * bundles >= n);
            assert_eq!(sizes.entries(), list.iter().map(|&size| entries_of(size)).sum::<usize>());
        }
    }
    assert!(Sizes::up_to(0, 5).is_none() && Sizes::up_to(9, 9).is_none());
}

#[test]
fn a_number_of_points_and_every_smaller_one_fit() {
    let bytes = |n, sizes| Space::bytes(n, sizes).unwrap();
    for n in 0..=200 {
        let enough = Space::bytes_up_to(n).unwrap();
        for fewer in 0..=n {
            let sizes = Sizes::fitting(fewer, enough).unwrap();
            assert!(bytes(fewer, sizes) <= enough);
            // in no more bundles than of seven
            assert!(sizes.bundles() <= fewer.div_ceil(7));
        }
    }
    assert!((0..700).all(|n| Space::best_bytes(n) >= Space::bytes_up_to(n)));
    assert_eq!(Space::bytes_up_to(70).unwrap() / 70, 631);
    assert_eq!(bytes(60, Sizes::up_to(6, 60).unwrap()) / 60, 395);
    for n in [usize::MAX, usize::MAX / 2, usize::MAX / 64, usize::MAX / 512] {
        assert!(Space::bytes_up_to(n).is_none());
        assert!(Sizes::fitting(n, usize::MAX / 4).is_none());
    }
}

/// Multiplications and squarings, which is what the documentation counts.
fn operations(f: impl FnOnce() -> Gej) -> u64 {
    let (mul, sqr) = count(f).1.products();
    mul + sqr
}

#[test]
fn no_number_of_points_costs_more_each_than_fewer() {
    let terms = terms(180);
    let mut memory = vec![MaybeUninit::uninit(); Space::best_bytes(180).unwrap() + PADDING];
    let mut cost = |n: usize| {
        let plan = Plan::single(Algorithm::Bundle, n);
        let memory = &mut memory[..plan.best_bytes()];
        let sum = || msm::batches::<Secp256k1, M>(memory, plan, None, &mut |i| Some(terms[i]), n).unwrap();
        operations(sum) as f64 / n as f64
    };
    let costs: Vec<f64> = (0..=180).map(|n| if n == 0 { f64::NAN } else { cost(n) }).collect();
    // Scalars that are no special ones: half of an average wNAF's digits would show here.
    assert!((450.0..550.0).contains(&costs[180]), "{}", costs[180]);
    for n in 6..=180 {
        let cost = costs[n] / costs[n / 6 * 6];
        assert!(cost <= 1.03, "{n}: {cost}");
    }
}

/// What one more bundle of a size costs where there are many.
fn one_more_bundle(size: usize) -> Operations {
    let terms = terms(11 * size);
    let of = |bundles_count: usize| {
        let n = bundles_count * size;
        count(|| bundles::<M>(&terms[..n], Sizes::new(n, bundles_count).unwrap())).1
    };
    of(11) - of(10)
}

/// Additions of a bundle in the main loop: one for each side of each position.
const ADDITIONS: u64 = 258;

#[test]
fn operations_are_those_of_the_documentation() {
    // (M, S, tests for zero) for the table, without the additions of 8 M, 3 S and a test.
    for (size, mul, sqr, zero_tests) in [(5, 144, 31, 32), (6, 241, 53, 60), (7, 421, 93, 114), (8, 729, 165, 216)] {
        let operations = one_more_bundle(size);
        let expected = (ADDITIONS * 8 + mul, ADDITIONS * 3 + sqr);
        assert_eq!(operations.products(), expected, "{size}");
        assert_eq!(operations.zero_tests, ADDITIONS + zero_tests, "{size}");
        assert_eq!(operations.inversions, 0, "{size}");
    }
}

// Pull request 1994 counts 260 additions in the main loop of a bundle of six, and 31 for its table. The pass that
// brings the table's 32 entries to one z takes 4 M, 1 S each, and β·x one M.
#[test]
fn a_bundle_of_six_takes_less_than_the_document_counts() {
    let (additions, entries) = (260 + 31, 32);
    let document = (additions * 8 + entries * 5, additions * 3 + entries);
    let ours = one_more_bundle(6).products();
    assert!(ADDITIONS < 260 && ours.0 < document.0 && ours.1 < document.1, "{ours:?} instead of {document:?}");
    assert_eq!((ours, document), ((2305, 827), (2488, 905)));
}
