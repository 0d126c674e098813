//! The error of the static evaluation on positions with exact values.

use anyhow::{Context, Result};
use quartet::game::Game;
use quartet::games::othello::Othello;
use quartet::games::othello::eval::Evaluator;
use std::path::PathBuf;

/// Prints it for each file.
pub fn run(files: &[PathBuf], evaluator: &Evaluator) -> Result<()> {
    for file in files {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let errors: Vec<f64> = text.lines().filter_map(|line| error(line, evaluator)).collect();
        let of = errors.len().max(1) as f64;
        let root = (errors.iter().map(|error| error * error).sum::<f64>() / of).sqrt();
        let mean = errors.iter().map(|error| error.abs()).sum::<f64>() / of;
        let bias = errors.iter().sum::<f64>() / of;
        println!(
            "{}: {} positions, root mean square error {root:.2} discs, mean {mean:.2}, bias {bias:+.2}",
            file.display(),
            errors.len()
        );
    }
    Ok(())
}

/// The evaluation less the exact value in discs, where the line is a position with values.
fn error(line: &str, evaluator: &Evaluator) -> Option<f64> {
    let (board, values) = line.split_once(';')?;
    let position = Othello::parse_position(&(), board.trim()).ok()?;
    let value = |entry: &str| entry.trim().split_once(':')?.1.trim().parse::<i32>().ok();
    let best = values.split(';').filter_map(value).max()?;
    Some(f64::from(evaluator.evaluate(&position).0) / 100.0 - f64::from(best))
}
