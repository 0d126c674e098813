//! Learning what shapes are worth, by gradients of example after example, each weight at a rate that falls with what it
//! has learned already (AdaGrad: Duchi, Hazan and Singer 2011): the value by logistic regression, the order of moves by
//! that of a choice among them.
//!
//! Must not know: where examples come from, files.

use super::shape_examples::{Example, chance};
use crate::progress::{Log, bar};
use crate::shuffle::shuffle;
use anyhow::Result;
use quartet::games::gomoku::threats::shapes::SHAPES;
use quartet::games::gomoku::threats::weights::{PAIRS, ROLES, RoleWeights, UNIT, Weight};
use quartet::random::SplitMix64;

/// Initial learning rate of the weights of the value, in centipoints.
const VALUE_RATE: f32 = 1.0;
/// Initial learning rate of the weights of the order of moves.
const ORDER_RATE: f32 = 0.06;
/// Priors to a factor of e in the chance to be the best move.
const PRIOR: f32 = 2000.0;
/// The initial sum of squared gradients, so that the first steps are not too long.
const INITIAL_SQUARE: f32 = 3.0;

/// Numbers that learn, each at its own rate.
#[derive(Clone)]
struct Numbers {
    values: Vec<f32>,
    gradients: Vec<f32>,
    rate: f32,
}

impl Numbers {
    fn new(values: impl Iterator<Item = f32>, rate: f32) -> Numbers {
        let values: Vec<_> = values.collect();
        Numbers { gradients: vec![INITIAL_SQUARE; values.len()], values, rate }
    }

    fn learn(&mut self, index: usize, gradient: f32) {
        let sum = &mut self.gradients[index];
        *sum += gradient * gradient;
        self.values[index] -= self.rate * gradient / sum.sqrt();
    }

    fn rounded(&self, index: usize, unit: f32) -> i16 {
        (self.values[index] * unit).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
    }
}

/// The weights of a role while they are learned.
#[derive(Clone)]
pub(super) struct Learner {
    /// In centipoints.
    to_move: Numbers,
    not_to_move: Numbers,
    pairs: Numbers,
    /// In factors of e.
    attack: Numbers,
    guard: Numbers,
}

impl Learner {
    /// Begins with these weights.
    pub(super) fn new(weights: &RoleWeights) -> Learner {
        let numbers = |of: fn(&Weight) -> i16, unit: f32, rate| {
            Numbers::new(weights.shapes.iter().map(move |weight| f32::from(of(weight)) / unit), rate)
        };
        let unit = UNIT as f32;
        Learner {
            to_move: numbers(|weight| weight.to_move, unit, VALUE_RATE),
            not_to_move: numbers(|weight| weight.not_to_move, unit, VALUE_RATE),
            pairs: Numbers::new(weights.pairs.iter().map(|&pair| f32::from(pair) / unit), VALUE_RATE),
            attack: numbers(|weight| weight.attack, PRIOR, ORDER_RATE),
            guard: numbers(|weight| weight.guard, PRIOR, ORDER_RATE),
        }
    }

    /// The weights as they are now.
    pub(super) fn rounded(&self) -> (Vec<Weight>, Vec<i16>) {
        let unit = UNIT as f32;
        let weight = |code| Weight {
            to_move: self.to_move.rounded(code, unit),
            not_to_move: self.not_to_move.rounded(code, unit),
            attack: self.attack.rounded(code, PRIOR),
            guard: self.guard.rounded(code, PRIOR),
        };
        ((0..SHAPES).map(weight).collect(), (0..PAIRS).map(|index| self.pairs.rounded(index, unit)).collect())
    }
}

/// Means over examples.
#[derive(Default)]
struct Means {
    values: f64,
    value_loss: f64,
    choices: f64,
    choice_loss: f64,
    first: f64,
}

/// Learns from all examples that are not held out, so many times, and tells the errors on both kinds.
pub(super) fn fit(
    learners: &mut [Learner; ROLES],
    examples: &[Example],
    epochs: usize,
    seed: u64,
    log: &Log,
) -> Result<()> {
    let mut random = SplitMix64::new(seed);
    let mut learned: Vec<_> = examples.iter().filter(|example| !example.is_held_out).collect();
    tell("held out, before", learners, examples, log)?;
    let progress = bar("fit", epochs as u64);
    for epoch in 0..epochs {
        shuffle(&mut learned, &mut random);
        for example in &learned {
            learn_value(learners, example);
            learn_order(learners, example);
        }
        progress.set_position(epoch as u64 + 1);
    }
    progress.finish();
    tell("held out, after", learners, examples, log)
}

fn tell(when: &str, learners: &[Learner; ROLES], examples: &[Example], log: &Log) -> Result<()> {
    let mut means = Means::default();
    for example in examples.iter().filter(|example| example.is_held_out) {
        if let Some(target) = example.target {
            let found = chance(value(learners, example)).clamp(1e-6, 1.0 - 1e-6);
            means.values += 1.0;
            means.value_loss -= f64::from(target * found.ln() + (1.0 - target) * (1.0 - found).ln());
        }
        if example.moves.len() > 1 {
            let chances = choices(learners, example);
            means.choices += 1.0;
            means.choice_loss -= f64::from(chances[0].max(1e-9).ln());
            means.first += f64::from(u8::from(chances[1..].iter().all(|&other| other < chances[0])));
        }
    }
    log.line(&format!(
        "{when}: value, cross entropy {:.4} on {}; best move, cross entropy {:.4}, first {:.1} % on {}",
        means.value_loss / means.values.max(1.0),
        means.values,
        means.choice_loss / means.choices.max(1.0),
        100.0 * means.first / means.choices.max(1.0),
        means.choices,
    ))
}

/// The value in centipoints for the side to move.
fn value(learners: &[Learner; ROLES], example: &Example) -> f32 {
    let [me, you] = example.roles.map(|role| &learners[role]);
    let sum = |numbers: &Numbers, side: usize| -> f32 {
        example.counts[side].iter().map(|&(code, count)| numbers.values[usize::from(code)] * f32::from(count)).sum()
    };
    sum(&me.to_move, 0) - sum(&you.not_to_move, 1) + me.pairs.values[example.pair]
}

fn learn_value(learners: &mut [Learner; ROLES], example: &Example) {
    let Some(target) = example.target else { return };
    let gradient = chance(value(learners, example)) - target;
    let [me, you] = example.roles;
    for &(code, count) in &example.counts[0] {
        learners[me].to_move.learn(usize::from(code), gradient * f32::from(count));
    }
    for &(code, count) in &example.counts[1] {
        learners[you].not_to_move.learn(usize::from(code), -gradient * f32::from(count));
    }
    learners[me].pairs.learn(example.pair, gradient);
}

/// The chance of every move to be the best.
fn choices(learners: &[Learner; ROLES], example: &Example) -> Vec<f32> {
    let [me, you] = example.roles.map(|role| &learners[role]);
    let prior = |&[mine, yours]: &[u16; 2]| me.attack.values[usize::from(mine)] + you.guard.values[usize::from(yours)];
    let priors: Vec<f32> = example.moves.iter().map(prior).collect();
    let largest = priors.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = priors.iter().map(|prior| (prior - largest).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

fn learn_order(learners: &mut [Learner; ROLES], example: &Example) {
    if example.moves.len() < 2 {
        return;
    }
    let chances = choices(learners, example);
    let [me, you] = example.roles;
    for (index, (&[mine, yours], chance)) in example.moves.iter().zip(chances).enumerate() {
        let gradient = chance - if index == 0 { 1.0 } else { 0.0 };
        learners[me].attack.learn(usize::from(mine), gradient);
        learners[you].guard.learn(usize::from(yours), gradient);
    }
}
