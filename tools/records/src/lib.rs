//! Game records: one model of a recorded game, and the file formats it is read from and written to.
//!
//! | module | contents |
//! |---|---|
//! | [`game`] | a game: rules, players, result, and the tree of its moves |
//! | [`tree`] | the tree of moves, with comments, times and evaluations |
//! | [`builder`] | builds a [`Game`]: it plays every move by the rules |
//! | [`file`](mod@file) | a file of games |
//! | [`arguments`] | command-line arguments of tools that read games |
//! | [`format`](mod@format) | the formats, how a file's is detected, and the entry points for reading and writing |
//! | [`formats`] | the formats, one module each |
//! | [`encoding`] | character encodings of texts |
//! | [`referees`] | referees for many games of the same rules |
//! | [`error`] | what is wrong in a file, and where |
//!
//! # Invariants
//!
//! * Every move of a [`Game`] is legal where it stands and in canonical notation. Forced passes of Othello, which many
//!   formats leave out, are moves of the tree.
//! * Only the builder makes games, with one exception: WTHOR's archive is replayed on bitboards, and a test compares
//!   the two.
//! * A reader gives each game of a file or one error for it. The error has the game up to the fault
//!   ([`ReadError::partial`]), and the games after it are read.
//! * What a writer writes is read back equal, as far as the format can represent it; a game that it cannot represent
//!   faithfully is left out, with the reason.

pub mod arguments;
pub mod builder;
pub mod encoding;
pub mod error;
pub mod file;
pub mod format;
pub mod formats;
pub mod game;
#[cfg(test)]
mod random_games;
pub mod referees;
pub mod tree;

pub use builder::GameBuilder;
pub use error::ReadError;
pub use file::GameFile;
pub use format::{Companion, Format, Games, Hints, Written, is_written, read, write};
pub use game::{Game, Tags, Termination};
pub use tree::{Evaluation, Glyph, Node, NodeId, Notes, Tree};
