//! Every engine in turn.

use secp256k1_ecmult_multi::capi::abi_5x52 as ffi;
use secp256k1_ecmult_multi::engine::Engine;
use std::ffi::CStr;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The engine in use and how many tests use it: the choice is the process's, and tests run in several threads.
static IN_USE: Mutex<(Option<&CStr>, usize)> = Mutex::new((None, 0));
static CHANGED: Condvar = Condvar::new();

struct Use;

impl Use {
    /// Waits until no test uses another engine.
    fn of(name: &'static CStr) -> Use {
        let busy = |state: &mut (Option<&CStr>, usize)| state.1 > 0 && state.0 != Some(name);
        let mut state = CHANGED.wait_while(lock(), busy).unwrap_or_else(PoisonError::into_inner);
        if state.1 == 0 {
            assert_eq!(unsafe { ffi::secp256k1_ecmult_multi_engine_select(name.as_ptr()) }, 1, "{name:?}");
        }
        assert_eq!(unsafe { CStr::from_ptr(ffi::secp256k1_ecmult_multi_engine_name()) }, name);
        *state = (Some(name), state.1 + 1);
        Use
    }
}

impl Drop for Use {
    fn drop(&mut self) {
        lock().1 -= 1;
        CHANGED.notify_all();
    }
}

fn lock() -> MutexGuard<'static, (Option<&'static CStr>, usize)> {
    IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a test with each engine that this processor has.
pub fn each(test: impl Fn()) {
    for engine in Engine::ALL.iter().filter(|engine| engine.is_available()) {
        let _use = Use::of(engine.name());
        // Seen only where the test fails.
        println!("engine {:?}", engine.name());
        test();
    }
}
