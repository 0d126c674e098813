//! Points of SGF: two letters as in Go, or a letter and a number.
//!
//! Rows are counted from the top, as Quartet counts them, in both notations.

use quartet_rules::points::{point, point_name};

/// What the value of a move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A point, by column and row from 0 at the top left.
    Point(usize, usize),
    /// The pass.
    Pass,
}

/// The place of a move or stone on a board of this size. An empty value is a pass, and on boards up to 19 also `tt`, as
/// in version 3; Edax writes `PA`.
pub(super) fn place(value: &str, size: usize) -> Option<Place> {
    let value = value.trim();
    let name = value.to_ascii_lowercase();
    let letter = |byte: u8| usize::from(byte - b'a');
    let (column, row) = match *name.as_bytes() {
        [] => return Some(Place::Pass),
        [b't', b't'] if size <= 19 => return Some(Place::Pass),
        [b'p', b'a'] if size <= 8 => return Some(Place::Pass),
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => (letter(column), letter(row)),
        _ if name == "pass" => return Some(Place::Pass),
        _ => point(&name)?,
    };
    (column < size && row < size).then_some(Place::Point(column, row))
}

/// Whether the value is a point of two letters.
pub(super) fn is_two_letters(value: &str) -> bool {
    let value = value.trim();
    value.len() == 2 && value.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// All points of a value: one, or the rectangle `aa:cc` between two corners. `None` if it is neither.
pub(super) fn points(value: &str, size: usize) -> Option<Vec<(usize, usize)>> {
    let corner = |text| match place(text, size) {
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
    fn points_are_read_in_both_notations() {
        for (value, size, expected) in [
            ("hh", 15, Some(Place::Point(7, 7))),
            ("HH", 15, Some(Place::Point(7, 7))),
            ("h8", 15, Some(Place::Point(7, 7))),
            (" O15 ", 15, Some(Place::Point(14, 14))),
            ("tt", 19, Some(Place::Pass)),
            ("tt", 20, Some(Place::Point(19, 19))),
            ("", 20, Some(Place::Pass)),
            ("PA", 8, Some(Place::Pass)),
            ("pass", 8, Some(Place::Pass)),
            ("pa", 15, None),
            ("p1", 15, None),
            ("a16", 15, None),
            ("a0", 15, None),
            ("h", 15, None),
            ("é", 15, None),
            ("aa:bb", 15, None),
        ] {
            assert_eq!(place(value, size), expected, "{value}");
        }
    }

    #[test]
    fn rectangles_are_lists_of_points() {
        assert_eq!(points("ba:ab", 15), Some(vec![(0, 0), (1, 0), (0, 1), (1, 1)]));
        assert_eq!(points("cc", 15), Some(vec![(2, 2)]));
        for wrong in ["", "aa:", "aa:zz", "aa:bb:cc"] {
            assert_eq!(points(wrong, 15), None, "{wrong}");
        }
        assert_eq!(letters(0, 21).as_deref(), Some("av"));
        assert_eq!(letters(26, 0), None);
    }
}
