//! The search core, one for all games, monomorphised for each: iterative deepening with aspiration windows (`root`),
//! principal variation search (`alphabeta`), quiescence search, a shared transposition table, several threads.
//!
//! What it knows of a game it learns through the hooks in [`expert`].
//!
//! Independent of: any game, the wire, options.
//!
//! `alphabeta` numbers the steps of a node and calls them in order. Each selective technique has a file named after
//! it; reverse futility and late move pruning share `forward_pruning`, and enhanced transposition cutoffs are in
//! `tt_cutoff`.

mod alphabeta;
mod aspiration;
pub mod expert;
pub mod fixed_depth;
mod forward_pruning;
mod late_move_reductions;
pub mod limits;
mod mate_line;
mod move_loop;
mod move_ordering;
pub mod observer;
pub mod parallel;
pub mod params;
mod probcut;
pub mod prover;
mod quiescence;
pub mod request;
mod root;
mod singular;
mod static_eval;
pub mod stop;
pub mod time_management;
pub mod transposition_table;
mod tt_cutoff;
pub mod worker;
