//! What the figures were taken on.

use std::fs;

/// The processor's name, or "unknown" where Linux does not give one.
pub fn processor() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    cpuinfo
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == "model name")
        .map_or("unknown processor".into(), |(_, name)| name.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The compiler of ours.
pub fn rustc() -> String {
    format!("rustc {}", rustc_version_runtime::version())
}
