//! What several games share, and no game in particular: position texts, square grids, weight files, processor
//! detection, and everything about games that are solved completely.

#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod grid;
pub mod processor;
pub mod solved;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod text;
pub mod weight_file;
