//! Progress bars.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many steps of what has this name.
pub fn bar(name: &str, steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:30} {bar:30} {pos}/{len}, {eta} to go");
    ProgressBar::new(steps)
        .with_prefix(name.to_string())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
