// The functions of the C ABI, for the layout that the including module names as L. Their comments
// become the documentation in the generated header, so they speak to C programmers.

use super::{L, secp256k1_ecmult_multi_callback, secp256k1_ge, secp256k1_gej, secp256k1_scalar};
use crate::capi::callback::secp256k1_callback;
use crate::capi::layout::{Abi, Layout, load_ge, load_gej, store_gej};
use crate::capi::scratch::{Checked, check, preallocated_size, secp256k1_scratch};
use crate::capi::upstream::{self, PIPPENGER_SCRATCH_OBJECTS, STRAUSS_SCRATCH_OBJECTS};
use crate::engine::{Engine, with_engine};
use crate::group::{Ge, Gej};
use crate::msm;
use crate::msm::plan::{self, Algorithm, Plan};
use crate::recode;
use crate::scalar::GroupScalar;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::MaybeUninit;
use core::slice;

type C = <L as Abi>::Curve;
type Scalar = <C as crate::group::CurveParams>::Scalar;

const NOT_EMPTY: &CStr = c"a scratch space is destroyed before all checkpoints are applied";

/// Multi-multiplication: r = inp_g_sc * G + the sum of n terms, scalar times point, that cb gives.
///
/// cb is called for idx = 0, 1, ..., n-1, each once and in that order, on the calling thread. It
/// returns 1. When it returns 0 the function returns 0 at once: r is infinity then, and cb is not
/// called again. Points may be unnormalized (x of magnitude 4, y of magnitude 3), infinite, equal,
/// or each other's negation; scalars may be zero. cb must not throw: the process is aborted then.
/// If it leaves by longjmp, memory stays taken from scratch until a checkpoint is applied. It must
/// not destroy scratch, nor apply a checkpoint from before the call.
///
/// inp_g_sc may be NULL, which is a zero scalar. cb may be NULL if n is 0.
///
/// With more scratch space it is faster, and takes the algorithm that suits. Without any, scratch
/// being NULL or too small to be of use, it works in at most 8 KiB of stack.
///
/// Returns 1, or 0 if cb did. r has normalized coordinates, all zero if it is infinity.
#[unsafe(export_name = symbol!("secp256k1_ecmult_multi_var"))]
pub unsafe extern "C" fn secp256k1_ecmult_multi_var(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
    r: *mut secp256k1_gej,
    inp_g_sc: *const secp256k1_scalar,
    cb: secp256k1_ecmult_multi_callback,
    cbdata: *mut c_void,
    n: usize,
) -> c_int {
    // SAFETY: the caller's promises, each where the pointer is used.
    unsafe {
        // A scratch space that is none is reported, and does not keep the sum from being computed.
        let scratch = if scratch.is_null() { None } else { check(error_callback, scratch) };
        let planned = scratch.and_then(|scratch| Some((scratch, plan::plan(n, scratch.left())?)));
        multiply(r, inp_g_sc, cb, cbdata, |g, source| {
            with_engine!(Engine::selected(), M => match planned {
                Some((scratch, plan)) => scratch.lend(plan.best_bytes(), |memory| {
                    msm::batches::<C, M>(memory, plan, g, source, n)
                }),
                None => msm::multi_on_stack::<C, M>(g, source, n),
            })
        })
    }
}

/// The same by Strauss' algorithm, in batches of at most 256 points. Returns 0 also if scratch is too small, before cb
/// is called: see secp256k1_strauss_scratch_size.
#[unsafe(export_name = symbol!("secp256k1_ecmult_strauss_batch_single"))]
pub unsafe extern "C" fn secp256k1_ecmult_strauss_batch_single(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
    r: *mut secp256k1_gej,
    inp_g_sc: *const secp256k1_scalar,
    cb: secp256k1_ecmult_multi_callback,
    cbdata: *mut c_void,
    n: usize,
) -> c_int {
    // SAFETY: the caller's promises.
    unsafe { batch_single(Algorithm::Strauss, error_callback, scratch, r, inp_g_sc, cb, cbdata, n) }
}

/// The same in one batch by Pippenger's algorithm. Returns 0 also if scratch is too small, before
/// cb is called: see secp256k1_pippenger_scratch_size.
#[unsafe(export_name = symbol!("secp256k1_ecmult_pippenger_batch_single"))]
pub unsafe extern "C" fn secp256k1_ecmult_pippenger_batch_single(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
    r: *mut secp256k1_gej,
    inp_g_sc: *const secp256k1_scalar,
    cb: secp256k1_ecmult_multi_callback,
    cbdata: *mut c_void,
    n: usize,
) -> c_int {
    // SAFETY: the caller's promises.
    unsafe { batch_single(Algorithm::Pippenger, error_callback, scratch, r, inp_g_sc, cb, cbdata, n) }
}

/// The same by bundles of up to eight points, at most 560 points a batch, each with one table of all sums of its
/// points with signs. Returns 0 also if scratch is too small, before cb is called: see
/// secp256k1_bundle_scratch_size.
#[unsafe(export_name = symbol!("secp256k1_ecmult_bundle_batch_single"))]
pub unsafe extern "C" fn secp256k1_ecmult_bundle_batch_single(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
    r: *mut secp256k1_gej,
    inp_g_sc: *const secp256k1_scalar,
    cb: secp256k1_ecmult_multi_callback,
    cbdata: *mut c_void,
    n: usize,
) -> c_int {
    // SAFETY: the caller's promises.
    unsafe { batch_single(Algorithm::Bundle, error_callback, scratch, r, inp_g_sc, cb, cbdata, n) }
}

/// Double multiplication: r = na * a + ng * G.
///
/// a may be r, infinite, or NULL if na is zero. ng may be NULL, which is a zero scalar.
#[unsafe(export_name = symbol!("secp256k1_ecmult"))]
pub unsafe extern "C" fn secp256k1_ecmult(
    r: *mut secp256k1_gej,
    a: *const secp256k1_gej,
    na: *const secp256k1_scalar,
    ng: *const secp256k1_scalar,
) {
    // SAFETY: the caller's promises; a is read before r is written.
    unsafe {
        let (k, g) = (load_scalar(na), load_scalar(ng));
        let term = k.filter(|k| !a.is_null() && !k.is_zero()).map(|k| (load_gej::<L>(a), k));
        let sum = with_engine!(Engine::selected(), M => msm::double_multiply::<C, M>(term.as_ref(), g.as_ref()));
        store_gej::<L>(r, &sum);
    }
}

/// Bytes of scratch space with which secp256k1_ecmult_strauss_batch_single takes n points, without
/// padding: add SECP256K1_STRAUSS_SCRATCH_OBJECTS times the alignment. SIZE_MAX if no size is enough.
/// For more than 256 points it is more than their batches need.
#[unsafe(export_name = symbol!("secp256k1_strauss_scratch_size"))]
pub extern "C" fn secp256k1_strauss_scratch_size(n_points: usize) -> usize {
    Algorithm::Strauss.bytes(n_points).unwrap_or(usize::MAX)
}

/// secp256k1_strauss_max_points for an alignment of the caller's.
#[unsafe(export_name = symbol!("secp256k1_strauss_max_points_aligned"))]
pub unsafe extern "C" fn secp256k1_strauss_max_points_aligned(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
    alignment: usize,
) -> usize {
    // SAFETY: the caller's promises.
    let Some(scratch) = (unsafe { check(error_callback, scratch) }) else { return 0 };
    let bytes = scratch.max_allocation(STRAUSS_SCRATCH_OBJECTS, alignment.max(8));
    plan::max_points(usize::MAX, |n| Algorithm::Strauss.bytes(n), bytes)
}

/// Bytes of scratch space with which secp256k1_ecmult_pippenger_batch_single takes n points with
/// 2^bucket_window buckets or more, without padding: add SECP256K1_PIPPENGER_SCRATCH_OBJECTS times the
/// alignment. bucket_window is secp256k1_pippenger_bucket_window(n_points). SIZE_MAX if no size is enough.
#[unsafe(export_name = symbol!("secp256k1_pippenger_scratch_size"))]
pub extern "C" fn secp256k1_pippenger_scratch_size(n_points: usize, bucket_window: c_int) -> usize {
    upstream::pippenger_bytes(n_points, bucket_window).unwrap_or(usize::MAX)
}

/// secp256k1_pippenger_max_points for an alignment of the caller's.
#[unsafe(export_name = symbol!("secp256k1_pippenger_max_points_aligned"))]
pub unsafe extern "C" fn secp256k1_pippenger_max_points_aligned(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
    alignment: usize,
) -> usize {
    // SAFETY: the caller's promises.
    let Some(scratch) = (unsafe { check(error_callback, scratch) }) else { return 0 };
    let bytes = scratch.max_allocation(PIPPENGER_SCRATCH_OBJECTS, alignment.max(8));
    let needed = |n| upstream::pippenger_bytes(n, upstream::pippenger_bucket_window(n));
    plan::max_points(usize::MAX, needed, bytes)
}

/// Bytes of scratch space, padding included, with which secp256k1_ecmult_bundle_batch_single takes n
/// points or fewer: at most 632 a point and 4 kB. It does not grow beyond 560 points, since larger
/// sums are cut into parts. Up to 112 points, 8600 bytes for every eight of them make it faster.
#[unsafe(export_name = symbol!("secp256k1_bundle_scratch_size"))]
pub extern "C" fn secp256k1_bundle_scratch_size(n_points: usize) -> usize {
    Algorithm::Bundle.padded_bytes_up_to(n_points)
}

/// The largest number such that secp256k1_ecmult_bundle_batch_single can take it, and every smaller
/// one, with this scratch space; SIZE_MAX if it can take any.
#[unsafe(export_name = symbol!("secp256k1_bundle_max_points"))]
pub unsafe extern "C" fn secp256k1_bundle_max_points(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
) -> usize {
    // SAFETY: the caller's promises.
    let Some(scratch) = (unsafe { check(error_callback, scratch) }) else { return 0 };
    plan::max_points(usize::MAX, |n| Some(secp256k1_bundle_scratch_size(n)), scratch.left())
}

/// The bucket window, 1 to 12, that upstream uses for n points. A figure to size scratch spaces with.
#[unsafe(export_name = symbol!("secp256k1_pippenger_bucket_window"))]
pub extern "C" fn secp256k1_pippenger_bucket_window(n: usize) -> c_int {
    upstream::pippenger_bucket_window(n)
}

/// The largest number of points for a bucket window. 0 if there is no such window.
#[unsafe(export_name = symbol!("secp256k1_pippenger_bucket_window_inv"))]
pub extern "C" fn secp256k1_pippenger_bucket_window_inv(bucket_window: c_int) -> usize {
    upstream::pippenger_bucket_window_inv(bucket_window)
}

/// The number of batches for n points and their size: as few as a largest size allows, of equal
/// sizes. Returns 0, and writes nothing, if that largest size is 0.
#[unsafe(export_name = symbol!("secp256k1_ecmult_multi_batch_size_helper"))]
pub unsafe extern "C" fn secp256k1_ecmult_multi_batch_size_helper(
    n_batches: *mut usize,
    n_batch_points: *mut usize,
    max_n_batch_points: usize,
    n: usize,
) -> c_int {
    let Some((batches, points)) = plan::batch_size(max_n_batch_points, n) else { return 0 };
    // SAFETY: the caller's pointers are valid for writes.
    unsafe {
        n_batches.write(batches);
        n_batch_points.write(points);
    }
    1
}

/// Bytes of scratch space with which secp256k1_ecmult_multi_var takes n points in one batch, by the
/// algorithm that is fastest for so many; padding is included. More bytes do not make it faster.
///
/// Another number of points, smaller ones among them, may have another algorithm, which may take
/// more: with fewer bytes than that it works all the same. 5 000 000 points are the most that a batch
/// takes, so the size for more is that for so many. 0 for n = 0.
#[unsafe(export_name = symbol!("secp256k1_ecmult_multi_scratch_size"))]
pub extern "C" fn secp256k1_ecmult_multi_scratch_size(n: usize) -> usize {
    plan::scratch_bytes(n)
}

/// Width-w non-adjacent form of a scalar, or of its negation with signs changed if it has its highest
/// bit set: len digits from the lowest on, each zero or odd and below 2^(w-1) in magnitude.
///
/// Returns one more than the highest position with a digit that is not zero. len is at most 256, and w
/// from 2 to 31; for another w all digits are zero.
#[unsafe(export_name = symbol!("secp256k1_ecmult_wnaf"))]
pub unsafe extern "C" fn secp256k1_ecmult_wnaf(
    wnaf: *mut c_int,
    len: c_int,
    a: *const secp256k1_scalar,
    w: c_int,
) -> c_int {
    // SAFETY: the caller's array has len elements, which need not be initialized before the fill.
    unsafe {
        let len = usize::try_from(len).unwrap_or(0);
        wnaf.write_bytes(0, len);
        let digits = if len == 0 { &mut [] } else { slice::from_raw_parts_mut(wnaf, len) };
        let (integer, negative) = L::signed_integer(&a.read());
        recode::wnaf_256(digits, &integer, negative, u32::try_from(w).unwrap_or(0)) as c_int
    }
}

/// Fixed-width form of a scalar below 2^128: ceil(128/w) digits, each zero or odd and below 2^w in
/// magnitude, whose sum with weights 2^(w*i) is the scalar plus the return value, 0 or 1.
///
/// w is from 1 to 30; for another w nothing is written.
#[unsafe(export_name = symbol!("secp256k1_wnaf_fixed"))]
pub unsafe extern "C" fn secp256k1_wnaf_fixed(wnaf: *mut c_int, s: *const secp256k1_scalar, w: c_int) -> c_int {
    let Some(len) = u32::try_from(w).ok().and_then(recode::wnaf_fixed_len) else { return 0 };
    // SAFETY: the caller's array has that many elements, which need not be initialized.
    unsafe {
        wnaf.write_bytes(0, len);
        let (integer, _) = L::signed_integer(&s.read());
        let low = integer[0] as u128 | (integer[1] as u128) << 64;
        recode::wnaf_fixed(slice::from_raw_parts_mut(wnaf, len), low, w as u32)
    }
}

/// Creates a scratch space from which size bytes can be allocated, in objects of this alignment.
///
/// The only function that asks for heap memory, by malloc: see
/// secp256k1_scratch_preallocated_create for one without. NULL if there is none, after an error callback;
/// NULL and no callback for a size that would wrap.
#[unsafe(export_name = symbol!("secp256k1_scratch_create_aligned"))]
pub unsafe extern "C" fn secp256k1_scratch_create_aligned(
    error_callback: *const secp256k1_callback,
    size: usize,
    alignment: usize,
) -> *mut secp256k1_scratch {
    // SAFETY: the caller's promises.
    unsafe { Checked::create(error_callback, size, alignment) }
}

/// Destroys a scratch space that secp256k1_scratch_create has made. Does nothing for NULL. For
/// anything else, a preallocated scratch space among it, an error callback, and nothing is freed.
#[unsafe(export_name = symbol!("secp256k1_scratch_destroy"))]
pub unsafe extern "C" fn secp256k1_scratch_destroy(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
) {
    // SAFETY: the caller's promises.
    unsafe {
        if let Some(scratch) = Checked::created(error_callback, scratch) {
            L::verify(scratch.checkpoint() == 0, NOT_EMPTY);
            scratch.free();
        }
    }
}

/// secp256k1_scratch_preallocated_size for an alignment of the caller's.
#[unsafe(export_name = symbol!("secp256k1_scratch_preallocated_size_aligned"))]
pub extern "C" fn secp256k1_scratch_preallocated_size_aligned(max_size: usize, alignment: usize) -> usize {
    preallocated_size(max_size, alignment).unwrap_or(0)
}

/// Creates a scratch space from which max_size bytes can be allocated, in the mem_len bytes at mem,
/// which may begin at any address and must stay until it is destroyed. No heap memory is asked for.
///
/// NULL, without an error callback, if mem is NULL or mem_len is less than
/// secp256k1_scratch_preallocated_size(max_size).
#[unsafe(export_name = symbol!("secp256k1_scratch_preallocated_create_aligned"))]
pub unsafe extern "C" fn secp256k1_scratch_preallocated_create_aligned(
    mem: *mut c_void,
    mem_len: usize,
    max_size: usize,
    alignment: usize,
) -> *mut secp256k1_scratch {
    // SAFETY: the caller's promises.
    unsafe { Checked::create_in(mem, mem_len, max_size, alignment) }
}

/// Destroys a scratch space that secp256k1_scratch_preallocated_create has made; its memory is the
/// caller's again. Does nothing for NULL. For anything else an error callback, and nothing changes.
#[unsafe(export_name = symbol!("secp256k1_scratch_preallocated_destroy"))]
pub unsafe extern "C" fn secp256k1_scratch_preallocated_destroy(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
) {
    // SAFETY: the caller's promises.
    unsafe {
        if let Some(scratch) = Checked::created_in(error_callback, scratch) {
            L::verify(scratch.checkpoint() == 0, NOT_EMPTY);
            scratch.end();
        }
    }
}

/// What secp256k1_scratch_apply_checkpoint needs to undo all later allocations.
#[unsafe(export_name = symbol!("secp256k1_scratch_checkpoint"))]
pub unsafe extern "C" fn secp256k1_scratch_checkpoint(
    error_callback: *const secp256k1_callback,
    scratch: *const secp256k1_scratch,
) -> usize {
    // SAFETY: the caller's promises.
    unsafe { check(error_callback, scratch) }.map_or(0, Checked::checkpoint)
}

/// Undoes all allocations since a checkpoint. An error callback, and nothing else, if the checkpoint
/// is above what is allocated.
#[unsafe(export_name = symbol!("secp256k1_scratch_apply_checkpoint"))]
pub unsafe extern "C" fn secp256k1_scratch_apply_checkpoint(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
    checkpoint: usize,
) {
    // SAFETY: the caller's promises.
    unsafe {
        if let Some(scratch) = check(error_callback, scratch) {
            scratch.apply_checkpoint(error_callback, checkpoint);
        }
    }
}

/// The number of bytes that can still be allocated, in so many objects of this alignment together.
#[unsafe(export_name = symbol!("secp256k1_scratch_max_allocation_aligned"))]
pub unsafe extern "C" fn secp256k1_scratch_max_allocation_aligned(
    error_callback: *const secp256k1_callback,
    scratch: *const secp256k1_scratch,
    objects: usize,
    alignment: usize,
) -> usize {
    // SAFETY: the caller's promises.
    unsafe { check(error_callback, scratch) }.map_or(0, |scratch| scratch.max_allocation(objects, alignment))
}

/// Allocates size zeroed bytes, rounded up to the alignment. NULL if so many are not left.
#[unsafe(export_name = symbol!("secp256k1_scratch_alloc_aligned"))]
pub unsafe extern "C" fn secp256k1_scratch_alloc_aligned(
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
    size: usize,
    alignment: usize,
) -> *mut c_void {
    // SAFETY: the caller's promises.
    unsafe { check(error_callback, scratch) }.map_or(core::ptr::null_mut(), |scratch| scratch.alloc(size, alignment))
}

/// Selects the engine for the whole process: "portable", "adx" (x86-64 with BMI2 and ADX), or "auto"
/// for the fastest that this processor has. Every engine gives the same results. Returns 0, and
/// changes nothing, for NULL, another name, or an engine that this processor lacks. May be called at
/// any time from any thread.
#[unsafe(export_name = symbol!("secp256k1_ecmult_multi_engine_select"))]
pub unsafe extern "C" fn secp256k1_ecmult_multi_engine_select(name: *const c_char) -> c_int {
    // SAFETY: the caller's string ends in NUL.
    (!name.is_null() && Engine::select(unsafe { CStr::from_ptr(name) })) as c_int
}

/// The name of the engine in use.
#[unsafe(export_name = symbol!("secp256k1_ecmult_multi_engine_name"))]
pub extern "C" fn secp256k1_ecmult_multi_engine_name() -> *const c_char {
    Engine::selected().name().as_ptr()
}

/// The scalar at `s`, none for NULL.
///
/// # Safety
/// `s` is NULL or valid for reads, and no callback writes to it: none runs meanwhile.
unsafe fn load_scalar(s: *const secp256k1_scalar) -> Option<Scalar> {
    // SAFETY: the caller's promise.
    unsafe { s.as_ref() }.map(L::scalar)
}

/// The terms that a callback gives. A callback that is NULL refuses.
///
/// # Safety
/// The callback may be called with the data.
unsafe fn source(
    cb: secp256k1_ecmult_multi_callback,
    cbdata: *mut c_void,
) -> impl FnMut(usize) -> Option<(Scalar, Ge)> {
    move |idx| {
        let cb = cb?;
        let mut sc = MaybeUninit::<secp256k1_scalar>::uninit();
        let mut pt = MaybeUninit::<secp256k1_ge>::uninit();
        // SAFETY: the caller's promise. A callback that returns 1 has filled in the scalar, and of the point
        // the flag and, if it is finite, the coordinates.
        unsafe {
            if cb(sc.as_mut_ptr(), pt.as_mut_ptr(), idx, cbdata) == 0 {
                return None;
            }
            Some((L::scalar(&sc.assume_init()), load_ge::<L>(&pt)))
        }
    }
}

/// Writes to `r` what `run` makes of the scalar of G, if there is one, and of the terms: the body of each
/// multi-multiplication, and of any other that a program in Rust adds. Returns 1, or 0 and infinity for no sum.
///
/// # Safety
/// `r` is valid for writes, the scalar NULL or valid for reads, and the callback may be called with the data.
pub unsafe fn multiply(
    r: *mut secp256k1_gej,
    inp_g_sc: *const secp256k1_scalar,
    cb: secp256k1_ecmult_multi_callback,
    cbdata: *mut c_void,
    run: impl FnOnce(Option<&Scalar>, &mut msm::Source<C>) -> Option<Gej>,
) -> c_int {
    // SAFETY: the caller's promises.
    unsafe {
        let g = load_scalar(inp_g_sc);
        let sum = run(g.as_ref(), &mut source(cb, cbdata));
        store_gej::<L>(r, &sum.unwrap_or(Gej::INFINITY));
        sum.is_some() as c_int
    }
}

/// A number of points by a given algorithm.
///
/// # Safety
/// As for the exported functions.
#[allow(clippy::too_many_arguments)]
unsafe fn batch_single(
    algorithm: Algorithm,
    error_callback: *const secp256k1_callback,
    scratch: *mut secp256k1_scratch,
    r: *mut secp256k1_gej,
    inp_g_sc: *const secp256k1_scalar,
    cb: secp256k1_ecmult_multi_callback,
    cbdata: *mut c_void,
    n: usize,
) -> c_int {
    // SAFETY: the caller's promises.
    unsafe {
        let plan = Plan::single(algorithm, n);
        let scratch = check(error_callback, scratch).filter(|s| plan.least_bytes() <= s.left());
        multiply(r, inp_g_sc, cb, cbdata, |g, source| {
            with_engine!(Engine::selected(), M => scratch?.lend(plan.best_bytes(), |memory| {
                msm::batches::<C, M>(memory, plan, g, source, n)
            }))
        })
    }
}
