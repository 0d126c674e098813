//! Searches on the opponent's time.

use crate::players::Stage;
use crate::support::{FAKE, Folder, fail, games, quartet, succeed};
use quartet::engine::Setup;
use quartet_arena::fault::{Cancel, Fault, FaultKind, Interruption};
use quartet_arena::limits::{ClockSettings, Limits};

/// The conversation up to the first move, F5, to which the engine expects this reply.
fn opened(expected: &str) -> String {
    format!(
        "> uci\n< option name Ponder type check default false\n< uciok\n> setoption name Ponder value true\n> isready\n\
         < readyok\n> ucinewgame\n> isready\n< readyok\n> isready\n< readyok\n> position startpos\n> go depth 3\n\
         < bestmove f5 ponder {expected}\n"
    )
}

/// The beginning of a search on the opponent's time.
const PONDERS: &str = "> isready\n< readyok\n> position startpos moves f5 d6\n> go ponder depth 3\n";

/// A game in which the engine has moved and may ponder.
fn pondering(script: &str, patience: u64) -> Stage {
    let limits = Limits { depth: Some(3), timeout: patience, ..Limits::default() };
    let mut stage = Stage::pondering(limits, script);
    stage.begin(Setup::Start, "").expect("ready");
    assert!(!stage.think().ponderhit);
    stage.ponder().expect("it ponders");
    stage
}

/// The failure of the engine when the opponent has made this move.
fn failure(script: &str, reply: &str, patience: u64) -> Fault {
    let mut stage = pondering(script, patience);
    stage.play(reply);
    match stage.ask().expect_err("a failure") {
        Interruption::Fault(fault) => fault,
        Interruption::Cancelled => panic!("cancelled"),
    }
}

#[test]
fn the_expected_move_is_a_hit_and_another_one_a_new_search() {
    let script = opened("d6")
        + PONDERS
        + "< info depth 2 score cp 5 nodes 10 time 900 pv c3\n> ponderhit\n< info depth 3 score cp 7 pv c3\n\
           < bestmove c3 ponder d3\n> isready\n< readyok\n> position startpos moves f5 d6 c3 d3\n> go ponder depth 3\n\
           < info depth 1 pv c4\n> stop\n< info depth 2 pv c4\n< bestmove c4 ponder c5\n\
           > isready\n< readyok\n> position startpos moves f5 d6 c3 g5\n> go depth 3\n< bestmove c6\n> quit";
    let mut stage = pondering(&script, 60_000);
    stage.play("d6");
    let hit = stage.think();
    assert_eq!((hit.text.as_str(), hit.ponderhit, hit.report.depth), ("c3", true, Some(3)));
    // It is not known from when the engine counts.
    assert_eq!(hit.report.milliseconds, None);
    stage.ponder().expect("it ponders");
    stage.play("g5");
    let miss = stage.ask().expect("an answer");
    assert_eq!((miss.text.as_str(), miss.ponderhit, miss.report.depth), ("c6", false, None));
    // The last answer expects no reply.
    stage.ponder().expect("nothing to do");
    stage.player.quit();
}

#[test]
fn the_clocks_are_those_of_the_engine_that_ponders() {
    let clock = ClockSettings { base: 5000, increment: 100, moves: None };
    let script = opened("d6").replace("depth 3", "wtime 5100 btime 5100 winc 100 binc 100")
        + &PONDERS.replace("depth 3", "wtime 5100 btime 5100 winc 100 binc 100")
        + "> ponderhit\n< bestmove c3\n> quit";
    let mut stage = Stage::pondering(Limits { clock: Some(clock), ..Limits::default() }, &script);
    stage.begin(Setup::Start, "").expect("ready");
    stage.think();
    stage.ponder().expect("it ponders");
    stage.play("d6");
    assert!(stage.think().ponderhit);
}

#[test]
fn a_reply_that_is_illegal_is_not_pondered_on() {
    let script = opened("a1") + "> isready\n< readyok\n> position startpos moves f5 d6\n> go depth 3\n< bestmove c3";
    let mut stage = pondering(&script, 60_000);
    stage.play("d6");
    assert!(!stage.think().ponderhit);
}

#[test]
fn a_game_that_ends_ends_the_search() {
    let script = opened("d6") + PONDERS + "> stop\n< bestmove c3\n> ucinewgame\n> isready\n< readyok\n> quit";
    let mut stage = pondering(&script, 60_000);
    stage.player.stop_pondering(&Cancel::default()).expect("stopped");
    stage.begin(Setup::Start, "").expect("ready");
}

#[test]
fn an_engine_that_does_not_stop_fails_instead_of_hanging() {
    let stall = failure(&(opened("d6") + PONDERS + "> stop\n~ 1"), "f6", 300);
    assert_eq!((stall.kind, stall.detail.as_str()), (FaultKind::Stall, "no 'bestmove' after 'stop' within 300 ms"));
    let silent = failure(&(opened("d6") + PONDERS + "> ponderhit\n~ 1"), "d6", 300);
    assert_eq!((silent.kind, silent.detail.as_str()), (FaultKind::Stall, "no 'bestmove' within 300 ms"));
    let gone = failure(&(opened("d6") + PONDERS), "d6", 60_000);
    assert_eq!(gone.kind, FaultKind::Disconnect);
}

#[test]
fn quartet_ponders() {
    let folder = Folder::new();
    let (out, log) = (folder.file("games.jsonl"), folder.file("log.txt"));
    let cmd = format!("cmd={}", quartet().display());
    let engines = ["--engine", "name=one", "ponder=true", "--engine", "name=other", "ponder=true", "option.Seed=7"];
    let each = ["--each", &cmd, "movetime=20", "margin=2000", "option.Hash=1"];
    let words = ["--variant", "othello", "--games", "2", "--quiet", "--out", out.to_str().expect("text")];
    succeed(&[&engines[..], &each, &words, &["--log", log.to_str().expect("text")]].concat());
    let games = games(&out);
    assert!(games.iter().all(|game| game.failure.is_none()), "{:?}", games[0].failure);
    let hits = games.iter().flat_map(|game| &game.moves).filter(|mv| mv.ponderhit).count();
    let log = std::fs::read_to_string(&log).expect("a log");
    let count = |line: &str| log.lines().filter(|own| own.ends_with(line)).count();
    assert!(hits > 0 && count("> ponderhit") == hits, "{hits} hits");
    // Every other search on the opponent's time was stopped.
    let begun = log.lines().filter(|line| line.contains("> go ponder movetime 20")).count();
    assert_eq!(count("> stop"), begun - hits);
}

#[test]
fn protocols_without_pondering_refuse_it() {
    let cmd = format!("cmd={FAKE}");
    let engines = ["--variant", "gomoku", "--engine", "name=a", &cmd, "depth=1", "--engine", "name=b", &cmd];
    let error = fail(&[&engines[..], &["proto=gomocup", "ponder=true"]].concat());
    assert!(error.contains("engine 'b' has ponder=true, but its protocol has no pondering"), "{error}");
    let error = fail(&[&engines[..], &["depth=1", "ponder=perhaps"]].concat());
    assert!(error.contains("'perhaps', expected true or false"), "{error}");
}
