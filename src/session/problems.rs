//! Solving problems from a file, one after the other, and holding the results against the values that the file gives.
//!
//! Must not know: how files and tables are written.

use crate::engine::options::names;
use crate::engine::{GoParameters, Host, Job, JobEvent, Setup, TextLine};
use crate::score::{Bound, Score};
use crate::search::control::StopToken;
use crate::search::observer::Note;
use std::time::{Duration, Instant};

/// A position with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Options of the game that the position needs, with their values.
    pub options: Vec<(&'static str, String)>,
    /// Where the game begins.
    pub setup: Setup,
    /// The moves from there, as tokens of a move list.
    pub moves: Vec<String>,
    /// What the file says.
    pub known: Known,
}

/// What a file says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Moves and their exact values for the side to move; perhaps none, perhaps not of all moves.
    Values(Vec<(String, Score)>),
    /// The side to move has a forced win, or has none.
    Win(bool),
    /// Nothing.
    Nothing,
}

/// What is asked about each problem, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The search; without a limit it goes on until the problem is solved.
    pub parameters: GoParameters,
    /// Whether the proof of a win is wanted, too.
    pub proof: bool,
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
    /// There is a win, or there is none, against what the file says.
    WrongOutcome,
    /// The win that the file speaks of was not found within the limits of the search.
    Missed,
    /// The file gives no values, or the search has not come to a result.
    Unchecked,
}

impl Verdict {
    /// Whether it contradicts the file, or falls short of it.
    fn is_wrong(self) -> bool {
        !matches!(self, Verdict::Right | Verdict::Unchecked)
    }
}

/// A solved problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The last line of the search; `None` where the game was over.
    pub line: Option<TextLine>,
    /// Whether it is proven that there is no forced win of the length asked for.
    pub refuted: bool,
    /// From order to result.
    pub time: Duration,
    /// Whether it is right.
    pub verdict: Verdict,
    /// The proof of the win, if it was asked for and there is one.
    pub proof: Option<Proof>,
}

/// A proof that was replayed by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The position text.
    pub position: String,
    /// Plies of the win.
    pub plies: u16,
    /// The proof in the game's own text.
    pub text: String,
}

/// What all problems took together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Problems solved.
    pub solved: usize,
    /// Of these, those with a forced win.
    pub won: usize,
    /// Of these, those that differ from the file.
    pub wrong: usize,
    /// Problems that could not be read or solved.
    pub failed: usize,
    /// Nodes.
    pub nodes: u64,
    /// Time of the searches.
    pub times: Vec<Duration>,
}

impl Totals {
    /// Adds a solution, or a failure.
    pub fn add(&mut self, solution: Option<&Solution>) {
        let Some(solution) = solution else {
            self.failed += 1;
            return;
        };
        self.solved += 1;
        self.won += usize::from(solution.line.as_ref().is_some_and(|line| line.score.is_win()));
        self.wrong += usize::from(solution.verdict.is_wrong());
        self.nodes += solution.line.as_ref().map_or(0, |line| line.effort.nodes);
        self.times.push(solution.time);
    }

    /// The time of all searches.
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
    question: &Question,
    progress: &mut dyn FnMut(&TextLine),
) -> Result<Solution, String> {
    set_position(host, problem)?;
    let (events, inbox) = crossbeam_channel::unbounded();
    let started = Instant::now();
    let emit = Box::new(move |event| {
        // The receiver waits for `Done`, which is last.
        let _ = events.send(event);
    });
    host.start(&Job::Search(question.parameters.clone()), started, StopToken::default(), emit)?;
    let mut last = None;
    let mut refuted = false;
    let mut trouble = None;
    for event in inbox {
        match event {
            JobEvent::Line(line) => {
                progress(&line);
                last = Some(line);
            }
            JobEvent::Note(Note::NoMate) => refuted = true,
            JobEvent::Error(what) => trouble = Some(what),
            JobEvent::Done => break,
            _ => {}
        }
    }
    let time = started.elapsed();
    if let Some(what) = host.finish().panic.or(trouble) {
        return Err(what);
    }
    let is_win = last.as_ref().is_some_and(|line| line.score.is_win());
    let verdict = match &problem.known {
        Known::Values(values) => judge(last.as_ref(), values, question.parameters.outcome_only),
        Known::Win(wanted) => judge_win(*wanted, is_win, refuted),
        Known::Nothing => Verdict::Unchecked,
    };
    let text = if question.proof && is_win { host.engine().proof() } else { None };
    let check = |text: String| {
        let engine = host.engine();
        let plies = engine.check_proof(&text).map_err(|what| format!("the proof found is wrong: {what}"))?;
        Ok::<_, String>(Proof { position: engine.describe().position, plies, text })
    };
    let proof = text.map(check).transpose()?;
    Ok(Solution { line: last, refuted, time, verdict, proof })
}

/// Sets up a problem, as if it were the first.
pub fn set_position(host: &mut Host, problem: &Problem) -> Result<(), String> {
    for (name, value) in &problem.options {
        host.set_option(name, Some(value))?;
    }
    host.new_game();
    host.engine().set_position(&problem.setup, &problem.moves)
}

/// Holds what a search has found of a forced win against what the file says.
fn judge_win(wanted: bool, found: bool, refuted: bool) -> Verdict {
    match (wanted, found) {
        (true, true) => Verdict::Right,
        (false, true) => Verdict::WrongOutcome,
        (true, false) if refuted => Verdict::WrongOutcome,
        (true, false) => Verdict::Missed,
        (false, false) if refuted => Verdict::Right,
        (false, false) => Verdict::Unchecked,
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
