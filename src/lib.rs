//! Multi-scalar multiplication on secp256k1: `Σ k_i·P_i + k·G`.
//!
//! Every routine is **variable-time**: use it on public inputs only.
//!
//! ```
//! use core::mem::MaybeUninit;
//! use secp256k1_ecmult_multi::engine::Portable;
//! use secp256k1_ecmult_multi::group::{CurveParams, Gej, Secp256k1};
//! use secp256k1_ecmult_multi::msm::{self, plan};
//! use secp256k1_ecmult_multi::scalar::Scalar;
//!
//! // 3·G + 5·(2G) + 7·(−G) = 6·G
//! let small = |k: u64| Scalar::from_u64s([k, 0, 0, 0]);
//! let g = Secp256k1::G;
//! let two_g = Gej::from_ge(&g).double::<Portable>().to_ge::<Portable>();
//! let terms = [(small(5), two_g), (small(7), g.neg())];
//!
//! // Memory for the fastest plan. With less the batches are smaller, with none a piece of the stack serves.
//! let mut memory = vec![MaybeUninit::uninit(); plan::scratch_bytes(terms.len())];
//! let sum = msm::multi::<Secp256k1, Portable>(&mut memory, Some(&small(3)), &mut |i| Some(terms[i]), terms.len())
//!     .expect("the source refuses no term");
//!
//! let expected = msm::multi::<Secp256k1, Portable>(&mut [], Some(&small(6)), &mut |_| None, 0).expect("no terms");
//! assert!(sum.equals::<Portable>(&expected));
//! ```
#![cfg_attr(not(test), no_std)]

#[cfg(any(test, feature = "counting"))]
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
