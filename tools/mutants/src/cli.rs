//! The command line.

use crate::compile::{build_tests, compile, copy};
use crate::find::{Mutant, mutants};
use crate::outcome::{Outcome, outcome};
use crate::report::report;
use crate::tests::{Test, measure};
use anyhow::{Context, Result, ensure};
use clap::Parser;
use quartet::random::SplitMix64;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Where bugs are planted by default.
const FILES: [&str; 5] = ["src/games/", "src/search/", "src/session/", "src/dialect/", "src/retrograde/"];

/// Plants small bugs in a copy of the engine, one at a time, and runs the tests that reach them. Those that no test
/// notices are printed. A run that was interrupted is continued by the same command.
#[derive(Parser, Debug)]
#[command(name = "quartet-mutants", version)]
pub struct Arguments {
    /// The folder of the run: a copy of the sources, its build, and the results.
    #[arg(long, value_name = "FOLDER", default_value = "target/mutants")]
    work: PathBuf,
    /// How many bugs are planted; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 330)]
    sample: usize,
    /// Which ones are chosen depends on this number alone.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only in files whose paths contain one of these texts.
    #[arg(long, value_name = "TEXT", num_args = 1.., default_values = FILES)]
    files: Vec<String>,
    /// Of the tests that reach a bug, the quickest that take this many seconds in all are run.
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0)]
    most: f64,
    /// Bugs that are tried at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    jobs: u8,
}

/// What is kept of a run before its results.
#[derive(Serialize, Deserialize)]
struct Plan {
    /// Sorted files.
    files: Vec<String>,
    sample: usize,
    seed: u64,
    mutants: Vec<Mutant>,
    /// The numbers of those that do not compile.
    removed: BTreeSet<usize>,
}

/// Runs the tests, and prints the report.
///
/// # Errors
///
/// If the folder is of another run, or something cannot be built, read or written.
pub fn run(arguments: &Arguments) -> Result<()> {
    std::fs::create_dir_all(&arguments.work)?;
    let folder = arguments.work.canonicalize()?;
    let tree = folder.join("tree");
    let plan = plan(arguments, &folder, &tree)?;
    let tests: Vec<Test> = kept(&folder.join("tests.json"), || {
        let programs = build_tests(&tree)?;
        measure(&programs, &tree, arguments.jobs.into())
    })?;
    let results = results(&plan, &tests, &folder, arguments)?;
    print!("{}", report(&results));
    Ok(())
}

/// The value of a file of JSON, which is made if it is not there.
fn kept<T: Serialize + DeserializeOwned>(path: &Path, make: impl FnOnce() -> Result<T>) -> Result<T> {
    if let Ok(text) = std::fs::read_to_string(path) {
        return serde_json::from_str(&text).with_context(|| format!("cannot read {}", path.display()));
    }
    let made = make()?;
    std::fs::write(path, serde_json::to_string(&made)?).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(made)
}

fn plan(arguments: &Arguments, folder: &Path, tree: &Path) -> Result<Plan> {
    let mut files = arguments.files.clone();
    files.sort();
    let plan: Plan = kept(&folder.join("plan.json"), || {
        copy(Path::new("."), tree)?;
        let texts = texts(tree, &files)?;
        let mut all = Vec::new();
        for (file, text) in &texts {
            all.extend(mutants(file, text)?);
        }
        eprintln!("{} mutants in {} files", all.len(), texts.len());
        let mutants = sampled(all, arguments.sample, arguments.seed);
        let removed = compile(tree, &mutants, &texts)?;
        eprintln!("{} of {} mutants do not compile", removed.len(), mutants.len());
        Ok(Plan { files: files.clone(), sample: arguments.sample, seed: arguments.seed, mutants, removed })
    })?;
    let is_same = (&plan.files, plan.sample, plan.seed) == (&files, arguments.sample, arguments.seed);
    ensure!(is_same, "{} is of another run, expected another folder or the same arguments", folder.display());
    Ok(plan)
}

/// The sources that may have mutants, by their paths.
fn texts(tree: &Path, wanted: &[String]) -> Result<BTreeMap<String, String>> {
    let (mut folders, mut texts) = (vec![tree.join("src")], BTreeMap::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let name = path.strip_prefix(tree)?.to_string_lossy().into_owned();
            let is_test = name.ends_with("/tests") || name.ends_with("/tests.rs");
            if is_test {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".rs") && wanted.iter().any(|part| name.contains(part)) {
                texts.insert(name, std::fs::read_to_string(&path)?);
            }
        }
    }
    Ok(texts)
}

/// `count` of the mutants, in their order; all of them for 0.
fn sampled(mut all: Vec<Mutant>, count: usize, seed: u64) -> Vec<Mutant> {
    if count == 0 || count >= all.len() {
        return all;
    }
    let mut random = SplitMix64::new(seed);
    for index in 0..count {
        let other = index + random.below(all.len() - index);
        all.swap(index, other);
    }
    all.truncate(count);
    all.sort_by(|a, b| (&a.file, a.place.start, a.place.end).cmp(&(&b.file, b.place.start, b.place.end)));
    all
}

/// The results for all mutants that compile; each is appended to a file at once.
fn results(plan: &Plan, tests: &[Test], folder: &Path, arguments: &Arguments) -> Result<Vec<(Mutant, Outcome)>> {
    let path = folder.join("results.jsonl");
    let mut known: BTreeMap<usize, Outcome> = BTreeMap::new();
    for line in std::fs::read_to_string(&path).unwrap_or_default().lines() {
        // A killed run leaves an incomplete line.
        known.extend(serde_json::from_str::<(usize, Outcome)>(line));
    }
    let numbers: Vec<usize> = (0..plan.mutants.len()).filter(|number| !plan.removed.contains(number)).collect();
    let waiting: Vec<usize> = numbers.iter().copied().filter(|number| !known.contains_key(number)).collect();
    let mut file = std::fs::File::options().append(true).create(true).open(&path)?;
    let (next, (send, done)) = (AtomicUsize::new(0), crossbeam_channel::unbounded());
    let tree = folder.join("tree");
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..arguments.jobs {
            let (send, next, waiting, tree) = (send.clone(), &next, &waiting, &tree);
            scope.spawn(move || {
                while let Some(number) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = outcome(*number, tests, arguments.most, tree);
                    if send.send((*number, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for (number, result) in done {
            let result = result?;
            writeln!(file, "{}", serde_json::to_string(&(number, &result))?)?;
            let mutant = &plan.mutants[number];
            eprintln!(
                "{} of {}: {result:?} {}:{} {}",
                known.len() + 1,
                numbers.len(),
                mutant.file,
                mutant.line,
                mutant.change
            );
            known.insert(number, result);
        }
        Ok(())
    })?;
    Ok(numbers.iter().map(|number| (plan.mutants[*number].clone(), known[number].clone())).collect())
}
