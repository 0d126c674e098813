//! The players of a game at the terminal: humans, and engines that are started when it is first their turn.

use super::undoable_game::UndoableGame;
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::limits::{Clock, Limits};
use crate::player::{self, EngineScore, Player, RuleSettings, Turn};
use crate::settings::{EngineSettings, Protocol};
use quartet::engine::options::names::SKILL_LEVEL;
use quartet::game::Side;

/// The level of full strength: the maximum of the option `Skill Level`.
pub(super) const STRONGEST: u8 = 20;

/// The player of one side.
pub(super) enum PlayerSlot {
    /// A human player.
    Human,
    /// An engine that has not been started yet.
    NotStarted(Box<EngineSettings>),
    /// A running engine.
    Running(Box<dyn Player>, Box<EngineSettings>),
}

/// A move of an engine.
pub(super) struct EngineMove {
    /// The move.
    pub text: String,
    /// The score, if the engine reported one.
    pub score: Option<EngineScore>,
}

impl PlayerSlot {
    /// Whether a human plays this side.
    pub(super) fn is_human(&self) -> bool {
        matches!(self, PlayerSlot::Human)
    }

    /// The engine's settings.
    pub(super) fn engine(&self) -> Option<&EngineSettings> {
        match self {
            PlayerSlot::Human => None,
            PlayerSlot::NotStarted(engine) | PlayerSlot::Running(_, engine) => Some(engine),
        }
    }

    /// Quits the engine, which is restarted on its next turn.
    pub(super) fn shut_down(&mut self) {
        match std::mem::replace(self, PlayerSlot::Human) {
            PlayerSlot::Running(player, engine) => {
                player.quit();
                *self = PlayerSlot::NotStarted(engine);
            }
            other => *self = other,
        }
    }

    /// Whether it is an engine whose level can be set.
    pub(super) fn has_level(&self) -> bool {
        self.engine().is_some_and(|engine| matches!(engine.protocol, Protocol::Uci | Protocol::Ugi))
    }

    /// The level of the engine, if it can be set.
    pub(super) fn level(&self) -> Option<u8> {
        let engine = self.engine().filter(|_| self.has_level())?;
        let set = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(SKILL_LEVEL));
        Some(set.and_then(|(_, level)| level.parse().ok()).unwrap_or(STRONGEST))
    }

    /// Sets the level for the next moves; returns whether it can be set.
    pub(super) fn set_level(&mut self, level: u8) -> bool {
        if !self.has_level() {
            return false;
        }
        self.shut_down();
        if let PlayerSlot::NotStarted(engine) = self {
            engine.options.retain(|(name, _)| !name.eq_ignore_ascii_case(SKILL_LEVEL));
            engine.options.push((SKILL_LEVEL.into(), level.to_string()));
        }
        true
    }

    /// Asks the engine for a move; starts it if necessary. An engine that fails or is interrupted is ended.
    pub(super) fn think(&mut self, game: &UndoableGame, cancel: &Cancel) -> Result<EngineMove, Interruption> {
        let answer = self.answer(game, cancel);
        // The engine may not have been started yet.
        if answer.is_err()
            && let PlayerSlot::Running(_, engine) | PlayerSlot::NotStarted(engine) =
                std::mem::replace(self, PlayerSlot::Human)
        {
            *self = PlayerSlot::NotStarted(engine);
        }
        answer
    }

    fn answer(&mut self, game: &UndoableGame, cancel: &Cancel) -> Result<EngineMove, Interruption> {
        let (setup, side) = (game.setup(), game.referee().side());
        if let PlayerSlot::NotStarted(engine) = self {
            let rules = RuleSettings { variant: game.referee().variant().name, options: game.start().options.clone() };
            let mut player = player::open(engine, &rules, cancel)?;
            player.new_game(&setup, cancel)?;
            *self = PlayerSlot::Running(player, engine.clone());
        }
        let PlayerSlot::Running(player, engine) = self else {
            return Err(Interruption::fault(FaultKind::Disconnect, "no engine"));
        };
        // At the terminal every move has the time of the first one, and nobody loses on time: the `timeout` is added.
        let Limits { margin, timeout, .. } = engine.limits;
        let own = Clock::new(&Limits { margin: margin.saturating_add(timeout), ..engine.limits.clone() });
        let other = Clock::new(&Limits::default());
        let clocks = if side == Side::X { [&own, &other] } else { [&other, &own] };
        let answer = player.think(&Turn { setup: &setup, referee: game.referee(), clocks }, cancel)?;
        Ok(EngineMove { text: answer.text, score: answer.report.score })
    }
}
