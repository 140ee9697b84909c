//! All sums ±P_0 ± P_1 ± … of some points, on one curve, with no inversion.
//!
//! Two lists a and b give every a_i + b_j and a_i − b_j. In affine coordinates a sum takes 2 M, 1 S once its
//! slope's denominator h = x_b − x_a is inverted, and sum and difference share h. Montgomery's trick inverts all h together:
//! with D the product of all of them, 1/h is the product of all others, over D. Here **nothing is
//! inverted: D becomes z.** On the curve that is isomorphic by D, points are (x·D², y·D³), and a slope r/h is
//!
//! r·D³/(h·D²) = r·D/h = r · (product of the other denominators).
//!
//! So both lists are taken to that curve, once for each point, and all sums appear there by affine formulas. A
//! further factor takes everything to one curve with what is elsewhere: it is a denominator like all others.
//!
//! A pair without a slope to share, as one of its points is infinite, has the denominator 1. Where sum or
//! difference is a doubling, the other one is infinite, and the denominator is the tangent's, 2y: never zero, since
//! the order of the group is odd. So no denominator is ever zero, and any entry may be infinite.
//!
//! Sums are numbered by signs: bit i is set where the sign of P_(i + 1) is not that of P_0, which is positive.

use super::Ge;
use crate::field::{Fe, Multiply};

/// The lengths of the two lists whose sums and differences are all sums of so many points.
const fn list_lengths(points: usize) -> (usize, usize) {
    (1 << (points.div_ceil(2) - 1), 1 << (points / 2 - 1))
}

/// Puts the two lists for two to eight affine points at the beginning of what will be the table of their sums, and
/// returns the z of that table's curve.
pub fn list_signed_sums<M: Multiply>(points: &[Ge], table: &mut [Ge]) -> Fe {
    let (first, second) = points.split_at(points.len().div_ceil(2));
    let (a_len, b_len) = list_lengths(points.len());
    let (a, b) = table[..a_len + b_len].split_at_mut(a_len);
    let z = on_one_curve::<M>(first, second, a, b);
    // One M for each pair.
    a.iter().flat_map(|p| b.iter().map(|q| denominator(p, q))).fold(z, |product, h| M::mul(&product, &h))
}

/// Makes the table of so many points of the lists at its beginning. It is on the curve isomorphic by `factor` to that of
/// [`list_signed_sums`].
pub fn expand_signed_sums<M: Multiply>(points: usize, factor: &Fe, table: &mut [Ge]) {
    // Lists of all signs of three points or of four: the stack should not pay for the longer ones.
    if points <= 6 { expand::<M, 8, 4>(points, factor, table) } else { expand::<M, 16, 8>(points, factor, table) }
}

/// The same with lists of `BOTH` points together, and of `B` in the second one, at most.
#[inline(never)]
fn expand<M: Multiply, const BOTH: usize, const B: usize>(points: usize, factor: &Fe, table: &mut [Ge]) {
    let (a_len, b_len) = list_lengths(points);
    let mut lists = [Ge::INFINITY; BOTH];
    let lists = &mut lists[..a_len + b_len];
    lists.copy_from_slice(&table[..a_len + b_len]);
    let (a, b) = lists.split_at(a_len);
    all::<M, B>(a, b, factor, table);
}

/// All signs of `first` in a, and of `second` in b, on one curve, whose z it returns.
fn on_one_curve<M: Multiply>(first: &[Ge], second: &[Ge], a: &mut [Ge], b: &mut [Ge]) -> Fe {
    let (za, zb) = (all_signs::<M>(first, a), all_signs::<M>(second, b));
    // A single point is affine.
    if first.len() > 1 {
        rescale_all::<M>(b, &za);
    }
    if second.len() > 1 {
        rescale_all::<M>(a, &zb);
        return M::mul(&za, &zb);
    }
    za
}

/// All signs of one to four affine points, and the z of the curve that they are on.
fn all_signs<M: Multiply>(points: &[Ge], sums: &mut [Ge]) -> Fe {
    if let [p] = points {
        sums[0] = *p;
        return Fe::ONE;
    }
    let (first, second) = points.split_at(points.len().div_ceil(2));
    let (mut a, mut b) = ([Ge::INFINITY; 2], [Ge::INFINITY; 2]);
    let (a, b) = (&mut a[..first.len()], &mut b[..second.len()]);
    let z = on_one_curve::<M>(first, second, a, b);
    let d = all::<M, 2>(a, b, &Fe::ONE, sums);
    if first.len() > 1 { M::mul(&z, &d) } else { d }
}

/// Every p becomes p on the curve isomorphic by z. 1 M, 1 S, and 2 M for each.
fn rescale_all<M: Multiply>(points: &mut [Ge], z: &Fe) {
    let z2 = M::sqr(z);
    let z3 = M::mul(&z2, z);
    for p in points {
        *p = Ge { x: M::mul(&p.x, &z2), y: M::mul(&p.y, &z3) };
    }
}

/// All a_i + b_j and a_i − b_j, on the curve isomorphic by D·`factor`, which it returns. 7 M, 2 S for each pair, and
/// 2 M for each point of the lists, and 1 M, 1 S.
#[inline(never)]
fn all<M: Multiply, const B: usize>(a: &[Ge], b: &[Ge], factor: &Fe, sums: &mut [Ge]) -> Fe {
    // The sign of b_0's first point is the bit above those of a; where it is negative, all of b's signs turn.
    let plus = |i: usize, j: usize| i + 2 * a.len() * j;
    let minus = |i: usize, j: usize| i + a.len() + 2 * a.len() * (b.len() - 1 - j);

    // Until a pair's sums take their places, these hold its denominator and the product of those before.
    let mut z = *factor;
    for (i, p) in a.iter().enumerate() {
        for (j, q) in b.iter().enumerate() {
            let h = denominator(p, q);
            sums[plus(i, j)].x = z;
            sums[minus(i, j)].x = h;
            z = M::mul(&z, &h);
        }
    }

    let z2 = M::sqr(&z);
    let z3 = M::mul(&z2, &z);
    let scaled = |p: &Ge| Ge { x: M::mul(&p.x, &z2), y: M::mul(&p.y, &z3) };
    let mut scaled_b = [Ge::INFINITY; B];
    for (scaled_q, q) in scaled_b.iter_mut().zip(b) {
        *scaled_q = scaled(q);
    }
    // Backwards, with the product of the denominators after.
    let mut after = Fe::ONE;
    for (i, p) in a.iter().enumerate().rev() {
        let scaled_p = scaled(p);
        for (j, q) in b.iter().enumerate().rev() {
            let (before, h) = (sums[plus(i, j)].x, sums[minus(i, j)].x);
            let others = M::mul(&before, &after);
            after = M::mul(&after, &h);
            (sums[plus(i, j)], sums[minus(i, j)]) = sum_and_difference::<M>(p, q, &scaled_p, &scaled_b[j], &others);
        }
    }
    z
}

/// What both slopes of p and ±q are divided by. Not zero.
#[inline(always)]
fn denominator(p: &Ge, q: &Ge) -> Fe {
    if p.is_infinity() | q.is_infinity() {
        return Fe::ONE;
    }
    let h = q.x.sub(&p.x);
    if h.is_zero() { p.y.double() } else { h }
}

/// p + q and p − q, on the curve isomorphic by z, from p and q there too, and z over their denominator. 4 M, 2 S.
///
/// The chord rule with slopes that are r·z/h there. Both sums are worked on in turns, as neither waits for the other.
#[inline(never)]
fn sum_and_difference<M: Multiply>(p: &Ge, q: &Ge, scaled_p: &Ge, scaled_q: &Ge, z_over_h: &Fe) -> (Ge, Ge) {
    if p.is_infinity() | q.is_infinity() || p.x.equals(&q.x) {
        return special_sums::<M>(p, q, scaled_p, scaled_q, z_over_h);
    }
    let l = M::mul(&q.y.sub(&p.y), z_over_h);
    let minus_m = M::mul(&q.y.add(&p.y), z_over_h);
    let x_sum = scaled_p.x.add(&scaled_q.x);
    let x = M::sqr(&l).sub(&x_sum);
    let u = M::sqr(&minus_m).sub(&x_sum);
    let y = M::mul(&l, &scaled_p.x.sub(&x)).sub(&scaled_p.y);
    let v = M::mul(&minus_m, &u.sub(&scaled_p.x)).sub(&scaled_p.y);
    (Ge { x, y }, Ge { x: u, y: v })
}

/// The same where a point is infinite, or p = ±q: a doubling by the tangent rule.
#[cold]
#[inline(never)]
fn special_sums<M: Multiply>(p: &Ge, q: &Ge, scaled_p: &Ge, scaled_q: &Ge, z_over_h: &Fe) -> (Ge, Ge) {
    if p.is_infinity() {
        return (*scaled_q, scaled_q.neg());
    }
    if q.is_infinity() {
        return (*scaled_p, *scaled_p);
    }
    let x2 = M::sqr(&p.x);
    let slope = M::mul(&x2.double().add(&x2), z_over_h);
    let x = M::sqr(&slope).sub_double(&scaled_p.x);
    let double = Ge { x, y: M::mul(&slope, &scaled_p.x.sub(&x)).sub(&scaled_p.y) };
    if p.y.equals(&q.y) { (double, Ge::INFINITY) } else { (Ge::INFINITY, double) }
}
