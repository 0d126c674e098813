//! What the papers on the two solved games claim: nobody wins the L-Game against perfect play, the second player always wins
//! 斜方棋; and how often, and how soon, perfect play beats players who err.

use super::Common;
use super::fallible::FalliblePlayer;
use super::series::{Series, Vacancy};
use super::share::Share;
use crate::fault::Interruption;
use crate::game::Played;
use crate::limits::Limits;
use crate::player::{self, Player, RuleSettings};
use crate::referee::{GameResult, Referee, referee};
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::fmt;

/// Wins that come no later than this, in plies, are counted apart.
const SOON: usize = 20;

/// Who plays whom.
#[derive(Args, Clone, Debug)]
pub struct SolvedArgs {
    /// Plies that the players see who err; with 0 they move by lot.
    #[arg(long, value_delimiter = ',', default_value = "0,2,4")]
    sights: Vec<u16>,
    /// How the perfect player chooses among moves of equal value: by the opponent's chance to err, the first one, or by lot.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "swindle")]
    choices: Vec<Choice>,
    /// Plies that it thinks the opponent sees, its option `Opponent Depth`.
    #[arg(long, default_value_t = 2)]
    opponent_depth: u16,
}

/// How a perfect player chooses among moves of equal value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Choice {
    Swindle,
    First,
    Lot,
}

/// A player of a solved game.
#[derive(Clone, Copy)]
enum Strength {
    Perfect(Choice),
    /// Sees so many plies.
    Sees(u16),
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Strength::Perfect(Choice::Swindle) => "perfect".into(),
            Strength::Perfect(Choice::First) => "perfect, first".into(),
            Strength::Perfect(Choice::Lot) => "perfect, by lot".into(),
            Strength::Sees(plies) => format!("sees {plies} plies"),
        })
    }
}

/// Plays and prints a table for both games.
pub fn run(arguments: &SolvedArgs, common: &Common) -> Result<()> {
    println!(
        "{:<8} {:<15} {:<15} {:>6} {:>24} {:>24} {:>24} {:>24} {:>6}",
        "game", "x", "o", "games", "x wins %", "o wins %", "draws %", "won in 20 plies %", "plies"
    );
    for variant in ["lgame", "rhombus"] {
        let rules = RuleSettings { variant, options: BTreeMap::new() };
        let referee = referee(variant, &rules.options)?;
        let duel = Duel { arguments, common, rules, referee: &*referee };
        duel.play([Strength::Perfect(Choice::Swindle); 2], 2)?;
        for sight in arguments.sights.iter().map(|&plies| Strength::Sees(plies)) {
            for perfect in arguments.choices.iter().map(|&choice| Strength::Perfect(choice)) {
                duel.play([perfect, sight], common.games)?;
                duel.play([sight, perfect], common.games)?;
            }
        }
    }
    Ok(())
}

/// Games of one variant.
struct Duel<'a> {
    arguments: &'a SolvedArgs,
    common: &'a Common,
    rules: RuleSettings,
    referee: &'a dyn Referee,
}

impl Duel<'_> {
    /// Plays games between two players and prints a row.
    fn play(&self, players: [Strength; 2], games: u64) -> Result<()> {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let series = Series {
            name: &format!("{} {} - {}", self.rules.variant, players[0], players[1]),
            games,
            concurrency: self.common.concurrency.get(),
            limits: [&limits, &limits],
        };
        let seats = Seats { players, depth: self.arguments.opponent_depth, common: self.common, rules: &self.rules };
        let played = series.play(self.referee, |vacancy| seats.take(vacancy))?;
        self.print(players, &played);
        Ok(())
    }

    fn print(&self, players: [Strength; 2], played: &[Played]) {
        let of = played.len() as u64;
        let share = |counts: &dyn Fn(&&Played) -> bool| {
            Share { count: played.iter().filter(counts).count() as u64, of }.to_string()
        };
        let ended = |result| share(&|game| game.result == result);
        let soon = share(&|game| game.result != GameResult::Draw && game.moves.len() <= SOON);
        let plies: usize = played.iter().map(|game| game.moves.len()).sum();
        println!(
            "{:<8} {:<15} {:<15} {of:>6} {:>24} {:>24} {:>24} {soon:>24} {:>6.1}",
            self.rules.variant,
            players[0],
            players[1],
            ended(GameResult::FirstWins),
            ended(GameResult::SecondWins),
            ended(GameResult::Draw),
            plies as f64 / of.max(1) as f64
        );
    }
}

/// The players of a series, by side.
struct Seats<'a> {
    players: [Strength; 2],
    /// Option `Opponent Depth`.
    depth: u16,
    common: &'a Common,
    rules: &'a RuleSettings,
}

impl Seats<'_> {
    /// Takes a place: an engine stays from game to game, a player with lots has new ones for each.
    fn take(&self, vacancy: Vacancy<'_>) -> Result<Box<dyn Player>, Interruption> {
        let side = vacancy.side.index();
        let sight = match (self.players[side], vacancy.kept) {
            (Strength::Sees(plies), _) => plies,
            // Who sees everything moves by lot among what is equal.
            (Strength::Perfect(Choice::Lot), _) => u16::MAX,
            (Strength::Perfect(_), Some(engine)) => return Ok(engine),
            (Strength::Perfect(choice), None) => {
                let (swindle, depth) = ((choice == Choice::Swindle).to_string(), self.depth.to_string());
                let options = [("Swindle", swindle.as_str()), ("Opponent Depth", &depth)];
                return player::open(&self.common.engine("perfect", &options, 1), self.rules, vacancy.cancel);
            }
        };
        let seed = self.common.lot(vacancy.game, side as u64);
        Ok(Box::new(FalliblePlayer::new(sight, seed, vacancy.referee.another())))
    }
}
