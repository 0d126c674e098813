//! What a search reports while it runs and when it ends.

use crate::score::{Bound, Score};
use std::time::Duration;

/// A principal variation with its score.
#[derive(Clone, Debug)]
pub struct PvLine<M> {
    /// Depth of the iteration that found it, in plies; 0 if nothing was searched and the score is the static
    /// evaluation.
    pub depth: u16,
    /// The maximum ply reached.
    pub seldepth: u16,
    /// The score for the side to move at the root; see also
    /// [`SearchRequest::mean_scores`](super::request::SearchRequest::mean_scores).
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the score is the game-theoretic value, searched to the end of the game or taken from a solved table.
    pub is_solved: bool,
    /// Selectivity of the search to the end of the game that found it; 0 for a search without selectivity or to a
    /// horizon.
    pub selectivity: u8,
    /// The moves from the root, at least one.
    pub pv: Vec<M>,
}

impl<M> Default for PvLine<M> {
    /// An empty line of depth 0.
    fn default() -> Self {
        let (score, bound) = (Score::DRAW, Bound::Exact);
        PvLine { depth: 0, seldepth: 0, score, bound, is_solved: false, selectivity: 0, pv: Vec::new() }
    }
}

/// Statistics of all workers since the search started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Nodes searched.
    pub nodes: u64,
    /// Answers from solved tables.
    pub table_hits: u64,
    /// Permille of the transposition table in use.
    pub hashfull: u32,
    /// Time since the search started.
    pub elapsed: Duration,
}

/// A message other than a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// There is no win within the limit of `go mate`.
    NoMate,
    /// The score is proven, but a shorter win may exist.
    ProofNotShortest,
    /// The lines just reported come from a selective endgame search with this confidence in per cent.
    Confidence(u8),
}

/// Receives the reports of a search.
pub trait Observer<M> {
    /// Called with the current line of each rank; the best line has rank 1.
    fn line(&mut self, rank: usize, line: &PvLine<M>, stats: SearchStats);
    /// Called with messages other than lines.
    fn note(&mut self, note: Note);
}

/// Ignores all reports.
impl<M> Observer<M> for () {
    fn line(&mut self, _: usize, _: &PvLine<M>, _: SearchStats) {}
    fn note(&mut self, _: Note) {}
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The lines, best first; at least one if there is a legal move.
    pub lines: Vec<PvLine<M>>,
    /// Whether the search ended because nothing remains to be searched.
    pub is_final: bool,
}
