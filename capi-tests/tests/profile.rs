//! What tests are built with: a profile that drops the checks would leave them without half of their eyes.

use std::hint::black_box;

#[test]
#[should_panic = "attempt to add with overflow"]
fn tests_are_built_with_overflow_checks() {
    black_box(black_box(u64::MAX) + 1);
}

#[test]
#[should_panic = "a debug assertion"]
fn tests_are_built_with_debug_assertions() {
    debug_assert!(black_box(false), "a debug assertion");
}
