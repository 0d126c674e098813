//! Points of SGF: two letters as in Go, or in Othello also the name of the square.
//!
//! Rows of letters are counted from the top, as SGF has it. In Othello they are counted from the bottom, because the
//! programs that write letters there are those for Go: they have a1 at the bottom left.
//!
//! The engine's command `loadsgf` has a reader of its own (`dialect::gtp::sgf`), which reads the same files and gives
//! the same games; in gomoku they are mirrored, as all vertices of GTP are.

use quartet_rules::points::{point, point_name};

/// What the value of a move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A point, by column and row from 0 at the top left.
    Point(usize, usize),
    /// The pass.
    Pass,
}

/// What the board is like on which a point lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// The number of rows and columns.
    pub(super) size: usize,
    /// Whether it is one of Othello, whose squares also have names.
    pub(super) is_othello: bool,
    /// Whether rows of letters are counted from the bottom.
    pub(super) from_bottom: bool,
}

impl Board {
    /// A board of a game in which the programs that write letters count from the bottom if it is Othello.
    pub(super) fn new(size: usize, is_othello: bool) -> Self {
        Board { size, is_othello, from_bottom: is_othello }
    }
}

/// The place of a move or stone on a board. An empty value is a pass, and on boards up to 19 also `tt`, as in version
/// 3; Edax writes `PA`. A letter and a number are a point only in Othello: no program writes them for gomoku, and those
/// for Go that read them leave out the letter I and count from the bottom.
pub(super) fn place(value: &str, board: Board) -> Option<Place> {
    let Board { size, is_othello, from_bottom } = board;
    let name = value.trim().to_ascii_lowercase();
    let letter = |byte: u8| usize::from(byte - b'a');
    let (column, row) = match *name.as_bytes() {
        [] => return Some(Place::Pass),
        [b't', b't'] if size <= 19 => return Some(Place::Pass),
        [b'p', b'a'] if is_othello => return Some(Place::Pass),
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] if from_bottom => {
            (letter(column), size.checked_sub(letter(row) + 1)?)
        }
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => (letter(column), letter(row)),
        _ if name == "pass" => return Some(Place::Pass),
        _ if is_othello => point(&name)?,
        _ => return None,
    };
    (column < size && row < size).then_some(Place::Point(column, row))
}

/// Whether the value is a point of two letters.
pub(super) fn is_two_letters(value: &str) -> bool {
    let value = value.trim();
    value.len() == 2 && value.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// All points of a value: one, or the rectangle `aa:cc` between two corners. `None` if it is neither.
pub(super) fn points(value: &str, board: Board) -> Option<Vec<(usize, usize)>> {
    let corner = |text| match place(text, board) {
        Some(Place::Point(column, row)) => Some((column, row)),
        _ => None,
    };
    let (first, last) = value.split_once(':').unwrap_or((value, value));
    let ((left, top), (right, bottom)) = (corner(first)?, corner(last)?);
    let columns = left.min(right)..=left.max(right);
    let rows = top.min(bottom)..=top.max(bottom);
    Some(rows.flat_map(|row| columns.clone().map(move |column| (column, row))).collect())
}

/// A point as two letters.
pub(super) fn letters(column: usize, row: usize) -> Option<String> {
    // Columns of point names are letters from a too.
    let letter = |index| point_name(index, 0).and_then(|name| name.chars().next());
    Some([letter(column)?, letter(row)?].iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_gomoku_are_two_letters() {
        for (value, size, expected) in [
            ("ba", 15, Some(Place::Point(1, 0))),
            ("HO", 15, Some(Place::Point(7, 14))),
            ("tt", 19, Some(Place::Pass)),
            ("tt", 20, Some(Place::Point(19, 19))),
            ("", 20, Some(Place::Pass)),
            ("pass", 8, Some(Place::Pass)),
            ("pa", 15, None),
            ("ap", 15, None),
            ("h8", 15, None),
            ("h", 15, None),
            ("é", 15, None),
            ("aa:bb", 15, None),
        ] {
            assert_eq!(place(value, Board::new(size, false)), expected, "{value}");
        }
    }

    #[test]
    fn squares_of_othello_have_names_and_letters_from_the_bottom() {
        let board = Board::new(8, true);
        for (value, expected) in [
            ("fd", Some(Place::Point(5, 4))),
            ("AH", Some(Place::Point(0, 0))),
            (" F5 ", Some(Place::Point(5, 4))),
            ("PA", Some(Place::Pass)),
            ("tt", Some(Place::Pass)),
            ("ai", None),
            ("a9", None),
            ("a0", None),
        ] {
            assert_eq!(place(value, board), expected, "{value}");
        }
        assert_eq!(place("fe", Board { from_bottom: false, ..board }), Some(Place::Point(5, 4)));
    }

    #[test]
    fn rectangles_are_lists_of_points() {
        let board = Board::new(15, false);
        assert_eq!(points("ba:ab", board), Some(vec![(0, 0), (1, 0), (0, 1), (1, 1)]));
        assert_eq!(points("cc", board), Some(vec![(2, 2)]));
        for wrong in ["", "aa:", "aa:zz", "aa:bb:cc"] {
            assert_eq!(points(wrong, board), None, "{wrong}");
        }
        assert_eq!(letters(0, 21).as_deref(), Some("av"));
        assert_eq!(letters(26, 0), None);
    }
}
