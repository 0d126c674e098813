//! The search core, one for all games.
pub mod control;
pub mod knowledge;
