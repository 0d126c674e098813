//! The L-Game (Edward de Bono, 1967): two L-tetrominoes and two neutral pieces on 16 cells.
//!
//! Independent of: the search core, the engine, wire syntax.

mod expert;
mod index;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
mod notation;
mod placements;
mod report;
mod rules;

pub use rules::{LGame, Move, Position};
