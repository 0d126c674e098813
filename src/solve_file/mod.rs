//! `quartet solve-file` and `quartet verify`: solving the positions of a file, comparing the results with the values in
//! the file, writing proofs of wins, and replaying them.
//!
//! | file | what it is |
//! |---|---|
//! | `arguments` | the options of both commands |
//! | `run` | the commands: input file, table of results, exit status |
//! | [`problem`] | a position with its known values, its solution, and how the two compare |
//! | [`solve`](mod@solve) | the search of one problem |
//! | [`obf`] | Othello position files and their table |
//! | [`wins`] | gomoku files of forced wins, and their table |
//! | `certificate` | the check of a certificate |
//! | `proof_file` | the file that proofs are added to |
//!
//! Independent of: the session, the protocol.

mod arguments;
mod certificate;
pub mod obf;
pub mod problem;
mod proof_file;
mod run;
pub mod solve;
pub mod wins;

pub use arguments::{COMMANDS, FileCommand, Parsed, parse};
