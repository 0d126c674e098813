//! Solving a game completely: every position gets its exact value by retrograde analysis, and, to choose among moves
//! of equal value, the chance that a fallible opponent errs.
//!
//! Knows nothing of any particular game or of the search.

mod analysis;
mod chances;
mod indexed;
mod local_chances;
mod values;
pub mod verify;

pub use analysis::{retrograde, retrograde_with_draws};
pub use chances::{Chances, Fallible, Mover};
pub use indexed::Indexed;
pub use local_chances::{WithHistory, local_chances};
pub use values::Values;
