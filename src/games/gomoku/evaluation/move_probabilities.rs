//! The probabilities of moves by the policy network ([`super::policy`]), which order moves and reduce unlikely ones.
//! (The depth of a line as the sum of the logarithms of its moves' probabilities: Tsuruoka, Yokoyama and Chikayama,
//! "Game-Tree Search Algorithm Based on Realization Probability", 2002.)
//!
//! All arithmetic is on integers, so that every processor computes the same value.

use super::configurations::{CONFIGURATIONS, Configuration};
use super::policy::{
    LAST_MOVES, NEURONS, OUTPUT_SCALE, PRIOR_UNIT, PolicyNetwork, ROW_SCALE, Row, offset_class, row_of,
};
use crate::game::Side;
use crate::games::common::processor::{Processor, ProcessorLevel};
#[cfg(target_arch = "x86_64")]
use crate::games::common::processor::{V3, V4, compiled};
use crate::games::gomoku::rules::board::{POINTS, Point};
use crate::games::gomoku::rules::lines::DIRECTIONS;
use crate::search::expert::ScoredMove;

/// A policy network, laid out for look-up.
pub struct Policy {
    /// The network with its rows by configuration as the position has it, by side to move.
    networks: [PolicyNetwork; 2],
    processor: Processor,
}

/// What the policy sees of a position apart from the moves.
pub struct PolicyInput<'a> {
    /// The side to move.
    pub side: Side,
    /// [`crate::games::gomoku::threats::weights::threat_pair`] of the strongest threats.
    pub pair: usize,
    /// The last moves, the latest first; `None` for those that are not known.
    pub last: [Option<Point>; LAST_MOVES],
    /// The configurations around all empty points, by point and direction.
    pub configurations: &'a [[Configuration; DIRECTIONS.len()]; POINTS],
}

impl Policy {
    /// The policy of a network.
    pub fn new(network: &PolicyNetwork) -> Policy {
        let seen_by = |side: Side| {
            let row = |configuration| network.configurations[usize::from(row_of(configuration, side))];
            PolicyNetwork { configurations: (0..CONFIGURATIONS as u16).map(row).collect(), ..network.clone() }
        };
        Policy { networks: [Side::X, Side::O].map(seen_by), processor: Processor::detect() }
    }

    /// This policy, restricted to another processor level.
    pub fn on(self, processor: Processor) -> Policy {
        Policy { processor, ..self }
    }

    /// Replaces the scores of moves, which are their priors by shapes, by the binary logarithms of their probabilities,
    /// on the scale [`ROW_SCALE`].
    pub fn score(&self, input: &PolicyInput<'_>, moves: &mut [ScoredMove<Point>]) {
        self.replace_by_logits(input, moves);
        replace_by_probabilities(moves);
    }

    /// Replaces the scores of moves, which are their priors by shapes, by their logits.
    fn replace_by_logits(&self, input: &PolicyInput<'_>, moves: &mut [ScoredMove<Point>]) {
        let network = &self.networks[input.side.index()];
        match self.processor {
            Processor::Baseline(level) => replace_by_logits(level, network, input, moves),
            #[cfg(target_arch = "x86_64")]
            Processor::V3(level) => {
                compiled!(
                    V3: replace_by_logits, level: V3, network: &PolicyNetwork, input: &PolicyInput<'_>,
                        moves: &mut [ScoredMove<Point>] => ()
                );
            }
            #[cfg(target_arch = "x86_64")]
            Processor::V4(level) => {
                compiled!(
                    V4: replace_by_logits, level: V4, network: &PolicyNetwork, input: &PolicyInput<'_>,
                        moves: &mut [ScoredMove<Point>] => ()
                );
            }
        }
    }
}

/// See [`Policy::replace_by_logits`]. (Here and below there are loops instead of closures, because closures would
/// not inherit the target features of the processor level.)
#[inline(always)]
fn replace_by_logits<L: ProcessorLevel>(
    _level: L,
    network: &PolicyNetwork,
    input: &PolicyInput<'_>,
    moves: &mut [ScoredMove<Point>],
) {
    for scored in moves {
        let mut neurons = network.pairs[input.pair];
        for configuration in input.configurations[scored.mv.index()] {
            neurons.add(&network.configurations[usize::from(configuration)]);
        }
        for (last, offsets) in input.last.iter().zip(&network.offsets) {
            if let Some(last) = *last {
                neurons.add(&offsets[offset_class(scored.mv, last)]);
            }
        }
        scored.score = network.output(&neurons, scored.score);
    }
}

impl PolicyNetwork {
    /// The logit of a move with these neurons and this prior by shapes.
    #[inline(always)]
    fn output(&self, neurons: &Row, prior: i32) -> i32 {
        let mut sum = 0_i32;
        for index in 0..NEURONS {
            let neuron = neurons.0[index];
            let rectified = i32::from(neuron.max(0)) * i32::from(self.output_weights.0[index]);
            let skipped = i32::from(neuron) * i32::from(self.skip_weights.0[index]);
            sum = sum.wrapping_add(rectified).wrapping_add(skipped);
        }
        sum / OUTPUT_SCALE + prior * i32::from(self.prior_weight) / PRIOR_UNIT
    }
}

/// Softmax: replaces logits by the binary logarithms of probabilities, all on the scale [`ROW_SCALE`].
fn replace_by_probabilities(moves: &mut [ScoredMove<Point>]) {
    let Some(greatest) = moves.iter().map(|scored| scored.score).max() else { return };
    let mut sum = 0;
    for ScoredMove { score, .. } in &mut *moves {
        *score = greatest.saturating_sub(*score).min(MAX_DEFICIT);
        sum += power_of_half(*score);
    }
    let log_of_sum = log2(sum) - log2(power_of_half(0));
    moves.iter_mut().for_each(|scored| scored.score = -scored.score - log_of_sum);
}

/// The largest difference of logits that is told from larger ones.
const MAX_DEFICIT: i32 = 30 * ROW_SCALE;

/// 2^(16 - `exponent` / [`ROW_SCALE`]) for exponents up to [`MAX_DEFICIT`], interpolated between powers of two. (At
/// most 6 % too large; Mitchell, "Computer Multiplication and Division Using Binary Logarithms", 1962.)
fn power_of_half(exponent: i32) -> u32 {
    let (whole, fraction) = (exponent / ROW_SCALE, exponent % ROW_SCALE);
    ((((2 * ROW_SCALE - fraction) as u32) << 16) / ROW_SCALE as u32) >> (whole + 1)
}

/// The binary logarithm of a positive number on the scale [`ROW_SCALE`], interpolated between powers of two. (At most
/// 0.09 too small; Mitchell, as above.)
fn log2(number: u32) -> i32 {
    let whole = number.max(1).ilog2();
    let fraction = ((u64::from(number) * ROW_SCALE as u64) >> whole) as i32 - ROW_SCALE;
    whole as i32 * ROW_SCALE + fraction
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::games::gomoku::evaluation::configurations::{around, canonical, with_swapped_colours};
    use crate::games::gomoku::rules::board::{Position, Rule};
    use crate::games::gomoku::threats::weights::THREAT_PAIRS;
    use crate::games::gomoku::{Gomoku, Rules};
    use crate::random::SplitMix64;

    /// The logit of a move by its formula, in floating point.
    fn logit(policy: &PolicyNetwork, position: &Position, input: &PolicyInput<'_>, scored: ScoredMove<Point>) -> f64 {
        let row = |d: usize| {
            let (planes, bit) = position.board().line_planes(scored.mv, d);
            let seen = around(planes, bit);
            let seen = if position.side() == Side::X { seen } else { with_swapped_colours(seen) };
            &policy.configurations[usize::from(canonical(seen))]
        };
        let offsets = input.last.iter().zip(&policy.offsets);
        let offsets = offsets.filter_map(|(last, rows)| last.map(|last| &rows[offset_class(last, scored.mv)]));
        let rows: Vec<&Row> =
            (0..DIRECTIONS.len()).map(row).chain(offsets).chain([&policy.pairs[input.pair]]).collect();
        let output = |neuron: usize| {
            let sum: f64 = rows.iter().map(|row| f64::from(row.0[neuron])).sum();
            sum * f64::from(policy.skip_weights.0[neuron]) + sum.max(0.0) * f64::from(policy.output_weights.0[neuron])
        };
        let prior = f64::from(scored.score) * f64::from(policy.prior_weight) / f64::from(PRIOR_UNIT);
        (0..NEURONS).map(output).sum::<f64>() / f64::from(OUTPUT_SCALE) + prior
    }

    /// A position after random moves, with its last moves, the latest first.
    fn random_line(rules: &Rules, random: &mut SplitMix64) -> (Position, [Option<Point>; LAST_MOVES]) {
        let (mut position, mut last) = (Gomoku::start(rules), [None; LAST_MOVES]);
        for _ in 0..random.below(40) {
            let point = Point::new(random.below(rules.size), random.below(rules.size));
            if Gomoku::is_legal(&position, point) && Gomoku::terminal(&position).is_none() {
                Gomoku::play(&mut position, point);
                last.rotate_right(1);
                last[0] = Some(point);
            }
        }
        (position, last)
    }

    #[test]
    fn logits_are_their_formula_on_every_level() {
        let network = PolicyNetwork::random(9);
        let mut random = SplitMix64::new(4);
        for round in 0..60 {
            let rule = Rule::ALL[round % 3];
            let (position, last) = random_line(&Rules { size: 12, rule }, &mut random);
            let side = position.side();
            let mut configurations = [[0; DIRECTIONS.len()]; POINTS];
            for point in position.board().empty_points() {
                configurations[point.index()] = std::array::from_fn(|d| {
                    let (planes, bit) = position.board().line_planes(point, d);
                    around(planes, bit)
                });
            }
            let input = PolicyInput { side, pair: random.below(THREAT_PAIRS), last, configurations: &configurations };
            let prior = |mv| ScoredMove { mv, score: random.below(32_769) as i32 - 16_384 };
            let moves: Vec<_> = position.board().empty_points().map(prior).collect();
            for processor in Processor::levels() {
                let mut scored = moves.clone();
                Policy::new(&network).on(processor).replace_by_logits(&input, &mut scored);
                for (before, after) in moves.iter().zip(&scored) {
                    let exact = logit(&network, &position, &input, *before);
                    assert!((f64::from(after.score) - exact).abs() < 2.5, "{rule:?} {processor:?}: {after:?} {exact}");
                }
            }
        }
    }

    #[test]
    fn probabilities_are_those_of_a_softmax() {
        let mut random = SplitMix64::new(6);
        for _ in 0..300 {
            let mv = Point::new(0, 0);
            let mut moves: Vec<_> = (0..1 + random.below(60))
                .map(|_| ScoredMove { mv, score: random.below(12_000) as i32 - 6000 })
                .collect();
            let scale = f64::from(ROW_SCALE);
            let sum: f64 = moves.iter().map(|scored| (f64::from(scored.score) / scale).exp2()).sum();
            let exact: Vec<f64> = moves.iter().map(|scored| f64::from(scored.score) / scale - sum.log2()).collect();
            replace_by_probabilities(&mut moves);
            for (scored, exact) in moves.iter().zip(exact) {
                assert!((f64::from(scored.score) / scale - exact).abs() < 0.1, "{scored:?} {exact}");
            }
        }
    }

    #[test]
    fn impossible_moves_are_far_below_the_best() {
        let mv = Point::new(0, 0);
        let mut moves = [i32::MIN, i32::MAX, 0].map(|score| ScoredMove { mv, score });
        replace_by_probabilities(&mut moves);
        assert_eq!(moves.map(|scored| scored.score), [-MAX_DEFICIT, 0, -MAX_DEFICIT]);
        replace_by_probabilities(&mut []);
    }
}
