//! The five experiments of the school report, on whether weights that depend on the stage of the game help one-ply
//! Othello players.
//!
//! The report played 100 games in each. Its player is personality `weighted`; ties are broken at random.

use super::Common;
use super::experiment_record::ExperimentRecord;
use super::proportion::Proportion;
use super::series::Series;
use crate::player::{self, RuleSettings};
use crate::settings::EngineSettings;
use crate::stats::Estimate;
use anyhow::Result;
use quartet_plots::{Chart, Interval, Intervals};
use quartet_rules::{GameResult, referee};
use std::collections::BTreeMap;

/// An experiment: the weights of Black and White, and the wins of each in percent according to the report.
struct Experiment {
    black: &'static str,
    white: &'static str,
    reported: [f64; 2],
}

const EXPERIMENTS: [Experiment; 5] = [
    Experiment { black: "100:1:0", white: "100:1:0,100:2:0,100:4:0", reported: [36.0, 61.0] },
    Experiment { black: "100:1:0", white: "10:1:0", reported: [43.0, 57.0] },
    Experiment { black: "10:1:0", white: "10:1:1", reported: [35.0, 62.0] },
    Experiment { black: "10:1:1", white: "6:2:4", reported: [32.0, 68.0] },
    Experiment { black: "6:2:4", white: "6:1:4,6:2:4,1:4:4", reported: [24.0, 74.0] },
];

/// The name of the plot.
const PLOT: &str = "school";

/// Wins of Black and White.
type Proportions = [Proportion; 2];

/// Plays all five and prints a table.
pub(super) fn run(common: &Common, record: &mut ExperimentRecord) -> Result<()> {
    common.check_plots(&[PLOT.into()])?;
    println!(
        "one-ply Othello players, weights position:flips:mobility; wins in % (95 % interval), the report's in brackets"
    );
    record.schedule(EXPERIMENTS.len() as u64 * common.games);
    let mut all = Vec::new();
    for (number, experiment) in (1..).zip(&EXPERIMENTS) {
        let shares = play(number, experiment, common, record)?;
        println!("{number}. {} against {}", experiment.black, experiment.white);
        for ((name, share), reported) in ["Black", "White"].into_iter().zip(shares).zip(experiment.reported) {
            let (low, high) = share.interval();
            let inside = if (low..=high).contains(&reported) { "inside" } else { "outside" };
            println!("   {name} {share}  [{reported:.0}: {inside}]");
        }
        all.push(shares);
    }
    common.plot(PLOT, &chart(&all))
}

fn play(number: u64, experiment: &Experiment, common: &Common, record: &mut ExperimentRecord) -> Result<Proportions> {
    let rules = RuleSettings { variant: "othello", options: BTreeMap::new() };
    let engine = |weights: &str, game: u64, player: u64| -> EngineSettings {
        let seed = common.player_seed(number << 40 | game, player).to_string();
        common.engine(weights, &[("Personality", "weighted"), ("Weights", weights), ("Seed", &seed)], 1)
    };
    let limits = engine(experiment.black, 0, 0).limits;
    let name = format!("experiment {number}");
    let series = Series {
        title: &name,
        names: [experiment.black, experiment.white],
        rules: &rules,
        games: common.games,
        concurrency: common.concurrency.get(),
        limits: &limits,
    };
    let played = series.play(&*referee("othello", &rules.options)?, record, |request| {
        // Each game has its own seed, and therefore its own engine.
        request.kept.into_iter().for_each(|player| player.quit());
        let weights = [experiment.black, experiment.white][request.side.index()];
        player::open(&engine(weights, request.game, request.side.index() as u64), &rules, request.cancel)
    })?;
    let wins = |result| played.iter().filter(|game| game.result == result).count() as u64;
    Ok([GameResult::FirstWins, GameResult::SecondWins]
        .map(|result| Proportion { count: wins(result), of: common.games }))
}

/// The wins of Black and White in each experiment, here and in the report.
fn chart(all: &[Proportions]) -> Chart {
    let mut rows = Vec::new();
    for ((number, shares), experiment) in (1..).zip(all).zip(&EXPERIMENTS) {
        let sides = [("Black", experiment.black), ("White", experiment.white)];
        for (((side, weights), share), value) in sides.into_iter().zip(shares).zip(experiment.reported) {
            let reported = Interval { value, low: value, high: value };
            rows.push((format!("{number}. {side} {weights}"), vec![Estimate::from(*share).into(), reported]));
        }
    }
    Chart::Intervals(Intervals {
        title: "Games won by one-ply players of different weights".into(),
        axis: "wins, % (95 % interval)".into(),
        series: vec!["here".into(), "the school report".into()],
        rows,
    })
}
