//! Winning chances against a fallible opponent: value iteration over the whole graph of a solved game.
//!
//! The careful player always keeps the exact value of the position, playing the fastest win and the slowest loss; its
//! opponent is [`Fallible`]. The chance of a position is the probability that the careful player reaches a won
//! position, given its best choice among the moves that keep the value and the opponent's random errors, times
//! [`DISCOUNT`] for each ply before that. Without a discount every drawn position of a game without end would
//! eventually be won; with it, the chance of an early error counts.
//!
//! The iteration is Bellman's value iteration (1957); the model of the opponent is ours.
//!
//! Knows nothing of any particular game.

use super::{Indexed, Values};
use crate::game::Side;
use crate::score::Score;
use std::ops::Range;

/// Discount of a chance for each ply. Over some thousand games, values from 0.98 to 0.998 gave the same results within
/// the error bars, and 0.9 and below gave worse ones.
const DISCOUNT: f32 = 0.99;
/// The iteration ends when no chance changes by more than this.
const PRECISION: f32 = 1e-5;

/// A player with a limited search depth.
///
/// It sees exactly every win and loss within its depth, prefers the fastest win and the slowest loss it sees, and
/// chooses uniformly at random among moves that look alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fallible {
    /// Search depth in plies, including the move to be made; with 0 it moves at random.
    pub depth: u16,
}

impl Fallible {
    /// The value that this player perceives for a position or move of this exact value: a draw beyond its depth.
    pub fn perceived(self, score: Score) -> Score {
        let far = score.distance().is_none_or(|distance| distance > self.depth);
        if far { Score::DRAW } else { score }
    }
}

/// Which of the two players is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// The player that keeps the exact value.
    Careful,
    /// The player that errs.
    Fallible,
}

impl Mover {
    /// The other player.
    pub fn other(self) -> Mover {
        match self {
            Mover::Careful => Mover::Fallible,
            Mover::Fallible => Mover::Careful,
        }
    }
}

/// The discounted chance, 0 to 1, of the careful player to win each position.
pub struct Chances {
    opponent: Fallible,
    /// Chances with the careful player to move, by index.
    careful: Vec<f32>,
    /// Chances with the fallible player to move, by index.
    fallible: Vec<f32>,
}

impl Chances {
    /// The chances in all positions of a game against one opponent.
    pub fn new<G: Indexed>(values: &Values, opponent: Fallible) -> Self {
        let classes = SymmetryClasses::new::<G>();
        let mut graph = Graph::default();
        for class in 0..classes.members.len() {
            // In this order the nodes of a class follow from its number.
            for mover in [Mover::Careful, Mover::Fallible] {
                classes.add_node::<G>(&mut graph, values, opponent, class, mover);
            }
        }
        for layer in classes.layers::<G>() {
            graph.iterate(2 * layer.start..2 * layer.end);
        }
        let of = |mover| classes.of.iter().map(|&class| graph.chance(node(class, mover))).collect();
        Chances { opponent, careful: of(Mover::Careful), fallible: of(Mover::Fallible) }
    }

    /// The opponent.
    pub fn opponent(&self) -> Fallible {
        self.opponent
    }

    /// The chance in the position with this index, with this player to move.
    pub fn of(&self, mover: Mover, index: usize) -> f32 {
        match mover {
            Mover::Careful => self.careful[index],
            Mover::Fallible => self.fallible[index],
        }
    }
}

/// The chance of a decided position: the careful player has a won position, or has no moves. `score` is the exact value
/// for the side to move.
pub(super) fn decided_chance(mover: Mover, score: Score) -> Option<f32> {
    let careful = if mover == Mover::Careful { score } else { -score };
    match careful.distance() {
        Some(_) if careful.is_win() => Some(1.0),
        Some(0) => Some(0.0),
        _ => None,
    }
}

/// Whether the player to move may choose a move of value `move_value` in a position of value `score`.
pub(super) fn may_choose(mover: Mover, opponent: Fallible, move_value: Score, score: Score) -> bool {
    match mover {
        Mover::Careful => move_value == score,
        Mover::Fallible => opponent.perceived(move_value) == opponent.perceived(score),
    }
}

/// A graph of positions with the moves that may be chosen in them.
#[derive(Default)]
pub(super) struct Graph {
    movers: Vec<Mover>,
    chances: Vec<f32>,
    /// The end of each node's list in `next`.
    ends: Vec<u32>,
    /// The nodes that moves lead to.
    next: Vec<u32>,
}

impl Graph {
    /// Adds a node with its first estimate, and the nodes that its moves lead to: none if the estimate is exact.
    pub(super) fn add(&mut self, mover: Mover, chance: f32, next: impl IntoIterator<Item = u32>) {
        self.movers.push(mover);
        self.chances.push(chance);
        self.next.extend(next);
        self.ends.push(self.next.len() as u32);
    }

    /// The current chance of a node.
    pub(super) fn chance(&self, node: usize) -> f32 {
        self.chances[node]
    }

    /// Iterates over a range of nodes until their chances converge; other nodes do not change.
    pub(super) fn iterate(&mut self, nodes: Range<usize>) {
        let mut change = f32::INFINITY;
        while change > PRECISION {
            change = 0.0;
            for node in nodes.clone() {
                if let Some(chance) = self.by_moves(node) {
                    change = change.max((chance - self.chances[node]).abs());
                    self.chances[node] = chance;
                }
            }
        }
    }

    /// The chance backed up from the moves; `None` for a node without moves.
    fn by_moves(&self, node: usize) -> Option<f32> {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        let next = &self.next[start as usize..self.ends[node] as usize];
        let after = next.iter().map(|&node| self.chances[node as usize]);
        let chance = match self.movers[node] {
            Mover::Careful => after.reduce(f32::max)?,
            Mover::Fallible => after.reduce(|sum, chance| sum + chance)? / next.len() as f32,
        };
        Some(DISCOUNT * chance)
    }
}

/// The node of a symmetry class.
fn node(class: u32, mover: Mover) -> usize {
    2 * class as usize + usize::from(mover == Mover::Fallible)
}

/// Classes of symmetric positions, which have the same chances: only one position of each is evaluated.
struct SymmetryClasses {
    /// The class of every position.
    of: Vec<u32>,
    /// The smallest index of every class, in increasing order.
    members: Vec<usize>,
}

impl SymmetryClasses {
    fn new<G: Indexed>() -> Self {
        const NONE: u32 = u32::MAX;
        let mut classes = SymmetryClasses { of: vec![NONE; G::SIZE], members: Vec::new() };
        for index in 0..G::SIZE {
            if classes.of[index] != NONE {
                continue;
            }
            let position = G::position(index);
            for symmetry in 0..8 {
                classes.of[G::index(&G::transform(&position, symmetry))] = classes.members.len() as u32;
            }
            classes.members.push(index);
        }
        classes
    }

    /// Ranges of classes, ordered so that no move leads to a later one: each is evaluated before the next.
    fn layers<G: Indexed>(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let end = G::reachable_bound(*self.members.get(start)?);
            let layer = start..self.members.partition_point(|&index| index < end);
            start = layer.end;
            Some(layer)
        })
    }

    /// Adds the node of a class with one of the players to move; without moves if the outcome is decided.
    fn add_node<G: Indexed>(&self, graph: &mut Graph, values: &Values, opponent: Fallible, class: usize, mover: Mover) {
        let index = self.members[class];
        let score = values.score(Side::X, index);
        if let Some(chance) = decided_chance(mover, score) {
            return graph.add(mover, chance, []);
        }
        let mut position = G::position(index);
        let mut moves = Vec::new();
        G::legal_moves(&position, &mut moves);
        let next = moves.into_iter().filter_map(|mv| {
            let undo = G::play(&mut position, mv);
            let after = G::index(&position);
            G::undo(&mut position, mv, undo);
            let move_value = (-values.score(Side::X, after)).add_plies(1);
            may_choose(mover, opponent, move_value, score).then(|| node(self.of[after], mover.other()) as u32)
        });
        graph.add(mover, 0.0, next);
    }
}
