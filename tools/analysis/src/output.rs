//! What is written: tables or JSON on stdout, and files.

use crate::annotate::annotated;
use crate::profile::{Phase, Profile, profiles};
use crate::report::GameReport;
use crate::{graph, html, table};
use anyhow::{Context, Result, ensure};
use clap::Args;
use quartet_files::Output;
use quartet_interrupt::print_to_stderr;
use quartet_records::{Format, Game, write};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use supports_color::Stream;

/// What is written.
#[derive(Args, Clone, Debug)]
pub struct OutputArguments {
    /// JSON on stdout instead of tables: a line for each game, then, for several games, one with the players' profiles.
    #[arg(long)]
    pub json: bool,
    /// Nothing on stdout.
    #[arg(long, conflicts_with = "json")]
    pub quiet: bool,
    /// Graphs of the value by move, as SVG and PNG: FILE with each of the two extensions, for several games
    /// FILE-1, FILE-2, ….
    #[arg(long, value_name = "FILE")]
    pub graph: Option<PathBuf>,
    /// The games with symbols, values, comments and the best lines as variations, in the format of the file's
    /// extension (.sgf, .ggf, .pgn).
    #[arg(long, value_name = "FILE")]
    pub annotate: Option<PathBuf>,
    /// One page with everything.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Overwrite any existing file.
    #[arg(long)]
    pub force: bool,
}

impl OutputArguments {
    /// Fails if a file cannot be written later. `sources` are the files of games, which are never overwritten.
    pub fn check(&self, sources: &[PathBuf]) -> Result<()> {
        if let Some(path) = &self.html {
            self.page_file(sources).check(path)?;
        }
        if let Some(path) = &self.annotate {
            annotated_format(path)?;
            self.annotated_file(sources).check(path)?;
        }
        self.graph.as_ref().map_or(Ok(()), |path| quartet_plots::check(path, self.force))
    }

    fn page_file<'a>(&self, sources: &'a [PathBuf]) -> Output<'a> {
        Output { kind: "earlier page of an analysis", is_own: &html::is_own, force: Some(self.force), sources }
    }

    /// An annotated game cannot be told from one that a person has annotated, so it is never overwritten unless forced.
    fn annotated_file<'a>(&self, sources: &'a [PathBuf]) -> Output<'a> {
        Output { kind: "earlier output", is_own: &|_| false, force: Some(self.force), sources }
    }

    /// Prints the report of a game that has just been analysed.
    pub fn print(&self, report: &GameReport) {
        if self.quiet {
            return;
        }
        let text = match self.json {
            // A report consists of texts and numbers, so that writing it cannot fail.
            true => serde_json::to_string(report).unwrap_or_default(),
            false => table::game(report, supports_color::on(Stream::Stdout).is_some()),
        };
        print(&text);
    }

    /// Writes the files, and prints the profiles of the players of several games.
    pub fn write(&self, sources: &[PathBuf], games: &[&Game], reports: &[GameReport]) -> Result<()> {
        if reports.len() > 1 && !self.quiet {
            print(&if self.json { profiles_json(reports)? } else { profiles_text(reports) });
        }
        if let Some(path) = &self.html {
            self.page_file(sources).write(path, html::page(reports)?.as_bytes())?;
        }
        if let Some(path) = &self.annotate {
            self.write_annotated(path, sources, games, reports)?;
        }
        if let Some(path) = &self.graph {
            for (index, report) in reports.iter().enumerate() {
                let path = if reports.len() == 1 { path.clone() } else { numbered(path, index + 1) };
                quartet_plots::save(&graph::chart(report), &path, self.force)?;
            }
        }
        Ok(())
    }

    fn write_annotated(&self, path: &Path, sources: &[PathBuf], games: &[&Game], reports: &[GameReport]) -> Result<()> {
        let games = games.iter().zip(reports).map(|(game, report)| annotated(game, report));
        let written = write(annotated_format(path)?, &games.collect::<Result<Vec<_>>>()?);
        for (index, why) in &written.left_out {
            let report = &reports[*index];
            print_to_stderr(&format!("{}: left out {}, game {}: {why}", path.display(), report.file, report.game));
        }
        self.annotated_file(sources).write(path, &written.bytes)
    }
}

/// The format of annotated games, by the extension.
fn annotated_format(path: &Path) -> Result<Format> {
    let format = Format::from_extension(path);
    let format = format.with_context(|| format!("{}: unknown extension, expected sgf, ggf or pgn", path.display()))?;
    let known = ["sgf", "ggf", "pgn"].contains(&format.name());
    ensure!(known, "{}: a format without annotations, expected sgf, ggf or pgn", path.display());
    Ok(format)
}

/// The path with a hyphen and a number before its extension.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.with_extension("");
    PathBuf::from(format!("{}-{number}", stem.display()))
}

/// Prints a line; a closed stdout, as by `head`, is not an error.
fn print(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
}

fn profiles_json(reports: &[GameReport]) -> Result<String> {
    let entry = |((variant, player), profile): (&(String, String), &Profile)| serde_json::json!({ "variant": variant, "player": player, "profile": profile });
    let all: Vec<_> = profiles(reports).iter().map(entry).collect();
    Ok(serde_json::to_string(&serde_json::json!({ "profiles": all }))?)
}

fn profiles_text(reports: &[GameReport]) -> String {
    let mut text = String::new();
    for ((variant, player), profile) in &profiles(reports) {
        let phases = Phase::ALL.iter().filter_map(|phase| Some((phase.word(), profile.phases.get(phase)?)));
        let heading = format!("{player}, {variant}: {}", profile.games_text());
        text.push_str(&quartet_files::one_line(&heading));
        text.push('\n');
        text.push_str(&table::summaries("phase", phases.chain([("all", &profile.all)])));
        text.push_str("\n\n");
    }
    text.trim_end().into()
}
