//! The clock: processor time of this thread where the system has it, so that what other programs take on a shared
//! machine does not count. Nothing that is timed waits for anything.

use std::time::Duration;

/// Time since some fixed moment.
#[cfg(any(target_os = "linux", target_os = "freebsd", target_vendor = "apple"))]
pub fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Time since some fixed moment.
#[cfg(not(any(target_os = "linux", target_os = "freebsd", target_vendor = "apple")))]
pub fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
