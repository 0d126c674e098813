//! Solving a game completely: every position gets its exact value by retrograde analysis, and, for choosing among moves
//! of equal value, the chance that a fallible opponent goes wrong.
//!
//! Must not know: any particular game, search, what the values are used for.

mod chances;
mod indexed;
mod outlook;
mod retrograde;
mod values;
pub mod verify;

pub use chances::{Chances, Fallible, Mover};
pub use indexed::Indexed;
pub use outlook::{Past, outlook};
pub use retrograde::{retrograde, retrograde_with_draws};
pub use values::Values;
