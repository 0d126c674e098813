//! The evaluation against a naive implementation, which looks at every square of every pattern.

use super::random_game;
use quartet::game::{Notation, Side};
use quartet::games::common::processor::{Baseline, Processor};
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::linear_weights::{KNOT_SPACING, KNOTS, LinearWeights, MAX_WEIGHT, UNITS_PER_DISC};
use quartet::games::othello::network::{ACCUMULATOR_SCALE, HEADS, Head, Network, OUTPUT_SCALE};
use quartet::games::othello::patterns::{FEATURES, Patterns};
use quartet::games::othello::{Othello, Position};
use quartet::random::SplitMix64;
use std::time::Instant;

/// Random weights.
fn weights(random: &mut SplitMix64) -> LinearWeights {
    let classes = Patterns::default().classes().1;
    let mut weight = |_| random.below(2 * MAX_WEIGHT as usize + 1) as i16 - MAX_WEIGHT;
    LinearWeights::new((0..KNOTS).map(|_| (0..classes).map(&mut weight).collect()).collect(), classes)
}

/// The evaluation in centidiscs without any table, before it is clamped.
fn naive(weights: &LinearWeights, position: &Position) -> f64 {
    let patterns = Patterns::default();
    let (classes, _) = patterns.classes();
    let indices = patterns.indices(Baseline, position);
    let knot = (f64::from(position.empties()) / f64::from(KNOT_SPACING) - 1.0).clamp(0.0, KNOTS as f64 - 1.0);
    let (lower, upper) = (knot.floor() as usize, knot.ceil() as usize);
    let weight = |feature: usize| {
        let class = classes[patterns.offsets().table_index(&indices, feature)] as usize;
        let [low, high] = [lower, upper].map(|knot| f64::from(weights.knots()[knot][class]));
        low + (high - low) * knot.fract()
    };
    (0..FEATURES).map(weight).sum::<f64>() * 100.0 / f64::from(UNITS_PER_DISC)
}

#[test]
fn a_lookup_of_a_pair_of_knots_is_a_lookup_of_both() {
    let mut random = SplitMix64::new(21);
    let weights = weights(&mut random);
    let evaluator = Evaluator::new(Some(&weights), Network::default());
    for position in (0..5).flat_map(|_| random_game(&mut random)) {
        let value = f64::from(evaluator.evaluate(&position).0);
        let naive = naive(&weights, &position).clamp(-6_400.0, 6_400.0);
        assert!((value - naive).abs() <= 1.0, "{value} {naive}\n{}", Othello::diagram(&position));
    }
}

/// A random network whose sums are mostly near the bounds of the activation function.
fn network(random: &mut SplitMix64) -> Network {
    let mut lot = |size: i32| random.below(2 * size as usize + 1) as i32 - size;
    let rows = (0..Patterns::default().classes().1).map(|_| std::array::from_fn(|_| lot(60) as i8)).collect();
    let head = |_| Head {
        hidden_weights: std::array::from_fn(|_| std::array::from_fn(|_| [0; 2].map(|_| lot(800) as i16))),
        hidden_bias: std::array::from_fn(|_| lot(800) as i16),
        output_weights: std::array::from_fn(|_| lot(800) as i16),
        skip_weights: std::array::from_fn(|_| lot(200) as i16),
        output_bias: lot(500) as i16,
    };
    Network { rows, heads: (0..HEADS).map(head).collect() }
}

#[test]
fn every_level_finds_the_same_value() {
    let mut random = SplitMix64::new(22);
    let (weights, network) = (weights(&mut random), network(&mut random));
    let evaluator = |processor| Evaluator::new(Some(&weights), network.clone()).on(processor);
    let evaluators: Vec<_> = Processor::levels().into_iter().map(evaluator).collect();
    for position in (0..20).flat_map(|_| random_game(&mut random)) {
        let values: Vec<_> = evaluators.iter().map(|evaluator| evaluator.evaluate(&position)).collect();
        assert!(values.windows(2).all(|two| two[0] == two[1]), "{values:?}\n{}", Othello::diagram(&position));
    }
}

#[test]
fn the_network_agrees_with_its_definition() {
    let mut random = SplitMix64::new(23);
    let mut network = network(&mut random);
    // Output layers with only a skip connection from the first sum, with weight 1.
    for head in &mut network.heads {
        *head = Head::default();
        head.skip_weights[0] = 1024;
    }
    let patterns = Patterns::default();
    let (classes, _) = patterns.classes();
    let evaluator = Evaluator::new(None, network.clone());
    for position in random_game(&mut random) {
        let indices = patterns.indices(Baseline, &position);
        let class = |feature: usize| classes[patterns.offsets().table_index(&indices, feature)] as usize;
        let sum: i32 = (0..FEATURES).map(|feature| i32::from(network.rows[class(feature)][0])).sum();
        let value = (sum * OUTPUT_SCALE / i32::from(ACCUMULATOR_SCALE)).clamp(-6_400, 6_400);
        assert_eq!(i32::from(evaluator.evaluate(&position).0), value);
        let terms = evaluator.explain(&position);
        assert!(terms.iter().any(|(name, value)| name == "together" && *value == 0));
        assert_eq!(terms.iter().map(|(_, value)| value).sum::<i32>(), value, "{terms:?}");
    }
}

#[test]
#[ignore = "prints a speed"]
fn speed_of_evaluation() {
    let mut random = SplitMix64::new(24);
    let evaluator = Evaluator::new(None, network(&mut random));
    let positions: Vec<_> = (0..200).flat_map(|_| random_game(&mut random)).collect();
    let round = |_| {
        let started = Instant::now();
        let sum: i64 = positions.iter().map(|position| i64::from(evaluator.evaluate(position).0)).sum();
        (started.elapsed().as_nanos() / positions.len() as u128, sum)
    };
    let (best, _) = (0..50).map(round).min().expect("rounds");
    println!("{best} ns an evaluation");
}

#[test]
fn a_board_that_is_full_or_empty_has_a_value() {
    let evaluator = Evaluator::default();
    for discs in [0, u64::MAX] {
        assert!(evaluator.evaluate(&Position::new(discs, 0, Side::X, 60)).0.abs() <= 6_400);
    }
}

#[test]
fn the_weights_of_the_program_are_in_order() {
    let log = Evaluator::shipped().err();
    assert_eq!(log, None);
}
