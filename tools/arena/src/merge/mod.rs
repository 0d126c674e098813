//! `merge`: the records of a match's shards as one record.
//!
//! Games are sorted by number. If there are several of the same number, that of the lowest attempt is kept, then that
//! of the first file by name, then the first line, never one chosen by its result. A game waits until the other game of
//! its pair is there. So the same set of files gives the same bytes.
//!
//! The files are read three times: for the places of all games, then, in the order of the games, to verify them, and to
//! copy their lines. Nothing is written if a game is wrong. Memory grows by some hundred bytes a game, and by the text
//! of each opening.

mod check;
mod copy;
mod index;
mod inputs;
mod output;
mod parts;
mod reader;
mod watch;

use crate::record::Header;
use crate::verify::{Verification, print_wrong_games};
use anyhow::{Context, Result, ensure};
use check::{check, check_openings};
use clap::Args;
use copy::Lines;
use output::MergedFile;
use parts::Parts;
use quartet_interrupt::print_to_stderr;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// The exit status of a merge that left games out because their lines are damaged.
const DAMAGED: u8 = 1;

/// The text of `merge --help` after the options.
const STATUS: &str = "\
Exit status: 0 merged; 1 merged, but without damaged lines; 2 wrong usage, records of different matches, or games that
contradict the schedule or the rules: nothing is written; 3 interrupted; 5 the file cannot be written.";

/// The arguments of `merge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = STATUS)]
pub struct MergeArgs {
    /// Records of the same match, and folders with the records of its shards.
    #[arg(required = true, value_name = "FOLDER")]
    pub inputs: Vec<PathBuf>,
    /// The record to write. An existing file is overwritten only if it is an earlier merge of the same match.
    #[arg(long, value_name = "FILE", required_unless_present = "watch")]
    pub out: Option<PathBuf>,
    /// Show the match while it is played, until all games are there or its sequential test is decided. Then the file
    /// STOP in the folder ends all shards.
    #[arg(long)]
    pub watch: bool,
    /// Seconds between two looks at the folder.
    #[arg(long, value_name = "SECONDS", default_value = "5")]
    pub interval: NonZeroU64,
}

/// Watches the match, if that is wanted, and merges the records.
pub fn run(arguments: &MergeArgs) -> Result<ExitCode> {
    if arguments.watch {
        watch::watch(&arguments.inputs, arguments.interval)?;
    }
    match &arguments.out {
        Some(out) => merge(&arguments.inputs, out),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Merges the records into a file.
fn merge(inputs: &[PathBuf], out: &Path) -> Result<ExitCode> {
    let started = Instant::now();
    let mut parts = Parts::default();
    parts.update(inputs)?;
    let header = parts.merged_header().context("no record with a header, expected records of a match")?;
    let (places, waiting) = parts.index().complete_pairs();
    ensure!(!places.is_empty() || waiting > 0 || !parts.has_damage(), "no game can be read: {}", parts.damage_lines());
    MergedFile::check(out, &header, &parts.paths())?;
    let mut lines = Lines::of(parts.paths());
    verify(&parts, &mut lines, &header)?;
    let mut file = MergedFile::create(out, &header)?;
    lines.copy(&places, |_, line| file.append(line))?;
    let bytes = file.finish()?;
    let seconds = started.elapsed().as_secs_f64();
    let (games, megabytes) = (places.len() as f64, bytes as f64 / 1e6);
    print_to_stderr(&format!(
        "{}: {} games of {} files, {megabytes:.1} MB in {seconds:.1} s ({:.0} MB/s, {:.0} games/s)",
        out.display(),
        places.len(),
        parts.paths().len(),
        megabytes / seconds,
        games / seconds,
    ));
    parts.notes(waiting).iter().for_each(|note| print_to_stderr(note));
    Ok(if parts.has_damage() { ExitCode::from(DAMAGED) } else { ExitCode::SUCCESS })
}

/// Fails, after telling each, if games are not those of the match.
fn verify(parts: &Parts, lines: &mut Lines, header: &Header) -> Result<()> {
    let (mut verification, places) = (Verification::new(header, None)?, parts.index().places());
    let mut wrong = parts.wrong().to_vec();
    wrong.extend(check(lines, &places, &mut verification, |_| ())?);
    wrong.extend(check_openings(lines, &places, verification));
    wrong.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    print_wrong_games(&wrong);
    let count = wrong.len();
    ensure!(count == 0, "{count} wrong games, so nothing was written; games whose lines are removed are played again");
    Ok(())
}
