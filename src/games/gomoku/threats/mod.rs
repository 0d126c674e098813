//! Threats: the shapes that a stone of either colour would make on every empty point, their weights, and the wins and
//! losses that they prove without search.
//!
//! Each module builds on those before it: [`patterns`] classifies a stone in one row, [`shapes`] combines the four rows
//! through a point, [`point_sets`] groups points by threat class, [`weights`] evaluates shapes, [`incremental`] updates
//! all of these move by move, and [`static_proofs`] finds wins and losses within five plies.

pub mod incremental;
pub mod patterns;
pub mod point_sets;
pub mod shapes;
pub mod static_proofs;
pub mod weights;
