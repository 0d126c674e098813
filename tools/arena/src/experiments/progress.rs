//! How far an experiment is, shown while it goes on.
//!
//! Must not know: what is played.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many games.
pub fn progress(name: &str, games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len}, {eta} to go");
    ProgressBar::new(games)
        .with_prefix(name.to_string())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
