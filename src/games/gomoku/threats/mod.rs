//! Threats: what a stone of either colour would make on every empty point, what that is worth, and what it proves
//! without search.
//!
//! Each file builds on those above it: [`patterns`] looks at one row, [`shapes`] at the four rows through a point,
//! [`point_sets`] classifies points by shape, [`weights`] gives shapes their value, [`incremental`] keeps all of it up
//! to date move by move, and [`static_proofs`] finds wins and losses within five plies.

pub mod incremental;
pub mod patterns;
pub mod point_sets;
pub mod shapes;
pub mod static_proofs;
pub mod weights;
