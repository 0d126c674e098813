//! Jobs of other kinds than a plain search: `go perft`, `bench`, `go mate`, and their end at `stop` and `quit`.

use super::client::{Client, count, number_after, script};
use std::time::Duration;

#[test]
fn perft_is_a_job_without_a_bestmove() {
    let mut client = Client::start(&[]);
    client.send("go perft 30");
    assert_eq!(client.ask("isready", "readyok"), "readyok");
    client.send("moves");
    client.send("stop");
    let lines = client.until("moves ");
    assert!(lines.contains(&"info string perft stopped".to_string()), "{lines:?}");
    assert_eq!(count(&lines, "Nodes"), 0);
    assert_eq!(count(&lines, "bestmove"), 0);
    let lines = script("go perft 0\ngo perft 1\nwait\nquit\n");
    assert_eq!(lines, ["Nodes searched: 1", "d3: 1", "c4: 1", "f5: 1", "e6: 1", "Nodes searched: 4"]);
}

#[test]
fn bench_stops_like_a_search_without_a_bestmove() {
    let mut client = Client::start(&[]);
    client.send("bench 100");
    assert_eq!(client.ask("isready", "readyok"), "readyok");
    client.send("stop");
    assert_eq!(client.until("info string bench stopped").len(), 1);
    let (rest, status) = client.finish();
    assert!(rest.is_empty() && status.success());
}

/// `stop` works even in deep perft counts, which reach hardly any leaf, and while a large table is cleared.
#[test]
fn every_job_of_every_kind_ends_at_stop() {
    let small = "position fen 5/5/5/5/5 x - 0\n";
    for (game, job, answer) in [
        ("othello", "go perft 99", "info string perft stopped"),
        ("gomoku", "go perft 300", "info string perft stopped"),
        ("gomoku", &format!("{small}go perft 30"), "info string perft stopped"),
        ("rhombus", "go perft 200", "info string perft stopped"),
        ("lgame", "go perft 1000", "info string perft stopped"),
        ("othello", "bench 100 1 512", "info string bench stopped"),
        ("gomoku", "position startpos moves h8 h9 g8 i10\ngo mate 60", "bestmove "),
        ("rhombus", "solve verify", "info string "),
        ("othello", "go infinite", "bestmove "),
    ] {
        for end in ["stop", "quit"] {
            let mut client = Client::start(&[game]);
            client.send(job);
            client.ask("isready", "readyok");
            if game == "gomoku" && job.contains("perft") {
                client.assert_silent(Duration::from_millis(5), job);
            }
            client.send(end);
            if end == "stop" {
                client.until(answer);
            }
            let (_, status) = client.finish();
            assert!(status.success(), "{game} {job} {end}: {status}");
        }
    }
}

#[test]
fn go_mate_reports_its_progress() {
    let mut client = Client::start(&["gomoku"]);
    client.send("position startpos moves h8 h9 g8 i10\ngo mate 60");
    client.until("info string no mate in 60 found yet, time ");
    let line = client.until("info string no mate in 60 found yet, time ").pop().expect("a line");
    assert!(number_after(&line, "nodes") > 0, "{line}");
    client.ask("stop", "bestmove ");
}
