//! Bundles: sizes, memory and operations. Sums are compared in the tests of all algorithms.

use super::*;
use crate::engine::Portable;
use crate::engine::counting::{Counting, count};
use crate::group::{CurveParams, Secp256k1};
use crate::msm::strauss::{self, Strauss};
use crate::scalar::Scalar;
use crate::scratch::{Block, PADDING};
use core::mem::MaybeUninit;

type M = Counting<Portable>;

fn terms(n: usize) -> Vec<(Scalar, Ge)> {
    let (mut k, mut p) = (Scalar::LAMBDA, Gej::from_ge(&Secp256k1::G));
    (0..n)
        .map(|_| {
            k = k.mul(&k).add(&Scalar::ONE);
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

fn strauss(terms: &[(Scalar, Ge)]) -> Gej {
    let mut memory = vec![MaybeUninit::uninit(); strauss::Space::bytes(terms.len(), ()).unwrap() + PADDING];
    let space = strauss::Space::take(&mut Block::new(&mut memory), terms.len(), ()).unwrap();
    let mut strauss = Strauss::<Secp256k1, M>::new(space);
    terms.iter().for_each(|(k, p)| strauss.push(k, p));
    strauss.finish(None)
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
            assert_eq!(sizes.entries(), list.iter().map(|&size| 1 << (size - 1)).sum::<usize>());
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
    assert_eq!(Space::bytes_up_to(70).unwrap() / 70, 631);
    assert_eq!(bytes(60, Sizes::up_to(6, 60).unwrap()) / 60, 395);
    for n in [usize::MAX, usize::MAX / 2, usize::MAX / 64, usize::MAX / 512] {
        assert!(Space::bytes_up_to(n).is_none());
        assert!(Sizes::fitting(n, usize::MAX / 4).is_none());
    }
}

/// Multiplications and squarings, which is what the documentation counts.
fn operations(f: impl FnOnce() -> Gej) -> u64 {
    let operations = count(f).1;
    operations.mul + operations.sqr
}

#[test]
fn no_number_of_points_costs_more_each_than_fewer() {
    let terms = terms(180);
    // What a plan can choose: for 9 and 10 points that is Strauss' algorithm.
    let cost = |n: usize| {
        let terms = &terms[..n];
        let bundled = operations(|| bundles::<M>(terms, Sizes::fitting(n, Space::bytes_up_to(n).unwrap()).unwrap()));
        bundled.min(operations(|| strauss(terms))) as f64 / n as f64
    };
    let costs: Vec<f64> = (0..=180).map(|n| if n == 0 { f64::NAN } else { cost(n) }).collect();
    for n in 6..=180 {
        assert!(costs[n] <= 1.03 * costs[n / 6 * 6], "{n}: {} after {}", costs[n], costs[n / 6 * 6]);
    }
}

#[test]
fn operations_are_those_of_the_documentation() {
    // What one more bundle costs where there are many: (M, S) for the table, without the 258 additions.
    for (size, mul, sqr) in [(5, 144, 31), (6, 241, 53), (7, 421, 93), (8, 729, 165)] {
        let terms = terms(11 * size);
        let of = |bundles_count: usize| {
            let n = bundles_count * size;
            count(|| bundles::<M>(&terms[..n], Sizes::new(n, bundles_count).unwrap())).1
        };
        let (more, less) = (of(11), of(10));
        let (m, s) = (more.mul - less.mul - 258 * 8, more.sqr - less.sqr - 258 * 3);
        assert_eq!((m, s), (mul, sqr), "{size}");
    }
}
