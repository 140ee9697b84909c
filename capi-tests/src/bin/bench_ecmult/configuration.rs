//! The rows that the command line asks for.

use crate::algorithms::{Algorithm, Call, Upstream, ample_bytes};
use crate::arguments::{Arguments, ScratchKind};
use crate::report::Column;
use crate::ways::Way;
use secp256k1_ecmult_multi::engine::Engine;

/// What one row measures.
#[derive(Clone, Copy)]
pub struct Configuration {
    pub algorithm: &'static Algorithm,
    /// Another one of ours to compare with; `None` for upstream's.
    pub against: Option<&'static Algorithm>,
    pub engine: Engine,
    /// None for what takes no scratch space.
    pub scratch: Option<ScratchKind>,
    pub points: usize,
    pub includes_g: bool,
}

/// The columns that tell rows apart.
pub const KEYS: [Column; 5] = [
    Column { name: "algorithm", head: "algorithm", width: 24 },
    Column { name: "engine", head: "engine", width: 9 },
    Column { name: "points", head: "points", width: 6 },
    Column { name: "includes_g", head: "G", width: 1 },
    Column { name: "scratch_bytes", head: "scratch", width: 8 },
];

impl Configuration {
    /// All rows, in the order in which they are measured.
    pub fn all(arguments: &Arguments, engines: &[Engine]) -> Vec<Configuration> {
        let given: Vec<_> = arguments.scratch().iter().copied().map(Some).collect();
        let mut all = Vec::new();
        for algorithm in arguments.algorithms() {
            let (points, scratch) = match algorithm.call {
                Call::Multi(_, _, Upstream::NullScratch) => (arguments.points(), &[None][..]),
                // Memory of their own, as much as they need.
                Call::Multi(_, Way::BundlesOf(_) | Way::Summing(_), _) => (arguments.points(), &given[..1]),
                Call::Multi(..) => (arguments.points(), &given[..]),
                Call::Double => (vec![1], &[None][..]),
            };
            let against = match algorithm.call {
                Call::Double => None,
                Call::Multi(..) => arguments.against(),
            };
            let with_and_without_g = match algorithm.call {
                Call::Double if !arguments.without_g => &[true, false][..],
                _ => &[!arguments.without_g],
            };
            for &engine in engines {
                for &scratch in scratch {
                    for &points in &points {
                        for &includes_g in with_and_without_g {
                            all.push(Configuration { algorithm, against, engine, scratch, points, includes_g });
                        }
                    }
                }
            }
        }
        all
    }

    /// Bytes of scratch space on each side.
    pub fn scratch_bytes(&self) -> usize {
        match (self.scratch, &self.algorithm.call) {
            (Some(ScratchKind::Ample), _) => ample_bytes(),
            (Some(ScratchKind::Upstream), Call::Multi(_, _, against)) => against.bytes(self.points),
            _ => 0,
        }
    }

    /// Its fields in [`KEYS`].
    pub fn keys(&self) -> Vec<String> {
        vec![
            self.algorithm.name.into(),
            engine_name(self.engine).into(),
            self.points.to_string(),
            u8::from(self.includes_g).to_string(),
            self.scratch_bytes().to_string(),
        ]
    }

    /// For messages.
    pub fn describe(&self) -> String {
        let Configuration { algorithm, engine, points, .. } = self;
        let (engine, bytes) = (engine_name(*engine), self.scratch_bytes());
        format!("{}, engine {engine}, {points} points, {bytes} bytes of scratch", algorithm.name)
    }

    /// What a curve of the plot and a line of the summary have in common.
    pub fn series(&self) -> String {
        format!("{}, {}{}", self.algorithm.name, engine_name(self.engine), self.scratch_name())
    }

    /// The scratch space, to go after a comma.
    pub fn scratch_name(&self) -> &'static str {
        match self.scratch {
            Some(ScratchKind::Ample) => ", ample scratch",
            Some(ScratchKind::Upstream) => ", upstream's scratch",
            None => "",
        }
    }
}

/// An engine's name as Rust has strings.
pub fn engine_name(engine: Engine) -> &'static str {
    engine.name().to_str().unwrap_or("?")
}
