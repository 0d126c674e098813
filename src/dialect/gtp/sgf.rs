//! `loadsgf`: the main line of a game record in the Smart Game Format (version 4).

use super::vertex::parse_move;
use crate::dialect::points::{point_name, position_rows};
use crate::dialect::properties::{Property, property};
use crate::dialect::settings::GameName;
use crate::dialect::words::shown;
use crate::engine::Setup;
use crate::game::{PASS, Side};
use crate::session::Command;
use std::io::Read;

/// Greatest size of a file, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// `loadsgf FILE [NUMBER]`: the command that sets the position before move NUMBER, or at the end of the main line, and
/// the points in a row of the board.
pub(super) fn load(arguments: &[&str], game: GameName) -> Result<(Command, usize), String> {
    let (path, number) = match arguments {
        [path] => (path, None),
        [path, number] => (path, Some(number.parse::<usize>().map_err(|_| "expected a move number")?)),
        _ => return Err("expected a file".into()),
    };
    if !std::fs::metadata(path).is_ok_and(|file| file.is_file()) {
        return Err(format!("cannot load file '{}'", shown(path)));
    }
    let mut text = String::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(MAX_SIZE).read_to_string(&mut text));
    read.map_err(|error| format!("cannot load file '{}': {error}", shown(path)))?;
    let properties = main_line(&text).ok_or("cannot load file: it is no game record")?;
    position(&properties, number, game)
}

/// The properties of the main line: of the first variation everywhere.
fn main_line(text: &str) -> Option<Vec<Property<'_>>> {
    let mut rest = text.trim_start_matches(|c| c != '(').strip_prefix('(')?;
    let mut properties = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ';' | '('));
        if rest.is_empty() || rest.starts_with(')') {
            return Some(properties);
        }
        let (after, property) = property(rest).ok()?;
        properties.push(property);
        rest = after;
    }
}

/// The command that sets the position before move `number`.
fn position(properties: &[Property<'_>], number: Option<usize>, game: GameName) -> Result<(Command, usize), String> {
    let value = |name: &str| properties.iter().find(|(found, _)| *found == name).and_then(|(_, values)| values.first());
    let size = value("SZ").and_then(|size| size.parse().ok()).unwrap_or_else(|| game.default_size());
    if !game.has_size(size) {
        return Err("unacceptable size".into());
    }
    let mut stones = Vec::new();
    let mut moves = Vec::new();
    for (name, values) in properties {
        let owner = match *name {
            "AB" | "B" => Side::X,
            "AW" | "W" => Side::O,
            _ => continue,
        };
        for value in values {
            let mv = point_in_record(value, size).ok_or_else(|| format!("cannot load file: '{}'", shown(value)))?;
            if name.len() == 2 {
                stones.push((mv, owner));
            } else {
                moves.push(mv);
            }
        }
    }
    moves.truncate(number.map_or(moves.len(), |number| number.saturating_sub(1)));
    let setup = if stones.is_empty() {
        Setup::Start
    } else {
        let stone = |column, row| {
            let name = point_name(column, row)?;
            stones.iter().find(|(stone, _)| *stone == name).map(|(_, owner)| owner.letter())
        };
        let first = properties.iter().map(|property| property.0).find(|name| matches!(*name, "B" | "W"));
        let to_move = value("PL").copied().or(first).unwrap_or("B");
        let side = if to_move.starts_with(['W', 'w']) { Side::O } else { Side::X };
        Setup::Text(format!("{} {}", position_rows(size, stone), side.letter()))
    };
    // Records leave passes out, and transcripts, which only Othello has, insert them. Runners end a game by passes that
    // its rules do not have.
    if game == GameName::Othello {
        while moves.pop_if(|mv| mv == PASS).is_some() {}
        moves = if moves.is_empty() { moves } else { vec![moves.concat()] };
    }
    Ok((Command::Position { setup, moves }, size))
}

/// A move of a record: two letters from the top left as in Go, or letter and number as in Othello; nothing is the pass.
fn point_in_record(value: &str, size: usize) -> Option<String> {
    let letters = value.as_bytes();
    match letters {
        [] => Some(PASS.into()),
        // The pass of older versions of the format.
        b"tt" if size <= 19 => Some(PASS.into()),
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            let (column, row) = (usize::from(column - b'a'), usize::from(row - b'a'));
            point_name(column, size.checked_sub(row + 1)?).filter(|_| column < size)
        }
        _ => parse_move(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(text: &str, number: Option<usize>, game: GameName) -> Result<(Command, usize), String> {
        position(&main_line(text).ok_or("no record")?, number, game)
    }

    fn moves(moves: &[&str]) -> Command {
        Command::Position { setup: Setup::Start, moves: moves.iter().map(|mv| (*mv).into()).collect() }
    }

    #[test]
    fn the_main_line_is_played() {
        let text = "(;GM[4]SZ[15]C[a \\] b];B[hh](;W[ih];B[aa])(;W[oo]))";
        assert_eq!(loaded(text, None, GameName::Gomoku), Ok((moves(&["h8", "i8", "a15"]), 15)));
        assert_eq!(loaded(text, Some(2), GameName::Gomoku), Ok((moves(&["h8"]), 15)));
        let text = "(;GM[2]\n;B[F5] ;W[f6];B[])";
        let with_pass = "(;GM[2];B[F5];W[f6];B[];W[tt];B[e6])";
        assert_eq!(loaded(with_pass, None, GameName::Othello), Ok((moves(&["f5f6passpasse6"]), 8)));
        assert_eq!(loaded(text, None, GameName::Othello), Ok((moves(&["f5f6"]), 8)));
    }

    #[test]
    fn stones_are_set_up() {
        let text = "(;GM[4]SZ[5]AB[ae][be]AW[ee];W[cc])";
        let setup = Setup::Text("xx2o/5/5/5/5 o".into());
        let expected = Command::Position { setup, moves: vec!["c3".into()] };
        assert_eq!(loaded(text, None, GameName::Gomoku), Ok((expected, 5)));
    }

    #[test]
    fn what_is_no_record_is_refused() {
        for wrong in ["", "x", "(;B[", "(;B)", "(;B[zz])", "(;SZ[99];B[aa])", "(;SZ[9];B[aa])x"] {
            assert!(loaded(wrong, None, GameName::Othello).is_err(), "{wrong}");
        }
        assert!(load(&["/nonexistent/x.sgf"], GameName::Othello).is_err());
        assert!(load(&[], GameName::Othello).is_err());
    }
}
