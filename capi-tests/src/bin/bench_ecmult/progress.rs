//! The progress bar.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// It is drawn between rounds, never while one is timed, and only where standard error is a terminal.
pub struct Progress(ProgressBar);

impl Progress {
    pub fn new(length: u64) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
        // The template is a constant that indicatif takes; without it there is its own.
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} %, {eta} left: {wide_msg}") {
            bar.set_style(style);
        }
        Progress(bar)
    }

    /// Says what is measured.
    pub fn now(&self, what: String) {
        self.0.set_message(what);
    }

    pub fn forward(&self, weight: u64) {
        self.0.inc(weight);
    }

    /// Does something that prints.
    pub fn suspended<T>(&self, f: impl FnOnce() -> T) -> T {
        self.0.suspend(f)
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
