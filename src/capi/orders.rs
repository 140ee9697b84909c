//! The small groups of libsecp256k1's exhaustive tests, for a library that only these tests link.

use super::layout::{self, Abi, Layout, UNREDUCED};
use crate::field::Fe;
use crate::group::{Curve, CurveParams, Order7, Order13, Order199};
use core::ffi::{CStr, c_int};
use core::marker::PhantomData;

/// A layout for a small group: the field is the same, and a scalar is one integer of 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Small<L, C>(PhantomData<(L, C)>);

impl<L: Layout, C: Curve> Layout for Small<L, C> {
    type Fe = L::Fe;

    fn load(fe: &L::Fe, max_magnitude: c_int) -> Fe {
        L::load(fe, max_magnitude)
    }

    fn store(fe: &Fe) -> L::Fe {
        L::store(fe)
    }

    fn verify(kept: bool, message: &CStr) {
        L::verify(kept, message)
    }
}

impl<L: Layout, C: Curve> Abi for Small<L, C>
where
    <C as CurveParams>::Scalar: From<u32> + Into<u32>,
{
    type Curve = C;
    type Scalar = u32;

    fn scalar(s: &u32) -> C::Scalar {
        let residue = C::Scalar::from(*s);
        Self::verify(residue.into() == *s, UNREDUCED);
        residue
    }

    fn signed_integer(s: &u32) -> ([u64; 4], bool) {
        Self::scalar(s);
        ([*s as u64, 0, 0, 0], false)
    }
}

abi!($ abi_5x52_order7, super::Small<layout::Layout5x52, super::Order7>, "_5x52_order7");
abi!($ abi_5x52_order13, super::Small<layout::Layout5x52, super::Order13>, "_5x52_order13");
abi!($ abi_5x52_order199, super::Small<layout::Layout5x52, super::Order199>, "_5x52_order199");
abi!($ abi_10x26_order7, super::Small<layout::Layout10x26, super::Order7>, "_10x26_order7");
abi!($ abi_10x26_order13, super::Small<layout::Layout10x26, super::Order13>, "_10x26_order13");
abi!($ abi_10x26_order199, super::Small<layout::Layout10x26, super::Order199>, "_10x26_order199");
abi!($ abi_5x52_verify_order7, super::Small<layout::Verify<layout::Layout5x52>, super::Order7>, "_5x52_verify_order7");
abi!($ abi_5x52_verify_order13, super::Small<layout::Verify<layout::Layout5x52>, super::Order13>, "_5x52_verify_order13");
abi!($ abi_5x52_verify_order199, super::Small<layout::Verify<layout::Layout5x52>, super::Order199>, "_5x52_verify_order199");
abi!($ abi_10x26_verify_order7, super::Small<layout::Verify<layout::Layout10x26>, super::Order7>, "_10x26_verify_order7");
abi!($ abi_10x26_verify_order13, super::Small<layout::Verify<layout::Layout10x26>, super::Order13>, "_10x26_verify_order13");
abi!($ abi_10x26_verify_order199, super::Small<layout::Verify<layout::Layout10x26>, super::Order199>, "_10x26_verify_order199");
