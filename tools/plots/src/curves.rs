//! Line plots.

use crate::axis::are_whole;
use crate::chart::{Area, Outcome, PALETTE, draw_legend, numeric_axes, shortened};
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
        let top = points().map(|point| point.1).fold(0.001, f64::max) * 1.15;
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
}
