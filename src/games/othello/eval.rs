//! The static evaluation: the weights of all configurations on the board, summed.
//!
//! Must not know: search, sides, texts, where weights come from.

use super::patterns::{FEATURES, KINDS, Patterns, name};
use super::processor::Processor;
use super::rules::Position;
use super::weights::{DISC, KNOT, Lookup, Weights, WrongFile};
use crate::score::Score;

/// The weights of this program.
static SHIPPED: &[u8] = include_bytes!("weights/generation-1.bin");

/// The most that an estimate says, in centidiscs.
const LIMIT: i32 = 6_400;

/// Evaluates positions.
pub struct Evaluator {
    patterns: Patterns,
    lookup: Lookup,
    processor: Processor,
}

impl Default for Evaluator {
    /// With the program's own weights. They are part of the program, and a test reads them.
    fn default() -> Self {
        Evaluator::shipped().unwrap_or_else(|error| {
            log::error!("{error}");
            Evaluator::new(Patterns::default(), &Weights::new(Vec::new(), 0))
        })
    }
}

impl Evaluator {
    /// With these weights, by the classes of [`Patterns::classes`].
    pub fn new(patterns: Patterns, weights: &Weights) -> Evaluator {
        let lookup = Lookup::new(weights, &patterns);
        Evaluator { patterns, lookup, processor: Processor::detect() }
    }

    /// With the program's own weights.
    pub fn shipped() -> Result<Evaluator, WrongFile> {
        Evaluator::from_file(SHIPPED)
    }

    /// With the weights of a file's content.
    pub fn from_file(content: &[u8]) -> Result<Evaluator, WrongFile> {
        let patterns = Patterns::default();
        let weights = Weights::read(content, patterns.classes().1)?;
        Ok(Evaluator::new(patterns, &weights))
    }

    /// The value in centidiscs from the side to move, within ±64 discs.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> Score {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
        fn with_features(evaluator: &Evaluator, position: &Position) -> Score {
            evaluator.evaluate_with(position)
        }
        match self.processor {
            Processor::Any => self.evaluate_with(position),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the `Checked` in it proves that the processor has these features.
            Processor::V3(_) => unsafe { with_features(self, position) },
        }
    }

    /// The value, compiled for whatever calls it.
    #[inline(always)]
    fn evaluate_with(&self, position: &Position) -> Score {
        let numbers = self.patterns.numbers(position);
        let sum = self.lookup.sum(position.empties(), &numbers, 0..FEATURES);
        Score::cp(centidiscs(sum).clamp(-LIMIT, LIMIT))
    }

    /// The value by kinds of features, in centidiscs; a last term says what rounding and the limit of the value change.
    pub fn explain(&self, position: &Position) -> Vec<(String, i32)> {
        let numbers = self.patterns.numbers(position);
        let features_of = |kind: usize| (0..FEATURES).filter(move |&feature| self.patterns.kinds()[feature] == kind);
        let sum = |kind| self.lookup.sum(position.empties(), &numbers, features_of(kind));
        let mut terms: Vec<_> = (0..KINDS).map(|kind| (name(kind).to_string(), centidiscs(sum(kind)))).collect();
        let total: i32 = terms.iter().map(|(_, value)| value).sum();
        terms.push(("rounding and limit".into(), i32::from(self.evaluate(position).0) - total));
        terms
    }
}

/// A sum of weights, as [`Lookup::sum`] gives it, in centidiscs.
#[inline(always)]
fn centidiscs(sum: i32) -> i32 {
    100 * sum / (DISC * KNOT as i32)
}
