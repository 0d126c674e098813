//! The graph of a game: the winning chance of x by move, with its errors.

use crate::classes::MoveClass;
use crate::report::GameReport;
use crate::table::heading;
use quartet_plots::{Chart, Timeline};

/// The graph of a game.
pub fn chart(report: &GameReport) -> Chart {
    let marks = MoveClass::CHOSEN.into_iter().filter(|class| class.is_error()).map(|class| {
        let of_class = report.moves.iter().enumerate().filter(|(_, made)| made.class == class);
        (format!("{} {}", class.word(), class.symbol()), of_class.map(|(index, _)| index + 1).collect::<Vec<_>>())
    });
    Chart::Timeline(Timeline {
        title: heading(report),
        axes: ("move".into(), "expected score of x, %".into()),
        values: report.expected_of_x().into_iter().map(|(expected, exact)| (100.0 * expected, exact)).collect(),
        marks: marks.collect(),
    })
}
