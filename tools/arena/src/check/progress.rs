//! How far a check is, shown on stderr while it goes on.
//!
//! At a terminal that is a bar below what is printed; elsewhere, without any escape code, a line for each tenth of
//! the way.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Lines for a whole check where there is no terminal.
const LINES: usize = 10;

/// How far it is.
pub(super) struct Progress {
    steps: usize,
    done: AtomicUsize,
    failed: AtomicUsize,
    /// At a terminal.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// The progress of a check with this number of steps, none of them done.
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
            // A reader that is gone misses nothing.
            let _ = writeln!(std::io::stdout(), "{text}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// One more step is done.
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

    /// The last step is done.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
