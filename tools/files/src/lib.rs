//! What all tools share in reading and writing files.
//!
//! # Invariants
//!
//! * A byte order mark at the very start of an input is skipped ([`read_text`], [`without_mark`]).
//! * A file that exists is written over only if it is a tool's own of the same kind, or if the user forces it; one
//!   that the output is made from never is, by whatever name ([`Output`]).
//! * A text that is shown or written keeps to its line ([`one_line`]).
//!
//! Must not know: what is in the files.

mod input;
mod line;
mod output;

pub use input::{read_text, without_mark};
pub use line::one_line;
pub use output::{Output, is_same_file};
