//! What a search tells the outside while it runs.
//!
//! Must not know: who listens, how it is written.

use crate::score::{Bound, Score};
use std::time::Duration;

/// One searched line, best play from the root.
#[derive(Clone, Debug)]
pub struct PvLine<M> {
    /// Depth of the iteration that found it; 0: only the static value of the fallback move.
    pub depth: u16,
    /// The deepest ply looked at.
    pub seldepth: u16,
    /// The value for the side to move.
    pub score: Score,
    /// What the score bounds.
    pub bound: Bound,
    /// Whether the score is the value of the game: it was searched to its end, or a solved table has answered.
    pub exact: bool,
    /// The selectivity of the search to the end of the game that found it; 0 where it had none, or had its horizon before.
    pub selectivity: u8,
    /// The moves, at least one.
    pub pv: Vec<M>,
}

impl<M> Default for PvLine<M> {
    /// Nothing searched and nothing known.
    fn default() -> Self {
        let (score, bound) = (Score::DRAW, Bound::Exact);
        PvLine { depth: 0, seldepth: 0, score, bound, exact: false, selectivity: 0, pv: Vec::new() }
    }
}

/// The effort of all workers so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes searched.
    pub nodes: u64,
    /// Answers from solved tables.
    pub table_hits: u64,
    /// Permille of the transposition table in use.
    pub hashfull: u32,
    /// Since the search began.
    pub elapsed: Duration,
}

/// Something to be said beside the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// There is no win within the limit of `go mate`.
    NoMate,
    /// The score is proven, but a shorter win may exist.
    ProofNotShortest,
    /// The lines just told were searched to the end of the game, but with guesses: they are thought right in so many of a
    /// hundred cases.
    Guessed(u8),
}

/// Listens to a search.
pub trait Observer<M> {
    /// PvLine `rank` (1 is the best) as it stands now.
    fn line(&mut self, rank: usize, line: &PvLine<M>, effort: Effort);
    /// A remark.
    fn note(&mut self, note: Note);
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The lines, best first; at least one if there is a legal move.
    pub lines: Vec<PvLine<M>>,
    /// Whether it ended because nothing is left to find out.
    pub solved: bool,
}
