//! Training of the network in floating point.
//!
//! Rows are trained example by example with AdaGrad, so that rare configurations learn fast and their weights stay
//! small; heads are trained in batches with Adam. The output of the network is in units of [`DISCS`] discs.
//!
//! Knows nothing of games and files, nor of the weights that the network corrects.

mod quantisation;

use crate::adagrad::AdaGrad;
use crate::adam;
use crate::vector::{add_scaled, dot_product};
use bytemuck::{Pod, Zeroable};
use quartet::games::othello::network::{HEADS, HIDDEN, OUTPUT_SCALE, WIDTH};
use quartet::random::SplitMix64;

/// Discs for an output of 1.
const DISCS: f32 = OUTPUT_SCALE as f32 / 100.0;
/// Number of examples in a batch of a head.
const BATCH_SIZE: u32 = 32;
/// Largest absolute value of a random initial weight of a row.
const INITIAL_ROW: f32 = 0.01;
/// Largest absolute value of a random initial weight of a head.
const INITIAL_HEAD: f32 = 0.3;
/// Initial sum of a row's squared gradients, which limits the size of the first updates.
const INITIAL_SQUARE: f32 = 0.01;
/// Adam's ε.
const EPSILON: f32 = 1e-6;

/// Learning rates.
#[derive(Clone, Copy)]
pub(super) struct LearningRates {
    /// Learning rate of the rows.
    pub rows: f32,
    /// Learning rate of the heads.
    pub heads: f32,
    /// Weight decay of the rows, relative to their learning rate.
    pub decay: f32,
}

/// Sum of the rows of a position's features, or a row itself.
type Accumulator = [f32; WIDTH];

/// Floating-point counterpart of [`quartet::games::othello::network::Head`].
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Head {
    /// Weights of the hidden layer, by neuron, sign of the input, and index in the accumulator.
    hidden_weights: [[Accumulator; 2]; HIDDEN],
    /// Biases of the hidden layer.
    hidden_bias: [f32; HIDDEN],
    /// Weights from the hidden layer to the output.
    output_weights: [f32; HIDDEN],
    /// Weights of the skip connection, from the accumulator to the output.
    skip_weights: Accumulator,
    output_bias: f32,
}

/// A head with its gradients and optimiser state, as stored in a checkpoint.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct HeadState {
    head: Head,
    /// Gradients summed over the current batch.
    gradients: Head,
    first_moments: Head,
    second_moments: Head,
    /// Number of examples in the current batch.
    batch: u32,
    /// Number of optimiser steps made.
    steps: u32,
}

/// The network's parameters and optimiser state. Its fields are the content of a checkpoint.
#[derive(Clone)]
pub(super) struct NetworkTrainer {
    /// Rows by class.
    pub rows: Vec<Accumulator>,
    /// Optimiser state of the rows, by class.
    pub row_optimiser: AdaGrad,
    /// Heads by number of empty squares.
    pub heads: Vec<HeadState>,
}

/// Activations of a forward pass.
struct Forward {
    accumulator: Accumulator,
    /// Squared clipped ReLU of the accumulator and of its negation.
    inputs: [Accumulator; 2],
    /// Hidden layer before the activation.
    hidden: [f32; HIDDEN],
    output: f32,
}

impl NetworkTrainer {
    /// A randomly initialised network.
    pub(super) fn new(class_count: usize, random: &mut SplitMix64) -> NetworkTrainer {
        let mut uniform = |limit: f32| limit * (random.below(20_001) as f32 / 10_000.0 - 1.0);
        let rows = (0..class_count).map(|_| std::array::from_fn(|_| uniform(INITIAL_ROW))).collect();
        let mut head = HeadState::zeroed();
        parameters(&mut head.head).iter_mut().for_each(|parameter| *parameter = uniform(INITIAL_HEAD));
        // Most neurons start in the linear range of their activation.
        head.head.hidden_bias.iter_mut().for_each(|bias| *bias += INITIAL_HEAD);
        head.head.output_bias = 0.0;
        NetworkTrainer { rows, row_optimiser: AdaGrad::new(class_count, INITIAL_SQUARE), heads: vec![head; HEADS] }
    }

    /// Whether all lists have the right lengths for a number of classes.
    pub(super) fn is_complete(&self, class_count: usize) -> bool {
        [self.rows.len(), self.row_optimiser.squares.len()] == [class_count; 2] && self.heads.len() == HEADS
    }

    /// Value in discs of a position, given its classes and its number of empty squares.
    pub(super) fn value(&self, classes: &[u32], empties: usize) -> f32 {
        self.heads[empties].head.forward(self.accumulate(classes)).output * DISCS
    }

    /// Trains on an example with the squared error loss. `target` is in discs. Returns the value before the update
    /// minus the target.
    pub(super) fn train(&mut self, classes: &[u32], empties: usize, target: f32, rates: &LearningRates) -> f32 {
        let accumulator = self.accumulate(classes);
        let head = &mut self.heads[empties];
        let forward = head.head.forward(accumulator);
        let error = forward.output - target / DISCS;
        let row_gradient = head.head.backward(&forward, error, &mut head.gradients);
        head.batch += 1;
        if head.batch == BATCH_SIZE {
            head.step(rates.heads);
        }
        let mean_square = row_gradient.iter().map(|gradient| gradient * gradient).sum::<f32>() / WIDTH as f32;
        for &class in classes {
            let rate = rates.rows / self.row_optimiser.divisor(class as usize, mean_square);
            for (weight, gradient) in self.rows[class as usize].iter_mut().zip(&row_gradient) {
                *weight -= rate * (gradient + rates.decay * *weight);
            }
        }
        error * DISCS
    }

    fn accumulate(&self, classes: &[u32]) -> Accumulator {
        let mut accumulator = [0.0; WIDTH];
        for &class in classes {
            for (sum, weight) in accumulator.iter_mut().zip(&self.rows[class as usize]) {
                *sum += weight;
            }
        }
        accumulator
    }
}

impl Head {
    fn forward(&self, accumulator: Accumulator) -> Forward {
        let inputs = [1.0, -1.0].map(|sign| accumulator.map(|sum| (sign * sum).clamp(0.0, 1.0).powi(2)));
        let mut hidden = self.hidden_bias;
        for (neuron, [positive, negative]) in hidden.iter_mut().zip(&self.hidden_weights) {
            *neuron += dot_product(positive, &inputs[0]) + dot_product(negative, &inputs[1]);
        }
        let terms = hidden.iter().zip(&self.output_weights).map(|(neuron, weight)| weight * neuron.clamp(0.0, 1.0));
        let output = self.output_bias + dot_product(&self.skip_weights, &accumulator) + terms.sum::<f32>();
        Forward { accumulator, inputs, hidden, output }
    }

    /// Adds the gradients of half the squared error to `gradients`. Returns the gradient of the accumulator, which is
    /// also that of each of its rows.
    fn backward(&self, forward: &Forward, error: f32, gradients: &mut Head) -> Accumulator {
        gradients.output_bias += error;
        let mut accumulator_gradient = self.skip_weights.map(|weight| error * weight);
        add_scaled(&mut gradients.skip_weights, error, &forward.accumulator);
        let mut input_gradients = [[0.0; WIDTH]; 2];
        for (index, &neuron) in forward.hidden.iter().enumerate() {
            gradients.output_weights[index] += error * neuron.clamp(0.0, 1.0);
            if (0.0..1.0).contains(&neuron) {
                let error = error * self.output_weights[index];
                gradients.hidden_bias[index] += error;
                let signs = gradients.hidden_weights[index].iter_mut().zip(&forward.inputs).zip(&mut input_gradients);
                for (((gradients, inputs), input_gradients), weights) in signs.zip(&self.hidden_weights[index]) {
                    add_scaled(gradients, error, inputs);
                    add_scaled(input_gradients, error, weights);
                }
            }
        }
        for (index, &sum) in forward.accumulator.iter().enumerate() {
            if sum.abs() < 1.0 {
                accumulator_gradient[index] += 2.0 * sum * input_gradients[usize::from(sum < 0.0)][index];
            }
        }
        accumulator_gradient
    }
}

impl HeadState {
    /// Makes an optimiser step along the mean gradient of the batch, and starts a new batch.
    fn step(&mut self, learning_rate: f32) {
        self.steps += 1;
        let lists = [&mut self.head, &mut self.gradients, &mut self.first_moments, &mut self.second_moments];
        let [values, gradients, first_moments, second_moments] = lists.map(parameters);
        let parameters = adam::Parameters { values, gradients, first_moments, second_moments, epsilon: EPSILON };
        parameters.step(self.steps, BATCH_SIZE as usize, learning_rate);
        self.batch = 0;
    }
}

/// All parameters of a head as a slice.
fn parameters(head: &mut Head) -> &mut [f32] {
    bytemuck::cast_slice_mut(std::slice::from_mut(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) const CLASSES: usize = 40;
    pub(super) const RATES: LearningRates = LearningRates { rows: 0.02, heads: 0.004, decay: 0.0 };

    /// Classes and label of an example. The label depends on whether two features agree, which no linear function of
    /// the classes can represent.
    pub(super) fn example(random: &mut SplitMix64) -> ([u32; 3], f32) {
        let [a, b] = [0, 0].map(|_| random.below(2) as u32);
        ([a, 2 + b, 4 + random.below(CLASSES - 4) as u32], if a == b { 8.0 } else { -8.0 })
    }

    #[test]
    fn a_nonlinear_function_is_learned() {
        let mut random = SplitMix64::new(2);
        let mut trainer = NetworkTrainer::new(CLASSES, &mut random);
        let mut max_error = 0.0_f32;
        for round in 0..20_000 {
            let (classes, label) = example(&mut random);
            let error = trainer.train(&classes, 30, label, &RATES);
            if round >= 19_000 {
                max_error = max_error.max(error.abs());
            }
        }
        assert!(max_error < 2.0, "{max_error}");
        let (classes, _) = example(&mut random);
        let untrained = NetworkTrainer::new(CLASSES, &mut SplitMix64::new(2)).value(&classes, 29);
        assert!(trainer.value(&classes, 29) != untrained, "all heads share the rows");
    }

    #[test]
    fn gradients_equal_difference_quotients() {
        let mut random = SplitMix64::new(6);
        let head = NetworkTrainer::new(0, &mut random).heads[0].head;
        let accumulator: Accumulator = std::array::from_fn(|_| random.below(2001) as f32 / 500.0 - 2.0);
        let forward = head.forward(accumulator);
        let mut gradients = Head::zeroed();
        let accumulator_gradient = head.backward(&forward, 1.0, &mut gradients);
        const STEP: f32 = 1e-2;
        let is_near = |gradient: f32, high: f32, low: f32| (gradient - (high - low) / (2.0 * STEP)).abs() < 2e-2;
        for index in 0..WIDTH {
            let output = |step: f32| {
                let mut accumulator = accumulator;
                accumulator[index] += step;
                head.forward(accumulator).output
            };
            assert!(is_near(accumulator_gradient[index], output(STEP), output(-STEP)), "sum {index}");
        }
        for index in 0..parameters(&mut gradients).len() {
            let output = |step: f32| {
                let mut head = head;
                parameters(&mut head)[index] += step;
                head.forward(accumulator).output
            };
            assert!(is_near(parameters(&mut gradients)[index], output(STEP), output(-STEP)), "parameter {index}");
        }
    }
}
