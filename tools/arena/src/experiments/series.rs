//! Games between the same two kinds of players on the same sides, without exchange of colours.
//!
//! Must not know: which players, which game.

use super::progress::progress;
use crate::fault::{Cancel, Interruption};
use crate::game::{self, Played, Seat};
use crate::limits::Limits;
use crate::openings::Opening;
use crate::player::Player;
use crate::referee::Referee;
use crate::settings::Adjudication;
use anyhow::{Result, anyhow, bail};
use crossbeam_channel::unbounded;
use quartet::game::Side;
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
    pub name: &'a str,
    /// How many games.
    pub games: u64,
    /// How many at once.
    pub concurrency: usize,
    /// What each player may use, by side.
    pub limits: [&'a Limits; 2],
}

impl Series<'_> {
    /// Plays them, the places at each taken by the players that `seat` gives; in the order of their numbers. A player that fails
    /// is an error: nothing is learned from such a game.
    pub fn play(
        &self,
        referee: &dyn Referee,
        seat: impl Fn(Vacancy<'_>) -> Result<Box<dyn Player>, Interruption> + Sync,
    ) -> Result<Vec<Played>> {
        let (next, cancel) = (AtomicU64::new(0), Cancel::default());
        let (sender, results) = unbounded();
        let bar = progress(self.name, self.games);
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let (sender, next, cancel, seat, mut own) = (sender.clone(), &next, &cancel, &seat, referee.another());
                scope.spawn(move || {
                    let mut players = [None, None];
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games || cancel.is_cancelled() {
                            break;
                        }
                        if sender.send((number, self.game(number, &mut *own, &mut players, seat, cancel))).is_err() {
                            break;
                        }
                    }
                    players.into_iter().flatten().for_each(|player| player.quit());
                });
            }
            drop(sender);
            let mut played = Vec::new();
            for (number, result) in results {
                let result = result.inspect_err(|_| _ = cancel.cancel())?;
                played.push((number, result));
                bar.inc(1);
            }
            bar.finish_and_clear();
            played.sort_by_key(|(number, _)| *number);
            Ok(played.into_iter().map(|(_, played)| played).collect())
        })
    }

    fn game(
        &self,
        number: u64,
        referee: &mut dyn Referee,
        players: &mut [Option<Box<dyn Player>>; 2],
        seat: impl Fn(Vacancy<'_>) -> Result<Box<dyn Player>, Interruption>,
        cancel: &Cancel,
    ) -> Result<Played> {
        let mut take = |side: Side| {
            let kept = players[side.index()].take();
            seat(Vacancy { game: number, side, kept, referee: &*referee, cancel })
        };
        let (first, second) = (take(Side::X)?, take(Side::O)?);
        let mut seats = [
            Seat { name: "first", player: Ok(first), limits: self.limits[0] },
            Seat { name: "second", player: Ok(second), limits: self.limits[1] },
        ];
        let played = game::play(referee, &Opening::start(), &mut seats, &Adjudication::default(), cancel);
        for (place, seat) in players.iter_mut().zip(seats) {
            *place = seat.player.ok();
        }
        let played = played.map_err(|unplayed| anyhow!("game {number} was not played: {unplayed:?}"))?;
        if let Some((_, failure)) = &played.failure {
            bail!("game {number}: the {} player: {}", failure.engine, failure.detail);
        }
        Ok(played)
    }
}
