//! The command `othello probcut`: measures the difference between shallow and deep searches, on which ProbCut relies
//! (Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm", 1995).
//!
//! The standard deviation of the difference, in discs, is modelled as
//! exp(a + b·empties + c·ln(shallow + 1) + d·ln(deep − shallow)).

use super::dataset;
use super::evaluator::Evaluation;
use super::search::Search;
use crate::progress::progress_bar;
use crate::searcher::Searcher;
use anyhow::{Result, ensure};
use clap::Args;
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::{OthelloExpert, Position};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Size of the transposition table, in megabytes.
const TABLE_MEGABYTES: usize = 64;
/// Positions with a larger absolute value, in discs, are left out: their errors do not tell about close games.
const MAX_VALUE: f64 = 32.0;
/// Minimum number of differences for a standard deviation to be used in the fit.
const MIN_SAMPLES: u32 = 10;
/// Number of terms of the model.
const TERMS: usize = 4;

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Folder with positions, of `generation` for example.
    folder: PathBuf,
    #[command(flatten)]
    evaluation: Evaluation,
    /// Depth of the deepest search, in plies.
    #[arg(long, default_value_t = 9)]
    depth: u8,
    /// Number of positions for each number of empty squares.
    #[arg(long, default_value_t = 40)]
    each: usize,
    /// Numbers of empty squares.
    #[arg(long, value_delimiter = ',', default_value = "14,17,20,23,26,29,32,35,38,41,44,47,50")]
    empties: Vec<u32>,
}

/// A number of empty squares, the depth of a deep search and that of a shallow one.
type Key = (u32, u8, u8);

/// Sum of squared differences and their number.
type Squares = (f64, u32);

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let points: Vec<_> = measure(settings)?
        .into_iter()
        .filter(|(_, (sum, count))| *count >= MIN_SAMPLES && *sum > 0.0)
        .map(|((empties, deep, shallow), (sum, count))| Point {
            empties,
            deep,
            shallow,
            sigma: (sum / f64::from(count)).sqrt(),
        })
        .collect();
    report(&points)
}

/// Measures the differences between searches whose depths have the same parity.
fn measure(settings: &Settings) -> Result<BTreeMap<Key, Squares>> {
    let evaluator = settings.evaluation.load()?;
    let mut searcher = Searcher::<OthelloExpert>::new(&evaluator, TABLE_MEGABYTES)?;
    let mut squares: BTreeMap<Key, Squares> = BTreeMap::new();
    let progress = progress_bar("searches", (settings.empties.len() * settings.each) as u64);
    for &empties in &settings.empties {
        let mut boards = dataset::boards(&settings.folder, empties)?;
        ensure!(!boards.is_empty(), "no positions with {empties} empty squares in {}", settings.folder.display());
        boards.sort_by_key(|board| board.hash(1));
        for board in boards.iter().take(settings.each) {
            let values = values_by_depth(&board.position(), settings.depth, &evaluator, &mut searcher)?;
            progress.inc(1);
            if values.last().is_some_and(|value| value.abs() > MAX_VALUE) {
                continue;
            }
            for deep in 2..=settings.depth {
                for shallow in (0..deep).rev().skip(1).step_by(2) {
                    let difference = values[usize::from(deep)] - values[usize::from(shallow)];
                    let (sum, count) = squares.entry((empties, deep, shallow)).or_default();
                    *sum += difference * difference;
                    *count += 1;
                }
            }
        }
    }
    progress.finish();
    Ok(squares)
}

/// Values of a position in discs by searches of all depths from 0, the static evaluation, to `max_depth`.
fn values_by_depth(
    position: &Position,
    max_depth: u8,
    evaluator: &Evaluator,
    searcher: &mut Searcher<OthelloExpert>,
) -> Result<Vec<f64>> {
    searcher.clear();
    let value = |depth| {
        let score = match depth {
            0 => evaluator.evaluate(position),
            depth => searcher.search(position, Search::Plies(depth).limit())?.score,
        };
        Ok(f64::from(score.0) / 100.0)
    };
    (0..=max_depth).map(value).collect()
}

/// A measured standard deviation of the difference between searches, in discs.
struct Point {
    empties: u32,
    deep: u8,
    shallow: u8,
    sigma: f64,
}

impl Point {
    /// Values of the model's terms, without their coefficients.
    fn terms(&self) -> [f64; TERMS] {
        let (deep, shallow) = (f64::from(self.deep), f64::from(self.shallow));
        [1.0, f64::from(self.empties), (shallow + 1.0).ln(), (deep - shallow).ln()]
    }
}

/// Prints the fitted formula and its values for all points.
fn report(points: &[Point]) -> Result<()> {
    let coefficients = least_squares(points);
    ensure!(coefficients.iter().all(|coefficient| coefficient.is_finite()), "too few positions for a formula");
    let [a, b, c, d] = coefficients;
    println!("sigma = exp({a:.3} + {b:.4} empties + {c:.3} ln(shallow + 1) + {d:.3} ln(deep - shallow)) discs");
    println!("empties deep shallow sigma formula");
    for point in points {
        let fitted: f64 = point.terms().iter().zip(coefficients).map(|(term, coefficient)| term * coefficient).sum();
        println!("{:7} {:4} {:7} {:5.2} {:7.2}", point.empties, point.deep, point.shallow, point.sigma, fitted.exp());
    }
    Ok(())
}

/// Coefficients of the least-squares fit of the logarithms, by Gauss–Jordan elimination on the normal equations.
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
