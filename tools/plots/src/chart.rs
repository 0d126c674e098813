//! What the three kinds of charts share.

use crate::{Bars, Curves, Intervals};
use plotters::coord::Shift;
use plotters::prelude::*;

/// The name of the font in plots; a generic one, as SVG viewers know it.
pub(crate) const FONT: &str = "sans-serif";
pub(crate) const TITLE: (&str, u32) = (FONT, 24);
pub(crate) const TEXT: (&str, u32) = (FONT, 15);
/// Colours that stay apart for colour-blind eyes (Okabe and Ito, "Color universal design", 2008).
pub(crate) const COLOURS: [RGBColor; 7] = [
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

/// A chart of any kind.
pub enum Chart {
    /// Named values with intervals.
    Intervals(Intervals),
    /// A histogram.
    Bars(Bars),
    /// Lines.
    Curves(Curves),
}

impl Chart {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        match self {
            Chart::Intervals(intervals) => intervals.draw(area),
            Chart::Bars(bars) => bars.draw(area),
            Chart::Curves(curves) => curves.draw(area),
        }
    }
}

/// Draws what the colours mean, at the top right.
pub(crate) fn legend<'a, DB: DrawingBackend + 'a, X: Ranged, Y: Ranged>(
    chart: &mut ChartContext<'a, DB, Cartesian2d<X, Y>>,
) -> Outcome<DB> {
    chart
        .configure_series_labels()
        .label_font(TEXT)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .position(SeriesLabelPosition::UpperRight)
        .draw()
}

/// A number with at most three decimals, without trailing zeros.
pub(crate) fn trimmed(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// A name cut to at most `most` characters.
pub(crate) fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most { name.into() } else { name.chars().take(most - 1).chain(['…']).collect() }
}
