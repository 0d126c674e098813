//! Whole-game analysis: what each move of a game was worth, where the game was decided, and how well it was played.
//!
//! A module imports only from rows below its own.
//!
//! | module | contents |
//! |---|---|
//! | [`game_analysis`] | the analysis of one game |
//! | [`report`] | its result |
//! | [`settings`] | how deeply positions are searched |
//! | [`fours`] | the kind of a forced win in Gomoku |
//! | [`classes`] | classes of moves and accuracy by loss of winning chance |
//! | [`value`] | values, exact or estimated |
//! | [`analyst`] | the engine inside this process |

pub mod analyst;
pub mod classes;
pub mod cli;
pub mod fours;
pub mod game_analysis;
pub mod journal;
pub mod profile;
pub mod report;
pub mod settings;
pub mod table;
pub mod value;

pub use analyst::Analyst;
