//! GGF, the Generic Game Format of the Generic Game Server (GGS) of Igor Durdanovic and Michael Buro, for Othello.
//!
//! A game is `(;`, properties, `;)`. A property is a name in capitals and a value in brackets, which has no escapes:
//! `(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[a]PW[b]RE[+2.00]TI[15:00//02:00]TY[8]BO[8 <64 squares> *]
//! B[F5/0.35/1.2]W[D6//3.4]B[PA];)`. A line of an archive begins with the number of its games, 2 if both were played at
//! once. The format was described with the server; how NBoard, Edax, NTest and the server's archives write it was taken
//! from their sources.
//!
//! * **First position.** BO: the size, the squares from a1 row by row (`*` Black, `O` White, `-` empty), and the side
//!   to move, Black if it is missing. Without BO it is the start position.
//! * **Moves.** B and W: the square or a pass (`PA`, `pass`), the value in discs in the view of the player, and the
//!   seconds that the move took; the last two may be missing. Forced passes may be left out.
//! * **Comments.** CO belongs to the move before it, or to the game.
//! * **Result.** RE: Black's margin, then `:r` for a resignation, `:t` for a loss on time, `:s` for an agreed score,
//!   `:l` for an adjourned game. A resignation or loss on time with 64 discs has no margin: the discs were not counted.
//!   Where the game is over and RE does not say that it ended in another way, the discs decide: Edax states the wrong
//!   winner of some games with passes. A margin of more than 64, which Edax writes during a game, is none.
//! * **Ratings.** RB and RW are [`Tags::other`] `BR` and `WR`, as SGF names them.
//! * **Other rules.** Games with komi, anti games, and boards of other sizes are refused.
//! * **Between games** any text is skipped.
//!
//! Tried with: the games of GGS that test NBoard, NTest and Novello, of which one has another board and one has komi,
//! and all games of a year of WTHOR as Edax 4.6 converts them.
//!
//! The engine has a smaller reader for the game of NBoard's protocol (`dialect::nboard`), which wants clocks and
//! silence about faults where a file wants places of faults.
//!
//! [`Tags::other`]: crate::Tags::other

mod properties;
mod reader;
#[cfg(test)]
mod tests;
mod values;
mod writer;

use crate::encoding::{Places, decode};
use crate::error::ReadError;
use crate::format::{Definition, Games, Hints, Written};
use crate::game::Game;
use properties::properties;
use quartet::byte_order_mark::strip_byte_order_mark;
use std::borrow::Cow;

/// The beginning of a game.
const OPEN: &str = "(;";
/// The end of a game.
const CLOSE: &str = ";)";
/// The name of the game in GM.
const OTHELLO: &str = "Othello";
/// The match type, TY, of a game from the start position. It is no tag.
const PLAIN: &str = "8";

/// This format.
pub(crate) const DEFINITION: Definition = Definition {
    name: "ggf",
    description: "the Generic Game Format of GGS: Othello",
    extensions: &["ggf"],
    recognizes,
    read,
    write,
};

/// What is wrong in a game, and where in the text.
struct Fault {
    /// The offset in the text in bytes.
    at: usize,
    /// What is wrong, in one line.
    message: String,
}

/// Whether a content begins with a game of Othello, perhaps behind the number of games of its line.
fn recognizes(content: &[u8]) -> bool {
    let text = strip_byte_order_mark(content).trim_ascii_start();
    let text = text.strip_prefix(b"1").or(text.strip_prefix(b"2")).unwrap_or(text).trim_ascii_start();
    let name = text.strip_prefix(b"(;GM[").and_then(|rest| rest.get(..=OTHELLO.len()));
    name.is_some_and(|name| name.eq_ignore_ascii_case(format!("{OTHELLO}]").as_bytes()))
}

/// Reads the games of a file. A content without letters has no games.
pub fn read<'a>(content: &'a [u8], _hints: &'a Hints) -> Games<'a> {
    let decoded = decode(content, None);
    let places = decoded.places();
    Box::new(Archive { text: decoded.text, at: 0, places, number: 0 })
}

/// The games of a file.
struct Archive<'a> {
    text: Cow<'a, str>,
    /// Where the text after the last game begins.
    at: usize,
    places: Places<'a>,
    /// The number of games so far.
    number: usize,
}

impl Iterator for Archive<'_> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let Some(start) = rest.find(OPEN) else {
            let is_other = self.number == 0 && !self.text.trim().is_empty();
            self.at = self.text.len();
            self.number += 1;
            return is_other.then(|| Err(self.error(Fault { at: 0, message: "no game, expected '(;'".into() }, None)));
        };
        self.number += 1;
        let parsed = properties(&self.text, self.at + start + OPEN.len());
        self.at = parsed.end;
        let game = reader::game(&parsed.properties, parsed.fault);
        Some(game.map_err(|(fault, partial)| self.error(fault, partial)))
    }
}

impl Archive<'_> {
    fn error(&mut self, fault: Fault, partial: Option<Box<Game>>) -> ReadError {
        let (line, byte) = self.places.find(&self.text, fault.at);
        ReadError { game: self.number, line: Some(line), byte, message: fault.message, partial }
    }
}

/// Writes a line for each game of Othello: the main line with values, times and comments. Of [`Tags::other`], those
/// with names of properties are written.
///
/// [`Tags::other`]: crate::Tags::other
pub fn write(games: &[Game]) -> Written {
    let mut written = Written::default();
    for (index, game) in games.iter().enumerate() {
        match writer::write(game) {
            Ok(line) => written.bytes.extend_from_slice(line.as_bytes()),
            Err(why) => written.left_out.push((index, why)),
        }
    }
    written
}
