//! The formats, one module each.

pub mod sgf;
pub mod transcript;
