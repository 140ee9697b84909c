//! Inversion modulo p by variable-time safegcd.
//!
//! D. J. Bernstein and B.-Y. Yang, "Fast constant-time gcd computation and modular inversion",
//! 2019, in the variant with η = −δ, batches of [`BITS`] division steps on the low limb, and steps
//! taken several at a time by cancelling up to six low bits of g at once, as libsecp256k1's
//! `doc/safegcd_implementation.md` derives it.
//!
//! Invariants: f is odd; d·x ≡ f and e·x ≡ g (mod p) up to the same power of two that each batch
//! divides out on both sides; when g is zero, f = ±gcd(p, x) = ±1 and ±d is the inverse.

use super::word::{LIMBS, Word};
use super::{Fe, P};

/// A signed limb and its double.
#[cfg(any(ecmult_multi_limbs = "64", all(target_pointer_width = "64", not(ecmult_multi_limbs = "32"))))]
mod limb {
    pub type Int = i64;
    pub type Wide = i128;
    /// Signed limbs of 62 bits: five hold 256 bits and a sign.
    pub const BITS: u32 = 62;
    pub const LEN: usize = 5;
    /// p = 2^8·2^(4·62) − C: two limbs that are not zero.
    pub const MODULUS: [Int; LEN] = [-0x1_0000_03D1, 0, 0, 0, 1 << 8];
}
#[cfg(not(any(ecmult_multi_limbs = "64", all(target_pointer_width = "64", not(ecmult_multi_limbs = "32")))))]
mod limb {
    pub type Int = i32;
    pub type Wide = i64;
    /// Signed limbs of 30 bits: nine hold 256 bits and a sign.
    pub const BITS: u32 = 30;
    pub const LEN: usize = 9;
    /// p = 2^16·2^(8·30) − 2^2·2^30 − 977.
    pub const MODULUS: [Int; LEN] = [-977, -4, 0, 0, 0, 0, 0, 0, 1 << 16];
}
use limb::{BITS, Int, LEN, MODULUS, Wide};

/// The low [`BITS`] bits.
const LOW: Int = (1 << BITS) - 1;

/// p^−1 modulo 2^BITS, by Newton's iteration, which doubles the number of correct bits.
const MODULUS_INVERSE: Int = {
    let p = MODULUS[0].wrapping_add(MODULUS[1].wrapping_shl(BITS));
    let mut x = p; // p·p ≡ 1 (mod 8): three bits
    let mut bits = 3;
    while bits < BITS {
        x = x.wrapping_mul((2 as Int).wrapping_sub(p.wrapping_mul(x)));
        bits *= 2;
    }
    x & LOW
};

/// Σ limb[i]·2^(BITS·i), limbs in [0, 2^BITS) but for the top one, which carries the sign.
type Signed = [Int; LEN];

/// The matrix of one batch, scaled by 2^BITS: (f, g) becomes (u·f + v·g, q·f + r·g)/2^BITS.
/// |u| + |v| and |q| + |r| are at most 2^BITS.
struct Steps {
    u: Int,
    v: Int,
    q: Int,
    r: Int,
}

impl Fe {
    /// `1/self`, and zero for zero. Variable-time. Any engine: no field multiplication is used.
    pub fn inverse(&self) -> Fe {
        let x = self.normalize();
        let mut f = MODULUS_PLAIN;
        let mut g = to_signed(&x.0);
        let mut len = LEN;
        // The first batch finds d = 0 and e = 1, which the compiler makes use of. It is seldom the last one.
        let (mut eta, steps) = division_steps(-1, f[0], g[0]);
        update_fg(&mut f, &mut g, &steps, len);
        let (zero, one) = ([0; LEN], core::array::from_fn(|i| (i == 0) as Int));
        let mut d = combine(&zero, &one, steps.u, steps.v);
        let mut e = combine(&zero, &one, steps.q, steps.r);
        while g != zero {
            let steps;
            (eta, steps) = division_steps(eta, f[0], g[0]);
            update_fg(&mut f, &mut g, &steps, len);
            let before = d;
            d = combine(&before, &e, steps.u, steps.v);
            if g[0] == 0 && g == zero {
                break;
            }
            e = combine(&before, &e, steps.q, steps.r);
            // f and g shrink: a top limb that is only sign in both moves into the one below.
            let (ft, gt) = (f[len - 1], g[len - 1]);
            if len > 1 && (ft == 0 || ft == -1) && (gt == 0 || gt == -1) {
                f[len - 2] |= ft << BITS;
                g[len - 2] |= gt << BITS;
                (f[len - 1], g[len - 1]) = (0, 0);
                len -= 1;
            }
        }
        to_fe(&d, f[len - 1] < 0)
    }
}

/// p with limbs in [0, 2^BITS).
const MODULUS_PLAIN: Signed = to_signed(&P);

const fn to_signed(a: &[Word; LIMBS]) -> Signed {
    let mut r = [0; LEN];
    let mut i = 0;
    while i < LEN {
        let bit = i as u32 * BITS;
        let (limb, shift) = ((bit / Word::BITS) as usize, bit % Word::BITS);
        let mut v = a[limb] >> shift;
        if shift > 0 && limb + 1 < LIMBS {
            v |= a[limb + 1] << (Word::BITS - shift);
        }
        r[i] = v as Int & LOW;
        i += 1;
    }
    r
}

/// The residue of d, or of −d, for d in (−2p, p).
fn to_fe(d: &Signed, negate: bool) -> Fe {
    let mut r = *d;
    // Into (−p, p), negated if asked for, and from there into [0, p).
    add_modulus_if(&mut r, d[LEN - 1] < 0);
    if negate {
        for limb in &mut r {
            *limb = -*limb;
        }
        carry(&mut r);
    }
    let negative = r[LEN - 1] < 0;
    add_modulus_if(&mut r, negative);
    let mut out = [0; LIMBS];
    for (i, &limb) in r.iter().enumerate() {
        let bit = i as u32 * BITS;
        let (word, shift) = ((bit / Word::BITS) as usize, bit % Word::BITS);
        out[word] |= (limb as Word) << shift;
        if shift > 0 && word + 1 < LIMBS {
            out[word + 1] |= limb as Word >> (Word::BITS - shift);
        }
    }
    Fe(out)
}

fn add_modulus_if(r: &mut Signed, flag: bool) {
    if flag {
        for (limb, m) in r.iter_mut().zip(MODULUS) {
            *limb += m;
        }
    }
    carry(r);
}

/// Brings all limbs but the top one into [0, 2^BITS).
fn carry(r: &mut Signed) {
    for i in 0..LEN - 1 {
        r[i + 1] += r[i] >> BITS;
        r[i] &= LOW;
    }
}

/// BITS division steps on the low bits of f (odd) and g.
fn division_steps(mut eta: Int, f0: Int, g0: Int) -> (Int, Steps) {
    type U = Word;
    let (mut u, mut v, mut q, mut r): (U, U, U, U) = (1, 0, 0, 1);
    let (mut f, mut g) = (f0 as U, g0 as U);
    let mut left = BITS;
    loop {
        // A sentinel bit stops the count where the batch ends.
        let zeros = (g | (U::MAX << left)).trailing_zeros();
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        eta -= zeros as Int;
        left -= zeros;
        if left == 0 {
            break;
        }
        debug_assert!(f & 1 == 1 && g & 1 == 1);
        if eta < 0 {
            eta = -eta;
            (f, g) = (g, f.wrapping_neg());
            (u, q) = (q, u.wrapping_neg());
            (v, r) = (r, v.wrapping_neg());
        }
        // g becomes g + w·f, with w chosen to clear as many low bits as the steps until η changes sign
        // or the batch ends allow, but six at most: f·(2 − f²) ≡ 1/f (mod 64), as f² ≡ 1 (mod 8).
        let limit = (eta + 1).min(left as Int) as u32;
        let w = f.wrapping_mul(g).wrapping_mul(f.wrapping_mul(f).wrapping_sub(2)) & (U::MAX >> (U::BITS - limit)) & 63;
        g = g.wrapping_add(f.wrapping_mul(w));
        q = q.wrapping_add(u.wrapping_mul(w));
        r = r.wrapping_add(v.wrapping_mul(w));
    }
    (eta, Steps { u: u as Int, v: v as Int, q: q as Int, r: r as Int })
}

/// A row of the matrix times (d, e), divided by 2^BITS modulo p: (u·d + v·e)/2^BITS, in (−2p, p) as d and e are.
#[inline(always)]
fn combine(d: &Signed, e: &Signed, u: Int, v: Int) -> Signed {
    // A multiple of p: once where d or e is negative, and what makes the low limb vanish.
    let mut m = (u & d[LEN - 1] >> (Int::BITS - 1)) + (v & e[LEN - 1] >> (Int::BITS - 1));
    let mut c = u as Wide * d[0] as Wide + v as Wide * e[0] as Wide;
    m -= (MODULUS_INVERSE.wrapping_mul(c as Int).wrapping_add(m)) & LOW;
    c += MODULUS[0] as Wide * m as Wide;
    debug_assert!(c as Int & LOW == 0);
    c >>= BITS;
    let mut r = [0; LEN];
    for i in 1..LEN {
        // |c| < 2^(2·BITS + 1.6): two products below 2^(2·BITS) together, the carry, p's limb
        c += u as Wide * d[i] as Wide + v as Wide * e[i] as Wide;
        if MODULUS[i] != 0 {
            c += MODULUS[i] as Wide * m as Wide;
        }
        r[i - 1] = c as Int & LOW;
        c >>= BITS;
    }
    r[LEN - 1] = c as Int;
    r
}

/// (f, g) becomes the matrix times (f, g), divided by 2^BITS, which is exact.
#[inline(always)]
fn update_fg(f: &mut Signed, g: &mut Signed, t: &Steps, len: usize) {
    let len = len.clamp(1, LEN);
    let mut cf = t.u as Wide * f[0] as Wide + t.v as Wide * g[0] as Wide;
    let mut cg = t.q as Wide * f[0] as Wide + t.r as Wide * g[0] as Wide;
    debug_assert!(cf as Int & LOW == 0 && cg as Int & LOW == 0);
    cf >>= BITS;
    cg >>= BITS;
    for i in 1..len {
        cf += t.u as Wide * f[i] as Wide + t.v as Wide * g[i] as Wide;
        cg += t.q as Wide * f[i] as Wide + t.r as Wide * g[i] as Wide;
        f[i - 1] = cf as Int & LOW;
        g[i - 1] = cg as Int & LOW;
        cf >>= BITS;
        cg >>= BITS;
    }
    f[len - 1] = cf as Int;
    g[len - 1] = cg as Int;
}
