//! The command line.

use crate::algorithms::{ALGORITHMS, Algorithm, Call, GROUPS};
use crate::configuration::engine_name;
use crate::inputs::POINTS;
use crate::measure::Settings;
use crate::{Result, machine};
use clap::builder::PossibleValuesParser;
use clap::{Parser, ValueEnum};
use secp256k1_ecmult_multi::engine::Engine;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// Time ours and libsecp256k1 v0.8.0 ("upstream") in one process, alternating.
///
/// Each round times one run of ours and one of upstream right after the other, and the order changes from round to
/// round. A run repeats its work, each time on other points and scalars, until it is long enough; both
/// sides of a round get the same. All results are compared, those of the warm-up before anything is timed.
///
/// Figures are microseconds of processor time per point, G not counted: the shortest and the median over the rounds. A
/// ratio is upstream's time divided by ours, so above 1 ours is faster. The ratio of a row is the median of the ratios
/// of its rounds.
#[derive(Debug, Parser)]
#[command(name = "bench_ecmult", max_term_width = 100)]
pub struct Arguments {
    /// Numbers of points, with commas and ranges: 1,2,6 or 1-20.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        value_parser = parse_points,
        default_value = "1,2,6,11,12,24,48,96,180,512,1024,4096,16384,32768"
    )]
    points: Vec<RangeInclusive<usize>>,

    /// What to run, with commas; each against its counterpart of upstream's, or against upstream's default.
    ///
    /// "ecmult" is the double multiplication secp256k1_ecmult, of one point with and without G; "bundle-sizes" are the
    /// bundles of each size. Bundles of one size and the ways to sum buckets, pippenger-..., have memory of their own.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(ALGORITHMS.iter().map(|a| a.name).chain(GROUPS.map(|group| group.0))),
        default_value = "default"
    )]
    algorithm: Vec<String>,

    /// Another algorithm of ours to compare with, in the place of upstream's and in its columns.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(multis().map(|a| a.name)))]
    against: Option<String>,

    /// Engine of ours: the best one, one by name, or each that this processor has.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = PossibleValuesParser::new(engine_values()),
        default_value = "auto"
    )]
    engine: String,

    /// Scratch space of both sides: that of upstream's own benchmark, 47.6 MB; or the bytes that upstream's
    /// counterpart needs for this number of points.
    #[arg(long, value_enum, default_value_t = ScratchArgument::Ample)]
    scratch: ScratchArgument,

    /// Rounds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = 11)]
    rounds: u32,

    /// The shortest time that a run may take, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = parse_milliseconds, default_value = "2")]
    min_time_ms: Duration,

    /// What points and scalars are made from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// No multiple of G in the sum.
    #[arg(long)]
    pub without_g: bool,

    /// Count field operations, too: multiplications, squarings, tests for zero modulo p, inversions, per point.
    #[arg(long)]
    pub counts: bool,

    /// Write the table as CSV.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Write every round as CSV.
    #[arg(long, value_name = "FILE")]
    pub raw: Option<PathBuf>,

    /// Draw microseconds per point and ratios over the number of points.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Compare the parts instead: field, group, scalar and recoding operations, in nanoseconds.
    #[arg(long, conflicts_with_all = ["points", "algorithm", "against", "counts", "scratch", "without_g", "svg"])]
    pub internals: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScratchArgument {
    Ample,
    Upstream,
    Both,
}

/// How much scratch space both sides get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScratchKind {
    /// As much as upstream's own benchmark has.
    Ample,
    /// What upstream asks for.
    Upstream,
}

impl Arguments {
    /// The numbers of points, in order.
    pub fn points(&self) -> Vec<usize> {
        self.points.iter().cloned().flatten().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The algorithms, in the table's order.
    pub fn algorithms(&self) -> impl Iterator<Item = &'static Algorithm> {
        let is_meant = |name: &str, a: &Algorithm| {
            let group = GROUPS.iter().find(|group| group.0 == name);
            group.map_or(name == a.name, |(_, beginning)| a.name.starts_with(beginning))
        };
        ALGORITHMS.iter().filter(move |a| self.algorithm.iter().any(|name| is_meant(name, a)))
    }

    /// What of ours is compared with; `None` for upstream.
    pub fn against(&self) -> Option<&'static Algorithm> {
        multis().find(|a| self.against.as_deref() == Some(a.name))
    }

    /// The engines, the best one last.
    pub fn engines(&self) -> Result<Vec<Engine>> {
        let available = Engine::ALL.iter().copied().filter(|engine| engine.is_available());
        let engines: Vec<Engine> = match self.engine.as_str() {
            "auto" => vec![Engine::best()],
            "all" => available.collect(),
            name => available.filter(|&engine| engine_name(engine) == name).collect(),
        };
        if engines.is_empty() {
            return Err(format!("{} lacks what engine {} needs", machine::processor(), self.engine).into());
        }
        Ok(engines)
    }

    /// The scratch spaces.
    pub fn scratch(&self) -> &'static [ScratchKind] {
        match self.scratch {
            ScratchArgument::Ample => &[ScratchKind::Ample],
            ScratchArgument::Upstream => &[ScratchKind::Upstream],
            ScratchArgument::Both => &[ScratchKind::Ample, ScratchKind::Upstream],
        }
    }

    /// How to measure.
    pub fn settings(&self) -> Settings {
        Settings { rounds: self.rounds, min_time: self.min_time_ms }
    }
}

/// Those that can be compared with another.
fn multis() -> impl Iterator<Item = &'static Algorithm> {
    ALGORITHMS.iter().filter(|a| matches!(a.call, Call::Multi(..)))
}

fn engine_values() -> impl Iterator<Item = &'static str> {
    ["auto"].into_iter().chain(Engine::ALL.iter().copied().map(engine_name)).chain(["all"])
}

fn parse_points(text: &str) -> std::result::Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim().parse::<usize>().map_err(|e| format!("{text:?}: {e}"));
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let range = number(from)?..=number(to)?;
    if range.is_empty() || *range.start() < 1 || *range.end() > POINTS {
        return Err(format!("from 1 to {POINTS}, the smaller number first"));
    }
    Ok(range)
}

fn parse_milliseconds(text: &str) -> std::result::Result<Duration, String> {
    let seconds = text.parse::<f64>().map_err(|e| e.to_string())? / 1e3;
    // What a day is too short for is a mistake.
    if !(0.0..86_400.0).contains(&seconds) {
        return Err("from 0 to a day".into());
    }
    Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn clap_finds_no_fault() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn groups_stand_for_algorithms() {
        let names = |list: &str| -> Vec<&str> {
            let arguments = Arguments::try_parse_from(["", "--algorithm", list]).expect("these are names");
            arguments.algorithms().map(|a| a.name).collect()
        };
        assert_eq!(names("bundle-sizes,strauss"), ["strauss", "bundle-5", "bundle-6", "bundle-7", "bundle-8"]);
        assert_eq!(names("bundle"), ["bundle"]);
        assert_eq!(names("all").len(), ALGORITHMS.len());
    }

    #[test]
    fn points_are_lists_of_numbers_and_ranges() {
        let points = |list: &str| Arguments::try_parse_from(["", "--points", list]).map(|a| a.points()).ok();
        assert_eq!(points("6,1-3,2"), Some(vec![1, 2, 3, 6]));
        assert_eq!(points("32768"), Some(vec![32_768]));
        for wrong in ["", "0", "3-2", "1-", "32769", "1,,2", "all"] {
            assert_eq!(points(wrong), None, "{wrong}");
        }
    }
}
