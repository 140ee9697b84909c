//! Scalars of the small groups, on which every algorithm is tested exhaustively.

use super::{GroupScalar, Half};

/// An integer modulo a small prime `ORDER`, with λ a cube root of unity modulo it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallScalar<const ORDER: u32, const LAMBDA: u32>(u32);

impl<const ORDER: u32, const LAMBDA: u32> SmallScalar<ORDER, LAMBDA> {
    /// The residue of `v`.
    pub const fn new(v: u32) -> Self {
        SmallScalar(v % ORDER)
    }

    /// The residue, below the order.
    pub const fn value(&self) -> u32 {
        self.0
    }
}

impl<const ORDER: u32, const LAMBDA: u32> From<u32> for SmallScalar<ORDER, LAMBDA> {
    fn from(v: u32) -> Self {
        Self::new(v)
    }
}

impl<const ORDER: u32, const LAMBDA: u32> From<SmallScalar<ORDER, LAMBDA>> for u32 {
    fn from(s: SmallScalar<ORDER, LAMBDA>) -> u32 {
        s.value()
    }
}

impl<const ORDER: u32, const LAMBDA: u32> GroupScalar for SmallScalar<ORDER, LAMBDA> {
    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    /// No short lattice is needed for small numbers, but halves that are unlike k and of both signs
    /// are: k2 = k + 5, k1 = k − k2·λ, each taken as the residue closest to zero.
    fn split_lambda(&self) -> [Half; 2] {
        let k2 = (self.0 + 5) % ORDER;
        let k1 = (self.0 + (ORDER - k2) * LAMBDA) % ORDER;
        [k1, k2].map(|k| {
            let negative = k > ORDER / 2;
            Half { negative, magnitude: if negative { ORDER - k } else { k } as u128 }
        })
    }

    fn split_odd(&self) -> [Half; 2] {
        let k = (self.0 + 2 * ORDER - 1 - LAMBDA) % ORDER;
        Self((k + ORDER * (k % 2)) / 2).split_lambda()
    }

    fn split_128(&self) -> [u128; 2] {
        // Any k2 does as long as k1 + k2·2^128 ≡ k; both sides are to be exercised.
        let k2 = (self.0 + 3) % ORDER;
        let two_128 = (u128::MAX % ORDER as u128 + 1) as u32 % ORDER;
        let k1 = (self.0 + (ORDER - k2) * two_128) % ORDER;
        [k1 as u128, k2 as u128]
    }
}
