//! Marks of moves on a board.

use super::{Point, centre, points_of_move};
use maud::{Markup, html};

/// A ring around the point where a move ends, with a line from where it begins.
pub(super) fn mark(mv: &str, class: &str) -> Markup {
    let points = points_of_move(mv);
    html! {
        @if let [from, .., to] = points[..] { (step(from, to, class)) }
        @if let Some(&(column, row)) = points.last() {
            circle class=(class) cx=(centre(column)) cy=(centre(row)) r="7" {}
        }
    }
}

/// A line from one point to another.
pub(super) fn step(from: Point, to: Point, class: &str) -> Markup {
    let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(centre);
    html! { line class=(class) x1=(x1) y1=(y1) x2=(x2) y2=(y2) {} }
}

/// A dot on the stone that was played last; nothing after a pass.
pub(super) fn last_move(rows: &[Vec<char>], last: &str) -> Markup {
    let point = points_of_move(last).last().copied();
    let stone = point.and_then(|(column, row)| rows.get(row)?.get(column));
    let class = match stone {
        Some('x') => "last-x",
        Some('o') => "last-o",
        _ => return Markup::default(),
    };
    html! {
        @if let Some((column, row)) = point { circle class=(class) cx=(centre(column)) cy=(centre(row)) r="2.5" {} }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet_rules::points::rows;

    #[test]
    fn the_last_stone_has_a_dot_of_the_other_colour() {
        let rows = rows("xo/2 x - 2");
        let dot = last_move(&rows, "b1").into_string();
        assert!(dot.contains("class=\"last-o\" cx=\"50\" cy=\"30\""), "{dot}");
        for none in ["", "pass", "a2", "z9"] {
            assert_eq!(last_move(&rows, none).into_string(), "", "{none}");
        }
    }

    #[test]
    fn a_step_has_a_line_and_a_placement_has_none() {
        assert!(mark("c1b2", "played").into_string().contains("<line class=\"played\" x1=\"70\" y1=\"30\""));
        assert!(!mark("c3", "played").into_string().contains("<line"));
    }
}
