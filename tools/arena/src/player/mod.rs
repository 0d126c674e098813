//! Players: engines as a game sees them, whatever they speak.
//!
//! A player that has given an error is not to be used again: its owner drops it and opens a new one.

mod command;
mod gomocup;
mod gtp;
mod info_line;
mod nboard;
mod uci;

use crate::fault::{Cancel, FaultKind, Interruption};
use crate::limits::Clock;
use crate::process::Process;
use crate::referee::Referee;
use crate::settings::{EngineSettings, Protocol};
use quartet::engine::Setup;
use quartet::engine::options::Options;
use quartet::game::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The longest time for an engine to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Who says how good a position is, in which unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreKind {
    /// Centipoints; in Othello hundredths of a disc.
    Cp,
    /// Moves of the winner to the end; negative when the engine loses.
    Mate,
}

/// What an engine thinks of a position, from its own point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineScore {
    /// The unit.
    pub kind: ScoreKind,
    /// The value.
    pub value: i64,
}

impl EngineScore {
    /// The score in centipoints, wins and losses beyond all others.
    pub fn centipoints(self) -> i64 {
        /// Beyond every score in centipoints.
        const DECIDED: i64 = 1_000_000;
        match self.kind {
            ScoreKind::Cp => self.value.clamp(-DECIDED, DECIDED),
            ScoreKind::Mate if self.value > 0 => DECIDED,
            ScoreKind::Mate => -DECIDED,
        }
    }
}

/// What an engine reported about its search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// Its score.
    pub score: Option<EngineScore>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Greatest depth reached, in plies.
    pub seldepth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Milliseconds searched, by its own clock.
    pub milliseconds: Option<u64>,
}

/// A player's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerMove {
    /// The move as written by the engine; whether it is legal is not known.
    pub text: String,
    /// What the engine reported.
    pub report: Report,
    /// How long it took, by the match runner's clock.
    pub used: Duration,
}

/// A turn: the game as it stands, and the clocks.
pub struct Turn<'a> {
    /// Where the game began.
    pub setup: &'a Setup,
    /// The game.
    pub referee: &'a dyn Referee,
    /// The clocks of both sides, by [`Side::index`].
    pub clocks: [&'a Clock; 2],
}

impl Turn<'_> {
    /// The side to move.
    pub fn side(&self) -> Side {
        self.referee.side()
    }

    /// The clock of the side to move.
    pub fn clock(&self) -> &Clock {
        self.clocks[self.side().index()]
    }
}

/// An engine ready to play.
pub trait Player: Send {
    /// How the engine calls itself, if it does.
    fn identity(&self) -> Option<&str>;
    /// Makes ready for a game that begins with this setup.
    fn new_game(&mut self, setup: &Setup, cancel: &Cancel) -> Result<(), Interruption>;
    /// Asks for a move. A late answer is still an answer; without one within the clock's timeout the engine has lost on
    /// time if that is limited, else it is a stall.
    fn think(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<PlayerMove, Interruption>;
    /// Ends it.
    fn quit(self: Box<Self>);
}

/// The rules of a game, for the engines.
#[derive(Clone, Debug)]
pub struct RuleSettings {
    /// The variant's name.
    pub variant: &'static str,
    /// Options of the rules by name.
    pub options: BTreeMap<String, String>,
}

impl RuleSettings {
    /// The value of an option of the rules, its default if it is not set.
    fn value(&self, name: &str) -> String {
        let set =
            self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.clone());
        set.or_else(|| Options::default().text(name)).unwrap_or_default()
    }
}

/// A stall with what was waited for.
fn missing(error: Interruption, wanted: &str, timeout: Duration) -> Interruption {
    match error {
        Interruption::Fault(fault) if fault.kind == FaultKind::Stall => {
            Interruption::fault(FaultKind::Stall, format!("no '{wanted}' within {} ms", timeout.as_millis()))
        }
        other => other,
    }
}

/// The fault of an engine that sent no move (a line that begins with `wanted`) within the timeout of its clock.
fn unanswered(error: Interruption, wanted: &str, clock: &Clock) -> Interruption {
    match (error, clock.allowed()) {
        (Interruption::Fault(fault), Some(allowed)) if fault.kind == FaultKind::Stall => {
            let (allowed, margin) = (allowed.as_secs_f64() * 1000.0, clock.limits().margin);
            let detail = format!("no '{wanted}' when the flag fell, {allowed:.3} ms allowed, margin {margin} ms");
            Interruption::fault(FaultKind::Time, detail)
        }
        (error, _) => missing(error, wanted, clock.timeout()),
    }
}

/// Starts an engine, which may leave its input unread for the patience of its settings.
fn launch(engine: &EngineSettings) -> Result<Process, Interruption> {
    let timeout = Duration::from_millis(engine.limits.patience);
    Process::launch_named(&engine.name, &engine.launch, timeout).map_err(unstartable)
}

/// A program that cannot be started is as one that has ended.
fn unstartable(error: anyhow::Error) -> Interruption {
    Interruption::fault(FaultKind::Disconnect, format!("{error:#}"))
}

/// Starts an engine and makes it ready for the variant.
pub fn open(engine: &EngineSettings, rules: &RuleSettings, cancel: &Cancel) -> Result<Box<dyn Player>, Interruption> {
    match engine.protocol {
        Protocol::Uci | Protocol::Ugi => uci::open(engine, rules, cancel),
        Protocol::Gtp => gtp::open(engine, rules, cancel),
        Protocol::Nboard => nboard::open(engine, cancel),
        Protocol::Gomocup => gomocup::open(engine, rules),
        Protocol::Command => command::open(engine, rules),
    }
}
