//! The choice of an engine. It is the process's, so no other test in this program makes one.
#![cfg(all(unix, target_pointer_width = "64"))]

use secp256k1_ecmult_multi::capi::{abi_5x52, abi_10x26_verify};
use secp256k1_ecmult_multi::engine::Engine;
use std::ffi::CStr;
use std::ptr::null;

fn select(name: &CStr) -> bool {
    // SAFETY: the string ends in NUL.
    unsafe { abi_5x52::secp256k1_ecmult_multi_engine_select(name.as_ptr()) == 1 }
}

fn name() -> &'static CStr {
    // SAFETY: a constant of the library.
    unsafe { CStr::from_ptr(abi_5x52::secp256k1_ecmult_multi_engine_name()) }
}

#[test]
fn an_engine_is_selected_by_name_for_all_layouts() {
    assert_eq!(name(), Engine::best().name());
    for &engine in Engine::ALL {
        assert!(select(c"portable"));
        assert_eq!(select(engine.name()), engine.is_available());
        let selected = if engine.is_available() { engine } else { Engine::Portable };
        assert_eq!(name(), selected.name());
        // Another layout's functions see the same choice.
        let other = unsafe { CStr::from_ptr(abi_10x26_verify::secp256k1_ecmult_multi_engine_name()) };
        assert_eq!(other, selected.name());
        // What is no engine changes nothing.
        for none in [c"", c"Portable", c"portable ", c"por", c"none"] {
            assert!(!select(none), "{none:?}");
        }
        assert_eq!(unsafe { abi_5x52::secp256k1_ecmult_multi_engine_select(null()) }, 0);
        assert_eq!(name(), selected.name());
    }
    assert_eq!(unsafe { abi_10x26_verify::secp256k1_ecmult_multi_engine_select(c"auto".as_ptr()) }, 1);
    assert_eq!(name(), Engine::best().name());
}

/// What C programs go through, c/engines.h, is every engine.
#[test]
fn c_programs_know_every_engine() {
    let header = include_str!("../c/engines.h");
    let list = header.split_once("engines[] = {").and_then(|(_, rest)| rest.split_once('}')).unwrap().0;
    let names: Vec<_> = list.split(',').map(|name| name.trim().trim_matches('"')).collect();
    for engine in Engine::ALL {
        assert!(names.contains(&engine.name().to_str().unwrap()), "{engine:?}");
    }
    #[cfg(target_arch = "x86_64")]
    if !cfg!(ecmult_multi_limbs = "32") {
        assert_eq!(names.len(), Engine::ALL.len());
    }
}
