//! Points and scalars, the same for both sides and in every run with the same seed.

use crate::sides::ours;
use std::ffi::{c_int, c_void};
use std::{mem, ptr};
use upstream::{secp256k1_ge, secp256k1_gej, secp256k1_scalar};

/// How many points and scalars there are, as in upstream's benchmark. A power of two.
pub const POINTS: usize = 32_768;

pub struct Inputs {
    /// Distinct multiples of G.
    pub points: Vec<secp256k1_ge>,
    /// The same, with z other than one.
    pub jacobian: Vec<secp256k1_gej>,
    pub scalars: Vec<secp256k1_scalar>,
}

impl Inputs {
    pub fn new(seed: u64) -> Inputs {
        let mut random = Random(seed);
        let scalars = (0..POINTS).map(|_| random.scalar()).collect();
        let mut points = vec![secp256k1_ge::default(); POINTS];
        let jacobian = multiples_of_g(&random.scalar());
        // SAFETY: as many points as there is room for.
        unsafe { upstream::upstream_ge_set_all_gej_var(points.as_mut_ptr(), jacobian.as_ptr(), POINTS) };
        Inputs { points, jacobian, scalars }
    }
}

/// Start·G, 2·start·G, 4·start·G, …: distinct, since the order of 2 modulo the group's order is far above their
/// number, and with a z that takes part in everything.
fn multiples_of_g(start: &secp256k1_scalar) -> Vec<secp256k1_gej> {
    let mut points = vec![secp256k1_gej::default(); POINTS];
    // SAFETY: pointers to initialized objects, and NULL where it is allowed.
    unsafe { upstream::upstream_ecmult_naive(&mut points[0], upstream::upstream_ge_const_g, start) };
    for i in 1..POINTS {
        let before = points[i - 1];
        // SAFETY: as above.
        unsafe { upstream::upstream_gej_double_var(&mut points[i], &before, ptr::null_mut()) };
    }
    points
}

/// SplitMix64, of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. Written out, so that a
/// seed means the same with every version of every crate.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn scalar(&mut self) -> secp256k1_scalar {
        let bytes: Vec<u8> = (0..4).flat_map(|_| self.next().to_be_bytes()).collect();
        let mut scalar = secp256k1_scalar::default();
        // SAFETY: 32 bytes, and NULL where it is allowed.
        unsafe { upstream::upstream_scalar_set_b32(&mut scalar, bytes.as_ptr(), ptr::null_mut()) };
        scalar
    }
}

/// The terms of one multiplication: a piece of the inputs, which goes round at their end.
pub struct Terms<'a> {
    pub inputs: &'a Inputs,
    pub first_point: usize,
    /// The scalar of G; those of the points follow.
    pub g_scalar: usize,
}

impl Terms<'_> {
    /// The terms of repetition `i`, no two of which are alike: what branch predictors have learned from one is of no
    /// use to the next, as for a real caller. Offsets as in upstream's benchmark.
    pub fn nth(inputs: &Inputs, i: usize) -> Terms<'_> {
        let first_point = i.wrapping_mul(0x7F6F_537B).wrapping_add(0x6A1A_8F49) % POINTS;
        let g_scalar = i.wrapping_mul(0x537B_7F6F).wrapping_add(0x8F66_A481) % POINTS;
        Terms { inputs, first_point, g_scalar }
    }
}

/// Both sides call the same function, so that neither is given an advantage.
unsafe extern "C" fn term(
    scalar: *mut secp256k1_scalar,
    point: *mut secp256k1_ge,
    idx: usize,
    data: *mut c_void,
) -> c_int {
    // SAFETY: the data is the terms that the multiplication was called with, and the results are its own.
    unsafe {
        let Terms { inputs, first_point, g_scalar } = &*data.cast::<Terms>();
        *scalar = inputs.scalars[(g_scalar + 1 + idx) % POINTS];
        *point = inputs.points[(first_point + idx) % POINTS];
    }
    1
}

/// `term` as upstream takes it.
pub const UPSTREAM_CALLBACK: upstream::secp256k1_ecmult_multi_callback = Some(term);

/// `term` as ours takes it.
pub fn ours_callback() -> ours::secp256k1_ecmult_multi_callback {
    // SAFETY: what its arguments point to has the same layout on both sides, and it does not unwind.
    unsafe { mem::transmute(UPSTREAM_CALLBACK) }
}
