//! How the C side lays out field elements and points, and the way in and out.

use crate::field::Fe;
use crate::group::{Curve, CurveParams, Ge, Gej, Secp256k1};
use crate::scalar::Scalar;
use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr::{addr_of, addr_of_mut};

/// A field element's representation on the C side; points are made of it.
pub trait Layout: 'static {
    /// `secp256k1_fe`.
    type Fe: Copy + Default;

    /// The residue, for limbs of any value.
    fn load(fe: &Self::Fe) -> Fe;

    /// The normalized form of a residue.
    fn store(fe: &Fe) -> Self::Fe;
}

/// What one set of exported functions is compiled for: a layout, a curve, and its scalars.
pub trait Abi: Layout {
    /// The group: secp256k1, but in builds for upstream's exhaustive tests.
    type Curve: Curve;
    /// `secp256k1_scalar`.
    type Scalar: Copy;

    /// The scalar's residue.
    fn scalar(s: &Self::Scalar) -> <Self::Curve as CurveParams>::Scalar;

    /// The scalar as the integer that its limbs are, and whether that stands for a negative one,
    /// n minus it then: for recodings that take any integer.
    fn signed_integer(s: &Self::Scalar) -> ([u64; 4], bool);
}

/// `secp256k1_ge`: affine, on the C side.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct GeOf<L: Layout> {
    x: L::Fe,
    y: L::Fe,
    infinity: c_int,
}

/// `secp256k1_gej`: Jacobian, on the C side.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct GejOf<L: Layout> {
    x: L::Fe,
    y: L::Fe,
    z: L::Fe,
    infinity: c_int,
}

/// What gives a multi-multiplication its terms. Returns 1 when it has filled in both, or 0.
pub type CallbackOf<L> = Option<
    unsafe extern "C-unwind" fn(sc: *mut <L as Abi>::Scalar, pt: *mut GeOf<L>, idx: usize, data: *mut c_void) -> c_int,
>;

/// The point in what a callback has filled in.
///
/// # Safety
/// `infinity` is initialized, and x and y are if it is zero.
pub unsafe fn load_ge<L: Layout>(p: &MaybeUninit<GeOf<L>>) -> Ge {
    let p = p.as_ptr();
    // SAFETY: the members are read one by one, the coordinates only of a finite point.
    unsafe {
        if addr_of!((*p).infinity).read() != 0 {
            return Ge::INFINITY;
        }
        Ge { x: L::load(&addr_of!((*p).x).read()), y: L::load(&addr_of!((*p).y).read()) }
    }
}

/// The point at `p`.
///
/// # Safety
/// `p` is valid for reads; `infinity` is initialized, and the coordinates are if it is zero.
pub unsafe fn load_gej<L: Layout>(p: *const GejOf<L>) -> Gej {
    // SAFETY: as in load_ge.
    unsafe {
        if addr_of!((*p).infinity).read() != 0 {
            return Gej::INFINITY;
        }
        let [x, y, z] = [addr_of!((*p).x), addr_of!((*p).y), addr_of!((*p).z)].map(|fe| L::load(&fe.read()));
        // z ≡ 0 is nothing that the contract allows; the core tells infinity by the integer 0.
        Gej { x, y, z: z.normalize() }
    }
}

/// Writes a point with normalized coordinates: magnitude 1 each; infinity with zeros.
///
/// # Safety
/// `r` is valid for writes.
pub unsafe fn store_gej<L: Layout>(r: *mut GejOf<L>, p: &Gej) {
    // z ≡ 0 comes from points that are on no curve; let it be a point that callers know.
    let p = if p.z.is_zero() { &Gej::INFINITY } else { p };
    // SAFETY: r is valid for writes.
    unsafe {
        addr_of_mut!((*r).x).write(L::store(&p.x));
        addr_of_mut!((*r).y).write(L::store(&p.y));
        addr_of_mut!((*r).z).write(L::store(&p.z));
        addr_of_mut!((*r).infinity).write(p.is_infinity() as c_int);
    }
}

/// Limbs of 52 bits in 64, without VERIFY's members.
#[derive(Clone, Copy, Debug)]
pub struct Layout5x52;

/// `secp256k1_fe` with 52-bit limbs.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Fe5x52 {
    n: [u64; 5],
}

impl Layout for Layout5x52 {
    type Fe = Fe5x52;

    fn load(fe: &Fe5x52) -> Fe {
        // Σ n_i·2^(52i) in words of 64 bits. An accumulator stays below 2^40·2^64 + 2^64.
        let n = fe.n.map(u128::from);
        let mut words = [0u64; 4];
        let mut acc = n[0] + (n[1] << 52);
        words[0] = acc as u64;
        for (word, (limb, shift)) in words[1..].iter_mut().zip([(n[2], 40), (n[3], 28), (n[4], 16)]) {
            acc = (acc >> 64) + (limb << shift);
            *word = acc as u64;
        }
        // What exceeds 2^256, below 2^17 for any limbs, is worth C each.
        let excess = (acc >> 64) as u64;
        Fe::from_u64s(words).add(&Fe::from_u64s([excess * 0x1_0000_03D1, 0, 0, 0]))
    }

    fn store(fe: &Fe) -> Fe5x52 {
        const MASK: u64 = (1 << 52) - 1;
        let [a, b, c, d] = fe.normalize().to_u64s();
        Fe5x52 {
            n: [a & MASK, (a >> 52 | b << 12) & MASK, (b >> 40 | c << 24) & MASK, (c >> 28 | d << 36) & MASK, d >> 16],
        }
    }
}

/// `secp256k1_scalar` with 64-bit limbs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Scalar4x64 {
    d: [u64; 4],
}

impl Abi for Layout5x52 {
    type Curve = Secp256k1;
    type Scalar = Scalar4x64;

    fn scalar(s: &Scalar4x64) -> Scalar {
        Scalar::from_u64s(s.d)
    }

    fn signed_integer(s: &Scalar4x64) -> ([u64; 4], bool) {
        let negative = s.d[3] >> 63 == 1;
        (if negative { Scalar::from_u64s(s.d).neg().to_u64s() } else { s.d }, negative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::mem::size_of;

    #[test]
    fn layout_5x52_has_upstreams_sizes() {
        assert_eq!([size_of::<Fe5x52>(), size_of::<GeOf<Layout5x52>>(), size_of::<GejOf<Layout5x52>>()], [40, 88, 128]);
    }

    /// Σ n_i·2^(52i) mod p, limb by limb.
    fn reference(n: &[u64; 5]) -> Fe {
        let shift = Fe::from_u64s([1 << 52, 0, 0, 0]);
        n.iter().rev().fold(Fe::ZERO, |sum, &limb| sum.mul_portable(&shift).add(&Fe::from_u64s([limb, 0, 0, 0])))
    }

    #[test]
    fn limbs_of_any_value_load_as_their_residue() {
        let values = [0, 1, (1 << 52) - 1, 1 << 52, 8 * ((1 << 52) - 1), u64::MAX, u64::MAX - 1, 0xF_FFFE_FFFF_FC2F];
        let top = [0, 1, (1 << 48) - 1, 1 << 48, 8 * ((1 << 48) - 1), u64::MAX];
        for a in values {
            for b in values {
                for c in values {
                    for d in values {
                        for e in top {
                            let n = [a, b, c, d, e];
                            let fe = Layout5x52::load(&Fe5x52 { n });
                            assert!(fe.equals(&reference(&n)), "{n:x?}");
                            assert!(Layout5x52::load(&Layout5x52::store(&fe)).equals(&fe));
                        }
                    }
                }
            }
        }
    }
}
