//! The commands of a client, independent of any wire syntax.

use crate::engine::memory_limit::MemoryLimit;
use crate::engine::{GoParameters, Setup, bench};
use crate::game::Side;

/// The protocols. Each has a dialect of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// UCI, UGI and our extensions.
    #[default]
    Uci,
    /// The Gomocup protocol.
    Gomocup,
    /// The Go Text Protocol.
    Gtp,
    /// NBoard's protocol.
    NBoard,
    /// Cassio's protocol.
    Cassio,
}

/// What the replies to a request depend on. A dialect that needs it puts it before the commands of the request; its
/// renderer gets it back before their replies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RequestTag {
    /// The number that the reply repeats; may be empty.
    pub id: String,
    /// The name of the command.
    pub command: String,
    /// Any argument that the form of the reply depends on; may be empty.
    pub argument: String,
}

/// The style of replies; the last handshake decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The protocol of the replies.
    pub protocol: Protocol,
    /// `mate` counts plies, in both directions, instead of the winner's moves.
    pub mate_in_plies: bool,
    /// `bestmove` has no ponder move.
    pub bare_bestmove: bool,
}

/// What the move that a search finds is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Report it.
    #[default]
    Report,
    /// Report and play it.
    ReportAndPlay,
    /// Play it without reporting it.
    PlaySilently,
    /// Report and play it, unless the side to move is worse: then ask to swap sides instead (pie rule).
    PlayOrSwap,
    /// Like [`Purpose::PlayOrSwap`], and end the request; but if the score is at most this many centipoints from 0,
    /// report nothing and go on with the request.
    PlayOrSwapUnlessBalanced(u16),
}

impl Purpose {
    /// Whether the move is played.
    pub fn plays(self) -> bool {
        self != Purpose::Report
    }

    /// Whether sides may be swapped instead.
    pub fn may_swap(self) -> bool {
        matches!(self, Purpose::PlayOrSwap | Purpose::PlayOrSwapUnlessBalanced(_))
    }
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Go {
    /// What the engine gets as it is, except `mate_plies`, which follows from `mate`.
    pub parameters: GoParameters,
    /// In the unit of printed mate scores.
    pub mate: Option<u64>,
    pub infinite: bool,
    pub perft: Option<u64>,
    pub purpose: Purpose,
}

impl Go {
    /// Whether the search ends by itself in any position.
    pub fn ends_by_itself(&self) -> bool {
        !self.holds_bestmove() && (!self.parameters.ponder || self.perft.is_some())
    }

    /// Whether a finished search that does not ponder holds its `bestmove` back until it is stopped.
    pub fn holds_bestmove(&self) -> bool {
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

/// The subject of `query`.
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
    /// The contents of each point.
    Board,
    /// Number of points that each side covers.
    Stones,
    /// Number of stones that each side has left to place.
    Hand,
    LastMove,
    /// What a move would change on the board.
    Changes(String),
    /// The pairs of points joined by a line.
    Adjacency,
    /// The effective value of an option.
    Option(String),
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    /// Use this protocol from now on.
    SetProtocol(Protocol),
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
    /// Sets the position `position`; `moves` become the game record if they lead there from the start position.
    Reconstruct {
        position: String,
        moves: Vec<String>,
    },
    /// Plays a move.
    Play(String),
    /// Takes back the last move, which must be this one.
    TakeBack(String),
    /// Plays moves of the sides given. A pass that is left out is inserted if the side to move has no other move. All
    /// or nothing.
    PlayTurns(Vec<(Side, String)>),
    /// Inserts a forced pass if needed so that this side is to move.
    PassUntil(Side),
    /// Takes back this many of the last moves, not counting inserted passes.
    TakeBackLast(usize),
    /// Reports the last moves, up to this many.
    RecentMoves(usize),
    Go(Box<Go>),
    Stop,
    /// Stops the running search without a result, and drops all searches that wait for their turn.
    Cancel,
    /// Reports time and nodes of the running search at once, if there is one.
    Progress,
    PonderHit,
    Quit,
    Wait,
    SetOption {
        name: String,
        value: Option<String>,
    },
    /// Carries out a command that may empty the board, and then plays the moves of the game again.
    KeepGame(Box<Command>),
    /// Sets the number of search threads, to `threads` or what it is, as far as a limit has room for them, and resizes
    /// the hash table to the largest size within the limit beside them. A smaller table is left alone unless it
    /// `may_grow`, which takes time.
    FitMemory {
        limit: MemoryLimit,
        threads: Option<u64>,
        may_grow: bool,
    },
    /// Several commands that are one request of the client: the first one that fails is the last one carried out. The
    /// clock of all starts when the line arrived, or when the client last got an answer if that was later.
    Request(Vec<Command>),
    /// The replies that follow belong to the request with this tag.
    Tag(RequestTag),
    /// Confirms that the request has succeeded.
    Acknowledge,
    /// Sends a message to the user.
    Remark(String),
    Display,
    Moves,
    Evaluate,
    /// Shows the moves of the current position in the book.
    Book,
    /// Tells what is proven of the current position.
    Proof {
        /// Node limit of the search for a proof.
        nodes: Option<u64>,
    },
    Query(Query),
    /// Statistics of the solved table, or its verification.
    Solve {
        verify: bool,
    },
    Bench(bench::Settings),
    Help,
    /// A line without a known command.
    Unknown(String),
    /// A malformed line; the error message.
    Invalid(String),
}

impl Command {
    /// Whether the command, or one of its request, ends the session.
    pub fn quits(&self) -> bool {
        match self {
            Command::Quit => true,
            Command::Request(commands) => commands.iter().any(Command::quits),
            _ => false,
        }
    }

    /// Whether the command ends the running search.
    pub fn ends_search(&self) -> bool {
        matches!(self, Command::Stop | Command::Cancel | Command::Quit)
    }

    /// Whether the command, or one of its request, starts a search.
    pub fn searches(&self) -> bool {
        match self {
            Command::Go(_) => true,
            Command::Request(commands) => commands.iter().any(Command::searches),
            _ => false,
        }
    }
}

/// The receiving half of a dialect: text to commands. It may depend on earlier lines.
pub trait Parse: Send {
    /// Appends the commands of a line, which comes without its line end and may not be UTF-8; there may be none.
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>);
}
