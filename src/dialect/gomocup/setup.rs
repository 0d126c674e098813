//! A position listed line by line, `BOARD` to `DONE`. Nothing in it is trusted.

use super::points::{Listed, listed, on_board};
use crate::dialect::points::{point_name, position_rows};
use crate::dialect::words::shown;

/// The command that a list belongs to.
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
    pub(super) fn word(self) -> &'static str {
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
    /// A stone of the engine's side, which is to move.
    Own,
    /// A stone of the opponent.
    Other,
    /// A stone of a finished row, in a continuous game: it counts for neither side.
    Spent,
}

/// A list that is being read.
#[derive(Debug)]
pub(super) struct List {
    pub kind: Kind,
    size: usize,
    /// Column, row, owner; no point twice.
    stones: Vec<(usize, usize, Owner)>,
    /// The first error.
    problem: Option<String>,
}

impl List {
    /// An empty list for a board of this size.
    pub(super) fn new(kind: Kind, size: usize) -> List {
        List { kind, size, stones: Vec::new(), problem: None }
    }

    /// Reads a line of the list. After the first error the rest is skipped.
    pub(super) fn read(&mut self, line: &str) {
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
            // The first stone is black's; white, who chooses, is to move.
            (Kind::Swap2, _) if self.stones.len().is_multiple_of(2) => Owner::Other,
            (Kind::Swap2, _) | (_, Some(1)) => Owner::Own,
            (_, Some(2)) => Owner::Other,
            (_, Some(3)) => Owner::Spent,
            _ => {
                return Err(
                    "unknown field, expected 1 (own stone), 2 (opponent's stone) or 3 (stone of a finished row)".into(),
                );
            }
        };
        Ok((column, row, owner))
    }

    /// Number of stones; the error is the first one of the list.
    pub(super) fn count(&self) -> Result<usize, String> {
        self.problem.clone().map_or(Ok(self.stones.len()), Err)
    }

    /// The position, the side asked to move. That is the first player, x, if both have as many stones, the second if
    /// the opponent has one more; with any other numbers the first stone listed is the first player's.
    pub(super) fn position(&self) -> String {
        let count = |wanted| self.stones.iter().filter(|(_, _, owner)| *owner == wanted).count();
        let is_first = match count(Owner::Other).checked_sub(count(Owner::Own)) {
            Some(0) => true,
            Some(1) => false,
            _ => self
                .stones
                .iter()
                .find(|(_, _, owner)| *owner != Owner::Spent)
                .is_some_and(|stone| stone.2 == Owner::Own),
        };
        let letter = |owner: Owner| if (owner == Owner::Own) == is_first { 'x' } else { 'o' };
        let stones = self.with_owners();
        let stone = |column, row| {
            stones.iter().find(|stone| (stone.0, stone.1) == (column, row)).map(|&(_, _, owner)| letter(owner))
        };
        format!("{} {} - {}", position_rows(self.size, stone), letter(Owner::Own), self.stones.len())
    }

    /// The stones, those of finished rows given to the sides: the points are taken, but must not form a row.
    /// Each goes to the side that has the shorter row through its point by then.
    fn with_owners(&self) -> Vec<(usize, usize, Owner)> {
        let (spent, mut owned): (Vec<_>, Vec<_>) = self.stones.iter().partition(|stone| stone.2 == Owner::Spent);
        for (column, row, _) in spent {
            let longest = |owner| longest_row(&owned, (column, row), owner);
            let owner = if longest(Owner::Own) <= longest(Owner::Other) { Owner::Own } else { Owner::Other };
            owned.push((column, row, owner));
        }
        owned
    }

    /// The stones in the order listed, as moves.
    pub(super) fn moves(&self) -> Vec<String> {
        self.stones.iter().filter_map(|&(column, row, _)| point_name(column, row)).collect()
    }
}

/// The most stones that a stone of this owner would join in one direction.
fn longest_row(stones: &[(usize, usize, Owner)], (column, row): (usize, usize), owner: Owner) -> usize {
    let has = |step: isize, (dx, dy): (isize, isize)| {
        let place = column.checked_add_signed(step * dx).zip(row.checked_add_signed(step * dy));
        place.is_some_and(|(column, row)| stones.contains(&(column, row, owner)))
    };
    let run = |direction: (isize, isize), sign: isize| (1..5).take_while(|step| has(sign * step, direction)).count();
    let joined = |direction| run(direction, 1) + run(direction, -1);
    [(1, 0), (0, 1), (1, 1), (1, -1)].map(joined).into_iter().max().unwrap_or(0)
}

/// Parses the point in the arguments of a command; returns its name in the session.
pub(super) fn point(arguments: &str, size: usize) -> Result<String, String> {
    let wrong = || format!("'{}', expected a point 'x,y' from 0,0 to {1},{1}", shown(arguments.trim()), size - 1);
    let Listed { x, y, field: None } = listed(arguments).ok_or_else(wrong)? else { return Err(wrong()) };
    let (column, row) = on_board(x, y, size).ok_or_else(wrong)?;
    point_name(column, row).ok_or_else(wrong)
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
    fn stones_of_finished_rows_take_their_points_and_make_no_row() {
        let board = |lines: &[&str]| text(Kind::Board, lines).expect("a position");
        // Five in a row of either side, one in the order of play, and a four of one's own beside another.
        let five: Vec<_> = (0..5).map(|column| format!("{column},0,3")).collect();
        let five: Vec<&str> = five.iter().map(String::as_str).collect();
        for lines in [
            five.clone(),
            vec!["0,0,1", "1,0,1", "2,0,1", "3,0,1", "4,0,3"],
            vec!["1,0,2", "0,0,3", "2,0,2", "3,0,2", "4,0,2"],
        ] {
            let rows = board(&lines);
            let first = rows.split('/').next().expect("rows");
            assert!(first.len() == 5 && first.contains('x') && first.contains('o'), "{lines:?}: {rows}");
        }
        // They do not count in whose turn it is.
        assert!(board(&[&five[..], &["0,2,2"]].concat()).contains(" o - 6"));
        assert!(board(&[&five[..], &["0,2,2", "0,3,1"]].concat()).contains(" x - 7"));
    }

    #[test]
    fn swap2_lists_alternate_and_white_is_to_move() {
        assert_eq!(text(Kind::Swap2, &["0,0", "1,0", "2,0"]).as_deref(), Ok("xox2/5/5/5/5 o - 3"));
    }

    #[test]
    fn any_error_invalidates_the_list() {
        for wrong in ["", "1,1", "1,1,0", "1,1,4", "5,0,1", "0,-1,1", "0,0,2", "x", "1,1,1,1", "1 1 1"] {
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
