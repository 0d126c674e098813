//! A value with its interval as evidence grows.

use crate::Interval;
use crate::axis::are_whole;
use crate::chart::{Area, Outcome, PALETTE, TEXT, numeric_axes};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A value with its interval over a count, such as an estimate over the games so far. The intervals of few games would
/// dwarf everything else, so the vertical axis has room for all values and for the intervals of the second half;
/// earlier ones are cut off.
pub struct Trend {
    /// The heading above the chart.
    pub title: String,
    /// The labels of the axes, x and y.
    pub axes: (String, String),
    /// The values with their intervals by count, in ascending order. Those that are infinite are left out.
    pub points: Vec<(f64, Interval)>,
    /// Named heights at which to draw a horizontal line.
    pub marks: Vec<(String, f64)>,
}

impl Trend {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let points: Vec<(f64, Interval)> = self.points.iter().copied().filter(|(_, value)| is_finite(value)).collect();
        let (bottom, top) = self.range(&points);
        let last = points.last().map_or(1.0, |point| point.0).max(1.0);
        let axes = (self.axes.0.as_str(), self.axes.1.as_str());
        let whole = are_whole(points.iter().map(|point| point.0));
        let mut chart = numeric_axes(area, axes, (0.0..last, bottom..top), (whole, false))?;
        let end = |end: fn(&Interval) -> f64| {
            points.iter().map(move |(count, interval)| (*count, end(interval).clamp(bottom, top)))
        };
        let band: Vec<(f64, f64)> = end(|interval| interval.low).chain(end(|interval| interval.high).rev()).collect();
        chart.draw_series([Polygon::new(band, PALETTE[0].mix(0.25))])?;
        for (name, height) in &self.marks {
            chart.draw_series([PathElement::new([(0.0, *height), (last, *height)], PALETTE[1].stroke_width(2))])?;
            let is_upper = *height > (bottom + top) / 2.0;
            let place = Pos::new(HPos::Left, if is_upper { VPos::Top } else { VPos::Bottom });
            let style = TEXT.into_text_style(area).pos(place);
            let (x, gap) = (last * 0.015, (top - bottom) * if is_upper { -0.015 } else { 0.015 });
            chart.draw_series([Text::new(name.clone(), (x, height + gap), style)])?;
        }
        chart.draw_series(LineSeries::new(end(|interval| interval.value), PALETTE[0].stroke_width(2)))?;
        Ok(())
    }

    /// The ends of the vertical axis.
    fn range(&self, points: &[(f64, Interval)]) -> (f64, f64) {
        let values = points.iter().map(|(_, interval)| interval.value);
        let late = points[points.len() / 2..].iter().flat_map(|(_, interval)| [interval.low, interval.high]);
        let shown = || values.clone().chain(late.clone()).chain(self.marks.iter().map(|mark| mark.1));
        let (low, high) = (shown().fold(0.0, f64::min), shown().fold(0.0, f64::max));
        let margin = ((high - low) * 0.06).max(1e-3);
        (low - margin, high + margin)
    }
}

fn is_finite(Interval { value, low, high }: &Interval) -> bool {
    [value, low, high].into_iter().all(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_intervals_do_not_dwarf_the_rest() {
        let point = |count: f64, error: f64| (count, Interval { value: 5.0, low: 5.0 - error, high: 5.0 + error });
        let points = vec![point(2.0, 900.0), point(4.0, 300.0), point(6.0, 20.0), point(8.0, 10.0)];
        let trend = Trend { title: String::new(), axes: Default::default(), points, marks: vec![("m".into(), 30.0)] };
        let (bottom, top) = trend.range(&trend.points);
        assert!((-20.0..=-15.0).contains(&bottom) && (30.0..=35.0).contains(&top), "{bottom} {top}");
        assert_eq!(Trend { marks: Vec::new(), ..trend }.range(&[]), (-1e-3, 1e-3));
    }
}
