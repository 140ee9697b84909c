//! The C ABI: libsecp256k1 v0.8.0's functions with its signatures and its contract.
//!
//! One library serves every way of compiling the C side. A [`Layout`] is how one of them lays
//! out field elements; `exports.rs`, the functions, is compiled once for each, and the core once for all.
//!
//! Pointers are checked and types converted here, and nothing is computed. Pointers from C never become
//! overlapping references: inputs are copied before outputs are written.

// The types and functions have C's names.
#![allow(non_camel_case_types)]

mod callback;
mod layout;
mod libc;
#[cfg(ecmult_multi_staticlib)]
mod panic;
mod scratch;
mod upstream;

pub use callback::secp256k1_callback;
pub use layout::{Abi, GeOf, GejOf, Layout, Layout5x52, Layout10x26, Verify};
pub use scratch::secp256k1_scratch;

/// The exported functions for one layout: `exports.rs` with the layout's types, under names with its suffix.
macro_rules! abi {
    ($dollar:tt $module:ident, $layout:ty, $suffix:literal) => {
        #[doc = concat!("`secp256k1_…", $suffix, "`.")]
        // The same file once a layout; its comments state C's rules for each pointer, not Rust's.
        #[allow(clippy::duplicate_mod, clippy::missing_safety_doc)]
        #[path = "."]
        pub mod $module {
            use super::layout;

            type L = $layout;
            /// `secp256k1_scalar`.
            pub type secp256k1_scalar = <L as layout::Abi>::Scalar;
            /// `secp256k1_ge`.
            pub type secp256k1_ge = layout::GeOf<L>;
            /// `secp256k1_gej`.
            pub type secp256k1_gej = layout::GejOf<L>;
            /// `secp256k1_ecmult_multi_callback *`.
            pub type secp256k1_ecmult_multi_callback = layout::CallbackOf<L>;

            // rustfmt would indent it further each time.
    #[rustfmt::skip]
            macro_rules! symbol { ($dollar name:literal) => { concat!($dollar name, $suffix) } }
            #[path = "exports.rs"]
            mod exports;
            pub use exports::*;
        }
    };
}

abi!($ abi_5x52, layout::Layout5x52, "_5x52");
abi!($ abi_10x26, layout::Layout10x26, "_10x26");
abi!($ abi_5x52_verify, layout::Verify<layout::Layout5x52>, "_5x52_verify");
abi!($ abi_10x26_verify, layout::Verify<layout::Layout10x26>, "_10x26_verify");

// By its path, so that the paths in it start from this folder.
#[cfg(ecmult_multi_small_orders)]
#[path = "orders.rs"]
pub mod orders;

#[cfg(test)]
mod tests;
