//! How the C side lays out field elements and points, and the way in and out.

use super::callback::fail;
use crate::field::Fe;
use crate::group::{Curve, CurveParams, Ge, Gej, Secp256k1};
use crate::scalar::Scalar;
use core::ffi::{CStr, c_int, c_void};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ptr::{addr_of, addr_of_mut};

/// A field element's representation on the C side; points are made of it.
pub trait Layout: 'static {
    /// `secp256k1_fe`.
    type Fe: Copy + Default;

    /// The residue, for limbs of any value. A VERIFY layout checks that the element is what its members say, that
    /// these are possible, and that its magnitude is at most `max_magnitude`, and aborts if not, as upstream's VERIFY
    /// builds do.
    fn load(fe: &Self::Fe, max_magnitude: c_int) -> Fe;

    /// The normalized form of a residue.
    fn store(fe: &Fe) -> Self::Fe;

    /// Aborts in a VERIFY layout unless the caller has kept this part of the contract.
    fn verify(kept: bool, message: &CStr);
}

/// What one set of exported functions is compiled for: a layout, a curve, and its scalars.
pub trait Abi: Layout {
    /// The group: secp256k1, but in builds for upstream's exhaustive tests.
    type Curve: Curve;
    /// `secp256k1_scalar`.
    type Scalar: Copy;

    /// The scalar's residue. A VERIFY layout aborts on an unreduced one, here and in `signed_integer`.
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

/// What a point's flag says. In C whatever is not zero is true, but VERIFY wants 1.
fn is_infinite<L: Layout>(flag: c_int) -> bool {
    L::verify(flag == 0 || flag == 1, c"a point's infinity is neither 0 nor 1");
    flag != 0
}

/// The point in what a callback has filled in.
///
/// # Safety
/// `infinity` is initialized, and x and y are if it is zero.
pub unsafe fn load_ge<L: Layout>(p: &MaybeUninit<GeOf<L>>) -> Ge {
    let p = p.as_ptr();
    // SAFETY: the members are read one by one, the coordinates only of a finite point.
    unsafe {
        if is_infinite::<L>(addr_of!((*p).infinity).read()) {
            return Ge::INFINITY;
        }
        Ge { x: L::load(&addr_of!((*p).x).read(), 4), y: L::load(&addr_of!((*p).y).read(), 3) }
    }
}

/// The point at `p`.
///
/// # Safety
/// `p` is valid for reads; `infinity` is initialized, and the coordinates are if it is zero.
pub unsafe fn load_gej<L: Layout>(p: *const GejOf<L>) -> Gej {
    // SAFETY: as in load_ge.
    unsafe {
        if is_infinite::<L>(addr_of!((*p).infinity).read()) {
            return Gej::INFINITY;
        }
        let [x, y, z] = [(addr_of!((*p).x), 4), (addr_of!((*p).y), 4), (addr_of!((*p).z), 1)]
            .map(|(fe, max_magnitude)| L::load(&fe.read(), max_magnitude));
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

/// Limbs of 52 bits: what C compiles to where there is a 128-bit product.
#[derive(Clone, Copy, Debug)]
pub struct Layout5x52;

/// Limbs of 26 bits: 32-bit machines, and `USE_FORCE_WIDEMUL_INT64`.
#[derive(Clone, Copy, Debug)]
pub struct Layout10x26;

/// A layout with the members that VERIFY builds add.
#[derive(Clone, Copy, Debug)]
pub struct Verify<L>(PhantomData<L>);

/// `secp256k1_fe` with 52-bit limbs.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Fe5x52 {
    n: [u64; 5],
}

/// `secp256k1_fe` with 26-bit limbs.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Fe10x26 {
    n: [u32; 10],
}

/// `secp256k1_fe` of a VERIFY build.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct FeVerify<F> {
    limbs: F,
    magnitude: c_int,
    normalized: c_int,
}

impl Layout for Layout5x52 {
    type Fe = Fe5x52;

    fn verify(_: bool, _: &CStr) {}

    fn load(fe: &Fe5x52, _: c_int) -> Fe {
        // Σ n_i·2^(52i) in words of 64 bits. The accumulator is below 2^64 + 2^116, then below 2^52 + 2^104.
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

impl Layout for Layout10x26 {
    type Fe = Fe10x26;

    fn verify(_: bool, _: &CStr) {}

    fn load(fe: &Fe10x26, _: c_int) -> Fe {
        // Pairs of limbs are limbs of 52 bits, below 2^59 each.
        let mut n = [0u64; 5];
        for (limb, pair) in n.iter_mut().zip(fe.n.chunks_exact(2)) {
            *limb = pair[0] as u64 + ((pair[1] as u64) << 26);
        }
        Layout5x52::load(&Fe5x52 { n }, 0)
    }

    fn store(fe: &Fe) -> Fe10x26 {
        const MASK: u64 = (1 << 26) - 1;
        let mut r = Fe10x26::default();
        for (pair, limb) in r.n.chunks_exact_mut(2).zip(Layout5x52::store(fe).n) {
            pair[0] = (limb & MASK) as u32;
            pair[1] = (limb >> 26) as u32;
        }
        r
    }
}

/// A layout whose limbs can be held against a magnitude.
pub trait Limbs: Layout {
    /// Whether no limb exceeds 2·magnitude times its largest normal value.
    fn has_magnitude(fe: &Self::Fe, magnitude: u64) -> bool;
    /// Whether the limbs are those of the canonical residue.
    fn is_normalized(fe: &Self::Fe) -> bool;
}

/// Equality. The operator on arrays calls memcmp, where MemorySanitizer in the program would look into our stack, of
/// which it knows nothing.
fn same<const N: usize>(a: [u64; N], b: [u64; N]) -> bool {
    a.iter().zip(&b).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

impl Limbs for Layout5x52 {
    fn has_magnitude(fe: &Fe5x52, magnitude: u64) -> bool {
        let (low, top) = (2 * magnitude * ((1 << 52) - 1), 2 * magnitude * ((1 << 48) - 1));
        fe.n[..4].iter().all(|&limb| limb <= low) && fe.n[4] <= top
    }

    fn is_normalized(fe: &Fe5x52) -> bool {
        same(fe.n, Self::store(&Self::load(fe, 0)).n)
    }
}

impl Limbs for Layout10x26 {
    fn has_magnitude(fe: &Fe10x26, magnitude: u64) -> bool {
        let (low, top) = (2 * magnitude * ((1 << 26) - 1), 2 * magnitude * ((1 << 22) - 1));
        fe.n[..9].iter().all(|&limb| limb as u64 <= low) && fe.n[9] as u64 <= top
    }

    fn is_normalized(fe: &Fe10x26) -> bool {
        same(fe.n.map(u64::from), Self::store(&Self::load(fe, 0)).n.map(u64::from))
    }
}

impl<L: Limbs> Layout for Verify<L> {
    type Fe = FeVerify<L::Fe>;

    fn load(fe: &Self::Fe, max_magnitude: c_int) -> Fe {
        if fe.magnitude < 0 || fe.magnitude > max_magnitude {
            fail(c"a coordinate's magnitude exceeds the contract's");
        }
        if !L::has_magnitude(&fe.limbs, fe.magnitude as u64) {
            fail(c"a coordinate's limbs exceed its magnitude");
        }
        if !(0..=1).contains(&fe.normalized) || fe.normalized > 0 && fe.magnitude > 1 {
            fail(c"a coordinate is called normalized as none can be");
        }
        if fe.normalized != 0 && !L::is_normalized(&fe.limbs) {
            fail(c"a coordinate is not normalized as it says");
        }
        L::load(&fe.limbs, max_magnitude)
    }

    fn store(fe: &Fe) -> Self::Fe {
        FeVerify { limbs: L::store(fe), magnitude: 1, normalized: 1 }
    }

    fn verify(kept: bool, message: &CStr) {
        if !kept {
            fail(message);
        }
    }
}

/// `secp256k1_scalar` with 64-bit limbs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Scalar4x64 {
    d: [u64; 4],
}

/// `secp256k1_scalar` with 32-bit limbs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Scalar8x32 {
    d: [u32; 8],
}

/// A scalar's limbs.
trait ScalarLimbs {
    /// The integer that they are, in 64-bit parts, least significant first.
    fn integer(&self) -> [u64; 4];
}

impl ScalarLimbs for Scalar4x64 {
    fn integer(&self) -> [u64; 4] {
        self.d
    }
}

impl ScalarLimbs for Scalar8x32 {
    fn integer(&self) -> [u64; 4] {
        let mut r = [0; 4];
        for (limb, pair) in r.iter_mut().zip(self.d.chunks_exact(2)) {
            *limb = pair[0] as u64 | (pair[1] as u64) << 32;
        }
        r
    }
}

/// What VERIFY says of a scalar that is not below the order.
pub const UNREDUCED: &CStr = c"a scalar is not reduced";

/// The layouts' scalars are those of secp256k1.
macro_rules! secp256k1_abi {
    ($layout:ty, $scalar:ty) => {
        impl Abi for $layout {
            type Curve = Secp256k1;
            type Scalar = $scalar;

            fn scalar(s: &$scalar) -> Scalar {
                let residue = Scalar::from_u64s(s.integer());
                Self::verify(same(residue.to_u64s(), s.integer()), UNREDUCED);
                residue
            }

            fn signed_integer(s: &$scalar) -> ([u64; 4], bool) {
                let (integer, residue) = (s.integer(), Self::scalar(s));
                let negative = integer[3] >> 63 == 1;
                (if negative { residue.neg().to_u64s() } else { integer }, negative)
            }
        }
    };
}

secp256k1_abi!(Layout5x52, Scalar4x64);
secp256k1_abi!(Layout10x26, Scalar8x32);
secp256k1_abi!(Verify<Layout5x52>, Scalar4x64);
secp256k1_abi!(Verify<Layout10x26>, Scalar8x32);

#[cfg(test)]
mod tests {
    use super::*;
    use core::mem::{align_of, size_of};

    fn sizes<L: Layout>() -> [usize; 3] {
        [size_of::<L::Fe>(), size_of::<GeOf<L>>(), size_of::<GejOf<L>>()]
    }

    #[test]
    fn layouts_have_upstreams_sizes() {
        // 64-bit limbs are aligned to 4 bytes on i386, and the flag then needs no padding behind it.
        let flag = align_of::<u64>();
        assert_eq!(sizes::<Layout5x52>(), [40, 80 + flag, 120 + flag]);
        assert_eq!(sizes::<Layout10x26>(), [40, 84, 124]);
        assert_eq!(sizes::<Verify<Layout5x52>>(), [48, 96 + flag, 144 + flag]);
        assert_eq!(sizes::<Verify<Layout10x26>>(), [48, 100, 148]);
        assert_eq!([align_of::<GeOf<Layout10x26>>(), align_of::<GejOf<Verify<Layout10x26>>>()], [4, 4]);
    }

    /// Σ n_i·2^(bits·i) mod p, limb by limb.
    fn reference(n: &[u64], bits: u32) -> Fe {
        let shift = Fe::from_u64s([1 << bits, 0, 0, 0]);
        n.iter().rev().fold(Fe::ZERO, |sum, &limb| sum.mul_portable(&shift).add(&Fe::from_u64s([limb, 0, 0, 0])))
    }

    #[test]
    fn limbs_of_52_bits_and_more_load_as_their_residue() {
        let values = [0, 1, (1 << 52) - 1, 1 << 52, 8 * ((1 << 52) - 1), u64::MAX, u64::MAX - 1, 0xF_FFFE_FFFF_FC2F];
        let top = [0, 1, (1 << 48) - 1, 1 << 48, 8 * ((1 << 48) - 1), u64::MAX];
        for i in 0..values.len().pow(4) * top.len() {
            let digit = |k: u32| values[i / top.len() / values.len().pow(k) % values.len()];
            let n = [digit(0), digit(1), digit(2), digit(3), top[i % top.len()]];
            let fe = Layout5x52::load(&Fe5x52 { n }, 0);
            assert!(fe.equals(&reference(&n, 52)), "{n:x?}");
            assert!(Layout5x52::load(&Layout5x52::store(&fe), 0).equals(&fe));
        }
    }

    #[test]
    fn limbs_of_26_bits_and_more_load_as_their_residue() {
        let values = [0, 1, (1 << 26) - 1, 1 << 26, 8 * ((1 << 26) - 1), u32::MAX, u32::MAX - 1, 0x3FF_FC2F];
        let mut state = 1u64;
        for _ in 0..20_000 {
            let mut n = [0; 10];
            for limb in &mut n {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                *limb = values[(state >> 61) as usize];
            }
            let fe = Layout10x26::load(&Fe10x26 { n }, 0);
            assert!(fe.equals(&reference(&n.map(u64::from), 26)), "{n:x?}");
            assert!(Layout10x26::load(&Layout10x26::store(&fe), 0).equals(&fe));
        }
    }

    #[test]
    fn what_goes_out_passes_the_checks_on_what_comes_in() {
        for fe in [Fe::ZERO, Fe::ONE, Fe::ONE.neg(), Fe::BETA] {
            assert!(Verify::<Layout5x52>::load(&Verify::<Layout5x52>::store(&fe), 1).equals(&fe));
            assert!(Verify::<Layout10x26>::load(&Verify::<Layout10x26>::store(&fe), 1).equals(&fe));
        }
    }

    #[test]
    fn magnitudes_bound_limbs() {
        for m in [1, 3, 4, 32] {
            let (mut wide, mut narrow) = ([2 * m * ((1 << 52) - 1); 5], [(2 * m * ((1 << 26) - 1)) as u32; 10]);
            (wide[4], narrow[9]) = (2 * m * ((1 << 48) - 1), (2 * m * ((1 << 22) - 1)) as u32);
            assert!(Layout5x52::has_magnitude(&Fe5x52 { n: wide }, m));
            assert!(Layout10x26::has_magnitude(&Fe10x26 { n: narrow }, m));
            for i in 0..10 {
                let (mut w, mut n) = (wide, narrow);
                (w[i / 2], n[i]) = (w[i / 2] + 1, n[i] + 1);
                assert!(!Layout5x52::has_magnitude(&Fe5x52 { n: w }, m));
                assert!(!Layout10x26::has_magnitude(&Fe10x26 { n }, m));
            }
        }
    }

    #[test]
    fn normalized_is_the_canonical_residue() {
        for k in 0..4 {
            let p_plus =
                Fe5x52 { n: [0xF_FFFE_FFFF_FC2F + k, (1 << 52) - 1, (1 << 52) - 1, (1 << 52) - 1, (1 << 48) - 1] };
            assert!(!Layout5x52::is_normalized(&p_plus));
            let mut p_minus = p_plus;
            p_minus.n[0] = 0xF_FFFE_FFFF_FC2E - k;
            assert!(Layout5x52::is_normalized(&p_minus));
            assert!(!Layout5x52::is_normalized(&Fe5x52 { n: [1 << 52, k, 0, 0, 0] }));
        }
        assert!(Layout10x26::is_normalized(&Layout10x26::store(&Fe::ONE.neg())));
        assert!(!Layout10x26::is_normalized(&Fe10x26 { n: [1 << 26, 0, 0, 0, 0, 0, 0, 0, 0, 0] }));
    }
}
