//! Boards as SVG, drawn from position texts: any of the games, since all have points in rows and columns.
//!
//! The empty board of a variant is drawn once for a page, and every diagram uses it: a page may have hundreds.

mod empty;
mod lgame;
mod marks;

pub(super) use empty::empty_boards;
pub(super) use lgame::two_boards;

use empty::{id, view_box};
use marks::{last_move, mark};
use maud::{Markup, html};
use quartet_rules::points::{point, rows};

/// The distance of two points, in units of the picture.
const CELL: usize = 20;

/// A point by column and row from 0.
type Point = (usize, usize);

/// The board of a position, with the last move in it, the move played and the best move marked. Moves are in the
/// notation of the game, and empty where there is none.
pub(super) fn board(variant: &str, position: &str, last: &str, [played, best]: [&str; 2]) -> Markup {
    let rows = rows(position);
    let label = format!("Board before {played}: {}", position.split(' ').next().unwrap_or_default());
    html! {
        svg.board viewBox=(view_box(&rows)) role="img" aria-label=(label) {
            use href=(format!("#{}", id(variant, &rows))) {}
            (stones(&rows))
            (last_move(&rows, last))
            (mark(best, "best"))
            (mark(played, "played"))
        }
    }
}

/// The stones of both players. Those of one player are one path, which is much shorter than a circle for each.
fn stones(rows: &[Vec<char>]) -> Markup {
    let dots = |owner: char| points_of(rows, owner).into_iter().map(dot).collect::<String>();
    let (x, o) = (dots('x'), dots('o'));
    html! {
        @if !x.is_empty() { path.rim d=(x) {} path.x d=(x) {} }
        @if !o.is_empty() { path.rim d=(o) {} path.o d=(o) {} }
    }
}

/// A line of no length, whose round ends make a disc.
fn dot((column, row): Point) -> String {
    format!("M{} {}h0", centre(column), centre(row))
}

/// The middle of a column or row.
fn centre(line: usize) -> usize {
    CELL * (line + 1) + CELL / 2
}

/// The points with this content.
fn points_of(rows: &[Vec<char>], content: char) -> Vec<Point> {
    let points = rows.iter().enumerate().flat_map(|(row, points)| {
        points.iter().enumerate().map(move |(column, &found)| (found == content).then_some((column, row)))
    });
    points.flatten().collect()
}

/// The points that a move names, such as both of `c1b2` or the six of `b1c1d1d2+a1a2`.
fn points_of_move(mv: &str) -> Vec<Point> {
    let starts = mv.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase()).map(|(index, _)| index);
    let token = |start: usize| {
        let rest = &mv[start + 1..];
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        &mv[start..start + 1 + digits]
    };
    starts.filter_map(|start| point(token(start))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_all_games_name_points() {
        assert_eq!(points_of_move("h15"), [(7, 14)]);
        assert_eq!(points_of_move("c1b2"), [(2, 0), (1, 1)]);
        assert_eq!(points_of_move("b1c1d1d2+a1a2").len(), 6);
        assert!(points_of_move("pass").is_empty() && points_of_move("").is_empty());
    }

    #[test]
    fn stones_are_drawn_where_they_stand() {
        let drawn = board("othello", "1xx/o2/3 x - 3", "", ["a1", "c3"]).into_string();
        assert!(drawn.contains("<path class=\"x\" d=\"M50 30h0M70 30h0\">"), "{drawn}");
        assert!(drawn.contains("<path class=\"o\" d=\"M30 50h0\">"), "{drawn}");
        assert!(drawn.contains("<circle class=\"played\" cx=\"30\" cy=\"30\""), "{drawn}");
        assert!(drawn.contains("<circle class=\"best\" cx=\"70\" cy=\"70\""), "{drawn}");
        assert!(drawn.contains("<use href=\"#othello-3x3\">"), "{drawn}");
    }
}
