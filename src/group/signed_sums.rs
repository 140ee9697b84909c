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
    let z = list::<M>(points, table);
    let (a_len, b_len) = list_lengths(points.len());
    let (a, b) = table[..a_len + b_len].split_at(a_len);
    // One M for each pair.
    a.iter().flat_map(|p| b.iter().map(|q| denominator::<M>(p, q))).fold(z, |product, h| M::mul(&product, &h))
}

/// Makes the table of so many points of the lists at its beginning. It is on the curve isomorphic by `factor` to that of
/// [`list_signed_sums`].
pub fn expand_signed_sums<M: Multiply>(points: usize, factor: &Fe, table: &mut [Ge]) {
    // The second list has all signs of half of the points, four at most for seven: the stack should not pay for more.
    if points <= 7 {
        all::<M, 4>(points, factor, table)
    } else {
        all::<M, 8>(points, factor, table)
    };
}

/// The two lists: all signs of the first half of the points, and of the second, on one curve, whose z it returns.
fn list<M: Multiply>(points: &[Ge], table: &mut [Ge]) -> Fe {
    let (first, second) = points.split_at(points.len().div_ceil(2));
    let (a_len, b_len) = list_lengths(points.len());
    let (a, b) = table[..a_len + b_len].split_at_mut(a_len);
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
    let z = list::<M>(points, sums);
    let d = all::<M, 2>(points.len(), &Fe::ONE, sums);
    if points.len() > 2 { M::mul(&z, &d) } else { d }
}

/// Every p becomes p on the curve isomorphic by z. 1 M, 1 S, and 2 M for each.
fn rescale_all<M: Multiply>(points: &mut [Ge], z: &Fe) {
    let z2 = M::sqr(z);
    let z3 = M::mul(&z2, z);
    for p in points {
        *p = Ge { x: M::mul(&p.x, &z2), y: M::mul(&p.y, &z3) };
    }
}

/// All a_i + b_j and a_i − b_j of the lists for so many points, in the place of the lists, on the curve isomorphic by
/// D·`factor`, which it returns. The second list has at most `B` points. 7 M, 2 S for each pair, and 2 M for each point of
/// the lists, and 1 M, 1 S.
#[inline(never)]
fn all<M: Multiply, const B: usize>(points: usize, factor: &Fe, sums: &mut [Ge]) -> Fe {
    let (a_len, b_len) = list_lengths(points);
    // The sign of b_0's first point is the bit above those of a; where it is negative, all of b's signs turn.
    let plus = |i: usize, j: usize| i + 2 * a_len * j;
    let minus = |i: usize, j: usize| i + a_len + 2 * a_len * (b_len - 1 - j);

    let (mut b, mut scaled_b) = ([Ge::INFINITY; B], [Ge::INFINITY; B]);
    let (b, scaled_b) = (&mut b[..b_len], &mut scaled_b[..b_len]);
    b.copy_from_slice(&sums[a_len..a_len + b_len]);
    // Until its sums take their places, a_i waits in the y of two of these.
    for i in 0..a_len {
        sums[minus(i, b_len - 1)].y = sums[i].x;
    }
    let a = |i: usize, sums: &[Ge]| Ge { x: sums[minus(i, b_len - 1)].y, y: sums[i].y };

    // And in the x of each pair's sums wait its denominator and the product of those before.
    let mut z = *factor;
    for i in 0..a_len {
        let p = a(i, sums);
        for (j, q) in b.iter().enumerate() {
            let h = denominator::<M>(&p, q);
            sums[plus(i, j)].x = z;
            sums[minus(i, j)].x = h;
            z = M::mul(&z, &h);
        }
    }

    let z2 = M::sqr(&z);
    let z3 = M::mul(&z2, &z);
    let scaled = |p: &Ge| Ge { x: M::mul(&p.x, &z2), y: M::mul(&p.y, &z3) };
    for (scaled_q, q) in scaled_b.iter_mut().zip(&*b) {
        *scaled_q = scaled(q);
    }
    // Backwards, with the product of the denominators after.
    let mut after = Fe::ONE;
    for i in (0..a_len).rev() {
        let p = a(i, sums);
        let scaled_p = scaled(&p);
        for (j, (q, scaled_q)) in b.iter().zip(&*scaled_b).enumerate().rev() {
            let (sum, difference) = two_of(sums, plus(i, j), minus(i, j));
            let others = M::mul(&sum.x, &after);
            after = M::mul(&after, &difference.x);
            sum_and_difference::<M>((&p, q), (&scaled_p, scaled_q), &others, sum, difference);
        }
    }
    z
}

/// Two elements.
fn two_of(sums: &mut [Ge], i: usize, j: usize) -> (&mut Ge, &mut Ge) {
    let (low, high) = sums.split_at_mut(i.max(j));
    let (low, high) = (&mut low[i.min(j)], &mut high[0]);
    if i < j { (low, high) } else { (high, low) }
}

/// What both slopes of p and ±q are divided by. Not zero.
#[inline(always)]
fn denominator<M: Multiply>(p: &Ge, q: &Ge) -> Fe {
    if p.is_infinity() | q.is_infinity() {
        return Fe::ONE;
    }
    let h = q.x.sub(&p.x);
    if M::is_zero(&h) { p.y.double() } else { h }
}

/// p + q and p − q, on the curve isomorphic by z, from p and q there too, and z over their denominator. 4 M, 2 S.
///
/// The chord rule with slopes that are r·z/h there. Both sums are worked on in turns, as neither waits for the other.
#[inline(never)]
fn sum_and_difference<M: Multiply>(
    (p, q): (&Ge, &Ge),
    (scaled_p, scaled_q): (&Ge, &Ge),
    z_over_h: &Fe,
    sum: &mut Ge,
    difference: &mut Ge,
) {
    if p.is_infinity() | q.is_infinity() || M::is_zero(&q.x.sub(&p.x)) {
        return special_sums::<M>((p, q), (scaled_p, scaled_q), z_over_h, sum, difference);
    }
    let l = M::mul(&q.y.sub(&p.y), z_over_h);
    let minus_m = M::mul(&q.y.add(&p.y), z_over_h);
    let x_sum = scaled_p.x.add(&scaled_q.x);
    let x = M::sqr(&l).sub(&x_sum);
    let u = M::sqr(&minus_m).sub(&x_sum);
    let y = M::mul(&l, &scaled_p.x.sub(&x)).sub(&scaled_p.y);
    let v = M::mul(&minus_m, &u.sub(&scaled_p.x)).sub(&scaled_p.y);
    (*sum, *difference) = (Ge { x, y }, Ge { x: u, y: v });
}

/// The same where a point is infinite, or p = ±q: a doubling by the tangent rule.
#[cold]
#[inline(never)]
fn special_sums<M: Multiply>(
    (p, q): (&Ge, &Ge),
    (scaled_p, scaled_q): (&Ge, &Ge),
    z_over_h: &Fe,
    sum: &mut Ge,
    difference: &mut Ge,
) {
    if p.is_infinity() {
        (*sum, *difference) = (*scaled_q, scaled_q.neg());
        return;
    }
    if q.is_infinity() {
        (*sum, *difference) = (*scaled_p, *scaled_p);
        return;
    }
    let x2 = M::sqr(&p.x);
    let slope = M::mul(&x2.double().add(&x2), z_over_h);
    let x = M::sqr(&slope).sub_double(&scaled_p.x);
    let double = Ge { x, y: M::mul(&slope, &scaled_p.x.sub(&x)).sub(&scaled_p.y) };
    (*sum, *difference) = if p.y.equals(&q.y) { (double, Ge::INFINITY) } else { (Ge::INFINITY, double) };
}
