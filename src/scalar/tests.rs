//! Scalars: ring axioms at the edges, and the split's equation and bound at its extremes.

use super::*;

fn edges() -> Vec<Scalar> {
    let mut v = Vec::new();
    for base in [[0; LIMBS], N, from_u64s([0, 0, 1, 0]), from_u64s([0, 0, 0, 1 << 63]), N_COMPLEMENT, Scalar::LAMBDA.0]
    {
        for k in 0..4u64 {
            v.push(Scalar::reduce(add_256(&base, &from_u64s([k, 0, 0, 0])).0));
            v.push(Scalar::reduce(sub_256(&base, &from_u64s([k, 0, 0, 0])).0));
        }
    }
    for i in 0..256 {
        let mut b = [0; 4];
        b[i / 64] = 1 << (i % 64);
        v.push(Scalar::from_u64s(b));
        v.push(Scalar::from_u64s(b).neg());
    }
    v
}

/// Scalars around the corners of the domain that the split rounds into, ±(v1 ± v2)/2 for the basis
/// v1, v2: the largest halves that there are, of either sign, and their neighbours on both sides.
pub fn extreme_halves() -> Vec<Scalar> {
    let a1 = 0x3086_D221_A7D4_6BCD_E86C_90E4_9284_EB15_u128;
    let minus_b1 = 0xE443_7ED6_010E_8828_6F54_7FA9_0ABF_E4C3_u128;
    let half_a2 = (1 << 127) + 0x14CA_50F7_A8E2_F3F6_57C1_108D_9D44_CFD8_u128 / 2;
    let mut v = Vec::new();
    for (x, y) in [(half_a2 + a1 / 2, minus_b1 / 2 - a1 / 2), (half_a2 - a1 / 2, minus_b1 / 2 + a1 / 2)] {
        for d in 0..6 {
            for e in 0..6 {
                // (v1 + v2)/2 = ((a1 + a2)/2, (b1 + a1)/2), the second of which is negative
                let corner = from_half(&Half { negative: false, magnitude: x + d - 3 })
                    .add(&from_half(&Half { negative: x > half_a2, magnitude: y + e - 3 }).mul(&Scalar::LAMBDA));
                v.extend([corner, corner.neg()]);
            }
        }
    }
    v
}

fn from_half(h: &Half) -> Scalar {
    let s = Scalar::from_u64s([h.magnitude as u64, (h.magnitude >> 64) as u64, 0, 0]);
    if h.negative { s.neg() } else { s }
}

fn all() -> Vec<Scalar> {
    let mut v = edges();
    v.extend(extreme_halves());
    let mut x = Scalar::from_u64s([2, 7, 1, 8]);
    for _ in 0..2000 {
        x = x.mul(&x).add(&Scalar::ONE);
        v.push(x);
    }
    v
}

#[test]
fn ring_axioms_hold_at_the_edges() {
    for a in edges() {
        assert!(a.add(&a.neg()).is_zero());
        assert_eq!(a.half().add(&a.half()), a);
        assert_eq!(a.mul(&Scalar::ONE), a);
        assert_eq!(Scalar::from_be_bytes(&a.to_be_bytes()), a);
        for b in edges().into_iter().step_by(7) {
            assert_eq!(a.mul(&b), b.mul(&a));
            assert_eq!(a.add(&b).mul(&a), a.mul(&a).add(&b.mul(&a)));
        }
    }
}

#[test]
fn lambda_is_a_cube_root_of_unity() {
    let l2 = Scalar::LAMBDA.mul(&Scalar::LAMBDA);
    assert_eq!(l2.mul(&Scalar::LAMBDA), Scalar::ONE);
    assert!(l2.add(&Scalar::LAMBDA).add(&Scalar::ONE).is_zero());
}

#[test]
fn halves_add_up_and_keep_the_bound() {
    for k in all() {
        let [k1, k2] = k.split_lambda();
        assert_eq!(from_half(&k1).add(&from_half(&k2).mul(&Scalar::LAMBDA)), k);
        assert!(k1.magnitude <= Half::BOUND && k2.magnitude <= Half::BOUND);
    }
}

#[test]
fn extreme_halves_come_close_to_the_bound() {
    let largest = extreme_halves().iter().flat_map(|k| k.split_lambda()).map(|h| h.magnitude).max().unwrap();
    assert!(largest > Half::BOUND / 100 * 99, "{largest:x}");
    for sign in [false, true] {
        assert!(
            extreme_halves()
                .iter()
                .flat_map(|k| k.split_lambda())
                .any(|h| h.negative == sign && h.magnitude >> 127 == 1)
        );
    }
}

#[test]
fn split_128_adds_up() {
    let two_128 = Scalar::from_u64s([0, 0, 1, 0]);
    for k in all() {
        let [k1, k2] = k.split_128().map(|m| from_half(&Half { negative: false, magnitude: m }));
        assert_eq!(k1.add(&k2.mul(&two_128)), k);
    }
}

#[test]
fn odd_halves_add_up() {
    let odd = |h: &Half| from_half(h).add(&from_half(h)).add(&Scalar::ONE);
    for k in all() {
        let [u1, u2] = k.split_odd();
        assert_eq!(odd(&u1).add(&odd(&u2).mul(&Scalar::LAMBDA)), k);
        assert!(u1.magnitude <= Half::BOUND && u2.magnitude <= Half::BOUND);
    }
}

#[test]
fn halves_in_two_s_complement() {
    for magnitude in [0, 1, 2, 1 << 127, Half::BOUND] {
        let positive = Half { negative: false, magnitude }.to_bits();
        let negative = Half { negative: true, magnitude }.to_bits();
        assert_eq!(positive, (magnitude, false));
        assert_eq!(negative, (magnitude.wrapping_neg(), magnitude != 0));
    }
}

#[test]
fn small_scalars_split_into_what_adds_up() {
    fn check<const N: u32, const L: u32>() {
        assert_eq!((L * L + L + 1) % N, 0);
        let value = |h: &Half| if h.negative { N - h.magnitude as u32 } else { h.magnitude as u32 };
        for k in 0..N {
            let [k1, k2] = SmallScalar::<N, L>::new(k).split_lambda();
            assert_eq!((value(&k1) + value(&k2) * L) % N, k);
            let [u1, u2] = SmallScalar::<N, L>::new(k).split_odd();
            assert_eq!((2 * value(&u1) + 1 + (2 * value(&u2) + 1) * L) % N, k);
            let [k1, k2] = SmallScalar::<N, L>::new(k).split_128();
            assert_eq!((k1 + k2 * (u128::MAX % N as u128 + 1)) % N as u128, k as u128);
        }
    }
    check::<7, 2>();
    check::<13, 9>();
    check::<199, 92>();
}
