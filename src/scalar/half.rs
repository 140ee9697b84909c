//! Half-length signed integers.

/// A half of a split scalar, as the signed integer it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Half {
    /// Whether it is below zero.
    pub negative: bool,
    /// Its absolute value, at most [`Half::BOUND`].
    pub magnitude: u128,
}

impl Half {
    /// No half of a split by λ is larger: max(|a1| + |a2|, |b1| + |b2|)/2 and what the roundings
    /// of the two quotients add, which is below 2^64 (see `split`). 0.6354·2^128.
    pub const BOUND: u128 = (0x3086_D221_A7D4_6BCD_E86C_90E4_9284_EB15_u128 / 2)
        + (0x14CA_50F7_A8E2_F3F6_57C1_108D_9D44_CFD8_u128 / 2)
        + (1 << 127)
        + (1 << 64);

    /// 129 two's complement bits: the lower 128, and the top one.
    #[inline(always)]
    pub const fn to_bits(&self) -> (u128, bool) {
        // Zero has one form here, though it may come with either sign.
        let negative = self.negative && self.magnitude != 0;
        (if negative { self.magnitude.wrapping_neg() } else { self.magnitude }, negative)
    }
}
