//! `quartet-release`: builds the archive of a release, `quartet-VERSION-TARGET.tar.gz`.
//!
//! # Invariants
//!
//! * The same commit gives the same bytes, in whichever folder it is built: paths are taken out of the programs
//!   ([`programs`]), and the archive has the time of the commit and no owner ([`archive`]).
//! * A release is built from a commit, never from files that differ from it ([`source`]).

pub mod archive;
mod cli;
pub mod notices;
pub mod programs;
pub mod source;

pub use cli::{Arguments, run};
