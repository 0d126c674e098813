//! The three kinds of charts. They know numbers and names, not engines or games.

use crate::stats::Estimate;
use plotters::coord::Shift;
use plotters::prelude::*;

/// The name of the font in plots; a generic one, as SVG viewers know it.
pub(crate) const FONT: &str = "sans-serif";
const TITLE: (&str, u32) = (FONT, 24);
const TEXT: (&str, u32) = (FONT, 15);
/// Colours that stay apart for colour-blind eyes (Okabe and Ito, "Color universal design", 2008).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

type Area<DB> = DrawingArea<DB, Shift>;
type Outcome<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// A chart of any kind.
pub enum Chart {
    /// Named values with intervals.
    Points(Points),
    /// A histogram.
    Bars(Bars),
    /// Lines.
    Curves(Curves),
}

impl Chart {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        match self {
            Chart::Points(points) => points.draw(area),
            Chart::Bars(bars) => bars.draw(area),
            Chart::Curves(curves) => curves.draw(area),
        }
    }
}

/// Named values with intervals, one above the other, the first on top.
pub struct Points {
    pub(crate) title: String,
    pub(crate) axis: String,
    pub(crate) rows: Vec<(String, Estimate)>,
}

impl Points {
    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let low = self.rows.iter().map(|(_, estimate)| estimate.low).fold(0.0, f64::min);
        let high = self.rows.iter().map(|(_, estimate)| estimate.high).fold(0.0, f64::max);
        let room = ((high - low) * 0.05).max(1.0);
        let count = self.rows.len();
        // Rows stand at whole heights, from 1 at the bottom.
        let name = |y: &f64| {
            let row = (1..=count).rev().position(|height| (height as f64 - y).abs() < 1e-6);
            row.map_or(String::new(), |row| short(&self.rows[row].0))
        };
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, TITLE)
            .margin(15)
            .x_label_area_size(45)
            .y_label_area_size(180)
            .build_cartesian_2d(low - room..high + room, (0.0..count as f64 + 1.0).step(1.0).use_round())?;
        chart
            .configure_mesh()
            .x_desc(&self.axis)
            .label_style(TEXT)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_labels(count + 2)
            .y_label_formatter(&name)
            .light_line_style(WHITE)
            .draw()?;
        for ((_, estimate), y) in self.rows.iter().zip((1..=count).rev()) {
            let y = y as f64;
            let style = COLOURS[0].stroke_width(2);
            let bar = |x: f64, reach: f64| PathElement::new([(x, y - reach), (x, y + reach)], style);
            chart.draw_series([
                PathElement::new([(estimate.low, y), (estimate.high, y)], style),
                bar(estimate.low, 0.12),
                bar(estimate.high, 0.12),
            ])?;
            chart.draw_series([Circle::new((estimate.value, y), 5, COLOURS[0].filled())])?;
        }
        Ok(())
    }
}

/// Bars of one width, side by side.
pub struct Bars {
    pub(crate) title: String,
    /// What the axes show, x and y.
    pub(crate) axes: (String, String),
    /// Where the first bar starts.
    pub(crate) start: f64,
    pub(crate) width: f64,
    pub(crate) heights: Vec<f64>,
    /// Names below the bars in place of numbers.
    pub(crate) names: Option<Vec<String>>,
    /// A height to be marked by a line.
    pub(crate) mark: Option<f64>,
}

impl Bars {
    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
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
        mesh.x_label_formatter(&|x| format!("{x:.0}")).y_label_formatter(&|y| plain(*y));
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

/// Named curves in one picture.
pub struct Curves {
    /// Stands above.
    pub title: String,
    /// What the axes show, x and y.
    pub axes: (String, String),
    /// The name and the points of each curve.
    pub rows: Vec<(String, Vec<(f64, f64)>)>,
}

impl Curves {
    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let points = || self.rows.iter().flat_map(|(_, points)| points);
        let low = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let high = points().map(|point| point.0).fold(low + 1.0, f64::max);
        let bottom = points().map(|point| point.1).fold(0.0, f64::min) * 1.15;
        let top = points().map(|point| point.1).fold(0.001, f64::max) * 1.15;
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, TITLE)
            .margin(15)
            .x_label_area_size(45)
            .y_label_area_size(65)
            .build_cartesian_2d(low..high, bottom..top)?;
        chart
            .configure_mesh()
            .x_desc(&self.axes.0)
            .y_desc(&self.axes.1)
            .label_style(TEXT)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| plain(*y))
            .light_line_style(WHITE)
            .draw()?;
        for ((name, points), colour) in self.rows.iter().zip(COLOURS.iter().cycle()) {
            let style = colour.stroke_width(2);
            chart
                .draw_series(LineSeries::new(points.iter().copied(), style))?
                .label(short(name))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        }
        chart
            .configure_series_labels()
            .label_font(TEXT)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .position(SeriesLabelPosition::UpperRight)
            .draw()
    }
}

/// A number without digits that say nothing.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// A name that fits beside a plot.
fn short(name: &str) -> String {
    if name.chars().count() <= 22 { name.into() } else { name.chars().take(21).chain(['…']).collect() }
}

fn centred() -> plotters::style::text_anchor::Pos {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    Pos::new(HPos::Center, VPos::Bottom)
}
