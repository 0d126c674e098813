//! Bar charts and histograms.

use crate::chart::{Area, Outcome, PALETTE, TEXT, titled, trimmed};
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
    /// Names of the bars, shown instead of numbers on the horizontal axis.
    pub names: Option<Vec<String>>,
    /// Height at which to draw a horizontal reference line.
    pub mark: Option<f64>,
}

impl Bars {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let end = self.start + self.width * self.heights.len() as f64;
        let top = self.heights.iter().copied().chain(self.mark).fold(1.0, f64::max) * 1.05;
        let named = self.names.is_some();
        let mut chart = titled(area, &self.title)
            .x_label_area_size(45)
            .y_label_area_size(65)
            .build_cartesian_2d(self.start..end, 0.0..top)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(&self.axes.0).y_desc(&self.axes.1).label_style(TEXT).disable_x_mesh().light_line_style(WHITE);
        mesh.x_label_formatter(&|x| format!("{x:.0}")).y_label_formatter(&|y| trimmed(*y));
        if named {
            mesh.x_labels(0);
        }
        mesh.draw()?;
        let gap = self.width * 0.06;
        chart.draw_series(self.heights.iter().enumerate().map(|(number, &height)| {
            let left = self.start + number as f64 * self.width;
            Rectangle::new([(left + gap, 0.0), (left + self.width - gap, height)], PALETTE[0].mix(0.8).filled())
        }))?;
        if let Some(mark) = self.mark {
            chart.draw_series([PathElement::new([(self.start, mark), (end, mark)], PALETTE[1].stroke_width(2))])?;
        }
        // Names are drawn inside the bars because axis labels cannot be centred below them.
        let style = TEXT.into_text_style(area).pos(centred());
        for (number, name) in self.names.iter().flatten().enumerate() {
            let middle = self.start + (number as f64 + 0.5) * self.width;
            chart.draw_series([Text::new(name.clone(), (middle, top * 0.015), style.clone())])?;
        }
        Ok(())
    }
}

fn centred() -> plotters::style::text_anchor::Pos {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    Pos::new(HPos::Center, VPos::Bottom)
}
