//! Empty boards: squares in Othello and the L-Game, lines in Gomoku and 斜方棋.

use super::{CELL, centre, dot};
use crate::report::GameReport;
use maud::{Markup, html};
use quartet_rules::points::rows;
use std::collections::BTreeMap;

/// The space on the right and at the bottom: half a border would be cut off without it.
const MARGIN: usize = 2;

/// The empty boards of all games with an error, in a picture that takes no room and is not shown itself.
pub(in crate::html) fn empty_boards(reports: &[GameReport]) -> Markup {
    let with_errors = reports.iter().filter(|report| report.moves.iter().any(|made| made.class.is_error()));
    let boards: BTreeMap<String, Markup> = with_errors
        .map(|report| {
            let rows = rows(&report.start);
            (id(&report.variant, &rows), empty(&report.variant, &rows))
        })
        .collect();
    html! {
        @if !boards.is_empty() {
            svg.empty width="0" height="0" aria-hidden="true" {
                defs { @for (id, board) in &boards { g id=(id) { (board) } } }
            }
        }
    }
}

/// The name of an empty board on the page.
pub(super) fn id(variant: &str, rows: &[Vec<char>]) -> String {
    let (width, height) = size(rows);
    format!("{variant}-{width}x{height}")
}

/// The part of the plane that a board with its labels takes.
pub(super) fn view_box(rows: &[Vec<char>]) -> String {
    let (width, height) = size(rows);
    format!("0 0 {} {}", CELL * (width + 1) + MARGIN, CELL * (height + 1) + MARGIN)
}

/// The numbers of columns and rows.
fn size(rows: &[Vec<char>]) -> (usize, usize) {
    (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len())
}

fn empty(variant: &str, rows: &[Vec<char>]) -> Markup {
    let (width, height) = size(rows);
    html! {
        @for column in 0..width { text.label x=(centre(column)) y="14" { (char::from(b'a' + column as u8)) } }
        @for row in 0..height { text.label x="10" y=(centre(row) + 4) { (row + 1) } }
        rect.wood x=(CELL) y=(CELL) width=(CELL * width) height=(CELL * height) {}
        @match variant {
            "gomoku" => {
                path.grid d=(grid(centre(0), (width, height), CELL * (width - 1), CELL * (height - 1))) {}
                path.star d=(star_points(width).into_iter().map(dot).collect::<String>()) {}
            }
            "rhombus" => { path.grid d=(rhombus_lines()) {} }
            _ => { path.grid d=(grid(CELL, (width + 1, height + 1), CELL * width, CELL * height)) {} }
        }
    }
}

/// Vertical and horizontal lines, so many of each, from a corner on: the horizontal ones are `across` long and the
/// vertical ones `down`.
fn grid(corner: usize, (columns, rows): (usize, usize), across: usize, down: usize) -> String {
    let vertical = (0..columns).map(|line| format!("M{} {corner}v{down}", corner + CELL * line));
    let horizontal = (0..rows).map(|line| format!("M{corner} {}h{across}", corner + CELL * line));
    vertical.chain(horizontal).collect()
}

/// The star points of a board for Go or Gomoku: four near the corners (d4, d12, l4 and l12 on 15 lines), the centre of
/// an odd board, and on 19 lines those of the sides.
fn star_points(lines: usize) -> Vec<(usize, usize)> {
    let edge = match lines {
        0..7 => return Vec::new(),
        7..12 => 2,
        _ => 3,
    };
    let (far, middle) = (lines - 1 - edge, lines / 2);
    let mut points = vec![(edge, edge), (edge, far), (far, edge), (far, far)];
    if lines % 2 == 1 {
        points.push((middle, middle));
    }
    if lines == 19 {
        points.extend([(edge, middle), (far, middle), (middle, edge), (middle, far)]);
    }
    points
}

/// The lines of 斜方棋: the square, the rhombus that touches its sides, and the diagonals inside the rhombus.
fn rhombus_lines() -> String {
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(centre);
    format!("M{a} {a}H{e}V{e}H{a}ZM{c} {a}L{e} {c}L{c} {e}L{a} {c}ZM{b} {b}L{d} {d}M{d} {b}L{b} {d}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet_rules::points::point;

    #[test]
    fn star_points_are_those_of_printed_boards() {
        let named = |names: &[&str]| names.iter().filter_map(|name| point(name)).collect::<Vec<_>>();
        assert_eq!(star_points(15), named(&["d4", "d12", "l4", "l12", "h8"]));
        assert_eq!((star_points(20).len(), star_points(19).len(), star_points(5).len()), (4, 9, 0));
    }

    #[test]
    fn gomoku_is_played_on_the_crossings_and_othello_in_squares() {
        let drawn =
            |variant: &str, row: &str, size: usize| empty(variant, &rows(&vec![row; size].join("/"))).into_string();
        let gomoku = drawn("gomoku", "15", 15);
        assert!(gomoku.contains("M30 30v280") && gomoku.contains("M30 310h280"), "{gomoku}");
        let othello = drawn("othello", "8", 8);
        assert!(othello.contains("M20 20v160") && othello.contains("M20 180h160"), "{othello}");
    }

    /// Every border ends inside the picture.
    #[test]
    fn the_last_border_is_inside_the_picture() {
        let rows = rows("4/4/4/4");
        assert_eq!(view_box(&rows), "0 0 102 102");
        assert!(empty("lgame", &rows).into_string().contains("M100 20v80"));
    }
}
