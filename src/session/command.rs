//! Everything that a client can ask for, whatever the words.

use crate::engine::memory_limit::MemoryLimit;
use crate::engine::{GoParameters, Setup, bench};

/// The languages that a client may speak. Each has a room of its own in the dialects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// UCI, UGI and our own words.
    #[default]
    Native,
    /// Gomocup's words.
    Gomocup,
}

/// How the client wants its answers; the last handshake decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The language of the answers.
    pub protocol: Protocol,
    /// `mate` counts plies, in both directions, instead of the winner's moves.
    pub mate_in_plies: bool,
    /// `bestmove` comes alone.
    pub bare_bestmove: bool,
}

/// What is done with the move that a search has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// It is told.
    #[default]
    Tell,
    /// It is told and played.
    Play,
    /// It is played and not told.
    Prepare,
    /// It is told and played, unless the side to move is worse: then it is told that the sides be swapped (the pie rule).
    PlayOrSwap,
    /// The same, which ends the request; but if neither side is better by more than these centipoints, nothing is told
    /// and the request goes on.
    PlayOrSwapUnlessEven(u16),
}

impl Purpose {
    /// Whether the move is played.
    pub fn plays(self) -> bool {
        self != Purpose::Tell
    }

    /// Whether the sides may be swapped instead.
    pub fn may_swap(self) -> bool {
        matches!(self, Purpose::PlayOrSwap | Purpose::PlayOrSwapUnlessEven(_))
    }
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Go {
    /// What the engine is told as it is; its `mate_plies` follow from `mate`.
    pub parameters: GoParameters,
    /// In the unit in which mate scores are printed.
    pub mate: Option<u64>,
    pub infinite: bool,
    pub perft: Option<u64>,
    pub purpose: Purpose,
}

impl Go {
    /// Whether the search ends by itself, whatever the position.
    pub fn is_bounded(&self) -> bool {
        !self.is_endless() && (!self.parameters.ponder || self.perft.is_some())
    }

    /// Whether a finished search keeps its `bestmove` back until it is stopped, once it is no longer pondering.
    pub fn is_endless(&self) -> bool {
        let parameters = &self.parameters;
        let limited = parameters.depth.is_some()
            || parameters.nodes.is_some()
            || parameters.movetime.is_some()
            || parameters.clocks != [None, None]
            || parameters.outcome_only
            || self.mate.is_some();
        self.perft.is_none() && (self.infinite || !limited)
    }
}

/// What `query` asks.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// What stands on each point.
    Board,
    /// The pieces of either side on the board.
    Stones,
    /// Those that either side has still to place.
    Hand,
    LastMove,
    /// What a move would change on the board.
    Changes(String),
    /// Which points are joined by a line.
    Adjacency,
    /// The value of an option that is in force.
    Option(String),
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    /// From here on the client speaks, and is answered in, this language.
    Speak(Protocol),
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
    /// Sets the position of a text; moves that lead there from the start position count as played.
    Reconstruct {
        position: String,
        moves: Vec<String>,
    },
    /// Plays a move.
    Play(String),
    /// Takes the last move back, which must be this one.
    TakeBack(String),
    /// Tells the last moves, this many.
    RecentMoves(usize),
    Go(Box<Go>),
    Stop,
    PonderHit,
    Quit,
    Wait,
    SetOption {
        name: String,
        value: Option<String>,
    },
    /// Chooses the size of the hash table, the largest within a limit; one that is smaller already is left alone unless it
    /// `may_grow`, which takes time.
    FitMemory {
        limit: MemoryLimit,
        may_grow: bool,
    },
    /// Several commands that are one request of the client: the first that fails is the last that is carried out, and what
    /// was asked counts as asked when the line arrived.
    Request(Vec<Command>),
    /// Says that all went well.
    Acknowledge,
    /// Says these words.
    Remark(String),
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
    /// A line without a known command.
    Unknown(String),
    /// Not understood, and why.
    Invalid(String),
}

/// The receiving half of a dialect: text to commands. It may remember earlier lines.
pub trait Parse: Send {
    /// Appends the commands in one line, which comes without its line end and is not always UTF-8; a line that asks for
    /// nothing gives none.
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>);
}
