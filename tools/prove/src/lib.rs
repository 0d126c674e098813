//! Proves that the first player wins positions of freestyle Gomoku in which quiet moves are needed.
//!
//! The search is an AND/OR search over quiet moves of the attacker, x. Its leaves are threat searches: a position with
//! x to move is won if VCF or VCT finds an attack, or if some quiet move wins against every reply. An attack that has
//! been found is replayed by the rules against other replies and in other positions with the same stones of x, before
//! anything is searched. So a quiet move takes some thirty searches instead of 220.
//!
//! | module | content |
//! |---|---|
//! | [`prover`], `replies` | the search with x to move, and with o to move |
//! | `answers`, [`settings`] | the answers to the replies; how the search is carried out |
//! | `attacks`, `quiet_moves` | known attacks and how new ones are searched; candidates for quiet moves |
//! | [`nodes`] | positions proven so far, by canonical key |
//! | [`proof_log`] | the file of proven positions |
//! | [`assemble`] | the file of a class from proven positions |
//! | [`proof_game`], [`export`] | a certificate as a tree of moves, in a file for other programs |
//! | [`cli`] | the command line |
//!
//! Null moves and attacks that worked elsewhere only decide what is tried first. What is written has been replayed
//! against each reply by `replay` of the engine; `verify` proves it by the rules alone.

mod answers;
pub mod assemble;
mod attacks;
pub mod cli;
pub mod export;
pub mod nodes;
pub mod proof_game;
pub mod proof_log;
pub mod prover;
mod quiet_moves;
mod replies;
pub mod settings;
