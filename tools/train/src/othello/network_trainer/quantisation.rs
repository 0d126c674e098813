//! Quantised networks: those that are made of a trainer's parameters, and trainers that start from one.

use super::{Accumulator, Head, HeadState, INITIAL_SQUARE, NetworkTrainer};
use bytemuck::Zeroable;
use quartet::games::othello::network::{self, ACCUMULATOR_SCALE, HEAD_SCALE, Network, Row, WIDTH};
use quartet::random::SplitMix64;

/// Rows whose sum of squared gradients is about this or more are rounded to multiples of 1, those with a quarter of it
/// to multiples of 2, and so on. Rare rows tolerate larger errors, and coarse rounding makes the file a third smaller.
const FULL_PRECISION_SQUARE: f32 = 250.0;
/// Largest rounding step.
const MAX_ROUNDING_STEP: f32 = 32.0;
/// Heads that have made fewer optimiser steps are replaced by zeros: their output would be arbitrary.
const MIN_STEPS: u32 = 500;

impl NetworkTrainer {
    /// The network, quantised for the engine. Rows without examples are zero.
    pub(in crate::othello) fn quantised(&self) -> Network {
        let row = |(weights, &square): (&Accumulator, &f32)| {
            if square > INITIAL_SQUARE { quantised_row(weights, square) } else { [0; WIDTH] }
        };
        Network {
            rows: self.rows.iter().zip(&self.row_optimiser.squares).map(row).collect(),
            heads: self.heads.iter().map(HeadState::quantised).collect(),
        }
    }

    /// A trainer that starts from a network. How much each row was trained is estimated by how finely it was rounded;
    /// heads and rows that are zero are trained from random parameters.
    pub(in crate::othello) fn from_network(network: &Network, random: &mut SplitMix64) -> NetworkTrainer {
        let mut trainer = NetworkTrainer::new(network.rows.len(), random);
        let rows = trainer.rows.iter_mut().zip(&mut trainer.row_optimiser.squares).zip(&network.rows);
        for ((weights, square), row) in rows.filter(|(_, row)| row.iter().any(|&weight| weight != 0)) {
            *weights = row.map(|weight| f32::from(weight) / f32::from(ACCUMULATOR_SCALE));
            *square = FULL_PRECISION_SQUARE / rounding_step(row).powi(2);
        }
        for (state, head) in trainer.heads.iter_mut().zip(&network.heads) {
            if *head != network::Head::default() {
                *state = HeadState { head: Head::from_quantised(head), steps: MIN_STEPS, ..HeadState::zeroed() };
            }
        }
        trainer
    }
}

impl Head {
    fn quantised(&self) -> network::Head {
        let quantised = |weight: f32| (weight * f32::from(HEAD_SCALE)).round() as i16;
        let both_signs =
            |sum: usize, neuron: usize| [0, 1].map(|sign| quantised(self.hidden_weights[neuron][sign][sum]));
        network::Head {
            hidden_weights: std::array::from_fn(|sum| std::array::from_fn(|neuron| both_signs(sum, neuron))),
            hidden_bias: self.hidden_bias.map(quantised),
            output_weights: self.output_weights.map(quantised),
            skip_weights: self.skip_weights.map(quantised),
            output_bias: quantised(self.output_bias),
        }
    }

    fn from_quantised(head: &network::Head) -> Head {
        let weight = |number: i16| f32::from(number) / f32::from(HEAD_SCALE);
        let both_signs = |neuron: usize| {
            [0, 1].map(|sign| std::array::from_fn(|sum| weight(head.hidden_weights[sum][neuron][sign])))
        };
        Head {
            hidden_weights: std::array::from_fn(both_signs),
            hidden_bias: head.hidden_bias.map(weight),
            output_weights: head.output_weights.map(weight),
            skip_weights: head.skip_weights.map(weight),
            output_bias: weight(head.output_bias),
        }
    }
}

impl HeadState {
    /// The head, quantised for the engine; zero if it was hardly trained.
    fn quantised(&self) -> network::Head {
        if self.steps < MIN_STEPS { network::Head::default() } else { self.head.quantised() }
    }
}

/// Quantises a row, given its sum of squared gradients.
fn quantised_row(weights: &Accumulator, square: f32) -> Row {
    let step = (FULL_PRECISION_SQUARE / square).sqrt().log2().round().exp2().clamp(1.0, MAX_ROUNDING_STEP);
    weights.map(|weight| ((weight * f32::from(ACCUMULATOR_SCALE) / step).round() * step).clamp(-127.0, 127.0) as i8)
}

/// The step to whose multiples a row was rounded, as far as its weights show it.
fn rounding_step(row: &Row) -> f32 {
    let bits = row.iter().fold(0, |bits, weight| bits | weight.unsigned_abs());
    f32::from(1_u8 << bits.trailing_zeros().min(7)).min(MAX_ROUNDING_STEP)
}

#[cfg(test)]
mod tests {
    use super::super::BATCH_SIZE;
    use super::super::tests::{CLASSES, RATES, example};
    use super::*;

    #[test]
    fn a_head_with_few_examples_is_zero() {
        let mut random = SplitMix64::new(3);
        let mut trainer = NetworkTrainer::new(CLASSES, &mut random);
        for _ in 0..MIN_STEPS * BATCH_SIZE {
            assert!(trainer.quantised().heads.iter().all(|head| *head == network::Head::default()));
            let (classes, label) = example(&mut random);
            trainer.train(&classes, 30, label, &RATES);
        }
        let heads = trainer.quantised().heads;
        assert!(heads.iter().enumerate().all(|(empties, head)| (*head == network::Head::default()) == (empties != 30)));
    }

    #[test]
    fn rows_with_more_examples_are_rounded_more_finely() {
        let weights: Accumulator = std::array::from_fn(|index| index as f32 / 200.0 - 0.15);
        let error = |square: f32| {
            let row = quantised_row(&weights, square);
            let errors =
                weights.iter().zip(row).map(|(weight, quantised)| (weight * 256.0 - f32::from(quantised)).abs());
            errors.fold(0.0, f32::max)
        };
        assert!(error(FULL_PRECISION_SQUARE) <= 0.5 && error(1e9) <= 0.5);
        assert!((0.5..=1.0).contains(&error(FULL_PRECISION_SQUARE / 4.0)));
        assert!((8.0..=16.0).contains(&error(INITIAL_SQUARE)));
    }

    #[test]
    fn the_row_of_a_class_without_examples_is_zero() {
        let mut random = SplitMix64::new(5);
        let mut trainer = NetworkTrainer::new(CLASSES, &mut random);
        let (classes, label) = example(&mut random);
        for _ in 0..9 {
            trainer.train(&classes, 30, label, &RATES);
        }
        let rows = trainer.quantised().rows;
        assert!((0..CLASSES).all(|class| rows[class] == [0; WIDTH] || classes.contains(&(class as u32))));
    }

    #[test]
    fn a_trainer_goes_on_from_a_quantised_network() {
        let mut random = SplitMix64::new(7);
        let mut trainer = NetworkTrainer::new(CLASSES, &mut random);
        for _ in 0..2 * MIN_STEPS * BATCH_SIZE {
            let (classes, label) = example(&mut random);
            trainer.train(&classes, 30, label, &RATES);
        }
        let network = trainer.quantised();
        assert_eq!(NetworkTrainer::from_network(&network, &mut random).quantised(), network);
    }
}
