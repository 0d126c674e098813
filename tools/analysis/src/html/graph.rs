//! The graph of a game as SVG, whose points lead to the rows of their moves.

use crate::report::GameReport;
use maud::{Markup, html};

/// The size of the picture.
const SIZE: (f64, f64) = (800.0, 240.0);
/// The margin on the left and at the bottom, for the labels.
const MARGIN: f64 = 34.0;

/// The expected score of x by move.
pub(super) fn graph(number: usize, report: &GameReport) -> Markup {
    let values = report.expected_of_x();
    let step = (SIZE.0 - MARGIN - 8.0) / values.len().saturating_sub(1).max(1) as f64;
    let place =
        |index: usize, expected: f64| (MARGIN + step * index as f64, 8.0 + (SIZE.1 - MARGIN - 8.0) * (1.0 - expected));
    let points: Vec<(f64, f64)> =
        values.iter().enumerate().map(|(index, (expected, _))| place(index, *expected)).collect();
    let first_exact = values.iter().rposition(|(_, exact)| !exact).map_or(0, |last| last + 1);
    let line = |points: &[(f64, f64)]| points.iter().map(|(x, y)| format!("{x:.1},{y:.1} ")).collect::<String>();
    let errors = report.moves.iter().enumerate().filter(|(_, made)| made.class.is_error());
    let label = format!("Expected score of x over {} moves; the table below has all values", report.moves.len());
    html! {
        div.scroll { svg.graph viewBox=(format!("0 0 {} {}", SIZE.0, SIZE.1)) role="img" aria-label=(label) {
            @for (percent, expected) in [("0", 0.0), ("50", 0.5), ("100", 1.0)] {
                @let y = place(0, expected).1;
                line.grid x1=(MARGIN) x2=(SIZE.0 - 8.0) y1=(y) y2=(y) {}
                text x="2" y=(y + 4.0) { (percent) " %" }
            }
            @for index in (0..values.len()).step_by(10) {
                text x=(place(index, 0.0).0 - 6.0) y=(SIZE.1 - 8.0) { (index) }
            }
            polyline.estimate points=(line(&points[..points.len().min(first_exact + 1)])) {}
            polyline.exact points=(line(&points[first_exact.min(points.len() - 1)..])) {}
            @for (index, made) in errors {
                @let (x, y) = points[index + 1];
                a href=(format!("#g{number}m{}", index + 1)) {
                    circle class=(made.class.word()) cx=(x) cy=(y) r="6" {
                        title { (index + 1) ". " (made.mv) ": " (made.class.word()) }
                    }
                }
            }
        } }
    }
}
