//! Training of the weights of shapes by stochastic gradient descent with AdaGrad: the evaluation by logistic
//! regression, the move ordering by softmax regression.
//!
//! Knows nothing of games and files.

use super::shape_examples::ShapeExample;
use crate::adagrad::AdaGrad;
use crate::logistic::{logit, sigmoid};
use crate::progress::{Log, progress_bar};
use crate::shuffle::shuffle;
use anyhow::Result;
use quartet::games::gomoku::threats::shapes::SHAPES;
use quartet::games::gomoku::threats::weights::{
    RULE_SIDES, RuleSideWeights, ShapeWeight, THREAT_PAIRS, UNITS_PER_CENTIPOINT,
};
use quartet::random::SplitMix64;

/// Initial learning rate of the evaluation weights, in centipoints.
const VALUE_LEARNING_RATE: f32 = 1.0;
/// Initial learning rate of the move ordering weights.
const ORDERING_LEARNING_RATE: f32 = 0.06;
/// Units of a move prior in the engine to a logit of 1 here.
const PRIOR_UNIT: f32 = 2000.0;
/// Initial sum of squared gradients, which limits the size of the first updates.
const INITIAL_SQUARE: f32 = 3.0;

/// A vector of weights, each with an adaptive learning rate.
#[derive(Clone)]
struct WeightVector {
    values: Vec<f32>,
    optimiser: AdaGrad,
    learning_rate: f32,
}

impl WeightVector {
    fn new(values: impl Iterator<Item = f32>, learning_rate: f32) -> WeightVector {
        let values: Vec<_> = values.collect();
        WeightVector { optimiser: AdaGrad::new(values.len(), INITIAL_SQUARE), values, learning_rate }
    }

    fn update(&mut self, index: usize, gradient: f32) {
        let divisor = self.optimiser.divisor(index, gradient * gradient);
        self.values[index] -= self.learning_rate * gradient / divisor;
    }

    fn quantised(&self, index: usize, unit: f32) -> i16 {
        (self.values[index] * unit).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
    }
}

/// The floating-point weights of a rule side and their optimiser state.
#[derive(Clone)]
pub(super) struct ShapeTrainer {
    /// By shape: value for the side to move, in centipoints.
    to_move: WeightVector,
    /// By shape: value for the opponent, in centipoints.
    not_to_move: WeightVector,
    /// By pair of strongest threats: value of being on move, in centipoints.
    pairs: WeightVector,
    /// By shape: logit of a move that makes the shape.
    attack: WeightVector,
    /// By shape: logit of a move that prevents the opponent's shape.
    defence: WeightVector,
}

impl ShapeTrainer {
    /// Starts from the given weights.
    pub(super) fn new(weights: &RuleSideWeights) -> ShapeTrainer {
        let vector = |field: fn(&ShapeWeight) -> i16, unit: f32, learning_rate| {
            WeightVector::new(weights.shapes.iter().map(move |weight| f32::from(field(weight)) / unit), learning_rate)
        };
        let unit = UNITS_PER_CENTIPOINT as f32;
        ShapeTrainer {
            to_move: vector(|weight| weight.to_move, unit, VALUE_LEARNING_RATE),
            not_to_move: vector(|weight| weight.not_to_move, unit, VALUE_LEARNING_RATE),
            pairs: WeightVector::new(weights.pairs.iter().map(|&pair| f32::from(pair) / unit), VALUE_LEARNING_RATE),
            attack: vector(|weight| weight.attack, PRIOR_UNIT, ORDERING_LEARNING_RATE),
            defence: vector(|weight| weight.defence, PRIOR_UNIT, ORDERING_LEARNING_RATE),
        }
    }

    /// The weights of the shapes and of the pairs of threats, quantised for the engine.
    pub(super) fn quantised(&self) -> (Vec<ShapeWeight>, Vec<i16>) {
        let unit = UNITS_PER_CENTIPOINT as f32;
        let weight = |code| ShapeWeight {
            to_move: self.to_move.quantised(code, unit),
            not_to_move: self.not_to_move.quantised(code, unit),
            attack: self.attack.quantised(code, PRIOR_UNIT),
            defence: self.defence.quantised(code, PRIOR_UNIT),
        };
        ((0..SHAPES).map(weight).collect(), (0..THREAT_PAIRS).map(|index| self.pairs.quantised(index, unit)).collect())
    }
}

/// Trains on all examples outside the validation set for a number of epochs. Logs the losses on the validation set
/// before and after.
pub(super) fn fit(
    trainers: &mut [ShapeTrainer; RULE_SIDES],
    examples: &[ShapeExample],
    epochs: usize,
    seed: u64,
    log: &Log,
) -> Result<()> {
    let mut random = SplitMix64::new(seed);
    let mut training: Vec<_> = examples.iter().filter(|example| !example.is_validation).collect();
    log.write_line(&format!("held out, before: {}", validation_losses(trainers, examples)))?;
    let progress = progress_bar("fit", epochs as u64);
    for epoch in 0..epochs {
        shuffle(&mut training, &mut random);
        for example in &training {
            update_value(trainers, example);
            update_ordering(trainers, example);
        }
        progress.set_position(epoch as u64 + 1);
    }
    progress.finish();
    log.write_line(&format!("held out, after: {}", validation_losses(trainers, examples)))
}

/// Losses of the evaluation and of the move ordering on the validation set, as text.
fn validation_losses(trainers: &[ShapeTrainer; RULE_SIDES], examples: &[ShapeExample]) -> String {
    let (mut values, mut value_loss) = (0.0, 0.0);
    let (mut orderings, mut ordering_loss, mut best_first) = (0.0, 0.0, 0.0);
    for example in examples.iter().filter(|example| example.is_validation) {
        if let Some(target) = example.target {
            let prediction = sigmoid(logit(value(trainers, example))).clamp(1e-6, 1.0 - 1e-6);
            values += 1.0;
            value_loss -= f64::from(target * prediction.ln() + (1.0 - target) * (1.0 - prediction).ln());
        }
        if example.moves.len() > 1 {
            let probabilities = move_probabilities(trainers, example);
            orderings += 1.0;
            ordering_loss -= f64::from(probabilities[0].max(1e-9).ln());
            best_first += f64::from(u8::from(probabilities[1..].iter().all(|&other| other < probabilities[0])));
        }
    }
    format!(
        "value, cross entropy {:.4} on {values}; best move, cross entropy {:.4}, first {:.1} % on {orderings}",
        value_loss / f64::max(values, 1.0),
        ordering_loss / f64::max(orderings, 1.0),
        100.0 * best_first / f64::max(orderings, 1.0),
    )
}

/// Evaluation of an example for the side to move, in centipoints.
fn value(trainers: &[ShapeTrainer; RULE_SIDES], example: &ShapeExample) -> f32 {
    let [own, opponent] = example.rule_sides.map(|rule_side| &trainers[rule_side]);
    let sum = |weights: &WeightVector, side: usize| -> f32 {
        example.counts[side].iter().map(|&(code, count)| weights.values[usize::from(code)] * f32::from(count)).sum()
    };
    sum(&own.to_move, 0) - sum(&opponent.not_to_move, 1) + own.pairs.values[example.pair]
}

/// Updates the evaluation weights by the gradient of the cross-entropy loss.
fn update_value(trainers: &mut [ShapeTrainer; RULE_SIDES], example: &ShapeExample) {
    let Some(target) = example.target else { return };
    let gradient = sigmoid(logit(value(trainers, example))) - target;
    let [own, opponent] = example.rule_sides;
    for &(code, count) in &example.counts[0] {
        trainers[own].to_move.update(usize::from(code), gradient * f32::from(count));
    }
    for &(code, count) in &example.counts[1] {
        trainers[opponent].not_to_move.update(usize::from(code), -gradient * f32::from(count));
    }
    trainers[own].pairs.update(example.pair, gradient);
}

/// Predicted probability of each candidate move to be the best: the softmax of their logits.
fn move_probabilities(trainers: &[ShapeTrainer; RULE_SIDES], example: &ShapeExample) -> Vec<f32> {
    let [own, opponent] = example.rule_sides.map(|rule_side| &trainers[rule_side]);
    let move_logit = |&[made, prevented]: &[u16; 2]| {
        own.attack.values[usize::from(made)] + opponent.defence.values[usize::from(prevented)]
    };
    let logits: Vec<f32> = example.moves.iter().map(move_logit).collect();
    let max = logits.iter().copied().fold(f32::MIN, f32::max);
    let exponentials: Vec<f32> = logits.iter().map(|logit| (logit - max).exp()).collect();
    let sum: f32 = exponentials.iter().sum();
    exponentials.iter().map(|exponential| exponential / sum).collect()
}

/// Updates the move ordering weights by the gradient of the cross-entropy loss.
fn update_ordering(trainers: &mut [ShapeTrainer; RULE_SIDES], example: &ShapeExample) {
    if example.moves.len() < 2 {
        return;
    }
    let probabilities = move_probabilities(trainers, example);
    let [own, opponent] = example.rule_sides;
    for (index, (&[made, prevented], probability)) in example.moves.iter().zip(probabilities).enumerate() {
        let gradient = probability - if index == 0 { 1.0 } else { 0.0 };
        trainers[own].attack.update(usize::from(made), gradient);
        trainers[opponent].defence.update(usize::from(prevented), gradient);
    }
}
