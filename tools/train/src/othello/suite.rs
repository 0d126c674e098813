//! How well positions with known values are judged: by the static evaluation, or by a search.

use super::errors::Errors;
use super::evaluator::Evaluation;
use super::search::Search;
use crate::searcher::Searcher;
use anyhow::{Context, Error, Result, ensure};
use clap::Args;
use indicatif::ProgressIterator;

use quartet::engine::Setup;
use quartet::game::Notation;
use quartet::games::othello::{Move, Othello, OthelloExpert, Position};
use quartet::score::Score;
use quartet::solve_file::obf;
use quartet::solve_file::problem::{self, Problem};
use std::path::PathBuf;

/// Megabytes of the transposition table.
const TABLE: usize = 256;

/// What is measured.
#[derive(Args)]
pub(crate) struct Settings {
    /// Files of positions with the exact values of all moves (OBF).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    evaluation: Evaluation,
    /// Search so many plies; without, only the static evaluation is asked.
    #[arg(long)]
    depth: Option<u8>,
}

/// A position with the values of its moves.
struct Known {
    position: Position,
    values: Vec<(Move, i32)>,
}

/// The judgement of one position.
struct Judged {
    /// The value found less the true one, in discs.
    error: f64,
    /// What the move found gives away, in discs; none without a search.
    loss: Option<i32>,
    nodes: u64,
}

/// Prints the errors for each file.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let evaluator = &settings.evaluation.load()?;
    for file in &settings.files {
        let known = positions(&quartet_files::read_text(file)?).with_context(|| file.display().to_string())?;
        let mut searcher = Searcher::new(evaluator, TABLE)?;
        let mut judge = |known: &Known| match settings.depth {
            None => Ok(Judged { error: error(known, evaluator.evaluate(&known.position).0), loss: None, nodes: 0 }),
            Some(depth) => search(known, depth, &mut searcher),
        };
        let judged = known.iter().progress().map(&mut judge).collect::<Result<Vec<_>>>()?;
        println!("{}: {}", file.display(), summary(&judged));
    }
    Ok(())
}

fn summary(judged: &[Judged]) -> String {
    let errors: Errors = judged.iter().map(|judged| judged.error).collect();
    let losses: Vec<_> = judged.iter().filter_map(|judged| judged.loss).collect();
    let mut text = format!(
        "{} positions, error in discs: root mean square {:.2}, mean {:.2}, bias {:+.2}",
        errors.count(),
        errors.root_mean_square(),
        errors.mean_size(),
        errors.bias()
    );
    if !losses.is_empty() {
        let share = |right: usize| 100.0 * right as f64 / losses.len() as f64;
        text += &format!(
            "; best move found {:.1} %, given away {:.2} discs; {:.1} M nodes",
            share(losses.iter().filter(|&&loss| loss == 0).count()),
            losses.iter().sum::<i32>() as f64 / losses.len() as f64,
            judged.iter().map(|judged| judged.nodes).sum::<u64>() as f64 / 1e6
        );
    }
    text
}

/// Searches from nothing.
fn search(known: &Known, depth: u8, searcher: &mut Searcher<OthelloExpert>) -> Result<Judged> {
    searcher.clear();
    let found = searcher.search(&known.position, Search::Selective(depth).limit())?;
    let value = known.values.iter().find(|(mv, _)| *mv == found.best).map(|(_, value)| *value);
    let loss = value.map(|value| best(known) - value);
    Ok(Judged { error: error(known, found.score.0), loss, nodes: found.nodes })
}

fn best(known: &Known) -> i32 {
    known.values.iter().map(|(_, value)| *value).max().unwrap_or(0)
}

fn error(known: &Known, centidiscs: i16) -> f64 {
    f64::from(centidiscs) / 100.0 - f64::from(best(known))
}

/// The positions of a file with values.
fn positions(text: &str) -> Result<Vec<Known>> {
    let read = |(index, line)| Some(read(line)?.with_context(|| format!("line {}", index + 1)));
    let known = text.lines().enumerate().filter_map(read).collect::<Result<Vec<_>>>()?;
    ensure!(!known.is_empty(), "no position with the values of its moves");
    Ok(known)
}

/// A line, if there is a position in it; one without values is passed over.
fn read(line: &str) -> Option<Result<Known>> {
    let known = |problem: Problem| {
        let (Setup::Text(text), problem::Known::Values(values)) = (&problem.setup, &problem.known) else {
            return Err(Error::msg("no position text with values"));
        };
        let position = Othello::parse_position(&(), text)?;
        let value = |(mv, value): &(String, Score)| {
            Ok((Othello::parse_move(&position, &mv.to_lowercase())?, i32::from(value.0) / 100))
        };
        let values = values.iter().map(value).collect::<Result<Vec<_>>>()?;
        Ok(Known { position, values })
    };
    let read = obf::read_line(line)?.map_err(Error::msg).and_then(known);
    (!read.as_ref().is_ok_and(|known| known.values.is_empty())).then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_and_errors_tell_the_line() {
        let start = "8/8/8/3ox3/3xo3/8/8/8 x";
        let text = format!("% comment\n\n{start}; F5:+2; d3:-4\n{start}\n");
        let known = positions(&text).expect("a file");
        assert_eq!((known.len(), best(&known[0])), (1, 2));
        for (line, what) in [("a1:+2", "line 4"), ("f5:+65", "line 4"), ("f5", "line 4"), ("z9:0", "line 4")] {
            let error = positions(&format!("{text}{start}; {line}").replacen("% comment\n", "", 1));
            let error = error.map(|known| known.len()).map_err(|error| format!("{error:#}"));
            assert!(error.as_ref().is_err_and(|error| error.contains(what)), "{line}: {error:?}");
        }
        assert!(positions("% nothing\n").is_err());
        assert!(positions(start).is_err(), "a position without values is no measure");
    }
}
