//! The parts that multiplications are made of, each as a chain in which every operation waits for the one before.

mod chains;
mod comparison;

use crate::Result;
use crate::arguments::Arguments;
use crate::configuration::engine_name;
use crate::inputs::Random;
use crate::measure::{Pair, measure};
use crate::progress::Progress;
use crate::report::{Column, Report};
use chains::Operands;
use comparison::compare;
use secp256k1_ecmult_multi::engine::{self, Engine};
use secp256k1_ecmult_multi::field::{Fe, Multiply};
use secp256k1_ecmult_multi::group::{Ge, Gej};
use secp256k1_ecmult_multi::scalar::Scalar;
use std::ptr;
use upstream::{secp256k1_fe, secp256k1_ge, secp256k1_gej, secp256k1_scalar};

const KEYS: [Column; 2] =
    [Column { name: "operation", head: "operation", width: 24 }, Column { name: "engine", head: "engine", width: 9 }];

/// An operation: its name and its two sides.
type Operation<'a> = (&'static str, Box<dyn Pair + 'a>);

pub fn run(arguments: &Arguments, engines: &[Engine]) -> Result<()> {
    let operands = operands(arguments.seed);
    let mut operations: Vec<(&str, Operation)> = Vec::new();
    for &engine in engines {
        let name = engine_name(engine);
        operations.extend(with_field(engine, &operands)?.into_iter().map(|operation| (name, operation)));
    }
    operations.extend(without_field(&operands).into_iter().map(|operation| ("any", operation)));

    let mut report = Report::new(arguments, &KEYS, &[], ("ns", "ns"))?;
    let progress = Progress::new(operations.len() as u64 * u64::from(arguments.settings().rounds));
    for (engine, (name, mut pair)) in operations {
        progress.now(format!("{name}, {engine}"));
        let measurement = measure(&mut *pair, arguments.settings(), &mut || progress.forward(1))
            .map_err(|e| format!("{name}, engine {engine}: {e}"))?;
        progress.suspended(|| report.row(&[name.into(), engine.into()], 1.0, &measurement, &[]))?;
    }
    progress.finish();
    Ok(())
}

/// What uses an engine's field multiplication.
fn with_field(engine: Engine, operands: &Operands) -> Result<Vec<Operation<'_>>> {
    struct OnEngine<'a>(&'a Operands);
    impl<'a> engine::Operation for OnEngine<'a> {
        type Output = Vec<Operation<'a>>;
        fn run<M: Multiply>(self) -> Self::Output {
            on_engine::<M>(self.0)
        }
    }
    let operations = engine.run(OnEngine(operands));
    operations.ok_or_else(|| format!("this processor lacks the engine {}", engine_name(engine)).into())
}

fn on_engine<M: Multiply>(operands: &Operands) -> Vec<Operation<'_>> {
    vec![
        ("field multiplication", compare(operands, chains::mul::<M>, chains::upstream_mul, same_fe)),
        ("field squaring", compare(operands, chains::sqr::<M>, chains::upstream_sqr, same_fe)),
        ("doubling", compare(operands, chains::double::<M>, chains::upstream_double, same_gej::<M>)),
        ("mixed addition", compare(operands, chains::add_ge::<M>, chains::upstream_add_ge, same_gej::<M>)),
        ("addition", compare(operands, chains::add::<M>, chains::upstream_add, same_gej::<M>)),
    ]
}

/// What is the same on every engine.
fn without_field(operands: &Operands) -> Vec<Operation<'_>> {
    vec![
        ("field inversion", compare(operands, chains::inverse, chains::upstream_inverse, same_fe)),
        ("split by λ", compare(operands, chains::split, chains::upstream_split, |last, _| last.is_right())),
        ("wNAF, width 5", compare(operands, chains::wnaf, chains::upstream_wnaf, |a, b| a.expanded() == *b)),
        ("fixed wNAF, 13 digits", compare(operands, chains::wnaf_fixed, chains::upstream_wnaf_fixed, |a, b| a == b)),
        // Ours in the place of upstream's fixed wNAF, so against that.
        ("signed windows, 13", compare(operands, chains::windows, chains::upstream_wnaf_fixed, |a, _| a.is_right())),
    ]
}

/// Random ones.
fn operands(seed: u64) -> Operands {
    let mut random = Random(seed);
    let mut o = Operands::default();
    // SAFETY: pointers to initialized objects, and NULL where it is allowed.
    unsafe {
        for i in 0..2 {
            o.upstream.scalar[i] = random.scalar();
            let mut p = secp256k1_gej::default();
            upstream::upstream_ecmult_naive(&mut p, upstream::upstream_ge_const_g, &o.upstream.scalar[i]);
            upstream::upstream_gej_double_var(&mut o.upstream.gej[i], &p, ptr::null_mut());
            upstream::upstream_ge_set_gej_var(&mut o.upstream.ge[i], &mut p);
            o.upstream.fe[i] = o.upstream.ge[i].x;
        }
    }
    o.ours.scalar = o.upstream.scalar.each_ref().map(scalar_of);
    o.ours.fe = o.upstream.fe.each_ref().map(fe_of);
    o.ours.ge = o.upstream.ge.each_ref().map(|p| Ge { x: fe_of(&p.x), y: fe_of(&p.y) });
    o.ours.gej = o.upstream.gej.each_ref().map(gej_of);
    o
}

fn fe_of(a: &secp256k1_fe) -> Fe {
    let mut bytes = [0; 32];
    // SAFETY: room for 32 bytes.
    unsafe { upstream::upstream_fe_get_b32(bytes.as_mut_ptr(), a) };
    Fe::from_be_bytes(&bytes)
}

pub fn gej_of(p: &secp256k1_gej) -> Gej {
    Gej { x: fe_of(&p.x), y: fe_of(&p.y), z: fe_of(&p.z) }
}

pub fn scalar_of(a: &secp256k1_scalar) -> Scalar {
    let mut bytes = [0; 32];
    // SAFETY: room for 32 bytes.
    unsafe { upstream::upstream_scalar_get_b32(bytes.as_mut_ptr(), a) };
    Scalar::from_be_bytes(&bytes)
}

fn same_fe(ours: &Fe, upstream: &secp256k1_fe) -> bool {
    ours.equals(&fe_of(upstream))
}

fn same_gej<M: Multiply>(ours: &Gej, upstream: &secp256k1_gej) -> bool {
    let (mut p, mut affine) = (*upstream, secp256k1_ge::default());
    // SAFETY: both are initialized.
    unsafe { upstream::upstream_ge_set_gej_var(&mut affine, &mut p) };
    affine.infinity == 0 && ours.to_ge::<M>().equals(&Ge { x: fe_of(&affine.x), y: fe_of(&affine.y) })
}
