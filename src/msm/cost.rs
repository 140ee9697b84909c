//! Estimates by which plans are compared: field multiplications, with linear operations worth a fraction of one.

/// All doublings of one sum.
pub const DOUBLINGS: u64 = 129 * 8;
/// A mixed addition, and one of Jacobian points.
pub const ADD_GE: u64 = 13;
pub const ADD: u64 = 18;
/// A point by Strauss' algorithm: its table, and the additions of its digits.
pub const STRAUSS_POINT: u64 = 110 + 43 * ADD_GE;
/// The same with narrow digits.
pub const NARROW_POINT: u64 = 35 + 65 * ADD_GE;
/// A point's part of the table of a bundle of seven, and the additions of a whole bundle. The products by β of one sum and the
/// doublings of a second one are left out, and so is that smaller bundles have cheaper tables.
pub const BUNDLE_TABLE_POINT: u64 = 73;
pub const BUNDLE_ADDITIONS: u64 = 258 * ADD_GE;
