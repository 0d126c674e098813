//! The search core, one for all games, monomorphised for each: iterative deepening and aspiration ([`root`]), principal
//! variation search (`alphabeta`), quiescence, a shared transposition table, several threads.
//!
//! What it knows of a game it learns through the hooks in [`knowledge`]. Must not know: any game, the wire, options.

mod alphabeta;
mod aspiration;
pub mod clock;
pub mod control;
pub mod knowledge;
pub mod limits;
mod mateline;
mod move_ordering;
pub mod params;
mod pool;
mod pruning;
mod quiescence;
mod reductions;
pub mod report;
pub mod root;
mod rootmoves;
mod singular;
pub mod smp;
mod split;
pub mod table;
pub mod worker;
