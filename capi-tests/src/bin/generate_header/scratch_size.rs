//! The C macro for the bytes of scratch space that the fastest plan takes, made of the plan itself.

use secp256k1_ecmult_multi::msm::plan::{MAX_POINTS_PER_BATCH, scratch_bytes};
use std::fmt::Write;

const NAME: &str = "SECP256K1_ECMULT_MULTI_SCRATCH_SIZE";
/// Beyond this the plan does not change any more, which is checked at the end only.
const LAST_CHANGE: usize = 1 << 17;
/// More lines than anybody wants to read: sizes are then no longer made of a few formulas.
const MOST_PIECES: usize = 24;

/// Bytes for n points from some number on: `base + step * ceil(n / group)`.
#[derive(Clone, Copy)]
struct Piece {
    base: usize,
    step: usize,
    group: usize,
}

impl Piece {
    /// The piece with this group that agrees from `first` on, and the last number of points for which it does.
    fn from(first: usize, group: usize) -> Option<(Piece, usize)> {
        let (a, next) = (first.div_ceil(group), first.div_ceil(group) * group + 1);
        let step = scratch_bytes(next).checked_sub(scratch_bytes(first))?;
        let piece = Piece { base: scratch_bytes(first).checked_sub(step * a)?, step, group };
        let agrees = |&n: &usize| piece.bytes(n) == scratch_bytes(n);
        Some((piece, (first..=LAST_CHANGE).take_while(agrees).last()?))
    }

    fn bytes(&self, n: usize) -> usize {
        self.base + self.step * n.div_ceil(self.group)
    }

    fn in_c(&self) -> String {
        let Piece { base, step, group } = self;
        match group {
            _ if *step == 0 => base.to_string(),
            1 => format!("{base} + {step} * (size_t)(n)"),
            _ => format!("{base} + {step} * (((size_t)(n) + {}) / {group})", group - 1),
        }
    }
}

/// The macro, as long as the plan's sizes are.
pub fn define() -> String {
    let mut c = format!("#define {NAME}(n) ( \\\n");
    let mut first = 1;
    for _ in 0..MOST_PIECES {
        // Points by themselves, or in groups that take memory together.
        let pieces = (1..=8).rev().filter_map(|group| Piece::from(first, group));
        let (piece, last) = pieces.max_by_key(|&(_, last)| last).expect("points by themselves are a group");
        if last == LAST_CHANGE {
            let most = scratch_bytes(MAX_POINTS_PER_BATCH);
            assert_eq!(piece.bytes(MAX_POINTS_PER_BATCH), most, "the plan changes after {LAST_CHANGE} points");
            write!(c, "    (size_t)(n) <= {MAX_POINTS_PER_BATCH} ? {} : {most})", piece.in_c()).unwrap();
            return c;
        }
        writeln!(c, "    (size_t)(n) <= {last} ? {} : \\", piece.in_c()).unwrap();
        first = last + 1;
    }
    panic!("sizes are no longer made of {MOST_PIECES} formulas: let {NAME} be above them");
}
