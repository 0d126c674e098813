//! The arena: engine against engine in the four games of Quartet.
//!
//! It knows engines only through their protocols and takes the rules from the `quartet` library, so it is an independent
//! judge of what an engine says.
//!
//! # Layers
//!
//! An import may skip downward, never go up.
//!
//! | module | what it is | what it never knows |
//! |---|---|---|
//! | [`cli`] | the subcommands: what is asked for, what is shown | how a game is played |
//! | [`check`] | whether an engine keeps to the protocol | matches |
//! | [`experiments`], [`play`] | the experiments of the source documents; a game at the terminal | records |
//! | [`calibrate`] | what the scores in records were worth: the fit of the engine's chances | engines |
//! | [`report`], [`export`] | what games show, as tables and plots; games in other programs' formats | engines |
//! | [`run`] | a whole match: workers that take pairs of games and keep their engines | files, what is shown |
//! | [`standings`] | what games add up to | engines, what is shown |
//! | [`schedule`] | who plays whom, when, with which opening | how games are played |
//! | [`game`], [`adjudication`] | one game: clock and referee decide | the schedule, files |
//! | [`record`] | the file of a match, one line a game | how games are played |
//! | [`player`] | an engine as a game sees it, one driver for each protocol | the match, records |
//! | [`openings`] | where games begin, from files or made here | engines |
//! | [`analysis`] | the engine in this process, for hints and fair openings | matches |
//! | [`settings`], [`limits`] | what a match is; clocks | how anything is carried out |
//! | [`interrupt`] | signals that end a long job before its time, and what it then says | what the job is |
//! | [`stats`] | Elo, its errors, sequential tests, ratings: pure mathematics | records, printing |
//! | [`process`], [`fault`] | a running program and its lines; what can go wrong | any protocol |
//! | [`points`] | points and position texts taken apart | any protocol |
//! | [`referee`] | the rules of one game, whichever, behind one face | engines, time |
//!
//! # A game from end to end
//!
//! A worker of [`run`] takes a pair from the [`schedule::Schedule`], sees to it that both engines run ([`player::open`]) and hands
//! them to [`game::play`]. That one asks the side to move ([`player::Player::think`]), charges its [`limits::Clock`] with
//! what the answer took, and has the [`referee::Referee`] play the move. The finished [`record::GameRecord`] goes to the
//! thread that called [`run::run`], which writes it ([`record::RecordFile`]) and counts it ([`standings::Standings`]).
//!
//! # Invariants
//!
//! * Whatever an engine does, it costs its own games only, and nothing waits for it for ever.
//! * Lines are stamped as they are read, by a thread of their own: what the runner does meanwhile is not the engine's time.
//! * A game is in the record as a whole or not at all; a match that goes on plays exactly the games that are not in it.
//! * Which games are played, and with which openings, depends on the settings alone, not on the number of workers.

pub mod adjudication;
pub mod analysis;
pub mod calibrate;
pub mod check;
pub mod cli;
pub mod experiments;
pub mod export;
pub mod fault;
pub mod game;
pub mod interrupt;
pub mod limits;
pub mod openings;
pub mod play;
pub mod player;
pub mod points;
pub mod process;
pub mod record;
pub mod referee;
pub mod report;
pub mod run;
pub mod schedule;
pub mod settings;
pub mod standings;
pub mod stats;
