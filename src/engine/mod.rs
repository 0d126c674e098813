//! The engine as the session sees it: any of the games through one type-erased trait, one job at a time.
//!
//! Invariants:
//! * a job that was started emits [`JobEvent::Done`] exactly once, last, even when its thread panics;
//! * a setter that returns an error has changed nothing;
//! * nothing here prints, and nothing here decides when a `bestmove` is due.
//!
//! Independent of: the session, the wire syntax, stdin and stdout.

pub mod bench;
pub mod book;
mod certificate_answer;
mod choice;
pub mod engines;
mod game_engine;
pub mod job;
pub mod memory_limit;
pub mod options;
mod pv_reporter;
pub mod record;
mod skill;
mod table_lookup;
mod variety;

pub use crate::search::prover::{OtherAnswer, OtherReplies, Proven, RefutedReply};
pub use engines::Engines;
pub use game_engine::GameEngine;
pub use record::Setup;

use crate::game::{Geometry, MoveKind, Side};
use crate::games::Variant;
use crate::score::{Bound, Score};
use crate::search::observer::{Note, SearchStats};
use crate::search::stop::StopToken;
use crate::search::transposition_table::TranspositionTable;
use crate::wdl::Wdl;
use book::Book;
use options::Options;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where a job's events go.
pub type Emit = Box<dyn Fn(JobEvent) + Send>;

/// An event of a running job.
#[derive(Clone, Debug, PartialEq)]
pub enum JobEvent {
    /// A searched line.
    Line(TextLine),
    /// The game is over: there is nothing to search.
    Over {
        /// The side to move.
        side: Side,
        /// Its score.
        score: Score,
    },
    /// A note of the search core.
    Note(Note),
    /// Perft of one root move: move text and leaves.
    PerftMove(String, u64),
    /// Perft of the root; `None` if it was stopped.
    PerftTotal(Option<u64>),
    /// One position of the benchmark: variant, position text, nodes.
    BenchPosition(&'static str, String, u64),
    /// The name of the processor level on which the benchmark ran.
    BenchProcessor(&'static str),
    /// The whole benchmark: nodes and time; `None` if it was stopped.
    BenchTotal(Option<(u64, Duration)>),
    /// What is proven of the position; `None` if no proof was found.
    Proof(Option<Proven<String>>),
    /// The search for a proof was stopped.
    ProofStopped,
    /// A line of the report on a solved table.
    SolveLine(String),
    /// The solved table of this variant is proven correct.
    SolveVerified(&'static str),
    /// The report on a solved table was stopped.
    SolveStopped,
    /// An error that does not end the job.
    Error(String),
    /// The job has ended; nothing follows.
    Done,
}

/// A searched line in notation.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// 1 is the best.
    pub rank: usize,
    /// Depth in plies.
    pub depth: u16,
    /// Selective depth in plies.
    pub seldepth: u16,
    /// Score for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the score is the game-theoretic value.
    pub is_solved: bool,
    /// Confidence of the selective endgame search, in per cent; `None` for other searches.
    pub confidence: Option<u8>,
    /// Win, draw and loss probabilities, if they are to be shown.
    pub wdl: Option<Wdl>,
    /// The principal variation in notation.
    pub pv: Vec<String>,
    /// Nodes, time and table use so far.
    pub stats: SearchStats,
}

/// The parameters of a search, as `go` gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent words of `go`")]
pub struct GoParameters {
    /// Deepest iteration in plies.
    pub depth: Option<u64>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time for the move, milliseconds.
    pub movetime: Option<u64>,
    /// Search only for a win within this many plies.
    pub mate_plies: Option<u64>,
    /// Search only for win, draw or loss, not for the margin.
    pub outcome_only: bool,
    /// Remaining time of first and second player, milliseconds.
    pub clocks: [Option<u64>; 2],
    /// Increments of first and second player, milliseconds.
    pub increments: [Option<u64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u64>,
    /// Number of best lines to report; by default the value of option `MultiPV`.
    pub multi_pv: Option<u64>,
    /// Report win, draw and loss probabilities whatever the value of option `UCI_ShowWDL`.
    pub with_wdl: bool,
    /// Search only these root moves.
    pub search_moves: Option<Vec<String>>,
    /// Search on the opponent's time: limits apply from `ponderhit` on.
    pub ponder: bool,
    /// Play the line whose score is closest to a draw, not the best one.
    pub balanced: bool,
    /// The move is for a game that is being played, not for an analysis: it may come from the book (option `OwnBook`),
    /// and may vary (option `Variety`).
    pub in_game: bool,
}

impl GoParameters {
    /// Whether only a proof is asked for, of a win or of the outcome: such a search is carried out at full strength.
    fn asks_for_proof(&self) -> bool {
        self.mate_plies.is_some() || self.outcome_only
    }
}

/// A job for the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    /// Search the current position.
    Search(GoParameters),
    /// Count the leaves of the game tree.
    Perft(u32),
    /// Tell what is proven of the current position.
    Proof {
        /// Node limit of the search for a proof.
        nodes: Option<u64>,
    },
    /// Report the statistics of the solved table, whatever the position.
    Solve {
        /// Verify the table instead.
        verify: bool,
    },
}

/// The result of a job besides its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobOutcome {
    /// The move to play, if there is one.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// The message of the panic that ended the job.
    pub panic: Option<String>,
}

/// The announcement of a selected variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// The variant's name.
    pub name: &'static str,
    /// The [preset](crate::games::Preset) it was selected by, if any.
    pub preset: Option<&'static str>,
    /// Board size.
    pub geometry: Geometry,
    /// The kind of moves.
    pub moves: MoveKind,
    /// The start position.
    pub start: String,
}

/// The current position, as `d` and `query` show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The board as a text diagram.
    pub diagram: String,
    /// The position text.
    pub position: String,
    /// The position in the notation of the rules document, if the game has one.
    pub code: Option<String>,
    /// Zobrist key.
    pub key: u64,
    /// The side to move, `x` or `o`.
    pub side: char,
    /// Plies played.
    pub ply: u32,
    /// Legal moves, none when the game is over (draws by rule included).
    pub moves: Vec<String>,
    /// `p1win`, `p2win`, `draw` or `none`.
    pub result: &'static str,
    /// Why the game is over, or `none`.
    pub reason: &'static str,
    /// Points of the winning row.
    pub winning_row: Vec<String>,
    /// The contents of each point: the rows of the position text, one character a point, `.` for an empty one.
    pub points: String,
    /// Number of points covered by x and by o.
    pub stones: [u32; 2],
    /// Stones that x and o have left to place, in games that limit their number.
    pub in_hand: Option<[u32; 2]>,
    /// Pairs of points joined by a line, such as `a1-c1`, in games where not all neighbours are joined.
    pub adjacency: Vec<String>,
}

/// What a job shares with the engines.
pub struct JobContext<'a> {
    /// The transposition table shared by the workers.
    pub table: &'a Arc<TranspositionTable>,
    /// Option values.
    pub options: &'a Options,
    /// The book of option `Book File`, if there is one.
    pub book: Option<&'a Book>,
}

/// One game, type-erased.
pub trait Engine: Send {
    /// The game.
    fn variant(&self) -> &'static Variant;
    /// The announcement of the variant.
    fn announce(&self) -> VariantInfo;
    /// Applies option values; a change of rules resets the game to its start position. Returns whether an option of
    /// this game has changed, so that there may be something to [prepare](Engine::prepare).
    fn configure(&mut self, options: &Options) -> bool;
    /// Restarts the random number generator.
    fn reseed(&mut self, seed: u64);
    /// Builds the tables that a search needs, so that no clock runs meanwhile.
    fn prepare(&mut self, options: &Options);
    /// Clears all search history and restarts the random number generator; the position stays.
    fn new_game(&mut self, seed: u64);
    /// Sets the position; all or nothing.
    fn set_position(&mut self, setup: &Setup, moves: &[String]) -> Result<(), String>;
    /// Sets the position `position`; `moves` become the game record if they lead there from the start position.
    fn reconstruct(&mut self, position: &str, moves: &[String]) -> Result<(), String>;
    /// Plays the moves in a token of a move list; all or nothing.
    fn play(&mut self, token: &str) -> Result<(), String>;
    /// Takes the last move back, which must be `mv`.
    fn take_back(&mut self, mv: &str) -> Result<(), String>;
    /// Inserts a forced pass if needed so that `side` is to move. Does nothing when the game is over.
    fn pass_until(&mut self, side: Side) -> Result<(), String>;
    /// Whether the side to move can only pass.
    fn must_pass(&self) -> bool;
    /// Plays moves of the sides given, each after [`Engine::pass_until`]; all or nothing.
    fn play_turns(&mut self, turns: &[(Side, String)]) -> Result<(), String>;
    /// Takes the last `count` moves back, not counting inserted passes; all or nothing.
    fn take_back_last(&mut self, count: usize) -> Result<(), String>;
    /// The last moves in the order played, at most `count`.
    fn recent_moves(&self, count: usize) -> Vec<String>;
    /// The current position.
    fn describe(&self) -> Description;
    /// The points that a legal move would change, in board order: `<point>:<new contents>`, `.` for an empty point.
    fn changes(&self, mv: &str) -> Result<Vec<String>, String>;
    /// The static evaluation, term by term.
    fn explain(&mut self) -> Vec<(String, i32)>;
    /// The moves of the current position in a book with their values and lines, best first; none if it does not have
    /// the position. The error names a move of the book that is not legal.
    fn book_lines(&self, book: &Book) -> Result<Vec<TextLine>, String>;
    /// The proof, if the last search has found a win in the current position, in the game's text form.
    fn proof(&mut self) -> Option<String>;
    /// Replays a proof from the current position by the rules alone; returns the plies of the win, or says where it
    /// fails.
    fn check_proof(&self, text: &str) -> Result<u16, String>;
    /// Starts a job on the current position. The error means that nothing was started.
    fn start(
        &mut self,
        job: &Job,
        arrived: Instant,
        stop: StopToken,
        context: JobContext<'_>,
        emit: Emit,
    ) -> Result<(), String>;
    /// Elapsed time and nodes of the running search, if one is running.
    fn progress(&self) -> Option<(Duration, u64)>;
    /// The expected move was played at `at`: the limits of the running search apply from now on.
    fn ponderhit(&mut self, at: Instant);
    /// Waits for the end of the running job and returns its result. To be called once after each `Done`.
    fn finish(&mut self) -> JobOutcome;
}
