//! Gomoku and renju on boards of 5x5 to 22x22 points.
//!
//! Rules: `lines` (rows as bit strings) ◄ `board` (points, position) ◄ `renju` (forbidden points) ◄ `notation` ◄ `rules`.
//! Beliefs: `patterns` (what a stone makes of a row) ◄ `shapes` (of its four rows) ◄ `weights` (what that is worth) ◄
//! `threats` (of both colours on all points, move by move) ◄ `proofs` (static) ◄ `scene` (a board to search on) ◄ `vcf` (wins
//! by fours) ◄ `defence` (what refutes a threat) ◄ `vct` (wins by fours and threes); `proofs` ◄ `candidates`; all ◄ `knowledge`.
//! The rules know nothing of the beliefs. Apart: `textbook`, a player without a search; `proof`, the tree and text of a forced
//! win, and `verify`, which replays it by the rules alone.

pub mod board;
mod candidates;
mod defence;
mod knowledge;
pub mod lines;
mod notation;
pub mod patterns;
pub mod proof;
pub mod proofs;
pub mod renju;
mod rules;
pub mod scene;
pub mod shapes;
mod textbook;
pub mod threats;
pub mod vcf;
pub mod vct;
pub mod verify;
pub mod weights;

pub use board::{Point, Position, Rule};
pub use knowledge::{GomokuKnowledge, Tables};
pub use rules::{Gomoku, Rules};
