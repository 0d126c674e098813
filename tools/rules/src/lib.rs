//! The rules of Quartet's games as its tools use them: a [`Referee`] for any game, and parsers of points.
//!
//! All rules, including draws by rule, are those of the `quartet` library.

pub mod points;
pub mod referee;

pub use referee::{Ending, GameResult, Referee, referee};
