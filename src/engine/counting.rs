//! An engine that counts what formulas ask of another one. It needs std, so it is a feature.

use crate::field::{Fe, Multiply};
use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::Sub;
use std::thread_local;

thread_local! {
    static COUNT: Cell<Operations> = const { Cell::new(Operations::NONE) };
}

/// Numbers of field operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operations {
    /// Multiplications.
    pub mul: u64,
    /// Squarings.
    pub sqr: u64,
    /// Tests for zero modulo p: libsecp256k1 normalizes for each.
    pub zero_tests: u64,
    /// Inversions.
    pub inversions: u64,
}

impl Operations {
    const NONE: Operations = Operations { mul: 0, sqr: 0, zero_tests: 0, inversions: 0 };

    /// Multiplications and squarings, which is what the cost of a formula says.
    pub const fn products(&self) -> (u64, u64) {
        (self.mul, self.sqr)
    }
}

impl Sub for Operations {
    type Output = Operations;

    fn sub(self, b: Operations) -> Operations {
        Operations {
            mul: self.mul - b.mul,
            sqr: self.sqr - b.sqr,
            zero_tests: self.zero_tests - b.zero_tests,
            inversions: self.inversions - b.inversions,
        }
    }
}

/// M, counted for each thread by itself.
#[derive(Clone, Copy, Debug)]
pub struct Counting<M>(PhantomData<M>);

/// Adds to the thread's count.
fn note(change: impl FnOnce(&mut Operations)) {
    let mut count = COUNT.get();
    change(&mut count);
    COUNT.set(count);
}

impl<M: Multiply> Multiply for Counting<M> {
    fn mul(a: &Fe, b: &Fe) -> Fe {
        note(|count| count.mul += 1);
        M::mul(a, b)
    }

    fn sqr(a: &Fe) -> Fe {
        note(|count| count.sqr += 1);
        M::sqr(a)
    }

    fn is_zero(a: &Fe) -> bool {
        note(|count| count.zero_tests += 1);
        M::is_zero(a)
    }

    fn inverse(a: &Fe) -> Fe {
        note(|count| count.inversions += 1);
        M::inverse(a)
    }
}

/// What `f` gives, and what it took.
pub fn count<R>(f: impl FnOnce() -> R) -> (R, Operations) {
    let before = COUNT.get();
    let r = f();
    (r, COUNT.get() - before)
}
