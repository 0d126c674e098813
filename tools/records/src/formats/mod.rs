//! The formats, one module each.

pub mod ggf;
pub mod obf;
pub mod piskvork;
pub mod renlib;
pub mod sgf;
pub mod transcript;
