//! The output of a match: a progress bar at a terminal, lines elsewhere, tables or JSON at the end.

use super::match_arguments::MatchArguments;
use super::progress;
use crate::record::{GameRecord, Header};
use crate::report::{self, Section, TournamentTable};
use crate::schedule::Schedule;
use crate::sequential::{Judge, SequentialTest};
use crate::standings::{EngineStanding, Standings};
use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quartet::shard::Shard;
use quartet_interrupt::print_to_stderr;
use serde::Serialize;
use std::io::IsTerminal;

/// The display of a match's progress and result.
pub(super) struct Display {
    bar: ProgressBar,
    variant: String,
    /// The names of the engines in the order of the settings.
    names: Vec<String>,
    schedule: Schedule,
    shard: Shard,
    /// Whether a line is printed for each game, because there is no terminal for the bar.
    lines: bool,
    /// The number of games between two lines with the ratings so far; 0 for none.
    interval: u64,
    standings: Standings,
    /// The sequential test, if there is one.
    judge: Option<Judge>,
    quiet: bool,
    json: bool,
}

impl Display {
    /// The display of a match without games.
    pub(super) fn new(arguments: &MatchArguments, header: &Header) -> Self {
        let settings = &header.settings;
        let terminal = std::io::stderr().is_terminal();
        let target = if arguments.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed} elapsed, {eta} left\n{msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let names: Vec<String> = settings.engines.iter().map(|engine| engine.name.clone()).collect();
        let standings = Standings::new(names.iter().map(String::as_str));
        let (schedule, shard) = (Schedule::new(settings), header.shard());
        let (quiet, json) = (arguments.quiet, arguments.json);
        let lines = !terminal && !quiet;
        let interval = arguments.rating_interval.unwrap_or(if terminal { 0 } else { 10 });
        let interval = if quiet { 0 } else { interval };
        // A shard does not have the pairs that a test would judge.
        let judge = Judge::new(settings).filter(|_| header.shard.is_none());
        let variant = settings.variant.clone();
        Display { bar, variant, names, schedule, shard, lines, interval, standings, judge, quiet, json }
    }

    /// Counts a game of an earlier run.
    pub(super) fn count(&mut self, game: &GameRecord) {
        self.standings.add(game);
        self.schedule.add(game.id, game.result);
        if let Some(judge) = &mut self.judge {
            judge.add(game);
        }
    }

    /// Counts and shows a finished game.
    pub(super) fn game(&mut self, game: &GameRecord) {
        self.count(game);
        if self.lines || game.failure.is_some() {
            self.print(&progress::game(game, self.played(), self.scheduled()));
        }
        if self.interval > 0 && self.played().is_multiple_of(self.interval) {
            self.print(&progress::ratings_so_far(&self.standings, self.test().as_ref()));
        }
        let points = |engine: &EngineStanding| format!("{} {}", engine.name, engine.all().points());
        let scores: Vec<String> = self.standings.engines().iter().take(4).map(points).collect();
        let (games, different) = (self.played(), self.standings.overview().different());
        let test = self.test().map(|test| format!("\n{}", test.line())).unwrap_or_default();
        self.bar.set_message(format!("{games} games, {different} different: {}{test}", scores.join(", ")));
        self.bar.set_length(self.scheduled());
        self.bar.set_position(games);
    }

    /// Prints a line above the bar.
    fn print(&self, line: &str) {
        self.bar.suspend(|| print_to_stderr(line));
    }

    /// The number of games of the match, or of the shard. Tie-breaks of a knockout are added when they are needed.
    pub(super) fn scheduled(&self) -> u64 {
        2 * self.shard.units(self.schedule.pairs())
    }

    /// The number of games played.
    pub(super) fn played(&self) -> u64 {
        self.standings.overview().first_player.games()
    }

    /// The status of the sequential test, if there is one.
    fn test(&self) -> Option<SequentialTest> {
        self.judge.as_ref().map(Judge::test)
    }

    /// Whether no more games are needed: all have been played, or the sequential test is over.
    pub(super) fn is_complete(&self) -> bool {
        self.is_decided() || self.played() >= self.scheduled()
    }

    /// Whether the sequential test is over.
    pub(super) fn is_decided(&self) -> bool {
        self.judge.as_ref().is_some_and(Judge::is_decided)
    }

    /// Shows the result at the end of the match; `cancelled` if games are missing.
    pub(super) fn end(&self, cancelled: bool) -> Result<()> {
        self.bar.finish_and_clear();
        let mut section = Section::of(&self.variant, &self.standings, self.test().into_iter().collect());
        section.tournaments.extend(TournamentTable::of(&self.schedule, &self.names));
        if self.json {
            let results = Results { cancelled, scheduled: self.scheduled(), section };
            print(&format!("{}\n", serde_json::to_string_pretty(&results)?));
        } else if !self.quiet {
            print(&report::section(&section));
        }
        Ok(())
    }
}

/// The result of a match as JSON.
#[derive(Serialize)]
struct Results {
    /// Whether games are missing because it was interrupted.
    cancelled: bool,
    /// The number of games of the whole match.
    scheduled: u64,
    /// The same figures as in a report.
    #[serde(flatten)]
    section: Section,
}

/// Prints a text; a closed stdout is not an error.
fn print(text: &str) {
    use std::io::Write;
    let _ = std::io::stdout().write_all(text.as_bytes());
}
