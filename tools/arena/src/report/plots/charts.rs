//! The three kinds of charts. They know numbers and names, not engines or games.

use crate::stats::Estimate;
use plotters::coord::Shift;
use plotters::prelude::*;

/// The name of the font in plots; a generic one, as SVG viewers know it.
pub(crate) const FONT: &str = "sans-serif";
const TITLE: (&str, u32) = (FONT, 24);
const TEXT: (&str, u32) = (FONT, 15);
/// Characters of a row's and a curve's name.
const ROW_NAME: usize = 34;
const CURVE_NAME: usize = 22;
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

/// Named values with intervals, one above the other, the first on top; in each row as many as there are series.
pub struct Points {
    pub(crate) title: String,
    pub(crate) axis: String,
    /// The names of the series, for a legend; a single one needs none.
    pub(crate) series: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<Estimate>)>,
}

impl Points {
    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let estimates = || self.rows.iter().flat_map(|(_, estimates)| estimates);
        let low = estimates().map(|estimate| estimate.low).fold(0.0, f64::min);
        let high = estimates().map(|estimate| estimate.high).fold(0.0, f64::max);
        let room = ((high - low) * 0.05).max(1.0);
        let count = self.rows.len();
        // Above the rows there is room for the legend.
        let top = count as f64 + if self.series.len() > 1 { 1.0 + count as f64 * 0.2 } else { 1.0 };
        // Rows stand at whole heights, from 1 at the bottom.
        let name = |y: &f64| {
            let row = (1..=count).rev().position(|height| (height as f64 - y).abs() < 1e-6);
            row.map_or(String::new(), |row| short(&self.rows[row].0, ROW_NAME))
        };
        let longest = self.rows.iter().map(|(name, _)| name.chars().count().min(ROW_NAME)).max().unwrap_or_default();
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, TITLE)
            .margin(15)
            .x_label_area_size(45)
            .y_label_area_size(180.max(9 * longest as u32))
            .build_cartesian_2d(low - room..high + room, (0.0..top).step(1.0).use_round())?;
        chart
            .configure_mesh()
            .x_desc(&self.axis)
            .label_style(TEXT)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_labels(count + 2)
            .y_label_formatter(&name)
            .light_line_style(WHITE)
            .draw()?;
        for (number, colour) in (0..self.series.len().max(1)).zip(COLOURS.iter().cycle()) {
            let style = colour.stroke_width(2);
            let marks = self.marks(number).flat_map(|(estimate, y)| interval(estimate, y, style));
            chart.draw_series(marks)?;
            let dots = self.marks(number).map(|(estimate, y)| Circle::new((estimate.value, y), 5, colour.filled()));
            let drawn = chart.draw_series(dots)?;
            if self.series.len() > 1 {
                drawn.label(&self.series[number]).legend(move |(x, y)| Circle::new((x + 9, y), 5, colour.filled()));
            }
        }
        if self.series.len() > 1 { legend(&mut chart) } else { Ok(()) }
    }

    /// The values of a series with their heights, a little apart from those of the others in their rows.
    fn marks(&self, number: usize) -> impl Iterator<Item = (Estimate, f64)> {
        let shift = (self.series.len().max(1) as f64 - 1.0) / 2.0 - number as f64;
        let rows = self.rows.iter().zip((1..=self.rows.len()).rev());
        rows.filter_map(move |((_, row), y)| Some((*row.get(number)?, y as f64 + shift * 0.2)))
    }
}

/// An interval with its ends; nothing for a value that has none.
fn interval(estimate: Estimate, y: f64, style: ShapeStyle) -> Vec<PathElement<(f64, f64)>> {
    let Estimate { low, high, .. } = estimate;
    let end = |x: f64| PathElement::new([(x, y - 0.08), (x, y + 0.08)], style);
    if low < high { vec![PathElement::new([(low, y), (high, y)], style), end(low), end(high)] } else { Vec::new() }
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
        // An axis without end is never drawn to its end.
        let low = points().map(|point| point.0).reduce(f64::min).unwrap_or(0.0);
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
                .label(short(name, CURVE_NAME))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        }
        legend(&mut chart)
    }
}

/// What the colours mean, at the top right.
fn legend<'a, DB: DrawingBackend + 'a, X: Ranged, Y: Ranged>(
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

/// A number without digits that say nothing.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// A name cut to so many characters.
fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most { name.into() } else { name.chars().take(most - 1).chain(['…']).collect() }
}

fn centred() -> plotters::style::text_anchor::Pos {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    Pos::new(HPos::Center, VPos::Bottom)
}
