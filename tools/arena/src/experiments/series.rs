//! Games between the same two kinds of players on the same sides, without exchange of colours.
//!
//! Must not know: which players, which game.

use super::ledger::Ledger;
use super::progress::progress;
use crate::fault::{Cancel, Interruption};
use crate::game::{self, Begun, Numbers, Seat};
use crate::limits::Limits;
use crate::openings::Opening;
use crate::player::{Player, RuleSettings};
use crate::record::GameRecord;
use crate::referee::Referee;
use crate::settings::Adjudication;
use anyhow::{Result, anyhow, bail};
use crossbeam_channel::unbounded;
use quartet::game::Side;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// A place at the board of one game, to be taken.
pub struct Vacancy<'a> {
    /// The number of the game.
    pub game: u64,
    /// The side.
    pub side: Side,
    /// Who had it in the game before, if there was one at this board.
    pub kept: Option<Box<dyn Player>>,
    /// The referee.
    pub referee: &'a dyn Referee,
    /// Ends all waiting.
    pub cancel: &'a Cancel,
}

/// A series of games from the start position.
pub struct Series<'a> {
    /// What is shown while it goes on.
    pub title: &'a str,
    /// Who plays, by side.
    pub names: [&'a str; 2],
    /// The rules, for the record.
    pub rules: &'a RuleSettings,
    /// How many games.
    pub games: u64,
    /// How many at once.
    pub concurrency: usize,
    /// What each player may use.
    pub limits: &'a Limits,
}

/// The players that are kept from game to game, by side.
type Kept = [Option<Box<dyn Player>>; 2];

impl Series<'_> {
    /// Plays those that are not in the record, the places at each taken by the players that `seat` gives; all in the order of
    /// their numbers. A player that fails is an error: nothing is learned from such a game.
    pub fn play(
        &self,
        referee: &dyn Referee,
        ledger: &mut Ledger,
        seat: impl Fn(Vacancy<'_>) -> Result<Box<dyn Player>, Interruption> + Sync,
    ) -> Result<Vec<GameRecord>> {
        let (next, cancel) = (AtomicU64::new(0), ledger.cancel().clone());
        let (sender, results) = unbounded();
        let mut part = ledger.part(self.games);
        let mut games = part.earlier();
        let played: HashSet<u64> = games.iter().map(|game| game.id).collect();
        let bar = progress(self.title, self.games);
        bar.set_position(games.len() as u64);
        std::thread::scope(|scope| -> Result<()> {
            for _ in 0..self.concurrency {
                let (sender, next, cancel, seat, mut own) = (sender.clone(), &next, &cancel, &seat, referee.another());
                let played = &played;
                scope.spawn(move || {
                    let mut players = [None, None];
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games || cancel.is_cancelled() {
                            break;
                        }
                        if played.contains(&number) {
                            continue;
                        }
                        if sender.send(self.game(number, &mut *own, &mut players, seat, cancel)).is_err() {
                            break;
                        }
                    }
                    players.into_iter().flatten().for_each(|player| player.quit());
                });
            }
            drop(sender);
            for game in results {
                let kept = game.and_then(|game| part.keep(&game).map(|()| game));
                match kept {
                    Ok(game) => games.push(game),
                    // The first error is told of, unless an interrupt is what it comes from.
                    Err(error) if cancel.cancel() => return Err(error),
                    Err(_) => break,
                }
                bar.inc(1);
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        ledger.check()?;
        games.sort_by_key(|game| game.id);
        Ok(games)
    }

    fn game(
        &self,
        number: u64,
        referee: &mut dyn Referee,
        players: &mut Kept,
        seat: impl Fn(Vacancy<'_>) -> Result<Box<dyn Player>, Interruption>,
        cancel: &Cancel,
    ) -> Result<GameRecord> {
        let begun = Begun::now();
        let mut take = |side: Side| {
            let kept = players[side.index()].take();
            seat(Vacancy { game: number, side, kept, referee: &*referee, cancel })
        };
        let (first, second) = (take(Side::X)?, take(Side::O)?);
        let sit = |side: Side, player| Seat { name: self.names[side.index()], player: Ok(player), limits: self.limits };
        let mut seats = [sit(Side::X, first), sit(Side::O, second)];
        let opening = Opening::start();
        let played = game::play(referee, &opening, &mut seats, &Adjudication::default(), cancel);
        for (place, seat) in players.iter_mut().zip(seats) {
            *place = seat.player.ok();
        }
        let played = played.map_err(|unplayed| anyhow!("game {number} was not played: {unplayed:?}"))?;
        if let Some((_, failure)) = &played.failure {
            bail!("game {number}: {}: {}", failure.engine, failure.detail);
        }
        // Without an exchange of colours every game is a pair of its own.
        let numbers = Numbers { id: number, pair: number, opening: 0 };
        Ok(played.record(numbers, &opening, self.rules, self.names, referee.position(), begun))
    }
}
