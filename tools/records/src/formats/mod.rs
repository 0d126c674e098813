//! The formats, one module each.

pub mod arena_record;
pub mod ggf;
pub mod obf;
pub mod pgn;
pub mod piskvork;
pub mod renlib;
pub mod saved_game;
pub mod sgf;
pub mod transcript;
pub mod wthor;
