//! Players: one interface to engines of all protocols.
//!
//! After an error a player must not be used again: its owner drops it and opens a new one.

mod command;
mod gomocup;
mod gtp;
mod info_line;
mod message_line;
mod nboard;
mod pondering;
mod uci;

use crate::fault::{Cancel, FaultKind, Interruption};
use crate::limits::Clock;
use crate::process::Process;
use crate::settings::{EngineSettings, Protocol};
use quartet::engine::Setup;
use quartet::engine::options::Options;
use quartet::game::Side;
pub use quartet_records::formats::arena_record::{EngineScore, ScoreKind};
use quartet_rules::Referee;
use std::collections::BTreeMap;
use std::time::Duration;

/// The longest time for an engine to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// What an engine reported about its search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The score.
    pub score: Option<EngineScore>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The greatest depth reached, in plies.
    pub seldepth: Option<u32>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The time of the search in milliseconds, by the engine's own clock.
    pub milliseconds: Option<u64>,
}

/// A move of a player, with its report and time.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerMove {
    /// The move as the engine wrote it, which may be illegal.
    pub text: String,
    /// What the engine reported.
    pub report: Report,
    /// The time for the move, by the match runner's clock.
    pub used: Duration,
    /// Whether the engine had expected the opponent's move, and its search had begun on the opponent's time.
    pub ponderhit: bool,
}

/// A turn: the current game and the clocks.
pub struct Turn<'a> {
    /// The setup from which the game began.
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
    /// The name that the engine gives itself, if any.
    fn identity(&self) -> Option<&str>;
    /// Prepares for a game that begins with this setup.
    fn new_game(&mut self, setup: &Setup, cancel: &Cancel) -> Result<(), Interruption>;
    /// Asks for a move. A late answer is still returned. Without an answer within the clock's timeout the error is a
    /// loss on time if there is a time limit, otherwise a stall.
    fn think(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<PlayerMove, Interruption>;
    /// Lets the engine search on the time of the opponent, who is to move, until the next call. Does nothing if the
    /// engine does not ponder, or expects no reply.
    fn ponder(&mut self, _turn: &Turn<'_>) -> Result<(), Interruption> {
        Ok(())
    }
    /// Ends a search on the opponent's time when the game is over.
    fn stop_pondering(&mut self, _cancel: &Cancel) -> Result<(), Interruption> {
        Ok(())
    }
    /// Ends the engine.
    fn quit(self: Box<Self>);
}

/// The rules of a game as engines need them.
#[derive(Clone, Debug)]
pub struct RuleSettings {
    /// The variant's name.
    pub variant: &'static str,
    /// Options of the rules by name.
    pub options: BTreeMap<String, String>,
}

impl RuleSettings {
    /// The value of an option of the rules, or its default if it is not set.
    fn value(&self, name: &str) -> String {
        let set =
            self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.clone());
        set.or_else(|| Options::default().text(name)).unwrap_or_default()
    }
}

/// Adds the expected answer and the timeout to the message of a stall.
fn missing(error: Interruption, wanted: &str, timeout: Duration) -> Interruption {
    match error {
        Interruption::Fault(fault) if fault.kind == FaultKind::Stall => {
            Interruption::fault(FaultKind::Stall, format!("no '{wanted}' within {} ms", timeout.as_millis()))
        }
        other => other,
    }
}

/// The failure of an engine that sent no move (a line that begins with `wanted`) within the timeout of its clock.
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

/// Starts an engine, which may leave its input unread for the timeout of its settings.
fn launch(engine: &EngineSettings) -> Result<Process, Interruption> {
    let timeout = Duration::from_millis(engine.limits.timeout);
    Process::launch_named(&engine.name, &engine.launch, timeout).map_err(unstartable)
}

/// The failure of a program that cannot be started, which counts as a disconnect.
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
