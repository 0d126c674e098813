//! The weights while they are learned, in discs, and what positions say about them.
//!
//! Must not know: where labels come from, how the fit goes.

use super::board::Board;
use super::errors::Errors;
use quartet::games::common::processor::Any;
use quartet::games::othello::linear_weights::{KNOT_SPACING, KNOTS, LinearWeights, UNITS_PER_DISC, interpolation};
use quartet::games::othello::patterns::{FEATURES, Patterns};

/// Weights by knot and class, in discs.
#[derive(Clone)]
pub(super) struct Model {
    /// By knot, then class.
    pub knots: Vec<Vec<f32>>,
}

/// What is needed to find the classes on a board.
pub(super) struct Classes {
    patterns: Patterns,
    classes: Vec<u32>,
    /// How many classes there are.
    pub count: usize,
}

impl Default for Classes {
    fn default() -> Self {
        let patterns = Patterns::default();
        let (classes, count) = patterns.classes();
        Classes { patterns, classes, count }
    }
}

/// A position as the fit sees it.
pub(super) struct Example {
    /// The classes of its features.
    pub classes: [u32; FEATURES],
    /// The knot below, and the share of it; the rest is the share of the one above.
    pub knot: usize,
    /// See `knot`.
    pub share: f32,
    /// The value it should have, in discs.
    pub label: f32,
}

impl Classes {
    /// A position with its label in centidiscs.
    pub(super) fn example(&self, board: Board, label: i16) -> Example {
        let position = board.position();
        let indices = self.patterns.indices(Any, &position);
        let index = |feature: usize| self.patterns.offsets().table_index(&indices, feature);
        let classes = std::array::from_fn(|feature| self.classes[index(feature)]);
        let (knot, above) = interpolation(position.empties());
        Example { classes, knot, share: 1.0 - above as f32 / KNOT_SPACING as f32, label: f32::from(label) / 100.0 }
    }
}

impl Model {
    /// All weights 0.
    pub(super) fn zero(classes: &Classes) -> Model {
        Model { knots: vec![vec![0.0; classes.count]; KNOTS] }
    }

    /// The value of a position in discs.
    pub(super) fn value(&self, example: &Example) -> f32 {
        let sum = |knot: &[f32]| example.classes.iter().map(|&class| knot[class as usize]).sum::<f32>();
        example.share * sum(&self.knots[example.knot]) + (1.0 - example.share) * sum(&self.knots[example.knot + 1])
    }

    /// Rounded for the engine.
    pub(super) fn weights(&self, classes: &Classes) -> LinearWeights {
        let round = |weight: &f32| (weight * UNITS_PER_DISC as f32).round() as i16;
        LinearWeights::new(self.knots.iter().map(|knot| knot.iter().map(round).collect()).collect(), classes.count)
    }
}

/// How far a model is from the labels of examples.
pub(super) fn errors<'a>(model: &Model, examples: impl Iterator<Item = &'a Example>) -> Errors {
    examples.map(|example| f64::from(model.value(example).clamp(-64.0, 64.0) - example.label)).collect()
}
