//! The strength ladder of a game: a round robin from random openings between players that move at random, do not
//! search, or search to increasing depths. Deeper searches must be stronger.

use super::Common;
use super::experiment_record::ExperimentRecord;
use super::move_accuracy::MoveAccuracy;
use super::progress::progress;
use super::round_robin::round_robin;
use crate::openings::random;
use crate::report::plots;
use crate::report::{self, Section};
use crate::settings::EngineSettings;
use crate::standings::Standings;
use crate::stats::{CONFIDENCE, Estimate, ratings};
use anyhow::{Context, Result};
use quartet_plots::{Chart, Intervals};
use quartet_rules::{Referee, referee};
use std::collections::BTreeMap;

/// The length of the random openings in plies.
const OPENING_PLIES: usize = 4;

/// Plays the round robin and prints tables: the ratings, strongest first; whether each player is stronger than the one
/// below; in solved games, how many moves keep the value of the position.
pub(super) fn run(variant: &str, depths: &[u32], common: &Common, record: &mut ExperimentRecord) -> Result<()> {
    let mut referee = referee(variant, &BTreeMap::new())?;
    let name = |what: &&str| plot(referee.variant().name, what);
    common.check_plots(&plots::NAMES.iter().chain(&["kept"]).map(name).collect::<Vec<_>>())?;
    let openings = random(&mut *referee, OPENING_PLIES, common.games.div_ceil(2) as usize, common.seed)?;
    let players = players(&*referee, depths, common);
    let meetings = players.len() * (players.len() - 1) / 2;
    let games = (2 * openings.len() * meetings) as u64;
    record.schedule(games);
    let bar = progress("ladder", games);
    let mut accuracy = MoveAccuracy::new(&*referee);
    let standings = round_robin(players, &openings, &*referee, common, record, |game| {
        if let Some(accuracy) = &mut accuracy {
            let opening = openings.get(game.opening.index as usize).context("a game without its opening")?;
            accuracy.add(opening, game)?;
        }
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    let names: Vec<&str> = standings.engines().iter().map(|engine| engine.name.as_str()).collect();
    let section = Section::of(referee.variant().name, &standings, Vec::new());
    println!("{}", report::section(&section));
    print_steps(&names, &standings);
    if let Some(accuracy) = &accuracy {
        print_judgements(&names, accuracy);
    }
    if let Some(folder) = &common.plots {
        plots::draw(&section, folder, common.force)?;
    }
    accuracy.map_or(Ok(()), |accuracy| common.plot(&plot(&section.variant, "kept"), &kept(&names, &accuracy)))
}

/// The file name of a plot, as in reports.
fn plot(variant: &str, what: &str) -> String {
    format!("{variant}-{what}")
}

/// A table of how many moves of each player keep the value of the position.
fn kept(names: &[&str], accuracy: &MoveAccuracy) -> Chart {
    let row = |name: &&str| {
        let moves = accuracy.of(name);
        (name.to_string(), [moves.kept(), moves.kept_by_choice()].map(|share| Estimate::from(share).into()).to_vec())
    };
    Chart::Intervals(Intervals {
        title: "Moves that keep the value of the position, by the table".into(),
        axis: "% (95 % interval)".into(),
        series: vec!["of all moves".into(), "where it could be lost".into()],
        rows: names.iter().map(row).collect(),
    })
}

/// The players of the ladder in expected order of strength, weakest first. The order of a one-ply player and a search
/// of depth 1 is open: both look one ply ahead, but with different evaluations.
fn players(referee: &dyn Referee, depths: &[u32], common: &Common) -> Vec<EngineSettings> {
    let variant = referee.variant().name;
    let one_ply: &[&str] = match variant {
        "othello" => &["practice", "staged"],
        "gomoku" => &["textbook"],
        _ => &[],
    };
    let personality = |name: &str, depth| {
        let seed = common.player_seed(0, 0).to_string();
        common.engine(name, &[("Personality", name), ("Seed", &seed)], depth)
    };
    let mut players = vec![personality("random", 1)];
    players.extend(one_ply.iter().map(|name| personality(name, 1)));
    let searching = |depth: &u32| common.engine(&format!("depth {depth}"), &[("Personality", "search")], *depth);
    players.extend(depths.iter().map(searching));
    players
}

/// A table of whether each player is stronger than the one below it, by all games together.
fn print_steps(names: &[&str], standings: &Standings) {
    let places: Vec<usize> = (0..names.len()).collect();
    let encounters = standings.encounters(&places);
    println!("steps of the ladder, in Elo by all games together (95 % interval)");
    for (lower, pair) in names.windows(2).enumerate() {
        let rated = ratings(names.len(), &encounters, Some(lower), CONFIDENCE);
        let Estimate { value, low, high } = rated.players[lower + 1].elo;
        println!("{:<30} {value:+8.1} ({low:+8.1} {high:+8.1})  {}", pair.join(" - "), verdict(low, high));
    }
}

/// The conclusion from the interval of the rating difference between two neighbours on the ladder.
fn verdict(low: f64, high: f64) -> &'static str {
    match () {
        () if low > 0.0 => "stronger",
        () if high < 0.0 => "weaker",
        () => "not decided",
    }
}

fn print_judgements(names: &[&str], accuracy: &MoveAccuracy) {
    println!("\nmoves that keep the value of the position by the table, in % (95 % interval)");
    println!("{:<12} {:>24} {:>24}", "player", "of all", "where it could be lost");
    for name in names {
        let moves = accuracy.of(name);
        println!("{name:<12} {:>24} {:>24}", moves.kept().to_string(), moves.kept_by_choice().to_string());
    }
}
