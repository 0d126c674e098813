//! Engines that fail: each costs its games only, is told apart, and the match goes on.

use crate::support::{FAKE, Folder, games, succeed};
use quartet_arena::fault::FaultKind;
use quartet_arena::record::GameRecord;

/// Plays a pair of games of a faulty engine against a sound one.
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

/// Every game is lost by the faulty engine for this reason.
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
fn it_never_answers_the_handshake() {
    costs_every_game(&faulty("deaf", &["patience=100"]), FaultKind::Stall, "no 'uciok' within 100 ms");
}

#[test]
fn it_ends_before_the_handshake() {
    costs_every_game(&faulty("early-exit", &[]), FaultKind::Disconnect, "exit status: 4");
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
    let games = faulty("late", &["movetime=50", "margin=20"]);
    costs_every_game(&games, FaultKind::Time, " ms late, 50.000 ms allowed, margin 20 ms");
    for game in &games {
        let detail = &game.failure.as_ref().expect("a failure").detail;
        let late: f64 = detail.split(' ').next().and_then(|text| text.parse().ok()).expect("a number");
        assert!(late >= 230.0, "{detail}");
    }
}

#[test]
fn it_never_answers() {
    costs_every_game(&faulty("stall", &["movetime=20", "patience=100"]), FaultKind::Stall, "no 'bestmove'");
}

#[test]
fn it_floods() {
    costs_every_game(&faulty("flood", &[]), FaultKind::Protocol, "16 MiB");
    costs_every_game(&faulty("endless-line", &[]), FaultKind::Protocol, "line longer than");
}

#[cfg(unix)]
#[test]
fn it_closes_stdout_but_lives_on() {
    costs_every_game(&faulty("close-stdout", &[]), FaultKind::Disconnect, "runs on");
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
    // Ten moves a game at the most: the second game is lost, in mid-game.
    let games = faulty("illegal", &["args=fault=illegal at=12"]);
    assert_eq!(games[0].failure, None);
    let failure = games[1].failure.as_ref().expect("a failure");
    assert_eq!((failure.kind, games[1].moves.len()), (FaultKind::Illegal, 3));
}

#[test]
fn it_is_not_there() {
    let games = faulty("", &["cmd=/nowhere/at/all"]);
    costs_every_game(&games, FaultKind::Disconnect, "cannot start");
}

#[test]
fn it_does_not_know_an_option() {
    costs_every_game(&faulty("", &["args=", "option.Hash=3"]), FaultKind::Protocol, "lists no option 'Hash'");
}
