//! Bar charts and histograms.

use crate::axis::{Axis, BELOW, RIGHT, Ticks, are_whole, width};
use crate::chart::{Area, MARGIN, Outcome, PALETTE, TEXT};
use plotters::prelude::*;

/// A bar chart or histogram with bars of equal width.
pub struct Bars {
    /// The heading above the chart.
    pub title: String,
    /// The labels of the axes, x and y.
    pub axes: (String, String),
    /// Left edge of the first bar on the horizontal axis.
    pub start: f64,
    /// Width of a bar, in units of the horizontal axis.
    pub width: f64,
    /// Heights of the bars, from left to right.
    pub heights: Vec<f64>,
    /// Names of the bars, shown instead of numbers on the horizontal axis, as far as there is room.
    pub names: Option<Vec<String>>,
    /// Height at which to draw a horizontal reference line.
    pub mark: Option<f64>,
}

impl Bars {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let end = self.start + self.width * self.heights.len() as f64;
        let top = self.heights.iter().copied().chain(self.mark).fold(1.0, f64::max) * 1.05;
        let y = Ticks::vertical(area, &(0.0..top), are_whole(self.heights.iter().copied()));
        let left = y.width(area);
        let x = Ticks::horizontal(area, &(self.start..end), are_whole([self.width]));
        let mut chart = ChartBuilder::on(area)
            .margin(MARGIN)
            .margin_right(RIGHT)
            .x_label_area_size(BELOW)
            .y_label_area_size(left)
            .build_cartesian_2d(self.horizontal_axis(area, &x, left), y.axis(0.0..top))?;
        let number_or_name = |place: &f64| match &self.names {
            Some(names) => names.get(((place - self.start) / self.width) as usize).cloned().unwrap_or_default(),
            None => x.label(*place),
        };
        chart
            .configure_mesh()
            .x_desc(&self.axes.0)
            .y_desc(&self.axes.1)
            .label_style(TEXT)
            .disable_x_mesh()
            .x_label_formatter(&number_or_name)
            .y_label_formatter(&|value| y.label(*value))
            .draw()?;
        let gap = self.width * 0.06;
        chart.draw_series(self.heights.iter().enumerate().map(|(number, &height)| {
            let left = self.start + number as f64 * self.width;
            Rectangle::new([(left + gap, 0.0), (left + self.width - gap, height)], PALETTE[0].mix(0.8).filled())
        }))?;
        if let Some(mark) = self.mark {
            chart.draw_series([PathElement::new([(self.start, mark), (end, mark)], PALETTE[1].stroke_width(2))])?;
        }
        Ok(())
    }

    /// The horizontal axis with its numbers, or with as many names as have room.
    fn horizontal_axis<DB: DrawingBackend>(&self, area: &Area<DB>, numbers: &Ticks, left: u32) -> Axis {
        let count = self.heights.len();
        let range = self.start..self.start + self.width * count as f64;
        let Some(names) = &self.names else { return numbers.axis(range) };
        /// The gap between two names, in pixels.
        const GAP: u32 = 8;
        let widest = names.iter().map(|name| width(area, name, TEXT.1)).max().unwrap_or_default() + GAP;
        let room = area.dim_in_pixel().0.saturating_sub(left + 2 * MARGIN).max(1);
        let step = (widest as usize * count).div_ceil(room as usize).max(1);
        let middle = |number: usize| self.start + (number as f64 + 0.5) * self.width;
        Axis { range, labels: (0..count).step_by(step).map(middle).collect() }
    }
}
