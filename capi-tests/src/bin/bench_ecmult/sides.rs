//! The two sides, and how both are given the same objects.

use crate::Result;
pub use secp256k1_ecmult_multi::capi::abi_5x52 as ours;
use secp256k1_ecmult_multi::capi::{secp256k1_callback, secp256k1_scratch};
use std::ffi::{c_int, c_void};
use std::ptr;

/// One of the two that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Ours,
    Upstream,
}

impl Side {
    pub fn name(self) -> &'static str {
        match self {
            Side::Ours => "ours",
            Side::Upstream => "upstream",
        }
    }
}

/// Points and scalars are made once, with upstream's functions, and pointers to them serve ours too.
macro_rules! same_layout {
    ($($name:ident)*) => {$(
        const _: () = assert!(size_of::<ours::$name>() == size_of::<upstream::$name>());
        const _: () = assert!(align_of::<ours::$name>() == align_of::<upstream::$name>());
    )*};
}
same_layout!(secp256k1_scalar secp256k1_ge secp256k1_gej);

/// A multi-multiplication of ours.
pub type OursMulti = unsafe extern "C" fn(
    *const secp256k1_callback,
    *mut secp256k1_scratch,
    *mut ours::secp256k1_gej,
    *const ours::secp256k1_scalar,
    ours::secp256k1_ecmult_multi_callback,
    *mut c_void,
    usize,
) -> c_int;

/// A multi-multiplication of upstream's.
pub type UpstreamMulti = unsafe extern "C" fn(
    *const upstream::secp256k1_callback,
    *mut upstream::secp256k1_scratch,
    *mut upstream::secp256k1_gej,
    *const upstream::secp256k1_scalar,
    upstream::secp256k1_ecmult_multi_callback,
    *mut c_void,
    usize,
) -> c_int;

/// A scratch space of one size for each side, by its own functions.
pub struct Scratch {
    /// NULL for no scratch space.
    pub ours: *mut secp256k1_scratch,
    /// NULL for no scratch space.
    pub upstream: *mut upstream::secp256k1_scratch,
}

impl Scratch {
    /// No scratch space.
    pub const NULL: Scratch = Scratch { ours: ptr::null_mut(), upstream: ptr::null_mut() };

    pub fn new(bytes: usize) -> Result<Scratch> {
        // SAFETY: both callbacks are upstream's, and constants of theirs.
        let scratch = unsafe {
            Scratch {
                ours: ours::secp256k1_scratch_create_aligned(ours_callback(), bytes, upstream::upstream_ALIGNMENT),
                upstream: upstream::upstream_scratch_create(upstream::upstream_default_error_callback, bytes),
            }
        };
        if scratch.ours.is_null() || scratch.upstream.is_null() {
            return Err(format!("no memory for scratch spaces of {bytes} bytes").into());
        }
        Ok(scratch)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // SAFETY: what was created above, or NULL, which both take.
        unsafe {
            ours::secp256k1_scratch_destroy(ours_callback(), self.ours);
            upstream::upstream_scratch_destroy(upstream::upstream_default_error_callback, self.upstream);
        }
    }
}

/// Upstream's error callback, which prints and aborts, as ours takes it.
pub fn ours_callback() -> *const secp256k1_callback {
    // SAFETY: a constant of upstream's.
    unsafe { upstream::upstream_default_error_callback.cast() }
}
