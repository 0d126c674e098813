//! Engines of a page.

use super::client::Page;
use crate::board::{Board, PROGRAM};
use std::fs;

#[test]
fn lines_of_the_protocol_go_both_ways() {
    let board = Board::start(&[]);
    let mut page = board.page();
    page.send("quartet:1", "variant rhombus");
    assert!(page.wait_for("line", "info string variant rhombus").contains("cells 13"));
    page.send("quartet:1", "go depth 1");
    assert_eq!(page.wait_for("line", "bestmove"), "bestmove c1 ponder a1");
    // Two engines of a page know nothing of each other.
    page.send("quartet:2", "query board");
    assert!(page.wait_for("line", "response").contains("ox"));
    page.send("quartet:1", "query board");
    assert!(page.wait_for("line", "response").contains(".-.-."));
}

#[test]
fn only_engines_of_the_command_line_are_started() {
    let board = Board::start(&[]);
    let mut page = board.page();
    for id in ["/bin/sh:1", "sh:1", "quartet", "quartet:", "quartet:../x", ":1", "", "quartet:123456789012345678901"] {
        page.send(id, "isready");
        page.wait_for("refused", "");
    }
    assert!(page.is_served("quartet:1"));
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_their_page() {
    let board = Board::start(&[]);
    let mut page = board.page();
    assert!(page.is_served("quartet:1") && page.is_served("quartet:2"));
    page.send("quartet:1", "go infinite");
    page.wait_for("line", "info depth 3");
    assert_eq!(board.engines(), 2);
    let mut other = board.page();
    assert!(other.is_served("quartet:1"));
    page.send("quartet:2", "quit");
    board.wait_for_engines(2);
    drop(page);
    board.wait_for_engines(1);
    assert!(other.is_served("quartet:1"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_has_few_engines_and_one_that_ended_makes_room() {
    let board = Board::start(&[]);
    let mut page = board.page();
    for label in 1..=6 {
        assert!(page.is_served(&format!("quartet:{label}")));
    }
    page.send("quartet:7", "isready");
    page.wait_for("refused", "6 engines");
    page.send("quartet:1", "quit");
    board.wait_for_engines(5);
    assert!(page.is_served("quartet:7"));
}

/// The page is told, and the next line starts the engine anew.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_is_killed_can_be_started_again() {
    use nix::sys::signal::{Signal, kill};
    let board = Board::start(&[]);
    let mut page = board.page();
    assert!(page.is_served("quartet:1"));
    let id = engine_of(&board);
    kill(nix::unistd::Pid::from_raw(id), Signal::SIGKILL).expect("killed");
    assert!(page.wait_for("ended", "").contains("signal"));
    assert!(page.is_served("quartet:1"));
}

/// The process of the only engine.
#[cfg(target_os = "linux")]
fn engine_of(board: &Board) -> i32 {
    match crate::process::children_of(board.id())[..] {
        [engine] => engine,
        ref all => panic!("{all:?}, expected one process"),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_the_server() {
    use nix::sys::signal::{Signal, kill};
    let board = Board::start(&[]);
    let mut page = board.page();
    page.send("quartet:1", "go infinite");
    page.wait_for("line", "info depth 3");
    let engine = engine_of(&board);
    kill(nix::unistd::Pid::from_raw(board.id() as i32), Signal::SIGTERM).expect("a signal");
    while page.receive().is_some() {}
    let deadline = std::time::Instant::now() + super::client::DEADLINE;
    while fs::metadata(format!("/proc/{engine}/exe")).is_ok() {
        assert!(std::time::Instant::now() < deadline, "engine {engine} still runs");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Starts a board with Quartet as an engine of another protocol and of a game.
fn with_protocol(protocol: &str, variant: &str, more: &[&str]) -> (Board, Page) {
    let arguments = format!("args=engine --protocol {protocol} --variant {variant}");
    let command = format!("cmd={PROGRAM}");
    let protocol = format!("proto={protocol}");
    let words = [&["--engine", "name=other", &command, &arguments, &protocol], more].concat();
    let board = Board::start(&words);
    let page = board.page();
    (board, page)
}

#[test]
fn engines_of_other_protocols_play() {
    for (protocol, variant, more) in [
        ("gomocup", "gomoku", &[][..]),
        ("gtp", "gomoku", &[]),
        ("gtp", "othello", &[]),
        ("nboard", "othello", &["depth=4"]),
        ("ugi", "lgame", &[]),
        ("uci", "rhombus", &[]),
    ] {
        let (_board, mut page) = with_protocol(protocol, variant, more);
        page.send("other:1", &format!("variant {variant}"));
        page.send("other:1", "position startpos");
        page.send("other:1", "go movetime 200");
        let first = page.wait_for("line", "bestmove ");
        let first = first.trim_start_matches("bestmove ");
        page.send("other:1", &format!("position startpos moves {first}"));
        page.send("other:1", "go movetime 200");
        let second = page.wait_for("line", "bestmove ");
        // Both moves are legal by the rules of Quartet.
        let moves = format!("{first} {}", second.trim_start_matches("bestmove "));
        page.send("quartet:1", &format!("variant {variant}"));
        page.send("quartet:1", &format!("position startpos moves {moves}"));
        page.send("quartet:1", "query ply");
        assert_eq!(page.wait_for("line", "response"), "response 2", "{protocol} {variant} {moves}");
    }
}

#[test]
fn an_engine_of_another_protocol_is_stopped_and_plays_on_after_moves_are_taken_back() {
    let (_board, mut page) = with_protocol("gomocup", "gomoku", &[]);
    page.send("other:1", "setoption name BoardSize value 15");
    page.send("other:1", "position startpos moves h8");
    page.send("other:1", "go movetime 60000");
    page.send("other:1", "stop");
    assert_eq!(page.wait_for("line", "bestmove"), "bestmove (none)");
    let mut reply_to = |moves: &str| {
        page.send("other:1", &format!("position startpos moves {moves}"));
        page.send("other:1", "go movetime 100");
        let reply = page.wait_for("line", "bestmove").trim_start_matches("bestmove ").to_string();
        assert!(!moves.split(' ').any(|played| played == reply), "{moves}: {reply}");
        reply
    };
    let reply = reply_to("h8");
    // Another move was played for the engine, and its own point is the opponent's now.
    let again = reply_to(&format!("h8 a1 {reply}"));
    reply_to(&format!("h8 a1 {reply} {again} o15"));
    reply_to("g8 i9 g9");
}

#[test]
fn an_engine_of_another_protocol_answers_wrong_lines_with_errors() {
    let (_board, mut page) = with_protocol("gomocup", "gomoku", &[]);
    for line in [
        "variant othello",
        "variant chess",
        "setoption name Skill Level value 3",
        "position startpos moves a99",
        "position nonsense",
        "go infinite",
        "moves",
    ] {
        page.send("other:1", line);
        page.wait_for("line", "info string error: ");
    }
    assert!(page.is_served("other:1"));
}
