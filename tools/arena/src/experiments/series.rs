//! Series of games between two players that always have the same sides.

use super::experiment_record::ExperimentRecord;
use super::progress::progress;
use crate::fault::{Cancel, Interruption};
use crate::game::{self, EngineSlot, GameNumbers, StartTime};
use crate::limits::Limits;
use crate::openings::Opening;
use crate::player::{Player, RuleSettings};
use crate::record::GameRecord;
use crate::settings::Adjudication;
use anyhow::{Result, anyhow, bail};
use crossbeam_channel::unbounded;
use quartet::game::Side;
use quartet_rules::Referee;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// A request for the player of one side in one game.
pub(super) struct PlayerRequest<'a> {
    /// The number of the game.
    pub game: u64,
    /// The side.
    pub side: Side,
    /// The player of this side in the previous game of the same worker, if there was one.
    pub kept: Option<Box<dyn Player>>,
    /// The referee.
    pub referee: &'a dyn Referee,
    /// Cancelled when the experiment is interrupted.
    pub cancel: &'a Cancel,
}

/// A series of games from the start position.
pub(super) struct Series<'a> {
    /// The title of the progress bar.
    pub title: &'a str,
    /// The names of the players, by side.
    pub names: [&'a str; 2],
    /// The rules, for the record.
    pub rules: &'a RuleSettings,
    /// The number of games.
    pub games: u64,
    /// The number of concurrent games.
    pub concurrency: usize,
    /// The limits of each player.
    pub limits: &'a Limits,
}

/// The players that are kept from game to game, by side.
type Kept = [Option<Box<dyn Player>>; 2];

impl Series<'_> {
    /// Plays the games that are not in the record, with the players that `player` returns; returns all games in the
    /// order of their numbers. A failing player is an error, since such a game would distort the result.
    pub(super) fn play(
        &self,
        referee: &dyn Referee,
        record: &mut ExperimentRecord,
        player: impl Fn(PlayerRequest<'_>) -> Result<Box<dyn Player>, Interruption> + Sync,
    ) -> Result<Vec<GameRecord>> {
        let (next, cancel) = (AtomicU64::new(0), record.cancel().clone());
        let (sender, results) = unbounded();
        let mut part = record.part(self.games);
        let mut games = part.earlier();
        let played: HashSet<u64> = games.iter().map(|game| game.id).collect();
        let bar = progress(self.title, self.games);
        bar.set_position(games.len() as u64);
        std::thread::scope(|scope| -> Result<()> {
            for _ in 0..self.concurrency {
                let (sender, next, cancel, player, mut own) =
                    (sender.clone(), &next, &cancel, &player, referee.another());
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
                        if sender.send(self.game(number, &mut *own, &mut players, player, cancel)).is_err() {
                            break;
                        }
                    }
                    players.into_iter().flatten().for_each(|player| player.quit());
                });
            }
            drop(sender);
            for game in results {
                let kept = game.and_then(|game| part.append(&game).map(|()| game));
                match kept {
                    Ok(game) => games.push(game),
                    // The first error is reported, unless it was caused by an interrupt.
                    Err(error) if cancel.cancel() => return Err(error),
                    Err(_) => break,
                }
                bar.inc(1);
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        record.check()?;
        games.sort_by_key(|game| game.id);
        Ok(games)
    }

    fn game(
        &self,
        number: u64,
        referee: &mut dyn Referee,
        players: &mut Kept,
        player: impl Fn(PlayerRequest<'_>) -> Result<Box<dyn Player>, Interruption>,
        cancel: &Cancel,
    ) -> Result<GameRecord> {
        let started_at = StartTime::now();
        let mut take = |side: Side| {
            let kept = players[side.index()].take();
            player(PlayerRequest { game: number, side, kept, referee: &*referee, cancel })
        };
        let (first, second) = (take(Side::X)?, take(Side::O)?);
        let slot =
            |side: Side, player| EngineSlot { name: self.names[side.index()], player: Ok(player), limits: self.limits };
        let mut slots = [slot(Side::X, first), slot(Side::O, second)];
        let opening = Opening::start();
        let played = game::play(referee, &opening, &mut slots, &Adjudication::default(), cancel);
        for (place, slot) in players.iter_mut().zip(slots) {
            *place = slot.player.ok();
        }
        let played = played.map_err(|unplayed| anyhow!("game {number} was not played: {unplayed:?}"))?;
        if let Some((_, failure)) = &played.failure {
            bail!("game {number}: {}: {}", failure.engine, failure.detail);
        }
        // Colours are not exchanged, so every game is its own pair.
        let numbers = GameNumbers { id: number, pair: number, opening: 0 };
        Ok(played.record(numbers, &opening, self.rules, self.names, referee.position(), started_at))
    }
}
