//! Scalars and points on which arithmetic has failed elsewhere.

use super::random::Random;
use super::terms::Term;
use super::values::{self, *};
use upstream::*;

/// The short basis v1 = (A1, B1), v2 = (A2, A1) of the lattice of all (x, y) with x + y·λ ≡ 0 modulo the order.
const A1: u128 = 0x3086_D221_A7D4_6BCD_E86C_90E4_9284_EB15;
const MINUS_B1: u128 = 0xE443_7ED6_010E_8828_6F54_7FA9_0ABF_E4C3;
/// A2 itself has 129 bits.
const HALF_A2: u128 = (1 << 127) + 0x14CA_50F7_A8E2_F3F6_57C1_108D_9D44_CFD8_u128 / 2;

/// A half and whether it is below zero.
type Half = (bool, u128);

/// x + y·λ.
pub fn from_halves(x: Half, y: Half) -> secp256k1_scalar {
    let [x, y] = [x, y].map(|(negative, magnitude)| {
        let k = scalar_u128(magnitude);
        if negative { negate(&k) } else { k }
    });
    add(&x, &mul(&y, &lambda()))
}

/// Scalars close to the corners of the domain that the split rounds into, ±(v1 ± v2)/2: no halves are larger than
/// theirs, and on the other side of the corner they change their signs.
pub fn corners() -> Vec<secp256k1_scalar> {
    let mut scalars = Vec::new();
    // (v1 + v2)/2 has a negative y, and (v2 − v1)/2 a positive one.
    for (x, y) in
        [(HALF_A2 + A1 / 2, (true, MINUS_B1 / 2 - A1 / 2)), (HALF_A2 - A1 / 2, (false, MINUS_B1 / 2 + A1 / 2))]
    {
        for d in 0..5 {
            for e in 0..5 {
                let k = from_halves((false, x + d - 2), (y.0, y.1 + e - 2));
                scalars.extend([k, negate(&k)]);
            }
        }
    }
    scalars
}

/// Single scalars at the edges of one representation or another.
pub fn edges() -> Vec<secp256k1_scalar> {
    let l = lambda();
    let l2 = mul(&l, &l);
    let mut scalars = vec![l, l2];
    for base in [
        [0; 4],
        [0, 0, 1, 0],
        [0, 1, 0, 0],
        [u64::MAX, u64::MAX, u64::MAX - 1, u64::MAX],
        [u64::MAX, u64::MAX, 0, 0],
        [0, 0, u64::MAX - 1, u64::MAX],
        // n/2, from which on a scalar is high.
        [0xDFE9_2F46_681B_20A0, 0x5D57_6E73_57A4_501D, u64::MAX, u64::MAX >> 1],
    ] {
        let base = scalar(base);
        scalars.push(base);
        for k in 1..4 {
            scalars.extend([add(&base, &scalar_u128(k)), add(&base, &negate(&scalar_u128(k)))]);
        }
    }
    for a in [l, l2] {
        scalars.extend([add(&a, &scalar_u128(1)), add(&a, &negate(&scalar_u128(1)))]);
    }
    let negated: Vec<_> = scalars.iter().map(negate).collect();
    scalars.extend(negated);
    scalars
}

/// One scalar, special more often than not.
pub fn any_scalar(random: &mut Random) -> secp256k1_scalar {
    let k = match random.below(14) {
        0 => scalar([0; 4]),
        1 => scalar_u128(random.below(20) as u128),
        2 => {
            let mut words = [0; 4];
            let bit = random.below(256);
            words[bit / 64] = 1 << (bit % 64);
            add(&scalar(words), &scalar_u128(random.below(2) as u128))
        }
        3 => *random.pick(&edges()),
        4 => *random.pick(&corners()),
        5 => scalar(random.runs()),
        // halves of which one is small or vanishes
        6 => from_halves((random.one_in(2), random.below(4) as u128), (random.one_in(2), random.next().into())),
        7 => from_halves((random.one_in(2), random.next().into()), (random.one_in(2), random.below(4) as u128)),
        8 => patterned(random),
        // about half as long, so that a table of digits ends early
        9 => scalar_u128(random.next().into()),
        _ => scalar(random.words()),
    };
    if random.one_in(3) { negate(&k) } else { k }
}

/// Halves whose windows, for some width, are all just below, at or just above half of the base: every digit carries,
/// or just does not.
fn patterned(random: &mut Random) -> secp256k1_scalar {
    let width = 2 + random.below(16);
    let digit = match random.below(4) {
        0 => 1u128 << (width - 1),
        1 => (1 << (width - 1)) - 1,
        2 => (1 << (width - 1)) + 1,
        _ => (1 << width) - 1,
    };
    let half = (0..128).step_by(width).fold(0, |half, offset| half | digit << offset) >> (1 + random.below(4));
    from_halves((random.one_in(2), half), (random.one_in(2), half >> random.below(3)))
}

/// An integer from n to 2^256 − 1, which is no scalar.
pub fn unreduced(random: &mut Random) -> secp256k1_scalar {
    let words = match random.below(3) {
        0 => N,
        1 => [u64::MAX; 4],
        _ => [random.next() | 1 << 63, random.next() | 0xBAAE_DCE6_AF48_A03C, u64::MAX - 1, u64::MAX],
    };
    let k = secp256k1_scalar { d: words };
    assert!(!is_reduced(&k));
    k
}

/// A point, often related to one before.
pub fn any_point(random: &mut Random, before: &[secp256k1_ge]) -> secp256k1_ge {
    let fresh = if before.is_empty() { 0 } else { random.below(16) };
    let point = match fresh {
        0..=4 => random_point(random),
        5 => generator(),
        6 => negative(&generator()),
        7 => infinity(*random.pick(&[0, 1, u64::MAX, 0x0123_4567_89AB_CDEF])),
        8 | 9 => *random.pick(before),
        10 | 11 => negative(random.pick(before)),
        12 => lambda_times(random.pick(before)),
        13 => lambda_times(&lambda_times(random.pick(before))),
        14 => {
            let p = *random.pick(before);
            if p.infinity != 0 { p } else { values::sum(&p, &p) }
        }
        _ => {
            let (p, q) = (*random.pick(before), *random.pick(before));
            if p.infinity != 0 || q.infinity != 0 { p } else { values::sum(&p, &q) }
        }
    };
    if random.one_in(3) { raised(&point) } else { point }
}

/// Terms of any scalars and points, each point perhaps related to those before it.
pub fn any_terms(random: &mut Random, n: usize) -> Vec<Term> {
    let mut points = Vec::new();
    (0..n)
        .map(|_| {
            let point = any_point(random, &points);
            points.push(point);
            Term::new(any_scalar(random), point)
        })
        .collect()
}
