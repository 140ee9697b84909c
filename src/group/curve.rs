//! The curves: secp256k1, and the small groups on which every algorithm is tested exhaustively.
//!
//! All are y² = x³ + B over the same field, so that β serves each of them; only [`Geh`](super::Geh) uses B. The
//! small ones are subgroups of prime order, with the generators that libsecp256k1 uses for
//! its own exhaustive tests (`sage/gen_exhaustive_groups.sage` there).

use super::Ge;
use crate::field::Fe;
use crate::scalar::{GroupScalar, Scalar, SmallScalar};

/// A group that the algorithms can run in.
pub trait CurveParams: Copy + 'static {
    /// Integers modulo the group's order.
    type Scalar: GroupScalar;
    /// y² = x³ + B.
    const B: u64;
    /// The generator.
    const G: Ge;
}

/// secp256k1.
#[derive(Clone, Copy, Debug)]
pub struct Secp256k1;

impl CurveParams for Secp256k1 {
    type Scalar = Scalar;
    const B: u64 = 7;
    const G: Ge = Ge {
        x: Fe::from_u64s([0x59F2_815B_16F8_1798, 0x029B_FCDB_2DCE_28D9, 0x55A0_6295_CE87_0B07, 0x79BE_667E_F9DC_BBAC]),
        y: Fe::from_u64s([0x9C47_D08F_FB10_D4B8, 0xFD17_B448_A685_5419, 0x5DA4_FBFC_0E11_08A8, 0x483A_DA77_26A3_C465]),
    };
}

/// The group of order 7.
#[derive(Clone, Copy, Debug)]
pub struct Order7;

impl CurveParams for Order7 {
    type Scalar = SmallScalar<7, 2>;
    const B: u64 = 6;
    const G: Ge = Ge {
        x: Fe::from_u64s([0x81CC_30DB_F516_6F0A, 0xE5C6_D070_50B4_B05E, 0x63D3_2CFF_1CA0_2B9B, 0x6662_5D13_317F_FE44]),
        y: Fe::from_u64s([0x3B25_418C_FF4A_B0CF, 0x6425_2F42_8CA4_4E17, 0x2DF5_3EB6_9827_4FF4, 0x1E60_E897_A7C0_0C7C]),
    };
}

/// The group of order 13.
#[derive(Clone, Copy, Debug)]
pub struct Order13;

impl CurveParams for Order13 {
    type Scalar = SmallScalar<13, 9>;
    const B: u64 = 2;
    const G: Ge = Ge {
        x: Fe::from_u64s([0xBC71_631F_C097_04FB, 0xE0DD_2CB7_A591_4790, 0xA512_62FD_E579_21DB, 0xA248_2FF8_4BF3_4EDF]),
        y: Fe::from_u64s([0x166D_3B19_BA84_B045, 0xDF18_2AA9_15B8_AA6A, 0x3A70_1CC3_EE3E_443F, 0x9425_36CB_A3E4_9492]),
    };
}

/// The group of order 199.
#[derive(Clone, Copy, Debug)]
pub struct Order199;

impl CurveParams for Order199 {
    type Scalar = SmallScalar<199, 92>;
    const B: u64 = 4;
    const G: Ge = Ge {
        x: Fe::from_u64s([0xB76A_BAD5_1F27_03AD, 0x3510_8A7F_051F_41E5, 0x5539_02E2_7A87_EA2C, 0x7FB0_7B5C_D07C_3BDA]),
        y: Fe::from_u64s([0x3A4F_3116_D32F_F969, 0x6D6F_4745_9899_0C27, 0x952A_634F_AC10_DD4D, 0x0A25_1539_5B4C_4438]),
    };
}
