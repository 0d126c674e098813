//! The chances against a fallible opponent when a game's past counts: value iteration over the surroundings of a position.
//!
//! [`Chances`] know nothing of positions that have been there before, to which it is no good to come back. A player who goes
//! by them alone walks in circles while the opponent, whose next error is still to come, is about to be given a draw. So
//! the nearest positions are looked at anew, without those; further away the table's chances stand.
//! Must not know: any particular game, the rules of draws.

use super::Indexed;
use super::chances::{Chances, Graph, Mover, certain, chooses};
use crate::game::Game;
use crate::score::Score;
use std::collections::HashMap;

/// Moves tried around the root.
const BUDGET: usize = 12_000;

/// What a game's past makes of positions.
pub trait Past<G: Game> {
    /// The exact value of a position for the side to move.
    fn score(&self, position: &G::Position) -> Score;
    /// How much of its chance is left to a position that is not decided, 0 to 1.
    fn hope(&self, position: &G::Position) -> f32;
}

/// The chance of the player to move at `root` after each of `moves`.
pub fn outlook<G: Indexed>(chances: &Chances, past: &impl Past<G>, root: &G::Position, moves: &[G::Move]) -> Vec<f32> {
    let mut around = Around { chances, past, nodes: HashMap::new(), known: Vec::new(), budget: BUDGET };
    let mut position = root.clone();
    let first = |&mv: &G::Move| {
        let undo = G::play(&mut position, mv);
        let node = around.node(&position, Mover::Fallible);
        G::undo(&mut position, mv, undo);
        node as usize
    };
    let first: Vec<_> = moves.iter().map(first).collect();
    let graph = around.explore();
    first.into_iter().map(|node| graph.chance(node)).collect()
}

/// The surroundings while they are explored.
struct Around<'a, G: Game, P> {
    chances: &'a Chances,
    past: &'a P,
    /// The number of each position found, by key; the key tells who is to move.
    nodes: HashMap<u64, u32>,
    /// The positions by number, in the order of their distance from the root.
    known: Vec<(G::Position, Mover)>,
    /// Moves that may still be tried.
    budget: usize,
}

impl<G: Indexed, P: Past<G>> Around<'_, G, P> {
    /// The number of a position.
    fn node(&mut self, position: &G::Position, mover: Mover) -> u32 {
        let Around { nodes, known, .. } = self;
        *nodes.entry(G::key(position)).or_insert_with(|| {
            known.push((position.clone(), mover));
            known.len() as u32 - 1
        })
    }

    /// Breadth first until the budget is spent.
    fn explore(&mut self) -> Graph {
        let mut graph = Graph::default();
        let mut at = 0;
        while let Some((position, mover)) = self.known.get(at).cloned() {
            let chance = self.chances.of(mover, G::index(&position));
            let hope = self.past.hope(&position);
            match certain(mover, self.past.score(&position)) {
                Some(chance) => graph.add(mover, chance, []),
                None if hope < 1.0 || self.budget == 0 => graph.add(mover, hope * chance, []),
                None => {
                    let next = self.choices(position, mover);
                    graph.add(mover, chance, next);
                }
            }
            at += 1;
        }
        graph.settle(0..at);
        graph
    }

    /// Where the moves lead that may be chosen.
    fn choices(&mut self, mut position: G::Position, mover: Mover) -> Vec<u32> {
        let score = self.past.score(&position);
        let mut moves = Vec::new();
        G::legal_moves(&position, &mut moves);
        self.budget = self.budget.saturating_sub(moves.len());
        let mut next = Vec::with_capacity(moves.len());
        for mv in moves {
            let undo = G::play(&mut position, mv);
            let worth = (-self.past.score(&position)).deeper(1);
            if chooses(mover, self.chances.opponent(), worth, score) {
                next.push(self.node(&position, mover.other()));
            }
            G::undo(&mut position, mv, undo);
        }
        next
    }
}
