//! Bars, as of a histogram.

use crate::chart::{Area, COLOURS, Outcome, TEXT, TITLE, trimmed};
use plotters::prelude::*;

/// Bars of one width, side by side.
pub struct Bars {
    /// The heading above the chart.
    pub title: String,
    /// The labels of the axes, x and y.
    pub axes: (String, String),
    /// Where the first bar starts.
    pub start: f64,
    /// The width of a bar in units of the horizontal axis.
    pub width: f64,
    /// The height of each bar, from the left.
    pub heights: Vec<f64>,
    /// Names below the bars in place of numbers.
    pub names: Option<Vec<String>>,
    /// A height to be marked by a line.
    pub mark: Option<f64>,
}

impl Bars {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let end = self.start + self.width * self.heights.len() as f64;
        let top = self.heights.iter().copied().chain(self.mark).fold(1.0, f64::max) * 1.05;
        let named = self.names.is_some();
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, TITLE)
            .margin(15)
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
            Rectangle::new([(left + gap, 0.0), (left + self.width - gap, height)], COLOURS[0].mix(0.8).filled())
        }))?;
        if let Some(mark) = self.mark {
            chart.draw_series([PathElement::new([(self.start, mark), (end, mark)], COLOURS[1].stroke_width(2))])?;
        }
        // Names stand in the bars, as the axis cannot have them in the middle below.
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
