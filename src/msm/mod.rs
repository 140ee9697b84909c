//! Multi-scalar multiplication: k·G + Σ k_i·P_i.
//!
//! Points come one at a time from a [`Source`], in order, each asked for once. What a source refuses ends the
//! multiplication. Memory is a [`Block`] of the caller's; where nothing fits it, a piece of the stack.

mod generator;
pub mod pippenger;
pub mod plan;
pub mod strauss;

use crate::field::Multiply;
use crate::group::{Curve, Ge, Gej};
use crate::scratch::Block;
use core::mem::{MaybeUninit, size_of};
use pippenger::Pippenger;
use plan::{Algorithm, Plan};
use strauss::Strauss;

/// Where terms come from: called with 0, 1, …, n − 1. `None` ends the multiplication without a result.
pub type Source<'s, C> = dyn FnMut(usize) -> Option<(<C as crate::group::CurveParams>::Scalar, Ge)> + 's;

/// Bytes of stack for multiplications without scratch space: seven points of Strauss' algorithm.
const STACK_BYTES: usize = 7 * 1024 + 3 * 16;

/// k·G + Σ k_i·P_i over the terms 0, …, n − 1 of a source, by the plan that is fastest in the memory given.
///
/// `None` as soon as the source refuses a term.
pub fn multi<C: Curve, M: Multiply>(
    memory: &mut [MaybeUninit<u8>],
    g: Option<&C::Scalar>,
    source: &mut Source<C>,
    n: usize,
) -> Option<Gej> {
    match plan::plan(n, memory.len()) {
        Some(plan) => batches::<C, M>(memory, plan, g, source, n),
        None => multi_on_stack::<C, M>(g, source, n),
    }
}

/// The same with no memory but the stack's.
#[inline(never)]
pub fn multi_on_stack<C: Curve, M: Multiply>(g: Option<&C::Scalar>, source: &mut Source<C>, n: usize) -> Option<Gej> {
    let mut memory = [MaybeUninit::uninit(); STACK_BYTES];
    let batch_points = Algorithm::Strauss.max_points(STACK_BYTES);
    batches::<C, M>(&mut memory, Plan { algorithm: Algorithm::Strauss, batch_points }, g, source, n)
}

/// a·A + g·G, for A with any z.
#[inline(never)]
pub fn double_multiply<C: Curve, M: Multiply>(a: &Gej, k: &C::Scalar, g: Option<&C::Scalar>) -> Gej {
    const BYTES: usize = size_of::<[u64; 128]>() + 3 * 16;
    let mut memory = [MaybeUninit::uninit(); BYTES];
    let space = strauss::Space::take(&mut Block::new(&mut memory), 1, ()).expect("one point takes 1024 bytes");
    let mut strauss = Strauss::<C, M>::new(space);
    strauss.push_jacobian(k, a);
    strauss.finish(g)
}

fn generator_only<C: Curve, M: Multiply>(g: Option<&C::Scalar>) -> Gej {
    let none = strauss::Space { tables: &mut [], lambda_x: &mut [], links: &mut [] };
    Strauss::<C, M>::new(none).finish(g)
}

/// All batches of a plan that fits the memory.
fn batches<C: Curve, M: Multiply>(
    memory: &mut [MaybeUninit<u8>],
    plan: Plan,
    mut g: Option<&C::Scalar>,
    source: &mut Source<C>,
    n: usize,
) -> Option<Gej> {
    if n == 0 {
        return Some(generator_only::<C, M>(g));
    }
    let mut sum = Gej::INFINITY;
    let mut start = 0;
    while start < n {
        let points = plan.batch_points.min(n - start);
        let part = batch::<C, M>(&mut Block::new(memory), plan.algorithm, g.take(), source, start, points)??;
        sum = sum.add::<M>(&part);
        start += points;
    }
    Some(sum)
}

/// One batch: terms start, …, start + n − 1. The outer `None` if the block is too small, before the source is
/// asked; the inner one if the source refuses.
pub fn batch<C: Curve, M: Multiply>(
    block: &mut Block,
    algorithm: Algorithm,
    g: Option<&C::Scalar>,
    source: &mut Source<C>,
    start: usize,
    n: usize,
) -> Option<Option<Gej>> {
    match algorithm {
        Algorithm::Strauss => {
            let mut strauss = Strauss::<C, M>::new(strauss::Space::take(block, n, ())?);
            for i in start..start + n {
                let Some((k, p)) = source(i) else { return Some(None) };
                strauss.push(&k, &p);
            }
            Some(Some(strauss.finish(g)))
        }
        Algorithm::Pippenger => {
            let windows = plan::windows(n);
            let mut pippenger = Pippenger::<C, M>::new(pippenger::Space::take(block, n, windows.buckets())?, windows);
            for i in start..start + n {
                let Some((k, p)) = source(i) else { return Some(None) };
                pippenger.push(&k, &p);
            }
            Some(Some(pippenger.finish(g)))
        }
    }
}

#[cfg(test)]
mod tests;
