//! The progress of an experiment, shown on stderr.
//!
//! At a terminal it is a bar; elsewhere, without escape codes, a line for each tenth of the games.

use indicatif::{ProgressBar, ProgressStyle};
use quartet_interrupt::print_to_stderr;
use std::cell::Cell;
use std::io::IsTerminal;

/// The number of lines for all games where there is no terminal.
const LINES: u64 = 10;

/// The progress of a series of games.
pub(super) struct Progress {
    name: String,
    games: u64,
    done: Cell<u64>,
    /// The bar at a terminal.
    bar: Option<ProgressBar>,
}

/// The progress of this number of games before the first one.
pub(super) fn progress(name: &str, games: u64) -> Progress {
    let bar = std::io::stderr().is_terminal().then(|| {
        let style = ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len}, {eta} to go");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(games).with_prefix(name.to_string()).with_style(style)
    });
    Progress { name: name.into(), games, done: Cell::new(0), bar }
}

impl Progress {
    /// Sets the number of games played in earlier runs.
    pub(super) fn set_position(&self, games: u64) {
        self.done.set(games);
        if let Some(bar) = &self.bar {
            bar.set_position(games);
        }
    }

    /// Adds this number of games played.
    pub(super) fn inc(&self, games: u64) {
        let before = self.done.get();
        let done = before + games;
        self.done.set(done);
        match &self.bar {
            Some(bar) => bar.inc(games),
            None if done * LINES / self.games.max(1) > before * LINES / self.games.max(1) => {
                print_to_stderr(&format!("{}: {done} of {} games", self.name, self.games));
            }
            None => {}
        }
    }

    /// Removes the bar.
    pub(super) fn finish_and_clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
