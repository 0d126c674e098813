//! A position listed stone by stone with GoGui's `gogui-setup`.

use super::vertex::{parse_point, side};
use crate::dialect::points::position_rows;
use crate::dialect::words::shown;
use crate::game::Side;

/// Stones on a board that was empty.
#[derive(Debug, Default)]
pub(super) struct SetupStones {
    /// Column, row and owner; no point twice.
    stones: Vec<(usize, usize, Side)>,
    /// The side to move, if it is known.
    to_move: Option<Side>,
}

impl SetupStones {
    /// Adds pairs of a colour and a point; all or none.
    pub(super) fn add(&mut self, words: &[&str], size: usize) -> Result<(), String> {
        let before = self.stones.len();
        let added = self.add_each(words, size);
        if added.is_err() {
            self.stones.truncate(before);
        }
        added
    }

    fn add_each(&mut self, words: &[&str], size: usize) -> Result<(), String> {
        let (pairs, []) = words.as_chunks::<2>() else { return Err("invalid color or coordinate".into()) };
        for [colour, vertex] in pairs {
            let owner = side(colour).ok_or_else(|| format!("invalid color '{}'", shown(colour)))?;
            let is_on_board = |point: &(usize, usize)| point.0 < size && point.1 < size;
            let (column, row) = parse_point(vertex)
                .filter(is_on_board)
                .ok_or_else(|| format!("invalid coordinate '{}'", shown(vertex)))?;
            if self.stones.iter().any(|stone| (stone.0, stone.1) == (column, row)) {
                return Err(format!("a second stone on {}", shown(vertex)));
            }
            self.stones.push((column, row, owner));
        }
        Ok(())
    }

    /// Sets the side to move.
    pub(super) fn set_player(&mut self, side: Side) {
        self.to_move = Some(side);
    }

    /// The position as a text of the session. Unless the side to move was set, it is Black's turn if both sides have as
    /// many stones, and else that of the side with fewer.
    pub(super) fn position(&self, size: usize) -> String {
        let stone = |column, row| {
            self.stones.iter().find(|stone| (stone.0, stone.1) == (column, row)).map(|stone| stone.2.letter())
        };
        let count = |owner| self.stones.iter().filter(|stone| stone.2 == owner).count();
        let fewer = if count(Side::X) > count(Side::O) { Side::O } else { Side::X };
        format!("{} {}", position_rows(size, stone), self.to_move.unwrap_or(fewer).letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_make_a_position() {
        let mut setup = SetupStones::default();
        assert_eq!(setup.add(&["b", "A1", "w", "c2", "BLACK", "B3"], 3), Ok(()));
        assert_eq!(setup.position(3), "x2/2o/1x1 o");
        for wrong in [&["b"][..], &["b", "D1"], &["b", "A4"], &["b", "A1"], &["green", "A2"], &["b", "A2", "w", "pass"]]
        {
            assert!(setup.add(wrong, 3).is_err(), "{wrong:?}");
        }
        assert_eq!(setup.position(3), "x2/2o/1x1 o");
        setup.set_player(Side::X);
        assert_eq!(setup.position(3), "x2/2o/1x1 x");
    }
}
