//! The school report's five experiments: one-ply Othello players with different weights; does stage-wise weighting help?
//!
//! The report played 100 games each. Its rules of play are those of personality `weighted`; ties are broken by lot.

use super::Common;
use super::series::Series;
use super::share::Share;
use crate::player::{self, RuleSettings};
use crate::referee::{GameResult, referee};
use crate::settings::EngineSettings;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// One experiment: weights of Black and White, wins of each in percent as the report has them.
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

/// Wins of Black and White.
type Shares = [Share; 2];

/// Plays all five and prints a table.
pub fn run(common: &Common) -> Result<()> {
    println!(
        "one-ply Othello players, weights position:flips:mobility; wins in % (95 % interval), the report's in brackets"
    );
    let mut all = Vec::new();
    for (number, experiment) in (1..).zip(&EXPERIMENTS) {
        let shares = play(number, experiment, common)?;
        println!("{number}. {} against {}", experiment.black, experiment.white);
        for ((name, share), reported) in ["Black", "White"].into_iter().zip(shares).zip(experiment.reported) {
            let (low, high) = share.interval();
            let inside = if (low..=high).contains(&reported) { "inside" } else { "outside" };
            println!("   {name} {share}  [{reported:.0}: {inside}]");
        }
        all.push(shares);
    }
    if let Some(folder) = &common.plots {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        draw(&all, &folder.join("school.svg"))?;
    }
    Ok(())
}

fn play(number: u64, experiment: &Experiment, common: &Common) -> Result<Shares> {
    let rules = RuleSettings { variant: "othello", options: BTreeMap::new() };
    let engine = |weights: &str, game: u64, player: u64| -> EngineSettings {
        let seed = common.lot(number << 40 | game, player).to_string();
        common.engine(weights, &[("Personality", "weighted"), ("Weights", weights), ("Seed", &seed)], 1)
    };
    let limits = engine(experiment.black, 0, 0).limits;
    let name = format!("experiment {number}");
    let series =
        Series { name: &name, games: common.games, concurrency: common.concurrency.get(), limits: [&limits, &limits] };
    let played = series.play(&*referee("othello", &rules.options)?, |vacancy| {
        // Each game has a seed of its own, and so an engine of its own.
        vacancy.kept.into_iter().for_each(|player| player.quit());
        let weights = [experiment.black, experiment.white][vacancy.side.index()];
        player::open(&engine(weights, vacancy.game, vacancy.side.index() as u64), &rules, vacancy.cancel)
    })?;
    let wins = |result| played.iter().filter(|game| game.result == result).count() as u64;
    Ok([GameResult::FirstWins, GameResult::SecondWins].map(|result| Share { count: wins(result), of: common.games }))
}

/// Bars of Black's and White's wins, the report's beside ours with its interval.
fn draw(all: &[Shares], path: &Path) -> Result<()> {
    use plotters::prelude::*;
    let area = SVGBackend::new(path, (800, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(15)
        .caption("wins in %: Black, White; dark: the report, light: here", ("sans-serif", 18))
        .x_label_area_size(25)
        .y_label_area_size(35)
        .build_cartesian_2d(0.0..all.len() as f64, 0.0..100.0)?;
    let experiment = |x: &f64| format!("{}", x.floor() as u32 + 1);
    chart.configure_mesh().disable_x_mesh().x_labels(all.len()).x_label_formatter(&experiment).draw()?;
    for (number, (shares, experiment)) in all.iter().zip(&EXPERIMENTS).enumerate() {
        for (side, (share, reported)) in shares.iter().zip(experiment.reported).enumerate() {
            let left = number as f64 + 0.1 + 0.4 * side as f64;
            let colour = if side == 0 { RGBColor(60, 60, 60) } else { RGBColor(70, 110, 190) };
            let bar =
                |from: f64, height: f64, style: ShapeStyle| Rectangle::new([(from, 0.0), (from + 0.17, height)], style);
            let (low, high) = share.interval();
            let middle = left + 0.26;
            chart.draw_series([
                bar(left, reported, colour.filled()),
                bar(left + 0.18, share.percent(), colour.mix(0.5).filled()),
            ])?;
            chart.draw_series([ErrorBar::new_vertical(middle, low, share.percent(), high, BLACK.filled(), 6)])?;
        }
    }
    area.present().with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}
