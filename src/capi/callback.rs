//! Error callbacks.

use super::libc;
use core::ffi::{CStr, c_char, c_void};

/// `secp256k1_callback`: a function for error messages, and its argument.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct secp256k1_callback {
    function: Option<unsafe extern "C-unwind" fn(text: *const c_char, data: *mut c_void)>,
    data: *const c_void,
}

/// Reports an error to the callback, or to the default handler if there is none. That one aborts.
///
/// # Safety
/// `callback` is NULL or valid, and its function may be called.
#[cold]
pub unsafe fn report(callback: *const secp256k1_callback, text: &CStr) {
    // SAFETY: valid where it is not NULL.
    let function = unsafe { callback.as_ref() }.and_then(|c| Some((c.function?, c.data)));
    match function {
        // SAFETY: the caller's promise.
        Some((function, data)) => unsafe { function(text.as_ptr(), data.cast_mut()) },
        None => default_handler(text),
    }
}

fn default_handler(text: &CStr) -> ! {
    abort_with(c"[libsecp256k1] internal consistency check failed: ", text)
}

/// Ends the process: a caller in a VERIFY build has broken the contract.
#[cold]
pub fn fail(text: &CStr) -> ! {
    abort_with(c"[secp256k1_ecmult_multi] verification failed: ", text)
}

/// Without an operating system there is nowhere to print to.
#[cfg_attr(target_os = "none", expect(unused_variables))]
fn abort_with(prefix: &CStr, text: &CStr) -> ! {
    #[cfg(not(target_os = "none"))]
    for part in [prefix, text, c"\n"] {
        // SAFETY: C's own stream, and a string that ends in NUL.
        unsafe { libc::fputs(part.as_ptr(), libc::stderr) };
    }
    // SAFETY: abort has no preconditions.
    unsafe { libc::abort() }
}
