//! Multi-scalar multiplication: k·G + Σ k_i·P_i.
//!
//! Points come one at a time from a [`Source`], in order, each asked for once. What a source refuses ends the
//! multiplication. Memory is a [`Block`] of the caller's; where nothing fits it, a piece of the stack.

pub mod bundle;
mod generator;
pub mod pippenger;
pub mod plan;
pub mod strauss;

use crate::field::Multiply;
use crate::group::{Curve, Ge, Gej};
use crate::scratch::Block;
use bundle::{Bundles, Sizes};
use core::mem::MaybeUninit;
use pippenger::Pippenger;
use plan::{Algorithm, Plan};
use strauss::Strauss;

/// Where terms come from: called with 0, 1, …, n − 1. `None` ends the multiplication without a result.
pub type Source<'s, C> = dyn FnMut(usize) -> Option<(<C as crate::group::CurveParams>::Scalar, Ge)> + 's;

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
    let mut memory = plan::StackMemory::UNINIT;
    batches::<C, M>(&mut memory.0, plan::on_stack(n), g, source, n)
}

/// k·A + g·G, for A with any z.
#[inline(never)]
pub fn double_multiply<C: Curve, M: Multiply>(term: Option<&(Gej, C::Scalar)>, g: Option<&C::Scalar>) -> Gej {
    let mut memory = strauss::OnePoint::default();
    let mut strauss = Strauss::<C, M>::new(memory.space());
    if let Some((a, k)) = term {
        strauss.push_jacobian(k, a);
    }
    strauss.finish(g)
}

/// A plan carried out. `None` as soon as the source refuses a term, or if the memory is less than
/// [`Plan::padded_bytes`], before the source is asked.
pub fn batches<C: Curve, M: Multiply>(
    memory: &mut [MaybeUninit<u8>],
    plan: Plan,
    mut g: Option<&C::Scalar>,
    source: &mut Source<C>,
    n: usize,
) -> Option<Gej> {
    if n == 0 {
        // No memory is needed, and none need be there.
        return Some(double_multiply::<C, M>(None, g));
    }
    let mut sum = Gej::INFINITY;
    let mut start = 0;
    loop {
        let points = plan.batch_points.min(n - start);
        let part = batch::<C, M>(&mut Block::new(memory), plan.algorithm, g.take(), source, start, points)?;
        sum = sum.add::<M>(&part);
        start += points;
        if start == n {
            return Some(sum);
        }
    }
}

/// One batch: terms start, …, start + n − 1.
#[inline(always)]
fn batch<C: Curve, M: Multiply>(
    block: &mut Block,
    algorithm: Algorithm,
    g: Option<&C::Scalar>,
    source: &mut Source<C>,
    start: usize,
    n: usize,
) -> Option<Gej> {
    match algorithm {
        Algorithm::Strauss => strauss_batch::<C, M>(block, g, source, start, n),
        Algorithm::Bundle => bundle_batch::<C, M>(block, g, source, start, n),
        Algorithm::Pippenger => pippenger_batch::<C, M>(block, g, source, start, n),
    }
}

// A frame for each algorithm, so that none takes the stack that another needs.

#[inline(never)]
fn strauss_batch<C: Curve, M: Multiply>(
    block: &mut Block,
    g: Option<&C::Scalar>,
    source: &mut Source<C>,
    start: usize,
    n: usize,
) -> Option<Gej> {
    let mut strauss = Strauss::<C, M>::new(strauss::Space::take(block, n, ())?);
    for i in start..start + n {
        let (k, p) = source(i)?;
        strauss.push(&k, &p);
    }
    Some(strauss.finish(g))
}

#[inline(never)]
fn bundle_batch<C: Curve, M: Multiply>(
    block: &mut Block,
    g: Option<&C::Scalar>,
    source: &mut Source<C>,
    start: usize,
    n: usize,
) -> Option<Gej> {
    let sizes = Sizes::fitting(n, block.aligned_len())?;
    let mut bundles = Bundles::<C, M>::new(bundle::Space::take(block, n, sizes)?, sizes);
    for i in start..start + n {
        let (k, p) = source(i)?;
        bundles.push(&k, &p);
    }
    Some(bundles.finish(g))
}

#[inline(never)]
fn pippenger_batch<C: Curve, M: Multiply>(
    block: &mut Block,
    g: Option<&C::Scalar>,
    source: &mut Source<C>,
    start: usize,
    n: usize,
) -> Option<Gej> {
    let windows = *plan::windows(n);
    let mut pippenger = Pippenger::<C, M>::new(pippenger::Space::take(block, n, windows.buckets())?, windows);
    for i in start..start + n {
        let (k, p) = source(i)?;
        pippenger.push(&k, &p);
    }
    Some(pippenger.finish(g))
}

#[cfg(test)]
mod tests;
