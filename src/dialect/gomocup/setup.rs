//! A position listed line by line, `BOARD` to `DONE`. Nothing in it is trusted.

use super::points::{Listed, listed, name, on_board};
use crate::dialect::words::shown;

/// Which command the list belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `BOARD`: set the position and move.
    Board,
    /// `YXBOARD`: set the position.
    Quiet,
    /// `SWAP2BOARD`: choose stones or side.
    Swap2,
}

impl Kind {
    /// The command.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Board => "BOARD",
            Kind::Quiet => "YXBOARD",
            Kind::Swap2 => "SWAP2BOARD",
        }
    }
}

/// Whose stone it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    /// Of the side asked, which is to move.
    Own,
    /// Of the opponent.
    Other,
}

/// A list that is being read.
#[derive(Debug)]
pub(super) struct List {
    pub kind: Kind,
    size: usize,
    /// Column, row, owner; no point twice.
    stones: Vec<(usize, usize, Owner)>,
    /// What was wrong first.
    problem: Option<String>,
}

impl List {
    /// An empty list for a board of this size.
    pub fn new(kind: Kind, size: usize) -> List {
        List { kind, size, stones: Vec::new(), problem: None }
    }

    /// Reads a line of the list. The first mistake spoils it all; the rest is read over.
    pub fn read(&mut self, line: &str) {
        if self.problem.is_some() {
            return;
        }
        match self.stone(line) {
            Ok(stone) => self.stones.push(stone),
            Err(problem) => self.problem = Some(format!("'{}' in {}: {problem}", shown(line.trim()), self.kind.word())),
        }
    }

    fn stone(&self, line: &str) -> Result<(usize, usize, Owner), String> {
        let Listed { x, y, field } = listed(line).ok_or("expected 'x,y,field' or 'DONE'")?;
        let size = self.size;
        let (column, row) =
            on_board(x, y, size).ok_or_else(|| format!("not on the board, expected 0,0 to {0},{0}", size - 1))?;
        if self.stones.iter().any(|&(other_column, other_row, _)| (other_column, other_row) == (column, row)) {
            return Err("a second stone on this point, expected one".into());
        }
        let owner = match (self.kind, field) {
            // The first stone is black's, and white, who chooses, is to move.
            (Kind::Swap2, _) if self.stones.len().is_multiple_of(2) => Owner::Other,
            (Kind::Swap2, _) | (_, Some(1)) => Owner::Own,
            (_, Some(2)) => Owner::Other,
            _ => return Err("unknown field, expected 1 (own stone) or 2 (opponent's stone)".into()),
        };
        Ok((column, row, owner))
    }

    /// How many stones there are; the error says what was wrong with the list.
    pub fn count(&self) -> Result<usize, String> {
        self.problem.clone().map_or(Ok(self.stones.len()), Err)
    }

    /// The position, the side asked to move. That is the first player, x, if both have as many stones, the second if the
    /// opponent has one more; with any other numbers the first stone listed is the first player's.
    pub fn position(&self) -> String {
        let own = self.stones.iter().filter(|(_, _, owner)| *owner == Owner::Own).count();
        let others = self.stones.len() - own;
        let is_first = match others.checked_sub(own) {
            Some(0) => true,
            Some(1) => false,
            _ => self.stones.first().is_some_and(|(_, _, owner)| *owner == Owner::Own),
        };
        let letter = |owner: Owner| if (owner == Owner::Own) == is_first { 'x' } else { 'o' };
        let rows: Vec<_> = (0..self.size).map(|row| self.row(row, letter)).collect();
        format!("{} {} - {}", rows.join("/"), letter(Owner::Own), self.stones.len())
    }

    /// The stones in the order in which they are listed, as moves.
    pub fn moves(&self) -> Vec<String> {
        self.stones.iter().filter_map(|&(column, row, _)| name(column, row)).collect()
    }

    /// A row of the position text.
    fn row(&self, row: usize, letter: impl Fn(Owner) -> char) -> String {
        let mut stones: Vec<_> = self.stones.iter().filter(|stone| stone.1 == row).collect();
        stones.sort_by_key(|stone| stone.0);
        let (mut text, mut next) = (String::new(), 0);
        for &&(column, _, owner) in &stones {
            if column > next {
                text.push_str(&(column - next).to_string());
            }
            text.push(letter(owner));
            next = column + 1;
        }
        if self.size > next {
            text.push_str(&(self.size - next).to_string());
        }
        text
    }
}

/// The point in the arguments of a command, as the session calls it.
pub(super) fn point(arguments: &str, size: usize) -> Result<String, String> {
    let wrong = || format!("'{}', expected a point 'x,y' from 0,0 to {1},{1}", shown(arguments.trim()), size - 1);
    let Listed { x, y, field: None } = listed(arguments).ok_or_else(wrong)? else { return Err(wrong()) };
    let (column, row) = on_board(x, y, size).ok_or_else(wrong)?;
    name(column, row).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: Kind, lines: &[&str]) -> Result<String, String> {
        let mut list = List::new(kind, 5);
        lines.iter().for_each(|line| list.read(line));
        list.count().map(|_| list.position())
    }

    #[test]
    fn the_side_asked_is_to_move() {
        let board = |lines: &[&str]| text(Kind::Board, lines).expect("a position");
        assert_eq!(board(&[]), "5/5/5/5/5 x - 0");
        assert_eq!(board(&["2,2,2"]), "5/5/2x2/5/5 o - 1");
        assert_eq!(board(&["2,2,2", "0,0,1"]), "x4/5/2o2/5/5 x - 2");
        assert_eq!(board(&["4,0,1", "0,4,2", "1,4,2"]), "4o/5/5/5/xx3 o - 3");
    }

    #[test]
    fn stones_need_not_alternate() {
        let board = |lines: &[&str]| text(Kind::Board, lines).expect("a position");
        assert_eq!(board(&["0,0,1", "1,0,1", "2,0,1"]), "xxx2/5/5/5/5 x - 3");
        assert_eq!(board(&["0,0,2", "1,0,2", "2,0,2"]), "xxx2/5/5/5/5 o - 3");
    }

    #[test]
    fn swap2_lists_alternate_and_white_is_to_move() {
        assert_eq!(text(Kind::Swap2, &["0,0", "1,0", "2,0"]).as_deref(), Ok("xox2/5/5/5/5 o - 3"));
    }

    #[test]
    fn any_mistake_spoils_the_list() {
        for wrong in ["", "1,1", "1,1,0", "1,1,3", "5,0,1", "0,-1,1", "0,0,2", "x", "1,1,1,1", "1 1 1"] {
            let read = text(Kind::Board, &["0,0,1", wrong, "2,2,2"]);
            assert!(read.as_ref().is_err_and(|error| error.contains("BOARD")), "{wrong}: {read:?}");
        }
    }

    #[test]
    fn points_of_commands() {
        assert_eq!(point(" 7,0", 15).as_deref(), Ok("h1"));
        for wrong in ["", "15,0", "0,15", "-1,0", "1,1,1", "a,b"] {
            assert!(point(wrong, 15).is_err(), "{wrong}");
        }
    }
}
