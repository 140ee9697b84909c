//! Whole multiplications.

use crate::Result;
use crate::algorithms::{Call, ample_bytes};
use crate::arguments::{Arguments, ScratchKind};
use crate::configuration::{Configuration, KEYS, engine_name};
use crate::counts;
use crate::inputs::{self, Inputs, Terms};
use crate::measure::{Measurement, Pair, measure};
use crate::plot::Plot;
use crate::progress::Progress;
use crate::report::{Report, summarize};
use crate::sides::{self, Scratch, Side, ours};
use secp256k1_ecmult_multi::engine::Engine;
use std::ffi::{c_int, c_void};
use std::ptr;
use upstream::{secp256k1_gej, secp256k1_scalar};

/// A row with its figures.
pub struct Row {
    pub configuration: Configuration,
    pub measurement: Measurement,
}

impl Row {
    /// The median time in microseconds for each point.
    pub fn median_us(&self, side: Side) -> f64 {
        self.measurement.times(side).1 / self.scale()
    }

    /// Nanoseconds for a multiplication, divided by this, are microseconds for a point.
    pub fn scale(&self) -> f64 {
        1e3 * self.configuration.points as f64
    }
}

pub fn run(arguments: &Arguments, engines: &[Engine]) -> Result<()> {
    let settings = arguments.settings();
    let configurations = Configuration::all(arguments, engines);
    let plot = arguments.svg.as_deref().map(|path| Plot::new(path, &configurations)).transpose()?;
    let extra = if arguments.counts { &counts::COLUMNS[..] } else { &[] };
    let mut report = Report::new(arguments, &KEYS, extra, ("us", "µs per point"))?;
    let inputs = Inputs::new(arguments.seed);
    let ample = Scratch::new(ample_bytes())?;
    // About proportional to the time of a round, which is never short, so that the bar moves evenly.
    let weight = |c: &Configuration| c.points as u64 + 200;
    let progress = Progress::new(configurations.iter().map(weight).sum::<u64>() * u64::from(settings.rounds));

    let (mut rows, mut left_out) = (Vec::new(), Vec::new());
    for configuration in configurations {
        progress.now(configuration.describe());
        if !Engine::select(configuration.engine.name()) {
            return Err(format!("engine {} cannot be selected", engine_name(configuration.engine)).into());
        }
        let own = match configuration.scratch {
            Some(ScratchKind::Ample) => None,
            Some(ScratchKind::Upstream) => Some(Scratch::new(configuration.scratch_bytes())?),
            None => Some(Scratch::NULL),
        };
        let mut multiplication = Multiplication::new(&configuration, &inputs, own.as_ref().unwrap_or(&ample));
        if let Some(side) = multiplication.refusing_side() {
            left_out.push(format!("{}: {} returned 0", configuration.describe(), side.name()));
            progress.forward(weight(&configuration) * u64::from(settings.rounds));
            continue;
        }
        let measurement = measure(&mut multiplication, settings, &mut || progress.forward(weight(&configuration)))
            .map_err(|e| format!("{}: {e}", configuration.describe()))?;
        let row = Row { configuration, measurement };
        let counted = if arguments.counts { counts::fields(&configuration, &inputs) } else { Vec::new() };
        progress.suspended(|| report.row(&configuration.keys(), row.scale(), &row.measurement, &counted))?;
        rows.push(row);
    }
    progress.finish();
    summarize(&rows, &left_out)?;
    plot.map_or(Ok(()), |plot| plot.write(&rows))
}

/// A multiplication on both sides.
struct Multiplication<'a> {
    configuration: &'a Configuration,
    inputs: &'a Inputs,
    scratch: &'a Scratch,
    /// The terms of the next round's first repetition.
    next: usize,
    /// Each side's, of its last run.
    results: [Vec<secp256k1_gej>; 2],
    /// Whether a side has returned 0.
    refused: [bool; 2],
}

impl<'a> Multiplication<'a> {
    fn new(configuration: &'a Configuration, inputs: &'a Inputs, scratch: &'a Scratch) -> Self {
        let results = [Vec::new(), Vec::new()];
        Multiplication { configuration, inputs, scratch, next: 0, results, refused: [false; 2] }
    }

    /// Which side, if any, finds the scratch space too small: a plan that does not fit is no failure of the program.
    fn refusing_side(&mut self) -> Option<Side> {
        [Side::Ours, Side::Upstream].into_iter().find(|&side| {
            self.run(side, 1);
            self.refused[side as usize]
        })
    }

    /// One multiplication; what it returned.
    fn once(&self, side: Side, terms: &Terms, r: &mut secp256k1_gej) -> c_int {
        let r: *mut secp256k1_gej = r;
        let Configuration { algorithm, points, includes_g, .. } = *self.configuration;
        let scalar = |i: usize| &raw const terms.inputs.scalars[(terms.g_scalar + i) % inputs::POINTS];
        let g: *const secp256k1_scalar = if includes_g { scalar(0) } else { ptr::null() };
        let data = (&raw const *terms).cast_mut().cast::<c_void>();
        let Scratch { ours: ours_scratch, upstream: upstream_scratch } = *self.scratch;
        // SAFETY: all pointers are to objects that outlive the call, with the layout that both sides have; the callback
        // takes the data for the terms that it is.
        unsafe {
            match (&algorithm.call, side) {
                (Call::Multi(multiply, ..), Side::Ours) => {
                    let callback = inputs::ours_callback();
                    multiply(sides::ours_callback(), ours_scratch, r.cast(), g.cast(), callback, data, points)
                }
                (Call::Multi(_, _, against), Side::Upstream) => {
                    if let Some(Call::Multi(multiply, ..)) = self.configuration.against.map(|a| &a.call) {
                        let callback = inputs::ours_callback();
                        let error = sides::ours_callback();
                        return multiply(error, ours_scratch, r.cast(), g.cast(), callback, data, points);
                    }
                    let (error, callback) = (upstream::upstream_default_error_callback, inputs::UPSTREAM_CALLBACK);
                    (against.function())(error, upstream_scratch, r, g, callback, data, points)
                }
                (Call::Double, side) => {
                    let a = &raw const terms.inputs.jacobian[terms.first_point];
                    match side {
                        Side::Ours => ours::secp256k1_ecmult(r.cast(), a.cast(), scalar(1).cast(), g.cast()),
                        Side::Upstream => upstream::upstream_ecmult(r, a, scalar(1), g),
                    }
                    1
                }
            }
        }
    }
}

impl Pair for Multiplication<'_> {
    fn run(&mut self, side: Side, repetitions: usize) {
        // After the first run of so many repetitions there is room.
        self.results[side as usize].clear();
        for i in 0..repetitions {
            let terms = Terms::nth(self.inputs, self.next + i);
            let mut r = secp256k1_gej::default();
            self.refused[side as usize] |= self.once(side, &terms, &mut r) == 0;
            self.results[side as usize].push(r);
        }
    }

    fn finish_round(&mut self) -> Result<()> {
        if self.refused != [false; 2] {
            return Err("a multiplication returned 0".into());
        }
        let [ours, upstream] = &self.results;
        for (ours, upstream) in ours.iter().zip(upstream) {
            // SAFETY: both are initialized.
            if unsafe { upstream::upstream_gej_eq_var(ours, upstream) } == 0 {
                return Err("the results of ours and upstream's differ".into());
            }
        }
        self.next += ours.len();
        Ok(())
    }
}
