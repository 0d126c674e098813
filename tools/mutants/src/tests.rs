//! The tests, how long they take, and which mutants they reach.

use crate::schemata::TRACE;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

/// A test that passes when no mutant is active.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Test {
    /// The program that it is in.
    pub program: PathBuf,
    /// Its full name.
    pub name: String,
    /// How long it takes.
    pub seconds: f64,
    /// The numbers of the mutants that it reaches, in processes that it starts, too.
    pub reached: BTreeSet<usize>,
}

/// Runs all tests of these programs one by one, `jobs` at a time, in a folder; those that fail are left out.
///
/// # Errors
///
/// If a program cannot be started.
pub fn measure(programs: &[PathBuf], folder: &Path, jobs: usize) -> Result<Vec<Test>> {
    let mut waiting = Vec::new();
    for program in programs {
        waiting.extend(names(program, folder)?.into_iter().map(|name| (program, name)));
    }
    let (count, waiting) = (waiting.len(), Mutex::new(waiting));
    let (found, failed) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        let run = |job: usize| -> Result<()> {
            let trace = folder.join(format!("target/trace-{job}"));
            while let Some((program, name)) = pop(&waiting) {
                match measure_one(program, &name, folder, &trace)? {
                    Some(test) => lock(&found).push(test),
                    None => lock(&failed).push(name),
                }
            }
            Ok(())
        };
        let jobs: Vec<_> = (0..jobs).map(|job| scope.spawn(move || run(job))).collect();
        jobs.into_iter().try_for_each(|job| job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    let (mut found, failed) = (found.into_inner().unwrap_or_default(), failed.into_inner().unwrap_or_default());
    eprintln!("{} of {count} tests pass without a mutant; left out: {}", found.len(), failed.join(" "));
    found.sort_by(|a: &Test, b| a.seconds.total_cmp(&b.seconds));
    Ok(found)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn pop<T>(waiting: &Mutex<Vec<T>>) -> Option<T> {
    lock(waiting).pop()
}

/// The names of the tests of a program, without the ignored ones.
fn names(program: &Path, folder: &Path) -> Result<Vec<String>> {
    let list = |argument: &[&str]| -> Result<BTreeSet<String>> {
        let output =
            Command::new(program).current_dir(folder).args(["--list", "--format", "terse"]).args(argument).output();
        let output = output.with_context(|| format!("cannot start {}", program.display()))?;
        ensure!(output.status.success(), "{} --list: {}", program.display(), output.status);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_string).collect())
    };
    Ok(list(&[])?.difference(&list(&["--ignored"])?).cloned().collect())
}

/// Runs a test; `None` if it fails.
fn measure_one(program: &Path, name: &str, folder: &Path, trace: &Path) -> Result<Option<Test>> {
    let _ = std::fs::remove_file(trace);
    let started = Instant::now();
    let mut command = Command::new(program);
    command.current_dir(folder).args(["--exact", name, "--test-threads", "1"]).env(TRACE, trace);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().with_context(|| format!("cannot start {}", program.display()))?;
    if !status.success() {
        return Ok(None);
    }
    let seconds = started.elapsed().as_secs_f64();
    let reached = std::fs::read_to_string(trace).unwrap_or_default();
    let reached = reached.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Some(Test { program: program.into(), name: name.into(), seconds, reached }))
}
