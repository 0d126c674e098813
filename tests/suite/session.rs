//! The order of things over real pipes: queue, `wait`, `stop`, `ponder`, end of input, `quit`, storms.

use super::client::{Client, count, errors, number_after, script};
use std::time::Duration;

const GAMES: [&str; 4] = ["lgame", "rhombus", "othello", "gomoku"];
/// Long enough to tell silence from an answer that is on its way.
const MOMENT: Duration = Duration::from_millis(120);

/// The words of a transcript that matter for order.
fn order(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .filter_map(|line| line.split(' ').next())
        .filter(|word| matches!(*word, "bestmove" | "readyok" | "moves" | "Nodes" | "response"))
        .collect()
}

#[test]
fn the_main_job_runs_in_every_game() {
    for game in GAMES {
        let lines = script(&format!("variant {game}\ngo depth 3\n"));
        assert!(lines[0].starts_with(&format!("info string variant {game} files ")), "{lines:?}");
        assert_eq!(count(&lines, "bestmove "), 1, "{lines:?}");
        assert!(errors(&lines).is_empty(), "{lines:?}");
        let last = &lines[lines.len() - 2];
        assert!(last.starts_with("info depth "), "{last}");
        let best = lines[lines.len() - 1].split(' ').nth(1).expect("a move");
        assert!(last.contains(&format!(" pv {best}")), "{last} / {best}");
    }
}

#[test]
fn what_is_piped_in_one_go_means_what_it_says() {
    let lines =
        script("go depth 4\nisready\nvariant lgame\ngo depth 1\nmoves\nvariant rhombus\nquery p1turn\ngo depth 2");
    let words = order(&lines);
    // `isready` acts at once, everything else keeps its order.
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
        assert!(client.is_silent(MOMENT), "{go}");
        client.ask("stop", "bestmove ");
    }
    // Over, and still held back.
    client.send("variant othello");
    client.send("position fen xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxx1 o");
    client.send("go infinite");
    assert_eq!(client.until("info depth 0").pop().as_deref(), Some("info depth 0 score cp -6400 nodes 0 nps 0 time 0"));
    assert!(client.is_silent(MOMENT));
    assert_eq!(client.ask("stop", "bestmove "), "bestmove (none)");
}

#[test]
fn ponderhit_lets_a_finished_search_go_and_starts_the_clock_of_a_running_one() {
    let mut client = Client::start(&[]);
    client.send("go ponder depth 2");
    client.until("info depth 2 ");
    assert!(client.is_silent(MOMENT));
    client.ask("ponderhit", "bestmove ");
    client.send("go ponder movetime 150");
    client.until("info depth 5 ");
    let before = std::time::Instant::now();
    client.ask("ponderhit", "bestmove ");
    let took = before.elapsed();
    assert!(took >= Duration::from_millis(100), "{took:?}");
    // Nothing to act on.
    client.send("ponderhit");
    client.send("stop");
    assert!(client.is_silent(MOMENT));
    let (rest, status) = client.finish();
    assert!(rest.is_empty() && status.success(), "{rest:?}");
}

#[test]
fn a_stop_behind_queued_lines_ends_what_they_start_too() {
    for _ in 0..20 {
        let lines = script("go infinite\nposition startpos moves f5\ngo infinite\nstop\nisready\n");
        assert_eq!(count(&lines, "bestmove "), 2, "{lines:?}");
        assert_eq!(count(&lines, "readyok"), 1);
    }
}

#[test]
fn a_stop_ends_queued_searches_though_other_lines_stand_between() {
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
    // A stop behind `wait` does not end the search before it.
    let lines = script("go depth 7\nwait\nstop\nisready\n");
    let last = lines.iter().rfind(|line| line.starts_with("info depth")).expect("an info line");
    assert_eq!(number_after(last, "depth"), 7);
    assert_eq!(order(&lines), ["bestmove", "readyok"]);
}

#[test]
fn wait_behind_an_endless_search_is_an_error_unless_a_stop_is_queued() {
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
fn the_end_of_input_carries_out_the_queue_and_cuts_endless_searches_short() {
    let lines = script("go infinite\ngo depth 5\nvariant gomoku\ngo\ngo ponder wtime 10 btime 10\ngo perft 1");
    assert_eq!(order(&lines), ["bestmove", "bestmove", "bestmove", "bestmove", "Nodes"], "{lines:?}");
    let fifth = lines.iter().any(|line| line.starts_with("info depth 5 "));
    assert!(fifth, "the bounded search went on to its end: {lines:?}");
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

#[test]
fn perft_is_a_search_to_everything_but_bestmove() {
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
fn bench_stops_like_a_search_and_says_no_bestmove() {
    let mut client = Client::start(&[]);
    client.send("bench 100");
    assert_eq!(client.ask("isready", "readyok"), "readyok");
    client.send("stop");
    assert_eq!(client.until("info string bench stopped").len(), 1);
    let (rest, status) = client.finish();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn a_closed_stdout_ends_the_process_quietly() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_quartet"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(b"go infinite\nuci\n");
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_log_file_mirrors_both_directions() {
    let path = std::env::temp_dir().join(format!("quartet-log-{}", std::process::id()));
    let shown = path.display();
    let lines = script(&format!("setoption name Debug Log File value {shown}\nisready\nquery side\n"));
    assert_eq!(lines, ["readyok", "response x"]);
    let text = std::fs::read_to_string(&path).expect("the log");
    let _ = std::fs::remove_file(&path);
    let tails: Vec<_> = text.lines().map(|line| line.split_once(' ').expect("a stamp").1).collect();
    assert_eq!(tails, [">> isready", "<< readyok", ">> query side", "<< response x"]);
    let lines = script("setoption name Debug Log File value /no/such/folder/x\nisready\n");
    assert_eq!(errors(&lines).len(), 1, "{lines:?}");
}

#[test]
fn wait_behind_a_search_that_is_held_though_its_limit_is_reached_is_an_error() {
    let mut client = Client::start(&[]);
    client.send("go infinite nodes 100");
    client.until("info depth ");
    client.ask("isready", "readyok");
    client.send("wait");
    client.until("info string error: ");
    client.ask("stop", "bestmove ");
}

#[test]
fn ponderhit_behind_a_wait_counts_from_its_turn() {
    let mut client = Client::start(&[]);
    client.send("go depth 10\nwait\ngo ponder movetime 200\nponderhit");
    client.until("bestmove ");
    let begun = std::time::Instant::now();
    client.until("bestmove ");
    let took = begun.elapsed();
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
    assert!(client.is_silent(MOMENT));
    client.ask("stop", "bestmove ");
}

#[test]
fn a_move_named_twice_counts_once() {
    let lines = script("setoption name Personality value random\ngo searchmoves f5 f5 d3\nstop\n");
    let line = lines.iter().find(|line| line.starts_with("info depth 1 ")).expect("a line");
    assert_eq!(number_after(line, "nodes"), 2);
}
