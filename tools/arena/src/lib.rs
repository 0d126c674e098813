//! The arena: matches between engines in the four games of Quartet.
//!
//! It talks to engines only through their protocols and takes the rules from the `quartet` library, so it checks the
//! answers of engines independently.
//!
//! # Layers
//!
//! A module imports only from rows below its own.
//!
//! | module | contents | independent of |
//! |---|---|---|
//! | [`program`] | the subcommands and the exit status | their implementation |
//! | [`merge`] | the records of a match's shards as one record; the match while it is played | how games are played |
//! | [`cli`] | the command line of matches: settings and display | how a game is played |
//! | [`check`] | the conformance check of the protocol | matches |
//! | [`experiments`], [`play`] | the experiments of the source documents; a game at the terminal | records |
//! | [`measure`], [`wins`] | latencies of an engine; a collection of forced wins in Gomoku | matches |
//! | [`calibrate`] | the calibration: how scores in records relate to results | engines |
//! | [`report`], [`export`] | figures of games as tables and plots; games of one format in another | engines, formats |
//! | [`collection`] | several records read together, each right game once | what is done with them |
//! | [`run`] | a whole match: workers that play pairs of games | files, output |
//! | [`sequential`] | the sequential test of a match, judged in the order of its pairs | who played a game, and when |
//! | [`standings`] | cumulative results | engines, output |
//! | [`verify`] | whether recorded games are those of the schedule and follow the rules | engines |
//! | [`schedule`] | who plays whom, when, with which opening | how games are played |
//! | [`game`], [`adjudication`] | one game: clocks, referee, adjudication | the schedule, files |
//! | [`record`] | the file of a match, one line a game | how games are played |
//! | [`player`] | an engine in a game, one driver for each protocol | the match, records |
//! | [`openings`] | openings, read from files or generated | engines |
//! | `quartet_analysis` | the engine in this process, for hints and balanced openings, a crate of its own | matches |
//! | [`settings`], [`limits`] | the settings of a match; clocks | how games are played |
//! | `quartet_page` | the frame of an HTML page, a crate of its own | what the page shows |
//! | `quartet_interrupt` | signals that interrupt a long job, and its message, a crate of its own | what the job is |
//! | [`stats`] | Elo, its errors, sequential tests, ratings: pure mathematics | records, printing |
//! | [`process`], [`fault`] | a running program and its lines; failures | any protocol |
//! | [`machine`], [`affinity`] | this machine and its CPUs | everything else |
//! | `quartet_rules` | one interface to the rules of all games, a crate of its own | engines, time |
//!
//! # A game from end to end
//!
//! A worker of [`run`] takes a pair from the current [`schedule::Stage`], starts both engines ([`player::open`]) and
//! passes them to [`game::play`], which asks the side to move ([`player::Player::think`]), charges its
//! [`limits::Clock`] with the time of the answer, and has the [`quartet_rules::Referee`] play the move. The finished
//! [`record::GameRecord`] goes to the thread that called [`run::run`], which writes it ([`record::RecordFile`]) and
//! counts it ([`standings::Standings`]).
//!
//! # Invariants
//!
//! * A misbehaving engine loses only its own games, and nothing waits for it forever.
//! * Lines get the time of their arrival in a reading thread, so work of the runner does not count as time of the
//!   engine.
//! * No game counts that is not the one of the schedule in its place, or whose result does not follow from its record.
//! * A game is in the record completely or not at all; a resumed match plays exactly the games that are not in it.
//! * A game belongs to one shard, so shards can be played anywhere, in any order, at any time.
//! * The decision of a sequential test depends only on the games of the match, not on the order of their ends.
//! * Which games are played, and with which openings, depends on the settings alone, in Swiss tournaments and knockouts
//!   on the results as well, but never on the number of workers or on who ends first.

pub mod adjudication;
pub mod affinity;
pub mod calibrate;
pub mod check;
pub mod cli;
pub mod collection;
pub mod experiments;
pub mod export;
pub mod fault;
pub mod game;
pub mod limits;
pub mod machine;
pub mod measure;
pub mod merge;
pub mod openings;
pub mod play;
pub mod player;
pub mod process;
pub mod program;
pub mod record;
pub mod report;
pub mod run;
pub mod schedule;
pub mod sequential;
pub mod settings;
pub mod standings;
pub mod stats;
pub mod verify;
pub mod wins;
