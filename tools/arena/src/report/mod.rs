//! `report`: reads the records of matches and says what they show, in tables, as JSON, and in plots.
//!
//! Records of several files are taken together; each variant has a section of its own. A match shows the same section of its own
//! games at its end. Must not know: engines, the rules of the games.

pub mod plots;
mod summary;
#[cfg(test)]
mod tests;
pub(crate) mod text;

pub use summary::{Duel, Engine, Margin, Opening, Play, Section};
pub use text::{section, tables};

use crate::record::{self, GameRecord};
use crate::standings::Standings;
use anyhow::Result;
use clap::Args as Arguments;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What to report, and how.
#[derive(Arguments, Clone, Debug, PartialEq, Eq)]
pub struct Args {
    /// Record files of matches, one JSON object a line.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Draws plots, as SVG and PNG, into this directory (made if needed). Earlier plots there are written over.
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
    /// Write over any other file in the way of a plot, too.
    #[arg(long, requires = "plots")]
    pub force: bool,
    /// Prints JSON instead of tables.
    #[arg(long)]
    pub json: bool,
}

/// What the records of some files show.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// A section for each variant, by name.
    pub sections: Vec<Section>,
}

impl Report {
    /// The report of the games of some files.
    pub fn of(files: &[Vec<GameRecord>]) -> Self {
        let mut variants: BTreeMap<&str, Standings> = BTreeMap::new();
        for (number, games) in files.iter().enumerate() {
            for game in games {
                variants.entry(&game.variant).or_default().add_of_file(number, game);
            }
        }
        Report { sections: variants.iter().map(|(variant, standings)| Section::of(variant, standings)).collect() }
    }
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
        draw(&report, directory, args.force)?;
    }
    Ok(())
}

/// Reads record files into one report.
pub fn read(files: &[PathBuf]) -> Result<Report> {
    // In the order of their numbers, whatever the order in which they ended.
    let games = |file: &PathBuf| -> Result<Vec<GameRecord>> {
        let mut games = record::read(file)?.games;
        games.sort_by_key(|game| game.id);
        Ok(games)
    };
    Ok(Report::of(&files.iter().map(games).collect::<Result<Vec<_>>>()?))
}

/// Draws the plots of all sections into a directory, each as SVG and PNG. Returns the files. A file that is there and is no
/// earlier plot is an error, unless it is forced.
pub fn draw(report: &Report, directory: &Path, force: bool) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for section in &report.sections {
        files.extend(plots::draw(section, directory, force)?);
    }
    Ok(files)
}
