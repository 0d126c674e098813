//! The command `othello suite`: measures the static evaluation, or searches, on positions with known values.

use super::errors::Errors;
use super::evaluator::Evaluation;
use super::search::Search;
use crate::searcher::Searcher;
use anyhow::{Context, Error, Result, ensure};
use clap::Args;
use indicatif::ProgressIterator;
use quartet::engine::Setup;
use quartet::game::Notation;
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::{Move, Othello, OthelloExpert, Position};
use quartet::score::Score;
use quartet::solve_file::obf;
use quartet::solve_file::problem::{self, Problem};
use std::path::PathBuf;

/// Size of the transposition table, in megabytes.
const TABLE_MEGABYTES: usize = 256;

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Files of positions with the exact values of all moves (OBF).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    evaluation: Evaluation,
    /// Depth of the searches, in plies; without it, the static evaluation is measured.
    #[arg(long)]
    depth: Option<u8>,
}

/// A position with the exact values of its moves.
struct SolvedPosition {
    position: Position,
    /// Moves with their values in discs.
    values: Vec<(Move, i32)>,
}

/// Measurement of one position.
struct Measurement {
    /// Value found minus the true value, in discs.
    error: f64,
    /// Discs lost by the best move found; `None` without a search.
    loss: Option<i32>,
    /// Nodes searched.
    nodes: u64,
}

/// Runs the command: prints the errors for each file.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let evaluator = &settings.evaluation.load()?;
    for file in &settings.files {
        let positions = parse_file(&quartet_files::read_text(file)?).with_context(|| file.display().to_string())?;
        let mut searcher = Searcher::new(evaluator, TABLE_MEGABYTES)?;
        let mut measure = |position: &SolvedPosition| match settings.depth {
            None => Ok(measure_evaluation(position, evaluator)),
            Some(depth) => measure_search(position, depth, &mut searcher),
        };
        let measurements = positions.iter().progress().map(&mut measure).collect::<Result<Vec<_>>>()?;
        println!("{}: {}", file.display(), summary(&measurements));
    }
    Ok(())
}

/// Statistics of the measurements, as text.
fn summary(measurements: &[Measurement]) -> String {
    let errors: Errors = measurements.iter().map(|measurement| measurement.error).collect();
    let losses: Vec<_> = measurements.iter().filter_map(|measurement| measurement.loss).collect();
    let mut text = format!(
        "{} positions, error in discs: root mean square {:.2}, mean {:.2}, bias {:+.2}",
        errors.count(),
        errors.root_mean_square(),
        errors.mean_absolute(),
        errors.bias()
    );
    if !losses.is_empty() {
        let percentage = |count: usize| 100.0 * count as f64 / losses.len() as f64;
        text += &format!(
            "; best move found {:.1} %, given away {:.2} discs; {:.1} M nodes",
            percentage(losses.iter().filter(|&&loss| loss == 0).count()),
            losses.iter().sum::<i32>() as f64 / losses.len() as f64,
            measurements.iter().map(|measurement| measurement.nodes).sum::<u64>() as f64 / 1e6
        );
    }
    text
}

fn measure_evaluation(position: &SolvedPosition, evaluator: &Evaluator) -> Measurement {
    Measurement { error: position.error(evaluator.evaluate(&position.position)), loss: None, nodes: 0 }
}

/// Measures a search with an empty transposition table.
fn measure_search(position: &SolvedPosition, depth: u8, searcher: &mut Searcher<OthelloExpert>) -> Result<Measurement> {
    searcher.clear();
    let found = searcher.search(&position.position, Search::Selective(depth).limit())?;
    let value = position.values.iter().find(|(mv, _)| *mv == found.best_move).map(|(_, value)| *value);
    let loss = value.map(|value| position.best_value() - value);
    Ok(Measurement { error: position.error(found.score), loss, nodes: found.nodes })
}

impl SolvedPosition {
    /// Value of the best move, in discs.
    fn best_value(&self) -> i32 {
        self.values.iter().map(|(_, value)| *value).max().unwrap_or(0)
    }

    /// Error of a score, in discs.
    fn error(&self, score: Score) -> f64 {
        f64::from(score.0) / 100.0 - f64::from(self.best_value())
    }
}

/// Parses a file of positions. Fails if none of them has values.
fn parse_file(text: &str) -> Result<Vec<SolvedPosition>> {
    let parse = |(index, line)| Some(parse_line(line)?.with_context(|| format!("line {}", index + 1)));
    let positions = text.lines().enumerate().filter_map(parse).collect::<Result<Vec<_>>>()?;
    ensure!(!positions.is_empty(), "no position with the values of its moves");
    Ok(positions)
}

/// Parses a line; `None` if it has no position, or one without values.
fn parse_line(line: &str) -> Option<Result<SolvedPosition>> {
    let solved = |problem: Problem| {
        let (Setup::Text(text), problem::Known::Values(values)) = (&problem.setup, &problem.known) else {
            return Err(Error::msg("no position text with values"));
        };
        let position = Othello::parse_position(&(), text)?;
        let value = |(mv, value): &(String, Score)| {
            Ok((Othello::parse_move(&position, &mv.to_lowercase())?, i32::from(value.0) / 100))
        };
        let values = values.iter().map(value).collect::<Result<Vec<_>>>()?;
        Ok(SolvedPosition { position, values })
    };
    let position = obf::read_line(line)?.map_err(Error::msg).and_then(solved);
    (!position.as_ref().is_ok_and(|position| position.values.is_empty())).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_parsed_and_errors_name_the_line() {
        let start = "8/8/8/3ox3/3xo3/8/8/8 x";
        let text = format!("% comment\n\n{start}; F5:+2; d3:-4\n{start}\n");
        let positions = parse_file(&text).expect("a file");
        assert_eq!((positions.len(), positions[0].best_value()), (1, 2));
        for (line, what) in [("a1:+2", "line 4"), ("f5:+65", "line 4"), ("f5", "line 4"), ("z9:0", "line 4")] {
            let error = parse_file(&format!("{text}{start}; {line}").replacen("% comment\n", "", 1));
            let error = error.map(|positions| positions.len()).map_err(|error| format!("{error:#}"));
            assert!(error.as_ref().is_err_and(|error| error.contains(what)), "{line}: {error:?}");
        }
        assert!(parse_file("% nothing\n").is_err());
        assert!(parse_file(start).is_err(), "a position without values");
    }
}
