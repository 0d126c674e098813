//! How far shallow searches are from deep ones: the numbers of ProbCut (Buro, "ProbCut: an effective selective
//! extension of the alpha-beta algorithm", 1995).
//!
//! The standard deviation of the difference in discs is fitted as exp(a + b·empties + c·ln(shallow + 1) + d·ln(deep −
//! shallow)).

use super::dataset;
use super::evaluator::Evaluation;
use super::search::Search;
use crate::progress::bar;
use crate::searcher::Searcher;
use anyhow::{Result, ensure};
use clap::Args;
use quartet::games::othello::OthelloExpert;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Megabytes of the transposition table.
const TABLE: usize = 64;
/// Values beyond so many discs say nothing about close games.
const CLOSE: f64 = 32.0;
/// Terms of the formula.
const TERMS: usize = 4;

/// What is measured.
#[derive(Args)]
pub(crate) struct Settings {
    /// A folder of `generation`, for its positions.
    folder: PathBuf,
    #[command(flatten)]
    evaluation: Evaluation,
    /// The deepest search, in plies.
    #[arg(long, default_value_t = 9)]
    depth: u8,
    /// Positions for each number of empty squares.
    #[arg(long, default_value_t = 40)]
    each: usize,
    /// Numbers of empty squares.
    #[arg(long, value_delimiter = ',', default_value = "14,17,20,23,26,29,32,35,38,41,44,47,50")]
    empties: Vec<u32>,
}

/// Measures and prints the formula.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let evaluator = settings.evaluation.load()?;
    let mut searcher = Searcher::<OthelloExpert>::new(&evaluator, TABLE)?;
    let mut squares: BTreeMap<(u32, u8, u8), (f64, u32)> = BTreeMap::new();
    let progress = bar("searches", (settings.empties.len() * settings.each) as u64);
    for &empties in &settings.empties {
        let mut boards = dataset::boards(&settings.folder, empties)?;
        ensure!(!boards.is_empty(), "no positions with {empties} empty squares in {}", settings.folder.display());
        boards.sort_by_key(|board| board.hash(1));
        for board in boards.iter().take(settings.each) {
            searcher.clear();
            let position = board.position();
            let value = |depth| {
                let score = match depth {
                    0 => evaluator.evaluate(&position),
                    depth => searcher.search(&position, Search::Plies(depth).limit())?.score,
                };
                Ok(f64::from(score.0) / 100.0)
            };
            let values = (0..=settings.depth).map(value).collect::<Result<Vec<f64>>>()?;
            progress.inc(1);
            if values.last().is_some_and(|value| value.abs() > CLOSE) {
                continue;
            }
            for deep in 2..=settings.depth {
                for shallow in (0..deep).rev().skip(1).step_by(2) {
                    let error = values[usize::from(deep)] - values[usize::from(shallow)];
                    let sum = squares.entry((empties, deep, shallow)).or_default();
                    *sum = (sum.0 + error * error, sum.1 + 1);
                }
            }
        }
    }
    progress.finish();
    let points: Vec<_> = squares
        .into_iter()
        .filter(|(_, (sum, count))| *count >= 10 && *sum > 0.0)
        .map(|((empties, deep, shallow), (sum, count))| Point {
            empties,
            deep,
            shallow,
            sigma: (sum / f64::from(count)).sqrt(),
        })
        .collect();
    report(&points)
}

/// A measured standard deviation, in discs.
struct Point {
    empties: u32,
    deep: u8,
    shallow: u8,
    sigma: f64,
}

impl Point {
    fn terms(&self) -> [f64; TERMS] {
        let (deep, shallow) = (f64::from(self.deep), f64::from(self.shallow));
        [1.0, f64::from(self.empties), (shallow + 1.0).ln(), (deep - shallow).ln()]
    }
}

fn report(points: &[Point]) -> Result<()> {
    let formula = least_squares(points);
    ensure!(formula.iter().all(|number| number.is_finite()), "too few positions for a formula");
    let [a, b, c, d] = formula;
    println!("sigma = exp({a:.3} + {b:.4} empties + {c:.3} ln(shallow + 1) + {d:.3} ln(deep - shallow)) discs");
    println!("empties deep shallow sigma formula");
    for point in points {
        let fitted: f64 = point.terms().iter().zip(formula).map(|(term, factor)| term * factor).sum();
        println!("{:7} {:4} {:7} {:5.2} {:7.2}", point.empties, point.deep, point.shallow, point.sigma, fitted.exp());
    }
    Ok(())
}

/// The factors of the terms that come nearest to the logarithms: the normal equations, by Gauss and Jordan.
fn least_squares(points: &[Point]) -> [f64; TERMS] {
    let mut rows = [[0.0; TERMS + 1]; TERMS];
    for point in points {
        let terms = point.terms();
        for (row, factor) in rows.iter_mut().zip(terms) {
            for (cell, term) in row.iter_mut().zip(terms.into_iter().chain([point.sigma.ln()])) {
                *cell += factor * term;
            }
        }
    }
    for pivot in 0..TERMS {
        let row = rows[pivot].map(|cell| cell / rows[pivot][pivot]);
        for (index, other) in rows.iter_mut().enumerate() {
            let factor = other[pivot];
            if index == pivot {
                *other = row;
            } else {
                other.iter_mut().zip(row).for_each(|(cell, value)| *cell -= factor * value);
            }
        }
    }
    rows.map(|row| row[TERMS])
}
