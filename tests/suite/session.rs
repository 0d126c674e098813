//! The session over real pipes: queue, `wait`, `stop`, `ponder`, end of input, `quit`, stress.

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

/// Deep counts visit hardly any leaf, and big tables take long to clear: `stop` works all the same.
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
            assert!(client.is_silent(Duration::from_millis(5)) || game != "gomoku" || !job.contains("perft"));
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
fn a_search_for_a_win_says_that_it_goes_on() {
    let mut client = Client::start(&["gomoku"]);
    client.send("position startpos moves h8 h9 g8 i10\ngo mate 60");
    client.until("info string no mate in 60 found yet, time ");
    let line = client.until("info string no mate in 60 found yet, time ").pop().expect("a line");
    assert!(number_after(&line, "nodes") > 0, "{line}");
    client.ask("stop", "bestmove ");
}

/// The GUI has died: nobody reads, nobody writes, and the job says nothing for hours.
#[cfg(unix)]
#[test]
fn an_orphan_ends_whatever_it_does() {
    use std::process::{Command, Stdio};
    let queue = "go depth 3\ngo mate 60\ngo perft 30\nbench 90\n";
    for (game, lines) in [
        ("othello", "go perft 30\n"),
        ("gomoku", "position startpos moves h8 h9 g8 i10\ngo mate 60\n"),
        ("othello", "bench 100\n"),
        ("gomoku", queue),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quartet"))
            .arg(game)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut stdin, lines.as_bytes()).expect("it listens");
        drop((stdin, child.stdout.take()));
        let started = std::time::Instant::now();
        while child.try_wait().expect("a child").is_none() {
            if started.elapsed() > super::client::TIMEOUT {
                let _ = child.kill();
                panic!("{game} computes on: {lines}");
            }
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_byte_order_mark_at_the_very_start_is_skipped() {
    assert_eq!(script("\u{feff}isready\n"), ["readyok"]);
    assert_eq!(script("\u{feff}\nisready\n"), ["readyok"]);
    assert_eq!(script("\u{feff}position startpos moves f5\nquery ply"), ["response 1"]);
    assert!(script("\u{feff}ABOUT\nEND\n")[0].starts_with("name=\"Quartet\""));
    // Anywhere else it is no part of the language.
    assert_eq!(errors(&script("isready\n\u{feff}moves\n")).len(), 1);
}

/// A loss that the search believes in without a proof has its documented place, and chances that are not certain.
#[test]
fn no_number_of_the_search_alone_is_told() {
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
fn what_a_preset_fixes_is_a_view() {
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

/// Whatever an answer repeats.
#[test]
fn answers_are_ascii() {
    let long = "é".repeat(200);
    let lines = script(&format!(
        "斜方棋\nvariant 象棋\nsetoption name Häsh value 1\nposition fen {long}\nposition startpos moves {long}\n\
         setoption name Debug Log File value /nö/such/folder\nquery {long}\nvariant 斜方棋\nd\nhelp\nuci\n"
    ));
    assert_eq!(errors(&lines).len(), 7, "{lines:?}");
    assert!(lines.iter().all(|line| line.is_ascii()), "{lines:?}");
}

#[test]
fn the_log_file_is_not_what_is_read() {
    use std::process::{Command, Stdio};
    let path = std::env::temp_dir().join(format!("quartet-script-{}", std::process::id()));
    let input = format!("setoption name Debug Log File value {}\nisready\n", path.display());
    std::fs::write(&path, &input).expect("a script");
    let stdin = Stdio::from(std::fs::File::open(&path).expect("the script"));
    let output = Command::new(env!("CARGO_BIN_EXE_quartet")).stdin(stdin).output().expect("it ends");
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    if cfg!(unix) {
        assert!(reported.starts_with("info string error: ") && reported.ends_with("readyok\n"), "{reported}");
        assert_eq!(std::fs::read_to_string(&path).expect("the script"), input);
    }
    let _ = std::fs::remove_file(&path);
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
    assert!(client.is_silent(MOMENT));
    client.ask("stop", "bestmove ");
}

#[test]
fn a_move_named_twice_counts_once() {
    let lines = script("setoption name Personality value random\ngo searchmoves f5 f5 d3\nstop\n");
    let line = lines.iter().find(|line| line.starts_with("info depth 1 ")).expect("a line");
    assert_eq!(number_after(line, "nodes"), 2);
}
