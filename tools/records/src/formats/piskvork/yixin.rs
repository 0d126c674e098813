//! Positions of Yixin-Board: a game of gomoku without players and result.
//!
//! The program saves a list of numbers as `.sav`: the size of the board twice, the number of moves, then row and column
//! of each from 0 at the top left. It also opens the `.pos` files of older programs, which have a byte for each number
//! and a board of 15x15: the number of moves, then 15 · column + row of each.

use crate::builder::GameBuilder;
use crate::error::{ReadError, line_of};
use crate::format::Hints;
use crate::game::Game;
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet::engine::Setup;
use quartet_rules::points::point_name;

/// The size of the board of `.pos` files.
const POS_SIZE: usize = 15;

/// A move by row and column, and its offset in the file.
type Place = (usize, usize, usize);
/// The offset of a fault in the file, and what is wrong.
type Fault = (usize, String);

/// Whether a content is a `.sav` file: its first lines are two equal sizes and a number of moves.
pub(super) fn is_sav(content: &[u8]) -> bool {
    let lines = strip_byte_order_mark(content).split(|&byte| byte == b'\n').take(3);
    let numbers: Vec<Option<usize>> = lines.map(number).collect();
    matches!(numbers.as_slice(), [Some(columns), Some(rows), Some(_)] if columns == rows)
}

/// Whether a content is a `.pos` file: as many bytes as the first one says, each a point.
pub(super) fn is_pos(content: &[u8]) -> bool {
    let points = content.split_first().filter(|(number, points)| usize::from(**number) == points.len());
    points.is_some_and(|(_, points)| points.iter().all(|&point| usize::from(point) < POS_SIZE * POS_SIZE))
}

/// Reads a `.sav` file.
pub(super) fn read_sav(content: &[u8], hints: &Hints) -> Result<Game, ReadError> {
    let mut words = words(content);
    let mut places = Vec::new();
    let size = words.next().transpose();
    let listed = list(&mut words, &mut places);
    let (_, size) = size.ok().flatten().unwrap_or_default();
    play(&places, size, hints, listed.err()).map_err(|(at, message, partial)| {
        let line = Some(line_of(content, at));
        ReadError { game: 1, line, byte: at, message, partial }
    })
}

/// Reads a `.pos` file.
pub(super) fn read_pos(content: &[u8], hints: &Hints) -> Result<Game, ReadError> {
    let points = content.iter().enumerate().skip(1).map(|(at, &point)| (at, usize::from(point)));
    let places: Vec<Place> = points.map(|(at, point)| (point % POS_SIZE, point / POS_SIZE, at)).collect();
    play(&places, POS_SIZE, hints, None).map_err(|(at, message, partial)| ReadError {
        game: 1,
        line: None,
        byte: at,
        message,
        partial,
    })
}

/// The number that a text is.
fn number(text: &[u8]) -> Option<usize> {
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}

/// The numbers of a file with their offsets.
fn words(content: &[u8]) -> impl Iterator<Item = Result<(usize, usize), Fault>> {
    let mark = content.len() - strip_byte_order_mark(content).len();
    let words = content.get(mark..).unwrap_or_default().split(u8::is_ascii_whitespace);
    let mut next = mark;
    words.filter_map(move |word| {
        let at = next;
        next += word.len() + 1;
        let shown = || String::from_utf8_lossy(word).chars().take(20).flat_map(char::escape_debug).collect::<String>();
        let read = || number(word).map(|number| (at, number));
        (!word.is_empty()).then(|| read().ok_or_else(|| (at, format!("'{}', expected a number", shown()))))
    })
}

/// Reads the moves behind the first size, as many as there are said to be.
fn list(words: &mut impl Iterator<Item = Result<(usize, usize), Fault>>, places: &mut Vec<Place>) -> Result<(), Fault> {
    let mut end = 0;
    let mut next = || {
        let (at, number) = words.next().unwrap_or_else(|| Err((end, "the file ends, expected a number".into())))?;
        end = at;
        Ok((at, number))
    };
    next()?;
    let (_, promised) = next()?;
    for _ in 0..promised {
        let (at, row) = next()?;
        places.push((row, next()?.1, at));
    }
    Ok(())
}

/// The game of these moves on a board of this size; `fault` is what is wrong behind them.
fn play(
    places: &[Place],
    size: usize,
    hints: &Hints,
    fault: Option<Fault>,
) -> Result<Game, (usize, String, Option<Box<Game>>)> {
    let mut options = hints.options.clone();
    options.insert("BoardSize".into(), size.to_string());
    let opened = GameBuilder::new("gomoku", &options, &Setup::Start);
    let mut builder = opened.map_err(|error| (0, format!("{error:#}"), None))?;
    let mut played = places.iter().map(|&(row, column, at)| {
        let name = point_name(column, row).ok_or_else(|| (at, format!("{row} {column} is no point of the board")))?;
        builder.play(&name).map(drop).map_err(|error| (at, error.to_string()))
    });
    let fault = played.find_map(Result::err).or(fault);
    let ending = builder.referee().ending();
    builder.game_mut().settle(ending);
    match fault {
        None => Ok(builder.finish()),
        Some((at, message)) => Err((at, message, Some(Box::new(builder.finish())))),
    }
}
