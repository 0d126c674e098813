//! How likely a fallible opponent goes wrong: value iteration over the whole graph of a solved game.
//!
//! Two players meet. One never gives up the exact value of a position, plays the fastest win and the slowest loss, and is
//! otherwise free; the other one is [`Fallible`]. A position is worth the chance that the first one comes to win, expected
//! over the errors of the other one, with the best choice among the free moves; [`DISCOUNT`] is taken for every ply until
//! the position is won. Without a discount every drawn position of a game without end would be won some day; with it the
//! chance of an early error counts.
//!
//! The idea, a "winning chance" for the moves that keep a draw, is that of the solving paper of the L-Game; the model is ours,
//! the iteration Bellman's (1957).
//! Must not know: any particular game, what the chances are used for.

use super::{Indexed, Values};
use crate::game::Side;
use crate::score::Score;
use std::ops::Range;

/// What a ply before the decision costs: one that comes two plies later counts 2 % less. Anything from 0.98 to 0.998 gave
/// the same results within the errors of some thousand games, 0.9 and less worse ones.
const DISCOUNT: f32 = 0.99;
/// The iteration ends when no chance changes by more than this.
const PRECISION: f32 = 1e-5;

/// A player who overlooks what is further away than some plies.
///
/// It sees every win and loss within its depth, exactly, takes the fastest win and the slowest loss among those it sees, and
/// chooses among all moves that look alike each with the same probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fallible {
    /// Plies that it sees, its own move included; with 0 it moves by lot.
    pub depth: u16,
}

impl Fallible {
    /// What a position or move of this exact value looks like.
    pub fn sees(self, score: Score) -> Score {
        let far = score.distance().is_none_or(|distance| distance > self.depth);
        if far { Score::DRAW } else { score }
    }
}

/// Which of the two players is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// The one who keeps the exact value.
    Careful,
    /// The one who errs.
    Fallible,
}

impl Mover {
    /// The other one.
    pub fn other(self) -> Mover {
        match self {
            Mover::Careful => Mover::Fallible,
            Mover::Fallible => Mover::Careful,
        }
    }
}

/// For every position the discounted chance of the careful player to win, 0 to 1.
pub struct Chances {
    opponent: Fallible,
    /// With the careful player to move, by index.
    careful: Vec<f32>,
    /// With the fallible one to move.
    fallible: Vec<f32>,
}

impl Chances {
    /// The chances in all positions of a game against one opponent.
    pub fn new<G: Indexed>(values: &Values, opponent: Fallible) -> Self {
        let classes = Classes::new::<G>();
        let mut graph = Graph::default();
        for class in 0..classes.members.len() {
            // Both in turn, so that the nodes of a class follow from its number.
            for mover in [Mover::Careful, Mover::Fallible] {
                classes.add_node::<G>(&mut graph, values, opponent, class, mover);
            }
        }
        for layer in classes.layers::<G>() {
            graph.settle(2 * layer.start..2 * layer.end);
        }
        let of = |mover| classes.of.iter().map(|&class| graph.chance(node(class, mover))).collect();
        Chances { opponent, careful: of(Mover::Careful), fallible: of(Mover::Fallible) }
    }

    /// The opponent.
    pub fn opponent(&self) -> Fallible {
        self.opponent
    }

    /// The chance in the position with this index.
    pub fn of(&self, mover: Mover, index: usize) -> f32 {
        match mover {
            Mover::Careful => self.careful[index],
            Mover::Fallible => self.fallible[index],
        }
    }
}

/// The chance where the outcome is certain, `score` being the exact value from the side to move: when the careful player
/// has won, or is immobile.
pub(super) fn certain(mover: Mover, score: Score) -> Option<f32> {
    let own = if mover == Mover::Careful { score } else { -score };
    match own.distance() {
        Some(_) if own.is_win() => Some(1.0),
        Some(0) => Some(0.0),
        _ => None,
    }
}

/// Whether the mover may choose a move worth `worth` in a position worth `score`.
pub(super) fn chooses(mover: Mover, opponent: Fallible, worth: Score, score: Score) -> bool {
    match mover {
        Mover::Careful => worth == score,
        Mover::Fallible => opponent.sees(worth) == opponent.sees(score),
    }
}

/// Positions with a player to move each, and the moves that may be chosen.
#[derive(Default)]
pub(super) struct Graph {
    movers: Vec<Mover>,
    chances: Vec<f32>,
    /// The end of each node's list in `next`.
    ends: Vec<u32>,
    /// Where the moves lead.
    next: Vec<u32>,
}

impl Graph {
    /// Adds a node whose chance is known or guessed, with the nodes that its moves lead to (none if it is known).
    pub fn add(&mut self, mover: Mover, chance: f32, next: impl IntoIterator<Item = u32>) {
        self.movers.push(mover);
        self.chances.push(chance);
        self.next.extend(next);
        self.ends.push(self.next.len() as u32);
    }

    /// The chance in a node, as far as it is settled.
    pub fn chance(&self, node: usize) -> f32 {
        self.chances[node]
    }

    /// Iterates over a range of nodes until their chances stand still; nodes outside stay as they are.
    pub fn settle(&mut self, nodes: Range<usize>) {
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

    /// The chance that follows from where the moves lead; `None` for a node without moves.
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

/// The node of a class.
fn node(class: u32, mover: Mover) -> usize {
    2 * class as usize + usize::from(mover == Mover::Fallible)
}

/// Positions that are images of each other have the same chances; one of each class is enough.
struct Classes {
    /// The class of every position.
    of: Vec<u32>,
    /// The least index of every class, rising.
    members: Vec<usize>,
}

impl Classes {
    fn new<G: Indexed>() -> Self {
        const NONE: u32 = u32::MAX;
        let mut classes = Classes { of: vec![NONE; G::SIZE], members: Vec::new() };
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

    /// Ranges of classes that play never leaves towards a later one, so that each is settled before the next.
    fn layers<G: Indexed>(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let end = G::reach(*self.members.get(start)?);
            let layer = start..self.members.partition_point(|&index| index < end);
            start = layer.end;
            Some(layer)
        })
    }

    /// Adds a class with one of the players to move; without moves where the outcome is certain.
    fn add_node<G: Indexed>(&self, graph: &mut Graph, values: &Values, opponent: Fallible, class: usize, mover: Mover) {
        let index = self.members[class];
        let score = values.score(Side::X, index);
        if let Some(chance) = certain(mover, score) {
            return graph.add(mover, chance, []);
        }
        let mut position = G::position(index);
        let mut moves = Vec::new();
        G::legal_moves(&position, &mut moves);
        let next = moves.into_iter().filter_map(|mv| {
            let undo = G::play(&mut position, mv);
            let after = G::index(&position);
            G::undo(&mut position, mv, undo);
            let worth = (-values.score(Side::X, after)).deeper(1);
            chooses(mover, opponent, worth, score).then(|| node(self.of[after], mover.other()) as u32)
        });
        graph.add(mover, 0.0, next);
    }
}
