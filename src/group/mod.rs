//! Points: affine, Jacobian, homogeneous, and pairs that share a z.
//!
//! Formulas are written once over [`Multiply`](crate::field::Multiply), open with their cost in
//! multiplications (M) and squarings (S), and name their source. They hold for every y² = x³ + B, and only
//! the homogeneous ones use B. `make prove` reads them here and proves each in every case.
//! Each handles all of its special cases, since any table entry and any bucket may be infinite.

mod co_z;
mod curve;
mod ge;
mod geh;
mod gej;
mod generator;
mod pair;
mod signed_sums;

pub use co_z::{CoZSums, add_update, double_update};
pub use curve::{CurveParams, Order7, Order13, Order199, Secp256k1};
pub use ge::Ge;
pub use geh::Geh;
pub use gej::Gej;
pub use generator::{Curve, MIN_WINDOW_G};
pub use pair::GejPair;
pub use signed_sums::{expand_signed_sums, list_signed_sums};

#[cfg(test)]
mod tests;
