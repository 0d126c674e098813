//! `report`: reads the records of matches and says what they show, in tables, as JSON, and in plots.
//!
//! Knows records only as files of JSON lines, and needs neither engines nor the rules of the games: what a record does not
//! say is not in the report. Records of several files are taken together; each variant has a section of its own.

pub(crate) mod plots;
mod record;
mod summary;
#[cfg(test)]
mod tests;
pub(crate) mod text;

pub use summary::{Duel, Engine, FailureNote, Margin, Opening, Play, Report, Section};

use anyhow::{Context, Result};
use clap::Args as Arguments;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What to report, and how.
#[derive(Arguments, Clone, Debug, PartialEq, Eq)]
pub struct Args {
    /// Record files of matches, one JSON object a line.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Draws plots, as SVG and PNG, into this directory (made if needed).
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
    /// Prints JSON instead of tables.
    #[arg(long)]
    pub json: bool,
}

/// Reads, prints on standard output, and draws.
pub fn run(args: &Args) -> Result<()> {
    write(args, &mut io::stdout().lock())
}

/// Reads, prints on `output`, and draws.
pub fn write(args: &Args, output: &mut impl Write) -> Result<()> {
    let report = read(&args.files)?;
    let mut printed = if args.json { serde_json::to_string_pretty(&report)? } else { tables(&report) };
    if !printed.ends_with('\n') {
        printed.push('\n');
    }
    match output.write_all(printed.as_bytes()).and_then(|()| output.flush()) {
        // A reader that has seen enough, such as `head`, is no fault.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    if let Some(directory) = &args.plots {
        draw(&report, directory)?;
    }
    Ok(())
}

/// Reads record files into one report.
pub fn read(files: &[PathBuf]) -> Result<Report> {
    let mut report = summary::Builder::default();
    for file in files {
        let content = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        report.add(&file.display().to_string(), record::parse(&content));
    }
    Ok(report.finish())
}

/// Draws the plots of all sections into a directory, each as SVG and PNG. Returns the files.
pub fn draw(report: &Report, directory: &Path) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let mut files = Vec::new();
    for section in &report.sections {
        files.extend(plots::draw(section, directory)?);
    }
    Ok(files)
}

/// The tables of a report, as they are printed.
pub fn tables(report: &Report) -> String {
    text::tables(report)
}
