//! Solving one problem with the engine.

use super::problem::{Correctness, Known, Problem, Proof, Solution, compare_outcome, compare_values};
use crate::engine::options::names;
use crate::engine::{Engines, GoParameters, Job, JobEvent, TextLine};
use crate::search::observer::Note;
use crate::search::stop::StopToken;
use std::time::Instant;

/// How each problem is solved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveSettings {
    /// Parameters of the search; without a limit it runs until the problem is solved.
    pub parameters: GoParameters,
    /// Whether to return a proof of the win.
    pub with_proof: bool,
}

/// Sets the options `Threads` and `Hash`; `None` keeps the default.
pub fn set_options(engines: &mut Engines, threads: Option<&str>, hash: Option<&str>) -> Result<(), String> {
    for (name, value) in [(names::THREADS, threads), (names::HASH, hash)] {
        if value.is_some() {
            engines.set_option(name, value)?;
        }
    }
    Ok(())
}

/// Solves one problem with cleared tables and history. `progress` is called with every line of the search.
pub fn solve(
    engines: &mut Engines,
    problem: &Problem,
    settings: &SolveSettings,
    progress: &mut dyn FnMut(&TextLine),
) -> Result<Solution, String> {
    set_position(engines, problem)?;
    check_moves(engines, problem)?;
    let (events, inbox) = crossbeam_channel::unbounded();
    let started = Instant::now();
    let emit = Box::new(move |event| {
        // The receiver waits for `Done`, which comes last.
        let _ = events.send(event);
    });
    engines.start(&Job::Search(settings.parameters.clone()), started, StopToken::default(), emit)?;
    let mut last = None;
    let mut refuted = false;
    let mut failure = None;
    for event in inbox {
        match event {
            JobEvent::Line(line) => {
                progress(&line);
                last = Some(line);
            }
            JobEvent::Note(Note::NoMate) => refuted = true,
            JobEvent::Error(what) => failure = Some(what),
            JobEvent::Done => break,
            _ => {}
        }
    }
    let time = started.elapsed();
    if let Some(what) = engines.finish().panic.or(failure) {
        return Err(what);
    }
    let is_win = last.as_ref().is_some_and(|line| line.score.is_win());
    let correctness = match &problem.known {
        Known::Values(values) => compare_values(last.as_ref(), values, settings.parameters.outcome_only),
        Known::Win(wanted) => compare_outcome(*wanted, is_win, refuted),
        Known::Nothing => Correctness::Unchecked,
    };
    let text = if settings.with_proof && is_win { engines.engine().proof() } else { None };
    let check = |text: String| {
        let engine = engines.engine();
        let plies = engine.check_proof(&text).map_err(|what| format!("the proof found is wrong: {what}"))?;
        Ok::<_, String>(Proof { position: engine.describe().position, plies, text })
    };
    let proof = text.map(check).transpose()?;
    Ok(Solution { line: last, refuted, time, correctness, proof })
}

/// An error if the problem has the value of a move that is illegal.
fn check_moves(engines: &mut Engines, problem: &Problem) -> Result<(), String> {
    let Known::Values(values) = &problem.known else { return Ok(()) };
    let legal = engines.engine().describe().moves;
    let is_legal = |mv: &str| legal.iter().any(|legal| legal.eq_ignore_ascii_case(mv));
    match values.iter().find(|(mv, _)| !is_legal(mv)) {
        Some((mv, _)) if legal.is_empty() => Err(format!("a value of '{}', but the game is over", mv.escape_debug())),
        Some((mv, _)) => {
            Err(format!("a value of the illegal move '{}', expected {}", mv.escape_debug(), legal.join(" ")))
        }
        None => Ok(()),
    }
}

/// Sets the options and position of a problem, with cleared tables and history.
pub fn set_position(engines: &mut Engines, problem: &Problem) -> Result<(), String> {
    for (name, value) in &problem.options {
        engines.set_option(name, Some(value))?;
    }
    engines.new_game();
    engines.engine().set_position(&problem.setup, &problem.moves)
}
