//! The kinds of charts, and the fonts, colours and helpers they share.

use crate::{Bars, Curves, Intervals, Timeline};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::ops::Range;

/// Font family of all text. The name is generic so that SVG viewers can resolve it.
pub(crate) const FONT: &str = "sans-serif";
pub(crate) const TITLE: (&str, u32) = (FONT, 24);
pub(crate) const TEXT: (&str, u32) = (FONT, 15);
/// A palette that colour-blind readers can distinguish (Okabe and Ito, "Color Universal Design", 2008).
pub(crate) const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

pub(crate) type Area<DB> = DrawingArea<DB, Shift>;
pub(crate) type Outcome<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// A chart with two axes of numbers.
pub(crate) type NumericChart<'a, DB> = ChartContext<'a, DB, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A chart of any kind.
pub enum Chart {
    /// Named values with error bars.
    Intervals(Intervals),
    /// A bar chart or histogram.
    Bars(Bars),
    /// Line plots.
    Curves(Curves),
    /// A value over the moves of a game.
    Timeline(Timeline),
}

impl Chart {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        match self {
            Chart::Intervals(intervals) => intervals.draw(area),
            Chart::Bars(bars) => bars.draw(area),
            Chart::Curves(curves) => curves.draw(area),
            Chart::Timeline(timeline) => timeline.draw(area),
        }
    }
}

/// Draws a chart with two axes of numbers: the heading, the axes and the grid.
pub(crate) fn numeric_axes<'a, DB: DrawingBackend + 'a>(
    area: &Area<DB>,
    title: &str,
    (x_label, y_label): (&str, &str),
    (x, y): (Range<f64>, Range<f64>),
) -> Result<NumericChart<'a, DB>, DrawingAreaErrorKind<DB::ErrorType>> {
    let mut chart = ChartBuilder::on(area)
        .caption(title, TITLE)
        .margin(15)
        .x_label_area_size(45)
        .y_label_area_size(65)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .x_desc(x_label)
        .y_desc(y_label)
        .label_style(TEXT)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| trimmed(*y))
        .light_line_style(WHITE)
        .draw()?;
    Ok(chart)
}

/// Draws the legend in a corner.
pub(crate) fn draw_legend<'a, DB: DrawingBackend + 'a, X: Ranged, Y: Ranged>(
    chart: &mut ChartContext<'a, DB, Cartesian2d<X, Y>>,
    corner: SeriesLabelPosition,
) -> Outcome<DB> {
    chart
        .configure_series_labels()
        .label_font(TEXT)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .position(corner)
        .draw()
}

/// Formats a number with at most three decimals, without trailing zeros.
pub(crate) fn trimmed(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// Truncates a name to `max` characters, the last of which is then an ellipsis.
pub(crate) fn shortened(name: &str, max: usize) -> String {
    if name.chars().count() <= max { name.into() } else { name.chars().take(max - 1).chain(['…']).collect() }
}
