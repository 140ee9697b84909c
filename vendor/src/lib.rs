//! libsecp256k1 v0.8.0 ("upstream") for tests and benchmarks: its sources, and its internal functions bound to Rust.
//!
//! None of upstream's code is in this repository. The build script takes it from the crate `secp256k1-sys`, pinned by
//! `Cargo.lock`, undoes what that crate changes, and leaves upstream's tree at [`SOURCE`]. (What that crate does not
//! ship is missing there too: `autotools-aux/m4/bitcoin_secp.m4`, so upstream's CMake build works and its `configure`
//! only where something stands in for these macros.) Building takes a C compiler and libclang (Debian: `gcc` and
//! `libclang-dev`).
//!
//! `shim.h` lists the functions: `upstream_NAME` is upstream's `secp256k1_NAME`. They are compiled as upstream's own
//! build compiles them, with -O2 and without VERIFY, in every profile of cargo. All of them run in variable time: test
//! tools, not for secrets. The types have upstream's names and layout, which the compiler checks.
//!
//! ```
//! use upstream::*;
//!
//! let mut two = secp256k1_scalar::default();
//! let (mut doubled, mut product) = (secp256k1_gej::default(), secp256k1_gej::default());
//! // SAFETY: the pointers are to initialized objects, and to constants of upstream.
//! unsafe {
//!     upstream_gej_set_ge(&mut doubled, upstream_ge_const_g);
//!     upstream_gej_double_var(&mut doubled, &doubled, std::ptr::null_mut());
//!     upstream_scalar_set_int(&mut two, 2);
//!     upstream_ecmult_naive(&mut product, upstream_ge_const_g, &two);
//!     assert_eq!(upstream_gej_eq_var(&product, &doubled), 1);
//! }
//! ```
//!
//! A C program or a Makefile gets the folder from `cargo run -q -p libsecp256k1-upstream --bin upstream-source`; a
//! build script of a package that depends on this one, from `DEP_UPSTREAM_SHIM_SOURCE`, and the folder of `shim.h`
//! from `DEP_UPSTREAM_SHIM_INCLUDE`.

/// The folder with upstream's restored sources. It is the same from build to build, and is written anew only when the
/// package that it comes from, or the way it is restored, has changed.
pub const SOURCE: &str = concat!(env!("OUT_DIR"), "/secp256k1");

/// What bindgen makes of `shim.h`, in a module of its own for the sake of the allowances.
mod bindings {
    // The names are C's, and the texts those of C headers.
    #![allow(missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals)]
    #![allow(clippy::all, rustdoc::all)]
    include!(concat!(env!("OUT_DIR"), "/bindings.rs"));
}
pub use bindings::*;
