//! Training of the policy network by stochastic gradient descent with AdaGrad, on the cross entropy of the best move:
//! the network of the engine in floating point.
//!
//! Knows nothing of games and files.

use crate::adagrad::AdaGrad;
use quartet::games::gomoku::evaluation::configurations::CONFIGURATIONS;
use quartet::games::gomoku::evaluation::policy::{
    LAST_MOVES, NEURONS, OFFSETS, OUTPUT_SCALE, PRIOR_UNIT, PolicyNetwork, ROW_LIMIT, ROW_SCALE, Row,
};
use quartet::games::gomoku::threats::weights::THREAT_PAIRS;
use quartet::random::SplitMix64;
use std::num::NonZeroU16;

/// Index of the first row of offsets; rows of configurations come first.
pub(super) const OFFSETS_START: usize = CONFIGURATIONS;
/// Index of the first row of pairs of threats.
pub(super) const PAIRS_START: usize = OFFSETS_START + LAST_MOVES * OFFSETS;
/// Index of the weights of positive neurons in the output.
const POSITIVE: usize = PAIRS_START + THREAT_PAIRS;
/// Index of the weights of negative neurons in the output.
const NEGATIVE: usize = POSITIVE + 1;
/// Number of rows.
const ROWS: usize = NEGATIVE + 1;
/// Largest absolute value in the initial rows of pairs of threats, which are random, so that neurons become different.
/// Other rows begin with zeros, which those that never occur keep.
const INITIAL_RANGE: f32 = 0.3;
/// Initial absolute value of output weights, half of which are negative.
const INITIAL_OUTPUT: f32 = 0.3;
/// The integer in the engine, whose logits are to base 2, for 1.0 in output weights, whose logits are to base e.
const OUTPUT_UNIT: f32 = OUTPUT_SCALE as f32 * std::f32::consts::LOG2_E;
/// Initial sum of squared gradients, which limits the size of the first updates.
const INITIAL_SQUARE: f32 = 0.01;
/// Candidates whose probability is wrong by less than this are not learned from, to save time.
const MIN_ERROR: f32 = 1e-3;

/// A number for each neuron.
type Numbers = [f32; NEURONS];

/// A move that may be the best one.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// Rows of the configurations around the point.
    pub configurations: [u16; 4],
    /// Rows of the offsets from the last moves; `None` for moves before the first one.
    pub offsets: [Option<NonZeroU16>; LAST_MOVES],
    /// Prior by shapes.
    pub prior: i16,
}

impl Candidate {
    /// The indices of all its rows but that of the pair of threats.
    fn rows(&self) -> impl Iterator<Item = usize> {
        let offsets = self.offsets.into_iter().flatten().map(NonZeroU16::get);
        self.configurations.into_iter().chain(offsets).map(usize::from)
    }

    fn scaled_prior(&self) -> f32 {
        f32::from(self.prior) / PRIOR_UNIT as f32
    }
}

/// The policy network in floating point, and the state of its optimiser.
pub(super) struct PolicyTrainer {
    rows: Vec<Numbers>,
    prior_weight: f32,
    /// A group for each row, and one for the weight of the prior.
    optimiser: AdaGrad,
}

/// The gradient of the loss of an example, but for the rows of its candidates.
#[derive(Default)]
struct Gradient {
    pair: Numbers,
    positive: Numbers,
    negative: Numbers,
    prior_weight: f32,
}

impl PolicyTrainer {
    /// The parameters to start with, by which the prior decides.
    pub(super) fn new(seed: u64) -> PolicyTrainer {
        let mut random = SplitMix64::new(seed);
        let mut number = || (random.below(2001) as f32 / 1000.0 - 1.0) * INITIAL_RANGE;
        let mut rows = vec![[0.0; NEURONS]; ROWS];
        rows[PAIRS_START..POSITIVE].as_flattened_mut().iter_mut().for_each(|weight| *weight = number());
        rows[POSITIVE] = std::array::from_fn(|neuron| if neuron % 2 == 0 { INITIAL_OUTPUT } else { -INITIAL_OUTPUT });
        rows[NEGATIVE] = rows[POSITIVE].map(|weight| weight / 10.0);
        PolicyTrainer { rows, prior_weight: 1.0, optimiser: AdaGrad::new(ROWS + 1, INITIAL_SQUARE) }
    }

    /// The network for the engine.
    pub(super) fn quantised(&self) -> PolicyNetwork {
        let quantised = |value: f32, unit: f32, limit: i16| {
            (value * unit).round().clamp(-f32::from(limit), f32::from(limit)) as i16
        };
        let row = |index: usize| Row(self.rows[index].map(|value| quantised(value, ROW_SCALE as f32, ROW_LIMIT)));
        let output = |value: f32| quantised(value, OUTPUT_UNIT, i16::MAX);
        let [positive, negative] = [&self.rows[POSITIVE], &self.rows[NEGATIVE]];
        PolicyNetwork {
            configurations: (0..CONFIGURATIONS).map(row).collect(),
            offsets: std::array::from_fn(|age| std::array::from_fn(|class| row(OFFSETS_START + age * OFFSETS + class))),
            pairs: std::array::from_fn(|pair| row(PAIRS_START + pair)),
            output_weights: Row(std::array::from_fn(|neuron| output(positive[neuron] - negative[neuron]))),
            skip_weights: Row(negative.map(output)),
            prior_weight: output(self.prior_weight),
        }
    }

    /// The neurons of a candidate.
    fn neurons(&self, pair_row: usize, candidate: &Candidate) -> Numbers {
        let mut sum = self.rows[pair_row];
        for row in candidate.rows() {
            sum.iter_mut().zip(&self.rows[row]).for_each(|(sum, number)| *sum += number);
        }
        sum
    }

    fn logit(&self, neurons: &Numbers, candidate: &Candidate) -> f32 {
        let [positive, negative] = [&self.rows[POSITIVE], &self.rows[NEGATIVE]];
        // Eight sums let the compiler vectorise the loop.
        let mut sums = [0.0; 8];
        for (index, &neuron) in neurons.iter().enumerate() {
            sums[index % 8] += neuron.max(0.0) * positive[index] + neuron.min(0.0) * negative[index];
        }
        sums.iter().sum::<f32>() + self.prior_weight * candidate.scaled_prior()
    }

    /// The probability of each candidate to be the best move.
    pub(super) fn probabilities(&self, pair_row: usize, candidates: &[Candidate]) -> Vec<f32> {
        let logit = |candidate| self.logit(&self.neurons(pair_row, candidate), candidate);
        softmax(candidates.iter().map(logit).collect())
    }

    /// Updates the parameters by the gradient of the cross entropy of an example.
    pub(super) fn update(&mut self, pair_row: usize, candidates: &[Candidate], best: usize, learning_rate: f32) {
        let neurons: Vec<Numbers> = candidates.iter().map(|candidate| self.neurons(pair_row, candidate)).collect();
        let logits = candidates.iter().zip(&neurons).map(|(candidate, neurons)| self.logit(neurons, candidate));
        let probabilities = softmax(logits.collect());
        let [positive, negative] = [self.rows[POSITIVE], self.rows[NEGATIVE]];
        let mut gradient = Gradient::default();
        for (index, (candidate, neurons)) in candidates.iter().zip(&neurons).enumerate() {
            let error = probabilities[index] - f32::from(u8::from(index == best));
            if error.abs() < MIN_ERROR {
                continue;
            }
            let mut of_neurons = [0.0; NEURONS];
            for neuron in 0..NEURONS {
                let value = neurons[neuron];
                of_neurons[neuron] = error * if value > 0.0 { positive[neuron] } else { negative[neuron] };
                gradient.positive[neuron] += error * value.max(0.0);
                gradient.negative[neuron] += error * value.min(0.0);
                gradient.pair[neuron] += of_neurons[neuron];
            }
            gradient.prior_weight += error * candidate.scaled_prior();
            for row in candidate.rows() {
                self.step(row, &of_neurons, learning_rate);
            }
        }
        self.step(pair_row, &gradient.pair, learning_rate);
        self.step(POSITIVE, &gradient.positive, learning_rate);
        self.step(NEGATIVE, &gradient.negative, learning_rate);
        let divisor = self.optimiser.divisor(ROWS, gradient.prior_weight.powi(2));
        self.prior_weight -= learning_rate * gradient.prior_weight / divisor;
    }

    /// Updates a row by its gradient.
    fn step(&mut self, row: usize, gradient: &Numbers, learning_rate: f32) {
        let mean_square = gradient.iter().map(|number| number * number).sum::<f32>() / NEURONS as f32;
        let factor = learning_rate / self.optimiser.divisor(row, mean_square);
        self.rows[row].iter_mut().zip(gradient).for_each(|(number, gradient)| *number -= factor * gradient);
    }
}

/// The probabilities of these logits.
fn softmax(mut logits: Vec<f32>) -> Vec<f32> {
    let max = logits.iter().copied().fold(f32::MIN, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - max).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|weight| *weight /= sum);
    logits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two candidates with two configurations each. The best move is the one whose configurations are alike, which no
    /// linear function of them can tell.
    fn example(random: &mut SplitMix64) -> ([Candidate; 2], usize) {
        let best = random.below(2);
        let candidate = |is_best: bool, first: u16| Candidate {
            configurations: [first, if is_best { first } else { 1 - first }, 7, 8],
            offsets: [NonZeroU16::new(OFFSETS_START as u16), None, None],
            prior: 2000,
        };
        let first = random.below(2) as u16;
        ([0, 1].map(|index| candidate(index == best, first)), best)
    }

    #[test]
    fn a_nonlinear_preference_is_learned() {
        let mut random = SplitMix64::new(2);
        let mut trainer = PolicyTrainer::new(1);
        for _ in 0..3000 {
            let (candidates, best) = example(&mut random);
            trainer.update(PAIRS_START, &candidates, best, 0.05);
        }
        for _ in 0..20 {
            let (candidates, best) = example(&mut random);
            assert!(trainer.probabilities(PAIRS_START, &candidates)[best] > 0.95);
        }
    }
}
