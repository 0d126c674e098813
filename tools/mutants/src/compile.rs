//! Building the copy of the engine with all mutants in it, without those that do not compile.

use crate::find::Mutant;
use crate::schemata::{self, Instrumented};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds of the copy after which mutants have been removed, at most.
const MOST_ROUNDS: usize = 40;

/// Copies all files of the repository that git knows.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn copy(root: &Path, to: &Path) -> Result<()> {
    let listed =
        Command::new("git").arg("-C").arg(root).args(["ls-files", "-z"]).output().context("cannot start git")?;
    ensure!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr).trim());
    for name in String::from_utf8(listed.stdout)?.split_terminator('\0') {
        let (source, target) = (root.join(name), to.join(name));
        if source.is_file() {
            std::fs::create_dir_all(target.parent().unwrap_or(to))?;
            std::fs::copy(&source, &target).with_context(|| format!("cannot copy {}", source.display()))?;
        }
    }
    Ok(())
}

/// Writes the mutants into the copy and builds its tests, again and again without those that do not compile, which are
/// returned. `texts` are the unchanged files.
///
/// # Errors
///
/// If it does not compile for another reason.
pub fn compile(copy: &Path, mutants: &[Mutant], texts: &BTreeMap<String, String>) -> Result<BTreeSet<usize>> {
    let mut removed = BTreeSet::new();
    for _ in 0..MOST_ROUNDS {
        let written = write(copy, mutants, texts, &removed)?;
        let errors = check(copy)?;
        if errors.is_empty() {
            return Ok(removed);
        }
        let before = removed.len();
        for error in &errors {
            removed.extend(written.get(&error.file).and_then(|file| innermost(file, &error.place)));
        }
        if removed.len() == before {
            bail!("the copy does not compile: {}", errors[0].text);
        }
        eprintln!("{} mutants do not compile so far", removed.len());
    }
    bail!("mutants that do not compile are still found after {MOST_ROUNDS} builds")
}

/// Writes all files of the engine with the mutants that are not removed.
fn write(
    copy: &Path,
    mutants: &[Mutant],
    texts: &BTreeMap<String, String>,
    removed: &BTreeSet<usize>,
) -> Result<BTreeMap<String, Instrumented>> {
    let mut written = BTreeMap::new();
    for (file, text) in texts {
        let is_chosen = |number: &usize, mutant: &Mutant| mutant.file == *file && !removed.contains(number);
        let chosen: Vec<_> = mutants.iter().enumerate().filter(|(number, mutant)| is_chosen(number, mutant)).collect();
        let instrumented = schemata::instrument(text, &chosen);
        write_if_changed(&copy.join(file), &instrumented.text)?;
        written.insert(file.clone(), instrumented);
    }
    write_if_changed(&copy.join("src/mutant.rs"), schemata::RUNTIME)?;
    let root = copy.join("src/lib.rs");
    let text = std::fs::read_to_string(&root)?;
    let declaration = "\n#[doc(hidden)]\npub mod mutant;\n";
    if !text.ends_with(declaration) {
        std::fs::write(&root, text + declaration)?;
    }
    Ok(written)
}

/// A file that keeps its time is not compiled again.
fn write_if_changed(path: &Path, text: &str) -> Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// An error of the compiler.
struct CompileError {
    /// Relative to the root of the copy.
    file: String,
    /// Bytes of the file.
    place: Range<usize>,
    text: String,
}

/// Cargo in the copy. What the compiler knows to be wrong in a mutant, an overflow for one, is for the tests to find.
fn cargo(copy: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(copy).env("CARGO_TARGET_DIR", copy.join("target")).stderr(Stdio::inherit());
    command.env("RUSTFLAGS", "--cap-lints=warn");
    command
}

/// The errors of the copy, at their first places.
fn check(copy: &Path) -> Result<Vec<CompileError>> {
    let mut command = cargo(copy);
    command.args([
        "check",
        "--package",
        "quartet",
        "--profile",
        "test",
        "--tests",
        "--locked",
        "--message-format=json",
    ]);
    let output = command.output().context("cannot start cargo")?;
    let errors: Vec<_> = messages(&output.stdout).filter_map(|message| compile_error(&message["message"])).collect();
    ensure!(output.status.success() || !errors.is_empty(), "cargo check: {}", output.status);
    Ok(errors)
}

fn messages(bytes: &[u8]) -> impl Iterator<Item = Value> {
    bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

fn compile_error(message: &Value) -> Option<CompileError> {
    if message["level"] != "error" {
        return None;
    }
    let spans = message["spans"].as_array()?;
    let span = spans.iter().find(|span| span["is_primary"] == true)?;
    let bound = |name: &str| span[name].as_u64().map(|byte| byte as usize);
    Some(CompileError {
        file: span["file_name"].as_str()?.to_string(),
        place: bound("byte_start")?..bound("byte_end")?,
        text: message["rendered"].as_str().unwrap_or_default().to_string(),
    })
}

/// The smallest mutant at a place of a file.
fn innermost(file: &Instrumented, place: &Range<usize>) -> Option<usize> {
    let meets = |range: &Range<usize>| range.start < place.end && place.start < range.end;
    file.places.iter().filter(|(_, range)| meets(range)).min_by_key(|(_, range)| range.len()).map(|(number, _)| *number)
}

/// Builds the tests of the engine in the copy; returns their programs.
///
/// # Errors
///
/// If cargo fails.
pub fn build_tests(copy: &Path) -> Result<Vec<PathBuf>> {
    let mut command = cargo(copy);
    command.args([
        "test",
        "--quiet",
        "--package",
        "quartet",
        "--lib",
        "--tests",
        "--no-run",
        "--locked",
        "--message-format=json",
    ]);
    let output = command.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo test --no-run: {}", output.status);
    let is_test = |message: &Value| message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    let programs =
        messages(&output.stdout).filter(is_test).filter_map(|message| Some(message["executable"].as_str()?.into()));
    Ok(programs.collect())
}
