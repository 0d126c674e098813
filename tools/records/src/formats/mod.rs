//! The formats, one module each.

pub mod ggf;
pub mod piskvork;
pub mod sgf;
pub mod transcript;
