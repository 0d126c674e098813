//! Positions of game records, which are added to a book before it grows by itself.

use super::book_graph::{BookGraph, NodeId};
use super::values::value_of;
use quartet::engine::book::{BookValue, canonical};
use quartet::game::{Game, Notation};
use quartet::games::playable::{MoveOf as Move, Playable, PositionOf as Position};
use std::collections::{HashMap, VecDeque};

/// A position of the records.
struct Seed<P: Playable> {
    position: Position<P>,
    /// How many games came to it.
    games: u64,
    /// The positions before it, by their canonical texts, with the moves of their canonical images.
    origins: Vec<(String, Move<P>)>,
}

/// Positions of game records. Those that most games came to are added first.
pub struct Seeds<P: Playable> {
    /// By canonical text.
    known: HashMap<String, Seed<P>>,
    /// What is left to add, once the order has been decided.
    waiting: Option<VecDeque<Position<P>>>,
    /// The canonical texts of the positions after each position.
    next: HashMap<String, Vec<String>>,
}

impl<P: Playable> Default for Seeds<P> {
    fn default() -> Self {
        Seeds { known: HashMap::new(), waiting: None, next: HashMap::new() }
    }
}

impl<P: Playable> Seeds<P> {
    /// Takes the first `plies` plies of a game that begins with this position. Moves that are not legal end it.
    pub fn add_game<'a>(&mut self, first: Position<P>, moves: impl Iterator<Item = &'a str>, plies: usize) {
        self.waiting = None;
        let (mut position, mut origin) = (first, None);
        let mut moves = moves.take(plies);
        loop {
            if P::Game::terminal(&position).is_some() {
                return;
            }
            let image = canonical::<P::Game>(&position);
            let seed = self.known.entry(image.text.clone()).or_insert_with(|| Seed {
                position: image.position.clone(),
                games: 0,
                origins: Vec::new(),
            });
            seed.games += 1;
            if let Some(origin) = origin.take().filter(|origin| !seed.origins.contains(origin)) {
                self.next.entry(origin.0.clone()).or_default().push(image.text.clone());
                seed.origins.push(origin);
            }
            let Some(mv) = moves.next().and_then(|text| P::Game::parse_move(&position, text).ok()) else { return };
            origin = Some((image.text.clone(), image.move_there(mv)));
            P::Game::play(&mut position, mv);
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The next position to add. No more games may be added after the first call.
    pub(super) fn next_position(&mut self) -> Option<Position<P>> {
        let known = &self.known;
        let waiting = self.waiting.get_or_insert_with(|| {
            let mut order: Vec<(&String, &Seed<P>)> = known.iter().collect();
            order.sort_by_key(|(text, seed)| (std::cmp::Reverse(seed.games), *text));
            order.into_iter().map(|(_, seed)| seed.position.clone()).collect()
        });
        waiting.pop_front()
    }

    /// Lists the moves of the games that lead to a position of the book, or from there to other positions of the book:
    /// a search may not have found them among the best. Returns the positions whose moves have changed.
    pub(super) fn link(&self, graph: &mut BookGraph<P>, id: NodeId) -> Vec<NodeId> {
        let text = graph.node(id).text.clone();
        let after = self.next.get(&text).into_iter().flatten();
        let mut changed = Vec::new();
        for child in after.chain([&text]) {
            let (Some(seed), Some(child)) = (self.known.get(child), graph.find(child)) else { continue };
            let Some(value) = value_of(graph.node(child)).map(BookValue::of_move_here) else { continue };
            for (origin, mv) in &seed.origins {
                if let Some(parent) = graph.find(origin) {
                    graph.add_move(parent, *mv, value);
                    changed.push(parent);
                }
            }
        }
        changed
    }
}
