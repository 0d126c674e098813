//! The formats, one module each.

pub mod transcript;
