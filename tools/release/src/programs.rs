//! The programs of a release.

use crate::source::Source;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs, which have the names of their packages.
pub const NAMES: [&str; 4] = ["quartet", "quartet-analysis", "quartet-arena", "quartet-board"];

/// Divides the flags in `CARGO_ENCODED_RUSTFLAGS`.
const FLAG_SEPARATOR: &str = "\u{1f}";

/// The target triple of this program.
pub fn host() -> String {
    env!("QUARTET_HOST").to_string()
}

/// The file name of a program.
pub fn file_name(program: &str, target: &str) -> String {
    if target.contains("windows") { format!("{program}.exe") } else { program.to_string() }
}

/// Builds the programs; returns their folder. What a compiler writes into a program about where it ran is replaced:
/// the folders of the sources, of the packages and of the build.
///
/// # Errors
///
/// If cargo cannot be started or fails.
pub fn build(source: &Source, target: &str) -> Result<PathBuf> {
    let folder = source.root.join("target/release-archive");
    let mut command = Command::new("cargo");
    command.current_dir(&source.root).args(["build", "--release", "--locked", "--target", target]);
    command.arg("--target-dir").arg(&folder);
    for program in NAMES {
        command.args(["--package", program, "--bin", program]);
    }
    let places = [(folder.clone(), "/build"), (source.root.clone(), "/quartet"), (cargo_home()?, "/cargo")];
    // Of several prefixes that fit, the compiler takes the last one: the folder of the build is inside the source.
    let flags: Vec<String> = places.iter().rev().map(|(place, name)| remap(place, name)).collect();
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join(FLAG_SEPARATOR));
    command.env("QUARTET_COMMIT", &source.commit).env("CARGO_INCREMENTAL", "0");
    let status = command.status().context("cannot start cargo")?;
    ensure!(status.success(), "cargo build: {status}");
    Ok(folder.join(target).join("release"))
}

fn remap(place: &Path, name: &str) -> String {
    format!("--remap-path-prefix={}={name}", place.display())
}

/// Where cargo keeps the sources of packages.
fn cargo_home() -> Result<PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    Ok(std::env::home_dir().context("no home folder")?.join(".cargo"))
}
