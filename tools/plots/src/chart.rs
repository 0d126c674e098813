//! The kinds of charts, and the fonts, colours and helpers they share.

use crate::axis::{Axis, BELOW, RIGHT, Ticks, width};
use crate::{Bars, Curves, Intervals, Timeline, Trend};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::ops::Range;

/// Font family of all text. The name is generic so that SVG viewers can resolve it.
pub(crate) const FONT: &str = "sans-serif";
/// The largest and smallest size of a title.
const TITLE_SIZES: [u32; 2] = [24, 15];
/// Maximum length of a title, in characters. No longer one fits in the smallest size.
const MAX_TITLE: usize = 200;
/// The margin around a chart, in pixels.
pub(crate) const MARGIN: u32 = 15;
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
pub(crate) type NumericChart<'a, DB> = ChartContext<'a, DB, Cartesian2d<Axis, Axis>>;

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
    /// A value with its interval as evidence grows.
    Trend(Trend),
}

impl Chart {
    /// The heading.
    pub fn title(&self) -> &str {
        match self {
            Chart::Intervals(Intervals { title, .. })
            | Chart::Bars(Bars { title, .. })
            | Chart::Curves(Curves { title, .. })
            | Chart::Timeline(Timeline { title, .. })
            | Chart::Trend(Trend { title, .. }) => title,
        }
    }

    /// The height that the chart needs at least, in pixels, without its title.
    pub fn least_height(&self) -> u32 {
        /// The height of a row, and of what is above and below the rows.
        const ROW: u32 = 24;
        const REST: u32 = 130;
        match self {
            Chart::Intervals(intervals) => REST + ROW * intervals.rows.len() as u32,
            _ => 0,
        }
    }

    /// Draws everything but the title.
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        match self {
            Chart::Intervals(intervals) => intervals.draw(area),
            Chart::Bars(bars) => bars.draw(area),
            Chart::Curves(curves) => curves.draw(area),
            Chart::Timeline(timeline) => timeline.draw(area),
            Chart::Trend(trend) => trend.draw(area),
        }
    }

    /// Draws the title; returns the area below it.
    pub(crate) fn draw_title<DB: DrawingBackend>(
        &self,
        area: &Area<DB>,
    ) -> Result<Area<DB>, DrawingAreaErrorKind<DB::ErrorType>> {
        let room = area.dim_in_pixel().0.saturating_sub(2 * MARGIN);
        let (title, size) = fitted(self.title(), |text, size| width(area, text, size) <= room);
        area.margin(MARGIN, 0, 0, 0).titled(&title, (FONT, size))
    }
}

/// A title and its size, both as large as fit: a long title is made smaller, and a longer one is shortened too.
fn fitted(title: &str, fits: impl Fn(&str, u32) -> bool) -> (String, u32) {
    let title = shortened(title, MAX_TITLE);
    let [largest, smallest] = TITLE_SIZES;
    if let Some(size) = (smallest..=largest).rev().find(|&size| fits(&title, size)) {
        return (title, size);
    }
    let lengths = (1..title.chars().count()).rev();
    let shorter = lengths.map(|length| shortened(&title, length)).find(|title| fits(title, smallest));
    (shorter.unwrap_or_default(), smallest)
}

/// Draws the axes and the grid of a chart with two axes of numbers. Counts have whole numbers only.
pub(crate) fn numeric_axes<'a, DB: DrawingBackend + 'a>(
    area: &Area<DB>,
    (x_label, y_label): (&str, &str),
    (x, y): (Range<f64>, Range<f64>),
    (are_x_whole, are_y_whole): (bool, bool),
) -> Result<NumericChart<'a, DB>, DrawingAreaErrorKind<DB::ErrorType>> {
    let (x_ticks, y_ticks) = (Ticks::horizontal(area, &x, are_x_whole), Ticks::vertical(area, &y, are_y_whole));
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN)
        .margin_right(RIGHT)
        .x_label_area_size(BELOW)
        .y_label_area_size(y_ticks.width(area))
        .build_cartesian_2d(x_ticks.axis(x), y_ticks.axis(y))?;
    chart
        .configure_mesh()
        .x_desc(x_label)
        .y_desc(y_label)
        .label_style(TEXT)
        .x_label_formatter(&|value| x_ticks.label(*value))
        .y_label_formatter(&|value| y_ticks.label(*value))
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

/// Truncates a name to `max` characters, the last of which is then an ellipsis.
pub(crate) fn shortened(name: &str, max: usize) -> String {
    if name.chars().count() <= max { name.into() } else { name.chars().take(max - 1).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A width of half the size for each character, on 480 pixels.
    fn fits(text: &str, size: u32) -> bool {
        text.chars().count() as u32 * size / 2 <= 480
    }

    #[test]
    fn a_long_title_is_made_smaller_and_then_shortened() {
        assert_eq!(fitted("short", fits), ("short".into(), 24));
        assert_eq!(fitted(&"a".repeat(48), fits), ("a".repeat(48), 20));
        let (title, size) = fitted(&"a".repeat(10_000), fits);
        assert_eq!((title, size), (format!("{}…", "a".repeat(63)), 15));
        assert_eq!(fitted("long", |_, _| false), (String::new(), 15));
    }
}
