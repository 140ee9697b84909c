//! Scalars to digits.

mod bundle;
mod windows;
mod wnaf;
mod wnaf_fixed;

pub use bundle::{BUNDLE_POSITIONS, BUNDLE_SIGN, MAX_BUNDLE, bundle_indices};
pub use windows::Windows;
pub use wnaf::{Wnaf, wnaf_256};
pub use wnaf_fixed::{wnaf_fixed, wnaf_fixed_len};

#[cfg(test)]
mod tests;
