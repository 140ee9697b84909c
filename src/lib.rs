//! Multi-scalar multiplication on secp256k1: `Σ k_i·P_i + k·G`.
//!
//! Every routine is **variable-time**: use it on public inputs only.
#![cfg_attr(not(test), no_std)]

#[cfg(test)]
extern crate std;

#[cfg(feature = "capi")]
pub mod capi;
pub mod engine;
pub mod field;
pub mod group;
pub mod msm;
pub mod recode;
pub mod scalar;
pub mod scratch;
