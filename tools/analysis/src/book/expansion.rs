//! What is searched next, and what becomes of the result.

use super::book_graph::{BookGraph, NodeId, distinct_moves};
use super::priority::Growth;
use super::searcher::{Answer, Question};
use super::seed::Seeds;
use super::values::value_of;
use anyhow::{Result, ensure};
use quartet::engine::book::{BookValue, canonical};
use quartet::game::Game;
use quartet::games::playable::{Playable, PositionOf as Position};
use std::collections::HashSet;

/// How a book grows.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of moves that are listed when a position is added.
    pub lines: usize,
    /// What a loss of one centidisc or centipoint costs a line, in hundredths of a ply.
    pub weight: u64,
}

/// The number of moves that are added to a position whose listed moves all lead to positions in the book.
const WIDENING: usize = 2;

/// A search that the book is waiting for.
#[derive(Clone, Debug)]
pub struct Task<P: Playable> {
    /// What to search.
    pub question: Question<P>,
    /// The canonical text of the position.
    text: String,
}

/// A book and its growth.
pub struct Expansion<P: Playable> {
    graph: BookGraph<P>,
    plan: Plan,
    seeds: Seeds<P>,
    /// The positions being searched.
    busy: HashSet<String>,
    /// Positions that have no more moves worth listing.
    full: HashSet<NodeId>,
    /// The number of positions added.
    added: u64,
}

impl<P: Playable> Expansion<P> {
    /// Grows a book by a plan; the positions of the seeds come first.
    pub fn new(mut graph: BookGraph<P>, plan: Plan, seeds: Seeds<P>) -> Self {
        for id in graph.ids() {
            seeds.link(&mut graph, id);
        }
        graph.propagate_all();
        Expansion { graph, plan, seeds, busy: HashSet::new(), full: HashSet::new(), added: 0 }
    }

    /// The book.
    pub fn graph(&self) -> &BookGraph<P> {
        &self.graph
    }

    /// The number of positions added so far.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// The number of positions being searched.
    pub fn busy(&self) -> usize {
        self.busy.len()
    }

    /// The next search; `None` if there is none that does not depend on the result of another one.
    pub fn next_task(&mut self) -> Option<Task<P>> {
        if self.graph.is_empty() && self.busy.is_empty() {
            let start = P::Game::start(&self.graph.header().rules::<P>());
            return Some(self.task_of(start));
        }
        while let Some(position) = self.seeds.next_position() {
            let text = canonical::<P::Game>(&position).text;
            if self.graph.find(&text).is_none() && !self.busy.contains(&text) {
                return Some(self.task_of(position));
            }
        }
        for (_, growth) in self.graph.growth(self.plan.weight) {
            if let Some(task) = self.task_of_growth(growth) {
                return Some(task);
            }
        }
        None
    }

    /// The search of a position that is not in the book.
    fn task_of(&mut self, position: Position<P>) -> Task<P> {
        let image = canonical::<P::Game>(&position);
        let distinct = distinct_moves::<P::Game>(&image.position);
        let lines = self.plan.lines.min(distinct.len());
        // Naming moves makes all of them candidates, which costs time: it is done only where some are mirror images.
        let moves = if distinct.len() < P::Game::count_moves(&image.position) { distinct } else { Vec::new() };
        self.busy.insert(image.text.clone());
        Task { question: Question { position: image.position, moves, lines }, text: image.text }
    }

    /// The search that lets the book grow here; `None` if that is under way or has nothing to add.
    fn task_of_growth(&mut self, growth: Growth<<P::Game as Game>::Move>) -> Option<Task<P>> {
        match growth {
            Growth::Leaf(id, mv) => {
                let mut position = self.graph.node(id).position.clone();
                P::Game::play(&mut position, mv);
                let text = canonical::<P::Game>(&position).text;
                (!self.busy.contains(&text)).then(|| self.task_of(position))
            }
            Growth::Width(id) => {
                let (text, listed) = (self.graph.node(id).text.clone(), self.graph.node(id).links.len());
                if self.full.contains(&id) || self.busy.contains(&text) {
                    return None;
                }
                let mut task = self.task_of(self.graph.node(id).position.clone());
                task.question.lines = (listed + WIDENING).min(self.graph.node(id).distinct_moves);
                Some(task)
            }
        }
    }

    /// Gives a task back whose search was stopped.
    pub fn give_up(&mut self, task: &Task<P>) {
        self.busy.remove(&task.text);
    }

    /// Enters the result of a task. Fails if the search of a new position found no move: it would be asked for again
    /// and again.
    pub fn finish(&mut self, task: &Task<P>, answer: Answer<P>) -> Result<()> {
        self.busy.remove(&task.text);
        let known = self.graph.find(&task.text);
        let is_empty = answer.is_empty() && known.is_none();
        ensure!(!is_empty, "'{}': the search found no move within its limit, expected a greater one", task.text);
        let is_solved = answer.first().is_some_and(|(_, value)| value.is_exact());
        let id = match known {
            Some(id) => {
                let listed = self.graph.node(id).links.len();
                for (mv, value) in answer {
                    self.graph.add_move(id, mv, value);
                }
                if self.graph.node(id).links.len() == listed {
                    self.full.insert(id);
                }
                id
            }
            None => {
                self.added += 1;
                let id = self.graph.add(task.question.position.clone(), answer);
                self.graph.node_mut(id).is_solved = is_solved;
                id
            }
        };
        let linked = self.seeds.link(&mut self.graph, id);
        self.graph.propagate(linked.into_iter().chain([id]));
        Ok(())
    }

    /// The value of the start position, if it is in the book.
    pub fn start_value(&self) -> Option<BookValue> {
        let start = P::Game::start(&self.graph.header().rules::<P>());
        let id = self.graph.find(&canonical::<P::Game>(&start).text)?;
        value_of(self.graph.node(id))
    }
}
