//! The engine as the session sees it: any of the games behind one type-erased face, one job at a time.
//!
//! Invariants:
//! * a job that was started emits [`JobEvent::Done`] exactly once, last, even when its thread panics;
//! * a setter that returns an error has changed nothing;
//! * nothing here prints, and nothing here decides when a `bestmove` is due.
//!
//! Must not know: the session, the wire syntax, stdin and stdout.

pub mod bench;
mod choice;
mod game_engine;
pub mod host;
pub mod job;
pub mod memory_limit;
pub mod options;
mod pv_reporter;
pub mod record;
mod skill;

pub use game_engine::GameEngine;
pub use host::Host;
pub use record::Setup;

use crate::game::{Geometry, MoveKind};
use crate::games::Variant;
use crate::score::{Bound, Score};
use crate::search::control::StopToken;
use crate::search::observer::{Effort, Note};
use crate::search::transposition_table::TranspositionTable;
use crate::wdl::Wdl;
use options::Options;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where a job's events go.
pub type Emit = Box<dyn Fn(JobEvent) + Send>;

/// What a running job tells.
#[derive(Clone, Debug, PartialEq)]
pub enum JobEvent {
    /// A searched line.
    Line(TextLine),
    /// There is nothing to search: the game is over with this score.
    Over(Score),
    /// A remark about the search.
    Note(Note),
    /// Perft of one root move.
    PerftMove(String, u64),
    /// Perft of the root; `None`: stopped.
    PerftTotal(Option<u64>),
    /// One position of the benchmark: variant, position text, nodes.
    BenchPosition(&'static str, String, u64),
    /// The whole benchmark, nodes and time; `None`: stopped.
    BenchTotal(Option<(u64, Duration)>),
    /// A line of a report on a solved table.
    Finding(String),
    /// Something went wrong beside the result.
    Trouble(String),
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
    /// Deepest ply looked at.
    pub seldepth: u16,
    /// Value for the side to move.
    pub score: Score,
    /// What the score bounds.
    pub bound: Bound,
    /// The chances that the score stands for, if they are asked for and known.
    pub wdl: Option<Wdl>,
    /// The moves.
    pub pv: Vec<String>,
    /// Effort so far.
    pub effort: Effort,
}

/// A `go` as the session understood it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoParameters {
    /// Deepest iteration in plies.
    pub depth: Option<u64>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time for the move, milliseconds.
    pub movetime: Option<u64>,
    /// Only a win within this many plies.
    pub mate_plies: Option<u64>,
    /// Who wins, not by how much.
    pub outcome_only: bool,
    /// Clocks of first and second player, milliseconds.
    pub clocks: [Option<u64>; 2],
    /// Their increments, milliseconds.
    pub increments: [Option<u64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u64>,
    /// Consider only these moves.
    pub search_moves: Option<Vec<String>>,
    /// Search on the opponent's time until `ponderhit`.
    pub ponder: bool,
    /// What the move shall achieve.
    pub aim: Aim,
}

/// What the move of a search shall achieve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The most for the side to move.
    #[default]
    Win,
    /// A position in which neither side is better, as far as the search can tell.
    Balance,
}

/// What a job shall do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    /// Search the current position.
    Search(GoParameters),
    /// Count the leaves of the game tree.
    Perft(u32),
    /// Tell the figures of the solved table, whatever the position.
    Solve {
        /// Prove the table right instead.
        verify: bool,
    },
}

/// What comes of a job beside its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// The move to play, if there is one.
    pub best: Option<String>,
    /// The reply expected.
    pub ponder: Option<String>,
    /// The message of the panic that ended the job.
    pub panic: Option<String>,
}

/// What `variant` announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The variant's name.
    pub name: &'static str,
    /// The [preset](crate::games::Preset) by whose name it was selected.
    pub preset: Option<&'static str>,
    /// Board size.
    pub geometry: Geometry,
    /// How moves are made.
    pub moves: MoveKind,
    /// The start position.
    pub start: String,
}

/// What `d` and `query` tell about the current position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// A picture.
    pub diagram: String,
    /// The position text.
    pub position: String,
    /// A source document's notation.
    pub code: Option<String>,
    /// Zobrist key.
    pub key: u64,
    /// `x` or `o`.
    pub side: char,
    /// Plies played.
    pub ply: u32,
    /// Legal moves, none when the game is over (draws by rule included).
    pub moves: Vec<String>,
    /// `p1win`, `p2win`, `draw` or `none`.
    pub result: &'static str,
    /// Why it is over, or `none`.
    pub reason: &'static str,
    /// Points of the winning row.
    pub line: Vec<String>,
    /// What stands on each point of the lattice: the rows of the position text, a character a point, `.` where it is empty.
    pub points: String,
    /// Points that x and o cover.
    pub stones: [u32; 2],
    /// Stones that x and o have still to place, where their number is limited.
    pub in_hand: Option<[u32; 2]>,
    /// Pairs of points that a line joins, `a1-c1`, where not simply all neighbours are joined.
    pub adjacency: Vec<String>,
}

/// What a job needs from its context.
pub struct JobContext<'a> {
    /// The transposition table shared by the workers.
    pub table: &'a Arc<TranspositionTable>,
    /// Option values.
    pub options: &'a Options,
}

/// One game, type-erased.
pub trait Engine: Send {
    /// The game.
    fn variant(&self) -> &'static Variant;
    /// What there is to say on selection.
    fn announce(&self) -> Announcement;
    /// Takes over option values; rules that change put the game back to its start position. Says whether an option of this
    /// game's own has another value now, so that there may be something to [prepare](Engine::prepare).
    fn configure(&mut self, options: &Options) -> bool;
    /// Starts the sequence of lots anew.
    fn reseed(&mut self, seed: u64);
    /// Builds the tables that the first search would need, so that no clock runs meanwhile.
    fn prepare(&mut self, options: &Options);
    /// Forgets what was learned in the last game; the position stays.
    fn new_game(&mut self, seed: u64);
    /// Sets the position; all or nothing.
    fn set_position(&mut self, setup: &Setup, moves: &[String]) -> Result<(), String>;
    /// Sets the position of a text; moves that lead there from the start position count as played.
    fn reconstruct(&mut self, position: &str, moves: &[String]) -> Result<(), String>;
    /// Plays the moves in a token of a move list; all or nothing.
    fn play(&mut self, token: &str) -> Result<(), String>;
    /// Takes the last move back, which must be this one.
    fn take_back(&mut self, mv: &str) -> Result<(), String>;
    /// The last moves, at most `count`, the latest one last.
    fn recent_moves(&self, count: usize) -> Vec<String>;
    /// The current position.
    fn describe(&self) -> Description;
    /// What a legal move would change, in the order of the points: `<point>:<what stands there then>`, `.` being nothing.
    fn changes(&self, mv: &str) -> Result<Vec<String>, String>;
    /// The static evaluation by its terms.
    fn explain(&mut self, options: &Options) -> Vec<(String, i32)>;
    /// The proof of the win of the current position that the last search has found, in the game's own text.
    fn proof(&mut self) -> Option<String>;
    /// Replays the text of a proof from the current position by the rules alone; gives the plies of the win, or where it fails.
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
    /// How long the running search has taken, and its nodes so far; `None` if no search runs.
    fn progress(&self) -> Option<(Duration, u64)>;
    /// The expected move was played at `at`: the running search's limits begin to count.
    fn ponderhit(&mut self, at: Instant);
    /// Waits for the running job's end and gives its result. To be called once after each `Done`.
    fn finish(&mut self) -> Finished;
}
