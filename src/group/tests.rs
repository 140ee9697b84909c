//! Points: the group laws, with every pair of small-group elements and every special case by name.

use super::*;
use crate::engine::Portable as M;
use crate::field::Fe;

/// All elements of a small group: i·G at index i, by repeated affine addition that shares no code
/// with the formulas under test.
pub fn elements<C: CurveParams>(order: usize) -> Vec<Ge> {
    let mut v = vec![Ge::INFINITY];
    for _ in 1..order {
        v.push(add_affine(v.last().unwrap(), &C::G));
    }
    v
}

/// The chord and tangent rule as in a textbook.
pub fn add_affine(p: &Ge, q: &Ge) -> Ge {
    if p.is_infinity() || q.is_infinity() {
        return if p.is_infinity() { *q } else { *p };
    }
    let slope = if !p.x.equals(&q.x) {
        q.y.sub(&p.y).mul_portable(&q.x.sub(&p.x).inverse())
    } else if p.y.equals(&q.y) {
        let x2 = p.x.sqr_portable();
        x2.add(&x2).add(&x2).mul_portable(&p.y.double().inverse())
    } else {
        return Ge::INFINITY;
    };
    let x = slope.sqr_portable().sub(&p.x).sub(&q.x);
    let y = slope.mul_portable(&p.x.sub(&x)).sub(&p.y);
    Ge { x: x.normalize(), y: y.normalize() }
}

/// The same point with another z.
pub fn with_z(p: &Ge, z: u64) -> Gej {
    let z = Fe::from_u64s([z, !z, z ^ 0x5555, 12345]);
    if p.is_infinity() {
        return Gej::INFINITY;
    }
    let scaled = p.rescale::<M>(&z);
    Gej { x: scaled.x, y: scaled.y, z }
}

fn check_group<C: CurveParams>(order: usize) {
    let g = elements::<C>(order);
    assert!(add_affine(g.last().unwrap(), &C::G).is_infinity());
    for (i, p) in g.iter().enumerate() {
        assert!(p.is_on_curve::<C>());
        assert_eq!(p.is_infinity(), i == 0);
        assert!(add_affine(p, &p.neg()).is_infinity());
        let expected = &g[2 * i % order];
        assert!(with_z(p, 3).double::<M>().to_ge::<M>().equals(expected));
        let (sum, same, ratio) = double_update::<M>(p);
        check_update(p, expected, &sum, &same, &ratio);
        for (j, q) in g.iter().enumerate() {
            let expected = &g[(i + j) % order];
            let (pj, qj) = (with_z(p, 5 + i as u64), with_z(q, 77 + j as u64));
            assert!(pj.add::<M>(&qj).to_ge::<M>().equals(expected), "{i} + {j}");
            assert!(pj.add_ge::<M>(q).to_ge::<M>().equals(expected), "{i} + {j}");
            assert!(Gej::from_ge(p).add_ge::<M>(q).to_ge::<M>().equals(expected), "{i} + {j}");
            assert_eq!(pj.equals::<M>(&qj), i == j);
            // q on the curve isomorphic by 1/zinv
            let zinv = Fe::from_u64s([9, 8, 7, 6]);
            let scaled = q.rescale::<M>(&zinv.inverse());
            assert!(pj.add_zinv::<M>(&scaled, &zinv).to_ge::<M>().equals(expected), "{i} + {j}");
            let (sum, same, ratio) = add_update::<M>(p, q);
            check_update(p, expected, &sum, &same, &ratio);
            assert_eq!(add_affine(p, q).is_infinity(), (i + j) % order == 0);
            assert!(add_affine(p, q).equals(expected));
        }
    }
}

/// sum and same stand on the curve isomorphic by ratio for `expected` and p.
fn check_update(p: &Ge, expected: &Ge, sum: &Ge, same: &Ge, ratio: &Fe) {
    assert!(!ratio.is_zero());
    let inverse = ratio.inverse();
    assert!(sum.rescale::<M>(&inverse).equals(expected) && sum.is_infinity() == expected.is_infinity());
    assert!(same.rescale::<M>(&inverse).equals(p) && same.is_infinity() == p.is_infinity());
}

#[test]
fn formulas_hold_for_every_pair_of_order_7() {
    check_group::<Order7>(7);
}

#[test]
fn formulas_hold_for_every_pair_of_order_13() {
    check_group::<Order13>(13);
}

#[test]
fn formulas_hold_for_every_pair_of_order_199() {
    check_group::<Order199>(199);
}

fn lambda_is_beta<C: CurveParams>(order: usize, lambda: usize) {
    let g = elements::<C>(order);
    for i in 0..order {
        assert!(g[i].mul_lambda::<M>().equals(&g[i * lambda % order]));
    }
}

#[test]
fn beta_and_lambda_belong_together() {
    lambda_is_beta::<Order7>(7, 2);
    lambda_is_beta::<Order13>(13, 9);
    lambda_is_beta::<Order199>(199, 92);
    let mut lambda_g = Gej::INFINITY;
    let bits = crate::scalar::Scalar::LAMBDA.to_u64s();
    for i in (0..256).rev() {
        lambda_g = lambda_g.double::<M>();
        if bits[i / 64] >> (i % 64) & 1 == 1 {
            lambda_g = lambda_g.add_ge::<M>(&Secp256k1::G);
        }
    }
    assert!(lambda_g.to_ge::<M>().equals(&Secp256k1::G.mul_lambda::<M>()));
}

#[test]
fn negation_keeps_infinity_infinite() {
    assert!(Ge::INFINITY.neg().is_infinity());
    assert!(Gej::INFINITY.neg().is_infinity());
    assert!(Ge::INFINITY.mul_lambda::<M>().is_infinity());
    assert!(Gej::INFINITY.double::<M>().is_infinity());
    assert!(Gej::INFINITY.add_zinv::<M>(&Ge::INFINITY, &Fe::ONE.double()).is_infinity());
}

/// The same homogeneous point with another z.
fn homogeneous(p: &Ge, z: u64) -> Geh {
    Geh::from_gej::<M>(&with_z(p, z))
}

fn check_homogeneous<C: CurveParams>(order: usize) {
    let g = elements::<C>(order);
    let same = |got: &Geh, expected: &Ge| {
        assert_eq!(got.infinity, expected.is_infinity());
        assert_eq!(got.z.is_zero(), expected.is_infinity());
        assert!(got.to_gej::<M>().to_ge::<M>().equals(expected));
    };
    for (i, p) in g.iter().enumerate() {
        let ph = homogeneous(p, 5 + i as u64);
        same(&ph, p);
        same(&ph.double::<C, M>(), &g[2 * i % order]);
        for (j, q) in g.iter().enumerate() {
            same(&ph.add::<C, M>(&homogeneous(q, 77 + j as u64)), &g[(i + j) % order]);
        }
    }
}

#[test]
fn homogeneous_formulas_hold_for_every_pair() {
    check_homogeneous::<Order7>(7);
    check_homogeneous::<Order13>(13);
    check_homogeneous::<Order199>(199);
}

#[test]
fn homogeneous_formulas_are_complete() {
    // Without the flag the formulas give the same: infinity is (0 : Y : 0).
    let g = elements::<Order13>(13);
    let unflagged = |p: &Ge| {
        let y = Fe::from_u64s([1, 2, 3, 4]);
        if p.is_infinity() { Geh { y, infinity: false, ..Geh::INFINITY } } else { homogeneous(p, 9) }
    };
    for (i, p) in g.iter().enumerate() {
        for (j, q) in g.iter().enumerate() {
            let sum = unflagged(p).add::<Order13, M>(&unflagged(q));
            assert_eq!(sum.infinity, (i + j) % 13 == 0);
            assert!(sum.to_gej::<M>().to_ge::<M>().equals(&g[(i + j) % 13]));
            // never (0 : 0 : 0)
            assert!(!sum.y.is_zero() || !sum.z.is_zero());
        }
        let double = unflagged(p).double::<Order13, M>();
        assert_eq!(double.z.is_zero(), i == 0);
    }
}

#[test]
fn multiples_of_3b_fold_what_exceeds_256_bits() {
    // 3B·(2^256 − i) for small i folds to a number near C·3B, and near 2^256 it carries once more.
    let three_b = Fe::from_u64s([3 * Secp256k1::B, 0, 0, 0]);
    let quotient = Fe::ONE.neg().mul_portable(&three_b.inverse());
    for i in 0..2000u64 {
        let i = Fe::from_u64s([i, 0, 0, 0]);
        for a in [i, i.neg(), Fe::from_u64s([!0; 4]).sub(&i), quotient.add(&i), quotient.sub(&i)] {
            assert!(geh::mul_3b::<Secp256k1>(&a).equals(&a.mul_portable(&three_b)));
        }
    }
}

/// Sums on one curve for an accumulator r and a running sum s, by whatever steps lead there.
fn co_z_sums(r: &Ge, s: &Ge) -> CoZSums {
    let mut sums = CoZSums::new(&with_z(r, 11));
    sums.add::<M>(&with_z(s, 13));
    check_sums(&sums, r, s);
    sums
}

fn check_sums(sums: &CoZSums, r: &Ge, s: &Ge) {
    for (got, expected) in [(sums.accumulator(), r), (sums.running_sum(), s)] {
        assert!(got.to_ge::<M>().equals(expected));
        assert_eq!(got.is_infinity(), expected.is_infinity());
    }
}

/// Adds b to the running sum, and that to the accumulator.
fn check_co_z(r: &Ge, s: &Ge, b: &Ge) {
    let mut sums = co_z_sums(r, s);
    sums.add::<M>(&with_z(b, 17));
    let s = add_affine(s, b);
    check_sums(&sums, r, &s);
    sums.accumulate::<M>();
    check_sums(&sums, &add_affine(r, &s), &s);
}

#[test]
fn co_z_sums_hold_for_every_triple() {
    fn check<C: CurveParams>(order: usize) {
        let g = elements::<C>(order);
        for r in &g {
            for s in &g {
                g.iter().for_each(|b| check_co_z(r, s, b));
            }
        }
    }
    check::<Order7>(7);
    check::<Order13>(13);
}

/// Some finite points without a relation to one another.
fn points() -> [Ge; 3] {
    let g = Gej::from_ge(&Secp256k1::G);
    let times = |n: u32| (1..n).fold(g, |p, _| p.add::<M>(&g)).to_ge::<M>();
    [times(5), times(23), times(101)]
}

#[test]
fn co_z_with_no_accumulator_yet() {
    let [s, b, _] = points();
    check_co_z(&Ge::INFINITY, &s, &b);
}

#[test]
fn co_z_with_no_running_sum_yet() {
    let [r, b, _] = points();
    check_co_z(&r, &Ge::INFINITY, &b);
}

#[test]
fn co_z_with_neither_yet() {
    let [b, ..] = points();
    check_co_z(&Ge::INFINITY, &Ge::INFINITY, &b);
    check_co_z(&Ge::INFINITY, &Ge::INFINITY, &Ge::INFINITY);
}

#[test]
fn co_z_with_an_empty_bucket() {
    let [r, s, _] = points();
    check_co_z(&r, &s, &Ge::INFINITY);
    check_co_z(&r, &Ge::INFINITY, &Ge::INFINITY);
    check_co_z(&Ge::INFINITY, &s, &Ge::INFINITY);
}

#[test]
fn co_z_with_a_bucket_equal_to_the_running_sum() {
    let [r, s, _] = points();
    check_co_z(&r, &s, &s);
    check_co_z(&Ge::INFINITY, &s, &s);
}

#[test]
fn co_z_with_a_bucket_that_cancels_the_running_sum() {
    let [r, s, _] = points();
    check_co_z(&r, &s, &s.neg());
    check_co_z(&Ge::INFINITY, &s, &s.neg());
    // and that goes on from there
    let mut sums = co_z_sums(&r, &s);
    sums.add::<M>(&with_z(&s.neg(), 3));
    sums.accumulate::<M>();
    sums.add::<M>(&with_z(&s, 4));
    sums.accumulate::<M>();
    check_sums(&sums, &add_affine(&r, &s), &s);
}

#[test]
fn co_z_with_an_accumulator_equal_to_the_running_sum() {
    let [r, b, _] = points();
    check_co_z(&r, &r, &Ge::INFINITY);
    // equal only after the bucket
    check_co_z(&r, &add_affine(&r, &b.neg()), &b);
}

#[test]
fn co_z_with_an_accumulator_that_the_running_sum_cancels() {
    let [r, b, _] = points();
    check_co_z(&r, &r.neg(), &Ge::INFINITY);
    check_co_z(&r, &add_affine(&r.neg(), &b.neg()), &b);
}

#[test]
fn co_z_with_special_cases_in_both_steps() {
    let [s, ..] = points();
    let double = add_affine(&s, &s);
    // the bucket doubles the running sum, and then that doubles, or cancels, the accumulator
    check_co_z(&double, &s, &s);
    check_co_z(&double.neg(), &s, &s);
    // the bucket starts the running sum, and then the same
    check_co_z(&s, &Ge::INFINITY, &s);
    check_co_z(&s, &Ge::INFINITY, &s.neg());
    // the bucket cancels the running sum, and there is nothing to add to nothing
    check_co_z(&Ge::INFINITY, &s, &s.neg());
    // all three are the same point, or two of them its negation
    check_co_z(&s, &s, &s);
    check_co_z(&s.neg(), &s, &s.neg());
}

#[test]
fn co_z_takes_an_accumulator_up_again_after_doublings() {
    let [r, s, b] = points();
    let mut sums = co_z_sums(&r, &s);
    sums.accumulate::<M>();
    let doubled = sums.accumulator().double::<M>();
    let mut sums = CoZSums::new(&doubled);
    let r = add_affine(&r, &s);
    let r = add_affine(&r, &r);
    check_sums(&sums, &r, &Ge::INFINITY);
    sums.add::<M>(&with_z(&b, 5));
    sums.accumulate::<M>();
    check_sums(&sums, &add_affine(&r, &b), &b);
    // and one that has vanished
    let mut sums = co_z_sums(&s, &s.neg());
    sums.accumulate::<M>();
    check_sums(&CoZSums::new(&sums.accumulator().double::<M>()), &Ge::INFINITY, &Ge::INFINITY);
}

#[test]
fn formulas_cost_what_they_say() {
    use crate::engine::counting::{Counting, count};
    type N = Counting<M>;
    let [p, q, r] = points();
    let (pj, qj) = (with_z(&p, 3), with_z(&q, 4));
    let (ph, qh) = (homogeneous(&p, 3), homogeneous(&q, 4));
    let sums = co_z_sums(&r, &p);
    fn keep<R>(r: R) {
        std::hint::black_box(r);
    }
    let costs = |mul, sqr, f: &dyn Fn()| assert_eq!(count(f).1.products(), (mul, sqr));
    costs(3, 1, &|| keep(p.rescale::<N>(&q.x)));
    costs(3, 4, &|| keep(pj.double::<N>()));
    costs(8, 3, &|| keep(pj.add_ge::<N>(&q)));
    costs(9, 3, &|| keep(pj.add_zinv::<N>(&q, &p.x)));
    costs(12, 4, &|| keep(pj.add::<N>(&qj)));
    costs(2, 4, &|| keep(double_update::<N>(&p)));
    costs(4, 2, &|| keep(add_update::<N>(&p, &q)));
    costs(2, 1, &|| keep(Geh::from_gej::<N>(&pj)));
    costs(2, 1, &|| keep(ph.to_gej::<N>()));
    costs(6, 2, &|| keep(ph.double::<Secp256k1, N>()));
    costs(12, 0, &|| keep(ph.add::<Secp256k1, N>(&qh)));
    costs(15, 5, &|| sums.clone().add::<N>(&qj));
    costs(5, 2, &|| sums.clone().accumulate::<N>());
    // special cases
    costs(12, 7, &|| sums.clone().add::<N>(&pj));
    costs(3, 4, &|| co_z_sums(&p, &p).accumulate::<N>());
    costs(7, 2, &|| CoZSums::new(&qj).add::<N>(&pj));
    costs(0, 0, &|| CoZSums::new(&Gej::INFINITY).add::<N>(&pj));
}

fn check_pair(p: &Ge, q: &Ge, b: &Ge, c: &Ge) {
    let mut r = GejPair::new(&with_z(p, 3), &with_z(q, 4));
    r.add_ge::<M>(b, c);
    for (got, expected) in r.get().iter().zip([add_affine(p, b), add_affine(q, c)]) {
        assert!(got.to_ge::<M>().equals(&expected));
        assert_eq!(got.is_infinity(), expected.is_infinity());
    }
    r.double::<M>();
    for (got, sum) in r.get().iter().zip([add_affine(p, b), add_affine(q, c)]) {
        assert!(got.to_ge::<M>().equals(&add_affine(&sum, &sum)));
    }
}

#[test]
fn pairs_are_added_and_doubled_like_single_points() {
    fn check<C: CurveParams>(order: usize) {
        let g = elements::<C>(order);
        for p in &g {
            for b in &g {
                // beside each case of the one a case of every kind of the other
                for (q, c) in [(&g[0], &g[0]), (&g[0], &g[1]), (&g[1], &g[0]), (&g[1], &g[1]), (&g[1], &g[order - 1])] {
                    check_pair(p, q, b, c);
                    check_pair(q, p, c, b);
                }
                check_pair(p, &g[2], b, &g[3]);
            }
        }
    }
    check::<Order7>(7);
    check::<Order13>(13);
}

/// All sums with signs, against affine addition, on the curve that they are said to be on.
fn check_signed_sums(points: &[Ge], factor: &Fe) {
    let mut sums = vec![Ge::INFINITY; 1 << (points.len() - 1)];
    let z = list_signed_sums::<M>(points, &mut sums).mul_portable(factor);
    expand_signed_sums::<M>(points.len(), factor, &mut sums);
    assert!(!z.is_zero());
    for (signs, sum) in sums.iter().enumerate() {
        let signed = points.iter().enumerate().map(|(i, p)| p.cneg(i > 0 && signs >> (i - 1) & 1 == 1));
        let expected = signed.fold(Ge::INFINITY, |sum, p| add_affine(&sum, &p));
        assert_eq!(sum.is_infinity(), expected.is_infinity(), "{signs:b}");
        assert!(sum.equals(&expected.rescale::<M>(&z)), "{signs:b}");
    }
}

// PITFALLS 21
#[test]
fn signed_sums_hold_for_every_choice_of_points() {
    fn check<C: CurveParams>(order: usize, size: u32) {
        let g = elements::<C>(order);
        for code in 0..order.pow(size) {
            let points: Vec<Ge> = (0..size).map(|i| g[code / order.pow(i) % order]).collect();
            check_signed_sums(&points, &Fe::from_u64s([code as u64 + 1, 2, 3, 4]));
        }
    }
    check::<Order7>(7, 2);
    check::<Order7>(7, 3);
    check::<Order7>(7, 4);
    check::<Order13>(13, 2);
    check::<Order13>(13, 3);
}

#[test]
fn signed_sums_hold_for_random_choices_of_points() {
    fn check<C: CurveParams>(order: usize) {
        let g = elements::<C>(order);
        let mut state = 1u64;
        for size in 5..=8 {
            for _ in 0..60 {
                let points: Vec<Ge> = (0..size)
                    .map(|_| {
                        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        g[(state >> 33) as usize % order]
                    })
                    .collect();
                check_signed_sums(&points, &Fe::from_u64s([state | 1, 2, 3, 4]));
            }
        }
    }
    check::<Order7>(7);
    check::<Order13>(13);
    check::<Order199>(199);
}
