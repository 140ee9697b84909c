//! Both libraries' functions with the same signatures.

use secp256k1_ecmult_multi::capi::abi_5x52 as ffi;
use std::ffi::{c_int, c_void};
use std::mem::transmute;
use upstream::*;

/// A multi-multiplication.
pub type Multi = unsafe extern "C" fn(
    *const secp256k1_callback,
    *mut secp256k1_scratch,
    *mut secp256k1_gej,
    *const secp256k1_scalar,
    secp256k1_ecmult_multi_callback,
    *mut c_void,
    usize,
) -> c_int;

/// What `ALIGNMENT` can be on the C side.
pub const ALIGNMENTS: [usize; 4] = [8, 16, 32, 64];

/// Our functions on upstream's types.
pub mod ours {
    use super::*;

    macro_rules! multi {
        ($($name:ident = $function:ident,)+) => {
            $(pub unsafe extern "C" fn $name(
                error_callback: *const secp256k1_callback,
                scratch: *mut secp256k1_scratch,
                r: *mut secp256k1_gej,
                g: *const secp256k1_scalar,
                cb: secp256k1_ecmult_multi_callback,
                data: *mut c_void,
                n: usize,
            ) -> c_int {
                // SAFETY: the layouts are the same; the two kinds of function pointer differ in that ours may unwind.
                unsafe {
                    let cb = transmute::<secp256k1_ecmult_multi_callback, ffi::secp256k1_ecmult_multi_callback>(cb);
                    ffi::$function(error_callback.cast(), scratch.cast(), r.cast(), g.cast(), cb, data, n)
                }
            })+
        };
    }
    multi! {
        multi_var = secp256k1_ecmult_multi_var,
        strauss_batch_single = secp256k1_ecmult_strauss_batch_single,
        pippenger_batch_single = secp256k1_ecmult_pippenger_batch_single,
        bundle_batch_single = secp256k1_ecmult_bundle_batch_single,
    }

    pub unsafe fn ecmult(
        r: *mut secp256k1_gej,
        a: *const secp256k1_gej,
        na: *const secp256k1_scalar,
        ng: *const secp256k1_scalar,
    ) {
        unsafe { ffi::secp256k1_ecmult(r.cast(), a.cast(), na.cast(), ng.cast()) }
    }
    pub unsafe fn wnaf(wnaf: *mut c_int, len: c_int, a: &secp256k1_scalar, w: c_int) -> c_int {
        unsafe { ffi::secp256k1_ecmult_wnaf(wnaf, len, (&raw const *a).cast(), w) }
    }
    pub unsafe fn wnaf_fixed(wnaf: *mut c_int, s: &secp256k1_scalar, w: c_int) -> c_int {
        unsafe { ffi::secp256k1_wnaf_fixed(wnaf, (&raw const *s).cast(), w) }
    }

    pub use ffi::{
        secp256k1_bundle_scratch_size as bundle_scratch_size,
        secp256k1_ecmult_multi_scratch_size as multi_scratch_size,
        secp256k1_pippenger_bucket_window as pippenger_bucket_window,
        secp256k1_pippenger_bucket_window_inv as pippenger_bucket_window_inv,
        secp256k1_pippenger_scratch_size as pippenger_scratch_size,
        secp256k1_strauss_scratch_size as strauss_scratch_size,
    };
    pub fn strauss_max_points(e: *const secp256k1_callback, s: *mut secp256k1_scratch, alignment: usize) -> usize {
        unsafe { ffi::secp256k1_strauss_max_points_aligned(e.cast(), s.cast(), alignment) }
    }
    pub fn pippenger_max_points(e: *const secp256k1_callback, s: *mut secp256k1_scratch, alignment: usize) -> usize {
        unsafe { ffi::secp256k1_pippenger_max_points_aligned(e.cast(), s.cast(), alignment) }
    }
    pub fn bundle_max_points(e: *const secp256k1_callback, s: *mut secp256k1_scratch) -> usize {
        unsafe { ffi::secp256k1_bundle_max_points(e.cast(), s.cast()) }
    }
    /// The return value, and what was written to two variables that held `before`.
    pub fn batch_size_helper(before: usize, max: usize, n: usize) -> (c_int, usize, usize) {
        let (mut batches, mut points) = (before, before);
        let ret = unsafe { ffi::secp256k1_ecmult_multi_batch_size_helper(&mut batches, &mut points, max, n) };
        (ret, batches, points)
    }

    pub unsafe fn scratch_create(
        e: *const secp256k1_callback,
        size: usize,
        alignment: usize,
    ) -> *mut secp256k1_scratch {
        unsafe { ffi::secp256k1_scratch_create_aligned(e.cast(), size, alignment).cast() }
    }
    pub unsafe fn scratch_destroy(e: *const secp256k1_callback, s: *mut secp256k1_scratch) {
        unsafe { ffi::secp256k1_scratch_destroy(e.cast(), s.cast()) }
    }
    pub fn scratch_preallocated_size(max_size: usize, alignment: usize) -> usize {
        ffi::secp256k1_scratch_preallocated_size_aligned(max_size, alignment)
    }
    pub unsafe fn scratch_preallocated_create(
        memory: *mut c_void,
        length: usize,
        max_size: usize,
        alignment: usize,
    ) -> *mut secp256k1_scratch {
        unsafe { ffi::secp256k1_scratch_preallocated_create_aligned(memory, length, max_size, alignment).cast() }
    }
    pub unsafe fn scratch_preallocated_destroy(e: *const secp256k1_callback, s: *mut secp256k1_scratch) {
        unsafe { ffi::secp256k1_scratch_preallocated_destroy(e.cast(), s.cast()) }
    }
    pub unsafe fn scratch_checkpoint(e: *const secp256k1_callback, s: *const secp256k1_scratch) -> usize {
        unsafe { ffi::secp256k1_scratch_checkpoint(e.cast(), s.cast()) }
    }
    pub unsafe fn scratch_apply_checkpoint(e: *const secp256k1_callback, s: *mut secp256k1_scratch, checkpoint: usize) {
        unsafe { ffi::secp256k1_scratch_apply_checkpoint(e.cast(), s.cast(), checkpoint) }
    }
    pub unsafe fn scratch_max_allocation(
        e: *const secp256k1_callback,
        s: *const secp256k1_scratch,
        objects: usize,
        alignment: usize,
    ) -> usize {
        unsafe { ffi::secp256k1_scratch_max_allocation_aligned(e.cast(), s.cast(), objects, alignment) }
    }
    pub unsafe fn scratch_alloc(
        e: *const secp256k1_callback,
        s: *mut secp256k1_scratch,
        size: usize,
        alignment: usize,
    ) -> *mut c_void {
        unsafe { ffi::secp256k1_scratch_alloc_aligned(e.cast(), s.cast(), size, alignment) }
    }
}

/// A function that multiplies and adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Var,
    Strauss,
    Pippenger,
    Bundle,
}

impl Way {
    pub const ALL: [Way; 4] = [Way::Var, Way::Strauss, Way::Pippenger, Way::Bundle];
    /// Those with one algorithm and one batch, which fail where the scratch space is too small.
    pub const SINGLE: [Way; 3] = [Way::Strauss, Way::Pippenger, Way::Bundle];
    /// Those of them that upstream has.
    pub const UPSTREAMS: [Way; 2] = [Way::Strauss, Way::Pippenger];

    pub fn ours(self) -> Multi {
        match self {
            Way::Var => ours::multi_var,
            Way::Strauss => ours::strauss_batch_single,
            Way::Pippenger => ours::pippenger_batch_single,
            Way::Bundle => ours::bundle_batch_single,
        }
    }

    /// What upstream has in its place: Strauss' algorithm for bundles.
    pub fn upstream(self) -> Multi {
        match self {
            Way::Var => upstream_ecmult_multi_var,
            Way::Strauss | Way::Bundle => upstream_ecmult_strauss_batch_single,
            Way::Pippenger => upstream_ecmult_pippenger_batch_single,
        }
    }

    /// Upstream's count of the objects that each take padding, none where the size has it.
    pub fn objects(self) -> usize {
        match self {
            Way::Var | Way::Bundle => 0,
            Way::Strauss => unsafe { upstream_STRAUSS_SCRATCH_OBJECTS },
            Way::Pippenger => unsafe { upstream_PIPPENGER_SCRATCH_OBJECTS },
        }
    }

    /// Our figure for n points, without padding but for bundles. The general function has none: twice the larger one, so that it is
    /// ample with padding too.
    pub fn size(self, n: usize) -> usize {
        match self {
            Way::Var => Way::SINGLE.map(|way| way.size(n)).into_iter().max().unwrap().saturating_mul(2),
            Way::Bundle => ours::bundle_scratch_size(n),
            Way::Strauss => ours::strauss_scratch_size(n),
            Way::Pippenger => ours::pippenger_scratch_size(n, ours::pippenger_bucket_window(n)),
        }
    }

    /// Upstream's.
    pub fn upstream_size(self, n: usize) -> usize {
        match self {
            Way::Var => Way::SINGLE.map(|way| way.upstream_size(n)).into_iter().max().unwrap(),
            Way::Strauss | Way::Bundle => unsafe { upstream_strauss_scratch_size(n) },
            Way::Pippenger => unsafe { upstream_pippenger_scratch_size(n, upstream_pippenger_bucket_window(n)) },
        }
    }

    pub fn max_points(self, e: *const secp256k1_callback, s: *mut secp256k1_scratch, alignment: usize) -> usize {
        match self {
            Way::Var => panic!("multi_var takes any number of points"),
            Way::Strauss => ours::strauss_max_points(e, s, alignment),
            Way::Pippenger => ours::pippenger_max_points(e, s, alignment),
            Way::Bundle => ours::bundle_max_points(e, s),
        }
    }

    pub fn upstream_max_points(self, e: *const secp256k1_callback, s: *mut secp256k1_scratch) -> usize {
        match self {
            Way::Var => panic!("multi_var takes any number of points"),
            Way::Strauss | Way::Bundle => unsafe { upstream_strauss_max_points(e, s) },
            Way::Pippenger => unsafe { upstream_pippenger_max_points(e, s) },
        }
    }
}
