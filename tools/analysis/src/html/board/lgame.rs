//! Diagrams of the L-Game. A move takes six points, so the move played and the best one have a board each.

use super::empty::{id, view_box};
use super::marks::step;
use super::{Point, centre, points_of, points_of_move};
use maud::{Markup, html};
use quartet_rules::points::rows;

/// Two boards side by side: after the move played and after the best move. `after` has each move with the position
/// after it; `side` is the player who moves, as a letter of the position.
pub(in crate::html) fn two_boards(before: &str, after: [(&str, &str); 2], side: char) -> Markup {
    html! {
        div.two {
            @for ((mv, position), class) in after.into_iter().zip(["played", "best"]) {
                div { p { (class) " " (mv) } (one_board(before, position, mv, (side, class))) }
            }
        }
    }
}

fn one_board(before: &str, after: &str, mv: &str, (side, class): (char, &str)) -> Markup {
    let label = format!("Board after {mv}: {}", after.split(' ').next().unwrap_or_default());
    let (before, after) = (rows(before), rows(after));
    let shape = |rows: &[Vec<char>], owner: char| edges(&points_of(rows, owner));
    let (x, o) = (shape(&after, 'x'), shape(&after, 'o'));
    // After the four points of the L: from where to where a neutral piece moves.
    let neutral = points_of_move(mv).get(4..6).map(|points| (points[0], points[1]));
    html! {
        svg.board viewBox=(view_box(&after)) role="img" aria-label=(label) {
            use href=(format!("#{}", id("lgame", &after))) {}
            path.outline.(class) d=(shape(&after, side)) {}
            path.rim d=(x) {} path.x d=(x) {}
            path.rim d=(o) {} path.o d=(o) {}
            @for (column, row) in points_of(&after, 'n') {
                circle.neutral cx=(centre(column)) cy=(centre(row)) r="6" {}
            }
            path.before.(side) d=(shape(&before, side)) {}
            @if let Some((from, to)) = neutral {
                (step(from, to, class))
                circle class=(class) cx=(centre(to.0)) cy=(centre(to.1)) r="7" {}
            }
        }
    }
}

/// The lines between neighbouring points: drawn wide, they have the shape of the piece on these points.
fn edges(points: &[Point]) -> String {
    let line = |(column, row): Point, (to_column, to_row): Point| {
        let to_neighbour = points.contains(&(to_column, to_row));
        let text = || format!("M{} {}L{} {}", centre(column), centre(row), centre(to_column), centre(to_row));
        to_neighbour.then(text)
    };
    let right = points.iter().filter_map(|&(column, row)| line((column, row), (column + 1, row)));
    let down = points.iter().filter_map(|&(column, row)| line((column, row), (column, row + 1)));
    right.chain(down).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_drawn_as_the_lines_between_its_points() {
        // An L: c1, b1, and b2, b3 below it.
        assert_eq!(edges(&[(1, 0), (2, 0), (1, 1), (1, 2)]), "M50 30L70 30M50 30L50 50M50 50L50 70");
    }

    #[test]
    fn both_moves_have_a_board_with_the_step_of_the_neutral_piece() {
        let before = "nxx1/1ox1/1ox1/1oon x - 0";
        let after = "1xx1/nox1/1ox1/1oon o - 1";
        let drawn = two_boards(before, [("b1c1c2c3+a1a2", after), ("b1c1c2c3", before)], 'x').into_string();
        assert_eq!(drawn.matches("<svg").count(), 2);
        assert_eq!(drawn.matches("<line").count(), 1);
        assert!(drawn.contains("<line class=\"played\" x1=\"30\" y1=\"30\" x2=\"30\" y2=\"50\""), "{drawn}");
    }
}
