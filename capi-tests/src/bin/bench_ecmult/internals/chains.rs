//! The chains: ours in Rust, upstream's in the C of its shim, with the same steps.
//!
//! None of ours is inlined, so that the compiler sees the operands as little as upstream's does.

use super::scalar_of;
use secp256k1_ecmult_multi::field::{Fe, Multiply};
use secp256k1_ecmult_multi::group::{Ge, Gej};
use secp256k1_ecmult_multi::recode::{self, Windows, Wnaf};
use secp256k1_ecmult_multi::scalar::{GroupScalar, Half, Scalar};
use std::ffi::c_int;
use std::hint::black_box;
use upstream::{secp256k1_fe, secp256k1_ge, secp256k1_gej, secp256k1_scalar};

/// What the chains begin with, for each side.
#[derive(Default)]
pub struct Operands {
    pub ours: Of<Fe, Ge, Gej, Scalar>,
    pub upstream: Of<secp256k1_fe, secp256k1_ge, secp256k1_gej, secp256k1_scalar>,
}

/// Two of each kind.
#[derive(Default)]
pub struct Of<Fe, Ge, Gej, Scalar> {
    pub fe: [Fe; 2],
    pub ge: [Ge; 2],
    pub gej: [Gej; 2],
    pub scalar: [Scalar; 2],
}

/// A chain of ours: `steps` times a step, from a beginning.
macro_rules! chain {
    ($name:ident <$($m:ident)?> ($o:ident: $begin:expr) -> $result:ty, |$r:ident| $step:expr) => {
        #[inline(never)]
        pub fn $name $(<$m: Multiply>)? ($o: &Operands, steps: usize) -> $result {
            let $o = &$o.ours;
            let mut $r: $result = $begin;
            for _ in 0..steps {
                $r = $step;
            }
            $r
        }
    };
}
chain!(mul<M>(o: o.fe[0]) -> Fe, |r| M::mul(&r, &o.fe[1]));
chain!(sqr<M>(o: o.fe[0]) -> Fe, |r| M::sqr(&r));
// The addition keeps it from alternating between two values.
chain!(inverse<>(o: o.fe[0]) -> Fe, |r| r.inverse().add(&o.fe[1]));
chain!(double<M>(o: o.gej[0]) -> Gej, |r| r.double::<M>());
chain!(add_ge<M>(o: o.gej[0]) -> Gej, |r| r.add_ge::<M>(&o.ge[1]));
chain!(add<M>(o: o.gej[0]) -> Gej, |r| r.add::<M>(&o.gej[1]));
chain!(split<>(o: Split::of(o.scalar[0])) -> Split, |r| Split::of(r.next()));

/// A chain of upstream's, by a function that takes the steps, the operands, and room for the result.
macro_rules! upstream_chain {
    ($name:ident: $function:ident($($member:ident[$i:literal]),*) -> $result:ident) => {
        pub fn $name(o: &Operands, steps: usize) -> $result {
            let mut r = $result::default();
            // SAFETY: pointers to initialized objects.
            unsafe { upstream::$function(steps, $(&o.upstream.$member[$i],)* &mut r) };
            r
        }
    };
}
upstream_chain!(upstream_mul: upstream_bench_fe_mul(fe[0], fe[1]) -> secp256k1_fe);
upstream_chain!(upstream_sqr: upstream_bench_fe_sqr(fe[0]) -> secp256k1_fe);
upstream_chain!(upstream_inverse: upstream_bench_fe_inv_var(fe[0], fe[1]) -> secp256k1_fe);
upstream_chain!(upstream_double: upstream_bench_gej_double_var(gej[0]) -> secp256k1_gej);
upstream_chain!(upstream_add_ge: upstream_bench_gej_add_ge_var(gej[0], ge[1]) -> secp256k1_gej);
upstream_chain!(upstream_add: upstream_bench_gej_add_var(gej[0], gej[1]) -> secp256k1_gej);
upstream_chain!(upstream_split: upstream_bench_scalar_split_lambda(scalar[0]) -> secp256k1_scalar);

/// A scalar and its halves.
pub struct Split {
    k: Scalar,
    halves: [Half; 2],
}

impl Split {
    #[inline(always)]
    fn of(k: Scalar) -> Split {
        Split { k, halves: k.split_lambda() }
    }

    /// The scalar to split next: all bits of the halves. Upstream's chain adds its halves, which are scalars there, in
    /// about the same time; of ours, with their signs apart, that would be the larger part of the work.
    #[inline(always)]
    fn next(&self) -> Scalar {
        let [a, b] = self.halves;
        let (low, high) = (a.magnitude ^ a.negative as u128, b.magnitude ^ b.negative as u128);
        Scalar::from_u64s([low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64])
    }

    /// Whether upstream finds the same halves.
    pub fn is_right(&self) -> bool {
        let (mut k, mut halves) = (secp256k1_scalar::default(), [secp256k1_scalar::default(); 2]);
        let [a, b] = &mut halves;
        // SAFETY: 32 bytes, initialized objects, and NULL where it is allowed.
        unsafe {
            upstream::upstream_scalar_set_b32(&mut k, self.k.to_be_bytes().as_ptr(), std::ptr::null_mut());
            upstream::upstream_scalar_split_lambda(a, b, &k);
        }
        let scalar = |half: &Half| {
            let magnitude = Scalar::from_u64s([half.magnitude as u64, (half.magnitude >> 64) as u64, 0, 0]);
            if half.negative { magnitude.neg() } else { magnitude }
        };
        self.halves.each_ref().map(scalar) == halves.each_ref().map(scalar_of)
    }
}

/// The integers that are recoded: two halves for each step, of which the last recoding picks one.
struct Halves<'a> {
    k: Scalar,
    step: &'a Scalar,
}

impl Halves<'_> {
    fn of(o: &Operands) -> Halves<'_> {
        Halves { k: o.ours.scalar[0], step: &o.ours.scalar[1] }
    }

    #[inline(always)]
    fn next(&mut self) -> [u128; 2] {
        self.k = self.k.add(self.step);
        self.k.split_128()
    }
}

const WIDTH: u32 = 5;
const DIGITS: usize = Wnaf::max_digits(WIDTH);

/// Digits with their positions, as many as there are, and one more than the last position.
#[derive(Default)]
pub struct Sparse {
    digits: [(usize, i32); DIGITS],
    count: usize,
    bits: usize,
}

impl Sparse {
    /// As upstream has them: a digit a position, and the bits.
    pub fn expanded(&self) -> (Vec<c_int>, usize) {
        let mut all = vec![0; Wnaf::POSITIONS];
        self.digits[..self.count].iter().for_each(|&(position, digit)| all[position] = digit);
        (all, self.bits)
    }
}

#[inline(never)]
pub fn wnaf(o: &Operands, steps: usize) -> Sparse {
    let (mut halves, mut r) = (Halves::of(o), Sparse::default());
    for _ in 0..steps {
        let pair = halves.next();
        // Half of the integers are negative, as after a split by λ.
        let negative = pair[0] & 1 == 0;
        let digits = Wnaf::new(pair[r.bits & 1], WIDTH);
        (r.count, r.bits) = (0, 0);
        for (slot, (position, digit)) in r.digits.iter_mut().zip(digits) {
            *slot = (position, if negative { -digit } else { digit });
            (r.count, r.bits) = (r.count + 1, position + 1);
        }
    }
    r
}

pub fn upstream_wnaf(o: &Operands, steps: usize) -> (Vec<c_int>, usize) {
    let [a, b] = &o.upstream.scalar;
    let mut digits = vec![0; Wnaf::POSITIONS];
    // SAFETY: initialized objects, and room for 129 digits.
    let bits = unsafe { upstream::upstream_bench_ecmult_wnaf(steps, a, b, digits.as_mut_ptr()) };
    (digits, bits as usize)
}

/// Digits of a fixed wNAF, windows of ours: about as many as with thousands of points.
const WINDOWS: usize = 13;
/// The width of a fixed wNAF of as many digits.
const FIXED_WIDTH: u32 = 128_u32.div_ceil(WINDOWS as u32);

#[inline(never)]
pub fn wnaf_fixed(o: &Operands, steps: usize) -> ([c_int; WINDOWS], c_int) {
    // Not known when compiling: here as in upstream's.
    let width = black_box(FIXED_WIDTH);
    let (mut halves, mut digits, mut skew) = (Halves::of(o), [0; WINDOWS], 0);
    for _ in 0..steps {
        skew = recode::wnaf_fixed(&mut digits, halves.next()[skew as usize & 1], width);
    }
    (digits, skew)
}

pub fn upstream_wnaf_fixed(o: &Operands, steps: usize) -> ([c_int; WINDOWS], c_int) {
    let [a, b] = &o.upstream.scalar;
    let mut digits = [0; WINDOWS];
    // SAFETY: initialized objects, and room for ⌈128/width⌉ digits.
    let skew = unsafe { upstream::upstream_bench_wnaf_fixed(steps, a, b, FIXED_WIDTH as c_int, digits.as_mut_ptr()) };
    (digits, skew)
}

/// An integer and its digits.
pub struct Windowed {
    windows: Windows,
    integer: u128,
    digits: [i32; WINDOWS],
}

impl Windowed {
    /// Whether the digits stand for the integer.
    pub fn is_right(&self) -> bool {
        let digit = |i: u32| i128::from(self.digits[i as usize]) << self.windows.offset(i);
        // Modulo 2^128, which is above either.
        self.integer == (0..self.windows.count()).map(digit).fold(0, i128::wrapping_add) as u128
    }
}

#[inline(never)]
pub fn windows(o: &Operands, steps: usize) -> Windowed {
    let windows = black_box(Windows::new(WINDOWS as u32));
    let mut halves = Halves::of(o);
    let mut r = Windowed { windows, integer: 0, digits: [0; WINDOWS] };
    for _ in 0..steps {
        // Below Half::BOUND, 0.64·2^128.
        r.integer = halves.next()[r.digits[0] as usize & 1] >> 1;
        let recoded = windows.recode(r.integer);
        for (i, digit) in r.digits.iter_mut().enumerate() {
            *digit = windows.digit(recoded, i as u32);
        }
    }
    r
}
