//! Time that a test takes itself.

use std::time::Duration;

/// The processor time of this thread: how busy the machine is otherwise does not show in it.
pub fn processor_time<R>(run: impl FnOnce() -> R) -> (R, Duration) {
    let start = now();
    let result = run();
    (result, now() - start)
}

fn now() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: C writes to a time of ours.
    assert_eq!(unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) }, 0);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
