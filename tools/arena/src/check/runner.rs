//! Runs steps, each in new processes, and collects their results.

use super::context::{Settings, TestContext};
use super::info::EngineOption;
use super::step_result::{NotPassed, StepResult, cut, failed};
use super::steps::{Scope, Step};
use crate::fault::Cancel;
use quartet::games::VARIANTS;
use quartet::random::mix;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StepStatus {
    /// The engine meets the requirement.
    Ok,
    /// The engine does not meet it.
    Failed,
    /// The step needs something that the engine does not have.
    Skipped,
}

/// A finished step.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Name of the step.
    pub step: &'static str,
    /// The game.
    pub variant: &'static str,
    /// The result.
    #[serde(rename = "verdict")]
    pub status: StepStatus,
    /// Why it failed or was skipped.
    pub reason: Option<String>,
    /// Measurements.
    pub notes: Vec<String>,
    /// [`Step::requirement`].
    #[serde(rename = "demands")]
    pub requirement: &'static str,
    /// The section of `protocol.md`.
    pub section: &'static str,
    /// How long it took, in milliseconds.
    pub took: u64,
    /// What was sent and received, if the step failed.
    pub transcript: Vec<String>,
}

/// What an engine declares.
pub struct Capabilities {
    /// Its options; lines that are malformed are left out.
    pub options: Vec<EngineOption>,
    /// The games that it lists.
    pub variants: Vec<&'static str>,
}

/// Asks an engine for its options and games by `uci`. One that does not answer counts as having no options and all
/// games.
pub fn query_capabilities(settings: &Settings) -> Capabilities {
    let all: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
    let mut context = TestContext::new(settings, all[0], &[], settings.seed);
    let said = context
        .launch()
        .and_then(|()| context.send("uci"))
        .and_then(|()| context.read_until_prefix("uciok"))
        .unwrap_or_default();
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
    Capabilities { options, variants }
}

/// The steps to run for these games, each with its game; those of [`Scope::Once`] only with the first.
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

/// Runs planned steps, `jobs` at a time, until all are done or `cancel` is raised. Calls `finished` as each ends. The
/// outcomes are in the order of the plan.
pub fn run_steps(
    planned: &[(&Step, &'static str)],
    settings: &Settings,
    options: &[EngineOption],
    jobs: usize,
    cancel: &Cancel,
    finished: &(dyn Fn(&Outcome) + Sync),
) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, planned.len().max(1)) {
            scope.spawn(|| {
                while let Some((index, (step, variant))) = take(planned, &next)
                    && !cancel.is_cancelled()
                {
                    let outcome = run_step(step, variant, settings, options);
                    finished(&outcome);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, outcome));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

/// The next item of a list that several threads work through, with its index.
fn take<'a, T>(list: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    list.get(index).map(|item| (index, item))
}

/// The requirement of all other steps: the engine runs and plays the game.
const ENTRY: Step = Step {
    name: "entry",
    requirement: "the engine starts, answers isready, and selects the game by variant",
    section: "variant",
    scope: Scope::Each,
    run: enter,
};

/// Selects each of these games once. Returns those that could be selected, and for each other one the failure that
/// would otherwise repeat in all its steps; a single failure if no game could be selected.
pub fn select_variants(variants: &[&'static str], settings: &Settings) -> (Vec<&'static str>, Vec<Outcome>) {
    let enter = |variant: &&'static str| attempt(&ENTRY, variant, settings, &[], enter);
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let entries: Vec<_> = variants.iter().map(|variant| scope.spawn(move || enter(variant))).collect();
        entries.into_iter().filter_map(|entry| entry.join().ok()).collect()
    });
    let is_ok = |outcome: &Outcome| outcome.status == StepStatus::Ok;
    let entered = outcomes.iter().filter(|outcome| is_ok(outcome)).map(|outcome| outcome.variant).collect::<Vec<_>>();
    let mut failures: Vec<_> = outcomes.into_iter().filter(|outcome| !is_ok(outcome)).collect();
    if entered.is_empty() {
        failures.truncate(1);
    }
    (entered, failures)
}

/// Starts the engine and selects the game. The answer to `isready` shows that `variant` will not be answered any
/// more, so that a program that does not know this command costs no timeout.
fn enter(t: &mut TestContext<'_>) -> StepResult {
    t.launch()?;
    let head = format!("info string variant {} ", t.variant);
    t.send(&format!("uci\nvariant {}\nisready", t.variant))?;
    let said = t.read_until("readyok", |line| line == "readyok" || line.starts_with(&head))?;
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

/// Runs a step with the game selected.
pub fn run_step(step: &Step, variant: &'static str, settings: &Settings, options: &[EngineOption]) -> Outcome {
    attempt(step, variant, settings, options, |context| context.start().and_then(|()| (step.run)(context)))
}

/// Runs `procedure` as a step in a context of its own.
fn attempt(
    step: &Step,
    variant: &'static str,
    settings: &Settings,
    options: &[EngineOption],
    procedure: impl FnOnce(&mut TestContext<'_>) -> StepResult,
) -> Outcome {
    let started = Instant::now();
    // Each step has random numbers of its own, which do not depend on the steps before it.
    let seed = step.name.bytes().chain(variant.bytes()).fold(settings.seed, |seed, byte| mix(seed ^ u64::from(byte)));
    let mut context = TestContext::new(settings, variant, options, seed);
    let (status, reason) = match procedure(&mut context) {
        Ok(()) => (StepStatus::Ok, None),
        Err(NotPassed::Failed(why)) => (StepStatus::Failed, Some(why)),
        Err(NotPassed::Skipped(why)) => (StepStatus::Skipped, Some(why)),
    };
    Outcome {
        step: step.name,
        variant,
        status,
        reason,
        notes: std::mem::take(&mut context.notes),
        requirement: step.requirement,
        section: step.section,
        took: started.elapsed().as_millis() as u64,
        transcript: if status == StepStatus::Failed { context.transcript.lines() } else { Vec::new() },
    }
}
