//! Scalars and points.

use super::random::Random;
use std::fmt;
use std::ptr::null_mut;
use upstream::*;

/// p, the least significant word first.
const P: [u64; 4] = [0xFFFF_FFFE_FFFF_FC2F, u64::MAX, u64::MAX, u64::MAX];
/// n, the order of the group.
pub const N: [u64; 4] = [0xBFD2_5E8C_D036_4141, 0xBAAE_DCE6_AF48_A03B, 0xFFFF_FFFF_FFFF_FFFE, 0xFFFF_FFFF_FFFF_FFFF];

/// Whether one integer is below another, with the least significant word first.
fn is_below(a: &[u64; 4], b: &[u64; 4]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

fn be_bytes(words: &[u64; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_exact_mut(8).zip(words.iter().rev()) {
        chunk.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

// ---- scalars ----

/// The scalar that is these words modulo n.
pub fn scalar(words: [u64; 4]) -> secp256k1_scalar {
    let mut r = secp256k1_scalar::default();
    unsafe { upstream_scalar_set_b32(&mut r, be_bytes(&words).as_ptr(), null_mut()) };
    r
}

/// The same for any 128-bit integer.
pub fn scalar_u128(v: u128) -> secp256k1_scalar {
    scalar([v as u64, (v >> 64) as u64, 0, 0])
}

pub fn lambda() -> secp256k1_scalar {
    unsafe { *upstream_const_lambda }
}

pub fn negate(a: &secp256k1_scalar) -> secp256k1_scalar {
    let mut r = secp256k1_scalar::default();
    unsafe { upstream_scalar_negate(&mut r, a) };
    r
}

pub fn add(a: &secp256k1_scalar, b: &secp256k1_scalar) -> secp256k1_scalar {
    let mut r = secp256k1_scalar::default();
    unsafe { upstream_scalar_add(&mut r, a, b) };
    r
}

pub fn mul(a: &secp256k1_scalar, b: &secp256k1_scalar) -> secp256k1_scalar {
    let mut r = secp256k1_scalar::default();
    unsafe { upstream_scalar_mul(&mut r, a, b) };
    r
}

/// What upstream's functions ask of every scalar.
pub fn is_reduced(a: &secp256k1_scalar) -> bool {
    is_below(&a.d, &N)
}

pub fn scalar_bytes(a: &secp256k1_scalar) -> [u8; 32] {
    be_bytes(&a.d)
}

// ---- points ----

pub fn generator() -> secp256k1_ge {
    unsafe { *upstream_ge_const_g }
}

pub fn random_point(random: &mut Random) -> secp256k1_ge {
    let (mut x, mut r) = (secp256k1_fe::default(), secp256k1_ge::default());
    loop {
        unsafe {
            upstream_fe_set_b32_mod(&mut x, random.bytes().as_ptr());
            if upstream_ge_set_xo_var(&mut r, &x, (random.next() & 1) as i32) == 1 {
                normalize(&mut r);
                return r;
            }
        }
    }
}

fn normalize(a: &mut secp256k1_ge) {
    unsafe {
        upstream_fe_normalize_var(&mut a.x);
        upstream_fe_normalize_var(&mut a.y);
    }
}

/// Infinity with these bytes in the coordinates, where nobody may look.
pub fn infinity(poison: u64) -> secp256k1_ge {
    let fe = secp256k1_fe { n: [poison; 5] };
    secp256k1_ge { x: fe, y: fe, infinity: 1 }
}

pub fn negative(a: &secp256k1_ge) -> secp256k1_ge {
    if a.infinity != 0 {
        return *a;
    }
    let mut r = secp256k1_ge::default();
    unsafe { upstream_ge_neg(&mut r, a) };
    normalize(&mut r);
    r
}

pub fn lambda_times(a: &secp256k1_ge) -> secp256k1_ge {
    if a.infinity != 0 {
        return *a;
    }
    let mut r = secp256k1_ge::default();
    unsafe { upstream_ge_mul_lambda(&mut r, a) };
    normalize(&mut r);
    r
}

pub fn sum(a: &secp256k1_ge, b: &secp256k1_ge) -> secp256k1_ge {
    let (mut r, mut affine) = (to_gej(a), secp256k1_ge::default());
    unsafe {
        upstream_gej_add_ge_var(&mut r, &to_gej(a), b, null_mut());
        upstream_ge_set_gej_var(&mut affine, &mut r);
    }
    if affine.infinity != 0 {
        return infinity(0);
    }
    normalize(&mut affine);
    affine
}

/// The same point with limbs at the contract's limit: x of magnitude 4, y of magnitude 3.
pub fn raised(a: &secp256k1_ge) -> secp256k1_ge {
    let mut r = *a;
    if a.infinity == 0 {
        unsafe { upstream_ge_raise_magnitude(&mut r) };
    }
    r
}

pub fn to_gej(a: &secp256k1_ge) -> secp256k1_gej {
    let mut r = secp256k1_gej::default();
    if a.infinity != 0 {
        unsafe { upstream_gej_set_infinity(&mut r) };
    } else {
        unsafe { upstream_gej_set_ge(&mut r, a) };
    }
    r
}

/// The point's coordinates, none for infinity: to compare, to print, and for the oracle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Xy(pub Option<[u8; 64]>);

impl Xy {
    pub const INFINITY: Xy = Xy(None);

    pub fn of(a: &secp256k1_ge) -> Xy {
        let mut xy = [0; 64];
        Xy((a.infinity == 0).then(|| {
            unsafe { upstream_ge_to_xy64(xy.as_mut_ptr(), a) };
            xy
        }))
    }

    pub fn of_gej(a: &secp256k1_gej) -> Xy {
        if a.infinity != 0 {
            return Xy::INFINITY;
        }
        let (mut copy, mut affine) = (*a, secp256k1_ge::default());
        unsafe { upstream_ge_set_gej_var(&mut affine, &mut copy) };
        Xy::of(&affine)
    }
}

impl fmt::Debug for Xy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Some(xy) = self.0 else { return f.write_str("infinity") };
        f.write_str("(")?;
        xy[..32].iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(", ")?;
        xy[32..].iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

// ---- results ----

/// What no function of ours writes: to see that it has written.
pub fn unwritten_gej() -> secp256k1_gej {
    let fe = secp256k1_fe { n: [0xDEAD_BEEF_DEAD_BEEF; 5] };
    secp256k1_gej { x: fe, y: fe, z: fe, infinity: 0x5EAD_BEEF }
}

/// Whether the representation is what we promise: normalized coordinates, which are within the magnitudes (4, 4, 1)
/// that callers rely on, a flag of 0 or 1, and zeros at infinity.
pub fn check_form(r: &secp256k1_gej) -> Result<(), String> {
    let coordinates = [r.x.n, r.y.n, r.z.n];
    match r.infinity {
        0 if coordinates.iter().any(|fe| !is_normalized(fe)) => Err(format!("not normalized: {coordinates:x?}")),
        0 if r.z.n == [0; 5] => Err("z is zero, and the point is not said to be infinite".into()),
        0 => Ok(()),
        1 if coordinates != [[0; 5]; 3] => Err(format!("infinity with coordinates {coordinates:x?}")),
        1 => Ok(()),
        flag => Err(format!("the infinity flag is {flag}")),
    }
}

fn is_normalized(n: &[u64; 5]) -> bool {
    let [a, b, c, d, e] = *n;
    let words = [a | b << 52, b >> 12 | c << 40, c >> 24 | d << 28, d >> 36 | e << 16];
    n[..4].iter().all(|limb| limb >> 52 == 0) && e >> 48 == 0 && is_below(&words, &P)
}

/// The same, and the point is one of the curve.
pub fn check_point(r: &secp256k1_gej) -> Result<(), String> {
    check_form(r)?;
    let (mut copy, mut affine) = (*r, secp256k1_ge::default());
    if r.infinity == 0 {
        unsafe {
            upstream_ge_set_gej_var(&mut affine, &mut copy);
            if upstream_ge_is_valid_var(&affine) == 0 {
                return Err("off the curve".into());
            }
        }
    }
    Ok(())
}
