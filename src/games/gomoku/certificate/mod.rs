//! Certificates: proofs with quiet moves, each position of which is proven once.
//!
//! The file of a class ([`class_proof`]) defines *attacks*, which are proof trees without a position, and *nodes*,
//! which are positions with `x` to move, a move, and an answer to every reply: an attack, which [`check`] replays by
//! the rules against this reply, or an earlier node whose position, or an image of it, is reached. The [`manifest`]
//! says what is claimed and lists the classes; a [`folder`] has both. `protocol.md` specifies the files. The engine
//! plays by [`lookup`].

pub mod check;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod class_proof;
pub mod folder;
mod loaded_class;
pub mod lookup;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod manifest;
mod reconstruction;
pub mod symmetry;
