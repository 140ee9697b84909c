//! Points: affine, Jacobian, and pairs that share a z.
//!
//! Formulas are written once over [`Multiply`](crate::field::Multiply), open with their cost in
//! multiplications (M) and squarings (S), and name their source. They hold for every y² = x³ + B.
//! Each handles all of its special cases, since any table entry and any bucket may be infinite.

mod co_z;
mod curve;
mod ge;
mod gej;
mod generator;

pub use co_z::{add_update, double_update};
pub use curve::{CurveParams, Order7, Order13, Order199, Secp256k1};
pub use ge::Ge;
pub use gej::Gej;
pub use generator::Curve;

#[cfg(test)]
mod tests;
