//! A fallible player of a solved game, which knows exact values only within some plies and chooses at random among
//! moves of equal value.

use crate::fault::{Cancel, FaultKind, Interruption};
use crate::player::{Player, PlayerMove, Report, Turn};
use quartet::engine::Setup;
use quartet::random::SplitMix64;
use quartet::retrograde::Fallible;
use quartet_rules::Referee;
use std::time::Instant;

/// The player. It uses values of the table only within its depth.
pub(super) struct FalliblePlayer {
    sight: Fallible,
    rng: SplitMix64,
    referee: Box<dyn Referee>,
}

impl FalliblePlayer {
    /// A player with this depth in plies and a referee of a solved game.
    pub(super) fn new(depth: u16, seed: u64, referee: Box<dyn Referee>) -> Self {
        FalliblePlayer { sight: Fallible { depth }, rng: SplitMix64::new(seed), referee }
    }
}

impl Player for FalliblePlayer {
    fn identity(&self) -> Option<&str> {
        None
    }

    fn new_game(&mut self, _setup: &Setup, _cancel: &Cancel) -> Result<(), Interruption> {
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>, _cancel: &Cancel) -> Result<PlayerMove, Interruption> {
        let started = Instant::now();
        let fault = |why: String| Interruption::fault(FaultKind::Protocol, why);
        self.referee.begin(turn.setup, turn.referee.moves()).map_err(|error| fault(error.to_string()))?;
        let values = self.referee.exact_moves().ok_or_else(|| fault("the game is not solved".into()))?;
        let best = values.iter().map(|(_, score)| self.sight.perceived(*score)).max();
        let alike: Vec<_> =
            values.into_iter().filter(|(_, score)| Some(self.sight.perceived(*score)) == best).collect();
        let chosen = self.rng.below(alike.len());
        let (text, _) = alike.into_iter().nth(chosen).ok_or_else(|| fault("there is no move".into()))?;
        Ok(PlayerMove { text, report: Report::default(), used: started.elapsed(), ponderhit: false })
    }

    fn quit(self: Box<Self>) {}
}
