//! Multi-scalar multiplication: k·G + Σ k_i·P_i.
//!
//! Points come one at a time from a [`Source`], in order, each asked for once. What a source refuses ends the
//! multiplication. Memory is a [`Block`] of the caller's; where nothing fits it, a piece of the stack.

pub mod bundle;
mod cost;
pub mod few;
mod generator;
pub mod mixed;
pub mod pippenger;
pub mod plan;
pub mod strauss;

use crate::field::Multiply;
use crate::group::{Curve, Ge, Gej};
use crate::scratch::Block;
use bundle::Bundles;
use core::mem::MaybeUninit;
use core::ops::Range;
use few::Few;
use mixed::{Cut, Mixed};
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

/// The same with no memory but the stack's: a few points at a time.
#[inline(never)]
pub fn multi_on_stack<C: Curve, M: Multiply>(
    mut g: Option<&C::Scalar>,
    source: &mut Source<C>,
    n: usize,
) -> Option<Gej> {
    let mut memory = few::StackMemory::UNINIT;
    let mut sum = Gej::INFINITY;
    let mut start = 0;
    loop {
        let few = Few::of(n - start);
        let terms = start..start + few.points();
        start = terms.end;
        let batch = Batch { block: &mut Block::new(&mut memory.0), g: g.take(), source, terms };
        match few {
            Few::Strauss(_) => add_strauss::<C, M, { strauss::WIDTH }>(&mut sum, batch)?,
            Few::Narrow(_) => add_strauss::<C, M, { strauss::NARROW }>(&mut sum, batch)?,
            Few::Mixed(cut) => add_mixed::<C, M, { strauss::NARROW }>(&mut sum, batch, cut)?,
        }
        if start == n {
            return Some(sum);
        }
    }
}

/// k·A + g·G, for A with any z.
#[inline(never)]
pub fn double_multiply<C: Curve, M: Multiply>(term: Option<&(Gej, C::Scalar)>, g: Option<&C::Scalar>) -> Gej {
    let mut memory = strauss::OnePoint::default();
    let mut strauss = Strauss::<C, M, { strauss::WIDTH }>::new(memory.space());
    if let Some((a, k)) = term {
        strauss.push_jacobian(k, a);
    }
    strauss.finish(g)
}

/// k·G alone, with no memory for points on the stack.
#[inline(never)]
fn multiply_generator<C: Curve, M: Multiply>(g: Option<&C::Scalar>) -> Gej {
    let space = strauss::Space { tables: &mut [], lambda_x: &mut [], links: &mut [], digits: &mut [] };
    Strauss::<C, M, { strauss::NARROW }>::new(space).finish(g)
}

/// A plan carried out. `None` as soon as the source refuses a term, or, before the source is asked, if the memory is too
/// little, for which [`Plan::least_bytes`] is enough.
pub fn batches<C: Curve, M: Multiply>(
    memory: &mut [MaybeUninit<u8>],
    plan: Plan,
    mut g: Option<&C::Scalar>,
    source: &mut Source<C>,
    n: usize,
) -> Option<Gej> {
    if n == 0 {
        // No memory is needed, and none need be there.
        return Some(multiply_generator::<C, M>(g));
    }
    let mut sum = Gej::INFINITY;
    let mut start = 0;
    loop {
        let terms = start..start + plan.batch_points.min(n - start);
        start = terms.end;
        let batch = Batch { block: &mut Block::new(memory), g: g.take(), source, terms };
        match plan.algorithm {
            Algorithm::Strauss => add_strauss::<C, M, { strauss::WIDTH }>(&mut sum, batch)?,
            Algorithm::Bundle => add_bundles::<C, M>(&mut sum, batch)?,
            Algorithm::Pippenger => add_pippenger::<C, M>(&mut sum, batch)?,
        }
        if start == n {
            return Some(sum);
        }
    }
}

/// Terms that are multiplied together, and k·G with them if there is one.
struct Batch<'a, 'm, 's, C: Curve> {
    block: &'a mut Block<'m>,
    g: Option<&'a C::Scalar>,
    source: &'a mut Source<'s, C>,
    terms: Range<usize>,
}

/// Adds a batch to a sum by an algorithm that takes points one at a time. Written out in each of the functions below, which
/// have a frame for each algorithm: none takes the stack that another needs.
macro_rules! add_batch {
    ($sum:expr, $batch:expr, $algorithm:expr) => {{
        let mut algorithm = $algorithm;
        for i in $batch.terms {
            let term = ($batch.source)(i);
            let (k, p) = term.as_ref()?;
            algorithm.push(k, p);
        }
        *$sum = $sum.add::<M>(&algorithm.finish($batch.g));
        Some(())
    }};
}

#[inline(never)]
fn add_strauss<C: Curve, M: Multiply, const W: u32>(sum: &mut Gej, batch: Batch<C>) -> Option<()> {
    let space = strauss::Space::take(batch.block, batch.terms.len(), W)?;
    add_batch!(sum, batch, Strauss::<C, M, W>::new(space))
}

#[inline(never)]
fn add_bundles<C: Curve, M: Multiply>(sum: &mut Gej, batch: Batch<C>) -> Option<()> {
    let cut = Cut::fitting(batch.terms.len(), batch.block.room())?;
    if cut.singles > 0 {
        return add_mixed::<C, M, { strauss::WIDTH }>(sum, batch, cut);
    }
    let space = bundle::Space::take(batch.block, cut.bundled, cut.sizes)?;
    add_batch!(sum, batch, Bundles::<C, M>::new(space, cut.sizes))
}

#[inline(never)]
fn add_mixed<C: Curve, M: Multiply, const W: u32>(sum: &mut Gej, batch: Batch<C>, cut: Cut) -> Option<()> {
    let bundles = Bundles::new(bundle::Space::take(batch.block, cut.bundled, cut.sizes)?, cut.sizes);
    let singles = strauss::Space::take(batch.block, cut.singles, W)?;
    add_batch!(sum, batch, Mixed::<C, M, W>::new(bundles, singles))
}

#[inline(never)]
fn add_pippenger<C: Curve, M: Multiply>(sum: &mut Gej, batch: Batch<C>) -> Option<()> {
    let windows = *plan::windows(batch.terms.len());
    let space = pippenger::Space::take(batch.block, batch.terms.len(), windows.buckets())?;
    add_batch!(sum, batch, Pippenger::<C, M>::new(space, windows))
}

#[cfg(test)]
mod tests;
