//! The game, rules and first position of an SGF game.

use super::points::{Board, is_two_letters, points};
use crate::builder::GameBuilder;
use crate::format::Hints;
use quartet::engine::Setup;
use quartet::game::Side;
use quartet::games::common::text::write_rows;
use quartet_rules::points::stones;
use std::collections::{BTreeMap, HashMap};

/// The number of Othello as the value of the property GM.
pub(super) const OTHELLO: &str = "2";
/// The number of gomoku and renju.
pub(super) const GOMOKU: &str = "4";
/// The size of the board of gomoku if neither the file nor the caller says it.
const DEFAULT_SIZE: usize = 15;
/// The property for the ply at which a game is a draw, Quartet's own.
pub(super) const MAX_PLIES: &str = "QP";

/// What is known of the rules and the first position before the first move.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstPosition {
    /// The value of GM.
    pub(super) game: Option<String>,
    /// The number of rows and columns.
    pub(super) size: Option<usize>,
    /// The value of the option `Rule`.
    pub(super) rule: Option<&'static str>,
    /// The value of the option `MaxPlies`.
    pub(super) max_plies: Option<String>,
    /// The side to move, if it is stated.
    pub(super) side: Option<Side>,
    /// The number of plies played.
    pub(super) ply: Option<u32>,
    /// The stones by column and row from 0; `None` if none were set up.
    stones: Option<HashMap<(usize, usize), Side>>,
    /// Whether rows of letters are counted from the top in Othello, as the first move has shown.
    pub(super) from_top: bool,
    /// Whether stones were set up on points of two letters.
    pub(super) has_letters: bool,
}

impl FirstPosition {
    /// The variant: that of the caller if it names one, whatever the file says, because programs for go write other
    /// games as go.
    pub(super) fn variant(&self, hints: &Hints) -> Result<&'static str, String> {
        let found = match self.game.as_deref() {
            Some(OTHELLO) => Some("othello"),
            Some(GOMOKU) => Some("gomoku"),
            _ => None,
        };
        let wanted = hints.variant.map(|variant| variant.name).filter(|name| ["othello", "gomoku"].contains(name));
        let expected = format!("expected GM[{OTHELLO}] (Othello) or GM[{GOMOKU}] (gomoku)");
        wanted.or(found).ok_or_else(|| match &self.game {
            Some(game) => format!("the game is GM[{game}], {expected}"),
            None => format!("the game is not stated, {expected}"),
        })
    }

    /// The size of the board.
    pub(super) fn size(&self, hints: &Hints) -> Result<usize, String> {
        if self.variant(hints)? == "othello" {
            return Ok(8);
        }
        let hinted = hints.options.get("BoardSize").and_then(|size| size.parse().ok());
        Ok(self.size.or(hinted).unwrap_or(DEFAULT_SIZE))
    }

    /// The board, on which rows are counted as the first move has shown.
    pub(super) fn board(&self, hints: &Hints) -> Result<Board, String> {
        let board = Board::new(self.size(hints)?, self.variant(hints)? == "othello");
        Ok(Board { from_bottom: board.from_bottom && !self.from_top, ..board })
    }

    /// Puts stones of a side, or removes them, on the points of a value of AB, AW or AE.
    pub(super) fn set_up(&mut self, value: &str, side: Option<Side>, hints: &Hints) -> Result<(), String> {
        let board = self.board(hints)?;
        let wrong = || format!("'{}' is no point of a board of {1}x{1}", value.escape_debug(), board.size);
        let points = points(value, board).ok_or_else(wrong)?;
        self.has_letters |= value.split(':').any(is_two_letters);
        let stones = self.stones.get_or_insert_default();
        for point in points {
            match side {
                Some(side) => stones.insert(point, side),
                None => stones.remove(&point),
            };
        }
        Ok(())
    }

    /// A builder at the first position. If the side to move is not stated, it is the one of the first move where that
    /// can be another than x: in gomoku, and with stones set up.
    pub(super) fn open(&self, first_mover: Option<Side>, hints: &Hints) -> Result<GameBuilder, String> {
        let variant = self.variant(hints)?;
        let size = self.size(hints)?;
        if self.size.is_some_and(|stated| stated != size) {
            return Err(format!("a board of {0}x{0}, expected {size}x{size}", self.size.unwrap_or_default()));
        }
        let mut options = hints.options.clone();
        if variant == "gomoku" {
            options.insert("BoardSize".into(), size.to_string());
            if let Some(rule) = self.rule {
                options.insert("Rule".into(), rule.into());
            }
        }
        if let Some(max_plies) = &self.max_plies {
            options.insert("MaxPlies".into(), max_plies.clone());
        }
        let guessed = first_mover.filter(|_| variant == "gomoku" || self.stones.is_some());
        let side = self.side.or(guessed).unwrap_or(Side::X);
        let builder = |setup| GameBuilder::new(variant, &options, &setup).map_err(|error| format!("{error:#}"));
        if self.stones.is_none() && side == Side::X && self.ply.is_none() {
            return builder(Setup::Start);
        }
        let stones = match &self.stones {
            Some(stones) => stones.clone(),
            None => start_stones(&builder(Setup::Start)?),
        };
        builder(Setup::Text(position(size, &stones, side, self.ply)))
    }
}

/// The stones of the start position.
fn start_stones(builder: &GameBuilder) -> HashMap<(usize, usize), Side> {
    let stones = stones(&builder.referee().position());
    stones.into_iter().map(|(column, row, side)| ((column, row), side)).collect()
}

/// A position text.
fn position(size: usize, stones: &HashMap<(usize, usize), Side>, side: Side, ply: Option<u32>) -> String {
    let rows = write_rows(size, |row, column| stones.get(&(column, row)).map(|side| side.letter()));
    format!("{rows} {} - {}", side.letter(), ply.unwrap_or_default())
}

/// The value of the option `Rule` that a value of RU stands for. Numbers are those of Gomocup's protocol.
pub(super) fn rule(value: &str) -> Option<&'static str> {
    match value.to_ascii_lowercase().as_str() {
        "0" | "freestyle" | "gomoku" => Some("freestyle"),
        "1" | "standard" => Some("standard"),
        "4" | "renju" => Some("renju"),
        _ => None,
    }
}

/// The option `Rule` of a game.
pub(super) fn rule_of(options: &BTreeMap<String, String>) -> &str {
    options.get("Rule").map_or("freestyle", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_up_stones_are_the_first_position() {
        let mut first = FirstPosition { game: Some(GOMOKU.into()), size: Some(5), ..FirstPosition::default() };
        let hints = Hints::default();
        for (value, side) in [("aa:cb", Some(Side::X)), ("ba", None), ("ee", Some(Side::O))] {
            first.set_up(value, side, &hints).expect("points");
        }
        assert!(first.set_up("ff", None, &hints).is_err());
        let opened =
            |first: &FirstPosition, mover| first.open(mover, &hints).map(|builder| builder.referee().position());
        assert_eq!(opened(&first, Some(Side::O)).as_deref(), Ok("x1x2/xxx2/5/5/4o o - 0"));
        assert_eq!(opened(&first, None).as_deref(), Ok("x1x2/xxx2/5/5/4o x - 0"));
        first.size = Some(23);
        assert!(opened(&first, None).is_err());
        first.game = Some("1".into());
        assert_eq!(opened(&first, None), Err("the game is GM[1], expected GM[2] (Othello) or GM[4] (gomoku)".into()));
    }

    #[test]
    fn othello_begins_with_four_discs() {
        let first = FirstPosition { game: Some(OTHELLO.into()), ..FirstPosition::default() };
        let hints = Hints::default();
        let start = first.open(Some(Side::O), &hints).expect("the start").finish();
        assert_eq!(start.setup, None);
        let first = FirstPosition { side: Some(Side::O), size: Some(8), ..first };
        let builder = first.open(None, &hints).expect("white begins");
        assert_eq!(builder.referee().position(), "8/8/8/3ox3/3xo3/8/8/8 o - 0");
        assert!(FirstPosition { size: Some(10), ..first }.open(None, &hints).is_err());
    }
}
