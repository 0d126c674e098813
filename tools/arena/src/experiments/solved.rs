//! What the papers on the two solved games claim: nobody wins the L-Game against perfect play, the second player always wins
//! 斜方棋; and how often perfect play beats players who err.

use super::Common;
use super::fallible::FalliblePlayer;
use super::series::{Pair, Series};
use super::share::Share;
use crate::fault::{Cancel, Interruption};
use crate::game::Played;
use crate::limits::Limits;
use crate::player::{self, Player, RuleSettings};
use crate::referee::{GameResult, Referee, referee};
use anyhow::Result;
use quartet::game::Side;
use std::collections::BTreeMap;

/// How many plies the players see who err.
const SIGHTS: [u16; 3] = [0, 2, 4];

/// Plays and prints a table for both games.
pub fn run(common: &Common) -> Result<()> {
    println!(
        "{:<8} {:<15} {:<15} {:>6} {:>24} {:>24} {:>24} {:>6}",
        "game", "x", "o", "games", "x wins %", "o wins %", "draws %", "plies"
    );
    for variant in ["lgame", "rhombus"] {
        let rules = RuleSettings { variant, options: BTreeMap::new() };
        let referee = referee(variant, &rules.options)?;
        let duel = Duel { common, rules, referee: &*referee };
        duel.play([None, None], 2)?;
        for sight in SIGHTS {
            duel.play([None, Some(sight)], common.games)?;
            duel.play([Some(sight), None], common.games)?;
        }
    }
    Ok(())
}

/// Games of one variant.
struct Duel<'a> {
    common: &'a Common,
    rules: RuleSettings,
    referee: &'a dyn Referee,
}

impl Duel<'_> {
    /// Plays games between players who see so many plies (`None`: all of them) and prints a row.
    fn play(&self, sights: [Option<u16>; 2], games: u64) -> Result<()> {
        let names = sights.map(|sight| sight.map_or("perfect".to_string(), |plies| format!("sees {plies} plies")));
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let series = Series {
            name: &format!("{} {} - {}", self.rules.variant, names[0], names[1]),
            games,
            concurrency: self.common.concurrency.get(),
            limits: [&limits, &limits],
        };
        let played = {
            let (common, rules) = (self.common, &self.rules);
            series.play(self.referee, |game, referee, cancel| seat(common, rules, sights, game, referee, cancel))?
        };
        self.print(&names, &played);
        Ok(())
    }

    fn print(&self, names: &[String; 2], played: &[Played]) {
        let of = played.len() as u64;
        let share = |result| Share { count: played.iter().filter(|game| game.result == result).count() as u64, of };
        let plies: usize = played.iter().map(|game| game.moves.len()).sum();
        println!(
            "{:<8} {:<15} {:<15} {of:>6} {:>24} {:>24} {:>24} {:>6.1}",
            self.rules.variant,
            names[0],
            names[1],
            share(GameResult::FirstWins).to_string(),
            share(GameResult::SecondWins).to_string(),
            share(GameResult::Draw).to_string(),
            plies as f64 / of.max(1) as f64
        );
    }
}

/// The players of a game.
fn seat(
    common: &Common,
    rules: &RuleSettings,
    sights: [Option<u16>; 2],
    game: u64,
    referee: &dyn Referee,
    cancel: &Cancel,
) -> Result<Pair, Interruption> {
    let player = |side: Side| -> Result<Box<dyn Player>, Interruption> {
        match sights[side.index()] {
            None => player::open(&common.engine("perfect", &[], 1), rules, cancel),
            Some(depth) => {
                let seed = common.lot(game, side.index() as u64);
                Ok(Box::new(FalliblePlayer::new(depth, seed, referee.another())))
            }
        }
    };
    Ok([player(Side::X)?, player(Side::O)?])
}
