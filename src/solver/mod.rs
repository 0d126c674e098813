//! Solving a game completely: every position gets its exact value by retrograde analysis.
//!
//! Must not know: any particular game, search, what the values are used for.

mod chances;
mod indexed;
mod retrograde;
mod values;

pub use chances::{Chances, Fallible, chances};
pub use indexed::Indexed;
pub use retrograde::{retrograde, retrograde_with_draws};
pub use values::Values;
