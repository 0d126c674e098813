//! The static evaluation: what a network says of the configurations on the board. With weights of single
//! configurations, too, the network says what is to be added to their sum; so the trainer begins.
//!
//! Must not know: search, sides, texts, where weights come from.

use super::lookup::{Knots, Lookup, RowSums, Summing};
use super::network::{Head, Network};
use super::neurons::Neurons;
use super::patterns::{FEATURES, KINDS, Patterns, name};
use super::rules::Position;
use super::weights::{DISC, KNOT, Weights, between};
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::compiled;
use crate::games::common::processor::{Any, Processor};
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};
use crate::games::common::weight_file::WrongFile;
use crate::score::Score;

/// The network of this program.
static NETWORK: &[u8] = include_bytes!("weights/network-83758f850789.bin");

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
    /// With the program's own network. It is part of the program, and a test reads it.
    fn default() -> Self {
        Evaluator::shipped().unwrap_or_else(|error| {
            log::error!("{error}");
            Evaluator::new(None, Network::default())
        })
    }
}

impl Evaluator {
    /// With these weights, if any, and this network, by the classes of [`Patterns::classes`].
    pub fn new(weights: Option<&Weights>, network: Network) -> Evaluator {
        let patterns = Patterns::default();
        let (classes, _) = patterns.classes();
        Evaluator::with_classes(patterns, &classes, weights, network)
    }

    fn with_classes(patterns: Patterns, classes: &[u32], weights: Option<&Weights>, network: Network) -> Evaluator {
        let lookup = Lookup::new(weights, &network.rows, &patterns, classes);
        Evaluator { patterns, lookup, heads: network.heads, processor: Processor::detect() }
    }

    /// With the program's own network.
    pub fn shipped() -> Result<Evaluator, WrongFile> {
        Evaluator::from_files(None, Some(NETWORK))
    }

    /// With what files contain: weights, and a network that corrects them or says all by itself.
    pub fn from_files(weights: Option<&[u8]>, network: Option<&[u8]>) -> Result<Evaluator, WrongFile> {
        let patterns = Patterns::default();
        let (classes, count) = patterns.classes();
        let weights = weights.map(|weights| Weights::read(weights, count)).transpose()?;
        let network = network.map_or(Ok(Network::default()), |network| Network::read(network, count))?;
        Ok(Evaluator::with_classes(patterns, &classes, weights.as_ref(), network))
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

    /// The value by kinds of features, in centidiscs, then what the network makes of them together; a last term says
    /// what rounding and the limit of the value change.
    pub fn explain(&self, position: &Position) -> Vec<(String, i32)> {
        let numbers = self.patterns.numbers(Any, position);
        let head = self.heads.get(position.empties() as usize);
        let alone = |features: &[usize]| {
            let rows = self.lookup.rows(Any, &numbers, features.iter().copied());
            head.map_or(0, |head| head.alone(&rows.0))
        };
        let of_kind = |kind: usize| {
            let features: Vec<_> =
                (0..FEATURES).filter(move |&feature| self.patterns.kinds()[feature] == kind).collect();
            let weights = self.lookup.weights(&numbers, features.iter().copied());
            alone(&features) + weighted(position.empties(), weights)
        };
        let mut terms: Vec<_> = (0..KINDS).map(|kind| (name(kind).to_string(), of_kind(kind))).collect();
        let all: Vec<_> = (0..FEATURES).collect();
        let network = corrected(Any, &self.heads, position.empties(), &self.lookup.rows(Any, &numbers, 0..FEATURES));
        terms.push(("together".into(), network - alone(&all)));
        let total: i32 = terms.iter().map(|(_, value)| value).sum();
        terms.push(("rounding and limit".into(), i32::from(self.evaluate(position).0) - total));
        terms
    }
}

/// The value, compiled for a level of processors.
#[inline(always)]
fn value<L: Summing + Neurons>(level: L, evaluator: &Evaluator, position: &Position) -> Score {
    let numbers = evaluator.patterns.numbers(level, position);
    let rows = evaluator.lookup.rows(level, &numbers, 0..FEATURES);
    let empties = position.empties();
    let weights = evaluator.lookup.weights(&numbers, 0..FEATURES);
    Score::cp((weighted(empties, weights) + corrected(level, &evaluator.heads, empties, &rows)).clamp(-LIMIT, LIMIT))
}

/// What sums of weights say, in centidiscs.
#[inline(always)]
fn weighted(empties: u32, sums: Option<Knots>) -> i32 {
    let Some(sums) = sums else { return 0 };
    let (lower, part) = between(empties);
    let [low, high] = [lower, lower + 1].map(|knot| i32::from(sums[knot]));
    100 * (low * (KNOT as i32 - part) + high * part) / (DISC * KNOT as i32)
}

/// What the network says, in centidiscs. (No closure: it would not be compiled for the level.)
#[inline(always)]
fn corrected<L: Neurons>(level: L, heads: &[Head], empties: u32, rows: &RowSums) -> i32 {
    let Some(head) = heads.get(empties as usize) else { return 0 };
    head.centidiscs(level, &rows.0)
}
