//! Knowledge shared by the games that are solved completely.
//!
//! Must not know: which games these are.

pub mod lattice;
