//! 斜方棋, rhombus: five stones a side, placed and then moved along the 20 lines of a 13-point board.
//!
//! Independent of: the search core, the engine, wire syntax.

mod expert;
mod index;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
mod notation;
mod report;
mod rules;

pub use rules::{Move, Position, Rhombus};
