//! Games of other formats as records.

use crate::record::GameRecord;
use anyhow::{Context, Result};
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet_interrupt::print_to_stderr;
use quartet_records::formats::arena_record::records_of;
use quartet_records::{Format, Game, GameFile, Hints};
use serde_json::{Map, Value};
use std::path::Path;

/// The games of a file with this content that is no record of a match, as far as they can be read and have results; the
/// others are reported on stderr. `None` if it is such a record, or of no known format, as an incomplete record is.
pub(super) fn read(path: &Path, content: &[u8]) -> Result<Option<Vec<GameRecord>>> {
    let format = Format::detect(path, content);
    let Some(format) = format.filter(|format| *format != Format::ArenaRecord || !has_settings(content)) else {
        return Ok(None);
    };
    let file = GameFile::with_content(path, content.to_vec(), Some(format), &Hints::default())?;
    let mut games: Vec<(usize, Game)> = Vec::new();
    for (number, game) in (1..).zip(file.games()) {
        match game {
            Ok(game) => games.push((number, game)),
            Err(error) => print_to_stderr(&format!("{}: {error}", path.display())),
        }
    }
    let (numbers, games): (Vec<usize>, Vec<Game>) = games.into_iter().unzip();
    let mut records = Vec::new();
    for (number, record) in numbers.into_iter().zip(records_of(&games)) {
        match record {
            Ok(record) => records.push(record),
            Err(why) => print_to_stderr(&format!("{}: game {number} is left out: {why}", path.display())),
        }
    }
    let first = records.first().map(drop);
    first.with_context(|| format!("{} has no game with a result", path.display()))?;
    Ok(Some(records))
}

/// Whether the first line of a record has the settings of a match. A header that cannot be read counts as one that has,
/// so that the reader of matches reports it.
fn has_settings(content: &[u8]) -> bool {
    let head = strip_byte_order_mark(content).split(|&byte| byte == b'\n').next().unwrap_or_default();
    let head: Result<Map<String, Value>, _> = serde_json::from_slice(head);
    head.map_or(true, |head| head.contains_key("settings"))
}
