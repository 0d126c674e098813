//! File input and output shared by Quartet's tools.
//!
//! # Invariants
//!
//! * A byte order mark at the start of an input is skipped ([`read_text`]).
//! * An existing file is overwritten only if a tool wrote it as an output of the same kind, or if the user passes
//!   `--force`. An input of the run is never overwritten, whichever path or link leads to it ([`Output`]).
//! * Text from other programs or files cannot break out of its line of output ([`one_line`]).
//! * A file of results is written line by line, each in one piece, and by one process at a time ([`JsonLines`]).
//!
//! Knows nothing of file contents.

mod hash;
mod input;
mod json_lines;
mod line;
mod lock;
mod output;
mod unwritable;

pub use hash::{hex, sha256_of_file};
pub use input::{decode, read_bytes, read_text};
pub use json_lines::{JsonLines, json_line};
pub use line::one_line;
pub use output::{Output, is_same_file};
pub use unwritable::Unwritable;
