//! The static evaluation: the network, plus a linear pattern model while the trainer bootstraps one.

use super::first_layer::{Accumulator, AccumulatorKernel, FirstLayer};
use super::linear_model::LinearModel;
use super::linear_weights::LinearWeights;
use super::network::{Head, HeadKernel, Network};
use super::patterns::{FEATURES, KINDS, Patterns, kind_name};
use super::rules::Position;
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::compiled;
use crate::games::common::processor::{Baseline, Processor};
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4};
use crate::games::common::weight_file::WeightFileError;
use crate::score::Score;

/// The file of the shipped network.
static NETWORK: &[u8] = include_bytes!("weights/network-83758f850789.bin");

/// The largest absolute value of an evaluation, in centidiscs.
pub(super) const LIMIT: i32 = 6_400;

/// Evaluates positions.
pub struct Evaluator {
    patterns: Patterns,
    first_layer: FirstLayer,
    /// By number of empty squares.
    heads: Vec<Head>,
    linear: Option<LinearModel>,
    processor: Processor,
}

impl Default for Evaluator {
    /// The evaluator with the shipped network. Its file is embedded in the program, and a test checks that it can be
    /// read.
    fn default() -> Self {
        Evaluator::shipped().unwrap_or_else(|error| {
            log::error!("{error}");
            Evaluator::new(None, Network::default())
        })
    }
}

impl Evaluator {
    /// An evaluator with this network and, optionally, linear weights; both by class of [`Patterns::classes`].
    pub fn new(weights: Option<&LinearWeights>, network: Network) -> Evaluator {
        let patterns = Patterns::default();
        let (classes, _) = patterns.classes();
        Evaluator::with_classes(patterns, &classes, weights, network)
    }

    fn with_classes(
        patterns: Patterns,
        classes: &[u32],
        weights: Option<&LinearWeights>,
        network: Network,
    ) -> Evaluator {
        let first_layer = FirstLayer::new(&network.rows, &patterns, classes);
        let linear = weights.map(|weights| LinearModel::new(weights, &patterns, classes));
        Evaluator { patterns, first_layer, heads: network.heads, linear, processor: Processor::detect() }
    }

    /// The evaluator with the shipped network.
    pub fn shipped() -> Result<Evaluator, WeightFileError> {
        Evaluator::from_files(None, Some(NETWORK))
    }

    /// An evaluator from the content of a file of linear weights and of a network file. Their values are added.
    pub fn from_files(weights: Option<&[u8]>, network: Option<&[u8]>) -> Result<Evaluator, WeightFileError> {
        let patterns = Patterns::default();
        let (classes, count) = patterns.classes();
        let weights = weights.map(|weights| LinearWeights::read(weights, count)).transpose()?;
        let network = network.map_or(Ok(Network::default()), |network| Network::read(network, count))?;
        Ok(Evaluator::with_classes(patterns, &classes, weights.as_ref(), network))
    }

    /// This evaluator, restricted to another processor level.
    pub fn on(self, processor: Processor) -> Evaluator {
        Evaluator { processor, ..self }
    }

    /// The value from the perspective of the side to move, in centidiscs, within ±64 discs.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> Score {
        let evaluator = self;
        match self.processor {
            Processor::Baseline(level) => value(level, evaluator, position),
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

    /// The terms of the evaluation in centidiscs: one for each kind of features, then what the hidden layer adds; a
    /// last term holds what rounding and the limit of the value change.
    pub fn explain(&self, position: &Position) -> Vec<(String, i32)> {
        let indices = self.patterns.indices(Baseline, position);
        let empties = position.empties();
        let head = self.heads.get(empties as usize);
        let skip = |features: &[usize]| {
            let accumulator = self.first_layer.accumulate(Baseline, &indices, features.iter().copied());
            head.map_or(0, |head| head.skip_centidiscs(&accumulator.0))
        };
        let of_kind = |kind: usize| {
            let features: Vec<_> =
                (0..FEATURES).filter(move |&feature| self.patterns.kinds()[feature] == kind).collect();
            let linear =
                self.linear.as_ref().map_or(0, |model| model.centidiscs(empties, &indices, features.iter().copied()));
            skip(&features) + linear
        };
        let mut terms: Vec<_> = (0..KINDS).map(|kind| (kind_name(kind).to_string(), of_kind(kind))).collect();
        let all: Vec<_> = (0..FEATURES).collect();
        let accumulator = self.first_layer.accumulate(Baseline, &indices, 0..FEATURES);
        terms.push(("together".into(), network_value(Baseline, &self.heads, empties, &accumulator) - skip(&all)));
        let total: i32 = terms.iter().map(|(_, value)| value).sum();
        terms.push(("rounding and limit".into(), i32::from(self.evaluate(position).0) - total));
        terms
    }
}

/// The value of a position, compiled for a processor level.
#[inline(always)]
fn value<L: AccumulatorKernel + HeadKernel>(level: L, evaluator: &Evaluator, position: &Position) -> Score {
    let indices = evaluator.patterns.indices(level, position);
    let accumulator = evaluator.first_layer.accumulate(level, &indices, 0..FEATURES);
    let empties = position.empties();
    let linear = match &evaluator.linear {
        Some(model) => model.centidiscs(empties, &indices, 0..FEATURES),
        None => 0,
    };
    let network = network_value(level, &evaluator.heads, empties, &accumulator);
    Score::cp((linear + network).clamp(-LIMIT, LIMIT))
}

/// The network's value in centidiscs. (A function, because a closure would not inherit the target features of `value`.)
#[inline(always)]
fn network_value<L: HeadKernel>(level: L, heads: &[Head], empties: u32, accumulator: &Accumulator) -> i32 {
    let Some(head) = heads.get(empties as usize) else { return 0 };
    head.centidiscs(level, &accumulator.0)
}
