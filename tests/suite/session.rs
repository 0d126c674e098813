//! The session over pipes: searches, the queue of commands, `wait`, `stop`, `ponder`, `quit`, the end of input.

use super::client::{Client, count, errors, number_after, script};
use std::time::Duration;

const GAMES: [&str; 4] = ["lgame", "rhombus", "othello", "gomoku"];
/// How long the output has to be silent before a test concludes that no answer comes.
const MOMENT: Duration = Duration::from_millis(120);

/// The first words of the lines that answer commands, in order.
fn order(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .filter_map(|line| line.split(' ').next())
        .filter(|word| matches!(*word, "bestmove" | "readyok" | "moves" | "Nodes" | "response"))
        .collect()
}

#[test]
fn a_search_runs_in_every_game() {
    let boards = [
        ("lgame", "files 4 ranks 4 cells 16 moves shape"),
        ("rhombus", "files 5 ranks 5 cells 13 moves step"),
        ("othello", "files 8 ranks 8 cells 64 moves place"),
        ("gomoku", "files 16 ranks 16 cells 256 moves place"),
    ];
    for (game, board) in boards {
        let lines = script(&format!("variant {game}\ngo depth 3\n"));
        assert!(lines[0].starts_with(&format!("info string variant {game} {board} startpos ")), "{lines:?}");
        assert_eq!(count(&lines, "bestmove "), 1, "{lines:?}");
        assert!(errors(&lines).is_empty(), "{lines:?}");
        let last = &lines[lines.len() - 2];
        assert!(last.starts_with("info depth "), "{last}");
        let best = lines[lines.len() - 1].split(' ').nth(1).expect("a move");
        assert!(last.contains(&format!(" pv {best}")), "{last} / {best}");
    }
}

#[test]
fn commands_piped_at_once_are_executed_in_order() {
    let lines =
        script("go depth 4\nisready\nvariant lgame\ngo depth 1\nmoves\nvariant rhombus\nquery p1turn\ngo depth 2");
    let words = order(&lines);
    // `isready` is answered at once, everything else in order.
    let rest: Vec<_> = words.iter().filter(|word| **word != "readyok").copied().collect();
    assert_eq!(rest, ["bestmove", "bestmove", "moves", "response", "bestmove"]);
    assert_eq!(words.len(), 6);
}

#[test]
fn an_infinite_search_holds_its_bestmove_until_stop_even_when_solved() {
    let mut client = Client::start(&["--variant", "lgame"]);
    for go in ["go", "go infinite", "go infinite depth 1", "go ponder depth 1"] {
        client.send(go);
        client.until("info depth 1 ");
        assert_eq!(client.ask("isready", "readyok"), "readyok");
        client.assert_silent(MOMENT, go);
        client.ask("stop", "bestmove ");
    }
    // The game is over, and `bestmove` is still held back.
    client.send("variant othello");
    client.send("position fen xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxx1 o");
    client.send("go infinite");
    assert_eq!(client.until("info depth 0").pop().as_deref(), Some("info depth 0 score cp -6400 nodes 0 nps 0 time 0"));
    client.assert_silent(MOMENT, "after a game that is over");
    assert_eq!(client.ask("stop", "bestmove "), "bestmove (none)");
}

#[test]
fn ponderhit_lets_a_finished_search_go_and_starts_the_clock_of_a_running_one() {
    let mut client = Client::start(&[]);
    client.send("go ponder depth 2");
    client.until("info depth 2 ");
    client.assert_silent(MOMENT, "before ponderhit");
    client.ask("ponderhit", "bestmove ");
    client.send("go ponder movetime 150");
    client.until("info depth 5 ");
    let before = std::time::Instant::now();
    client.ask("ponderhit", "bestmove ");
    let took = before.elapsed();
    assert!(took >= Duration::from_millis(100), "{took:?}");
    // With no search running, both are ignored.
    client.send("ponderhit");
    client.send("stop");
    client.assert_silent(MOMENT, "after ponderhit and stop without a search");
    let (rest, status) = client.finish();
    assert!(rest.is_empty() && status.success(), "{rest:?}");
}

#[test]
fn a_stop_ends_the_searches_queued_before_it() {
    for _ in 0..20 {
        let lines = script("go infinite\nposition startpos moves f5\ngo infinite\nstop\nisready\n");
        assert_eq!(count(&lines, "bestmove "), 2, "{lines:?}");
        assert_eq!(count(&lines, "readyok"), 1);
    }
}

#[test]
fn a_stop_ends_queued_searches_with_other_lines_between_them() {
    let mut client = Client::start(&[]);
    client.send("go infinite\nquery side\ngo infinite\nquery side\nstop\nwait\nisready");
    let lines = client.until("readyok");
    assert_eq!(order(&lines), ["bestmove", "response", "bestmove", "response", "readyok"], "{lines:?}");
    client.send("go infinite\ngo ponder movetime 20\nponderhit\ngo\nmoves\nstop\nwait\nisready");
    let lines = client.until("readyok");
    assert_eq!(order(&lines), ["bestmove", "bestmove", "bestmove", "moves", "readyok"], "{lines:?}");
}

#[test]
fn go_and_stop_without_a_gap_never_lose_a_stop_or_double_a_bestmove() {
    for game in GAMES {
        let storm = "go infinite\nstop\n".repeat(100);
        let mut client = Client::start(&["--variant", game]);
        client.send_raw(storm.as_bytes());
        client.send("isready");
        let (lines, status) = client.finish();
        assert!(status.success());
        assert_eq!(count(&lines, "bestmove "), 100, "{game}");
        assert!(errors(&lines).is_empty(), "{game}: {lines:?}");
    }
}

#[test]
fn alternating_searches_answer_each_stop_with_one_bestmove() {
    let mut client = Client::start(&[]);
    for round in 0..60 {
        let game = GAMES[round % 4];
        client.send(&format!("variant {game}"));
        client.until("info string variant");
        client.send("go infinite");
        if round % 3 == 0 {
            client.until("info depth ");
        }
        client.send("stop");
        client.send("stop");
        client.until("bestmove ");
        client.ask("isready", "readyok");
    }
    let (rest, status) = client.finish();
    assert!(rest.is_empty() && status.success(), "{rest:?}");
}

#[test]
fn wait_holds_everything_back() {
    let lines = script("go depth 6\nwait\nisready\nmoves\nwait\ngo depth 2\nwait\nquery p1turn\nquit\nmoves\n");
    assert_eq!(order(&lines), ["bestmove", "readyok", "moves", "bestmove", "response"], "{lines:?}");
    // A `stop` after `wait` does not end the search before it.
    let lines = script("go depth 7\nwait\nstop\nisready\n");
    let last = lines.iter().rfind(|line| line.starts_with("info depth")).expect("an info line");
    assert_eq!(number_after(last, "depth"), 7);
    assert_eq!(order(&lines), ["bestmove", "readyok"]);
}

#[test]
fn wait_after_an_endless_search_is_an_error_unless_a_stop_is_queued() {
    let lines = script("go infinite\nwait\nisready\nstop\n");
    assert_eq!(errors(&lines).len(), 1, "{lines:?}");
    assert_eq!(count(&lines, "bestmove "), 1);
    let lines = script("go depth 3\ngo infinite\nstop\nwait\nisready\n");
    assert_eq!(errors(&lines).len(), 0, "{lines:?}");
    assert_eq!(order(&lines), ["bestmove", "bestmove", "readyok"]);
    let lines = script("wait\nisready\nwait\n");
    assert_eq!(lines, ["readyok"]);
}

#[test]
fn the_end_of_input_executes_the_queue_and_stops_endless_searches() {
    let lines = script("go infinite\ngo depth 5\nvariant gomoku\ngo\ngo ponder wtime 10 btime 10\ngo perft 1");
    assert_eq!(order(&lines), ["bestmove", "bestmove", "bestmove", "bestmove", "Nodes"], "{lines:?}");
    let fifth = lines.iter().any(|line| line.starts_with("info depth 5 "));
    assert!(fifth, "the bounded search went on to its end: {lines:?}");
}

/// A loss without a proof is reported as a centipawn score in the documented range, and its outcome is not certain.
#[test]
fn no_internal_score_is_reported() {
    let lines = script(
        "variant gomoku\nsetoption name BoardSize value 15\nsetoption name UCI_ShowWDL value true\n\
         position startpos moves j9 k10 i11 k13 g11 g9 i13 m9 m14\ngo nodes 60000\nwait\n\
         position startpos moves j9 k10 i11 k13 g11 g9 i13 m9 m14\nsetoption name MultiPV value 5\ngo nodes 30000\n",
    );
    let reported: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth ")).collect();
    assert!(reported.len() > 10, "{lines:?}");
    for line in reported {
        if line.contains(" score cp ") {
            assert!(number_after(line, "cp").abs() <= 10_000, "{line}");
            assert!(!line.contains(" wdl 1000 ") && !line.contains(" 1000 nodes "), "{line}");
        }
    }
    let lines = script("variant gomoku\nposition startpos moves h8 a1 h9 a2 h10 a3 h11 a4 h12\neval\n");
    assert_eq!(lines[1..], ["eval game_over -10000", "eval total -10000"]);
}

#[test]
fn a_preset_variant_does_not_change_the_options() {
    let lines = script(
        "setoption name BoardSize value 19\nsetoption name Rule value renju\nvariant gomokufreestyle\n\
         query option boardsize\nquery option Rule\nsetoption name BoardSize value 11\nquery option BoardSize\n\
         query position\nvariant othello\nquery option BoardSize\nquery option Rule\nvariant gomoku\nquery option rule\n",
    );
    let start = |size: usize| vec![size.to_string(); size].join("/") + " x - 0";
    let reported: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("response ")).collect();
    assert_eq!(reported, ["15", "freestyle", "15", &start(15), "11", "renju", "renju"]);
    assert!(lines.last().is_some_and(|line| line == "response renju"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info string variant gomoku files 11 ranks 11 ")), "{lines:?}");
}

#[test]
fn wait_after_a_held_search_at_its_limit_is_an_error() {
    let mut client = Client::start(&[]);
    client.send("go infinite nodes 100");
    client.until("info depth ");
    client.ask("isready", "readyok");
    client.send("wait");
    client.until("info string error: ");
    client.ask("stop", "bestmove ");
}

#[test]
fn ponderhit_after_wait_starts_the_clock_in_its_turn() {
    let mut client = Client::start(&[]);
    client.send("go depth 10\nwait\ngo ponder movetime 200\nponderhit");
    client.until("bestmove ");
    let started = std::time::Instant::now();
    client.until("bestmove ");
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(120), "{took:?}");
}

#[test]
fn ponderhit_without_limits_lets_a_solved_search_go() {
    let mut client = Client::start(&["--variant", "lgame"]);
    client.send("go ponder");
    client.until("info depth 1 ");
    client.ask("ponderhit", "bestmove ");
    client.send("go ponder infinite");
    client.until("info depth 1 ");
    client.send("ponderhit");
    client.assert_silent(MOMENT, "after ponderhit in an infinite search");
    client.ask("stop", "bestmove ");
}

#[test]
fn a_move_repeated_in_searchmoves_counts_once() {
    let lines = script("setoption name Personality value random\ngo searchmoves f5 f5 d3\nstop\n");
    let line = lines.iter().find(|line| line.starts_with("info depth 1 ")).expect("a line");
    assert_eq!(number_after(line, "nodes"), 2);
}

#[test]
fn quit_answers_the_running_search_and_drops_the_rest() {
    for go in ["go infinite", "go depth 100", "go ponder", "go movetime 100000"] {
        let mut client = Client::start(&[]);
        client.send(go);
        client.send("go depth 3");
        client.send("moves");
        client.send("quit");
        let (lines, status) = client.finish();
        assert!(status.success());
        assert_eq!(order(&lines), ["bestmove"], "{go}: {lines:?}");
    }
    let (lines, status) = {
        let mut client = Client::start(&[]);
        client.send("quit");
        client.finish()
    };
    assert!(lines.is_empty() && status.success());
}
