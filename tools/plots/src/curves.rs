//! Line plots.

use crate::axis::{BELOW, are_whole};
use crate::chart::{Area, MARGIN, Outcome, PALETTE, draw_legend, numeric_axes, shortened};
use plotters::prelude::*;

/// Maximum length of a curve's name in the legend, in characters.
const MAX_NAME: usize = 22;

/// A line plot of several named curves.
pub struct Curves {
    /// The heading above the chart.
    pub title: String,
    /// The labels of the axes, x and y.
    pub axes: (String, String),
    /// Name and points of each curve.
    pub curves: Vec<(String, Vec<(f64, f64)>)>,
}

impl Curves {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let points = || self.curves.iter().flat_map(|(_, points)| points);
        // Plotters would not terminate on an axis with an infinite end.
        let low = points().map(|point| point.0).reduce(f64::min).unwrap_or(0.0);
        let high = points().map(|point| point.0).fold(low + 1.0, f64::max);
        let bottom = points().map(|point| point.1).fold(0.0, f64::min) * 1.15;
        let top = points().map(|point| point.1).fold(0.001, f64::max) * self.room_for_legend(area);
        let axes = (self.axes.0.as_str(), self.axes.1.as_str());
        let whole = (are_whole(points().map(|point| point.0)), are_whole(points().map(|point| point.1)));
        let mut chart = numeric_axes(area, axes, (low..high, bottom..top), whole)?;
        for ((name, points), colour) in self.curves.iter().zip(PALETTE.iter().cycle()) {
            let style = colour.stroke_width(2);
            chart
                .draw_series(LineSeries::new(points.iter().copied(), style))?
                .label(shortened(name, MAX_NAME))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        }
        draw_legend(&mut chart, SeriesLabelPosition::UpperRight)
    }

    /// How much higher than its curves the chart is, so that the legend does not cover them.
    fn room_for_legend<DB: DrawingBackend>(&self, area: &Area<DB>) -> f64 {
        /// The height of a line of the legend, and of its margins, in pixels.
        const LINE: usize = 20;
        /// The greatest part of the chart that the legend gets.
        const MOST: f64 = 0.5;
        let height = f64::from(area.dim_in_pixel().1.saturating_sub(BELOW + 2 * MARGIN).max(1));
        let legend = ((1 + self.curves.len()) * LINE) as f64 / height;
        1.0 / (1.0 - legend.clamp(0.1, MOST))
    }
}
