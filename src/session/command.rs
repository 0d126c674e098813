//! Everything that a client can ask for, whatever the words.

use crate::engine::{Order, Setup, bench};

/// How the client wants its answers; the last handshake decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// `mate` counts plies, in both directions, instead of the winner's moves.
    pub mate_in_plies: bool,
    /// `bestmove` comes alone.
    pub bare_bestmove: bool,
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Go {
    /// What the engine is told as it is; its `mate_plies` follow from `mate`.
    pub order: Order,
    /// In the unit in which mate scores are printed.
    pub mate: Option<u64>,
    pub infinite: bool,
    pub perft: Option<u64>,
}

impl Go {
    /// Whether the search ends by itself, whatever the position.
    pub fn is_bounded(&self) -> bool {
        !self.is_endless() && (!self.order.ponder || self.perft.is_some())
    }

    /// Whether a finished search keeps its `bestmove` back until it is stopped, once it is no longer pondering.
    pub fn is_endless(&self) -> bool {
        let order = &self.order;
        let limited = order.depth.is_some()
            || order.nodes.is_some()
            || order.movetime.is_some()
            || order.clocks != [None, None]
            || order.outcome_only
            || self.mate.is_some();
        self.perft.is_none() && (self.infinite || !limited)
    }
}

/// What `query` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Query {
    FirstPlayersTurn,
    GameOver,
    Result,
    Position,
    Moves,
    Side,
    Ply,
    Reason,
    Line,
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    /// A handshake: `identify`.
    Identify(Style),
    Debug(bool),
    IsReady,
    Variant(String),
    NewGame,
    Position {
        setup: Setup,
        moves: Vec<String>,
    },
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    Wait,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Display,
    Moves,
    Evaluate,
    Query(Query),
    /// The figures of the solved table, or its proof.
    Solve {
        verify: bool,
    },
    Bench(bench::Settings),
    Help,
    /// Not understood, and why.
    Invalid(String),
}

/// The receiving half of a dialect: text to commands. It may remember earlier lines.
pub trait Parse: Send {
    /// Appends the commands in one line, which comes without its line end and is not always UTF-8; a line that asks for
    /// nothing gives none.
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>);
}
