//! WTHOR, the format of the game archive of the Fédération Française d'Othello.
//!
//! A file of games (`.wtb`) holds the games of one year, as the federation's description of the format says: a header
//! of 16 bytes, then 68 bytes for each game:
//!
//! | bytes | contents |
//! |---|---|
//! | 0–5 | the numbers of the tournament, of Black and of White, 16 bits each |
//! | 6 | Black's discs at the end, with the empty squares for the winner; by Edax 225 if the game is not over |
//! | 7 | Black's discs if both sides had played perfectly from some number of empty squares, which the header states |
//! | 8–67 | the moves as 10 · row + column, from 1, without passes, padded with zeros, or with 92 by Edax |
//!
//! The numbers refer to names in files beside it ([`Names`]). The score is the only result: a game that ended on time
//! or by resignation has the score that the tournament gave it, whatever the moves say.
//!
//! Tried with: all years from 1977 to 2025, the games of PlayOK in this format, the file that tests NBoard, and a year
//! as Edax 4.6 writes it again.
//!
//! A number without a name becomes the tag [`TOURNAMENT`], [`BLACK`] or [`WHITE`], and the theoretical score the tag
//! [`THEORETICAL_SCORE`].

mod header;
mod names;
mod replay;
#[cfg(test)]
mod tests;
mod writer;

pub use names::Names;

use crate::error::ReadError;
use crate::format::{Definition, Games, Hints};
use crate::game::{Game, Tags, Termination};
use header::Header;
use quartet_rules::GameResult;
use replay::Replayed;
use std::ops::RangeInclusive;

/// The tag of a game whose tournament has no name: its number.
pub const TOURNAMENT: &str = "WthorTournament";
/// The tag of a game whose Black has no name: the number of the player.
pub const BLACK: &str = "WthorBlack";
/// The tag of a game whose White has no name: the number of the player.
pub const WHITE: &str = "WthorWhite";
/// The tag with Black's discs after perfect play from the position with [`THEORETICAL_DEPTH`] empty squares.
pub const THEORETICAL_SCORE: &str = "WthorTheoreticalScore";
/// The tag with the number of empty squares for [`THEORETICAL_SCORE`], if it is known.
pub const THEORETICAL_DEPTH: &str = "WthorTheoreticalDepth";

/// This format.
pub(crate) const DEFINITION: Definition = Definition {
    name: "wthor",
    description: "Othello: archive of the Fédération Française d'Othello, main lines with scores",
    extensions: &["wtb"],
    recognizes,
    read,
    write: writer::write,
};

/// The size of a game, in bytes.
const GAME: usize = 68;
/// The offset of the score in a game.
const SCORE_OFFSET: usize = 6;
/// The offset of the moves in a game.
const MOVES_OFFSET: usize = 8;
/// The code that Edax 4.6 writes instead of 0 after the last move.
const EDAX_PADDING: u8 = 92;
/// The score that Edax 4.6 writes for a game that is not over.
const EDAX_NO_SCORE: u8 = 225;
/// The maximum number of moves of a game.
const MAX_MOVES: usize = GAME - MOVES_OFFSET;
/// The maximum score.
const SQUARES: u8 = 64;
/// Plausible years, from the first publication of the rules of Reversi. Any other year means the file is not WTHOR.
const YEARS: RangeInclusive<u16> = 1880..=2100;

/// Whether the header is one of 8x8 games and promises as many as there are.
fn recognizes(content: &[u8]) -> bool {
    let Some((header, games)) = content.split_first_chunk() else { return false };
    let header = Header::read(header);
    fault(&header).is_none() && games.len() as u64 == GAME as u64 * u64::from(header.games)
}

/// What is wrong with the header of a file of games, and the offset of the fault in it.
fn fault(header: &Header) -> Option<(usize, String)> {
    let Header { year, board_size, kind, .. } = *header;
    let (first, last) = (YEARS.start(), YEARS.end());
    if year != 0 && !YEARS.contains(&year) {
        return Some((10, format!("its games are of the year {year}, expected {first} to {last}, or 0 for unknown")));
    }
    if !matches!(board_size, 0 | 8) {
        return Some((12, format!("its board has {board_size} squares on a side, expected 8")));
    }
    (kind != 0).then(|| (13, format!("its records are of kind {kind} (1: solitaires), expected 0, games")))
}

/// Reads games, with the names of the hints. A fault of the whole file is one of the first game.
pub fn read<'a>(content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    let refused = |byte, message: String| -> Games<'a> {
        let message = format!("not a WTHOR file of games: {message}");
        Box::new(std::iter::once(Err(ReadError { game: 1, line: None, byte, message, partial: None })))
    };
    let Some((header, records)) = content.split_first_chunk() else {
        return refused(0, format!("it has {} bytes, expected a header of {}", content.len(), header::SIZE));
    };
    let header = Header::read(header);
    if let Some((byte, message)) = fault(&header) {
        return refused(byte, message);
    }
    let promised = usize::try_from(header.games).unwrap_or(usize::MAX);
    let games = records.chunks_exact(GAME).take(promised).enumerate();
    let games = games.map(move |(index, record)| Record { record, index, header }.read(&hints.names));
    Box::new(games.chain(size_fault(records.len(), promised).map(Err)))
}

/// The error after the last game if the games have another size than the header promises.
fn size_fault(size: usize, promised: usize) -> Option<ReadError> {
    let whole = (size / GAME).min(promised);
    let message = match size.saturating_sub(whole * GAME) {
        0 if whole == promised => return None,
        rest if whole == promised => format!("{rest} bytes follow the {promised} games that the header promises"),
        rest => {
            format!("the file ends {rest} bytes into this game, expected the {promised} games that the header promises")
        }
    };
    Some(ReadError { game: whole + 1, line: None, byte: header::SIZE + whole * GAME, message, partial: None })
}

/// A game in its bytes.
struct Record<'a> {
    /// The bytes, as many as a game has.
    record: &'a [u8],
    /// The index of the game in the file.
    index: usize,
    header: Header,
}

impl Record<'_> {
    fn read(&self, names: &Names) -> Result<Game, ReadError> {
        let [t0, t1, b0, b1, w0, w1, score, theoretical, moves @ ..] = self.record else {
            return Err(self.error(0, format!("it has {} bytes, expected {GAME}", self.record.len()), None));
        };
        let numbers = [[t0, t1], [b0, b1], [w0, w1]].map(|[&low, &high]| u16::from_le_bytes([low, high]));
        let tags = self.tags(names, numbers, [*score, *theoretical]);
        match replay::replay(moves) {
            Ok(mut played) => {
                played.game.tags = tags;
                self.score(*score, played)
            }
            Err(fault) => {
                let partial = Game { tags, ..fault.partial };
                Err(self.error(MOVES_OFFSET + fault.index, fault.message, Some(partial)))
            }
        }
    }

    fn error(&self, offset: usize, message: String, partial: Option<Game>) -> ReadError {
        let byte = header::SIZE + self.index * GAME + offset;
        ReadError { game: self.index + 1, line: None, byte, message, partial: partial.map(Box::new) }
    }

    /// The tags for these numbers of tournament, Black and White, and scores.
    fn tags(&self, names: &Names, [tournament, black, white]: [u16; 3], [score, theoretical]: [u8; 2]) -> Tags {
        let Header { year, depth, .. } = self.header;
        let mut tags = Tags { date: (year != 0).then(|| year.to_string()), ..Tags::default() };
        let mut name = |names: &[String], number: u16, tag: &str| {
            let name = names::known(names, number).cloned();
            if name.is_none() && number != 0 {
                tags.other.insert(tag.into(), number.to_string());
            }
            name
        };
        let event = name(&names.tournaments, tournament, TOURNAMENT);
        let (first, second) = (name(&names.players, black, BLACK), name(&names.players, white, WHITE));
        (tags.event, tags.first, tags.second) = (event, first, second);
        if depth != 0 {
            tags.other.insert(THEORETICAL_DEPTH.into(), depth.to_string());
        }
        if depth != 0 || theoretical != score {
            tags.other.insert(THEORETICAL_SCORE.into(), theoretical.to_string());
        }
        tags
    }

    /// The game with its result, which is the recorded score even if the moves lead to another one.
    fn score(&self, score: u8, Replayed { mut game, margin }: Replayed) -> Result<Game, ReadError> {
        if score == EDAX_NO_SCORE {
            return Ok(game);
        }
        if score > SQUARES {
            let message = format!("Black's score is {score}, expected 0 to {SQUARES}");
            return Err(self.error(SCORE_OFFSET, message, Some(game)));
        }
        let recorded = 2 * i16::from(score) - i16::from(SQUARES);
        game.margin = Some(recorded);
        game.result = Some(GameResult::of_margin(recorded));
        game.termination = (margin == Some(recorded)).then_some(Termination::Rules);
        Ok(game)
    }
}
