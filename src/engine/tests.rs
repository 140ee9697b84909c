//! Every engine against plain Rust, to the bit.

use super::*;
use crate::field::word::{add_256, from_u64s, sub_256};
use crate::field::{C, Fe, Multiply, P};

/// Limbs at which some carry of some engine changes, in all combinations, and numbers around p and C.
fn operands() -> Vec<Fe> {
    let limbs = [0, 1, 1 << 32, 0x1_0000_03D1, u64::MAX >> 1, u64::MAX - 0x1_0000_03D1, u64::MAX - 1, u64::MAX];
    let mut v = Vec::new();
    for a in limbs {
        for b in [0, 1, u64::MAX - 1, u64::MAX] {
            for c in [0, 1, u64::MAX] {
                v.extend(limbs.map(|d| Fe::from_u64s([a, b, c, d])));
            }
        }
    }
    for k in 0..16 {
        let k = from_u64s([k, 0, 0, 0]);
        v.extend([Fe(sub_256(&P, &k).0), Fe(add_256(&P, &k).0), Fe(sub_256(&C, &k).0), Fe(add_256(&C, &k).0)]);
    }
    v
}

fn check<M: Multiply>(a: &Fe, b: &Fe) {
    assert_eq!(M::mul(a, b).0, Portable::mul(a, b).0, "{a:x?} {b:x?}");
    assert_eq!(M::sqr(a).0, Portable::sqr(a).0, "{a:x?}");
}

#[test]
fn every_engine_gives_the_same_bytes() {
    let operands = operands();
    for &engine in Engine::ALL.iter().filter(|engine| engine.is_available()) {
        with_engine!(engine, M => {
            for a in &operands {
                for b in &operands {
                    check::<M>(a, b);
                }
            }
            let (mut a, mut b) = (Fe::BETA, Fe::from_u64s([1, 2, 3, 4]));
            for _ in 0..100_000 {
                check::<M>(&a, &b);
                (a, b) = (Portable::mul(&a, &b), Portable::sqr(&a).add(&b));
            }
        });
    }
}

#[test]
fn every_engine_carries_in_its_last_fold() {
    // a·b for a = 2^256 − 1 − i and b = 2^256 − 1 − j, near the top of what folds twice; and for b = C^−1·t,
    // whose products with small numbers come close to multiples of 2^256.
    let c_inverse = Fe(C).inverse();
    for &engine in Engine::ALL.iter().filter(|engine| engine.is_available()) {
        with_engine!(engine, M => {
            for i in 0..200u64 {
                let a = Fe::ZERO.sub(&Fe::from_u64s([i, 0, 0, 0]));
                for j in 0..200u64 {
                    let j = Fe::from_u64s([j, 0, 0, 0]);
                    check::<M>(&a, &Fe::ZERO.sub(&j));
                    check::<M>(&a, &c_inverse.mul_portable(&j));
                    check::<M>(&c_inverse.add(&j), &a);
                }
            }
        });
    }
}

#[test]
fn engines_are_selected_by_name() {
    for &engine in Engine::ALL.iter().filter(|engine| engine.is_available()) {
        assert!(Engine::select(engine.name()));
        assert_eq!(Engine::selected(), engine);
        assert!(!Engine::select(c"none"));
        assert_eq!(Engine::selected(), engine);
    }
    assert!(Engine::select(c"auto"));
    assert_eq!(Engine::selected(), Engine::best());
}
