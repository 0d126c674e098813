//! Whether it matters in which order a sequential test judges the pairs of a match.
//!
//! With many workers the pairs that end first are a biased sample if an engine wins faster than it loses. The
//! experiment simulates matches between equal engines, and counts how often the test accepts that the first one is
//! better: judging pairs as they end, and judging those without a gap in the order of their numbers. That the time a
//! game takes biases a test is issue 933 of fishtest.

mod simulation;
#[cfg(test)]
mod tests;

use super::Common;
use super::progress::progress;
use super::proportion::Proportion;
use crate::stats::{Estimate, Model, Sprt};
use anyhow::{Result, ensure};
use clap::Args;
use quartet::random::mix;
use quartet_plots::{Chart, Intervals};
use serde::Serialize;
use simulation::{Durations, Match, Order};
use std::sync::atomic::{AtomicU64, Ordering};

/// The arguments of the experiment.
#[derive(Args, Clone, Debug, Serialize)]
pub(super) struct OrderArgs {
    /// Matches of each kind.
    #[arg(long, default_value_t = 1000)]
    tests: u64,
    /// Pairs played at a time.
    #[arg(long, value_delimiter = ',', default_value = "2,64,512")]
    workers: Vec<u64>,
}

/// The kinds of matches, with the names of their columns.
const KINDS: [(Order, Durations, &str); 4] = [
    (Order::Arrival, Durations::WinsAreShort, "as they end"),
    (Order::Number, Durations::WinsAreShort, "in order"),
    (Order::Arrival, Durations::Equal, "equal times, as they end"),
    (Order::Number, Durations::Equal, "equal times, in order"),
];
/// The difference in Elo that is tested against none: an expected score of 0.52.
const ELO: f64 = 14.0;
/// The nominal error probabilities.
const ERROR: f64 = 0.05;
/// The name of the plot.
const PLOT: &str = "order";

/// Simulates the matches and prints a table.
pub(super) fn run(arguments: &OrderArgs, common: &Common) -> Result<()> {
    ensure!(common.out.is_none(), "--out, but this experiment plays no games");
    common.check_plots(&[PLOT.into()])?;
    let test = Sprt::new(0.0, ELO, ERROR, ERROR, Model::Logistic)?;
    let bar = progress("matches", arguments.tests * (arguments.workers.len() * KINDS.len()) as u64);
    let mut rows = Vec::new();
    for &workers in &arguments.workers {
        let shares = KINDS.map(|(order, durations, _)| {
            let played = Match { test: &test, workers, order, durations };
            let wrong = count(played, arguments.tests, common.seed, common.concurrency.get());
            bar.inc(arguments.tests);
            Proportion { count: wrong, of: arguments.tests }
        });
        rows.push((workers, shares));
    }
    bar.finish_and_clear();
    println!("tests of two equal engines that accept H1, in % (95 % interval), of {} each", arguments.tests);
    println!("{test}; pairs that the first engine wins take half as long, unless times are equal");
    println!("{:>7}{}", "workers", KINDS.map(|(.., name)| format!("  {name:>24}")).concat());
    for (workers, shares) in &rows {
        println!("{workers:>7}{}", shares.map(|share| format!("  {:>24}", share.to_string())).concat());
    }
    common.plot(PLOT, &chart(&rows))
}

/// How many of so many matches end in the wrong decision. It does not depend on the number of threads.
fn count(played: Match<'_>, tests: u64, seed: u64, threads: usize) -> u64 {
    let (next, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= tests {
            return;
        }
        if played.is_wrong(mix(mix(seed) ^ number)) {
            wrong.fetch_add(1, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    wrong.into_inner()
}

/// The shares of wrong decisions.
fn chart(rows: &[(u64, [Proportion; KINDS.len()])]) -> Chart {
    let row = |(workers, shares): &(u64, [Proportion; KINDS.len()])| {
        (format!("{workers} workers"), shares.iter().map(|share| Estimate::from(*share).into()).collect())
    };
    Chart::Intervals(Intervals {
        title: format!("Equal engines: wrong decisions, nominally {:.0} %", 100.0 * ERROR),
        axis: "tests that accept H1, % (95 % interval)".into(),
        series: KINDS.map(|(.., name)| name.to_string()).to_vec(),
        rows: rows.iter().map(row).collect(),
    })
}
