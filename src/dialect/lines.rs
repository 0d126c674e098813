//! The lines of a search, collected until all of a depth are there.

use crate::engine::TextLine;

/// Stores a line by its rank: it takes the place of the one stored before, and of all of lower rank.
pub(super) fn store(line: &TextLine, lines: &mut Vec<TextLine>) {
    lines.truncate(line.rank.saturating_sub(1));
    lines.push(line.clone());
}
