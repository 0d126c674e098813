//! Vertices and colours: letters without I and rows from 1, `J10`; the session has `i10`.
//!
//! Rows keep their numbers. So row 1, which Othello has at the top, is at the bottom of a board of Go: a mirror image,
//! as other Othello programs have it.

use crate::dialect::points::{point, point_name};
use crate::game::{PASS, Side};

/// Index of the letter that is left out.
const LETTER_I: usize = 8;

/// The side of a colour; Black moves first.
pub(super) fn side(colour: &str) -> Option<Side> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::X),
        "w" | "white" => Some(Side::O),
        _ => None,
    }
}

/// `b` or `w`.
pub(super) fn colour(side: Side) -> &'static str {
    match side {
        Side::X => "b",
        Side::O => "w",
    }
}

/// The colour as a word.
pub(super) fn colour_name(side: Side) -> &'static str {
    match side {
        Side::X => "black",
        Side::O => "white",
    }
}

/// The letter of a column from 0.
pub(super) fn column_letter(column: usize) -> char {
    let letter = u8::try_from(column + usize::from(column >= LETTER_I)).unwrap_or(u8::MAX - b'A');
    char::from(b'A' + letter)
}

/// A move of the session as a vertex.
pub(super) fn vertex(mv: &str) -> String {
    match point(mv) {
        Some((column, row)) => format!("{}{}", column_letter(column), row + 1),
        None => mv.to_ascii_uppercase(),
    }
}

/// The move that a vertex names, a point or the pass.
pub(super) fn parse_move(vertex: &str) -> Option<String> {
    if vertex.eq_ignore_ascii_case(PASS) {
        return Some(PASS.into());
    }
    let (column, row) = parse_point(vertex)?;
    point_name(column, row)
}

/// Column and row, both from 0, of a vertex that is a point.
pub(super) fn parse_point(vertex: &str) -> Option<(usize, usize)> {
    let (letter, row) = point(&vertex.to_ascii_lowercase())?;
    match letter {
        LETTER_I => None,
        letter => Some((letter - usize::from(letter > LETTER_I), row)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_skip_the_letter_i() {
        for (mv, text) in [("a1", "A1"), ("h8", "H8"), ("i8", "J8"), ("v22", "W22"), ("pass", "PASS")] {
            assert_eq!(vertex(mv), text);
            assert_eq!(parse_move(text).as_deref(), Some(mv));
            assert_eq!(parse_move(&text.to_lowercase()).as_deref(), Some(mv));
        }
        for wrong in ["", "I9", "i1", "A0", "A", "8", "A-1", "A1x", "\u{e9}1", "resign"] {
            assert_eq!(parse_move(wrong), None, "{wrong}");
        }
    }
}
