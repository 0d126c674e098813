//! The positions of games as the network sees them, and what their values should be: each is judged by all that was
//! found after it, the nearer the more (the λ-return: Sutton, "Learning to predict by the methods of temporal
//! differences", 1988).
//!
//! Must not know: how games were played, what learns from them.

use super::games::{Game, Searched};
use super::network_trainer::{Input, LAST};
use super::shape_examples::{chance, is_held_out, result};
use quartet::game::{Game as _, Side};
use quartet::games::gomoku::evaluation::configurations::{Configuration, around, is_bare, recoloured};
use quartet::games::gomoku::evaluation::network::stage;
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::Patterns;
use quartet::games::gomoku::threats::shapes::Class;
use quartet::games::gomoku::threats::weights::{Weights, pair, role};
use quartet::games::gomoku::{Gomoku, Position, Rule};
use quartet::score::Score;
use std::ops::Range;

/// Proofs nearer than this many plies are found by the search before it evaluates. (Fewer than the weights have, for a
/// search that looks for fours alone does not see the rest.)
const NEAR: u16 = 5;

/// Many positions, in one piece.
#[derive(Default)]
pub(super) struct Examples {
    entries: Vec<Configuration>,
    list: Vec<Example>,
}

/// A position.
pub(super) struct Example {
    /// Where its entries stand.
    entries: Range<u32>,
    parts: [u8; 2],
    pair: u8,
    /// Stones on the board.
    pub stones: u16,
    /// What the weights say for the side to move, as a logit.
    pub before: f32,
    /// What the chance of the side to move should be.
    pub target: f32,
    /// Whether it is never learned from.
    pub is_held_out: bool,
}

impl Examples {
    /// All examples.
    pub(super) fn list(&self) -> &[Example] {
        &self.list
    }

    /// One of them, for the network.
    pub(super) fn input(&self, example: &Example) -> Input<'_> {
        let Range { start, end } = example.entries;
        Input {
            entries: &self.entries[start as usize..end as usize],
            parts: example.parts.map(usize::from),
            pair: usize::from(example.pair),
            stage: stage(usize::from(example.stones)),
        }
    }

    /// Adds those positions of a game that a search would evaluate.
    pub(super) fn add(&mut self, game: &Game, weights: &Weights, patterns: &Patterns, trace: f32) {
        let mut position = Gomoku::start(&game.rules);
        let mut threats = Threats::default();
        let mut later = targets(game, trace).into_iter().zip(&game.searched);
        let is_held_out = is_held_out(game);
        for (number, &mv) in game.moves.iter().enumerate() {
            let searched = if number < game.first() { None } else { later.next() };
            if let Some((target, searched)) = searched {
                threats.reset_weighted(&position, patterns, weights);
                if searched.score.distance().is_none_or(|plies| plies >= NEAR)
                    && let Some(example) = self.example(&position, &threats, target)
                {
                    self.list.push(Example { is_held_out, ..example });
                }
            }
            Gomoku::play(&mut position, mv);
        }
    }

    /// The example of a position, unless its threats decide it at once.
    fn example(&mut self, position: &Position, threats: &Threats, target: f32) -> Option<Example> {
        let (me, you) = (position.side(), position.side().other());
        let (mine, yours) = (threats.strongest(me), threats.strongest(you));
        if mine >= Class::TwoFives || yours == Class::Five {
            return None;
        }
        let start = self.entries.len() as u32;
        self.enter(position);
        Some(Example {
            entries: start..self.entries.len() as u32,
            parts: [me, you].map(|side| part(position.rule(), side)),
            pair: pair(mine, yours) as u8,
            stones: position.stones() as u16,
            before: (threats.balance(me) + threats.urgency(me)) as f32 * 3f32.ln() / 100.0,
            target,
            is_held_out: false,
        })
    }

    fn enter(&mut self, position: &Position) {
        let board = position.board();
        for point in board.empty_points() {
            let first = self.entries.len();
            for d in 0..4 {
                let (row, bit) = board.row(point, d);
                let seen = around(row, bit);
                if !is_bare(seen) {
                    self.entries.push(if position.side() == Side::X { seen } else { recoloured(seen) });
                }
            }
            if let Some(last) = self.entries[first..].last_mut() {
                *last |= LAST;
            }
        }
    }
}

/// The part of a colour: of their own only where the roles are not the same.
fn part(rule: Rule, side: Side) -> u8 {
    (role(rule, side) - role(rule, Side::X)) as u8
}

/// What the chances of the sides to move should be, where moves were searched for.
fn targets(game: &Game, trace: f32) -> Vec<f32> {
    let first = game.first();
    let mut targets: Vec<f32> = Vec::with_capacity(game.searched.len());
    for (number, searched) in (first..game.moves.len()).zip(&game.searched).rev() {
        let value = chance_of(searched);
        let is_last = searched.score.is_proven() || searched.best != game.moves[number];
        let later = targets.last().map_or_else(|| result(game, game.side(number)), |later| 1.0 - later);
        targets.push(if is_last { value } else { (1.0 - trace) * value + trace * later });
    }
    targets.reverse();
    targets
}

/// What a search says.
fn chance_of(searched: &Searched) -> f32 {
    match searched.score.distance() {
        Some(_) => f32::from(u8::from(searched.score.is_win())),
        None => chance(f32::from(Score::cp(searched.score.0.into()).0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::games::gomoku::{Point, Rules};

    /// A game of four moves, the last three searched for, won by the side of the last one; the second of these is
    /// random or not.
    fn game(random_move: bool) -> Game {
        let moves: Vec<_> = (0..4).map(|index| Point::new(7, 3 * index)).collect();
        let mut searched: Vec<_> =
            moves[1..].iter().zip([0, 100, -100]).map(|(&best, cp)| Searched { best, score: Score::cp(cp) }).collect();
        if random_move {
            searched[1].best = Point::new(0, 0);
        }
        Game { rules: Rules { size: 15, ..Rules::default() }, moves, searched, winner: Some(Side::O) }
    }

    fn close(found: &[f32], expected: [f32; 3]) {
        assert!(found.len() == 3 && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
    }

    #[test]
    fn later_chances_count_from_the_other_side_and_less() {
        close(&targets(&game(false), 0.0), [0.5, 0.75, 0.25]);
        close(&targets(&game(false), 1.0), [1.0, 0.0, 1.0]);
        close(&targets(&game(false), 0.5), [0.46875, 0.5625, 0.625]);
    }

    #[test]
    fn a_move_by_lot_says_nothing_about_what_was_before() {
        close(&targets(&game(true), 1.0), [0.25, 0.75, 1.0]);
    }

    #[test]
    fn a_position_shows_what_is_around_its_empty_points_as_the_side_to_move_sees_it() {
        let mut examples = Examples::default();
        examples.add(&game(false), Weights::own(), &Patterns::default(), 0.8);
        assert_eq!(examples.list().iter().map(|example| example.stones).collect::<Vec<_>>(), [1, 2, 3]);
        let first = examples.input(&examples.list()[0]);
        // A stone at a7: four points to one side in its row, and to both sides else, but the diagonals end at the
        // border.
        let points = first.entries.iter().filter(|&&entry| entry & LAST != 0).count();
        assert_eq!((first.entries.len(), points), (4 + 8 + 4 + 4, 20));
        let sees_others = |entry: &&Configuration| **entry & !LAST != recoloured(**entry & !LAST);
        assert_eq!(first.entries.iter().filter(sees_others).count(), 20);
    }
}
