//! The command line of the check, and the output of its results.

use super::context::Settings;
use super::progress::Progress;
use super::runner::{Outcome, StepStatus, plan, query_capabilities, run_steps, select_variants};
use super::steps::{self, Step};
use crate::fault::Cancel;
use crate::process::{Launch, Process};
use anyhow::{Context, Result, bail};
use clap::Args;
use quartet_files::one_line;
use quartet_interrupt::{Interrupted, SignalWatch};
use serde_json::json;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// Checks whether an engine speaks the protocol.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// The engine: a file, or a command line with quotes as in a shell
    #[arg(long, value_name = "CMD", value_parser = Launch::from_command_line, required_unless_present = "list")]
    engine: Option<Launch>,
    /// A game to check (repeatable); by default all that the engine plays
    #[arg(long, value_name = "NAME")]
    variant: Vec<String>,
    /// A step to run (repeatable); a name that ends with '*' stands for all names that begin with the rest
    #[arg(long, value_name = "NAME")]
    step: Vec<String>,
    /// Lists all steps
    #[arg(long)]
    list: bool,
    /// Prints everything as JSON
    #[arg(long)]
    json: bool,
    /// Longest time for an answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    timeout: u64,
    /// Longest time from 'stop' to 'bestmove', in milliseconds; an engine that takes longer is measured again next to
    /// a minimal reference in this process, and may exceed the limit by twice the delay of that reference
    #[arg(long, value_name = "MS", default_value_t = 50)]
    stop_limit: u64,
    /// How long the engine is watched where it has to stay silent, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 40)]
    silence: u64,
    /// Steps to run at a time, each with an engine of its own; by default one for each core, at most 4
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Seed of the random positions and lines
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Leaves out the steps that start the engine with arguments
    #[arg(long)]
    no_command_line: bool,
}

/// Runs the check; returns whether no step failed.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let chosen = choose(arguments)?;
    if arguments.list {
        list(&chosen, arguments.json)?;
        return Ok(true);
    }
    let settings = settings(arguments)?;
    let (cancel, resume_hint) = (Cancel::default(), "start the check again".to_string());
    let watch = SignalWatch::new(cancel.canceller(), format!("interrupted before the first step\n{resume_hint}"))?;
    // A program that cannot even be started is an error, not a failed step.
    Process::launch(&settings.launch, settings.timeout)?;
    let capabilities = query_capabilities(&settings);
    let variants = match &arguments.variant[..] {
        [] => capabilities.variants.clone(),
        names => names.iter().map(|name| named(name)).collect::<Result<_>>()?,
    };
    let wanted = plan(&chosen, &variants);
    if wanted.is_empty() {
        bail!("none of these steps exists for {}", variants.join(" "));
    }
    let started = Instant::now();
    let (entered, mut outcomes) = select_variants(&variants, &settings);
    let planned: Vec<_> = wanted.iter().copied().filter(|(_, variant)| entered.contains(variant)).collect();
    let progress = Progress::new(planned.len());
    let print = |outcome: &Outcome| {
        if !arguments.json {
            progress.print(&row(outcome));
        }
    };
    outcomes.iter().for_each(print);
    let jobs = arguments.jobs.map_or_else(default_jobs, NonZeroUsize::get);
    watch.job_started();
    let carried_out = run_steps(&planned, &settings, &capabilities.options, jobs, &cancel, &|outcome| {
        print(outcome);
        progress.step(outcome.status == StepStatus::Failed);
    });
    progress.end();
    let [done, of] = [carried_out.len(), planned.len()];
    outcomes.extend(carried_out);
    print_summary(&outcomes, wanted.len() - of, started.elapsed(), arguments.json)?;
    if done < of {
        return Err(Interrupted { done: done as u64, of: of as u64, unit: "steps", resume_hint }.into());
    }
    Ok(outcomes.iter().all(|outcome| outcome.status != StepStatus::Failed))
}

/// The default of `--jobs`: one for each core, at most 4.
fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(4)
}

/// The variant of this name or alias.
fn named(name: &str) -> Result<&'static str> {
    let variant = quartet::games::find(name).with_context(|| format!("unknown variant '{name}'"))?;
    Ok(variant.name)
}

/// The settings for the command line.
fn settings(arguments: &Arguments) -> Result<Settings> {
    let launch = arguments.engine.clone().context("no engine")?;
    Ok(Settings {
        launch,
        timeout: Duration::from_millis(arguments.timeout),
        stop_limit: Duration::from_millis(arguments.stop_limit),
        silence: Duration::from_millis(arguments.silence),
        seed: arguments.seed,
    })
}

/// The selected steps.
fn choose(arguments: &Arguments) -> Result<Vec<&'static Step>> {
    let fits = |wanted: &str, step: &Step| match wanted.strip_suffix('*') {
        Some(head) => step.name.starts_with(head),
        None => step.name == wanted,
    };
    if let Some(unknown) = arguments.step.iter().find(|wanted| !steps::all().any(|step| fits(wanted, step))) {
        bail!("unknown step '{unknown}', see 'check --list'");
    }
    let is_wanted = |step: &&Step| {
        let is_selected = arguments.step.is_empty() || arguments.step.iter().any(|wanted| fits(wanted, step));
        is_selected && !(arguments.no_command_line && step.section == steps::COMMAND_LINE)
    };
    Ok(steps::all().filter(is_wanted).collect())
}

fn list(chosen: &[&Step], as_json: bool) -> Result<()> {
    let mut to = std::io::stdout().lock();
    if as_json {
        let rows: Vec<_> = chosen
            .iter()
            .map(|step| json!({"step": step.name, "demands": step.requirement, "section": step.section}))
            .collect();
        return Ok(writeln!(to, "{}", json!({ "steps": rows }))?);
    }
    for step in chosen {
        writeln!(to, "{:<28} {} [{}]", step.name, step.requirement, step.section)?;
    }
    Ok(writeln!(to, "{} steps", chosen.len())?)
}

/// The line of a step.
fn row(outcome: &Outcome) -> String {
    let word = match outcome.status {
        StepStatus::Ok => "ok",
        StepStatus::Failed => "FAILED",
        StepStatus::Skipped => "skipped",
    };
    let said: Vec<_> = outcome.reason.iter().chain(&outcome.notes).cloned().collect();
    let row =
        format!("{:<8} {:<28} {:<7} {:>5} ms  {}", outcome.variant, outcome.step, word, outcome.took, said.join("; "));
    one_line(row.trim_end()).into_owned()
}

/// A failure with its transcript, which may contain anything that the engine wrote.
fn failure(outcome: &Outcome) -> String {
    let reason = outcome.reason.as_deref().unwrap_or_default();
    let head = format!("{} in {}: {reason}", outcome.step, outcome.variant);
    let required = format!("  required: {} [protocol.md, {}]", outcome.requirement, outcome.section);
    let talk = outcome.transcript.iter().map(|line| format!("  {line}"));
    [head, required].into_iter().chain(talk).map(|line| one_line(&line).into_owned() + "\n").collect()
}

/// Prints the failures with their transcripts, and the summary. `left_out` counts the steps of games that could not
/// be selected.
fn print_summary(outcomes: &[Outcome], left_out: usize, took: Duration, as_json: bool) -> Result<()> {
    let count = |status| outcomes.iter().filter(|outcome| outcome.status == status).count();
    let (ok, failed, skipped) = (count(StepStatus::Ok), count(StepStatus::Failed), count(StepStatus::Skipped));
    let mut to = std::io::stdout().lock();
    if as_json {
        let milliseconds = took.as_millis() as u64;
        let summary = json!({
            "ok": ok, "failed": failed, "skipped": skipped, "left_out": left_out, "milliseconds": milliseconds
        });
        return Ok(writeln!(to, "{}", json!({"steps": outcomes, "summary": summary}))?);
    }
    for outcome in outcomes.iter().filter(|outcome| outcome.status == StepStatus::Failed) {
        write!(to, "\n{}", failure(outcome))?;
    }
    let seconds = took.as_secs_f64();
    let left_out = if left_out == 0 { String::new() } else { format!(", {left_out} not tried") };
    Ok(writeln!(to, "\n{ok} ok, {failed} failed, {skipped} skipped{left_out} in {seconds:.1} s")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_of_engines_do_not_reach_the_terminal() {
        let wild = || "'\u{1b}[2J\r\n\u{9b}x'".to_string();
        let outcome = Outcome {
            step: "moves",
            variant: "othello",
            status: StepStatus::Failed,
            reason: Some(wild()),
            notes: vec![wild()],
            requirement: "all",
            section: "moves",
            took: 1,
            transcript: vec![wild()],
        };
        assert!(row(&outcome).ends_with("' [2J   x'; ' [2J   x'"), "{}", row(&outcome));
        let lines = "moves in othello: ' [2J   x'\n  required: all [protocol.md, moves]\n  ' [2J   x'\n";
        assert_eq!(failure(&outcome), lines);
    }
}
