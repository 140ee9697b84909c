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
