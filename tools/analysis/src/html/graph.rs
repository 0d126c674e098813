//! The graph of a game as SVG, whose marked points lead to the boards of the errors.

use super::{board_id, dot_id};
use crate::report::GameReport;
use maud::{Markup, html};

/// The size of the picture, which is scaled to the width of the page.
const SIZE: (f64, f64) = (800.0, 260.0);
/// The margins on the left and at the bottom, for the labels: wide enough for the large ones of narrow pages.
const MARGIN: (f64, f64) = (78.0, 34.0);
/// The margin at the top and on the right.
const EDGE: f64 = 14.0;

/// The expected score of x by move.
pub(super) fn graph(number: usize, report: &GameReport) -> Markup {
    let values = report.expected_of_x();
    let last = values.len().saturating_sub(1).max(1);
    let points: Vec<(f64, f64)> =
        values.iter().enumerate().map(|(index, (expected, _))| place(index, *expected, last)).collect();
    let first_exact = values.iter().rposition(|(_, exact)| !exact).map_or(0, |last| last + 1);
    let line = |points: &[(f64, f64)]| points.iter().map(|(x, y)| format!("{x:.1},{y:.1} ")).collect::<String>();
    let label = format!("Expected score of x over {} moves; the table below has all values", report.moves.len());
    html! {
        svg.graph viewBox=(format!("0 0 {} {}", SIZE.0, SIZE.1)) role="img" aria-label=(label) {
            (axes(last))
            polyline.estimate points=(line(&points[..points.len().min(first_exact + 1)])) {}
            polyline.exact points=(line(&points[first_exact.min(points.len() - 1)..])) {}
            @for (index, made) in report.moves.iter().enumerate().filter(|(_, made)| made.class.is_error()) {
                @let (x, y) = points[index + 1];
                a id=(dot_id(number, index)) href=(format!("#{}", board_id(number, index))) {
                    circle class=(made.class.word()) cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="6" {
                        title { (index + 1) ". " (made.mv) ": " (made.class.word()) }
                    }
                }
            }
        }
    }
}

/// The point of a position after so many moves of `last` in the picture.
fn place(index: usize, expected: f64, last: usize) -> (f64, f64) {
    let (width, height) = (SIZE.0 - MARGIN.0 - EDGE, SIZE.1 - MARGIN.1 - EDGE);
    (MARGIN.0 + width * index as f64 / last as f64, EDGE + height * (1.0 - expected))
}

/// The lines and labels of both axes: the expected score, and the number of moves.
fn axes(last: usize) -> Markup {
    // At most eleven numbers of moves, so that they have room even in the large letters of narrow pages.
    let step = [10, 20, 50, 100].into_iter().find(|step| last / step <= 10).unwrap_or(200);
    html! {
        @for (percent, expected) in [("0 %", 0.0), ("50 %", 0.5), ("100 %", 1.0)] {
            @let y = place(0, expected, last).1;
            line.grid x1=(MARGIN.0) x2=(SIZE.0 - EDGE) y1=(y) y2=(y) {}
            text.score x=(MARGIN.0 - 6.0) y=(y + 5.0) { (percent) }
        }
        @for index in (0..=last).step_by(step) {
            text.ply x=(format!("{:.1}", place(index, 0.0, last).0)) y=(SIZE.1 - 8.0) { (index) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example;

    #[test]
    fn all_moves_are_inside_the_picture_and_errors_are_marked() {
        let drawn = graph(0, &example(["a", "b"])).into_string();
        assert_eq!(drawn.matches("<circle").count(), 2);
        assert_eq!((place(0, 1.0, 4), place(4, 0.0, 4)), ((MARGIN.0, EDGE), (SIZE.0 - EDGE, SIZE.1 - MARGIN.1)));
        assert!(drawn.contains("id=\"g0d3\" href=\"#g0e3\""), "{drawn}");
    }

    #[test]
    fn long_games_have_few_numbers() {
        for last in [1, 60, 109, 225, 400] {
            assert!((1..=11).contains(&axes(last).into_string().matches("class=\"ply\"").count()), "{last}");
        }
    }
}
