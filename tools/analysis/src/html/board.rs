//! A board as SVG, drawn from a position text: any of the games, since all have points in rows and columns.

use maud::{Markup, html};
use quartet_rules::points::{point, rows};

/// The distance of two points, in units of the picture.
const CELL: usize = 20;

/// The board of a position, with the points of the move made and those of the best move marked.
pub(super) fn board(position: &str, made: &str, best: &str) -> Markup {
    let rows = rows(position);
    let (width, height) = (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len());
    let view = format!("0 0 {} {}", CELL * (width + 1), CELL * (height + 1));
    let label = format!("Board before {made}: {}", position.split(' ').next().unwrap_or_default());
    html! {
        svg.board viewBox=(view) role="img" aria-label=(label) {
            @for column in 0..width {
                text x=(centre(column)) y="14" { (char::from(b'a' + column as u8)) }
            }
            @for row in 0..height { text x="10" y=(centre(row) + 4) { (row + 1) } }
            @for (row, points) in rows.iter().enumerate() {
                @for (column, &content) in points.iter().enumerate() { (cell(column, row, content)) }
            }
            @for (column, row) in all_points(best) { (ring(column, row, "best")) }
            @for (column, row) in all_points(made) { (ring(column, row, "made")) }
        }
    }
}

/// The middle of a column or row.
fn centre(line: usize) -> usize {
    CELL * (line + 1) + CELL / 2
}

/// A point with its contents: a stone of x or o, a neutral piece, an empty point; `-` is no point of the board.
fn cell(column: usize, row: usize, content: char) -> Markup {
    let (x, y) = (centre(column), centre(row));
    html! {
        @if content != '-' {
            rect.cell x=(x - CELL / 2) y=(y - CELL / 2) width=(CELL) height=(CELL) {}
        }
        @match content {
            'x' => { circle.x cx=(x) cy=(y) r="8" {} }
            'o' => { circle.o cx=(x) cy=(y) r="8" {} }
            'n' => { circle.neutral cx=(x) cy=(y) r="5" {} }
            _ => {}
        }
    }
}

fn ring(column: usize, row: usize, class: &str) -> Markup {
    html! { circle class=(class) cx=(centre(column)) cy=(centre(row)) r="7" {} }
}

/// The points that a move names, such as both of `c1b2` or the six of `b1c1d1d2+a1a2`.
fn all_points(mv: &str) -> Vec<(usize, usize)> {
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
        assert_eq!(all_points("h15"), [(7, 14)]);
        assert_eq!(all_points("c1b2"), [(2, 0), (1, 1)]);
        assert_eq!(all_points("b1c1d1d2+a1a2").len(), 6);
        assert!(all_points("pass").is_empty() && all_points("").is_empty());
    }

    #[test]
    fn stones_are_drawn_where_they_stand() {
        let drawn = board("1x/o1 x", "a1", "b2").into_string();
        assert_eq!((drawn.matches("class=\"x\"").count(), drawn.matches("class=\"o\"").count()), (1, 1));
        assert!(drawn.contains("<circle class=\"x\" cx=\"50\" cy=\"30\""), "{drawn}");
        assert_eq!(board("1-1/-x- x 1,1", "", "").into_string().matches("class=\"cell\"").count(), 3);
    }
}
