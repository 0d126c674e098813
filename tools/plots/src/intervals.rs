//! Dot plots with error bars.

use crate::axis::{Axis, BELOW, RIGHT, Ticks, width};
use crate::chart::{Area, MARGIN, Outcome, PALETTE, TEXT, draw_legend, shortened};
use plotters::prelude::*;

/// Maximum length of a row's name, in characters.
const MAX_NAME: usize = 34;
/// The gap between the names of the rows and the chart, in pixels.
const GAP: u32 = 20;

/// A value with the bounds of its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value itself.
    pub value: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound; equal to the lower bound if the value has no interval.
    pub high: f64,
}

/// A dot plot with error bars: one row per name, from top to bottom, with a value for each series in every row.
pub struct Intervals {
    /// The heading above the chart.
    pub title: String,
    /// The label of the horizontal axis.
    pub axis: String,
    /// Names of the series, shown in a legend; may be empty if there is only one series.
    pub series: Vec<String>,
    /// Name of each row, and its value for each series.
    pub rows: Vec<(String, Vec<Interval>)>,
}

impl Intervals {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let intervals = || self.rows.iter().flat_map(|(_, intervals)| intervals);
        let low = intervals().map(|interval| interval.low).fold(0.0, f64::min);
        let high = intervals().map(|interval| interval.high).fold(0.0, f64::max);
        let margin = ((high - low) * 0.05).max(1.0);
        let count = self.rows.len();
        // Leave space for the legend above the rows.
        let top = count as f64 + if self.series.len() > 1 { 1.0 + count as f64 * 0.2 } else { 1.0 };
        let names: Vec<String> = self.rows.iter().map(|(name, _)| fitted(area, name)).collect();
        // Rows are at integer heights, counted from 1 at the bottom.
        let name = |y: &f64| names.get(count.wrapping_sub(*y as usize)).cloned().unwrap_or_default();
        let rows = Axis { range: 0.0..top, labels: (1..=count).map(|row| row as f64).collect() };
        let longest = names.iter().map(|name| width(area, name, TEXT.1)).max().unwrap_or_default();
        let x = Ticks::horizontal(area, &(low - margin..high + margin), false);
        let mut chart = ChartBuilder::on(area)
            .margin(MARGIN)
            .margin_right(RIGHT)
            .x_label_area_size(BELOW)
            .y_label_area_size(longest + GAP)
            .build_cartesian_2d(x.axis(low - margin..high + margin), rows)?;
        chart
            .configure_mesh()
            .x_desc(&self.axis)
            .label_style(TEXT)
            .x_label_formatter(&|value| x.label(*value))
            .y_label_formatter(&name)
            .draw()?;
        for (number, colour) in (0..self.series.len().max(1)).zip(PALETTE.iter().cycle()) {
            let style = colour.stroke_width(2);
            let marks = self.marks(number).flat_map(|(interval, y)| error_bar(interval, y, style));
            chart.draw_series(marks)?;
            let dots = self.marks(number).map(|(interval, y)| Circle::new((interval.value, y), 5, colour.filled()));
            let drawn = chart.draw_series(dots)?;
            if self.series.len() > 1 {
                drawn.label(&self.series[number]).legend(move |(x, y)| Circle::new((x + 9, y), 5, colour.filled()));
            }
        }
        if self.series.len() > 1 { draw_legend(&mut chart, SeriesLabelPosition::UpperRight) } else { Ok(()) }
    }

    /// Values of a series with their vertical positions, which are offset from those of the other series in the row.
    fn marks(&self, number: usize) -> impl Iterator<Item = (Interval, f64)> {
        let offset = (self.series.len().max(1) as f64 - 1.0) / 2.0 - number as f64;
        let rows = self.rows.iter().zip((1..=self.rows.len()).rev());
        rows.filter_map(move |((_, row), y)| Some((*row.get(number)?, y as f64 + offset * 0.2)))
    }
}

/// A name that takes at most two fifths of the width, shortened if necessary.
fn fitted<DB: DrawingBackend>(area: &Area<DB>, name: &str) -> String {
    let room = area.dim_in_pixel().0 * 2 / 5;
    let lengths = (2..=MAX_NAME).rev().map(|length| shortened(name, length));
    lengths.into_iter().find(|name| width(area, name, TEXT.1) <= room).unwrap_or_default()
}

/// Error bar of a value; empty if the value has no interval.
fn error_bar(interval: Interval, y: f64, style: ShapeStyle) -> Vec<PathElement<(f64, f64)>> {
    let Interval { low, high, .. } = interval;
    let end = |x: f64| PathElement::new([(x, y - 0.08), (x, y + 0.08)], style);
    if low < high { vec![PathElement::new([(low, y), (high, y)], style), end(low), end(high)] } else { Vec::new() }
}
