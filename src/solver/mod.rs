//! Solving a game completely: every position gets its exact value by retrograde analysis.
//!
//! Must not know: any particular game, search, what the values are used for.

mod indexed;
mod retrograde;
mod values;
pub mod verify;

pub use indexed::Indexed;
pub use retrograde::{retrograde, retrograde_with_draws};
pub use values::Values;
