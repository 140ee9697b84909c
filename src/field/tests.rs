//! The field against itself: each operation at the ends of the range of representatives, and the axioms.

use super::word::LIMBS;
use super::*;

/// Integers at which a carry, a borrow or a fold changes: around 0, C, p, 2^256, and limb borders.
pub fn edges() -> Vec<Fe> {
    let mut v = Vec::new();
    for base in [
        Fe::ZERO,
        Fe(C),
        Fe(P),
        Fe::from_u64s([0, 1, 0, 0]),
        Fe::from_u64s([0, 0, 0, 1 << 63]),
        Fe::from_u64s([1 << 32, 0, 0, 0]),
        Fe::from_u64s([!0, !0, 0, 0]),
    ] {
        for k in 0..4u64 {
            v.push(Fe(add_256(&base.0, &from_u64s([k, 0, 0, 0])).0));
            v.push(Fe(sub_256(&base.0, &from_u64s([k, 0, 0, 0])).0));
        }
    }
    v
}

/// Reference: a·b mod p by doubling and adding.
fn reference_mul(a: &Fe, b: &Fe) -> Fe {
    let mut r = Fe::ZERO;
    let b = b.normalize().to_u64s();
    for i in (0..256).rev() {
        r = r.add(&r).normalize();
        if b[i / 64] >> (i % 64) & 1 == 1 {
            r = r.add(a).normalize();
        }
    }
    r
}

#[test]
fn sums_and_differences_agree_at_the_edges() {
    for a in edges() {
        assert!(a.add(&a.neg()).is_zero());
        assert!(a.half().double().equals(&a));
        for b in edges() {
            let s = a.add(&b);
            assert!(s.sub(&b).equals(&a), "{a:?} {b:?}");
            assert!(a.sub(&b).add(&b).equals(&a), "{a:?} {b:?}");
            assert!(a.sub(&b).equals(&b.sub(&a).neg()));
            assert!(a.sub_double(&b).equals(&a.sub(&b).sub(&b)), "{a:?} {b:?}");
            for c in edges() {
                assert!(c.sub_sub_double(&a, &b).equals(&c.sub(&a).sub(&b).sub(&b)), "{a:?} {b:?} {c:?}");
            }
            assert_eq!(a.equals(&b), a.to_be_bytes() == b.to_be_bytes());
        }
    }
}

#[test]
fn products_agree_with_shift_and_add_at_the_edges() {
    for a in edges() {
        assert_eq!(a.sqr_portable().0, a.mul_portable(&a).0, "{a:?}");
        for b in edges() {
            assert!(a.mul_portable(&b).equals(&reference_mul(&a, &b)), "{a:?} {b:?}");
        }
    }
}

#[test]
fn fold_512_carries_out_of_its_last_addition() {
    // lo + C·hi folded once leaves 2^256 − 1 − k and a top of C, whose own fold then carries:
    // hi = 2^256 − 1 gives C·hi = C·2^256 − C, so lo chooses the rest.
    for k in 0..8u64 {
        let lo = sub_256(&P, &from_u64s([k, 0, 0, 0])).0;
        let mut t = [0; 2 * LIMBS];
        t[..LIMBS].copy_from_slice(&lo);
        t[LIMBS..].fill(!0);
        let expected = Fe([!0; LIMBS]).mul_portable(&Fe(C)).add(&Fe(lo));
        assert!(Fe(reduce::fold_512(&t)).equals(&expected));
        let lo = add_256(&C, &from_u64s([k, 0, 0, 0])).0;
        t[..LIMBS].copy_from_slice(&lo);
        let expected = Fe([!0; LIMBS]).mul_portable(&Fe(C)).add(&Fe(lo));
        assert!(Fe(reduce::fold_512(&t)).equals(&expected));
    }
}

#[test]
fn conditional_negation_is_negation() {
    for a in edges() {
        assert!(a.cneg(true).equals(&a.neg()));
        assert_eq!(a.cneg(false).0, a.0);
    }
}

#[test]
fn inverses_multiply_to_one() {
    assert!(Fe::ZERO.inverse().is_zero());
    assert!(Fe(P).inverse().is_zero());
    let mut x = Fe::from_u64s([3, 1, 4, 1]);
    let mut all = edges();
    for _ in 0..200 {
        x = x.sqr_portable().add(&Fe::ONE);
        all.push(x);
    }
    // powers of two and their neighbours exercise runs of zeros in g
    for i in 0..256 {
        let mut v = [0; 4];
        v[i / 64] = 1 << (i % 64);
        let two = Fe::from_u64s(v);
        all.extend([two, two.add(&Fe::ONE), two.sub(&Fe::ONE)]);
    }
    for a in all {
        if !a.is_zero() {
            let i = a.inverse();
            assert!(i.is_normalized());
            assert!(a.mul_portable(&i).equals(&Fe::ONE), "{a:?}");
        }
    }
}

#[test]
fn beta_is_a_cube_root_of_unity() {
    let b2 = Fe::BETA.sqr_portable();
    assert!(b2.mul_portable(&Fe::BETA).equals(&Fe::ONE));
    assert!(b2.add(&Fe::BETA).add(&Fe::ONE).is_zero());
}

#[test]
fn bytes_round_trip() {
    for a in edges() {
        assert!(Fe::from_be_bytes(&a.to_be_bytes()).equals(&a));
        assert_eq!(Fe::from_u64s(a.to_u64s()).0, a.0);
    }
}
