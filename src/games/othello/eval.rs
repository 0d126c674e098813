//! The static evaluation: the weights of all configurations on the board, summed.
//!
//! Must not know: search, sides, texts, where weights come from.

use super::kernels::Level;
#[cfg(target_arch = "x86_64")]
use super::kernels::compiled;
use super::patterns::{FEATURES, KINDS, Patterns, name};
use super::processor::{Any, Processor};
#[cfg(target_arch = "x86_64")]
use super::processor::{V3, V4};
use super::rules::Position;
use super::weights::{DISC, KNOT, Lookup, Weights, WrongFile};
use crate::score::Score;

/// The weights of this program.
static SHIPPED: &[u8] = include_bytes!("weights/generation-2.bin");

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
        let (classes, _) = patterns.classes();
        Evaluator::with_classes(patterns, &classes, weights)
    }

    fn with_classes(patterns: Patterns, classes: &[u32], weights: &Weights) -> Evaluator {
        let lookup = Lookup::new(weights, &patterns, classes);
        Evaluator { patterns, lookup, processor: Processor::detect() }
    }

    /// With the program's own weights.
    pub fn shipped() -> Result<Evaluator, WrongFile> {
        Evaluator::from_file(SHIPPED)
    }

    /// With the weights of a file's content.
    pub fn from_file(content: &[u8]) -> Result<Evaluator, WrongFile> {
        let patterns = Patterns::default();
        let (classes, count) = patterns.classes();
        let weights = Weights::read(content, count)?;
        Ok(Evaluator::with_classes(patterns, &classes, &weights))
    }

    /// The value in centidiscs from the side to move, within ±64 discs.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> Score {
        let evaluator = self;
        match self.processor {
            Processor::Any(level) => value(level, evaluator, position),
            #[cfg(target_arch = "x86_64")]
            Processor::V3(level) => {
                compiled!(V3: value, level: V3, evaluator: &Evaluator, position: &Position => Score)
            }
            #[cfg(target_arch = "x86_64")]
            Processor::V4(level) => {
                compiled!(V4: value, level: V4, evaluator: &Evaluator, position: &Position => Score)
            }
        }
    }

    /// The value by kinds of features, in centidiscs; a last term says what rounding and the limit of the value change.
    pub fn explain(&self, position: &Position) -> Vec<(String, i32)> {
        let numbers = self.patterns.numbers(Any, position);
        let features_of = |kind: usize| (0..FEATURES).filter(move |&feature| self.patterns.kinds()[feature] == kind);
        let sum = |kind| self.lookup.sum(position.empties(), &numbers, features_of(kind));
        let mut terms: Vec<_> = (0..KINDS).map(|kind| (name(kind).to_string(), centidiscs(sum(kind)))).collect();
        let total: i32 = terms.iter().map(|(_, value)| value).sum();
        terms.push(("rounding and limit".into(), i32::from(self.evaluate(position).0) - total));
        terms
    }
}

/// The value, compiled for a level of processors.
#[inline(always)]
fn value<L: Level>(level: L, evaluator: &Evaluator, position: &Position) -> Score {
    let numbers = evaluator.patterns.numbers(level, position);
    let sum = evaluator.lookup.sum(position.empties(), &numbers, 0..FEATURES);
    Score::cp(centidiscs(sum).clamp(-LIMIT, LIMIT))
}

/// A sum of weights, as [`Lookup::sum`] gives it, in centidiscs.
#[inline(always)]
fn centidiscs(sum: i32) -> i32 {
    100 * sum / (DISC * KNOT as i32)
}
