//! The progress of a check, shown on stderr.
//!
//! At a terminal it is a bar below what is printed; elsewhere, without escape codes, a line for each tenth of the
//! steps.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of lines for a whole check where there is no terminal.
const LINES: usize = 10;

/// The progress of a check.
pub(super) struct Progress {
    steps: usize,
    done: AtomicUsize,
    failed: AtomicUsize,
    /// The bar at a terminal.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// The progress of a check with this number of steps before the first one.
    pub(super) fn new(steps: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} steps, {elapsed} gone, {eta} to go  {msg}");
            ProgressBar::new(steps as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress { steps, done: AtomicUsize::new(0), failed: AtomicUsize::new(0), bar }
    }

    /// Prints something on stdout without disturbing the bar.
    pub(super) fn print(&self, text: &str) {
        let print = || {
            // A closed stdout is not an error.
            let _ = writeln!(std::io::stdout(), "{text}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Counts a finished step.
    pub(super) fn step(&self, has_failed: bool) {
        let done = 1 + self.done.fetch_add(1, Ordering::Relaxed);
        let failed = usize::from(has_failed) + self.failed.fetch_add(usize::from(has_failed), Ordering::Relaxed);
        let failures = if failed == 0 { String::new() } else { format!("{failed} failed") };
        match &self.bar {
            Some(bar) => {
                bar.set_message(failures);
                bar.set_position(done as u64);
            }
            None if done * LINES / self.steps > (done - 1) * LINES / self.steps => {
                let comma = if failed == 0 { "" } else { ", " };
                eprintln!("{done} of {} steps{comma}{failures}", self.steps);
            }
            None => {}
        }
    }

    /// Removes the bar after the last step.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
