//! Solving problems from a file, one after the other, and holding the results against the values that the file gives.
//!
//! Must not know: how files and tables are written.

use crate::engine::options::names;
use crate::engine::{Host, Job, JobEvent, Order, Setup, TextLine};
use crate::score::{Bound, Score};
use crate::search::control::StopToken;
use std::time::{Duration, Instant};

/// A position with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position text.
    pub position: String,
    /// Moves and their exact values for the side to move; perhaps none, perhaps not of all moves.
    pub values: Vec<(String, Score)>,
}

/// How a result compares with the values of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Score and move are among the best.
    Right,
    /// The best value is another.
    WrongScore(Score),
    /// The score is right; the move has this value, which is another.
    WrongMove(Score),
    /// The file gives no values.
    Unchecked,
}

/// A solved problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The last line of the search; `None` where the game was over.
    pub line: Option<TextLine>,
    /// From order to result.
    pub time: Duration,
    /// Whether it is right.
    pub verdict: Verdict,
}

/// What all problems took together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Problems solved.
    pub solved: usize,
    /// Of these, those that differ from the file.
    pub wrong: usize,
    /// Problems that could not be read or solved.
    pub failed: usize,
    /// Nodes.
    pub nodes: u64,
    /// Time of the searches.
    pub time: Duration,
}

impl Totals {
    /// Adds a solution, or a failure.
    pub fn add(&mut self, solution: Option<&Solution>) {
        let Some(solution) = solution else {
            self.failed += 1;
            return;
        };
        self.solved += 1;
        self.wrong += usize::from(matches!(solution.verdict, Verdict::WrongScore(_) | Verdict::WrongMove(_)));
        self.nodes += solution.line.as_ref().map_or(0, |line| line.effort.nodes);
        self.time += solution.time;
    }
}

/// Sets the options that a run is asked for; `None` keeps the default.
pub fn set_up(host: &mut Host, threads: Option<&str>, hash: Option<&str>) -> Result<(), String> {
    for (name, value) in [(names::THREADS, threads), (names::HASH, hash)] {
        if value.is_some() {
            host.set_option(name, value)?;
        }
    }
    Ok(())
}

/// Searches one problem, as if it were the first, until it is solved, or until it is clear who wins. `progress` is told every
/// line found on the way.
pub fn solve(
    host: &mut Host,
    problem: &Problem,
    outcome_only: bool,
    progress: &mut dyn FnMut(&TextLine),
) -> Result<Solution, String> {
    host.new_game();
    host.engine().set_position(&Setup::Text(problem.position.clone()), &[])?;
    let (events, inbox) = crossbeam_channel::unbounded();
    let started = Instant::now();
    let emit = Box::new(move |event| {
        // The receiver waits for `Done`, which is last.
        let _ = events.send(event);
    });
    host.start(&Job::Search(Order { outcome_only, ..Order::default() }), started, StopToken::default(), emit)?;
    let mut last = None;
    let mut trouble = None;
    for event in inbox {
        match event {
            JobEvent::Line(line) => {
                progress(&line);
                last = Some(line);
            }
            JobEvent::Trouble(what) => trouble = Some(what),
            JobEvent::Done => break,
            _ => {}
        }
    }
    let time = started.elapsed();
    match host.finish().panic.or(trouble) {
        Some(what) => Err(what),
        None => Ok(Solution { verdict: judge(last.as_ref(), &problem.values, outcome_only), line: last, time }),
    }
}

/// Holds the last line of a search against the values of a problem.
fn judge(line: Option<&TextLine>, values: &[(String, Score)], outcome_only: bool) -> Verdict {
    let best = values.iter().map(|(_, value)| *value).max();
    let (Some(line), Some(best)) = (line, best) else { return Verdict::Unchecked };
    let same = |value: Score| if outcome_only { value.0.signum() == best.0.signum() } else { value == best };
    let is_settled = match line.bound {
        Bound::Exact => true,
        Bound::Lower => outcome_only && line.score > Score::DRAW,
        Bound::Upper => outcome_only && line.score < Score::DRAW,
    };
    if !is_settled || !same(line.score) {
        return Verdict::WrongScore(best);
    }
    let listed = values.iter().find(|(mv, _)| line.pv.first().is_some_and(|found| found.eq_ignore_ascii_case(mv)));
    match listed {
        Some((_, value)) if !same(*value) => Verdict::WrongMove(*value),
        _ => Verdict::Right,
    }
}
