//! Chances against a fallible opponent that take the game history into account: value iteration over the positions near
//! the root.
//!
//! [`Chances`] know nothing about repeated positions. A player who relies on them alone repeats positions until the
//! game is drawn by repetition before the opponent has erred. So the positions near the root are evaluated again
//! without repeated ones; the others keep the chances of the table.
//!
//! Knows nothing of any particular game or of the rules of draws.

use super::Indexed;
use super::chances::{Chances, Graph, Mover, decided_chance, may_choose};
use crate::game::Game;
use crate::score::Score;
use std::collections::HashMap;

/// Number of moves to try near the root.
const BUDGET: usize = 12_000;

/// Values of positions in view of the game history.
pub trait WithHistory<G: Game> {
    /// The exact value of a position for the side to move.
    fn score(&self, position: &G::Position) -> Score;
    /// The factor, 0 to 1, for the chance of a position that is not decided: below 1 if it repeats an earlier one.
    fn weight(&self, position: &G::Position) -> f32;
}

/// The winning chance, 0 to 1, of the player to move at `root` after each of `moves`.
pub fn local_chances<G: Indexed>(
    chances: &Chances,
    history: &impl WithHistory<G>,
    root: &G::Position,
    moves: &[G::Move],
) -> Vec<f32> {
    let mut local = LocalGraph { chances, history, nodes: HashMap::new(), known: Vec::new(), budget: BUDGET };
    let mut position = root.clone();
    let first = |&mv: &G::Move| {
        let undo = G::play(&mut position, mv);
        let node = local.node(&position, Mover::Fallible);
        G::undo(&mut position, mv, undo);
        node as usize
    };
    let first: Vec<_> = moves.iter().map(first).collect();
    let graph = local.explore();
    first.into_iter().map(|node| graph.chance(node)).collect()
}

/// The positions near the root while they are explored.
struct LocalGraph<'a, G: Game, P> {
    chances: &'a Chances,
    history: &'a P,
    /// The node number of each position found, by key; the key includes the side to move.
    nodes: HashMap<u64, u32>,
    /// The positions by node number, in order of their distance from the root.
    known: Vec<(G::Position, Mover)>,
    /// Number of moves that may still be tried.
    budget: usize,
}

impl<G: Indexed, P: WithHistory<G>> LocalGraph<'_, G, P> {
    /// The node number of a position.
    fn node(&mut self, position: &G::Position, mover: Mover) -> u32 {
        let LocalGraph { nodes, known, .. } = self;
        *nodes.entry(G::key(position)).or_insert_with(|| {
            known.push((position.clone(), mover));
            known.len() as u32 - 1
        })
    }

    /// Explores breadth first until the budget is spent, and evaluates the graph.
    fn explore(&mut self) -> Graph {
        let mut graph = Graph::default();
        let mut at = 0;
        while let Some((position, mover)) = self.known.get(at).cloned() {
            let chance = self.chances.of(mover, G::index(&position));
            let weight = self.history.weight(&position);
            match decided_chance(mover, self.history.score(&position)) {
                Some(chance) => graph.add(mover, chance, []),
                None if weight < 1.0 || self.budget == 0 => graph.add(mover, weight * chance, []),
                None => {
                    let next = self.choices(position, mover);
                    graph.add(mover, chance, next);
                }
            }
            at += 1;
        }
        graph.iterate(0..at);
        graph
    }

    /// The nodes that the moves which may be chosen lead to.
    fn choices(&mut self, mut position: G::Position, mover: Mover) -> Vec<u32> {
        let score = self.history.score(&position);
        let mut moves = Vec::new();
        G::legal_moves(&position, &mut moves);
        self.budget = self.budget.saturating_sub(moves.len());
        let mut next = Vec::with_capacity(moves.len());
        for mv in moves {
            let undo = G::play(&mut position, mv);
            let move_value = (-self.history.score(&position)).add_plies(1);
            if may_choose(mover, self.chances.opponent(), move_value, score) {
                next.push(self.node(&position, mover.other()));
            }
            G::undo(&mut position, mv, undo);
        }
        next
    }
}
