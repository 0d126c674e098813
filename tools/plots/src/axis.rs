//! The axes of charts: where their labels stand, and what they say.

use crate::chart::{Area, FONT, TEXT};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::ops::Range;

/// An axis of numbers with labels at chosen places.
pub(crate) struct Axis {
    pub(crate) range: Range<f64>,
    pub(crate) labels: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.range.clone()).map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Without finer lines between them.
        if hint.weight().allow_light_points() { Vec::new() } else { self.labels.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// The room that a label on the horizontal axis needs, in pixels.
const LABEL_WIDTH: u32 = 70;
/// The room that a label on the vertical axis needs, in pixels.
const LABEL_HEIGHT: u32 = 34;
/// The height of the labels and the description below a chart, in pixels.
pub(crate) const BELOW: u32 = 45;
/// The room on the right of a chart, for half of the last number below it, in pixels.
pub(crate) const RIGHT: u32 = LABEL_WIDTH / 2;
/// The width of the description on the left of a chart, with the gaps around it, in pixels.
const DESCRIPTION: u32 = 38;

/// The numbers that are written on an axis.
pub(crate) struct Ticks {
    /// The numbers, in ascending order.
    pub(crate) values: Vec<f64>,
    decimals: usize,
}

impl Ticks {
    /// The numbers for a horizontal axis.
    pub(crate) fn horizontal<DB: DrawingBackend>(area: &Area<DB>, range: &Range<f64>, are_whole: bool) -> Ticks {
        Ticks::new(range, area.dim_in_pixel().0.saturating_sub(LABEL_WIDTH) / LABEL_WIDTH, are_whole)
    }

    /// The numbers for a vertical axis.
    pub(crate) fn vertical<DB: DrawingBackend>(area: &Area<DB>, range: &Range<f64>, are_whole: bool) -> Ticks {
        Ticks::new(range, area.dim_in_pixel().1.saturating_sub(BELOW) / LABEL_HEIGHT, are_whole)
    }

    /// At most `most` numbers, but at least two if any fit, at a distance of 1, 2 or 5 times a power of ten. Counts
    /// have whole numbers only.
    fn new(range: &Range<f64>, most: u32, are_whole: bool) -> Ticks {
        let length = range.end - range.start;
        if !length.is_finite() || length <= 0.0 {
            return Ticks { values: Vec::new(), decimals: 0 };
        }
        let least = length / f64::from(most.clamp(2, 20));
        let power = 10f64.powf(least.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|step| *step >= least);
        let step = step.unwrap_or(10.0 * power);
        let step = if are_whole { step.max(1.0) } else { step };
        let (first, last) = ((range.start / step).ceil() as i64, (range.end / step).floor() as i64);
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        Ticks { values: (first..=last).map(|number| number as f64 * step).collect(), decimals }
    }

    /// The text of a number.
    pub(crate) fn label(&self, value: f64) -> String {
        format!("{value:.*}", self.decimals)
    }

    /// An axis with these numbers.
    pub(crate) fn axis(&self, range: Range<f64>) -> Axis {
        Axis { range, labels: self.values.clone() }
    }

    /// The width of the labels on the left of a chart, with their description, in pixels.
    pub(crate) fn width<DB: DrawingBackend>(&self, area: &Area<DB>) -> u32 {
        let widths = self.values.iter().map(|value| width(area, &self.label(*value), TEXT.1));
        DESCRIPTION + widths.max().unwrap_or_default()
    }
}

/// Whether all numbers are whole, as counts are.
pub(crate) fn are_whole(values: impl IntoIterator<Item = f64>) -> bool {
    values.into_iter().all(|value| value.fract() == 0.0)
}

/// The width of a text of this size in pixels; 0 if it cannot be measured.
pub(crate) fn width<DB: DrawingBackend>(area: &Area<DB>, text: &str, size: u32) -> u32 {
    area.estimate_text_size(text, &(FONT, size).into_text_style(area)).map_or(0, |(width, _)| width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(range: Range<f64>, most: u32, are_whole: bool) -> Vec<String> {
        let ticks = Ticks::new(&range, most, are_whole);
        ticks.values.iter().map(|&value| ticks.label(value)).collect()
    }

    #[test]
    fn counts_have_whole_numbers_only() {
        assert_eq!(labels(0.0..1.05, 8, true), ["0", "1"]);
        assert_eq!(labels(0.0..3.15, 8, true), ["0", "1", "2", "3"]);
        assert_eq!(labels(-0.5..2.5, 20, true), ["0", "1", "2"]);
        assert_eq!(labels(0.0..10_500.0, 8, true), ["0", "2000", "4000", "6000", "8000", "10000"]);
    }

    #[test]
    fn no_label_is_there_twice_and_all_are_in_the_range() {
        for (range, most) in [(0.0..1.05, 8), (-0.03..0.02, 8), (-400.0..12.5, 5), (0.0..1e7, 20), (3.0..3.0001, 4)] {
            let ticks = Ticks::new(&range, most, false);
            assert!((2..=most as usize + 1).contains(&ticks.values.len()), "{range:?}: {:?}", ticks.values);
            assert!(ticks.values.iter().all(|value| (range.start..=range.end).contains(value)), "{range:?}");
            let mut texts = labels(range.clone(), most, false);
            let count = texts.len();
            texts.dedup();
            assert_eq!(texts.len(), count, "{range:?}: {texts:?}");
        }
        assert!(labels(0.0..f64::INFINITY, 8, false).is_empty() && labels(1.0..1.0, 8, true).is_empty());
    }
}
