//! 斜方棋, rhombus: five stones a side, placed and then moved along the 20 lines of a 13-point board.
//!
//! Must not know: search core, engine, wire syntax.

mod expert;
mod index;
mod notation;
mod report;
mod rules;

pub use rules::{Move, Position, Rhombus};
