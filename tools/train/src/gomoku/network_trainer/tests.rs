//! Tests of the network trainer.

use super::*;
use std::ops::Range;

/// Features and target of two points, each with a neighbouring stone. The target depends on whether both stones have
/// the same colour, which no linear function of the features can represent.
fn example(random: &mut SplitMix64) -> ([Configuration; 4], f32) {
    let [first, second] = [0, 0].map(|_| random.below(2) == 0);
    let stone = |is_own: bool| {
        const OWN: Configuration = 0b10_0001 * 64 + 0b1_0000;
        if is_own { OWN } else { with_swapped_colours(OWN) }
    };
    let other: Configuration = 0b1_0000 * 64 + 0b1_0011;
    let features = [stone(first), stone(second) | LAST_OF_POINT, other, stone(first) | LAST_OF_POINT];
    (features, if first == second { 0.9 } else { 0.1 })
}

fn input(features: &[Configuration]) -> Input<'_> {
    Input { features, rule_sides: [0; 2], pair: 3, stage: 2 }
}

#[test]
fn a_nonlinear_function_is_learned() {
    let mut random = SplitMix64::new(2);
    let mut trainer = NetworkTrainer::new(1, 1);
    let mut max_error = 0.0_f32;
    for round in 0..1500 {
        for _ in 0..8 {
            let (features, target) = example(&mut random);
            let error = trainer.accumulate_gradient(&input(&features), 0.3, target);
            if round >= 1400 {
                max_error = max_error.max(error.abs());
            }
        }
        trainer.step(8, 0.005);
    }
    assert!(max_error < 0.1, "{max_error}");
}

#[test]
fn gradients_equal_difference_quotients() {
    let mut random = SplitMix64::new(6);
    let mut trainer = NetworkTrainer::new(5, 2);
    trainer.values.iter_mut().for_each(|value| *value += 0.1 * random.fraction() as f32);
    let (features, target) = example(&mut random);
    let input = Input { rule_sides: [1, 0], ..input(&features) };
    trainer.accumulate_gradient(&input, 0.3, target);
    let loss = |trainer: &mut NetworkTrainer| {
        let prediction = 1.0 / (1.0 + (-0.3 - f64::from(trainer.logit(&input))).exp());
        -f64::from(target) * prediction.ln() - f64::from(1.0 - target) * (1.0 - prediction).ln()
    };
    const STEP: f32 = 1e-2;
    let nonzero: Vec<_> = (0..2 * COUNT).filter(|&index| trainer.gradients[index] != 0.0).collect();
    let has_nonzero = |range: Range<usize>| nonzero.iter().any(|index| range.contains(index));
    assert!(
        has_nonzero(0..HIDDEN_WEIGHTS)
            && has_nonzero(COUNT..COUNT + HIDDEN_WEIGHTS)
            && has_nonzero(COUNT + HIDDEN_WEIGHTS..2 * COUNT)
    );
    assert!(!has_nonzero(HIDDEN_WEIGHTS..COUNT), "only the head of the side to move is used");
    for index in nonzero {
        let value = trainer.values[index];
        let [low, high] = [-STEP, STEP].map(|step| {
            trainer.values[index] = value + step;
            loss(&mut trainer)
        });
        trainer.values[index] = value;
        let difference = (high - low) / f64::from(2.0 * STEP);
        assert!((f64::from(trainer.gradients[index]) - difference).abs() < 5e-3, "parameter {index}: {difference}");
    }
}

#[test]
fn quantisation_inverts_dequantisation() {
    let networks = NetworkTrainer::new(3, 2).quantised();
    assert_ne!(networks[0], networks[1]);
    assert_eq!(NetworkTrainer::from_networks(&networks.iter().collect::<Vec<_>>()).quantised(), networks);
}

#[test]
fn training_resumes_from_a_checkpoint_without_a_difference() {
    let mut random = SplitMix64::new(7);
    let mut trainer = NetworkTrainer::new(1, 1);
    let mut train = |trainers: &mut [NetworkTrainer]| {
        let (features, target) = example(&mut random);
        for trainer in trainers {
            trainer.accumulate_gradient(&input(&features), 0.0, target);
            trainer.step(1, 0.01);
        }
    };
    train(std::slice::from_mut(&mut trainer));
    let resumed = NetworkTrainer::from_checkpoint(&trainer.checkpoint(), 1);
    let mut both = [trainer, resumed];
    train(&mut both);
    assert_eq!(both[0].values, both[1].values);
}
