//! Plain Rust, for every processor.

use crate::field::{Fe, Multiply};

/// The engine that is always there.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Multiply for Portable {
    #[inline(always)]
    fn mul(a: &Fe, b: &Fe) -> Fe {
        a.mul_portable(b)
    }

    #[inline(always)]
    fn sqr(a: &Fe) -> Fe {
        a.sqr_portable()
    }
}
