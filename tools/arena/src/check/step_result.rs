//! The result of a step, and helpers that produce it.

use super::transcript::visible;

/// Why a step was not passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotPassed {
    /// The engine does not meet the requirement.
    Failed(String),
    /// The step needs something that the engine does not have.
    Skipped(String),
}

/// The result of a step, or of a part of it.
pub type StepResult<T = ()> = Result<T, NotPassed>;

/// The result of a step that has failed.
pub fn failed<T>(what: impl Into<String>) -> StepResult<T> {
    Err(NotPassed::Failed(what.into()))
}

/// Fails the step, with a formatted message, unless the condition holds.
macro_rules! require {
    ($condition:expr, $($what:tt)+) => {
        if !$condition {
            return Err($crate::check::step_result::NotPassed::Failed(format!($($what)+)));
        }
    };
}
pub(crate) use require;

/// Whether a line reports an error.
pub fn is_error(line: &str) -> bool {
    line.strip_prefix("info string error: ").is_some_and(|text| !text.trim().is_empty())
}

/// A text as a message may quote it: on one line, at most 120 characters.
pub fn cut(text: &str) -> String {
    let mut shown: String = text.chars().take(120).flat_map(visible).collect();
    if text.chars().nth(120).is_some() {
        shown.push('…');
    }
    shown
}
