//! Who sits at the table: persons, and engines that are started when it is first their turn.
//!
//! Must not know: the terminal, languages.

use super::played::Played;
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::limits::{Clock, Limits};
use crate::player::{self, EngineScore, Player, RuleSettings, Turn};
use crate::settings::{EngineSettings, Protocol};
use quartet::engine::options::names::SKILL_LEVEL;
use quartet::game::Side;

/// The level of full strength, the last one of the option `Skill Level`.
pub const STRONGEST: u8 = 20;

/// Who sits on one side.
pub enum Seat {
    /// A person at the terminal.
    Person,
    /// An engine that is not started yet.
    Waiting(Box<EngineSettings>),
    /// An engine at play.
    Engine(Box<dyn Player>, Box<EngineSettings>),
}

/// What an engine answered.
pub struct Answer {
    /// Its move.
    pub text: String,
    /// What it thinks of it.
    pub score: Option<EngineScore>,
}

impl Seat {
    /// Whether a person sits there.
    pub fn is_person(&self) -> bool {
        matches!(self, Seat::Person)
    }

    /// The engine's settings.
    pub fn engine(&self) -> Option<&EngineSettings> {
        match self {
            Seat::Person => None,
            Seat::Waiting(engine) | Seat::Engine(_, engine) => Some(engine),
        }
    }

    /// Ends the engine; it is started anew when it is its turn.
    pub fn rest(&mut self) {
        match std::mem::replace(self, Seat::Person) {
            Seat::Engine(player, engine) => {
                player.quit();
                *self = Seat::Waiting(engine);
            }
            other => *self = other,
        }
    }

    /// Whether it is an engine whose level can be set.
    pub fn has_level(&self) -> bool {
        self.engine().is_some_and(|engine| matches!(engine.protocol, Protocol::Uci | Protocol::Ugi))
    }

    /// The level it plays at, if it is one that can be set.
    pub fn level(&self) -> Option<u8> {
        let engine = self.engine().filter(|_| self.has_level())?;
        let set = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(SKILL_LEVEL));
        Some(set.and_then(|(_, level)| level.parse().ok()).unwrap_or(STRONGEST))
    }

    /// Sets the level it plays at from now on; whether it can be set.
    pub fn set_level(&mut self, level: u8) -> bool {
        if !self.has_level() {
            return false;
        }
        self.rest();
        if let Seat::Waiting(engine) = self {
            engine.options.retain(|(name, _)| !name.eq_ignore_ascii_case(SKILL_LEVEL));
            engine.options.push((SKILL_LEVEL.into(), level.to_string()));
        }
        true
    }

    /// Has the engine choose a move, in this game; it is started if need be. One that failed, or was interrupted, is ended.
    pub fn think(&mut self, game: &Played, cancel: &Cancel) -> Result<Answer, Interruption> {
        let answer = self.answer(game, cancel);
        // It may not even have been started yet.
        if answer.is_err()
            && let Seat::Engine(_, engine) | Seat::Waiting(engine) = std::mem::replace(self, Seat::Person)
        {
            *self = Seat::Waiting(engine);
        }
        answer
    }

    fn answer(&mut self, game: &Played, cancel: &Cancel) -> Result<Answer, Interruption> {
        let (setup, side) = (game.setup(), game.referee().side());
        if let Seat::Waiting(engine) = self {
            let rules = RuleSettings { variant: game.referee().variant().name, options: game.begun().options.clone() };
            let mut player = player::open(engine, &rules, cancel)?;
            player.new_game(&setup, cancel)?;
            *self = Seat::Engine(player, engine.clone());
        }
        let Seat::Engine(player, engine) = self else {
            return Err(Interruption::fault(FaultKind::Disconnect, "nobody there"));
        };
        // At the terminal every move has the time of the first, and nobody loses on time: the patience comes on top.
        let Limits { margin, patience, .. } = engine.limits;
        let own = Clock::new(&Limits { margin: margin.saturating_add(patience), ..engine.limits.clone() });
        let other = Clock::new(&Limits::default());
        let clocks = if side == Side::X { [&own, &other] } else { [&other, &own] };
        let answer = player.think(&Turn { setup: &setup, referee: game.referee(), clocks }, cancel)?;
        Ok(Answer { text: answer.text, score: answer.report.score })
    }
}
