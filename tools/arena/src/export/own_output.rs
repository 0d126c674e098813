//! Which existing files an export may overwrite.

use quartet_files::read_bytes;
use quartet_records::formats::wthor;
use quartet_records::{Format, Game, Hints, ReadError, Written, read, write};
use std::path::Path;

/// The bytes at the beginning of a WTHOR file that tell when it was made.
const WTHOR_DATE: usize = 4;
/// The property of SGF before the version of this program.
const SGF_APPLICATION: &str = "AP[quartet:";

/// A file of an earlier export.
pub(super) struct EarlierExport {
    pub(super) content: Vec<u8>,
    /// Its games as they are written now, with the files beside it.
    pub(super) written: Written,
}

impl EarlierExport {
    /// An existing file, if an earlier export in this format wrote it. `None` if it may be that of another program:
    /// then to write its games again gives another content, or the format does not show which program wrote a file.
    pub(super) fn read(format: Format, path: &Path) -> Option<EarlierExport> {
        let is_anonymous = matches!(format, Format::Ggf | Format::Obf | Format::Rec | Format::Renlib);
        // Anything but a file, such as a pipe, is not read.
        if is_anonymous || !path.is_file() {
            return None;
        }
        let content = read_bytes(path).ok()?;
        let hints = Hints::default().for_file(format, path).ok()?;
        let games: Result<Vec<Game>, ReadError> = read(format, &content, &hints).collect();
        let games = games.ok().filter(|games| !games.iter().any(has_numbers_without_names))?;
        let written = write(format, &games);
        let is_own = written.left_out.is_empty()
            && is_same(format, &written.bytes, &content)
            && (format != Format::Psq || has_names_of_others(&content));
        is_own.then_some(EarlierExport { content, written })
    }
}

/// Whether a Piskvork file has the names of players although neither is one of Piskvork's own.
fn has_names_of_others(content: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(content) else { return false };
    let mut lines = text.lines();
    let is_head = lines.next().is_some_and(|line| line.ends_with(", 0:0, 0"));
    let is_move = |line: &&str| line.split(',').count() == 3 && line.split(',').all(|n| n.parse::<u64>().is_ok());
    is_head && lines.skip_while(is_move).count() == 3
}

/// Whether a game is one of WTHOR's archive: its players and its tournament have numbers, but no names.
fn has_numbers_without_names(game: &Game) -> bool {
    [wthor::BLACK, wthor::WHITE, wthor::TOURNAMENT].iter().any(|tag| game.tags.other.contains_key(*tag))
}

/// Whether two files differ at most in when or by which version they were written, and Piskvork's in its number for how
/// the game ended, which may depend on rules that the file does not state.
fn is_same(format: Format, one: &[u8], other: &[u8]) -> bool {
    match format {
        Format::Wthor => one.get(WTHOR_DATE..) == other.get(WTHOR_DATE..),
        Format::Psq => without_last_line(one) == without_last_line(other),
        Format::Sgf => {
            let texts = std::str::from_utf8(one).ok().zip(std::str::from_utf8(other).ok());
            texts.is_some_and(|(one, other)| parts_without_version(one).eq(parts_without_version(other)))
        }
        _ => one == other,
    }
}

fn without_last_line(text: &[u8]) -> &[u8] {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.iter().rposition(|&byte| byte == b'\n').map_or(&[], |end| &text[..end])
}

/// The text between the versions of this program.
fn parts_without_version(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(SGF_APPLICATION).enumerate();
    parts.map(|(index, part)| if index == 0 { part } else { part.split_once(']').map_or(part, |(_, rest)| rest) })
}
