//! The boundary as C uses it, with blocks of exactly the bytes that were asked for and memory that nobody has written:
//! small enough for Miri, which sees every access. `planted` has mistakes that Miri and AddressSanitizer must report.

use super::layout::{Abi, CallbackOf, GeOf, GejOf, Layout, Layout5x52, Layout10x26, Scalar8x32, Verify, load_gej};
use super::*;
use crate::engine::Portable as M;
use crate::group::{CurveParams, Ge, Gej, Secp256k1};
use crate::scalar::Scalar;
use core::any::TypeId;
use core::ffi::{c_char, c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use std::vec::Vec;

/// A scalar in limbs of 32 bits or of 64, which is not the same on a big-endian machine.
fn write_scalar<S: 'static>(to: *mut S, k: &Scalar) {
    let limbs = k.to_u64s();
    let narrow = limbs.map(|d| [d as u32, (d >> 32) as u32]);
    // SAFETY: both kinds have 32 bytes, and the alignment of their limbs.
    unsafe {
        if TypeId::of::<S>() == TypeId::of::<Scalar8x32>() {
            to.cast::<[[u32; 2]; 4]>().write(narrow)
        } else {
            to.cast::<[u64; 4]>().write(limbs)
        }
    }
}

fn scalar<S: 'static>(k: &Scalar) -> S {
    let mut s = MaybeUninit::uninit();
    write_scalar(s.as_mut_ptr(), k);
    // SAFETY: written.
    unsafe { s.assume_init() }
}

/// Fills in a point as C does, member by member; of infinity the flag alone.
unsafe fn write_ge<L: Layout>(to: *mut GeOf<L>, p: &Ge) {
    // SAFETY: two coordinates and the flag.
    unsafe {
        if !p.is_infinity() {
            to.cast::<L::Fe>().write(L::store(&p.x));
            to.cast::<L::Fe>().add(1).write(L::store(&p.y));
        }
        to.cast::<L::Fe>().add(2).cast::<c_int>().write(p.is_infinity().into());
    }
}

/// What a callback is given.
struct Terms {
    terms: Vec<(Scalar, Ge)>,
    /// What it does first.
    first: Option<fn(*mut secp256k1_scratch)>,
    scratch: *mut secp256k1_scratch,
}

unsafe extern "C-unwind" fn give<L: Abi>(sc: *mut L::Scalar, pt: *mut GeOf<L>, idx: usize, data: *mut c_void) -> c_int {
    // SAFETY: `data` are `Terms`, and both pointers can be written to.
    unsafe {
        let terms = &*data.cast::<Terms>();
        if let Some(first) = terms.first {
            first(terms.scratch);
        }
        let Some((k, p)) = terms.terms.get(idx) else { return 0 };
        write_scalar(sc, k);
        write_ge::<L>(pt, p);
        1
    }
}

/// Some terms: G, 2G, infinity, −G and so on, with scalars of every length.
fn terms(n: usize) -> Vec<(Scalar, Ge)> {
    // Not k² + 1 from λ on: that stays −λ.
    let (mut k, mut p) = (Scalar::from_u64s([1, 2, 3, 4]), Gej::from_ge(&Secp256k1::G));
    (0..n)
        .map(|i| {
            k = k.mul(&k).add(&Scalar::from_u64s([0x9E37_79B9_7F4A_7C15, 0, 0, 0]));
            p = p.double::<M>();
            let point = [p.to_ge::<M>(), Secp256k1::G, Ge::INFINITY, Secp256k1::G.neg()][i % 4];
            (if i % 3 == 2 { Scalar::from_u64s([i as u64, 0, 0, 0]) } else { k }, point)
        })
        .collect()
}

fn naive(terms: &[(Scalar, Ge)]) -> Gej {
    let bits = (0..256).rev();
    bits.fold(Gej::INFINITY, |sum, bit| {
        let set = terms.iter().filter(|(k, _)| k.to_u64s()[bit / 64] >> (bit % 64) & 1 == 1);
        set.fold(sum.double::<M>(), |sum, (_, p)| sum.add_ge::<M>(p))
    })
}

unsafe extern "C-unwind" fn note(_: *const c_char, count: *mut c_void) {
    // SAFETY: a counter of the test's.
    unsafe { *count.cast::<usize>() += 1 }
}

/// `secp256k1_callback` that counts.
#[repr(C)]
struct Errors {
    function: unsafe extern "C-unwind" fn(*const c_char, *mut c_void),
    count: *mut usize,
}

/// Runs `run` with an error callback, and returns how often it was called.
fn errors(run: impl FnOnce(*const secp256k1_callback)) -> usize {
    let mut count = 0;
    let errors = Errors { function: note, count: &raw mut count };
    run((&raw const errors).cast());
    count
}

macro_rules! for_each_layout {
    ($test:ident) => {
        $test!(abi_5x52, Layout5x52);
        $test!(abi_10x26, Layout10x26);
        $test!(abi_5x52_verify, Verify<Layout5x52>);
        $test!(abi_10x26_verify, Verify<Layout10x26>);
    };
}

// PITFALLS 5, 6, 18
#[test]
fn sums_need_no_more_memory_than_they_were_given() {
    macro_rules! test {
        ($abi:ident, $l:ty) => {
            // The third term is infinite. Miri takes a second for a thousand multiplications.
            for n in if cfg!(miri) { 3..4 } else { 0..9 } {
                let mut data = Terms { terms: terms(n), first: None, scratch: null_mut() };
                let g: $abi::secp256k1_scalar = scalar(&Scalar::LAMBDA);
                let mut all = data.terms.clone();
                all.push((Scalar::LAMBDA, Secp256k1::G));
                let expected = naive(&all);
                let window = $abi::secp256k1_pippenger_bucket_window(n);
                let multi: [(unsafe extern "C" fn(_, _, _, _, _, _, _) -> _, usize); 6] = [
                    ($abi::secp256k1_ecmult_multi_var, 0),
                    ($abi::secp256k1_ecmult_multi_var, 1100),
                    ($abi::secp256k1_ecmult_multi_var, 1000 * n),
                    ($abi::secp256k1_ecmult_strauss_batch_single, $abi::secp256k1_strauss_scratch_size(n) + 63),
                    ($abi::secp256k1_ecmult_bundle_batch_single, $abi::secp256k1_bundle_scratch_size(n)),
                    (
                        $abi::secp256k1_ecmult_pippenger_batch_single,
                        $abi::secp256k1_pippenger_scratch_size(n, window) + 63,
                    ),
                ];
                for (multi, bytes) in multi {
                    let mut r = MaybeUninit::<GejOf<$l>>::uninit();
                    let count = errors(|e| unsafe {
                        let scratch = $abi::secp256k1_scratch_create_aligned(e, bytes, 1);
                        let cb: CallbackOf<$l> = Some(give::<$l>);
                        assert_eq!(multi(e, scratch, r.as_mut_ptr(), &g, cb, (&raw mut data).cast(), n), 1);
                        assert_eq!($abi::secp256k1_scratch_checkpoint(e, scratch), 0);
                        $abi::secp256k1_scratch_destroy(e, scratch);
                    });
                    assert_eq!(count, 0);
                    let sum = unsafe { load_gej::<$l>(r.as_ptr()) };
                    assert!(sum.equals::<M>(&expected), "{n} points in {bytes} bytes");
                }
            }
        };
    }
    if cfg!(miri) {
        test!(abi_5x52, Layout5x52);
        test!(abi_10x26_verify, Verify<Layout10x26>);
    } else {
        for_each_layout!(test);
    }
}

// PITFALLS 14
#[test]
fn a_refusal_writes_infinity() {
    macro_rules! test {
        ($abi:ident, $l:ty) => {{
            let mut data = Terms { terms: terms(1), first: None, scratch: null_mut() };
            let mut r = MaybeUninit::<GejOf<$l>>::uninit();
            let cb: CallbackOf<$l> = Some(give::<$l>);
            let (data, r) = ((&raw mut data).cast(), r.as_mut_ptr());
            let ret = unsafe { $abi::secp256k1_ecmult_multi_var(null(), null_mut(), r, null(), cb, data, 2) };
            assert_eq!(ret, 0);
            assert!(unsafe { load_gej::<$l>(r) }.is_infinity());
        }};
    }
    for_each_layout!(test);
}

// PITFALLS 4
#[test]
fn a_callback_may_allocate_and_multiply_in_the_same_space() {
    fn first(scratch: *mut secp256k1_scratch) {
        let mut data = Terms { terms: terms(1), first: None, scratch };
        let mut r = MaybeUninit::uninit();
        unsafe {
            // In the space that is left, which is not the one that the outer call works in.
            let object = abi_5x52::secp256k1_scratch_alloc_aligned(null(), scratch, 10, 1);
            object.cast::<[u8; 10]>().write([0xFF; 10]);
            let cb: CallbackOf<Layout5x52> = Some(give::<Layout5x52>);
            let data = (&raw mut data).cast();
            assert_eq!(abi_5x52::secp256k1_ecmult_multi_var(null(), scratch, r.as_mut_ptr(), null(), cb, data, 1), 1);
        }
    }
    let (bytes, n) = (10_000, 3);
    unsafe {
        let scratch = abi_5x52::secp256k1_scratch_create_aligned(null(), bytes, 16);
        let mut data = Terms { terms: terms(n), first: Some(first), scratch };
        let expected = naive(&data.terms);
        let mut r = MaybeUninit::uninit();
        let cb: CallbackOf<Layout5x52> = Some(give::<Layout5x52>);
        let (pointer, to) = ((&raw mut data).cast(), r.as_mut_ptr());
        assert_eq!(abi_5x52::secp256k1_ecmult_multi_var(null(), scratch, to, null(), cb, pointer, n), 1);
        assert!(load_gej::<Layout5x52>(to).equals::<M>(&expected));
        abi_5x52::secp256k1_scratch_destroy(null(), scratch);
    }
}

// PITFALLS 23
#[test]
fn double_multiplication_writes_where_it_reads() {
    macro_rules! test {
        ($abi:ident, $l:ty) => {{
            let small = |k| scalar::<$abi::secp256k1_scalar>(&Scalar::from_u64s([k, 0, 0, 0]));
            let [zero, two, three] = [0, 2, 3].map(small);
            let mut r = MaybeUninit::<GejOf<$l>>::uninit();
            let r = r.as_mut_ptr();
            unsafe {
                // 3·G, and then 2·(3·G) + 3·G.
                $abi::secp256k1_ecmult(r, null(), &zero, &three);
                $abi::secp256k1_ecmult(r, r, &two, &three);
                let expected = naive(&[(Scalar::from_u64s([9, 0, 0, 0]), Secp256k1::G)]);
                assert!(load_gej::<$l>(r).equals::<M>(&expected));
            }
        }};
    }
    for_each_layout!(test);
}

// PITFALLS 18
#[test]
fn an_infinite_point_is_not_read_but_for_its_flag() {
    macro_rules! test {
        ($abi:ident, $l:ty) => {{
            let seven: $abi::secp256k1_scalar = scalar(&Scalar::from_u64s([7, 0, 0, 0]));
            let (mut a, mut r) = (MaybeUninit::<GejOf<$l>>::uninit(), MaybeUninit::<GejOf<$l>>::uninit());
            unsafe {
                a.as_mut_ptr().cast::<<$l as Layout>::Fe>().add(3).cast::<c_int>().write(1);
                $abi::secp256k1_ecmult(r.as_mut_ptr(), a.as_ptr(), &seven, &seven);
                let expected = naive(&[(Scalar::from_u64s([7, 0, 0, 0]), Secp256k1::G)]);
                assert!(load_gej::<$l>(r.as_ptr()).equals::<M>(&expected));
            }
        }};
    }
    for_each_layout!(test);
}

// PITFALLS 15
#[test]
fn digits_need_not_be_written_before() {
    let k = scalar(&Scalar::LAMBDA);
    let half = scalar(&Scalar::from_u64s([u64::MAX, 5, 0, 0]));
    for w in [1, 2, 5, 15, 30, 31] {
        for len in [0, 1, 129, 256] {
            let mut digits = vec![MaybeUninit::<c_int>::uninit(); len];
            let length =
                unsafe { abi_5x52::secp256k1_ecmult_wnaf(digits.as_mut_ptr().cast(), len as c_int, &k, w) } as usize;
            assert!(length <= len);
            // Reads every digit.
            assert!(digits.iter().skip(length).all(|digit| unsafe { digit.assume_init() } == 0));
        }
        let mut digits = vec![MaybeUninit::<c_int>::uninit(); 128usize.div_ceil(w as usize)];
        let skew = unsafe { abi_5x52::secp256k1_wnaf_fixed(digits.as_mut_ptr().cast(), &half, w) };
        assert!(skew == 0 || w > 30);
        assert!(w > 30 || digits.iter().all(|digit| unsafe { digit.assume_init() } < 1 << w));
    }
}

#[test]
fn scratch_spaces_from_creation_to_destruction() {
    for alignment in [1, 16, 64] {
        let count = errors(|e| unsafe {
            let scratch = abi_5x52::secp256k1_scratch_create_aligned(e, 100, alignment);
            let object = abi_5x52::secp256k1_scratch_alloc_aligned(e, scratch, 20, alignment).cast::<[u8; 20]>();
            assert_eq!(object.read(), [0; 20]);
            object.write([1; 20]);
            let checkpoint = abi_5x52::secp256k1_scratch_checkpoint(e, scratch);
            abi_5x52::secp256k1_scratch_apply_checkpoint(e, scratch, checkpoint + 1);
            let left = abi_5x52::secp256k1_scratch_max_allocation_aligned(e, scratch, 0, alignment);
            let rest = abi_5x52::secp256k1_scratch_alloc_aligned(e, scratch, left / alignment * alignment, alignment);
            rest.cast::<u8>().write_bytes(2, left / alignment * alignment);
            assert_eq!(object.read(), [1; 20]);
            assert!(abi_5x52::secp256k1_scratch_alloc_aligned(e, scratch, 100, alignment).is_null());
            abi_5x52::secp256k1_scratch_apply_checkpoint(e, scratch, 0);
            abi_5x52::secp256k1_scratch_destroy(e, scratch);
        });
        assert_eq!(count, 1);
    }
}

// PITFALLS 3
#[test]
fn of_what_is_no_scratch_space_only_the_magic_is_read() {
    // Eight bytes, and nothing behind them.
    let mut fake: Box<[u64; 1]> = Box::new([0]);
    let fake: *mut secp256k1_scratch = fake.as_mut_ptr().cast();
    let count = errors(|e| unsafe {
        abi_5x52::secp256k1_scratch_destroy(e, fake);
        assert_eq!(abi_5x52::secp256k1_scratch_checkpoint(e, fake), 0);
        abi_5x52::secp256k1_scratch_apply_checkpoint(e, fake, 0);
        assert!(abi_5x52::secp256k1_scratch_alloc_aligned(e, fake, 1, 1).is_null());
        assert_eq!(abi_5x52::secp256k1_strauss_max_points_aligned(e, fake, 16), 0);
        assert_eq!(abi_5x52::secp256k1_pippenger_max_points_aligned(e, fake, 16), 0);
    });
    assert_eq!(count, 6);
}

/// Mistakes on the caller's side, for a check of the checks: only a build that is to report them has them.
#[cfg(ecmult_multi_planted)]
mod planted {
    use super::*;

    unsafe extern "C-unwind" fn forget_y(
        sc: *mut abi_5x52::secp256k1_scalar,
        pt: *mut abi_5x52::secp256k1_ge,
        _: usize,
        forget: *mut c_void,
    ) -> c_int {
        unsafe {
            write_scalar(sc, &Scalar::LAMBDA);
            if forget.is_null() {
                write_ge::<Layout5x52>(pt, &Secp256k1::G);
            } else {
                pt.cast::<[u64; 5]>().write([1; 5]);
                pt.cast::<[u64; 5]>().add(2).cast::<c_int>().write(0);
            }
        }
        1
    }

    fn multiply(forget: *mut c_void) {
        let mut r = MaybeUninit::uninit();
        let cb = Some(forget_y as _);
        unsafe { abi_5x52::secp256k1_ecmult_multi_var(null(), null_mut(), r.as_mut_ptr(), null(), cb, forget, 1) };
    }

    /// A multiplication in a scratch space that says it is this much larger than its memory.
    fn multiply_in(too_much: usize) {
        let n = 2;
        let bytes = abi_5x52::secp256k1_strauss_scratch_size(n) + 63;
        let mut r = MaybeUninit::uninit();
        unsafe {
            let scratch = abi_5x52::secp256k1_scratch_create_aligned(null(), bytes - too_much, 16);
            // max_size is the fourth member.
            scratch.cast::<usize>().add(3).write(bytes);
            let cb = Some(forget_y as _);
            let multi = abi_5x52::secp256k1_ecmult_strauss_batch_single;
            multi(null(), scratch, r.as_mut_ptr(), null(), cb, null_mut(), n);
            abi_5x52::secp256k1_scratch_destroy(null(), scratch);
        }
    }

    #[test]
    fn clean() {
        multiply(null_mut());
        multiply_in(0);
    }

    #[test]
    fn unwritten_point() {
        multiply(core::ptr::dangling_mut());
    }

    #[test]
    fn too_small_a_block() {
        multiply_in(400);
    }
}
