//! A value over the moves of a game, with marked moves.

use crate::chart::{Area, Outcome, PALETTE, draw_legend, numeric_axes};
use plotters::prelude::*;

/// The colours of the kinds of marks, in their order.
const MARK_COLOURS: [RGBColor; 3] = [PALETTE[5], PALETTE[4], PALETTE[1]];

/// A value from 0 to 100 over the moves of a game.
pub struct Timeline {
    /// The heading above the chart.
    pub title: String,
    /// The labels of the axes, x and y.
    pub axes: (String, String),
    /// The value before each move and after the last one, in per cent, and whether it is exact.
    pub values: Vec<(f64, bool)>,
    /// The marked moves by kind, at most three kinds: the name of the kind, and the numbers of the moves, from 1. Kinds
    /// without moves are left out of the legend.
    pub marks: Vec<(String, Vec<usize>)>,
}

impl Timeline {
    pub(crate) fn draw<DB: DrawingBackend>(&self, area: &Area<DB>) -> Outcome<DB> {
        let last = self.values.len().saturating_sub(1).max(1) as f64;
        let axes = (self.axes.0.as_str(), self.axes.1.as_str());
        let mut chart = numeric_axes(area, axes, (0.0..last, -2.0..102.0), (true, true))?;
        chart.draw_series(LineSeries::new([(0.0, 50.0), (last, 50.0)], BLACK.mix(0.4)))?;
        for (is_exact, name, width) in [(false, "estimate", 2), (true, "exact", 5)] {
            let style = PALETTE[0].stroke_width(width);
            let segments = self.segments(is_exact);
            if segments.is_empty() {
                continue;
            }
            for segment in segments {
                chart.draw_series(LineSeries::new(segment, style))?;
            }
            // A series without points, for the legend.
            let series = chart.draw_series(LineSeries::new(std::iter::empty::<(f64, f64)>(), style))?;
            series.label(name).legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        }
        for ((name, moves), colour) in self.marks.iter().zip(MARK_COLOURS) {
            if moves.is_empty() {
                continue;
            }
            let style = colour.filled();
            let points = moves.iter().filter_map(|&number| Some((number as f64, self.values.get(number)?.0)));
            chart
                .draw_series(points.map(|point| Circle::new(point, 6, style)))?
                .label(name)
                .legend(move |(x, y)| Circle::new((x + 9, y), 6, style));
        }
        draw_legend(&mut chart, self.free_corner())
    }

    /// The corner with the fewest points of the curve, where the legend covers least.
    fn free_corner(&self) -> SeriesLabelPosition {
        let corners = [
            (SeriesLabelPosition::UpperRight, true, true),
            (SeriesLabelPosition::LowerRight, true, false),
            (SeriesLabelPosition::UpperLeft, false, true),
            (SeriesLabelPosition::LowerLeft, false, false),
        ];
        let count = |is_right: bool, is_upper: bool| {
            let (place, half) = (|index: usize| if is_right { self.values.len() - 1 - index } else { index }, 50.0);
            let places = (0..self.values.len().div_ceil(4)).map(place);
            places.filter(|&index| (self.values[index].0 > half) == is_upper).count()
        };
        let free = corners.into_iter().min_by_key(|(_, is_right, is_upper)| count(*is_right, *is_upper));
        free.map_or(SeriesLabelPosition::UpperRight, |(corner, ..)| corner)
    }

    /// The stretches of the curve whose ends are both exact, or the others.
    fn segments(&self, exact: bool) -> Vec<[(f64, f64); 2]> {
        let pairs = self.values.windows(2).enumerate().filter(|(_, pair)| (pair[0].1 && pair[1].1) == exact);
        pairs.map(|(index, pair)| [(index as f64, pair[0].0), (index as f64 + 1.0, pair[1].0)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_exact_if_both_of_its_ends_are() {
        let values = vec![(50.0, false), (60.0, true), (100.0, true)];
        let timeline = Timeline { title: String::new(), axes: Default::default(), values, marks: Vec::new() };
        assert_eq!(timeline.segments(false), [[(0.0, 50.0), (1.0, 60.0)]]);
        assert_eq!(timeline.segments(true), [[(1.0, 60.0), (2.0, 100.0)]]);
    }

    #[test]
    fn the_legend_stands_where_the_curve_is_not() {
        let corner = |values: &[f64]| {
            let values = values.iter().map(|&value| (value, false)).collect();
            Timeline { title: String::new(), axes: Default::default(), values, marks: Vec::new() }.free_corner()
        };
        assert!(matches!(corner(&[50.0; 8]), SeriesLabelPosition::UpperRight));
        assert!(matches!(corner(&[50.0, 60.0, 80.0, 100.0]), SeriesLabelPosition::LowerRight));
        assert!(matches!(corner(&[70.0, 60.0, 40.0, 0.0]), SeriesLabelPosition::UpperRight));
        assert!(matches!(corner(&[]), SeriesLabelPosition::UpperRight));
    }
}
