//! Opening books: text files of positions and the values of their moves. `protocol.md` specifies the format.
//!
//! * [`BookValue`] and [`Entry`] are the parts of a line, [`Header`] is the first line.
//! * [`Book`] is a file in memory: read once, indexed by position, its lines parsed when they are asked for.
//! * [`canonical()`] and [`book_moves`] lead from a position on the board to its line, whatever its orientation.
//!
//! A book is data from outside. Its syntax is checked when it is read; whether a position exists and its moves are
//! legal is checked by the rules whenever a line is used, since a check of all of them would take longer than loading.

mod canonical;
mod entry;
mod file;
mod header;
mod moves;
mod value;

pub use canonical::{Canonical, canonical, position_text};
pub use entry::{BookMove, Entry};
pub use file::{Book, write_book};
pub use header::Header;
pub(super) use moves::book_line;
pub use moves::{PositionMoves, book_moves};
pub use value::BookValue;
