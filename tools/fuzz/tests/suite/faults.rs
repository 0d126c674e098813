//! Planted faults, each of which has to be found as what it is.

use super::{faulty, pipes, settings};
use quartet::session::Protocol;
use quartet_fuzz::broken::Invariant;
use quartet_fuzz::fuzz::{FailedSession, Settings, Target, replay, run};
use quartet_fuzz::script::Script;
use std::time::Duration;

/// The failed session that these settings lead to.
fn failure(settings: &Settings) -> FailedSession {
    let mut summary = run(settings, |_| Ok(false)).expect("runs");
    assert_eq!(summary.failures.len(), 1, "{summary}");
    summary.failures.remove(0)
}

#[test]
fn every_fault_of_a_line_is_found_as_what_it_is() {
    use Invariant::{Answers, Ending, Form, Panic, Rules, Unchanged};
    for (fault, invariant) in [
        ("no-bestmove", Answers),
        ("two-bestmoves", Answers),
        ("illegal-bestmove", Rules),
        ("no-readyok", Answers),
        ("two-readyok", Answers),
        ("illegal-pv", Rules),
        ("no-nps", Form),
        ("large-score", Form),
        ("error-changes-state", Unchanged),
        ("panics", Panic),
        ("reports-panic", Panic),
        ("exits", Ending),
        ("status", Ending),
    ] {
        let found = failure(&settings(pipes(fault), Some(Protocol::Uci), Some("othello"), 2_000));
        assert_eq!(found.failure.broken.invariant, invariant, "{fault}: {}", found.failure.broken);
        assert!((1..=found.script.lines()).contains(&found.failure.line), "{fault}: line {}", found.failure.line);
    }
}

#[test]
fn faults_are_found_in_other_protocols() {
    for (fault, protocol) in
        [("no-number", Protocol::Gtp), ("two-ok", Protocol::Gomocup), ("two-ready", Protocol::Cassio)]
    {
        let found = failure(&settings(pipes(fault), Some(protocol), None, 2_000));
        assert_eq!(found.failure.broken.invariant, Invariant::Answers, "{fault}: {}", found.failure.broken);
    }
}

#[test]
fn a_program_that_does_not_end_hangs() {
    let settings = settings(pipes("never-ends"), Some(Protocol::Uci), Some("lgame"), 1);
    let found = failure(&Settings { timeout: Duration::from_secs(20), ..settings });
    assert_eq!(found.failure.broken.invariant, Invariant::Hang, "{}", found.failure.broken);
    assert!(found.script.exchanges.last().is_some_and(|exchange| exchange.closing.is_end()));
}

#[cfg(target_os = "linux")]
#[test]
fn too_much_memory_is_found() {
    let target = Target::Pipes { engine: faulty("leaks"), memory: 300 << 20 };
    let found = failure(&settings(target, Some(Protocol::Uci), Some("lgame"), 100));
    assert_eq!(found.failure.broken.invariant, Invariant::Memory, "{}", found.failure.broken);
}

#[test]
fn a_failed_session_fails_again_from_its_script() {
    let settings = settings(pipes("two-bestmoves"), Some(Protocol::Uci), Some("gomoku"), 2_000);
    let found = failure(&settings);
    let script = Script::parse(&found.script.to_text("a remark")).expect("a script");
    assert_eq!(script, found.script);
    let again = replay(&settings, &script).expect("runs").expect_err("fails");
    assert_eq!((again.line, again.broken), (found.failure.line, found.failure.broken));
    let without_fault = Settings { target: Target::InProcess, ..settings };
    replay(&without_fault, &script).expect("runs").expect("nothing is wrong");
}
