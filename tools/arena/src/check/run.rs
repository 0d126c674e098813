//! Carries out steps, each with fresh processes, and keeps what came out.
//!
//! Must not know: the command line, how results are shown.

use super::info::EngineOption;
use super::steps::{Scope, Step};
use super::trial::{Check, Settings, Stop, Trial, cut, failed};
use crate::fault::Cancel;
use quartet::games::VARIANTS;
use quartet::random::mix;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What came out of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The engine does what is demanded.
    Ok,
    /// It does not.
    Failed,
    /// It could not be asked.
    Skipped,
}

/// A step that was carried out.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Name of the step.
    pub step: &'static str,
    /// The game.
    pub variant: &'static str,
    /// What came out.
    pub verdict: Verdict,
    /// Why it was failed or skipped.
    pub reason: Option<String>,
    /// What was measured.
    pub notes: Vec<String>,
    /// What the step demands.
    pub demands: &'static str,
    /// The section of `protocol.md`.
    pub section: &'static str,
    /// Milliseconds it took.
    pub took: u64,
    /// The talk with the engine, if the step was failed.
    pub transcript: Vec<String>,
}

/// What an engine says about itself.
pub struct Acquaintance {
    /// Its options, as far as they can be read.
    pub options: Vec<EngineOption>,
    /// The games that it has.
    pub variants: Vec<&'static str>,
}

/// Asks an engine what options and games it has; one that cannot be asked has no options, and all games are tried.
pub fn acquaint(settings: &Settings) -> Acquaintance {
    let all: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
    let mut trial = Trial::new(settings, all[0], &[], settings.seed);
    let said = trial.launch().and_then(|()| trial.send("uci")).and_then(|()| trial.until("uciok")).unwrap_or_default();
    let options: Vec<_> = said.iter().filter_map(|line| EngineOption::parse(line).ok()).collect();
    let combo = options.iter().find(|option| option.name.eq_ignore_ascii_case("UCI_Variant"));
    let variants = match combo.map(|option| &option.kind) {
        Some(super::info::Kind::Combo(values)) => {
            let listed: Vec<_> = values.iter().filter_map(|value| quartet::games::find(value)).collect();
            let is_listed = |name: &&str| listed.iter().any(|variant| variant.name == *name);
            all.into_iter().filter(is_listed).collect()
        }
        _ => all,
    };
    Acquaintance { options, variants }
}

/// The steps to be carried out for these games, each with its game: what does not depend on the game only in the first.
pub fn plan<'a>(steps: &[&'a Step], variants: &[&'static str]) -> Vec<(&'a Step, &'static str)> {
    let mut planned = Vec::new();
    for (index, variant) in variants.iter().enumerate() {
        let applies = |step: &&&Step| match step.scope {
            Scope::Once => index == 0,
            Scope::Each => true,
            Scope::In(games) => games.contains(variant),
        };
        planned.extend(steps.iter().filter(applies).map(|step| (*step, *variant)));
    }
    planned
}

/// Carries out all these, some at a time, as long as it is not cancelled; `tell` hears of each as it is done. Outcomes are in the order of the plan.
pub fn carry_out_all(
    planned: &[(&Step, &'static str)],
    settings: &Settings,
    options: &[EngineOption],
    jobs: usize,
    cancel: &Cancel,
    tell: &(dyn Fn(&Outcome) + Sync),
) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, planned.len().max(1)) {
            scope.spawn(|| {
                while let Some((index, (step, variant))) = take(planned, &next)
                    && !cancel.is_cancelled()
                {
                    let outcome = carry_out(step, variant, settings, options);
                    tell(&outcome);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, outcome));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

/// The next of a list that several share.
fn take<'a, T>(list: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    list.get(index).map(|item| (index, item))
}

/// What all other steps need: the engine runs, and has the game.
const ENTRY: Step = Step {
    name: "entry",
    demands: "the engine starts, answers isready, and selects the game by variant",
    section: "variant",
    scope: Scope::Each,
    run: enter,
};

/// Whether steps can be carried out in these games: those of them in which they can, and what they would all fail for in the
/// others, once for each, and only once if it is the same in every game.
pub fn enter_all(variants: &[&'static str], settings: &Settings) -> (Vec<&'static str>, Vec<Outcome>) {
    let enter = |variant: &&'static str| attempt(&ENTRY, variant, settings, &[], enter);
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let entries: Vec<_> = variants.iter().map(|variant| scope.spawn(move || enter(variant))).collect();
        entries.into_iter().filter_map(|entry| entry.join().ok()).collect()
    });
    let is_ok = |outcome: &Outcome| outcome.verdict == Verdict::Ok;
    let entered = outcomes.iter().filter(|outcome| is_ok(outcome)).map(|outcome| outcome.variant).collect::<Vec<_>>();
    let mut failures: Vec<_> = outcomes.into_iter().filter(|outcome| !is_ok(outcome)).collect();
    if entered.is_empty() {
        failures.truncate(1);
    }
    (entered, failures)
}

/// Starts the engine and selects the game. The answer to `isready` tells that none to `variant` is to come, so that a program
/// that does not know this word need not be waited for.
fn enter(t: &mut Trial) -> Check {
    t.launch()?;
    let head = format!("info string variant {} ", t.variant);
    t.send(&format!("uci\nvariant {}\nisready", t.variant))?;
    let said = t.until_fits("readyok", |line| line == "readyok" || line.starts_with(&head))?;
    if said.last().is_some_and(|line| line.starts_with(&head)) {
        return Ok(());
    }
    let answer = said.iter().rev().skip(1).find(|line| *line != "uciok" && !line.starts_with("option "));
    let answer = answer.filter(|line| !line.starts_with("id ")).map(|line| format!(" but '{}'", cut(line)));
    failed(format!(
        "it does not know 'variant {}': the answer is not '{head}…'{}",
        t.variant,
        answer.unwrap_or_default()
    ))
}

/// Carries out a step.
pub fn carry_out(step: &Step, variant: &'static str, settings: &Settings, options: &[EngineOption]) -> Outcome {
    attempt(step, variant, settings, options, |trial| trial.start().and_then(|()| (step.run)(trial)))
}

/// Has a talk for a step.
fn attempt(
    step: &Step,
    variant: &'static str,
    settings: &Settings,
    options: &[EngineOption],
    talk: impl FnOnce(&mut Trial) -> Check,
) -> Outcome {
    let begun = Instant::now();
    // Lots of its own for each step, so that it is the same whatever else is carried out.
    let lots = step.name.bytes().chain(variant.bytes()).fold(settings.seed, |seed, byte| mix(seed ^ u64::from(byte)));
    let mut trial = Trial::new(settings, variant, options, lots);
    let (verdict, reason) = match talk(&mut trial) {
        Ok(()) => (Verdict::Ok, None),
        Err(Stop::Failed(why)) => (Verdict::Failed, Some(why)),
        Err(Stop::Skipped(why)) => (Verdict::Skipped, Some(why)),
    };
    Outcome {
        step: step.name,
        variant,
        verdict,
        reason,
        notes: std::mem::take(&mut trial.notes),
        demands: step.demands,
        section: step.section,
        took: begun.elapsed().as_millis() as u64,
        transcript: if verdict == Verdict::Failed { trial.transcript.lines() } else { Vec::new() },
    }
}
