//! `loadsgf`: the main line of a game record in the Smart Game Format, read as GoGui, Edax and c-gomoku-cli write it.
//!
//! It reads files as the crate of game records does, whose format `sgf` reads variations, notes and encodings too. A
//! test here and one there have the same files.

use super::vertex::parse_move;
use crate::dialect::points::{point_name, position_rows};
use crate::dialect::properties::property;
use crate::dialect::settings::GameName;
use crate::dialect::words::shown;
use crate::engine::Setup;
use crate::game::{PASS, Side};
use crate::session::Command;
use std::io::Read;

/// Name and values of a property.
type Property<'a> = (String, Vec<&'a str>);

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

/// The properties of the main line: of the first variation everywhere. Names are without the lowercase letters of
/// versions before 4.
fn main_line(text: &str) -> Option<Vec<Property<'_>>> {
    let mut rest = text.trim_start_matches(|c| c != '(').strip_prefix('(')?;
    let mut properties = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ';' | '('));
        if rest.is_empty() || rest.starts_with(')') {
            return Some(properties);
        }
        let (after, (name, values)) = property(rest).ok()?;
        properties.push((name.chars().filter(char::is_ascii_uppercase).collect(), values));
        rest = after;
    }
}

/// The command that sets the position before move `number`.
fn position(properties: &[Property<'_>], number: Option<usize>, game: GameName) -> Result<(Command, usize), String> {
    let size = first_value(properties, "SZ").and_then(|size| size.parse().ok()).unwrap_or_else(|| game.default_size());
    if !game.has_size(size) {
        return Err("unacceptable size".into());
    }
    let mut record = Record::new(size, game);
    for (name, values) in properties {
        for value in values {
            record.read(name, value)?;
        }
    }
    let setup = record.setup(first_value(properties, "PL"));
    let mut moves = record.moves;
    moves.truncate(number.map_or(moves.len(), |number| number.saturating_sub(1)));
    // Records leave passes out, and transcripts, which only Othello has, insert them. Runners end a game by passes that
    // its rules do not have.
    if game == GameName::Othello {
        while moves.pop_if(|mv| mv == PASS).is_some() {}
        moves = if moves.is_empty() { moves } else { vec![moves.concat()] };
    }
    Ok((Command::Position { setup, moves }, size))
}

/// The first value of the first property with this name.
fn first_value<'a>(properties: &[Property<'a>], name: &str) -> Option<&'a str> {
    properties.iter().find(|(found, _)| found == name).and_then(|(_, values)| values.first()).copied()
}

/// The stones and moves of a record.
struct Record {
    size: usize,
    game: GameName,
    /// The stones of the first position.
    stones: Vec<(String, Side)>,
    moves: Vec<String>,
    /// The side of the first move.
    first: Option<Side>,
    /// The side of the last move.
    last: Option<Side>,
    /// Whether rows of two letters are counted from the top. It is known after the first point of two letters.
    from_top: Option<bool>,
}

impl Record {
    fn new(size: usize, game: GameName) -> Self {
        Record { size, game, stones: Vec::new(), moves: Vec::new(), first: None, last: None, from_top: None }
    }

    /// Takes a value of a property.
    fn read(&mut self, name: &str, value: &str) -> Result<(), String> {
        let fail = |why: &str| Err(format!("cannot load file: {name}[{}]{why}", shown(value)));
        let side = match name {
            "AB" | "B" => Some(Side::X),
            "AW" | "W" => Some(Side::O),
            "AE" => None,
            _ => return Ok(()),
        };
        let Some(point) = self.point(value) else { return fail("") };
        match side.filter(|_| name.len() == 1) {
            None if self.first.is_some() => fail(" after a move"),
            None => {
                self.stones.retain(|(stone, _)| *stone != point);
                self.stones.extend(side.map(|side| (point, side)));
                Ok(())
            }
            // Passes of Othello may be left out.
            Some(side) if self.last == Some(side) && self.game == GameName::Gomoku => fail(" twice in a row"),
            Some(side) => {
                self.first.get_or_insert(side);
                self.last = Some(side);
                self.moves.push(point);
                Ok(())
            }
        }
    }

    /// The first position. The side to move is that of PL, else that of the first move.
    fn setup(&self, to_move: Option<&str>) -> Setup {
        let stated = to_move.map(|side| if side.starts_with(['W', 'w', '2']) { Side::O } else { Side::X });
        let side = stated.or(self.first).unwrap_or(Side::X);
        if self.stones.is_empty() && (side == Side::X || self.game == GameName::Othello) {
            return Setup::Start;
        }
        let stone = |column, row| {
            let name = point_name(column, row)?;
            self.stones.iter().find(|(stone, _)| *stone == name).map(|(_, owner)| owner.letter())
        };
        Setup::Text(format!("{} {}", position_rows(self.size, stone), side.letter()))
    }

    /// A move or stone: two letters as in Go, in Othello also the name of the square; nothing is the pass.
    fn point(&mut self, value: &str) -> Option<String> {
        let name = value.trim().to_ascii_lowercase();
        let is_othello = self.game == GameName::Othello;
        match *name.as_bytes() {
            [] => Some(PASS.into()),
            // The pass of older versions of the format, and Edax's.
            [b't', b't'] if self.size <= 19 => Some(PASS.into()),
            [b'p', b'a'] if is_othello => Some(PASS.into()),
            [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
                let (column, row) = (usize::from(column - b'a'), usize::from(row - b'a'));
                self.letters(column, row)
            }
            _ if is_othello || name == PASS => parse_move(&name),
            _ => None,
        }
    }

    /// The point of two letters, as column and row from the top. Rows of GTP are counted from the bottom, so the point
    /// is that of the same picture. In Othello the rows are counted from the bottom too, as GoGui does, unless the
    /// first move from the start position shows that they are not.
    fn letters(&mut self, column: usize, row: usize) -> Option<String> {
        const FIRST: [&str; 4] = ["d3", "c4", "f5", "e6"];
        let bottom = self.size.checked_sub(row + 1)?;
        let name = |row| point_name(column, row).filter(|_| column < self.size);
        let is_first = self.game == GameName::Othello && self.stones.is_empty() && self.moves.is_empty();
        let shows_top = || is_first && name(row).is_some_and(|name| FIRST.contains(&name.as_str()));
        let from_top = *self.from_top.get_or_insert_with(shows_top);
        name(if from_top { row } else { bottom })
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
        let text = "(;GM[4]SZ[5]AB[ae][be][cd]AE[cd]AW[ee];W[cc])";
        let setup = Setup::Text("xx2o/5/5/5/5 o".into());
        let expected = Command::Position { setup, moves: vec!["c3".into()] };
        assert_eq!(loaded(text, None, GameName::Gomoku), Ok((expected, 5)));
        let text = "(;GM[4]SZ[5];White[cc];Black[cd])";
        let setup = Setup::Text("5/5/5/5/5 o".into());
        let expected = Command::Position { setup, moves: vec!["c3".into(), "c2".into()] };
        assert_eq!(loaded(text, None, GameName::Gomoku), Ok((expected, 5)));
    }

    /// `tt` is the pass on boards that have no such point.
    #[test]
    fn tt_is_a_pass_up_to_19() {
        let text = |size: u8, mv: &str| format!("(;GM[4]SZ[{size}];B[jj];W[{mv}];B[aa])");
        let load = |size, mv| loaded(&text(size, mv), None, GameName::Gomoku);
        assert_eq!(load(19, "tt"), load(19, ""));
        assert_eq!(load(20, "tt"), Ok((moves(&["j11", "t1", "a20"]), 20)));
    }

    /// The files of `files_that_loadsgf_reads_too` in the tests of the records' format `sgf`.
    #[test]
    fn files_that_the_records_read_too() {
        let text = "(;GM[4]SZ[15];B[hh];W[ih];B[ac])";
        // The third stone is in the picture where SGF has it: in the third row from the top.
        assert_eq!(loaded(text, None, GameName::Gomoku), Ok((moves(&["h8", "i8", "a13"]), 15)));
        for (text, played) in [
            ("(;GM[2]SZ[8];B[fd];W[fc];B[df])", "f5f6d3"),
            ("(;GM[2]SZ[8];B[fe];W[ff];B[dc])", "f5f6d3"),
            ("(;GM[2]SZ[8];B[F5];W[f6];B[PA])", "f5f6"),
        ] {
            assert_eq!(loaded(text, None, GameName::Othello), Ok((moves(&[played]), 8)), "{text}");
        }
        let text = "(;GM[2]AB[a1]AW[b1]PL[B];B[c1])";
        let expected = Command::Position { setup: Setup::Text("xo6/8/8/8/8/8/8/8 x".into()), moves: vec!["c1".into()] };
        assert_eq!(loaded(text, None, GameName::Othello), Ok((expected, 8)));
        for wrong in ["(;GM[4]SZ[15];B[h8])", "(;GM[4];B[hh];B[hi])", "(;GM[4];B[hh];AW[hi])", "(;GM[4]SZ[9];B[jj])"] {
            assert!(loaded(wrong, None, GameName::Gomoku).is_err(), "{wrong}");
        }
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
