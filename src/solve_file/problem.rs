//! A problem: a position with what is known about it; its solution; and how the two compare.

use crate::engine::{Setup, TextLine};
use crate::score::{Bound, Score};
use std::time::Duration;

/// A position and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Values of game options that the position needs.
    pub options: Vec<(&'static str, String)>,
    /// The first position of the game.
    pub setup: Setup,
    /// The moves played from there, as tokens of a move list.
    pub moves: Vec<String>,
    /// What the file says about it.
    pub known: Known,
}

/// What a file says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Exact values of moves for the side to move: of any number of moves, even none.
    Values(Vec<(String, Score)>),
    /// Whether the side to move has a forced win.
    Win(bool),
    /// Nothing.
    Nothing,
}

/// How a result compares with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correctness {
    /// Score and move are among the best.
    Right,
    /// The best value in the file is this other one.
    WrongScore(Score),
    /// The score is right, but the move has this other value.
    WrongMove(Score),
    /// Whether there is a win contradicts the file.
    WrongOutcome,
    /// The win in the file was not found within the search limits.
    Missed,
    /// The file has no values, or the search has no result.
    Unchecked,
}

impl Correctness {
    /// Whether the result contradicts the file or misses its win.
    pub fn is_wrong(self) -> bool {
        !matches!(self, Correctness::Right | Correctness::Unchecked)
    }
}

/// A solved problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The last line of the search; `None` if the game was over.
    pub line: Option<TextLine>,
    /// Whether it is proven that there is no forced win within the depth searched.
    pub refuted: bool,
    /// Time from request to result.
    pub time: Duration,
    /// How it compares with the file.
    pub correctness: Correctness,
    /// The proof of the win, if one was requested and found.
    pub proof: Option<Proof>,
}

/// A proof that was replayed by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The position text.
    pub position: String,
    /// Plies of the win.
    pub plies: u16,
    /// The proof in the game's text form.
    pub text: String,
}

/// Totals over all problems.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Number of problems solved.
    pub solved: usize,
    /// Number of solved problems with a forced win.
    pub won: usize,
    /// Number of solved problems that differ from the file.
    pub wrong: usize,
    /// Number of problems that could not be read or solved.
    pub failed: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of each search.
    pub times: Vec<Duration>,
}

impl Totals {
    /// Adds a solution; `None` counts as failed.
    pub fn add(&mut self, solution: Option<&Solution>) {
        let Some(solution) = solution else {
            self.failed += 1;
            return;
        };
        self.solved += 1;
        self.won += usize::from(solution.line.as_ref().is_some_and(|line| line.score.is_win()));
        self.wrong += usize::from(solution.correctness.is_wrong());
        self.nodes += solution.line.as_ref().map_or(0, |line| line.stats.nodes);
        self.times.push(solution.time);
    }

    /// Total time of all searches.
    pub fn time(&self) -> Duration {
        self.times.iter().sum()
    }

    /// The median time of a search.
    pub fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
}

/// Compares a search for a forced win with the file: `wanted` is what the file says, `found` whether a win was found,
/// `refuted` whether it is proven that there is none.
pub(super) fn compare_outcome(wanted: bool, found: bool, refuted: bool) -> Correctness {
    match (wanted, found) {
        (true, true) => Correctness::Right,
        (false, true) => Correctness::WrongOutcome,
        (true, false) if refuted => Correctness::WrongOutcome,
        (true, false) => Correctness::Missed,
        (false, false) if refuted => Correctness::Right,
        (false, false) => Correctness::Unchecked,
    }
}

/// Compares the last line of a search with the values in the file.
pub(super) fn compare_values(line: Option<&TextLine>, values: &[(String, Score)], outcome_only: bool) -> Correctness {
    let best = values.iter().map(|(_, value)| *value).max();
    let (Some(line), Some(best)) = (line, best) else { return Correctness::Unchecked };
    let same = |value: Score| if outcome_only { value.0.signum() == best.0.signum() } else { value == best };
    let is_conclusive = match line.bound {
        Bound::Exact => true,
        Bound::Lower => outcome_only && line.score > Score::DRAW,
        Bound::Upper => outcome_only && line.score < Score::DRAW,
    };
    if !is_conclusive || !same(line.score) {
        return Correctness::WrongScore(best);
    }
    let listed = values.iter().find(|(mv, _)| line.pv.first().is_some_and(|found| found.eq_ignore_ascii_case(mv)));
    match listed {
        Some((_, value)) if !same(*value) => Correctness::WrongMove(*value),
        _ => Correctness::Right,
    }
}
