//! Engines that fail: each loses only its own games, with its own kind of failure, and the match continues.

use crate::support::{FAKE, Folder, fail_with, games, run, succeed};
use quartet_arena::fault::FaultKind;
use quartet_arena::record::GameRecord;

/// Plays a pair of games between a faulty engine and a correct one.
fn faulty(fault: &str, words: &[&str]) -> Vec<GameRecord> {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let cmd = format!("cmd={FAKE}");
    let args = format!("args=fault={fault}");
    let mut all = vec!["--variant", "lgame", "--rule", "MaxPlies=20", "--games", "2", "--quiet", "--out"];
    all.extend([out.to_str().expect("text"), "--engine", "name=faulty", &cmd, &args]);
    all.extend(words);
    all.extend(["--engine", "name=sound", &cmd, "depth=1", "--each", "depth=1"]);
    succeed(&all);
    let games = games(&out);
    assert_eq!(games.iter().map(|game| game.id).collect::<Vec<_>>(), [0, 1]);
    games
}

/// Checks that the faulty engine lost every game for this reason.
fn costs_every_game(games: &[GameRecord], kind: FaultKind, detail: &str) {
    for game in games {
        let failure = game.failure.as_ref().expect("a failure");
        assert_eq!((failure.kind, failure.engine.as_str()), (kind, "faulty"));
        assert_eq!(game.reason, kind.word());
        assert!(failure.detail.contains(detail), "{}", failure.detail);
        let winner = if game.first == "faulty" { "\"p2win\"" } else { "\"p1win\"" };
        assert_eq!(serde_json::to_string(&game.result).expect("a word"), winner);
    }
}

#[test]
fn it_exits_in_mid_game() {
    let games = faulty("exit", &["args=fault=exit at=2"]);
    costs_every_game(&games, FaultKind::Disconnect, "exit status: 3");
    assert_eq!(games[0].moves.len(), 2);
    assert_eq!(games[1].moves.len(), 3);
}

#[test]
fn it_answers_an_illegal_move() {
    costs_every_game(&faulty("illegal", &[]), FaultKind::Illegal, "'z9'");
    costs_every_game(&faulty("no-move", &[]), FaultKind::Protocol, "without a move");
}

#[test]
fn it_answers_late() {
    costs_every_game(
        &faulty("late", &["movetime=50", "margin=20"]),
        FaultKind::Time,
        "50.000 ms allowed, margin 20 ms",
    );
}

#[test]
fn it_never_answers() {
    let games = faulty("stall", &["movetime=20", "margin=30"]);
    costs_every_game(&games, FaultKind::Time, "no 'bestmove' when the flag fell, 20.000 ms allowed, margin 30 ms");
    // With the default timeout of a minute the games would take two minutes.
    assert!(games.iter().all(|game| game.seconds < 20.0), "{games:?}");
}

#[test]
fn it_floods() {
    costs_every_game(&faulty("flood", &[]), FaultKind::Protocol, "16 MiB");
    costs_every_game(&faulty("endless-line", &[]), FaultKind::Protocol, "line longer than");
}

#[cfg(unix)]
#[test]
fn it_closes_stdout_but_lives_on() {
    costs_every_game(&faulty("close-stdout", &[]), FaultKind::Disconnect, "still running");
}

#[test]
fn it_answers_twice() {
    costs_every_game(&faulty("twice", &[]), FaultKind::Protocol, "before 'readyok'");
}

#[test]
fn it_ignores_quit() {
    assert!(faulty("ignore-quit", &[]).iter().all(|game| game.failure.is_none()));
}

#[test]
fn it_fails_once() {
    // A game has at most ten moves, so the second game is lost in mid-game.
    let games = faulty("illegal", &["args=fault=illegal at=12"]);
    assert_eq!(games[0].failure, None);
    let failure = games[1].failure.as_ref().expect("a failure");
    assert_eq!((failure.kind, games[1].moves.len()), (FaultKind::Illegal, 3));
}

/// Checks that a match with an engine that cannot be started fails at once and leaves no record.
fn is_no_match(words: &[&str], reason: &str) {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let cmd = format!("cmd={FAKE}");
    let mut all = vec!["--variant", "lgame", "--out", out.to_str().expect("text")];
    all.extend(["--engine", "name=sound", &cmd, "--engine", "name=faulty", &cmd]);
    all.extend(words);
    all.extend(["--each", "depth=1"]);
    let error = fail_with(4, &all);
    assert!(error.contains("engine 'faulty': ") && error.contains(reason), "{error}");
    assert_eq!((error.lines().count(), out.exists()), (1, false), "{error}");
}

#[test]
fn it_cannot_be_started() {
    is_no_match(&["cmd=/nowhere/at/all"], "cannot start");
    is_no_match(&["cmd=/nowhere/at/all", "proto=command"], "cannot start '/nowhere/at/all': ");
    is_no_match(&["args=fault=deaf", "patience=100"], "no 'uciok' within 100 ms");
    is_no_match(&["args=fault=early-exit"], "exit status: 4");
    is_no_match(&["option.Hash=3"], "lists no option 'Hash'");
}

/// Plays a match against an engine that exits at its first `go` and has the arguments `then` from its third start on;
/// returns the output and the games. The first start is the test before the match.
#[cfg(unix)]
fn restarted_as(then: &str) -> (std::process::Output, Vec<GameRecord>) {
    let folder = Folder::new();
    let (script, out) = (folder.file("engine.sh"), folder.file("games.jsonl"));
    let marks = folder.file("start");
    let [first, second] = ["1", "2"].map(|number| format!("'{}{number}'", marks.display()));
    let text = format!(
        "if mkdir {first} 2>/dev/null || mkdir {second} 2>/dev/null; then exec '{FAKE}' fault=exit; fi\nexec '{FAKE}' {then}\n"
    );
    std::fs::write(&script, text).expect("a file");
    let (cmd, args) = (format!("cmd={FAKE}"), format!("args='{}'", script.display()));
    let mut words = vec!["--variant", "lgame", "--rule", "MaxPlies=20", "--games", "10"];
    words.extend(["--engine", "name=faulty", "cmd=sh", &args, "patience=2000", "--engine", "name=sound", &cmd]);
    words.extend(["--each", "depth=1", "--out", out.to_str().expect("text")]);
    (run(&words), games(&out))
}

#[cfg(unix)]
#[test]
fn an_engine_that_cannot_be_restarted_ends_the_match() {
    for (then, kind) in [("fault=early-exit", FaultKind::Disconnect), ("fault=deaf", FaultKind::Stall)] {
        let (output, games) = restarted_as(then);
        assert_eq!(output.status.code(), Some(4));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("error: engine 'faulty': could not be started for 3 games in a row"), "{error}");
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("lgame: 4 games"));
        let kinds: Vec<_> = games.iter().map(|game| game.failure.as_ref().expect("a failure").kind).collect();
        assert_eq!(kinds, [FaultKind::Disconnect, kind, kind, kind]);
    }
}

#[cfg(unix)]
#[test]
fn a_restarted_engine_works_again() {
    let (output, games) = restarted_as("");
    assert!(output.status.success());
    assert_eq!(games.iter().filter(|game| game.failure.is_some()).map(|game| game.id).collect::<Vec<_>>(), [0]);
    assert_eq!(games.len(), 10);
}
