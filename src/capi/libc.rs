//! What the C library takes from C's, besides `memcpy` and the like, which the compiler calls. Declared here
//! because the crate libc knows no functions for bare metal.

use core::ffi::c_void;
#[cfg(not(target_os = "none"))]
use core::ffi::{c_char, c_int};

unsafe extern "C" {
    pub fn malloc(size: usize) -> *mut c_void;
    pub fn free(block: *mut c_void);
    pub fn abort() -> !;
}

// C leaves open what stderr is, and on bare metal it may be no symbol, or not be there.
#[cfg(not(target_os = "none"))]
unsafe extern "C" {
    #[cfg_attr(target_vendor = "apple", link_name = "__stderrp")]
    pub static stderr: *mut c_void;
    pub fn fputs(text: *const c_char, stream: *mut c_void) -> c_int;
}
