//! Training of the network in floating point, with the Adam optimiser.
//!
//! All parameters are in one vector ([`layout`]), one rule side after the other. A rule side is a rule and the colours
//! that share parameters under it: both in freestyle and standard, one each in renju, `x` first.
//!
//! Knows nothing of games and files.

mod layout;
#[cfg(test)]
mod tests;

use crate::adam;
use crate::logistic::sigmoid;
use crate::vector::{add_scaled, dot_product};
use bytemuck::{Pod, Zeroable};
use layout::{
    COUNT, HIDDEN_BIAS_BY_PAIR, HIDDEN_WEIGHTS, OUTPUT_BIAS_BY_PAIR, OUTPUT_BIAS_BY_STAGE, OUTPUT_WEIGHTS,
    SKIP_WEIGHTS, hidden_bias_by_pair, hidden_bias_by_stage, hidden_weights,
};
use quartet::games::gomoku::evaluation::configurations::{
    CONFIGURATIONS, Configuration, canonical, with_swapped_colours,
};
use quartet::games::gomoku::evaluation::network::{HIDDEN, INPUTS, POINT_SUM_SCALE, RuleSideNetwork, WIDTH};
use quartet::random::SplitMix64;

/// Factor by which sums over points are scaled to be the inputs of the hidden layer.
const SCALE: f32 = 1.0 / POINT_SUM_SCALE as f32;
/// Largest absolute value of a random initial weight of the first layer.
const INITIAL_FEATURE_WEIGHT: f32 = 0.2;
/// Largest absolute value of a random initial weight of the hidden or output layer.
const INITIAL_HEAD_WEIGHT: f32 = 0.25;
/// Adam's ε.
const EPSILON: f32 = 1e-8;

/// Flag on the last feature of a point.
pub(super) const LAST_OF_POINT: Configuration = 1 << 15;

/// Input of the network.
pub(super) struct Input<'a> {
    /// Configurations around the empty points as the side to move sees them, without those that show no stone. The last
    /// one of each point has the flag [`LAST_OF_POINT`].
    pub features: &'a [Configuration],
    /// Rule sides of the side to move and of the opponent, as indices into those that are trained.
    pub rule_sides: [usize; 2],
    /// Index of the pair of strongest threats (see [`quartet::games::gomoku::threats::weights::threat_pair`]).
    pub pair: usize,
    /// Stage of the game (see [`quartet::games::gomoku::evaluation::network::stage`]).
    pub stage: usize,
}

/// A parameter and its optimiser state, as stored in a checkpoint.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Parameter {
    value: f32,
    first_moment: f32,
    second_moment: f32,
}

/// Sums of first-layer weights, for the side to move and for the opponent.
type Accumulators = [[f32; WIDTH]; 2];

/// The network's parameters, their gradients and optimiser state.
pub(super) struct NetworkTrainer {
    values: Vec<f32>,
    gradients: Vec<f32>,
    first_moments: Vec<f32>,
    second_moments: Vec<f32>,
    /// Number of optimiser steps made.
    steps: u32,
    /// By configuration: offsets of the first-layer weights for the side to move and for the opponent in the parameters
    /// of a rule side.
    feature_offsets: Vec<[usize; 2]>,
    /// Accumulators of each point in the latest forward pass, and their gradients in the backward pass.
    points: Vec<Accumulators>,
}

/// Activations of a forward pass that the backward pass needs.
struct Forward {
    inputs: [f32; INPUTS],
    /// Hidden layer before the activation.
    hidden: [f32; HIDDEN],
    logit: f32,
}

impl NetworkTrainer {
    /// A randomly initialised network with the given number of rule sides.
    pub(super) fn new(seed: u64, rule_sides: usize) -> NetworkTrainer {
        let mut random = SplitMix64::new(seed);
        let mut parameters = vec![Parameter::zeroed(); rule_sides * COUNT];
        for rule_side in parameters.chunks_exact_mut(COUNT) {
            for (range, limit) in [
                (0..HIDDEN_WEIGHTS, INITIAL_FEATURE_WEIGHT),
                (HIDDEN_WEIGHTS..HIDDEN_BIAS_BY_PAIR, INITIAL_HEAD_WEIGHT),
                (OUTPUT_WEIGHTS..SKIP_WEIGHTS, INITIAL_HEAD_WEIGHT),
            ] {
                rule_side[range].iter_mut().for_each(|parameter| {
                    parameter.value = limit * (2.0 * random.fraction() as f32 - 1.0);
                });
            }
        }
        NetworkTrainer::from_checkpoint(&parameters, 0)
    }

    /// Starts from the quantised networks of the rule sides, with a new optimiser.
    pub(super) fn from_networks(rule_sides: &[&RuleSideNetwork]) -> NetworkTrainer {
        let parameter = |value: f32| Parameter { value, ..Parameter::zeroed() };
        let parameters: Vec<_> =
            rule_sides.iter().flat_map(|rule_side| layout::dequantise(rule_side)).map(parameter).collect();
        NetworkTrainer::from_checkpoint(&parameters, 0)
    }

    /// Resumes from a [`NetworkTrainer::checkpoint`] made after `steps` optimiser steps.
    pub(super) fn from_checkpoint(checkpoint: &[Parameter], steps: usize) -> NetworkTrainer {
        let list = |field: fn(&Parameter) -> f32| checkpoint.iter().map(field).collect();
        let offset = |configuration| usize::from(canonical(configuration)) * WIDTH;
        NetworkTrainer {
            values: list(|parameter| parameter.value),
            gradients: vec![0.0; checkpoint.len()],
            first_moments: list(|parameter| parameter.first_moment),
            second_moments: list(|parameter| parameter.second_moment),
            steps: steps as u32,
            feature_offsets: (0..CONFIGURATIONS as Configuration)
                .map(|configuration| [configuration, with_swapped_colours(configuration)].map(offset))
                .collect(),
            points: Vec::new(),
        }
    }

    /// Whether a checkpoint has the right length for a number of rule sides.
    pub(super) fn is_checkpoint(checkpoint: &[Parameter], rule_sides: usize) -> bool {
        checkpoint.len() == rule_sides * COUNT
    }

    /// All parameters and their optimiser state. Gradients must be zero, as they are after a step.
    pub(super) fn checkpoint(&self) -> Vec<Parameter> {
        let parameters = self.values.iter().zip(&self.first_moments).zip(&self.second_moments);
        parameters
            .map(|((&value, &first_moment), &second_moment)| Parameter { value, first_moment, second_moment })
            .collect()
    }

    /// The networks of the rule sides, quantised for the engine.
    pub(super) fn quantised(&self) -> Vec<RuleSideNetwork> {
        self.values.chunks(COUNT).map(layout::quantise).collect()
    }

    /// Output of the network for an input, as a logit.
    pub(super) fn logit(&mut self, input: &Input<'_>) -> f32 {
        self.forward(input).logit
    }

    /// Accumulates the gradient of the cross-entropy loss of an example. The prediction is the sigmoid of the network's
    /// output plus `base_logit`, the evaluation that the network corrects; the target is an expected score. Returns the
    /// prediction minus the target.
    pub(super) fn accumulate_gradient(&mut self, input: &Input<'_>, base_logit: f32, target: f32) -> f32 {
        let forward = self.forward(input);
        let error = sigmoid(base_logit + forward.logit) - target;
        let input_gradients = self.backward_head(input, &forward, error);
        self.backward_features(input, &input_gradients);
        error
    }

    /// Makes an optimiser step along the mean gradient of a batch of `batch_size` examples.
    pub(super) fn step(&mut self, batch_size: usize, learning_rate: f32) {
        self.steps += 1;
        let NetworkTrainer { values, gradients, first_moments, second_moments, .. } = self;
        let parameters = adam::Parameters { values, gradients, first_moments, second_moments, epsilon: EPSILON };
        parameters.step(self.steps, batch_size, learning_rate);
    }

    fn forward(&mut self, input: &Input<'_>) -> Forward {
        let inputs = self.accumulate_features(input);
        let mut hidden = [0.0; HIDDEN];
        let values = &self.values[input.rule_sides[0] * COUNT..];
        add_scaled(&mut hidden, 1.0, &values[hidden_bias_by_pair(input)]);
        add_scaled(&mut hidden, 1.0, &values[hidden_bias_by_stage(input)]);
        let mut logit = values[OUTPUT_BIAS_BY_PAIR + input.pair] + values[OUTPUT_BIAS_BY_STAGE + input.stage];
        logit += dot_product(&inputs, &values[SKIP_WEIGHTS..]);
        for (index, neuron) in hidden.iter_mut().enumerate() {
            *neuron += dot_product(&inputs, &values[hidden_weights(index)]);
            logit += neuron.max(0.0) * values[OUTPUT_WEIGHTS + index];
        }
        Forward { inputs, hidden, logit }
    }

    /// Sums the first-layer weights of each point, keeping the sums for the backward pass, applies squared clipped ReLU
    /// and sums over the points. The result is the input of the hidden layer.
    fn accumulate_features(&mut self, input: &Input<'_>) -> [f32; INPUTS] {
        self.points.clear();
        let mut sums: Accumulators = [[0.0; WIDTH]; 2];
        let mut point: Accumulators = [[0.0; WIDTH]; 2];
        let rule_sides = input.rule_sides.map(|rule_side| rule_side * COUNT);
        for &feature in input.features {
            let offsets = self.feature_offsets[usize::from(feature & !LAST_OF_POINT)];
            let starts = offsets.iter().zip(rule_sides).map(|(offset, rule_side)| rule_side + offset);
            for (sum, start) in point.iter_mut().zip(starts) {
                add_scaled(sum, 1.0, &self.values[start..start + WIDTH]);
            }
            if feature & LAST_OF_POINT != 0 {
                for (sum, point) in sums.as_flattened_mut().iter_mut().zip(point.as_flattened()) {
                    let clipped = point.clamp(0.0, 1.0);
                    *sum += clipped * clipped;
                }
                self.points.push(point);
                point = [[0.0; WIDTH]; 2];
            }
        }
        let mut inputs = [0.0; INPUTS];
        add_scaled(&mut inputs, SCALE, sums.as_flattened());
        inputs
    }

    /// Accumulates the gradients of the hidden and output layers. Returns the gradients of the hidden layer's inputs.
    fn backward_head(&mut self, input: &Input<'_>, forward: &Forward, error: f32) -> [f32; INPUTS] {
        let start = input.rule_sides[0] * COUNT;
        let (values, gradients) = (&self.values[start..], &mut self.gradients[start..]);
        gradients[OUTPUT_BIAS_BY_PAIR + input.pair] += error;
        gradients[OUTPUT_BIAS_BY_STAGE + input.stage] += error;
        let mut input_gradients = [0.0; INPUTS];
        add_scaled(&mut input_gradients, error, &values[SKIP_WEIGHTS..]);
        add_scaled(&mut gradients[SKIP_WEIGHTS..], error, &forward.inputs);
        let mut hidden_gradients = [0.0; HIDDEN];
        for (index, &neuron) in forward.hidden.iter().enumerate().filter(|&(_, &neuron)| neuron > 0.0) {
            gradients[OUTPUT_WEIGHTS + index] += error * neuron;
            hidden_gradients[index] = error * values[OUTPUT_WEIGHTS + index];
            add_scaled(&mut input_gradients, hidden_gradients[index], &values[hidden_weights(index)]);
            add_scaled(&mut gradients[hidden_weights(index)], hidden_gradients[index], &forward.inputs);
        }
        add_scaled(&mut gradients[hidden_bias_by_pair(input)], 1.0, &hidden_gradients);
        add_scaled(&mut gradients[hidden_bias_by_stage(input)], 1.0, &hidden_gradients);
        input_gradients
    }

    /// Accumulates the gradients of the first-layer weights, given those of the hidden layer's inputs. Replaces the
    /// sums of the points by their gradients.
    fn backward_features(&mut self, input: &Input<'_>, input_gradients: &[f32; INPUTS]) {
        let rule_sides = input.rule_sides.map(|rule_side| rule_side * COUNT);
        for point in &mut self.points {
            for (sum, gradient) in point.as_flattened_mut().iter_mut().zip(input_gradients) {
                let unclipped = if *sum < 1.0 { sum.max(0.0) } else { 0.0 };
                *sum = 2.0 * unclipped * SCALE * gradient;
            }
        }
        let mut points = self.points.iter();
        let mut point = points.next();
        for &feature in input.features {
            let offsets = self.feature_offsets[usize::from(feature & !LAST_OF_POINT)];
            let starts = offsets.iter().zip(rule_sides).map(|(offset, rule_side)| rule_side + offset);
            for (gradients, start) in point.into_iter().flatten().zip(starts) {
                add_scaled(&mut self.gradients[start..start + WIDTH], 1.0, gradients);
            }
            if feature & LAST_OF_POINT != 0 {
                point = points.next();
            }
        }
    }
}
