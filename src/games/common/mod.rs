//! Code shared by several games: position texts, square grids, weight files, processor levels, and completely solved
//! games.

#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod grid;
pub mod processor;
pub mod solved;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod text;
pub mod weight_file;
