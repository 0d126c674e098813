//! Training examples for the policy network: the best moves of the searches of self-play games.

use super::games::Game;
use super::policy_trainer::{Candidate, OFFSETS_START, PAIRS_START};
use super::shape_examples::is_validation;
use quartet::game::Game as _;
use quartet::games::gomoku::evaluation::configurations::around;
use quartet::games::gomoku::evaluation::policy::{LAST_MOVES, OFFSETS, offset_class, row_of};
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::games::gomoku::threats::shapes::ThreatClass;
use quartet::games::gomoku::threats::weights::threat_pair;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule};
use std::num::NonZeroU16;
use std::ops::Range;

/// The number of candidates of an example: those with the greatest priors by shapes. Searches list fewer moves.
const CANDIDATES: usize = 60;

/// All examples, whose candidates share one allocation.
#[derive(Default)]
pub(super) struct PolicyExamples {
    candidates: Vec<Candidate>,
    list: Vec<PolicyExample>,
}

/// A training example.
pub(super) struct PolicyExample {
    /// Range of the candidates in [`PolicyExamples`].
    candidates: Range<usize>,
    /// Rule of the game.
    pub rule: Rule,
    /// Row of the pair of strongest threats.
    pub pair_row: usize,
    /// Index of the best move among the candidates.
    pub best: usize,
    /// Whether the example belongs to the validation set.
    pub is_validation: bool,
}

impl PolicyExamples {
    /// All examples.
    pub(super) fn list(&self) -> &[PolicyExample] {
        &self.list
    }

    /// The candidates of an example.
    pub(super) fn candidates(&self, example: &PolicyExample) -> &[Candidate] {
        &self.candidates[example.candidates.clone()]
    }

    /// Adds the searched positions of a game, except those in which a side can make a five or an open four: moves are
    /// forced there.
    pub(super) fn add(&mut self, game: &Game, patterns: &PatternTables) {
        let mut position = Gomoku::start(&game.rules);
        let mut threats = Threats::default();
        let is_validation = is_validation(game);
        for (index, &mv) in game.moves.iter().enumerate() {
            if let Some(searched) = index.checked_sub(game.opening_len()).map(|index| game.searched[index]) {
                threats.reset(&position, patterns);
                self.push(&position, &threats, &last_moves(&game.moves[..index]), searched.best_move, is_validation);
            }
            Gomoku::play(&mut position, mv);
        }
    }

    fn push(
        &mut self,
        position: &Position,
        threats: &Threats,
        last: &[Option<Point>; LAST_MOVES],
        best: Point,
        is_validation: bool,
    ) {
        let side = position.side();
        let [own, opponent] = [side, side.other()].map(|side| threats.strongest(side));
        let mut points: Vec<Point> = threats.connected_points(position).collect();
        points.sort_by_key(|&point| (-threats.prior(point, side), point));
        points.truncate(CANDIDATES);
        let Some(best) = points.iter().position(|&point| point == best) else { return };
        if own.max(opponent) >= ThreatClass::UnstoppableFour {
            return;
        }
        let start = self.candidates.len();
        self.candidates.extend(points.iter().map(|&point| candidate(position, threats, last, point)));
        self.list.push(PolicyExample {
            candidates: start..self.candidates.len(),
            rule: position.rule(),
            pair_row: PAIRS_START + threat_pair(own, opponent),
            best,
            is_validation,
        });
    }
}

/// The last of these moves, the latest first.
fn last_moves(moves: &[Point]) -> [Option<Point>; LAST_MOVES] {
    std::array::from_fn(|age| moves.len().checked_sub(age + 1).map(|index| moves[index]))
}

/// The rows and the prior of a move.
fn candidate(position: &Position, threats: &Threats, last: &[Option<Point>; LAST_MOVES], point: Point) -> Candidate {
    let side = position.side();
    let configuration = |direction| {
        let (planes, bit) = position.board().line_planes(point, direction);
        row_of(around(planes, bit), side)
    };
    let offset = |age: usize| {
        let class = offset_class(point, last[age]?);
        NonZeroU16::new((OFFSETS_START + age * OFFSETS + class) as u16)
    };
    Candidate {
        configurations: std::array::from_fn(configuration),
        offsets: std::array::from_fn(offset),
        prior: threats.prior(point, side) as i16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::games::parse;
    use crate::gomoku::policy_trainer::PolicyTrainer;
    use quartet::games::gomoku::evaluation::accumulator::{Accumulator, RuleNetwork};
    use quartet::games::gomoku::evaluation::move_probabilities::{Policy, PolicyInput};
    use quartet::games::gomoku::evaluation::network::Network;
    use quartet::games::gomoku::evaluation::policy::ROW_SCALE;
    use quartet::search::expert::ScoredMove;
    use std::sync::Arc;

    const GAME: &str = "15 x h8 i9 h9 i10 h10 i11 h11 i12 h12 h9:5 i10:-5 h10:10 i11:-10 h11:900 h12:-900 h12:31999";

    fn examples(rule: Rule) -> (Game, PolicyExamples) {
        let game = parse(rule, GAME).expect("a game");
        let mut examples = PolicyExamples::default();
        examples.add(&game, &PatternTables::default());
        (game, examples)
    }

    #[test]
    fn positions_with_fours_are_left_out() {
        let (game, examples) = examples(Rule::Freestyle);
        // From the fifth move on, three stones in a row make an open four.
        assert_eq!((game.searched.len(), examples.list().len()), (7, 3));
        let best = |example: &PolicyExample| examples.candidates(example)[example.best];
        assert_eq!(best(&examples.list()[0]).offsets.map(|row| row.is_some()), [true, true, false]);
        assert!(examples.list().iter().all(|example| examples.candidates(example).len() <= CANDIDATES));
    }

    #[test]
    fn the_engine_computes_the_same_probabilities() {
        for rule in Rule::ALL {
            let (game, examples) = examples(rule);
            let mut trainer = PolicyTrainer::new(5);
            for _ in 0..20 {
                for example in examples.list() {
                    trainer.update(example.pair_row, examples.candidates(example), example.best, 0.05);
                }
            }
            let (patterns, mut threats) = (PatternTables::default(), Threats::default());
            let mut position = Gomoku::start(&game.rules);
            for &mv in &game.moves[..2] {
                Gomoku::play(&mut position, mv);
            }
            threats.reset(&position, &patterns);
            let (example, side) = (&examples.list()[0], position.side());
            let mut moves: Vec<_> = threats
                .connected_points(&position)
                .map(|mv| ScoredMove { mv, score: threats.prior(mv, side) })
                .collect();
            moves.sort_by_key(|scored| (-scored.score, scored.mv));
            moves.truncate(CANDIDATES);
            let mut accumulator = Accumulator::new(Arc::new(RuleNetwork::new(&Network::default(), rule)), &position);
            let input = PolicyInput {
                side,
                pair: example.pair_row - PAIRS_START,
                last: last_moves(&game.moves[..2]),
                configurations: accumulator.configurations(),
            };
            Policy::new(&trainer.quantised()).score(&input, &mut moves);
            let probabilities = trainer.probabilities(example.pair_row, examples.candidates(example));
            assert_eq!(moves.len(), probabilities.len());
            for (scored, probability) in moves.iter().zip(probabilities) {
                let found = (scored.score as f32 / ROW_SCALE as f32).exp2();
                assert!((found / probability - 1.0).abs() < 0.1, "{scored:?}: {found} {probability}");
            }
        }
    }
}
