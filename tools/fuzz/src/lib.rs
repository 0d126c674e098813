//! A fuzzer of sessions, and a soak test: engines under lines that no client should send, and under very many games.
//!
//! | module | contents | independent of |
//! |---|---|---|
//! | [`program`] | the command line | their implementation |
//! | [`fuzz`] | many sessions from one seed, and their summary | any protocol |
//! | [`soak`] | very many games, and samples of what engines use | lines |
//! | [`session`] | one session: what is sent, waited for and checked | any protocol |
//! | [`dialects`] | the protocols: a grammar of lines, and checks of the answers | how lines are sent |
//! | [`connection`] | an engine in this process or behind pipes | any protocol |
//! | [`script`] | what was sent, as a text | engines |
//! | [`mutate`], [`games`] | mutations of lines; random games and checks by the rules | any protocol |
//! | [`broken`], [`random`], [`usage`] | what can be wrong; random choices; memory of a process | everything else |
//!
//! What is sent depends on the seed alone, apart from the answers to it: moves are made up for the position that the
//! engine reports. The rules and the forms of lines are those of the library and of `quartet-arena`; the meaning of a
//! line is read here anew, from `protocol.md`.

pub mod broken;
pub mod connection;
pub mod dialects;
pub mod fuzz;
pub mod games;
pub mod mutate;
pub mod program;
pub mod random;
pub mod script;
pub mod session;
pub mod soak;
pub mod usage;
