//! Timing two sides against each other.

use crate::sides::Side;
use crate::{Result, clock};
use std::time::Duration;

/// Work that both sides can do.
pub trait Pair {
    /// Does it so many times.
    fn run(&mut self, side: Side, repetitions: usize);

    /// Compares what both sides' last runs resulted in, and goes on to other inputs.
    fn finish_round(&mut self) -> Result<()>;
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub rounds: u32,
    /// Runs shorter than this are made longer.
    pub min_time: Duration,
}

/// One run of each side.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Which ran first.
    pub first: Side,
    /// Nanoseconds for each repetition.
    pub ours: f64,
    /// The same.
    pub upstream: f64,
}

impl Round {
    /// How many times as fast ours is.
    pub fn ratio(&self) -> f64 {
        self.upstream / self.ours
    }
}

#[derive(Clone, Debug)]
pub struct Measurement {
    pub rounds: Vec<Round>,
}

impl Measurement {
    /// The shortest and the median time, in nanoseconds for each repetition.
    pub fn times(&self, side: Side) -> (f64, f64) {
        let times = self.sorted(|round| match side {
            Side::Ours => round.ours,
            Side::Upstream => round.upstream,
        });
        (times[0], median(&times))
    }

    /// The median of the rounds' ratios.
    pub fn ratio(&self) -> f64 {
        median(&self.sorted(Round::ratio))
    }

    fn sorted(&self, value: impl Fn(&Round) -> f64) -> Vec<f64> {
        let mut values: Vec<f64> = self.rounds.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values
    }
}

/// The value in the middle, or the mean of the two there. Of at least one value.
fn median(sorted: &[f64]) -> f64 {
    (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) / 2.0
}

/// Times both sides in turn, after a check of their results and a warm-up. Calls `progress` after each round.
pub fn measure(pair: &mut dyn Pair, settings: Settings, progress: &mut dyn FnMut()) -> Result<Measurement> {
    let repetitions = warm_up(pair, settings.min_time)?;
    let mut rounds = Vec::new();
    for i in 0..settings.rounds {
        // What the first run leaves behind, a clock raised or lowered for one, meets both sides equally often.
        let first = if i % 2 == 0 { Side::Ours } else { Side::Upstream };
        let mut times = [0.0; 2];
        for side in if i % 2 == 0 { [Side::Ours, Side::Upstream] } else { [Side::Upstream, Side::Ours] } {
            // Above zero, for the ratio's sake.
            times[side as usize] = time(pair, side, repetitions).max(Duration::from_nanos(1)).as_nanos() as f64;
        }
        let [ours, upstream] = times.map(|time| time / repetitions as f64);
        rounds.push(Round { first, ours, upstream });
        pair.finish_round()?;
        progress();
    }
    Ok(Measurement { rounds })
}

/// Runs both sides until caches and clocks have settled, and finds how many repetitions keep the faster one busy for
/// long enough.
fn warm_up(pair: &mut dyn Pair, min_time: Duration) -> Result<usize> {
    let mut repetitions = 1;
    loop {
        let times = [Side::Ours, Side::Upstream].map(|side| time(pair, side, repetitions));
        pair.finish_round()?;
        let fastest = times[0].min(times[1]);
        if fastest >= min_time {
            return Ok(repetitions);
        }
        // A tenth more than it seems to take, and in small steps at first, since first runs are slow.
        let missing = min_time.as_secs_f64() / fastest.as_secs_f64().max(1e-9) * 1.1;
        repetitions = (repetitions as f64 * missing.min(16.0)).ceil() as usize;
    }
}

fn time(pair: &mut dyn Pair, side: Side, repetitions: usize) -> Duration {
    let start = clock::now();
    pair.run(side, repetitions);
    clock::now().saturating_sub(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes which side ran, and fails on request.
    struct Log(Vec<Side>, Option<usize>);

    impl Pair for Log {
        fn run(&mut self, side: Side, _: usize) {
            self.0.push(side);
        }

        fn finish_round(&mut self) -> Result<()> {
            if Some(self.0.len()) == self.1 { Err("differ".into()) } else { Ok(()) }
        }
    }

    const SETTINGS: Settings = Settings { rounds: 3, min_time: Duration::ZERO };

    #[test]
    fn sides_alternate_and_take_turns_at_being_first() {
        use Side::{Ours, Upstream};
        let (mut log, mut progress) = (Log(Vec::new(), None), 0);
        let measurement = measure(&mut log, SETTINGS, &mut || progress += 1).expect("nothing differs");
        assert_eq!(log.0, [Ours, Upstream, Ours, Upstream, Upstream, Ours, Ours, Upstream]);
        assert_eq!((measurement.rounds.len(), progress), (3, 3));
    }

    #[test]
    fn a_difference_ends_it_before_anything_is_timed() {
        let mut log = Log(Vec::new(), Some(2));
        assert!(measure(&mut log, SETTINGS, &mut || ()).is_err());
        assert_eq!(log.0.len(), 2);
    }

    #[test]
    fn figures_are_medians_and_minima() {
        let round = |ours, upstream| Round { first: Side::Ours, ours, upstream };
        let mut measurement = Measurement { rounds: vec![round(4.0, 4.0), round(1.0, 8.0), round(2.0, 6.0)] };
        assert_eq!(measurement.times(Side::Ours), (1.0, 2.0));
        assert_eq!(measurement.times(Side::Upstream), (4.0, 6.0));
        assert_eq!(measurement.ratio(), 3.0);
        measurement.rounds.push(round(1.0, 9.0));
        assert_eq!((measurement.times(Side::Ours).1, measurement.ratio()), (1.5, 5.5));
    }
}
