//! Quartet: an engine for four board games — the L-Game, 斜方棋 (rhombus), Othello and Gomoku — behind one UCI-style
//! protocol. `protocol.md` specifies the protocol; this page maps the code.
//!
//! # Layers
//!
//! ```text
//! cli ─► dialect ─► session ─► engine ─► games ─► search, retrograde ─► game, score, wdl, random
//!     └► solve_file ───────────►┘
//! ```
//!
//! An import may skip downward, never go up; a test reads the sources and fails on a forbidden one. The modules
//! `byte_order_mark`, `file_identity`, `memory_hints`, `option_parsing`, `shard`, `sync` and `whole_number` import
//! nothing, and any layer may use them.
//!
//! | layer | what it is | what it never knows |
//! |---|---|---|
//! | [`game`], [`score`], [`wdl`], [`random`] | the vocabulary: rules of a game, scores and windows, win probabilities, random numbers | how a game is played well |
//! | [`search`] | one search core for all games: iterative deepening, principal variation search, transposition table, time, threads; and what a node asks about a game ([`search::expert::Expert`]) | any game |
//! | [`retrograde`] | retrograde analysis of any game that can number its positions, and the proof of its result | any game |
//! | [`games`] | rules and expert of each game, what the engine asks about a game ([`games::playable::Playable`]), and the registry | the engine, threads, the wire |
//! | [`engine`] | one game type-erased, its workers between searches, options, jobs, the benchmark | the session, the wire |
//! | [`session`] | the order of things: queue, `wait`, `stop`, `bestmove` | wire syntax, generic types |
//! | [`dialect`] | wire syntax: parsing and rendering | stdin, stdout, how anything is done |
//! | [`solve_file`] | the commands `solve-file` and `verify`: file formats, solving, proofs | the session, the wire |
//! | [`cli`] | the program: command line, logger | how anything is done |
//!
//! Inside a search the hooks of a game are dispatched statically: the core is compiled once for each game. Virtual
//! calls happen once for each command, at [`engine::Engine`], and at the root, to a game's [`search::prover::Prover`].
//!
//! # Where is what
//!
//! | to find | look in |
//! |---|---|
//! | a node of the search, step by step | `search/alphabeta.rs`; iterations and root moves in `search/root/` |
//! | reductions, pruning, extensions | `search/{late_move_reductions,forward_pruning,probcut,singular}.rs`; their parameters in a game's `expert.rs`, as [`search::params::Params`] |
//! | ProbCut's margins | `games/{othello,gomoku}/selectivity.rs` |
//! | time management | `search/time_management.rs` |
//! | threads that share a search | [`search::parallel`]; models of them in `search/parallel/models.rs` |
//! | threat-space and proof-number search | `games/gomoku/solvers/` |
//! | proofs with quiet moves, and their check | `games/gomoku/certificate/`; the search for them in `tools/prove/` |
//! | exact Othello endgames | `games/othello/endgame/` |
//! | evaluations, their networks and weights | `games/othello/{eval,network,weights}`, `games/gomoku/evaluation/` |
//! | solving the L-Game and rhombus | [`retrograde`] |
//! | moves and positions as texts | `notation.rs` of each game |
//! | the options that all games have | `engine/options.rs`; a game's own in its `playable.rs` |
//! | `info` and `bestmove` lines | `dialect/uci/render.rs`, `dialect/gomocup/render.rs` |
//! | what decides when a command is carried out | `session/runloop.rs` |
//! | draws by repetition and by the ply limit | [`engine::record`] |
//! | game records such as PGN, PSQ, SGF | `tools/records/src/formats/` |
//!
//! # A search from end to end
//!
//! [`session::reader`] reads a line, has it parsed, stamps it, and sends it to the run loop ([`session::Session`]). A
//! `go` reaches [`engine::GameEngine`], which moves its workers into a thread of their own ([`engine::job`]) together
//! with a fresh [`search::stop::StopToken`]. The main worker deepens iteratively (`search::root`), and helpers
//! search alongside it ([`search::parallel`]); lines arrive as events, `Done` comes last, the workers return when the
//! thread is joined, and the run loop says `bestmove`.
//!
//! # Invariants
//!
//! * Every accepted `go` gives exactly one `bestmove`, said in one place (`finish_job` in the session).
//! * Each job has its own stop token. The reader raises it the moment it reads `stop`; none is ever reset, so no stop
//!   is lost and none hits a later search.
//! * Every node of a search ticks its [`search::stop::Watch`], in quiescence and threat searches too. Only the last
//!   plies of an exact Othello endgame are searched without a check; their nodes are added when they are finished.
//! * A search that is stopped, or panics, leaves positions and experts as they were, or is thrown away with them.
//! * A proven score ([`score::Score::is_proven`]) is a proof: a loss is claimed only where all legal moves were tried
//!   or excluded by proof ([`search::expert::Coverage`]).
//! * With one thread a search depends on position, options and what it searched since `ucinewgame`; never on time,
//!   unless a time limit ends it.
//! * No text from outside can panic: the text layers use neither `unwrap` nor unchecked indexing, and a panic in a
//!   command or search costs that command or search only.
//!
//! # Decisions
//!
//! * **One table layout for all games.** An entry holds both bounds, move, draft, generation and selectivity in 64
//!   bits; that is what the most demanding game (Othello's exact endgame) wants, and no other wants anything else.
//!   Exact drafts lie above all heuristic ones, so one comparison orders them.
//! * **Draws by rule are not the games' business.** Third occurrence and ply limit depend on the game record, which
//!   [`engine::record`] keeps; the search receives the positions of the game in its request. Positions stay memoryless,
//!   and keys need no ply.
//! * **Two interfaces for a game.** What a node asks is [`search::expert::Expert`]; what the engine asks besides
//!   (options, calibration, one-ply players, the terms of the evaluation) is [`games::playable::Playable`]. A solved
//!   table and a proof search are capabilities that a game has or has not ([`games::solved_table::SolvedTable`],
//!   [`search::prover::Prover`]).
//! * **Solved games answer from their table at the root**, in a job of the engine, not through the oracle of a node:
//!   values under draws by rule depend on the game so far, and several lines need the value of every move anyway.
//! * **An exact endgame is a plan of iterations**, not one call: the game's `schedule` says when, the core's own search
//!   carries it out down to the game's `solve_leaf`, so that threads, lines and ordering work there as everywhere.
//! * **Partial candidate lists and proofs.** An expert may leave moves out. Before the core claims a loss it tries them
//!   all; where the window does not care, it returns an unproven loss instead. So narrow lists cost strength at the
//!   worst, never soundness.
//! * **Proof searches at the root have a share of the nodes** ([`search::prover::Prover`]), not of the time: a tenth,
//!   taken between iterations, so that a search with a node limit is the same on every machine. Their proofs can be
//!   written and replayed by the rules alone.
//! * **Mate searches have their own goal** ([`search::expert::Goal::Mate`]): only winning within the depth counts, so
//!   refutations are complete; their table entries are kept apart by a salt.
//!
//! # A fifth game
//!
//! A game that can be searched implements [`game::Game`] and [`search::expert::Expert`]; every other hook has a
//! default:
//!
//! ```
//! use quartet::game::{Game, PackedMove, Side, Terminal};
//! use quartet::score::Score;
//! use quartet::search::expert::Expert;
//! use quartet::search::fixed_depth::search_to_depth;
//! use std::sync::Arc;
//!
//! /// Nim with one heap: players take 1 to 3 stones in turn, and whoever takes the last one wins.
//! struct Nim;
//! #[derive(Clone, PartialEq, Debug)]
//! struct Heap { stones: u16, ply: u32 }
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! struct Take(u16);
//!
//! impl PackedMove for Take {
//!     fn to_bits(self) -> u16 { self.0 }
//!     fn from_bits(bits: u16) -> Self { Take(bits) }
//! }
//!
//! impl Game for Nim {
//!     const CYCLIC: bool = false;
//!     const MOVE_INDICES: usize = 4;
//!     type Rules = ();
//!     type Position = Heap;
//!     type Move = Take;
//!     type Undo = ();
//!     fn start(_: &()) -> Heap { Heap { stones: 21, ply: 0 } }
//!     fn side(heap: &Heap) -> Side { if heap.ply % 2 == 0 { Side::X } else { Side::O } }
//!     fn ply(heap: &Heap) -> u32 { heap.ply }
//!     fn key(heap: &Heap) -> u64 { quartet::random::mix(u64::from(heap.stones) << 1 | u64::from(heap.ply % 2)) }
//!     fn terminal(heap: &Heap) -> Option<Terminal> { (heap.stones == 0).then_some(Terminal::Loss) }
//!     fn legal_moves(heap: &Heap, moves: &mut Vec<Take>) { moves.extend((1..=heap.stones.min(3)).map(Take)); }
//!     fn play(heap: &mut Heap, Take(stones): Take) { heap.stones -= stones; heap.ply += 1; }
//!     fn undo(heap: &mut Heap, Take(stones): Take, _: ()) { heap.stones += stones; heap.ply -= 1; }
//! }
//!
//! struct NimExpert;
//!
//! impl Expert for NimExpert {
//!     type Game = Nim;
//!     type Tables = ();
//!     fn new(_: Arc<()>) -> Self { NimExpert }
//!     fn evaluate(&mut self, _: &Heap) -> Score { Score::DRAW }
//! }
//!
//! let result = search_to_depth::<NimExpert>(&Nim::start(&()), 30);
//! // A multiple of four is lost, so take one of 21.
//! assert_eq!(result.lines[0].pv[0], Take(1));
//! assert!(result.is_final && result.lines[0].score.is_win());
//! ```
//!
//! To be played by the engine, it also implements [`game::Notation`], [`game::Symmetric`] and
//! [`games::playable::Playable`], and gets a line in the registry of [`games`].

pub mod byte_order_mark;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod cli;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod dialect;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod engine;
pub mod file_identity;
pub mod game;
pub mod games;
mod memory_hints;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
mod option_parsing;
pub mod random;
pub mod retrograde;
pub mod score;
pub mod search;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod session;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod shard;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod solve_file;
mod sync;
pub mod wdl;
mod whole_number;
