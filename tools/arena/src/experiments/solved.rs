//! The claims of the papers on the two solved games: with perfect play the L-Game is a draw and the second player wins
//! 斜方棋. Also how often, and how soon, perfect play beats fallible players.

use super::Common;
use super::experiment_record::ExperimentRecord;
use super::fallible::FalliblePlayer;
use super::proportion::Proportion;
use super::series::{PlayerRequest, Series};
use crate::fault::Interruption;
use crate::limits::Limits;
use crate::player::{self, Player, RuleSettings};
use crate::record::GameRecord;
use crate::stats::Estimate;
use anyhow::Result;
use clap::{Args, ValueEnum};
use quartet_plots::{Chart, Intervals};
use quartet_rules::{GameResult, Referee, referee};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The maximum length in plies of wins that are counted as fast.
const SOON: usize = 20;

/// The solved games.
pub(super) const VARIANTS: [&str; 2] = ["lgame", "rhombus"];

/// The pairings.
#[derive(Args, Clone, Debug, Serialize)]
pub(super) struct SolvedArgs {
    /// The plies that the fallible players see ahead; with 0 they move at random.
    #[arg(long, alias = "sights", value_delimiter = ',', default_value = "0,2,4")]
    #[serde(rename = "sights")]
    fallible_depths: Vec<u16>,
    /// How the perfect player chooses among moves of equal value: by the opponent's probability of an error, the first
    /// one, or at random.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "swindle")]
    choices: Vec<Choice>,
    /// The plies that it assumes the opponent sees ahead: its option `Opponent Depth`.
    #[arg(long, default_value_t = 2)]
    opponent_depth: u16,
}

/// How a perfect player chooses among moves of equal value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Swindle,
    First,
    #[value(name = "random", alias = "lot")]
    #[serde(rename = "lot")]
    Random,
}

/// A player of a solved game.
#[derive(Clone, Copy)]
enum Strength {
    Perfect(Choice),
    /// A fallible player that sees this number of plies ahead.
    Fallible(u16),
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Strength::Perfect(Choice::Swindle) => "perfect".into(),
            Strength::Perfect(Choice::First) => "perfect, first".into(),
            Strength::Perfect(Choice::Random) => "perfect, random".into(),
            Strength::Fallible(plies) => format!("sees {plies} plies"),
        })
    }
}

/// Plays and prints a table for both games.
pub(super) fn run(arguments: &SolvedArgs, common: &Common, record: &mut ExperimentRecord) -> Result<()> {
    common.check_plots(&VARIANTS.map(plot))?;
    println!(
        "{:<8} {:<15} {:<15} {:>6} {:>24} {:>24} {:>24} {:>24} {:>6}",
        "game", "x", "o", "games", "x wins %", "o wins %", "draws %", "won in 20 plies %", "plies"
    );
    let pairings = 2 * arguments.fallible_depths.len() * arguments.choices.len();
    record.schedule(VARIANTS.len() as u64 * (2 + pairings as u64 * common.games));
    for variant in VARIANTS {
        let rules = RuleSettings { variant, options: BTreeMap::new() };
        let referee = referee(variant, &rules.options)?;
        let pairing = Pairing { arguments, common, rules, referee: &*referee };
        let mut rows = vec![pairing.play([Strength::Perfect(Choice::Swindle); 2], 2, record)?];
        for fallible in arguments.fallible_depths.iter().map(|&plies| Strength::Fallible(plies)) {
            for perfect in arguments.choices.iter().map(|&choice| Strength::Perfect(choice)) {
                rows.push(pairing.play([perfect, fallible], common.games, record)?);
                rows.push(pairing.play([fallible, perfect], common.games, record)?);
            }
        }
        common.plot(&plot(variant), &chart(variant, &rows))?;
    }
    Ok(())
}

/// The file name of a variant's plot.
fn plot(variant: &str) -> String {
    format!("solved-{variant}")
}

/// The plot of how often each side wins.
fn chart(variant: &str, rows: &[Row]) -> Chart {
    let row = |row: &Row| {
        let [x, o] = row.players;
        (format!("{x} – {o}"), [row.x_wins, row.o_wins, row.draws].map(|share| Estimate::from(share).into()).to_vec())
    };
    Chart::Intervals(Intervals {
        title: format!("Perfect play of {variant} against players who err"),
        axis: "games, % (95 % interval)".into(),
        series: ["x wins", "o wins", "draws"].map(String::from).to_vec(),
        rows: rows.iter().map(row).collect(),
    })
}

/// The results between two players, of which x is the first.
struct Row {
    players: [Strength; 2],
    games: u64,
    x_wins: Proportion,
    o_wins: Proportion,
    draws: Proportion,
    /// The share of all games.
    won_soon: Proportion,
    /// The mean.
    plies: f64,
}

impl Row {
    fn of(players: [Strength; 2], played: &[GameRecord]) -> Self {
        let games = played.len() as u64;
        let share = |counts: &dyn Fn(&&GameRecord) -> bool| Proportion {
            count: played.iter().filter(counts).count() as u64,
            of: games,
        };
        let ended = |result| share(&|game| game.result == result);
        let plies: usize = played.iter().map(|game| game.moves.len()).sum();
        Row {
            players,
            games,
            x_wins: ended(GameResult::FirstWins),
            o_wins: ended(GameResult::SecondWins),
            draws: ended(GameResult::Draw),
            won_soon: share(&|game| game.result != GameResult::Draw && game.moves.len() <= SOON),
            plies: plies as f64 / games.max(1) as f64,
        }
    }
}

/// The games of a variant.
struct Pairing<'a> {
    arguments: &'a SolvedArgs,
    common: &'a Common,
    rules: RuleSettings,
    referee: &'a dyn Referee,
}

impl Pairing<'_> {
    /// Plays games between two players and prints a row of the table.
    fn play(&self, players: [Strength; 2], games: u64, record: &mut ExperimentRecord) -> Result<Row> {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let [x, o] = players.map(|player| player.to_string());
        let series = Series {
            title: &format!("{} {x} - {o}", self.rules.variant),
            names: [&x, &o],
            rules: &self.rules,
            games,
            concurrency: self.common.concurrency.get(),
            limits: &limits,
        };
        let sides = Players { players, depth: self.arguments.opponent_depth, common: self.common, rules: &self.rules };
        let row = Row::of(players, &series.play(self.referee, record, |request| sides.supply(request))?);
        self.print(&row);
        Ok(row)
    }

    fn print(&self, row: &Row) {
        let [x, o] = row.players;
        let shares =
            [row.x_wins, row.o_wins, row.draws, row.won_soon].map(|share| format!(" {:>24}", share.to_string()));
        let (variant, games, plies) = (self.rules.variant, row.games, row.plies);
        println!("{variant:<8} {x:<15} {o:<15} {games:>6}{} {plies:>6.1}", shares.concat());
    }
}

/// The players of a series, by side.
struct Players<'a> {
    players: [Strength; 2],
    /// The value of option `Opponent Depth`.
    depth: u16,
    common: &'a Common,
    rules: &'a RuleSettings,
}

impl Players<'_> {
    /// The player for a request. An engine is kept from game to game; a player with random moves gets a new seed in
    /// each.
    fn supply(&self, request: PlayerRequest<'_>) -> Result<Box<dyn Player>, Interruption> {
        let side = request.side.index();
        let depth = match (self.players[side], request.kept) {
            (Strength::Fallible(plies), _) => plies,
            // A player with unlimited depth that chooses at random among equal moves.
            (Strength::Perfect(Choice::Random), _) => u16::MAX,
            (Strength::Perfect(_), Some(engine)) => return Ok(engine),
            (Strength::Perfect(choice), None) => {
                let (swindle, depth) = ((choice == Choice::Swindle).to_string(), self.depth.to_string());
                let options = [("Swindle", swindle.as_str()), ("Opponent Depth", &depth)];
                return player::open(&self.common.engine("perfect", &options, 1), self.rules, request.cancel);
            }
        };
        let seed = self.common.player_seed(request.game, side as u64);
        Ok(Box::new(FalliblePlayer::new(depth, seed, request.referee.another())))
    }
}
