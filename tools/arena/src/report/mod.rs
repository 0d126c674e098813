//! `report`: reports the results in records of matches as tables, JSON, plots and a page.
//!
//! The records of several files are combined, with a section for each variant. A match shows the same section for its
//! own games at its end.

mod html;
pub mod plots;
mod progress;
mod sprt;
mod summary;
pub mod tables;
#[cfg(test)]
mod tests;
mod tournament;

pub use html::page;
pub use progress::Progress;
pub use summary::{Engine, HeadToHead, Margin, Opening, Play, Section};
pub use tables::{section, tables};
pub use tournament::{KnockoutResult, SwissStanding, TournamentTable};

use crate::collection::{Collection, Duplicate};
use crate::standings::Standings;
use crate::verify::{WrongGame, print_wrong_games};
use anyhow::Result;
use clap::{ArgGroup, Args as Arguments};
use quartet_files::Output;
use quartet_interrupt::print_to_stderr;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The text of `report --help` after the options.
const STATUS: &str = "\
Exit status: 0 all games are counted; 1 games that contradict the schedule of their match or the rules are left out;
2 wrong usage, or a file that cannot be read; 5 a file cannot be written.";

/// The arguments of `report`.
#[derive(Arguments, Clone, Debug, PartialEq, Eq)]
#[command(after_help = STATUS, group = ArgGroup::new("files_to_write").multiple(true))]
pub struct Args {
    /// Record files of matches; a game in several of them counts once.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Draws plots, as SVG and PNG, into this directory, which is created if necessary. Earlier plots are overwritten.
    #[arg(long, value_name = "DIR", group = "files_to_write")]
    pub plots: Option<PathBuf>,
    /// Writes a page with all tables and plots into this file, which needs no other file. An earlier page is
    /// overwritten.
    #[arg(long, value_name = "FILE", group = "files_to_write")]
    pub html: Option<PathBuf>,
    /// Overwrite any other file as well.
    #[arg(long, requires = "files_to_write")]
    pub force: bool,
    /// Prints JSON instead of tables.
    #[arg(long)]
    pub json: bool,
}

/// A report of records.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Games that were given more than once and are counted once.
    pub duplicates: Vec<Duplicate>,
    /// Games that contradict the schedule of their match, or the rules, and are not counted.
    pub wrong: Vec<WrongGame>,
    /// What is worth knowing about games that are left out, a line each.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// A section for each variant, by name.
    pub sections: Vec<Section>,
}

impl Report {
    /// The report of some records.
    pub fn of(records: &Collection) -> Self {
        let mut variants: BTreeMap<&str, Standings> = BTreeMap::new();
        for part in &records.parts {
            for variant in part.games.iter().map(|game| game.variant.as_str()).collect::<BTreeSet<_>>() {
                // Figures of two engines are from the point of view of the first one in the settings.
                variants.entry(variant).or_default().introduce(part.engines());
            }
            for game in &part.games {
                variants.entry(&game.variant).or_default().add_of_match(part.of_match, game);
            }
        }
        let tests = sprt::tests(records);
        let section = |(variant, standings): (&&str, &Standings)| {
            let own: Vec<_> = tests.iter().filter(|test| test.variant == *variant).collect();
            let mut section = Section::of(variant, standings, own.iter().map(|test| test.test.clone()).collect());
            if let Some(HeadToHead { engine, opponent, .. }) = &section.head_to_head {
                let ratios = own.first().map_or(&[][..], |test| &test.ratios);
                section.progress = Progress::of(records, variant, [engine, opponent], ratios);
            }
            let own = records.parts.iter().filter(|part| part.games.iter().any(|game| game.variant == *variant));
            section.tournaments = own.filter_map(TournamentTable::of_part).collect();
            section
        };
        Report {
            duplicates: records.duplicates.clone(),
            wrong: records.wrong.clone(),
            notes: records.notes(),
            sections: variants.iter().map(section).collect(),
        }
    }
}

/// Reads records, prints the report on stdout, draws plots and writes a page. The exit status is 1 if wrong games were
/// left out.
pub fn run(args: &Args) -> Result<ExitCode> {
    write(args, &mut io::stdout().lock())
}

/// As [`run`], but prints the report on `output`.
pub fn write(args: &Args, output: &mut impl Write) -> Result<ExitCode> {
    let page_file =
        Output { kind: "earlier report", is_own: &html::is_own, force: Some(args.force), sources: &args.files };
    if let Some(path) = &args.html {
        page_file.check(path)?;
    }
    let records = Collection::read(&args.files)?;
    print_wrong_games(&records.wrong);
    let report = Report::of(&records);
    if args.json {
        report.notes.iter().for_each(|note| print_to_stderr(note));
    }
    let mut printed = if args.json { serde_json::to_string_pretty(&report)? } else { tables(&report) };
    if !printed.ends_with('\n') {
        printed.push('\n');
    }
    match output.write_all(printed.as_bytes()).and_then(|()| output.flush()) {
        // A closed stdout, as by `head`, is not an error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    if let Some(directory) = &args.plots {
        draw(&report, directory, args.force)?;
    }
    if let Some(path) = &args.html {
        page_file.write(path, page(&report)?.as_bytes())?;
    }
    Ok(records.exit_status())
}

/// Draws the plots of all sections into a directory, each as SVG and PNG. Returns the files. Fails if a file exists
/// that is not an earlier plot, unless forced.
pub fn draw(report: &Report, directory: &Path, force: bool) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for section in &report.sections {
        files.extend(plots::draw(section, directory, force)?);
    }
    Ok(files)
}
