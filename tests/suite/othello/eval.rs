//! The evaluation against its naive twin, which looks at every square of every shape.

use super::random_game;
use quartet::game::{Game, Side};
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::patterns::{FEATURES, Patterns};
use quartet::games::othello::processor::Any;
use quartet::games::othello::weights::{DISC, KNOT, KNOTS, LARGEST, Weights};
use quartet::games::othello::{Othello, Position};
use quartet::random::SplitMix64;

/// Weights by lot.
fn weights(random: &mut SplitMix64) -> Weights {
    let classes = Patterns::default().classes().1;
    let mut weight = |_| random.below(2 * LARGEST as usize + 1) as i16 - LARGEST;
    Weights::new((0..KNOTS).map(|_| (0..classes).map(&mut weight).collect()).collect(), classes)
}

/// The value in centidiscs without any table, before it is limited.
fn naive(weights: &Weights, position: &Position) -> f64 {
    let patterns = Patterns::default();
    let (classes, _) = patterns.classes();
    let numbers = patterns.numbers(Any, position);
    let knot = (f64::from(position.empties()) / f64::from(KNOT) - 1.0).clamp(0.0, KNOTS as f64 - 1.0);
    let (lower, upper) = (knot.floor() as usize, knot.ceil() as usize);
    let weight = |feature: usize| {
        let class = classes[patterns.starts()[patterns.kinds()[feature]] + usize::from(numbers[feature])] as usize;
        let [low, high] = [lower, upper].map(|knot| f64::from(weights.knots()[knot][class]));
        low + (high - low) * knot.fract()
    };
    (0..FEATURES).map(weight).sum::<f64>() * 100.0 / f64::from(DISC)
}

#[test]
fn looking_up_pairs_of_knots_is_looking_up_both() {
    let mut random = SplitMix64::new(21);
    let weights = weights(&mut random);
    let evaluator = Evaluator::new(Patterns::default(), &weights);
    for position in (0..5).flat_map(|_| random_game(&mut random)) {
        let value = f64::from(evaluator.evaluate(&position).0);
        let naive = naive(&weights, &position).clamp(-6_400.0, 6_400.0);
        assert!((value - naive).abs() <= 1.0, "{value} {naive}\n{}", Othello::diagram(&position));
    }
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
