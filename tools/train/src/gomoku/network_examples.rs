//! Training examples for the network, from the positions of self-play games.
//!
//! The target of a position is its λ-return (Sutton, "Learning to Predict by the Methods of Temporal Differences",
//! 1988): an exponentially weighted mean of the scores of the searches from that position on and of the result of the
//! game.

use super::games::Game;
use super::network_trainer::{Input, LAST_OF_POINT};
use super::shape_examples::{expected_score, is_validation, result};
use crate::logistic::logit;
use quartet::game::{Game as _, Side};
use quartet::games::gomoku::evaluation::configurations::{Configuration, around, has_no_stone, with_swapped_colours};
use quartet::games::gomoku::evaluation::network::stage;
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::games::gomoku::threats::shapes::ThreatClass;
use quartet::games::gomoku::threats::weights::{ShapeWeights, rule_side, threat_pair};
use quartet::games::gomoku::{Gomoku, Position, Rule};
use std::ops::Range;

/// Positions with a proven result nearer than this many plies are left out: the search finds such a win before it
/// evaluates the position. The limit is lower than that for the weights of shapes because a search that tries only
/// fours misses longer wins.
const MIN_PROVEN_PLIES: u16 = 5;

/// All examples, whose features share one allocation.
#[derive(Default)]
pub(super) struct NetworkExamples {
    features: Vec<Configuration>,
    list: Vec<NetworkExample>,
}

/// A training example.
pub(super) struct NetworkExample {
    /// Range of the features in [`NetworkExamples`].
    features: Range<u32>,
    rule_sides: [u8; 2],
    pair: u8,
    /// Number of stones on the board.
    pub stones: u16,
    /// Evaluation by the weights of shapes alone for the side to move, as a logit.
    pub base_logit: f32,
    /// Target: the expected score for the side to move.
    pub target: f32,
    /// Whether the example belongs to the validation set.
    pub is_validation: bool,
}

impl NetworkExamples {
    /// All examples.
    pub(super) fn list(&self) -> &[NetworkExample] {
        &self.list
    }

    /// Network input of an example.
    pub(super) fn input(&self, example: &NetworkExample) -> Input<'_> {
        let Range { start, end } = example.features;
        Input {
            features: &self.features[start as usize..end as usize],
            rule_sides: example.rule_sides.map(usize::from),
            pair: usize::from(example.pair),
            stage: stage(usize::from(example.stones)),
        }
    }

    /// Adds the searched positions of a game, except those that are decided by their threats or by a short proven win.
    pub(super) fn add(&mut self, game: &Game, weights: &ShapeWeights, patterns: &PatternTables, lambda: f32) {
        let mut position = Gomoku::start(&game.rules);
        let mut threats = Threats::default();
        let mut labelled = lambda_returns(game, lambda).into_iter().zip(&game.searched);
        let is_validation = is_validation(game);
        for (index, &mv) in game.moves.iter().enumerate() {
            let labelled = if index < game.opening_len() { None } else { labelled.next() };
            if let Some((target, searched)) = labelled {
                threats.reset_weighted(&position, patterns, weights);
                if searched.score.distance().is_none_or(|plies| plies >= MIN_PROVEN_PLIES)
                    && let Some(example) = self.example(&position, &threats, target)
                {
                    self.list.push(NetworkExample { is_validation, ..example });
                }
            }
            Gomoku::play(&mut position, mv);
        }
    }

    /// The example of a position; `None` if its threats decide the game.
    fn example(&mut self, position: &Position, threats: &Threats, target: f32) -> Option<NetworkExample> {
        let sides = [position.side(), position.side().other()];
        let [own_threat, opponent_threat] = sides.map(|side| threats.strongest(side));
        if own_threat >= ThreatClass::UnstoppableFour || opponent_threat == ThreatClass::Five {
            return None;
        }
        let start = self.features.len() as u32;
        self.push_features(position);
        Some(NetworkExample {
            features: start..self.features.len() as u32,
            rule_sides: sides.map(|side| relative_rule_side(position.rule(), side)),
            pair: threat_pair(own_threat, opponent_threat) as u8,
            stones: position.stones() as u16,
            base_logit: logit((threats.balance(sides[0]) + threats.tempo(sides[0])) as f32),
            target,
            is_validation: false,
        })
    }

    /// Appends the configurations around all empty points, seen from the side to move.
    fn push_features(&mut self, position: &Position) {
        let board = position.board();
        for point in board.empty_points() {
            let first = self.features.len();
            for direction in 0..4 {
                let (planes, bit) = board.line_planes(point, direction);
                let seen = around(planes, bit);
                if !has_no_stone(seen) {
                    self.features.push(if position.side() == Side::X { seen } else { with_swapped_colours(seen) });
                }
            }
            if let Some(last) = self.features[first..].last_mut() {
                *last |= LAST_OF_POINT;
            }
        }
    }
}

/// Index of a side's rule side among those of the rule.
fn relative_rule_side(rule: Rule, side: Side) -> u8 {
    (rule_side(rule, side) - rule_side(rule, Side::X)) as u8
}

/// λ-returns of the searched positions of a game, as expected scores for the side to move. A return does not extend
/// beyond a random move or a proven score.
fn lambda_returns(game: &Game, lambda: f32) -> Vec<f32> {
    let mut returns: Vec<f32> = Vec::with_capacity(game.searched.len());
    for (index, searched) in (game.opening_len()..game.moves.len()).zip(&game.searched).rev() {
        let value = expected_score(searched.score);
        let is_cut = searched.score.is_proven() || searched.best_move != game.moves[index];
        let next = returns.last().map_or_else(|| result(game, game.side(index)), |next| 1.0 - next);
        returns.push(if is_cut { value } else { (1.0 - lambda) * value + lambda * next });
    }
    returns.reverse();
    returns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::games::Searched;
    use quartet::games::gomoku::{Point, Rules};
    use quartet::score::Score;

    /// A game of four moves won by the side that plays the last one. The last three moves were searched for; the second
    /// of these is random if `random_move` is set.
    fn game(random_move: bool) -> Game {
        let moves: Vec<_> = (0..4).map(|index| Point::new(7, 3 * index)).collect();
        let mut searched: Vec<_> = moves[1..]
            .iter()
            .zip([0, 100, -100])
            .map(|(&best_move, cp)| Searched { best_move, score: Score::cp(cp) })
            .collect();
        if random_move {
            searched[1].best_move = Point::new(0, 0);
        }
        Game { rules: Rules { size: 15, ..Rules::default() }, moves, searched, winner: Some(Side::O) }
    }

    fn close(found: &[f32], expected: [f32; 3]) {
        assert!(found.len() == 3 && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
    }

    #[test]
    fn later_scores_are_negated_and_discounted() {
        close(&lambda_returns(&game(false), 0.0), [0.5, 0.75, 0.25]);
        close(&lambda_returns(&game(false), 1.0), [1.0, 0.0, 1.0]);
        close(&lambda_returns(&game(false), 0.5), [0.46875, 0.5625, 0.625]);
    }

    #[test]
    fn a_random_move_cuts_the_return() {
        close(&lambda_returns(&game(true), 1.0), [0.25, 0.75, 1.0]);
    }

    #[test]
    fn features_are_configurations_seen_from_the_side_to_move() {
        let mut examples = NetworkExamples::default();
        examples.add(&game(false), ShapeWeights::shipped(), &PatternTables::default(), 0.8);
        assert_eq!(examples.list().iter().map(|example| example.stones).collect::<Vec<_>>(), [1, 2, 3]);
        let first = examples.input(&examples.list()[0]);
        // A stone in the first column: four points to one side in its row and on each diagonal, and four to either side
        // in its column.
        let points = first.features.iter().filter(|&&feature| feature & LAST_OF_POINT != 0).count();
        assert_eq!((first.features.len(), points), (4 + 8 + 4 + 4, 20));
        let has_stone = |feature: &&Configuration| {
            let configuration = **feature & !LAST_OF_POINT;
            configuration != with_swapped_colours(configuration)
        };
        assert_eq!(first.features.iter().filter(has_stone).count(), 20);
    }
}
