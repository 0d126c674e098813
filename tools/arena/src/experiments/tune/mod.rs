//! Weights learned from games between programs, as the judges of the school report suggested: the one-ply Othello
//! player with one, three and six stages of weights is tuned by SPSA in self-play.
//!
//! Each tuning starts from the result of the one before, with its stages divided. The tuned players are tested on
//! openings that were not used in tuning, against the report's best player `staged` and the tuned player of one stage.

mod plot;
mod spsa;
mod weights;

use super::Common;
use super::experiment_record::ExperimentRecord;
use super::progress::progress;
use super::round_robin::round_robin;
use crate::openings::{Opening, random};
use crate::settings::EngineSettings;
use crate::stats::{CONFIDENCE, Comparison, Estimate, compare};
use anyhow::Result;
use clap::Args;
use quartet_rules::{Referee, referee};
use serde::Serialize;
use spsa::{Spsa, averaged_iterate};
use std::collections::BTreeMap;

/// The numbers of stages, in order of tuning; each is a multiple of the one before.
const STAGES: [usize; 3] = [1, 3, 6];
/// The length of the random openings in plies, enough for many thousand different ones.
const OPENING_PLIES: usize = 8;
/// The initial perturbation of a coordinate of the weights.
const PERTURBATION: f64 = 0.4;
/// The change of a coordinate in the first step if one side wins all games.
const STEP: f64 = 0.4;

/// The length of the tuning.
#[derive(Args, Clone, Debug, Serialize)]
pub(super) struct TuneArgs {
    /// The number of steps of each tuning.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// The number of pairs of games in each step.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pairs: u64,
}

/// A tuned player.
struct Tuned {
    stages: usize,
    /// All points of the tuning, in order.
    trajectory: Vec<Vec<f64>>,
    /// The value of option `Weights`.
    weights: String,
}

impl Tuned {
    /// The name in tables and in the record.
    fn name(&self) -> String {
        format!("tuned, {} stage{}", self.stages, if self.stages == 1 { "" } else { "s" })
    }
}

/// Tunes and tests the players, and prints a table.
pub(super) fn run(tuning: &TuneArgs, common: &Common, record: &mut ExperimentRecord) -> Result<()> {
    if let Some(folder) = &common.plots {
        STAGES.iter().try_for_each(|&stages| plot::check(stages, folder, common.force))?;
    }
    let mut referee = referee("othello", &BTreeMap::new())?;
    let (seen, fresh) = openings(tuning, &mut *referee, common)?;
    // All players except the first are tested against two opponents.
    record.schedule(2 * (seen.len() + (2 * STAGES.len() - 1) * fresh.len()) as u64);
    println!("one-ply Othello players, weights position:flips:mobility, stages of equal length");
    let mut start = weights::practice();
    let mut tuned = Vec::new();
    for (stages, openings) in STAGES.into_iter().zip(seen.chunks(seen.len() / STAGES.len())) {
        let parts = stages * weights::COORDINATES / start.len();
        let trajectory = tune(stages, weights::divided(&start, parts), openings, tuning, &*referee, common, record)?;
        start = averaged_iterate(&trajectory);
        let weights = weights::text(&start);
        println!("{stages} tuned by {} games: {weights}", 2 * openings.len());
        tuned.push(Tuned { stages, trajectory, weights });
    }
    examine(&tuned, &fresh, &*referee, common, record)?;
    if let Some(folder) = &common.plots {
        tuned.iter().try_for_each(|player| plot::draw(player.stages, &player.trajectory, folder, common.force))?;
    }
    Ok(())
}

/// The openings for all tunings, and different ones for the tests.
fn openings(tuning: &TuneArgs, referee: &mut dyn Referee, common: &Common) -> Result<(Vec<Opening>, Vec<Opening>)> {
    let fresh = common.games.div_ceil(2);
    let count = STAGES.len() as u64 * tuning.iterations * tuning.pairs + fresh;
    let mut fresh_and_seen = random(referee, OPENING_PLIES, count as usize, common.seed)?;
    let seen = fresh_and_seen.split_off(fresh as usize);
    Ok((seen, fresh_and_seen))
}

/// Tunes from a start point; returns all points of the tuning.
fn tune(
    stages: usize,
    start: Vec<f64>,
    openings: &[Opening],
    tuning: &TuneArgs,
    referee: &dyn Referee,
    common: &Common,
    record: &mut ExperimentRecord,
) -> Result<Vec<Vec<f64>>> {
    let bar = progress(&format!("{stages} stages"), 2 * openings.len() as u64);
    let batches: Vec<&[Opening]> = openings.chunks(tuning.pairs as usize).collect();
    let spsa = Spsa {
        iterations: batches.len() as u64,
        perturbation: PERTURBATION,
        step: STEP,
        seed: common.player_seed(stages as u64, 0),
    };
    let trajectory = spsa.optimise(start, |iteration, one, other| {
        let seed = |player| common.player_seed((stages as u64) << 32 | iteration, player);
        let engines = vec![
            weighted("one", &weights::text(one), seed(0), common),
            weighted("other", &weights::text(other), seed(1), common),
        ];
        let games = round_robin(engines, batches[iteration as usize], referee, common, record, |_| {
            bar.inc(1);
            Ok(())
        })?;
        let score = games.sample(0, 1).tally().score().unwrap_or(0.5);
        anyhow::Ok(2.0 * score - 1.0)
    })?;
    bar.finish_and_clear();
    Ok(trajectory)
}

/// Tests the tuned players and prints the results.
fn examine(
    tuned: &[Tuned],
    openings: &[Opening],
    referee: &dyn Referee,
    common: &Common,
    record: &mut ExperimentRecord,
) -> Result<()> {
    println!("{:<8} {:<15} {:>6} {:>24} {:>26}  weights", "stages", "against", "games", "score % (95 %)", "Elo (95 %)");
    for (number, player) in tuned.iter().enumerate() {
        let [seed, other_seed] = [0, 1].map(|side| common.player_seed(number as u64, side));
        let candidate = || weighted(&player.name(), &player.weights, seed, common);
        let staged = common.engine("staged", &[("Personality", "staged"), ("Seed", &other_seed.to_string())], 1);
        row(player, candidate(), staged, openings, referee, common, record)?;
        if let Some(single) = tuned.first().filter(|_| number > 0) {
            let single = weighted(&single.name(), &single.weights, other_seed, common);
            row(player, candidate(), single, openings, referee, common, record)?;
        }
    }
    Ok(())
}

/// Plays a pair from each opening and prints a row of the table.
fn row(
    player: &Tuned,
    candidate: EngineSettings,
    opponent: EngineSettings,
    openings: &[Opening],
    referee: &dyn Referee,
    common: &Common,
    record: &mut ExperimentRecord,
) -> Result<()> {
    let name = opponent.name.clone();
    let bar = progress(&format!("{} stages against {name}", player.stages), 2 * openings.len() as u64);
    let games = round_robin(vec![candidate, opponent], openings, referee, common, record, |_| {
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    let Comparison { tally, score, elo, .. } = compare(&games.sample(0, 1), CONFIDENCE);
    let shown = |estimate: Option<Estimate>, scale: f64| {
        let shown =
            |Estimate { value, low, high }| format!("{:.1} ({:.1} to {:.1})", scale * value, scale * low, scale * high);
        estimate.map_or("-".into(), shown)
    };
    println!(
        "{:<8} {name:<15} {:>6} {:>24} {:>26}  {}",
        player.stages,
        tally.games(),
        shown(score, 100.0),
        shown(elo, 1.0),
        player.weights
    );
    Ok(())
}

/// The player of these weights.
fn weighted(name: &str, weights: &str, seed: u64, common: &Common) -> EngineSettings {
    common.engine(name, &[("Personality", "weighted"), ("Weights", weights), ("Seed", &seed.to_string())], 1)
}
