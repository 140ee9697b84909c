//! What Rust expects of a runtime, for the C library, which has none and in which nothing unwinds.

use super::libc;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: abort has no preconditions.
    unsafe { libc::abort() }
}

/// The unwinder calls this on the way through a Rust frame: a callback has thrown. Nothing can be
/// cleaned up here, and the scratch space would be lost, so the process ends.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() -> ! {
    // SAFETY: abort has no preconditions.
    unsafe { libc::abort() }
}
