//! The notation of Cute Chess and Fairy-Stockfish for games of pieces dropped from a reserve: moves are `P@h8` with a1
//! at the bottom left, the pass is a move from a square to itself, positions are FEN with the reserve in brackets and
//! White, who moves first, as the first player.
//!
//! Input in this notation is recognised by its form; output uses it if the client has selected the game by one of
//! certain names.

use crate::dialect::points;
use crate::dialect::words::words;
use crate::engine::options::names;
use crate::engine::{Setup, TextLine};
use crate::game::PASS;
use crate::session::{Command, Query, Reply};

/// The presets whose clients use this notation, and the rows of their boards.
const PRESETS: [(&str, usize); 3] = [("gomokufreestyle", 15), ("gomoku", 15), (FLIPELLO, 8)];
/// Fairy-Stockfish's name of Othello.
const FLIPELLO: &str = "flipello";
/// The prefix of the point.
const DROP: &str = "P@";
/// Discs on the board of Othello at the start.
const START_DISCS: usize = 4;
/// The pass in the middle of a variation: any square will do.
const NULL_MOVE: &str = "a1a1";

/// Drops on the board of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Drops {
    /// Rows of the board.
    rows: usize,
    /// Whether there are passes.
    passes: bool,
    /// Column and row, in this notation, of the point by which a pass in the current position is named.
    pass_point: (usize, usize),
}

impl Default for Drops {
    /// Drops of Gomoku, which are recognised whatever its name was.
    fn default() -> Self {
        Drops { rows: 15, passes: false, pass_point: (0, 0) }
    }
}

impl Drops {
    /// Drops of the game that a name selects; `None` if its clients use another notation.
    pub(super) fn of_preset(name: &str) -> Option<Drops> {
        let (name, rows) = PRESETS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(Drops { rows, passes: name == FLIPELLO, pass_point: (0, 0) })
    }

    /// Converts the moves and the position of a command to the session's notation, and follows the selected variant.
    pub(super) fn read(&mut self, command: &mut Command) {
        let convert = |mv: &mut String| {
            if let Some(read) = self.read_move(mv) {
                *mv = read;
            }
        };
        match command {
            Command::Position { setup, moves } => {
                if let Setup::Text(text) = setup
                    && let Some(read) = read_position(text, self.passes)
                {
                    *text = read;
                }
                moves.iter_mut().for_each(convert);
            }
            Command::Go(go) => go.parameters.search_moves.iter_mut().flatten().for_each(convert),
            Command::Query(Query::Changes(mv)) => convert(mv),
            Command::Variant(name) => *self = Drops::of_preset(name).unwrap_or_default(),
            Command::SetOption { name, value: Some(value) } if name.eq_ignore_ascii_case(names::VARIANT) => {
                *self = Drops::of_preset(value).unwrap_or_default();
            }
            _ => {}
        }
    }

    /// A point with its row counted from the other edge of the board.
    fn flipped(self, point: &str) -> Option<String> {
        let (column, row) = points::point(point)?;
        let row = (self.rows - 1).checked_sub(row)?;
        points::point_name(column, row).filter(|_| column < self.rows)
    }

    /// A move in the session's notation, if it is a drop or a pass.
    fn read_move(self, text: &str) -> Option<String> {
        if let Some(point) = text.strip_prefix(DROP) {
            return self.flipped(point);
        }
        let (from, to) = text.split_at_checked(text.len() / 2)?;
        (self.passes && from == to && self.flipped(from).is_some()).then(|| PASS.into())
    }

    /// A move of the session in this notation.
    fn write_move(self, text: &str) -> String {
        match self.flipped(text) {
            Some(point) => format!("{DROP}{point}"),
            None if self.passes && text == PASS => NULL_MOVE.into(),
            None => text.into(),
        }
    }

    /// The pass in the current position: the first point that its side occupies, from a1 on in this notation, twice.
    fn write_root_move(self, text: &str) -> String {
        let (column, row) = self.pass_point;
        match points::point_name(column, row) {
            Some(point) if self.passes && text == PASS => format!("{point}{point}"),
            _ => self.write_move(text),
        }
    }

    /// Follows the position in which the side to move can only pass.
    pub(super) fn follow(&mut self, reply: &Reply) {
        let Reply::OnlyPass(board) = reply else { return };
        let mut rows = board.points.split('/').rev().enumerate();
        let occupied =
            rows.find_map(|(row, points)| Some((points.chars().position(|point| point == board.side)?, row)));
        self.pass_point = occupied.unwrap_or(self.pass_point);
    }

    /// A reply with its moves in this notation; `None` if it has none.
    pub(super) fn translated(self, reply: &Reply) -> Option<Reply> {
        let written =
            |(index, mv): (usize, &String)| if index == 0 { self.write_root_move(mv) } else { self.write_move(mv) };
        let all = |moves: &[String]| moves.iter().enumerate().map(written).collect();
        let line = |line: &TextLine| TextLine { pv: all(&line.pv), ..line.clone() };
        Some(match reply {
            Reply::Line(found) => Reply::Line(line(found)),
            Reply::BestMove { best, ponder } => {
                let best = best.as_deref().map(|mv| self.write_root_move(mv));
                Reply::BestMove { best, ponder: ponder.as_deref().map(|mv| self.write_move(mv)) }
            }
            Reply::Moves(moves) => Reply::Moves(all(moves)),
            Reply::Book(lines) => Reply::Book(lines.iter().map(line).collect()),
            Reply::Proof(Some(proven)) => Reply::Proof(Some(proven.map(|_, mv| self.write_move(mv)))),
            _ => return None,
        })
    }
}

/// A position text, if it is a FEN with a reserve. The game that has passes begins with discs on the board.
fn read_position(text: &str, passes: bool) -> Option<String> {
    let (board, rest) = text.split_once('[')?;
    let (_, rest) = rest.split_once(']')?;
    let side = match words(rest).next()? {
        "w" => 'x',
        "b" => 'o',
        _ => return None,
    };
    let stones = board.chars().filter(char::is_ascii_alphabetic).count();
    let ply = stones.saturating_sub(if passes { START_DISCS } else { 0 });
    Some(format!("{} {side} - {ply}", board.replace('P', "x").replace('p', "o")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Description;

    #[test]
    fn drops_count_rows_from_the_other_side() {
        let drops = Drops::default();
        assert_eq!(drops.read_move("P@a1").as_deref(), Some("a15"));
        assert_eq!(drops.read_move("P@o15").as_deref(), Some("o1"));
        assert_eq!(drops.write_move("c2"), "P@c14");
        for wrong in ["h8", "P@", "P@h0", "P@h08", "P@h+8", "P@h16", "P@\u{e9}1", "P@hh", "a1a1"] {
            assert_eq!(drops.read_move(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn othello_has_passes() {
        let drops = Drops::of_preset("Flipello").expect("known");
        assert_eq!(drops.read_move("P@e3").as_deref(), Some("e6"));
        assert_eq!(drops.write_move("f5"), "P@f4");
        for pass in ["a1a1", "h8h8"] {
            assert_eq!(drops.read_move(pass).as_deref(), Some("pass"));
        }
        assert_eq!(drops.write_move("pass"), "a1a1");
        for wrong in ["a1a2", "i1i1", "a9a9", "P@a9", "a", ""] {
            assert_eq!(drops.read_move(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_pass_is_named_by_the_first_disc_of_its_side() {
        let mut drops = Drops::of_preset("flipello").expect("known");
        let points = "xo....../......../......../......../......../......../..x...../o..x....".into();
        let board = Description {
            diagram: String::new(),
            position: String::new(),
            code: None,
            key: 0,
            side: 'x',
            ply: 0,
            moves: vec![PASS.into()],
            result: "none",
            reason: "none",
            winning_row: Vec::new(),
            points,
            stones: [3, 2],
            in_hand: None,
            adjacency: Vec::new(),
        };
        drops.follow(&Reply::OnlyPass(Box::new(board)));
        assert_eq!(drops.write_root_move(PASS), "d1d1");
        assert_eq!(drops.write_move(PASS), "a1a1");
        assert_eq!(drops.write_root_move("f5"), "P@f4");
    }

    #[test]
    fn drops_follow_the_variant() {
        let mut drops = Drops::default();
        drops.read(&mut Command::SetOption { name: "uci_variant".into(), value: Some("flipello".into()) });
        assert_eq!((drops.rows, drops.passes), (8, true));
        drops.read(&mut Command::Variant("gomoku".into()));
        assert_eq!(drops, Drops::default());
    }

    #[test]
    fn a_fen_with_a_reserve_is_a_position() {
        let read = read_position("15/7P7/7p7[PPPpppp] b - - 0 1", false);
        assert_eq!(read.as_deref(), Some("15/7x7/7o7 o - 2"));
        for other in ["15/7x7 x - 0", "15[P", "15[P]", "15[P] x"] {
            assert_eq!(read_position(other, false), None, "{other}");
        }
    }
}
