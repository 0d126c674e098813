//! Text like that of PGN, the Portable Game Notation of chess, for all variants.
//!
//! A game is a list of tags, `[White "name"]`, then its moves with numbers, comments in braces, symbols, variations in
//! parentheses, and the result. The standard is that of Steven Edwards (1994); how Edax, playok (kurnik), Cute Chess,
//! fastchess, cutegames, c-gomoku-cli and lichess write theirs was taken from their sources and documents.
//!
//! * **Players.** x moves first. The player whose tag stands first is x: White in PGN's standard order, which is also
//!   what is written, and Black in files of Othello and gomoku programs (Edax, playok, c-gomoku-cli), which write Black
//!   first. `1-0` is a win of x in all of them, and `37-27` a win by discs. Only c-gomoku-cli has White's result there,
//!   in files without moves: they are errors, and what is known of the game has no result.
//!   Tags such as WhiteElo are those of the player of x too, after that order.
//! * **Openings.** In gomoku and renju, those with a choice of colours as `playok` writes them.
//! * **Variant.** The tag Variant, else the caller's variant, else Othello. The options `BoardSize`, `MaxPlies` and
//!   `Rule` are tags of these names.
//! * **First position.** The tag FEN: a position text of the variant, or of Othello as Edax writes it.
//! * **Moves.** In any notation of the variant. Numbers are not checked. `--` is a pass; passes may be left out.
//! * **Result.** A game that its rules have ended must have their result, unless the tag Termination says otherwise; in
//!   Othello the discs decide, because Edax states the wrong winner of some games with passes. The tag Margin has x's
//!   margin in discs where the moves do not say it. A comment on a line of its own before the result is why the game is
//!   over, in the arena's words.
//! * **Symbols.** `$1` to `$6`, or `!` and `?` after a move; other numbers are kept as comments.
//! * **Comments.** Times and scores in them are read, see `comments`. They lose spaces at their ends.
//! * **Encoding.** UTF-8, else ISO 8859-1.
//! * **Faults.** One in a game ends it there; the games after it are read.
//!
//! Tried with: all games of a year of WTHOR as Edax 4.6 converts them, and half of them from later positions; years of
//! the archive that Martin Pedersen has converted, whose games are equal to those of WTHOR; chess games that test
//! fastchess, which are refused.
//!
//! The library `pgn-reader` reads only moves of chess and is under another licence than Quartet.

mod comments;
mod playok;
mod position;
mod reader;
mod tags;
#[cfg(test)]
mod tests;
mod tokens;
mod writer;

use crate::format::{Definition, Games, Hints, Written};
use crate::game::Game;
use quartet::byte_order_mark::strip_byte_order_mark;
use reader::Reader;
pub(crate) use tags::REASON;

/// The format as the library knows it.
pub(crate) const DEFINITION: Definition = Definition {
    name: "pgn",
    description: "text similar to PGN for chess, for all variants, with variations",
    extensions: &["pgn"],
    recognizes: |content| {
        let text = strip_byte_order_mark(content).trim_ascii_start();
        let name = text.strip_prefix(b"[").unwrap_or_default().iter().take_while(|byte| byte.is_ascii_alphanumeric());
        let length = name.count();
        length > 0 && text.get(1 + length..).unwrap_or_default().trim_ascii_start().starts_with(b"\"")
    },
    read,
    write,
};

/// Reads games. Those without a tag Variant are of the variant of the hints, or of Othello.
pub fn read<'a>(content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    Box::new(Reader::new(content, content.len() - strip_byte_order_mark(content).len(), hints))
}

/// Writes games, one number of a move on each line, with x as White. Labels are not written, comments lose control
/// characters, and times are rounded to milliseconds.
pub fn write(games: &[Game]) -> Written {
    let text: String = games.iter().map(writer::game).collect();
    Written { bytes: text.into_bytes(), ..Written::default() }
}
