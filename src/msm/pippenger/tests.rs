//! Ways of summing buckets: what they cost, and buckets that are empty, equal or cancel each other.

use super::*;
use crate::engine::counting::{Counting, count};
use crate::engine::{Engine, Portable, with_engine};
use crate::field::Fe;
use crate::group::{Geh, Order7, Order13, Secp256k1};

/// i·G for i below `order`, with z's that differ.
fn multiples<C: Curve>(order: usize) -> Vec<Gej> {
    let mut sum = Gej::INFINITY;
    (0..order)
        .map(|i| {
            let p = sum.to_ge::<Portable>();
            sum = sum.add_ge::<Portable>(&C::G);
            let z = Fe::from_u64s([i as u64 + 2, 3, 5, 7]);
            let Ge { x, y } = p.rescale::<Portable>(&z);
            if p.is_infinity() { Gej::INFINITY } else { Gej { x, y, z } }
        })
        .collect()
}

/// What each of the buckets after the first so many costs.
fn cost_of_a_bucket<S: SumBuckets>() -> (u64, u64) {
    let buckets = &multiples::<Secp256k1>(21)[1..];
    let cost = |buckets: &[Gej]| {
        count(|| S::add_weighted_sum::<Secp256k1, Counting<Portable>>(S::Accumulator::INFINITY, buckets)).1
    };
    // The heaviest ones are summed first, so the lightest ten are the ones to add.
    let (all, heavy) = (cost(buckets), cost(&buckets[10..]));
    let (mul, sqr) = (all - heavy).products();
    assert_eq!((mul % 10, sqr % 10), (0, 0));
    (mul / 10, sqr / 10)
}

#[test]
fn a_bucket_costs_what_the_formulas_say() {
    assert_eq!(cost_of_a_bucket::<Jacobian>(), (24, 8));
    assert_eq!(cost_of_a_bucket::<Homogeneous1>(), (26, 1));
    assert_eq!(cost_of_a_bucket::<Homogeneous2>(), (26, 1));
    assert_eq!(cost_of_a_bucket::<Homogeneous3>(), (26, 1));
    assert_eq!(cost_of_a_bucket::<CoZ>(), (20, 7));
}

#[test]
fn doublings_cost_what_the_formulas_say() {
    fn cost<A: Accumulator>(p: A) -> (u64, u64) {
        count(|| p.double_times::<Secp256k1, Counting<Portable>>(10)).1.products()
    }
    let p = multiples::<Secp256k1>(3)[2];
    assert_eq!(cost(p), (30, 40));
    assert_eq!(cost(Geh::from_gej::<Portable>(&p)), (60, 20));
    assert_eq!(cost(Gej::INFINITY), (0, 0));
    assert_eq!(cost(Geh::INFINITY), (0, 0));
}

/// Every way and engine, for the buckets b[i]·G and an accumulator r·G that is first doubled `times` times.
fn check<C: Curve, M: Multiply, S: SumBuckets>(group: &[Gej], r: usize, times: u32, b: &[usize]) {
    let buckets: Vec<Gej> = b.iter().map(|&i| group[i]).collect();
    // Only additions of an accumulator's own way lead to r·G.
    let start = S::add_weighted_sum::<C, M>(S::Accumulator::INFINITY, &[group[r]]);
    let got = S::add_weighted_sum::<C, M>(start.double_times::<C, M>(times), &buckets).to_gej::<M>();
    let weighted: usize = b.iter().enumerate().map(|(i, b)| (i + 1) * b).sum();
    let expected = &group[((r << times) + weighted) % group.len()];
    assert!(got.equals::<M>(expected), "{r} {times} {b:?}");
    assert_eq!(got.is_infinity(), expected.is_infinity());
}

fn check_all<C: Curve, M: Multiply>(group: &[Gej], r: usize, times: u32, b: &[usize]) {
    check::<C, M, Jacobian>(group, r, times, b);
    check::<C, M, Homogeneous1>(group, r, times, b);
    check::<C, M, Homogeneous2>(group, r, times, b);
    check::<C, M, Homogeneous3>(group, r, times, b);
    check::<C, M, CoZ>(group, r, times, b);
}

/// All accumulators and all contents of `count` buckets.
fn exhaust<C: Curve>(order: usize, count: u32) {
    let group = multiples::<C>(order);
    for &engine in Engine::ALL.iter().filter(|engine| engine.is_available()) {
        with_engine!(engine, M => {
            for code in 0..order.pow(count + 1) {
                let b: Vec<_> = (1..=count).map(|i| code / order.pow(i) % order).collect();
                check_all::<C, M>(&group, code % order, code as u32 % 4, &b);
            }
        });
    }
}

#[test]
fn four_buckets_of_order_7_whole() {
    exhaust::<Order7>(7, 4);
}

#[test]
fn two_buckets_of_order_13_whole() {
    exhaust::<Order13>(13, 2);
}
