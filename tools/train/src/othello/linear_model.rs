//! The linear model: the value of a position is the sum of the weights of its features.
//!
//! There is a set of weights for each knot, a certain number of empty squares; between two knots the weights are
//! interpolated linearly.

use super::board::Board;
use super::errors::Errors;
use quartet::games::common::processor::Baseline;
use quartet::games::othello::linear_weights::{KNOT_SPACING, KNOTS, LinearWeights, UNITS_PER_DISC, interpolation};
use quartet::games::othello::patterns::{FEATURES, Patterns};

/// Floating-point weights of the model.
#[derive(Clone)]
pub(super) struct Model {
    /// Weights in discs, by knot and class.
    pub knots: Vec<Vec<f32>>,
}

/// Extraction of the features of positions. Each feature is the equivalence class, under the symmetries of the board,
/// of a pattern's configuration.
pub(super) struct FeatureExtractor {
    patterns: Patterns,
    /// Class of each configuration of all patterns.
    classes: Vec<u32>,
    /// Number of classes.
    pub class_count: usize,
}

impl Default for FeatureExtractor {
    fn default() -> Self {
        let patterns = Patterns::default();
        let (classes, class_count) = patterns.classes();
        FeatureExtractor { patterns, classes, class_count }
    }
}

/// A training example.
pub(super) struct Example {
    /// Class of each feature.
    pub classes: [u32; FEATURES],
    /// The nearest knot with no more empty squares than the position.
    pub knot: usize,
    /// Interpolation weight of `knot`, from 0 to 1; the next knot has weight `1 - knot_weight`.
    pub knot_weight: f32,
    /// Label, in discs.
    pub label: f32,
}

impl FeatureExtractor {
    /// Classes of the features of a position.
    pub(super) fn classes(&self, board: Board) -> [u32; FEATURES] {
        let indices = self.patterns.indices(Baseline, &board.position());
        std::array::from_fn(|feature| self.classes[self.patterns.offsets().table_index(&indices, feature)])
    }

    /// Example of a position with its label in centidiscs.
    pub(super) fn example(&self, board: Board, label: i16) -> Example {
        let (knot, above) = interpolation(board.empties());
        let knot_weight = 1.0 - above as f32 / KNOT_SPACING as f32;
        Example { classes: self.classes(board), knot, knot_weight, label: f32::from(label) / 100.0 }
    }
}

impl Model {
    /// A model whose weights are all 0.
    pub(super) fn zero(class_count: usize) -> Model {
        Model { knots: vec![vec![0.0; class_count]; KNOTS] }
    }

    /// Value of an example, in discs.
    pub(super) fn value(&self, example: &Example) -> f32 {
        let sum = |knot: &[f32]| example.classes.iter().map(|&class| knot[class as usize]).sum::<f32>();
        let (low, high) = (sum(&self.knots[example.knot]), sum(&self.knots[example.knot + 1]));
        example.knot_weight * low + (1.0 - example.knot_weight) * high
    }

    /// The weights, quantised for the engine.
    pub(super) fn quantised(&self) -> LinearWeights {
        let quantised = |weight: &f32| (weight * UNITS_PER_DISC as f32).round() as i16;
        let class_count = self.knots[0].len();
        LinearWeights::new(self.knots.iter().map(|knot| knot.iter().map(quantised).collect()).collect(), class_count)
    }
}

/// Errors of a model on examples.
pub(super) fn errors<'a>(model: &Model, examples: impl Iterator<Item = &'a Example>) -> Errors {
    examples.map(|example| f64::from(model.value(example).clamp(-64.0, 64.0) - example.label)).collect()
}
