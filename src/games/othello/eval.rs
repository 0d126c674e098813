//! The static evaluation: the weights of all configurations on the board, summed, and what a network adds to them.
//!
//! Must not know: search, sides, texts, where weights come from.

use super::lookup::{Lookup, Summing, Sums};
use super::network::{Head, Network};
use super::neurons::Neurons;
use super::patterns::{FEATURES, KINDS, Patterns, name};
use super::rules::Position;
use super::weights::{DISC, KNOT, Weights, between};
#[cfg(target_arch = "x86_64")]
use crate::games::processor::compiled;
use crate::games::processor::{Any, Processor};
#[cfg(target_arch = "x86_64")]
use crate::games::processor::{V3, V4};
use crate::games::weight_file::WrongFile;
use crate::score::Score;

/// The weights of this program.
static WEIGHTS: &[u8] = include_bytes!("weights/generation-2.bin");
/// The network of this program.
static NETWORK: &[u8] = include_bytes!("weights/network-5.bin");

/// The most that an estimate says, in centidiscs.
pub(super) const LIMIT: i32 = 6_400;

/// Evaluates positions.
pub struct Evaluator {
    patterns: Patterns,
    lookup: Lookup,
    /// By empty squares.
    heads: Vec<Head>,
    processor: Processor,
}

impl Default for Evaluator {
    /// With the program's own weights. They are part of the program, and a test reads them.
    fn default() -> Self {
        Evaluator::shipped().unwrap_or_else(|error| {
            log::error!("{error}");
            Evaluator::new(Patterns::default(), &Weights::new(Vec::new(), 0), Network::default())
        })
    }
}

impl Evaluator {
    /// With these weights and network, by the classes of [`Patterns::classes`].
    pub fn new(patterns: Patterns, weights: &Weights, network: Network) -> Evaluator {
        let (classes, _) = patterns.classes();
        Evaluator::with_classes(patterns, &classes, weights, network)
    }

    fn with_classes(patterns: Patterns, classes: &[u32], weights: &Weights, network: Network) -> Evaluator {
        let lookup = Lookup::new(weights, &network.rows, &patterns, classes);
        Evaluator { patterns, lookup, heads: network.heads, processor: Processor::detect() }
    }

    /// With the program's own weights.
    pub fn shipped() -> Result<Evaluator, WrongFile> {
        Evaluator::from_files(WEIGHTS, Some(NETWORK))
    }

    /// With what files contain: weights, and a network that corrects them.
    pub fn from_files(weights: &[u8], network: Option<&[u8]>) -> Result<Evaluator, WrongFile> {
        let patterns = Patterns::default();
        let (classes, count) = patterns.classes();
        let weights = Weights::read(weights, count)?;
        let network = network.map_or(Ok(Network::default()), |network| Network::read(network, count))?;
        Ok(Evaluator::with_classes(patterns, &classes, &weights, network))
    }

    /// The same, as on another level of processors.
    pub fn on(self, processor: Processor) -> Evaluator {
        Evaluator { processor, ..self }
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

    /// The value by kinds of features and what the network corrects, in centidiscs; a last term says what rounding and the limit
    /// of the value change.
    pub fn explain(&self, position: &Position) -> Vec<(String, i32)> {
        let numbers = self.patterns.numbers(Any, position);
        let features_of = |kind: usize| (0..FEATURES).filter(move |&feature| self.patterns.kinds()[feature] == kind);
        let of_kind = |kind| weighted(position.empties(), &self.lookup.sums(Any, &numbers, features_of(kind)));
        let mut terms: Vec<_> = (0..KINDS).map(|kind| (name(kind).to_string(), of_kind(kind))).collect();
        let sums = self.lookup.sums(Any, &numbers, 0..FEATURES);
        terms.push(("network".into(), corrected(Any, &self.heads, position.empties(), &sums)));
        let total: i32 = terms.iter().map(|(_, value)| value).sum();
        terms.push(("rounding and limit".into(), i32::from(self.evaluate(position).0) - total));
        terms
    }
}

/// The value, compiled for a level of processors.
#[inline(always)]
fn value<L: Summing + Neurons>(level: L, evaluator: &Evaluator, position: &Position) -> Score {
    let numbers = evaluator.patterns.numbers(level, position);
    let sums = evaluator.lookup.sums(level, &numbers, 0..FEATURES);
    let empties = position.empties();
    Score::cp((weighted(empties, &sums) + corrected(level, &evaluator.heads, empties, &sums)).clamp(-LIMIT, LIMIT))
}

/// What the weights say, in centidiscs.
#[inline(always)]
fn weighted(empties: u32, sums: &Sums) -> i32 {
    let (lower, part) = between(empties);
    let [low, high] = [lower, lower + 1].map(|knot| i32::from(sums.weights[knot]));
    100 * (low * (KNOT as i32 - part) + high * part) / (DISC * KNOT as i32)
}

/// What the network adds, in centidiscs. (No closure: it would not be compiled for the level.)
#[inline(always)]
fn corrected<L: Neurons>(level: L, heads: &[Head], empties: u32, sums: &Sums) -> i32 {
    let Some(head) = heads.get(empties as usize) else { return 0 };
    head.centidiscs(level, &sums.rows)
}
