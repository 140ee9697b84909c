//! Two chains as a pair that can be measured.

use super::chains::Operands;
use crate::Result;
use crate::measure::Pair;
use crate::sides::Side;

/// Two chains, and whether their results agree.
struct Comparison<'a, O, U> {
    operands: &'a Operands,
    ours: fn(&Operands, usize) -> O,
    upstream: fn(&Operands, usize) -> U,
    same: fn(&O, &U) -> bool,
    ours_result: Option<O>,
    upstream_result: Option<U>,
}

pub fn compare<'a, O: 'a, U: 'a>(
    operands: &'a Operands,
    ours: fn(&Operands, usize) -> O,
    upstream: fn(&Operands, usize) -> U,
    same: fn(&O, &U) -> bool,
) -> Box<dyn Pair + 'a> {
    Box::new(Comparison { operands, ours, upstream, same, ours_result: None, upstream_result: None })
}

impl<O, U> Pair for Comparison<'_, O, U> {
    fn run(&mut self, side: Side, repetitions: usize) {
        match side {
            Side::Ours => self.ours_result = Some((self.ours)(self.operands, repetitions)),
            Side::Upstream => self.upstream_result = Some((self.upstream)(self.operands, repetitions)),
        }
    }

    fn finish_round(&mut self) -> Result<()> {
        match (&self.ours_result, &self.upstream_result) {
            (Some(ours), Some(upstream)) if (self.same)(ours, upstream) => Ok(()),
            _ => Err("the results of ours and upstream's differ".into()),
        }
    }
}
