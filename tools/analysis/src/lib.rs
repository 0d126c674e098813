//! Whole-game analysis: what each move of a game was worth, where the game was decided, and how well it was played.
//!
//! A module imports only from rows below its own.
//!
//! | module | contents |
//! |---|---|
//! | [`cli`] | the command line |
//! | [`book`] | growing opening books |
//! | [`output`] | what is written |
//! | [`run`](mod@run) | the analysis of many games |
//! | [`table`], [`html`] | reports as tables, and as a page |
//! | [`graph`], [`annotate`] | the graph of a game; its record with notes and variations |
//! | [`profile`] | where players lose how much |
//! | [`journal`] | the file from which an interrupted analysis resumes |
//! | [`input`] | the games to analyse |
//! | [`game_analysis`], `judgement` | the analysis of one game: its searches, and what they say about its moves |
//! | [`report`] | its result |
//! | [`settings`] | how deeply positions are searched |
//! | [`fours`] | the kind of a forced win in Gomoku |
//! | [`classes`] | classes of moves and accuracy by loss of winning chance |
//! | [`value`] | values, exact or estimated |
//! | [`analyst`] | the engine inside this process |

pub mod analyst;
pub mod annotate;
pub mod book;
pub mod classes;
pub mod cli;
pub mod fours;
pub mod game_analysis;
pub mod graph;
pub mod html;
pub mod input;
pub mod journal;
mod judgement;
pub mod output;
pub mod profile;
pub mod report;
pub mod run;
pub mod settings;
pub mod table;
pub mod value;

pub use analyst::Analyst;
