//! The C side's four layouts: each gives what the others give, and a VERIFY layout checks what comes in.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::extremes::{any_point, any_scalar};
use common::values::{negate, scalar_u128, to_gej};
use common::{Random, Space, Term, Way, Xy, child, engines, oracle, random};
use secp256k1_ecmult_multi::capi::{abi_5x52, abi_5x52_verify, abi_10x26, abi_10x26_verify};
use std::ffi::{c_int, c_void};
use std::mem::{align_of, size_of, transmute};
use std::ptr::{null, null_mut};
use upstream::{secp256k1_gej, secp256k1_scalar, secp256k1_scratch};

// The C side's types, written again: what the library has is its own business.

#[derive(Clone, Copy, Default, Debug, PartialEq)]
#[repr(C)]
struct Fe5x52 {
    n: [u64; 5],
}

#[derive(Clone, Copy, Default, Debug, PartialEq)]
#[repr(C)]
struct Fe10x26 {
    n: [u32; 10],
}

#[derive(Clone, Copy, Default, Debug, PartialEq)]
#[repr(C)]
struct Verify<F> {
    limbs: F,
    magnitude: c_int,
    normalized: c_int,
}

#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Ge<F> {
    x: F,
    y: F,
    infinity: c_int,
}

#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Gej<F> {
    x: F,
    y: F,
    z: F,
    infinity: c_int,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Scalar4x64([u64; 4]);

#[derive(Clone, Copy)]
#[repr(C)]
struct Scalar8x32([u32; 8]);

trait Fe: Copy + Default + PartialEq + std::fmt::Debug {
    /// The element with these normalized 52-bit limbs. With a magnitude above 1: unnormalized, with limbs as large as
    /// the magnitude allows.
    fn new(n: &[u64; 5], magnitude: u32) -> Self;
    /// Its limbs as ones of 52 bits.
    fn limbs(&self) -> [u64; 5];
}

/// p in 26-bit limbs.
const P: [u32; 10] = {
    let mut p = [0x3FF_FFFF; 10];
    (p[0], p[1], p[9]) = (0x3FF_FC2F, 0x3FF_FFBF, 0x03F_FFFF);
    p
};

impl Fe for Fe5x52 {
    fn new(n: &[u64; 5], magnitude: u32) -> Self {
        // 2m times the largest limb are allowed, and the normalized element has up to one of them.
        let times = u64::from(if magnitude > 1 { 2 * magnitude - 1 } else { 0 });
        let mut r = Fe5x52 { n: *n };
        for (limb, p) in r.n.iter_mut().zip(P.chunks_exact(2)) {
            *limb += times * (u64::from(p[0]) | u64::from(p[1]) << 26);
        }
        r
    }

    fn limbs(&self) -> [u64; 5] {
        self.n
    }
}

impl Fe for Fe10x26 {
    fn new(n: &[u64; 5], magnitude: u32) -> Self {
        let times = if magnitude > 1 { 2 * magnitude - 1 } else { 0 };
        let mut r = Fe10x26::default();
        for (i, limb) in r.n.iter_mut().enumerate() {
            *limb = (n[i / 2] >> (26 * (i % 2))) as u32 & 0x3FF_FFFF;
            *limb += times * P[i];
        }
        r
    }

    fn limbs(&self) -> [u64; 5] {
        assert!(self.n.iter().all(|limb| limb >> 26 == 0), "{:x?}", self.n);
        let mut r = [0; 5];
        for (limb, pair) in r.iter_mut().zip(self.n.chunks_exact(2)) {
            *limb = u64::from(pair[0]) | u64::from(pair[1]) << 26;
        }
        r
    }
}

impl<F: Fe> Fe for Verify<F> {
    fn new(n: &[u64; 5], magnitude: u32) -> Self {
        let normalized = c_int::from(magnitude <= 1);
        Verify { limbs: F::new(n, magnitude), magnitude: magnitude as c_int, normalized }
    }

    fn limbs(&self) -> [u64; 5] {
        // What goes out says that it is normalized. Upstream's own zero has magnitude 0, at most 1 is promised.
        assert!(self.normalized == 1 && (0..=1).contains(&self.magnitude), "{self:x?}");
        self.limbs.limbs()
    }
}

trait Scalar: Copy {
    fn new(d: &[u64; 4]) -> Self;
}

impl Scalar for Scalar4x64 {
    fn new(d: &[u64; 4]) -> Self {
        Scalar4x64(*d)
    }
}

impl Scalar for Scalar8x32 {
    fn new(d: &[u64; 4]) -> Self {
        let mut r = Scalar8x32([0; 8]);
        for (i, limb) in r.0.iter_mut().enumerate() {
            *limb = (d[i / 2] >> (32 * (i % 2))) as u32;
        }
        r
    }
}

impl<F: Fe> Gej<F> {
    fn from_5x52(p: &secp256k1_gej, magnitude: u32) -> Self {
        if p.infinity != 0 {
            return Gej { infinity: 1, ..Gej::default() };
        }
        let [x, y] = [p.x, p.y].map(|fe| F::new(&fe.n, magnitude));
        Gej { x, y, z: F::new(&p.z.n, 1), infinity: 0 }
    }

    fn to_5x52(self) -> secp256k1_gej {
        let [x, y, z] = [self.x, self.y, self.z].map(|fe| upstream::secp256k1_fe { n: fe.limbs() });
        secp256k1_gej { x, y, z, infinity: self.infinity }
    }
}

/// Where the callback takes terms from.
struct Source<'a> {
    terms: &'a [Term],
    /// Whether points are to be at the limit of the magnitudes.
    raise: bool,
}

unsafe extern "C-unwind" fn give<F: Fe, S: Scalar>(sc: *mut S, pt: *mut Ge<F>, idx: usize, data: *mut c_void) -> c_int {
    // SAFETY: `data` is a `Source`, sc and pt can be written to.
    unsafe {
        let source = &*data.cast::<Source>();
        let Some(Term { scalar, point, unwritten }) = source.terms.get(idx) else { return 0 };
        sc.write(S::new(&scalar.d));
        if !unwritten {
            let [x, y] = if source.raise { [4, 3] } else { [1, 1] };
            (&raw mut (*pt).x).write(F::new(&point.x.n, x));
            (&raw mut (*pt).y).write(F::new(&point.y.n, y));
        }
        (&raw mut (*pt).infinity).write(point.infinity);
    }
    1
}

type Callback<F, S> = Option<unsafe extern "C-unwind" fn(*mut S, *mut Ge<F>, usize, *mut c_void) -> c_int>;

/// The return values and the digits of `wnaf` and `wnaf_fixed`.
type Digits = (c_int, Vec<c_int>, c_int, Vec<c_int>);

/// One layout's functions on the types of the 5x52 layout.
struct Layout {
    name: &'static str,
    multi: fn(Way, *mut secp256k1_scratch, Option<&secp256k1_scalar>, &Source) -> (c_int, secp256k1_gej),
    ecmult: fn(&secp256k1_gej, u32, &secp256k1_scalar, Option<&secp256k1_scalar>) -> secp256k1_gej,
    /// Also what `wnaf_fixed` makes of the low half.
    digits: fn(&secp256k1_scalar) -> Digits,
}

macro_rules! layout {
    ($abi:ident, $fe:ty, $scalar:ty) => {{
        const {
            assert!(size_of::<$scalar>() == size_of::<$abi::secp256k1_scalar>());
            assert!(size_of::<Ge<$fe>>() == size_of::<$abi::secp256k1_ge>());
            assert!(size_of::<Gej<$fe>>() == size_of::<$abi::secp256k1_gej>());
            assert!(align_of::<Gej<$fe>>() == align_of::<$abi::secp256k1_gej>());
        }
        fn multi(
            way: Way,
            scratch: *mut secp256k1_scratch,
            g: Option<&secp256k1_scalar>,
            source: &Source,
        ) -> (c_int, secp256k1_gej) {
            let function = match way {
                Way::Var => $abi::secp256k1_ecmult_multi_var,
                Way::Strauss => $abi::secp256k1_ecmult_strauss_batch_single,
                Way::Pippenger => $abi::secp256k1_ecmult_pippenger_batch_single,
                Way::Bundle => $abi::secp256k1_ecmult_bundle_batch_single,
            };
            let g = g.map(|g| <$scalar>::new(&g.d));
            let (mut r, data) = (Gej::<$fe>::default(), (&raw const *source).cast_mut().cast());
            // SAFETY: the types have the same layout.
            let ret = unsafe {
                let cb: Callback<$fe, $scalar> = Some(give);
                let cb = transmute::<Callback<$fe, $scalar>, $abi::secp256k1_ecmult_multi_callback>(cb);
                let g = g.as_ref().map_or(null(), |g| &raw const *g);
                function(null(), scratch.cast(), (&raw mut r).cast(), g.cast(), cb, data, source.terms.len())
            };
            (ret, r.to_5x52())
        }
        fn ecmult(
            a: &secp256k1_gej,
            magnitude: u32,
            na: &secp256k1_scalar,
            ng: Option<&secp256k1_scalar>,
        ) -> secp256k1_gej {
            // The input is where the output goes.
            let (mut r, na) = (Gej::<$fe>::from_5x52(a, magnitude), <$scalar>::new(&na.d));
            let ng = ng.map(|ng| <$scalar>::new(&ng.d));
            let (pointer, ng) = (&raw mut r, ng.as_ref().map_or(null(), |ng| &raw const *ng));
            // SAFETY: the types have the same layout.
            unsafe { $abi::secp256k1_ecmult(pointer.cast(), pointer.cast(), (&raw const na).cast(), ng.cast()) };
            r.to_5x52()
        }
        fn digits(k: &secp256k1_scalar) -> Digits {
            let (mut wnaf, mut fixed) = (vec![0; 256], vec![0; 26]);
            let [k, low] = [k.d, [k.d[0], k.d[1], 0, 0]].map(|d| <$scalar>::new(&d));
            // SAFETY: the types have the same layout, and there is room for the digits.
            let [length, skew] = unsafe {
                [
                    $abi::secp256k1_ecmult_wnaf(wnaf.as_mut_ptr(), 256, (&raw const k).cast(), 6),
                    $abi::secp256k1_wnaf_fixed(fixed.as_mut_ptr(), (&raw const low).cast(), 5),
                ]
            };
            (length, wnaf, skew, fixed)
        }
        Layout { name: stringify!($abi), multi, ecmult, digits }
    }};
}

/// All layouts, 5x52 first.
fn layouts() -> [Layout; 4] {
    [
        layout!(abi_5x52, Fe5x52, Scalar4x64),
        layout!(abi_10x26, Fe10x26, Scalar8x32),
        layout!(abi_5x52_verify, Verify<Fe5x52>, Scalar4x64),
        layout!(abi_10x26_verify, Verify<Fe10x26>, Scalar8x32),
    ]
}

fn limbs(p: &secp256k1_gej) -> ([[u64; 5]; 3], c_int) {
    ([p.x.n, p.y.n, p.z.n], p.infinity)
}

/// A normalized point, which each layout raises by itself.
fn point(random: &mut Random) -> upstream::secp256k1_ge {
    let mut point = any_point(random, &[]);
    if point.infinity == 0 {
        unsafe {
            upstream::upstream_fe_normalize_var(&mut point.x);
            upstream::upstream_fe_normalize_var(&mut point.y);
        }
    }
    point
}

// PITFALLS 18, 22
#[test]
fn every_layout_gives_the_same_limbs() {
    engines::each(|| {
        let random = &mut Random::for_test(1);
        for n in [0, 1, 2, 6, 7, 8, 30, 120] {
            for _ in 0..random::cases(2) {
                let terms: Vec<_> = (0..n)
                    .map(|_| match random.below(10) {
                        0 => Term::unwritten_infinity(any_scalar(random)),
                        _ => Term::new(any_scalar(random), point(random)),
                    })
                    .collect();
                let g = [None, Some(any_scalar(random))][random.below(2)];
                let sum = oracle::naive(&terms, g);
                for way in Way::ALL {
                    for bytes in [0, 5000, way.size(n) + 16 * way.objects()] {
                        let run = |layout: &Layout, raise| {
                            let space = Space::new(bytes);
                            let (ret, r) =
                                (layout.multi)(way, space.pointer(), g.as_ref(), &Source { terms: &terms, raise });
                            assert!(space.is_intact() && space.taken() == 0);
                            (ret, limbs(&r), Xy::of_gej(&r))
                        };
                        let [first, rest @ ..] = &layouts();
                        let expected = run(first, false);
                        if expected.0 == 1 {
                            assert_eq!(expected.2, sum);
                        }
                        assert_eq!(run(first, true), expected, "{way:?}, {n} points at the magnitudes' limit");
                        for layout in rest {
                            for raise in [false, true] {
                                assert_eq!(run(layout, raise), expected, "{}, {way:?}, {n} points", layout.name);
                            }
                        }
                    }
                }
            }
        }
    });
}

// PITFALLS 22, 23
#[test]
fn double_multiplication_is_the_same_in_every_layout() {
    engines::each(|| {
        let random = &mut Random::for_test(2);
        for _ in 0..random::cases(200) {
            let (a, na) = (to_gej(&point(random)), any_scalar(random));
            let ng = (!random.one_in(3)).then(|| any_scalar(random));
            let [first, rest @ ..] = &layouts();
            let expected = limbs(&(first.ecmult)(&a, 1, &na, ng.as_ref()));
            for layout in rest {
                for magnitude in [1, 4] {
                    let r = (layout.ecmult)(&a, magnitude, &na, ng.as_ref());
                    assert_eq!(limbs(&r), expected, "{}", layout.name);
                }
            }
        }
    });
}

#[test]
fn digits_are_the_same_in_every_layout() {
    let random = &mut Random::for_test(3);
    for _ in 0..random::cases(300) {
        let k = any_scalar(random);
        for k in [k, negate(&k)] {
            let [expected, rest @ ..] = layouts().map(|layout| (layout.digits)(&k));
            assert!(rest.iter().all(|digits| *digits == expected), "{:x?}", k.d);
        }
    }
}

// PITFALLS 22: where a VERIFY build would say what is wrong, so does the library, and nowhere else.
#[test]
fn a_verify_layout_checks_what_comes_in() {
    const TEST: &str = "a_verify_layout_checks_what_comes_in";
    /// A name, and what makes a good point bad.
    type Fault<F> = (&'static str, fn(&mut Ge<F>));
    type F = Verify<Fe5x52>;
    type G = Verify<Fe10x26>;

    fn call<F: Fe, S: Scalar>(multi: unsafe fn(*mut Gej<F>, *mut c_void), change: fn(&mut Ge<F>)) {
        let g = common::values::generator();
        let mut point = Ge { x: F::new(&g.x.n, 1), y: F::new(&g.y.n, 1), infinity: 0 };
        change(&mut point);
        let mut r = Gej::default();
        // SAFETY: the callback copies the point.
        unsafe { multi(&mut r, (&raw mut point).cast()) };
    }
    macro_rules! multi {
        ($abi:ident, $fe:ty, $scalar:ty) => {{
            unsafe extern "C-unwind" fn give(sc: *mut $scalar, pt: *mut Ge<$fe>, _: usize, data: *mut c_void) -> c_int {
                unsafe {
                    sc.write(<$scalar>::new(&scalar_u128(2).d));
                    pt.write(*data.cast());
                }
                1
            }
            unsafe fn multi(r: *mut Gej<$fe>, point: *mut c_void) {
                unsafe {
                    let cb: Callback<$fe, $scalar> = Some(give);
                    let cb = transmute::<Callback<$fe, $scalar>, $abi::secp256k1_ecmult_multi_callback>(cb);
                    $abi::secp256k1_ecmult_multi_var(null(), null_mut(), r.cast(), null(), cb, point, 1);
                }
            }
            multi
        }};
    }
    let wide = multi!(abi_5x52_verify, F, Scalar4x64);
    let narrow = multi!(abi_10x26_verify, G, Scalar8x32);

    // The contract's limits themselves, and infinity with anything, are no fault.
    call::<F, Scalar4x64>(wide, |point| point.x.normalized = 0);
    call::<F, Scalar4x64>(wide, |point| (point.x.magnitude, point.x.normalized) = (4, 0));
    call::<F, Scalar4x64>(wide, |point| (point.y.magnitude, point.y.normalized) = (3, 0));
    call::<F, Scalar4x64>(wide, |point| {
        let poison = Verify { limbs: Fe5x52 { n: [u64::MAX; 5] }, magnitude: c_int::MIN, normalized: 7 };
        *point = Ge { x: poison, y: poison, infinity: 1 };
    });
    call::<G, Scalar8x32>(narrow, |point| (point.y.magnitude, point.y.normalized) = (3, 0));

    let faults: [Fault<F>; 9] = [
        ("normalized 2", |point| point.x.normalized = 2),
        ("normalized with magnitude 2", |point| point.y.magnitude = 2),
        ("x of magnitude 5", |point| (point.x.magnitude, point.x.normalized) = (5, 0)),
        ("y of magnitude 4", |point| (point.y.magnitude, point.y.normalized) = (4, 0)),
        ("a magnitude below zero", |point| point.x.magnitude = -1),
        ("limbs above their magnitude", |point| {
            point.x.limbs.n[1] += 2 << 52;
            point.x.normalized = 0;
        }),
        ("a top limb above its magnitude", |point| {
            point.y.limbs.n[4] += 2 << 48;
            point.y.normalized = 0;
        }),
        ("x not normalized as it says", |point| point.x.limbs.n[0] += 1 << 52),
        ("x above p and not normalized as it says", |point| {
            point.x.limbs.n = [u64::MAX >> 12, u64::MAX >> 12, u64::MAX >> 12, u64::MAX >> 12, u64::MAX >> 16]
        }),
    ];
    for (name, fault) in faults {
        child::aborts(TEST, name, "coordinate", || call::<F, Scalar4x64>(wide, fault));
    }
    let faults: [Fault<G>; 3] = [
        ("narrow x of magnitude 5", |point| (point.x.magnitude, point.x.normalized) = (5, 0)),
        ("narrow limbs above their magnitude", |point| {
            point.x.limbs.n[3] += 2 << 26;
            point.x.normalized = 0;
        }),
        ("narrow y not normalized as it says", |point| point.y.limbs.n[0] += 1 << 26),
    ];
    for (name, fault) in faults {
        child::aborts(TEST, name, "coordinate", || call::<G, Scalar8x32>(narrow, fault));
    }
    child::aborts(TEST, "infinity 2", "infinity", || call::<F, Scalar4x64>(wide, |point| point.infinity = 2));
    child::aborts(TEST, "narrow infinity -1", "infinity", || {
        call::<G, Scalar8x32>(narrow, |point| point.infinity = -1)
    });
}

// PITFALLS 22
#[test]
fn a_verify_layout_checks_jacobian_points() {
    const TEST: &str = "a_verify_layout_checks_jacobian_points";
    type Point = Gej<Verify<Fe5x52>>;
    /// A name, what is said, and what makes a good point bad.
    type Fault = (&'static str, &'static str, fn(&mut Point));
    fn call(change: fn(&mut Point)) {
        let mut a = Point::from_5x52(&to_gej(&common::values::generator()), 1);
        change(&mut a);
        let two = Scalar4x64(scalar_u128(2).d);
        let pointer = &raw mut a;
        // SAFETY: the types have the same layout.
        unsafe { abi_5x52_verify::secp256k1_ecmult(pointer.cast(), pointer.cast(), (&raw const two).cast(), null()) };
    }
    // The limits themselves.
    call(|a| (a.x.magnitude, a.x.normalized, a.y.magnitude, a.y.normalized, a.z.normalized) = (4, 0, 4, 0, 0));
    let faults: [Fault; 5] = [
        ("x of magnitude 5", "coordinate", |a| (a.x.magnitude, a.x.normalized) = (5, 0)),
        ("y of magnitude 5", "coordinate", |a| (a.y.magnitude, a.y.normalized) = (5, 0)),
        ("z of magnitude 2", "coordinate", |a| (a.z.magnitude, a.z.normalized) = (2, 0)),
        ("z not normalized as it says", "coordinate", |a| a.z.limbs.n[0] += 1 << 52),
        ("infinity 3", "infinity", |a| a.infinity = 3),
    ];
    for (name, text, fault) in faults {
        child::aborts(TEST, name, text, || call(fault));
    }
}

/// A name, and a call with a scalar.
type ScalarCall = (&'static str, fn(&[u64; 4]));

// PITFALLS 22
#[test]
fn a_verify_layout_checks_scalars() {
    const TEST: &str = "a_verify_layout_checks_scalars";
    unsafe extern "C-unwind" fn give<F: Fe>(sc: *mut Scalar8x32, pt: *mut Ge<F>, _: usize, data: *mut c_void) -> c_int {
        unsafe {
            sc.write(Scalar8x32::new(&*data.cast()));
            (*pt).infinity = 1;
        }
        1
    }
    let calls: [ScalarCall; 5] = [
        ("inp_g_sc", |k| unsafe {
            let (mut r, k) = (Gej::<Verify<Fe5x52>>::default(), Scalar4x64(*k));
            let (r, k) = ((&raw mut r).cast(), (&raw const k).cast());
            abi_5x52_verify::secp256k1_ecmult_multi_var(null(), null_mut(), r, k, None, null_mut(), 0);
        }),
        ("a callback's", |k| unsafe {
            type F = Verify<Fe10x26>;
            let mut r = Gej::<F>::default();
            let cb: Callback<F, Scalar8x32> = Some(give);
            let cb = transmute::<Callback<F, Scalar8x32>, abi_10x26_verify::secp256k1_ecmult_multi_callback>(cb);
            let (r, data) = ((&raw mut r).cast(), (&raw const *k).cast_mut().cast());
            abi_10x26_verify::secp256k1_ecmult_multi_var(null(), null_mut(), r, null(), cb, data, 1);
        }),
        ("ng", |k| unsafe {
            let (mut r, zero, k) = (Gej::<Verify<Fe5x52>>::default(), Scalar4x64([0; 4]), Scalar4x64(*k));
            let (r, zero) = ((&raw mut r).cast(), (&raw const zero).cast());
            abi_5x52_verify::secp256k1_ecmult(r, null(), zero, (&raw const k).cast());
        }),
        ("wNAF", |k| unsafe {
            let k = Scalar4x64(*k);
            abi_5x52_verify::secp256k1_ecmult_wnaf([0; 256].as_mut_ptr(), 256, (&raw const k).cast(), 5);
        }),
        ("fixed wNAF", |k| unsafe {
            let k = Scalar8x32::new(k);
            abi_10x26_verify::secp256k1_wnaf_fixed([0; 26].as_mut_ptr(), (&raw const k).cast(), 5);
        }),
    ];
    let order = [0xBFD2_5E8C_D036_4141, 0xBAAE_DCE6_AF48_A03B, 0xFFFF_FFFF_FFFF_FFFE, u64::MAX];
    let mut largest = order;
    largest[0] -= 1;
    for (name, call) in calls {
        call(&largest);
        for (which, unreduced) in [("n", order), ("2^256 - 1", [u64::MAX; 4])] {
            child::aborts(TEST, &format!("{name} {which}"), "scalar is not reduced", || call(&unreduced));
        }
    }
}
