//! A linear pattern model: every configuration has one weight per interpolation knot, and the value is the sum of the
//! weights, interpolated between the two knots next to the number of empty squares.
//!
//! The trainer bootstraps the network from it; the shipped evaluation has no linear model.

use super::linear_weights::{KNOT_SPACING, KNOTS, LinearWeights, UNITS_PER_DISC, interpolation};
use super::patterns::{FeatureIndices, FeatureOffsets, Patterns};

/// The weights of a configuration by knot, or sums of them.
type KnotWeights = [i16; KNOTS];

/// Linear weights laid out for look-up.
pub struct LinearModel {
    /// Weights by table index (see [`FeatureOffsets`]).
    weights: Vec<KnotWeights>,
    offsets: FeatureOffsets,
}

impl LinearModel {
    /// Expands weights by class into weights by table index. `classes` is the map from table index to class of
    /// [`Patterns::classes`]. Missing weights are 0.
    pub fn new(weights: &LinearWeights, patterns: &Patterns, classes: &[u32]) -> LinearModel {
        let weight = |knot: usize, class: u32| weights.knots().get(knot)?.get(class as usize).copied();
        let by_knot = |&class: &u32| std::array::from_fn(|knot| weight(knot, class).unwrap_or(0));
        LinearModel { weights: classes.iter().map(by_knot).collect(), offsets: *patterns.offsets() }
    }

    /// The value of the given features in centidiscs.
    #[inline(always)]
    pub fn centidiscs(&self, empties: u32, indices: &FeatureIndices, features: impl Iterator<Item = usize>) -> i32 {
        let mut sums = [0_i16; KNOTS];
        let weights = |feature| self.weights.get(self.offsets.table_index(indices, feature));
        for weights in features.filter_map(weights) {
            sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
        }
        let (knot, above) = interpolation(empties);
        let [lower, upper] = [knot, knot + 1].map(|knot| i32::from(sums[knot]));
        100 * (lower * (KNOT_SPACING as i32 - above) + upper * above) / (UNITS_PER_DISC * KNOT_SPACING as i32)
    }
}
