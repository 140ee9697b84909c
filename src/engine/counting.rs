//! An engine for tests that counts what formulas ask of another one.

use crate::field::{Fe, Multiply};
use core::cell::Cell;
use core::marker::PhantomData;
use std::thread_local;

thread_local! {
    static COUNT: Cell<Operations> = const { Cell::new(Operations { mul: 0, sqr: 0 }) };
}

/// Numbers of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operations {
    /// Multiplications.
    pub mul: u64,
    /// Squarings.
    pub sqr: u64,
}

/// M, counted for each thread by itself.
#[derive(Clone, Copy, Debug)]
pub struct Counting<M>(PhantomData<M>);

impl<M: Multiply> Multiply for Counting<M> {
    fn mul(a: &Fe, b: &Fe) -> Fe {
        COUNT.set(Operations { mul: COUNT.get().mul + 1, ..COUNT.get() });
        M::mul(a, b)
    }

    fn sqr(a: &Fe) -> Fe {
        COUNT.set(Operations { sqr: COUNT.get().sqr + 1, ..COUNT.get() });
        M::sqr(a)
    }
}

/// What `f` gives, and what it took.
pub fn count<R>(f: impl FnOnce() -> R) -> (R, Operations) {
    let before = COUNT.get();
    let r = f();
    let after = COUNT.get();
    (r, Operations { mul: after.mul - before.mul, sqr: after.sqr - before.sqr })
}
