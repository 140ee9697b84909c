//! The types of our header, as a C compiler lays them out, against upstream's and against the library's own.

use secp256k1_ecmult_multi::capi::abi_5x52 as ours;
use std::mem::{align_of, offset_of, size_of};

#[allow(non_camel_case_types, missing_docs)]
mod header {
    include!(concat!(env!("OUT_DIR"), "/header.rs"));
}

/// Size, alignment and every member's offset, in the header and upstream.
macro_rules! same {
    ($($ty:ident { $($member:ident),* })+) => {
        $(
            assert_eq!(size_of::<header::$ty>(), size_of::<upstream::$ty>(), stringify!($ty));
            assert_eq!(align_of::<header::$ty>(), align_of::<upstream::$ty>(), stringify!($ty));
            $(assert_eq!(offset_of!(header::$ty, $member), offset_of!(upstream::$ty, $member), stringify!($ty.$member));)*
        )+
    };
}

// PITFALLS 25
#[test]
fn the_headers_types_are_laid_out_as_upstreams() {
    same! {
        secp256k1_fe { n }
        secp256k1_ge { x, y, infinity }
        secp256k1_gej { x, y, z, infinity }
        secp256k1_scalar { d }
        secp256k1_callback { fn_, data }
        secp256k1_scratch { magic, data, alloc_size, max_size }
    }
    assert_eq!(size_of::<header::secp256k1_ge>(), size_of::<ours::secp256k1_ge>());
    assert_eq!(size_of::<header::secp256k1_gej>(), size_of::<ours::secp256k1_gej>());
    assert_eq!(size_of::<header::secp256k1_scalar>(), size_of::<ours::secp256k1_scalar>());
    assert_eq!(align_of::<header::secp256k1_gej>(), align_of::<ours::secp256k1_gej>());
}
