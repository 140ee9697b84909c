//! Ours against libsecp256k1 v0.8.0 in one process, alternating.
//!
//! Machines are shared and clocks move, so figures of different runs do not compare. Here each round times
//! one run of each side right after the other, and the ratio is taken within the round.

mod algorithms;
mod arguments;
mod clock;
mod configuration;
mod counts;
mod inputs;
mod internals;
mod machine;
mod measure;
mod multiply;
mod plot;
mod progress;
mod report;
mod sides;
mod ways;

use arguments::Arguments;
use clap::Parser;
use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

/// Everything that goes wrong ends the program with a message.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("bench_ecmult: {e}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let engines = arguments.engines()?;
    if arguments.internals { internals::run(arguments, &engines) } else { multiply::run(arguments, &engines) }
}

/// The message for what went wrong with a file.
fn at<T>(path: &Path, result: std::result::Result<T, impl Display>) -> Result<T> {
    result.map_err(|e| format!("{}: {e}", path.display()).into())
}
