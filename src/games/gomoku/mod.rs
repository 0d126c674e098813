//! Gomoku and renju on boards of 5x5 to 22x22 points.
//!
//! Rules: `lines` (rows as bit strings) ◄ `board` (points, position) ◄ `renju` (forbidden points) ◄ `notation` ◄ `rules`.
//! Beliefs: `patterns` (what a stone makes of a row) ◄ `shapes` (of its four rows) ◄ `sets` (of points, by that) ◄
//! `weights` (what that is worth) ◄ `threats` (of both colours on all points, move by move) ◄ `proofs` (static) ◄ `scene` (a board to search on) ◄ `vcf` (wins
//! by fours) ◄ `defence` (what refutes a threat) ◄ `vct` (wins by fours and threes); `proofs` ◄ `candidates`; `selectivity` (ProbCut's numbers); all ◄ `expert`.
//! A network corrects the weights: `configurations` (what lies around a point in one direction) ◄ `network` (what that is
//! worth, and all together) ◄ `accumulator` (its sums along a line of play) ◄ `expert`.
//! The rules know nothing of the beliefs. Apart: `textbook`, a player without a search; `proof`, the tree and text of a forced
//! win, and `verify`, which replays it by the rules alone.
//!
//! What was tried, with results: `tools/train/experiments/gomoku.md`.

pub mod accumulator;
pub mod board;
mod candidates;
pub mod configurations;
mod defence;
mod expert;
pub mod lines;
pub mod network;
mod notation;
pub mod patterns;
pub mod proof;
pub mod proofs;
pub mod renju;
mod rules;
pub mod scene;
mod selectivity;
pub mod sets;
pub mod shapes;
mod textbook;
pub mod threats;
pub mod vcf;
pub mod vct;
pub mod verify;
pub mod weights;

pub use board::{Point, Position, Rule};
pub use expert::{GomokuExpert, Tables};
pub use rules::{Gomoku, Rules};
