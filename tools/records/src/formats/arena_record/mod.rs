//! The arena's records of matches: a line of JSON with a header, then one for each start of the match and one for each
//! game.
//!
//! The header's field `quartet_arena` is [`FORMAT`]; its other fields are the settings of a match, which concern only
//! the arena, as do the lines that [`is_start`] recognizes. A game of a record that this module writes has no settings
//! in its header; the arena reports such records, but does not resume them. An incomplete last line, which a killed run
//! leaves, is not a game.
//!
//! Games keep their numbers and pairs as the round `PAIR.GAME`, both from 1, which is also the round in PGN. Not kept
//! are the nodes and the engine's own times of moves, and the duration of games.

mod conversion;
mod game_record;
#[cfg(test)]
mod tests;

use crate::error::ReadError;
use crate::format::{Definition, Games, Hints, Written};
use crate::game::Game;
use crate::referees::Referees;
pub use conversion::Unplayable;
pub use game_record::{
    EngineScore, FaultKind, FaultRecord, GameRecord, MoveRecord, OpeningRecord, ScoreKind, parse_setup, setup_text,
};
use quartet::byte_order_mark::strip_byte_order_mark;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// The version of the format, in the header.
pub const FORMAT: u32 = 1;

/// Whether a line is that of a start of the match, which tells where and when the games after it were played.
pub fn is_start(line: &[u8]) -> bool {
    line.starts_with(b"{\"start\":")
}

/// The format as the library knows it.
pub(crate) const DEFINITION: Definition = Definition {
    name: "json",
    description: "JSON lines, the records of quartet-arena",
    extensions: &["jsonl"],
    recognizes: |content| {
        let content = strip_byte_order_mark(content).trim_ascii_start();
        content.strip_prefix(b"{").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\"quartet_arena\""))
    },
    read,
    write,
};

/// The part of the header that is not the arena's own.
#[derive(Serialize, Deserialize)]
struct Header {
    quartet_arena: u32,
}

impl GameRecord {
    /// The game, whose moves are checked by the rules. Its round is `PAIR.GAME`, both from 1.
    pub fn game(&self, referees: &mut Referees) -> Result<Game, Unplayable> {
        conversion::game(self, referees)
    }
}

/// The games of a record as its lines are; the error is that of a line. All other lines are read.
pub fn records(content: &[u8]) -> impl Iterator<Item = Result<GameRecord, ReadError>> {
    lines(content).map(|line| line.map(|(record, _)| record))
}

/// A game of a record with its line and the offset of that.
type Line = (GameRecord, (usize, usize));

fn lines(content: &[u8]) -> impl Iterator<Item = Result<Line, ReadError>> {
    let mark = content.len() - strip_byte_order_mark(content).len();
    let mut offset = mark;
    let mut game = 0;
    let mut seen = HashSet::new();
    let all = content.get(mark..).unwrap_or_default().split_inclusive(|&byte| byte == b'\n').enumerate();
    let lines = all.map(move |(index, line)| {
        offset += line.len();
        (index + 1, offset - line.len(), line)
    });
    lines.filter_map(move |(number, byte, line)| {
        let fail = |message: String| {
            Some(Err(ReadError { game: game.max(1), line: Some(number), byte, message, partial: None }))
        };
        if number == 1 {
            return match serde_json::from_slice::<Header>(line) {
                Ok(header) if header.quartet_arena == FORMAT => None,
                Ok(header) => fail(format!("format {}, expected {FORMAT}", header.quartet_arena)),
                Err(error) => fail(format!("no header of a record: {error}")),
            };
        }
        if line.trim_ascii().is_empty() || is_start(line) {
            return None;
        }
        game += 1;
        let fail = |message: String| Some(Err(ReadError { game, line: Some(number), byte, message, partial: None }));
        match serde_json::from_slice::<GameRecord>(line) {
            Ok(record) if seen.insert(record.id) => Some(Ok((record, (number, byte)))),
            Ok(record) => fail(format!("game {} for the second time", record.id)),
            Err(error) if error.is_eof() && !line.ends_with(b"\n") => None,
            Err(error) => fail(error.to_string()),
        }
    })
}

/// Reads a record.
pub fn read<'a>(content: &'a [u8], _hints: &'a Hints) -> Games<'a> {
    let mut referees = Referees::default();
    Box::new(lines(content).enumerate().map(move |(index, line)| {
        let (record, (line, byte)) = line?;
        record.game(&mut referees).map_err(|Unplayable { error, partial }| ReadError {
            game: index + 1,
            line: Some(line),
            byte,
            message: format!("{error:#}"),
            partial,
        })
    }))
}

/// Writes a record of the games that have results, numbered as by [`records_of`].
pub fn write(games: &[Game]) -> Written {
    let mut written = Written::default();
    if games.is_empty() {
        return written;
    }
    push_line(&mut written.bytes, &Header { quartet_arena: FORMAT });
    for (index, record) in records_of(games).into_iter().enumerate() {
        match record {
            Ok(record) => push_line(&mut written.bytes, &record),
            Err(why) => written.left_out.push((index, why)),
        }
    }
    written
}

/// The record of each game, or why it has none. Numbers and pairs are those of the rounds if all games have different
/// ones; otherwise games are numbered in their order, and none is one of a pair. An opening has the number of the first
/// pair with it.
pub fn records_of(games: &[Game]) -> Vec<Result<GameRecord, String>> {
    let mut referees = Referees::default();
    let mut openings: HashMap<(String, Vec<String>), u64> = HashMap::new();
    let record = |(game, (pair, id))| {
        let mut record = conversion::record(game, id, pair, &mut referees)?;
        let OpeningRecord { index, setup, moves } = &mut record.opening;
        *index = *openings.entry((setup.clone(), moves.clone())).or_insert(pair);
        anyhow::Ok(record)
    };
    let records = games.iter().zip(numbers(games)).map(record);
    records.map(|record| record.map_err(|why| format!("{why:#}"))).collect()
}

fn push_line(bytes: &mut Vec<u8>, value: &impl Serialize) {
    // These values consist of texts and numbers only, so serialisation cannot fail.
    bytes.extend(serde_json::to_vec(value).unwrap_or_default());
    bytes.push(b'\n');
}

/// The pair and the number of each game.
fn numbers(games: &[Game]) -> Vec<(u64, u64)> {
    let of_round = |game: &Game| {
        let (pair, id) = game.tags.round.as_deref()?.split_once('.')?;
        Some((pair.parse::<u64>().ok()?.checked_sub(1)?, id.parse::<u64>().ok()?.checked_sub(1)?))
    };
    let rounds: Option<Vec<(u64, u64)>> = games.iter().map(of_round).collect();
    let all_differ = |rounds: &Vec<(u64, u64)>| {
        let ids: HashSet<u64> = rounds.iter().map(|(_, id)| *id).collect();
        ids.len() == rounds.len()
    };
    rounds.filter(all_differ).unwrap_or_else(|| (0..games.len() as u64).map(|id| (id, id)).collect())
}
