//! The subcommand `book`.

use super::book_graph::BookGraph;
use super::expansion::{Expansion, Plan};
use super::grow::{Limits, grow};
use super::records;
use super::searcher::{EngineSearcher, Searcher};
use super::storage::Storage;
use crate::cli::watch_signals;
use crate::settings::Limit;
use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args, Subcommand, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use quartet::engine::book::Header;
use quartet::games::playable::Playable;
use quartet::games::{self, Variant, Visitor};
use quartet::search::stop::StopToken;
use quartet_records::arguments::{parse_rule, parse_variant};
use std::path::PathBuf;
use std::time::Duration;

/// What to do with a book.
#[derive(Subcommand, Clone, Debug)]
pub enum BookCommand {
    /// Grows a book: searches the positions that matter most and adds them. A file that exists is grown further.
    Grow(GrowArguments),
}

/// The arguments of `book grow`.
#[derive(Args, Clone, Debug)]
pub struct GrowArguments {
    /// The book.
    pub file: PathBuf,
    /// The game of a new book.
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    pub variant: Option<&'static Variant>,
    /// An option of the rules of a new book: Rule or BoardSize.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_rule)]
    pub rule: Vec<(String, String)>,
    /// Plies of each search [default: 16 in Othello, 12 in Gomoku].
    #[arg(long, group = "limit", value_name = "PLIES", value_parser = value_parser!(u64).range(1..=127))]
    pub depth: Option<u64>,
    /// Nodes of each search.
    #[arg(long, group = "limit", value_parser = value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Milliseconds of each search.
    #[arg(long, group = "limit", value_name = "MS", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    pub movetime: Option<u64>,
    /// Moves that are listed when a position is added.
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u64).range(1..=100))]
    pub lines: u64,
    /// The plies that a loss of 100 centidiscs or centipoints counts as: the greater, the narrower and deeper the book.
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u64).range(0..=1000))]
    pub weight: u64,
    /// Positions searched at a time, each by an engine of its own with one thread.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(1..=512))]
    pub threads: u64,
    /// The size of each engine's hash table in MiB.
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = value_parser!(u64).range(1..=1_048_576))]
    pub hash: u64,
    /// End after this time, such as 90s, 30m or 8h.
    #[arg(long, value_parser = duration)]
    pub time: Option<Duration>,
    /// End after this number of positions has been added.
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    pub positions: Option<u64>,
    /// Files of games, whose positions are added first.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub from: Vec<PathBuf>,
    /// Plies of each game that are added.
    #[arg(long, default_value_t = 20, value_name = "PLIES", value_parser = value_parser!(u64).range(1..=1000))]
    pub plies: u64,
}

/// Reads a number of seconds, minutes or hours.
fn duration(text: &str) -> Result<Duration, String> {
    let expected = || format!("'{text}', expected a whole number followed by s, m or h");
    let (count, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(expected)?;
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return Err(expected()),
    };
    let count = count.parse::<u32>().ok().filter(|count| *count > 0).ok_or_else(expected)?;
    Ok(Duration::from_secs(seconds * u64::from(count)))
}

impl GrowArguments {
    fn limit(&self) -> Limit {
        match (self.movetime, self.nodes) {
            (Some(milliseconds), _) => Limit::Movetime(milliseconds),
            (_, Some(nodes)) => Limit::Nodes(nodes),
            _ => self.depth.map_or(Limit::Default, Limit::Depth),
        }
    }

    /// The header of a new book, or that of the book that is grown further: the arguments must agree with it.
    fn header(&self, storage: &Storage) -> Result<Header> {
        let known = storage.book().map(|book| book.header().clone());
        let variant = match (self.variant, &known) {
            (Some(variant), _) => variant,
            (None, Some(known)) => known.variant(),
            (None, None) => return Err(anyhow!("a new book needs --variant")),
        };
        let find = |options: &[(String, String)], name: &str| {
            options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.clone())
        };
        let earlier = known.as_ref().map(Header::options).unwrap_or_default();
        let value = |name: &str| find(&self.rule, name).or_else(|| find(earlier, name));
        let header = Header::new(variant, value).map_err(|why| anyhow!(why))?;
        for (name, _) in &self.rule {
            ensure!(find(header.options(), name).is_some(), "--rule {name}: the rules do not depend on it");
        }
        if let Some(known) = known {
            ensure!(known == header, "{} is a '{known}', expected '{header}'", storage.path().display());
        }
        Ok(header)
    }
}

/// Carries the command out.
pub fn run(command: &BookCommand) -> Result<()> {
    match command {
        BookCommand::Grow(arguments) => {
            let stop = StopToken::default();
            let watch = watch_signals(&stop, "interrupted before the book began to grow".into())?;
            let storage = Storage::open(&arguments.file, &arguments.from)?;
            let header = arguments.header(&storage)?;
            watch.job_started();
            let visitor = Grow { arguments, storage, header: header.clone(), stop: &stop };
            games::visit(header.variant(), visitor).context("the variant has no rules")?
        }
    }
}

/// Grows the book of a game.
struct Grow<'a> {
    arguments: &'a GrowArguments,
    storage: Storage,
    header: Header,
    stop: &'a StopToken,
}

impl Visitor for Grow<'_> {
    type Out = Result<()>;

    fn visit<P: Playable>(self, _: &'static Variant) -> Result<()> {
        let Grow { arguments, storage, header, stop } = self;
        let graph = match storage.book() {
            Some(book) => BookGraph::<P>::read(book).with_context(|| storage.path().display().to_string())?,
            None => BookGraph::new(header.clone()),
        };
        let before = graph.len();
        let seeds = records::seeds(&header, &arguments.from, arguments.plies as usize)?;
        let searchers = (0..arguments.threads).map(|_| {
            let searcher = EngineSearcher::new(&header, arguments.limit(), arguments.hash, stop)?;
            Ok(Box::new(searcher) as Box<dyn Searcher<P> + '_>)
        });
        let searchers = searchers.collect::<Result<Vec<_>>>()?;
        let plan = Plan { lines: arguments.lines as usize, weight: arguments.weight };
        let limits = Limits { positions: arguments.positions, time: arguments.time };
        let bar = progress_bar(limits);
        let grown = grow(
            Expansion::new(graph, plan, seeds),
            searchers,
            limits,
            stop,
            &mut |text| storage.save(text),
            &mut |expansion| show(&bar, limits, expansion),
        );
        bar.finish_and_clear();
        let grown = grown?;
        let value = grown.start_value().map_or_else(|| "unknown".into(), |value| value.to_string());
        let path = storage.path().display();
        println!("{path}: {} positions, {before} before; value of the start position {value}", grown.graph().len());
        Ok(())
    }
}

/// A bar of positions or of seconds, whichever limits the growth.
fn progress_bar(limits: Limits) -> ProgressBar {
    let (length, template) = match (limits.positions, limits.time) {
        (Some(positions), _) => (Some(positions), "{bar:30} {pos}/{len} positions, {msg}, {eta} to go"),
        (None, Some(time)) => (Some(time.as_secs()), "{bar:30} {pos}/{len} s, {msg}, {eta} to go"),
        (None, None) => (None, "{spinner} {elapsed}, {msg}"),
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    length.map_or_else(ProgressBar::new_spinner, ProgressBar::new).with_style(style)
}

/// Shows how far the growth is.
fn show<P: Playable>(bar: &ProgressBar, limits: Limits, expansion: &Expansion<P>) {
    let position = if limits.positions.is_some() { expansion.added() } else { bar.elapsed().as_secs() };
    bar.set_position(position);
    let value = expansion.start_value().map_or_else(String::new, |value| format!(", start {value}"));
    bar.set_message(format!("book of {}{value}", expansion.graph().len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for wrong in ["", "s", "5", "-1m", "1.5h", "3d", "0s", "é", "99999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
