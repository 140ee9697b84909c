//! What the differential tests share: both libraries behind one set of types, terms and the callback that gives them,
//! values with special cases among them, and oracles.
//!
//! Types are upstream's, with limbs of 52 bits and words of 64, as on every 64-bit machine. Ours have the same layout,
//! so pointers are cast.

// Every test program compiles all of this and uses a part.
#![allow(dead_code, unused_imports)]

pub mod api;
pub mod block;
pub mod child;
pub mod engines;
pub mod errors;
pub mod extremes;
pub mod oracle;
pub mod pages;
pub mod plans;
pub mod random;
pub mod refusals;
pub mod space;
pub mod terms;
pub mod values;

pub use api::{ALIGNMENTS, Way};
pub use errors::Errors;
pub use random::Random;
pub use space::Space;
pub use terms::{Outcome, Run, Term};
pub use values::Xy;
