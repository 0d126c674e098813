//! Short sessions of the engine itself.

use super::{pipes, settings};
use quartet_fuzz::dialects::NAMES;
use quartet_fuzz::fuzz::{Target, replay, run};
use quartet_fuzz::script::Script;

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

#[test]
fn what_looks_wrong_but_follows_the_protocol_is_no_fault() {
    for session in [
        // A pass of flipello is a square twice.
        "uci othello\n> uci\\n\n> variant flipello\\n\nfinish\n> position fen oooooooo/oooooooo/ooxxxxox/xxxxxoxx/x1xxoxxx/\
         1xxoxoxx/xxxxoxxx/2xxxxxx x - 56\\n\nfinish\n",
        // The values of one-ply players exceed those of estimates.
        "uci othello\n> setoption name Personality value weighted\\n\n> setoption name Weights value 20000:1:0\\n\n\
         > go depth 1\\n\nfinish\n",
        // Black has to pass, which may be left out.
        "gtp othello\n> gogui-setup B B5 w A5\\n\n> genmove white\\n\nfinish\n",
    ] {
        let script = Script::parse(&format!("quartet-fuzz script\nsession {session}")).expect("a script");
        let outcome = replay(&settings(Target::InProcess, None, None, 0), &script).expect("runs");
        assert!(outcome.is_ok(), "{session}{outcome:?}");
    }
}
