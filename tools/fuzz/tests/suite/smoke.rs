//! Short sessions of the engine itself.

use super::{pipes, settings};
use quartet_fuzz::dialects::NAMES;
use quartet_fuzz::fuzz::{Target, run};

#[test]
fn sessions_in_this_process_are_without_fault() {
    let summary = run(&settings(Target::InProcess, None, None, 1_000), |_| Ok(true)).expect("runs");
    assert!(summary.failures.is_empty(), "{:#?}", summary.failures);
    // Every protocol had its turn, in every game; many lines are wrong, and many are not.
    assert!(summary.sessions >= NAMES.iter().map(|row| row.2.len()).sum(), "{summary}");
    assert!(summary.errors > summary.lines / 10 && summary.errors < summary.lines, "{summary}");
}

#[test]
fn sessions_through_pipes_are_without_fault() {
    let summary = run(&settings(pipes("none"), None, None, 600), |_| Ok(true)).expect("runs");
    assert!(summary.failures.is_empty(), "{:#?}", summary.failures);
}
