//! Games between the same two players on the same sides, without exchange of colours.
//!
//! Must not know: which players, which game.

use crate::fault::{Cancel, Interruption};
use crate::game::{self, Played, Seat};
use crate::limits::Limits;
use crate::openings::Opening;
use crate::player::Player;
use crate::referee::Referee;
use crate::settings::Adjudication;
use anyhow::{Result, anyhow, bail};
use crossbeam_channel::unbounded;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering};

/// Both players of a game, by side.
pub type Pair = [Box<dyn Player>; 2];

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
    /// Plays them, the players of each made by `seat` from its number and the referee; in the order of the numbers. A player that fails is
    /// an error: nothing is learned from such a game.
    pub fn play(
        &self,
        referee: &dyn Referee,
        seat: impl Fn(u64, &dyn Referee, &Cancel) -> Result<Pair, Interruption> + Sync,
    ) -> Result<Vec<Played>> {
        let (next, cancel) = (AtomicU64::new(0), Cancel::default());
        let (sender, results) = unbounded();
        let bar = progress(self.name, self.games);
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let (sender, next, cancel, seat, mut own) = (sender.clone(), &next, &cancel, &seat, referee.another());
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let over = number >= self.games || cancel.is_cancelled();
                        if over || sender.send((number, self.game(number, &mut *own, seat, cancel))).is_err() {
                            return;
                        }
                    }
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
        seat: impl Fn(u64, &dyn Referee, &Cancel) -> Result<Pair, Interruption>,
        cancel: &Cancel,
    ) -> Result<Played> {
        let [first, second] = seat(number, referee, cancel)?;
        let mut seats = [
            Seat { name: "first", player: Ok(first), limits: self.limits[0] },
            Seat { name: "second", player: Ok(second), limits: self.limits[1] },
        ];
        let played = game::play(referee, &Opening::start(), &mut seats, &Adjudication::default(), cancel);
        for seat in seats {
            if let Ok(player) = seat.player {
                player.quit();
            }
        }
        let played = played.map_err(|unplayed| anyhow!("game {number} was not played: {unplayed:?}"))?;
        if let Some((_, failure)) = &played.failure {
            bail!("game {number}: the {} player: {}", failure.engine, failure.detail);
        }
        Ok(played)
    }
}

/// A bar for so many games.
pub fn progress(name: &str, games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len}, {eta} to go");
    ProgressBar::new(games)
        .with_prefix(name.to_string())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
