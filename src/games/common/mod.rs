//! What several games share, and no game in particular: position texts, square grids, weight files, processor
//! detection, and everything about games that are solved completely.

pub mod grid;
pub mod processor;
pub mod solved;
pub mod text;
pub mod weight_file;
