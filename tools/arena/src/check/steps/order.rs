//! Steps about the order of answers: what acts at once, what is held back, what is queued.

use super::Scope::{Each, Once};
use super::{SEARCHED, SOLVED, Step, step};
use crate::check::context::TestContext;
use crate::check::reference::{Reference, TRIES, in_time};
use crate::check::step_result::{StepResult, cut, is_error, require};
use std::time::{Duration, Instant};

const JOB: &str = "While a job runs";

pub(super) const STEPS: &[Step] = &[
    step("isready-idle", Each, "isready", "isready is answered once, by readyok", |t| {
        for _ in 0..3 {
            t.send("isready")?;
            let line = t.line()?;
            require!(line == "readyok", "'{}'", cut(&line));
        }
        t.expect_silence("")?;
        t.expect_no_output()
    }),
    step("isready-search", Each, JOB, "isready is answered at once during a search, and does not end it", |t| {
        for go in ["go infinite", "go", "go ponder"] {
            let lines = t.start_endless(go)?;
            in_time(t, t.settings.stop_limit, TRIES, ready)?;
            t.expect_no_bestmove()?;
            t.stop(lines)?;
        }
        Ok(())
    }),
    step("isready-order", Each, "isready", "isready comes after what came earlier and was not queued", |t| {
        t.send("query gameover\nmoves\nisready\nquery side")?;
        let said = [t.line()?, t.line()?, t.line()?, t.line()?].map(|line| line.split(' ').next().map(str::to_string));
        let words: Vec<_> = said.iter().flatten().map(String::as_str).collect();
        require!(words == ["response", "moves", "readyok", "response"], "{words:?}");
        Ok(())
    }),
    step("isready-perft", Each, JOB, "isready is answered at once during a perft", |t| {
        t.send("go perft 30")?;
        ready(t, false)?;
        t.send("stop")?;
        t.read_until_prefix("info string perft stopped").map(drop)
    }),
    step("stop-latency", Each, "stop", "stop: the bestmove comes within the limit (median of 5, measured)", |t| {
        let mut board = t.random_position(0)?;
        latency(t, |t| {
            (0..4).for_each(|_| _ = board.play_any(&mut t.rng));
            t.set_up(&board)?;
            t.start_endless("go infinite").map(drop)
        })
    }),
    step("stop-latency-first", Each, "stop", "stop is answered in time by a search that has just started", |t| {
        latency(t, |t| {
            t.random_position(10)?;
            t.send("go infinite")
        })
    }),
    step("stop-latency-bounded", SEARCHED, "stop", "stop is answered in time by a search with distant limits", |t| {
        latency(t, |t| {
            t.random_position(10)?;
            t.send("go depth 127 movetime 1000000 nodes 99999999999")
        })
    }),
    step("stop-latency-perft", Each, "stop", "stop is answered in time by a perft", |t| {
        latency(t, |t| t.send("go perft 30"))
    }),
    step("stop-idle", Each, "stop", "stop and ponderhit are silent when idle", |t| {
        t.expect_silence("stop\nponderhit\nstop\nstop")?;
        t.search("go depth 1")?.result()?;
        t.expect_silence("stop\nponderhit")?;
        t.search("go depth 1")?.result().map(drop)
    }),
    step("stop-twice", Each, "stop", "a second stop has no effect", |t| {
        let lines = t.start_endless("go infinite")?;
        t.send("stop")?;
        let search = t.stop(lines)?;
        search.result()?;
        t.expect_no_output()
    }),
    step("unbidden-start", Once, "Lines", "no output before the first line", |t| {
        t.launch()?;
        t.expect_no_output()
    }),
    step("unbidden-idle", Each, "Lines", "no output while the engine is idle", |t| {
        t.random_position(5)?;
        t.expect_no_output()?;
        t.search("go depth 2")?.result()?;
        t.expect_no_output()
    }),
    step("silent-commands", Each, "Commands", "position, setoption, ucinewgame, register are silent", |t| {
        t.expect_silence("position startpos")?;
        t.expect_silence("ucinewgame")?;
        t.expect_silence("uginewgame")?;
        t.expect_silence("register later")?;
        t.expect_silence("register name Somebody code 4711")?;
        if t.option("Move Overhead").is_ok() {
            t.set("Move Overhead", 20)?;
        }
        t.expect_no_output()
    }),
    step(
        "infinite-solved",
        SOLVED,
        "End of a search",
        "the bestmove of an endless search is held back even if it is solved",
        |t| {
            for go in ["go infinite", "go", "go ponder depth 1"] {
                t.random_position(6)?;
                let lines = t.start_endless(go)?;
                t.expect_no_bestmove()?;
                t.stop(lines)?.result()?;
            }
            Ok(())
        },
    ),
    step("ponderhit-lets-go", Each, "ponderhit", "ponderhit releases a search whose limit was reached", |t| {
        let board = t.random_position(6)?;
        t.send("go ponder depth 2")?;
        let deepest = if t.variant == "othello" || t.variant == "gomoku" { "info depth 2" } else { "info depth 1" };
        t.read_until_prefix(deepest)?;
        t.expect_no_bestmove()?;
        t.send("ponderhit")?;
        let search = t.end_of_search()?;
        let (best, _) = search.moves()?;
        require!(board.referee.legal_moves().contains(&best), "bestmove {best} is not legal");
        t.expect_no_output()
    }),
    step("ponderhit-time", SEARCHED, "ponderhit", "limits of a search that ponders count from the ponderhit", |t| {
        in_time(t, t.settings.stop_limit, 1, |t, with_reference| {
            t.start_endless("go ponder movetime 100")?;
            t.expect_no_bestmove()?;
            t.send("ponderhit")?;
            let hit = Instant::now();
            let due = hit + Duration::from_millis(100);
            let reference = with_reference.then(|| Reference::begin(Some(due))).transpose()?;
            t.end_of_search()?;
            let took = hit.elapsed();
            require!(took >= Duration::from_millis(60), "{} ms after ponderhit", took.as_millis());
            Ok(((hit + took).saturating_duration_since(due), reference.map_or(Duration::ZERO, Reference::lateness)))
        })
    }),
    step("ponderhit-infinite", Each, "ponderhit", "with infinite, a ponderhit does not end the search", |t| {
        let lines = t.start_endless("go ponder infinite")?;
        t.send("ponderhit")?;
        t.expect_no_bestmove()?;
        t.stop(lines)?.result().map(drop)
    }),
    step("ponderhit-solved", SOLVED, "ponderhit", "without limits, a ponderhit releases a solved search", |t| {
        t.start_endless("go ponder")?;
        t.expect_no_bestmove()?;
        t.send("ponderhit")?;
        t.end_of_search().map(drop)
    }),
    step("queue-held", Each, JOB, "lines during a search are executed after it", |t| {
        for line in ["query gameover", "moves", "d", "eval", "go depth 1", "help"] {
            t.start_endless("go infinite")?;
            t.send(line)?;
            t.send("isready")?;
            let early = t.read_until_prefix("readyok")?;
            require!(
                early.iter().all(|line| line == "readyok" || line.starts_with("info ")),
                "{early:?} after '{line}'"
            );
            t.send("stop")?;
            t.read_until_prefix("bestmove ")?;
            if line.starts_with("go") {
                t.read_until_prefix("bestmove ")?;
            }
            t.responses("")?;
        }
        Ok(())
    }),
    step(
        "queue-order",
        Each,
        JOB,
        "queued lines keep their order, and each go is finished before the next line is executed",
        |t| {
            let variant = t.variant;
            t.send(&format!(
            "go depth 3\nmoves\nquery gameover\ngo depth 2\nvariant {variant}\ngo perft 1\nquery side\ngo depth 1\nmoves\n\
             wait\nisready"
        ))?;
            let said = t.read_until_prefix("readyok")?;
            let order = order(&said);
            let expected = [
                "bestmove", "moves", "response", "bestmove", "variant", "Nodes", "response", "bestmove", "moves",
                "readyok",
            ];
            require!(order == expected, "{order:?}");
            Ok(())
        },
    ),
    step("queue-position", Each, JOB, "a position that is sent during a search is used for the next one", |t| {
        let board = crate::check::board::Board::ongoing(t.variant, 7, &mut t.rng);
        let lines = t.start_endless("go infinite")?;
        t.send(&format!("{}\nquery position\ngo depth 1\nstop", board.line()))?;
        t.read_until_prefix("bestmove ")?;
        let answer = t.line()?;
        require!(answer == format!("response {}", board.referee.position()), "'{answer}'");
        let search = t.end_of_search()?.result()?;
        crate::check::search::best_move_is_legal(&search, &board)?;
        require!(!lines.is_empty(), "no info line");
        Ok(())
    }),
    step("queue-stop", Each, JOB, "a stop after queued lines ends the running search and those that they start", |t| {
        t.send("go infinite\nquery side\ngo infinite\nquery side\nstop\nwait\nisready")?;
        let said = t.read_until_prefix("readyok")?;
        let order = order(&said);
        require!(order == ["bestmove", "response", "bestmove", "response", "readyok"], "{order:?}");
        Ok(())
    }),
    step("queue-ponderhit", Each, JOB, "a ponderhit after queued lines is executed in order", |t| {
        t.start_endless("go infinite")?;
        t.send("go ponder depth 1\nponderhit\nquery side")?;
        t.expect_no_bestmove()?;
        t.send("stop")?;
        t.read_until_prefix("bestmove ")?;
        t.read_until_prefix("bestmove ")?;
        t.read_until_prefix("response ").map(drop)
    }),
    step("wait-search", Each, "wait", "wait holds back isready, stop and quit until the search is done", |t| {
        t.send("go depth 4\nwait\nisready\nquery side\nwait\nquit")?;
        let end = t.end()?;
        let order = order(&end.lines);
        require!(order == ["bestmove", "readyok", "response"], "{order:?}");
        Ok(())
    }),
    step("wait-stop", SEARCHED, "wait", "a stop after wait does not end the search before it", |t| {
        t.send("go depth 5\nwait\nstop\nisready")?;
        let said = t.read_until_prefix("readyok")?;
        let fifth = said.iter().any(|line| line.starts_with("info depth 5 "));
        require!(fifth && order(&said) == ["bestmove", "readyok"], "the search did not reach depth 5");
        Ok(())
    }),
    step("wait-idle", Each, "wait", "wait has no effect when idle", |t| {
        t.expect_silence("wait\nwait")?;
        require!(t.response("wait\nquery gameover\nwait")? == "response false", "not answered after wait");
        Ok(())
    }),
    step("wait-perft", Each, "wait", "wait holds back until a perft is done", |t| {
        t.send("go perft 2\nwait\nisready")?;
        let said = t.read_until_prefix("readyok")?;
        require!(order(&said) == ["Nodes", "readyok"], "{:?}", order(&said));
        Ok(())
    }),
    step("wait-endless", Each, "wait", "wait after an endless search is an error, and does not wait", |t| {
        for go in ["go infinite", "go", "go ponder depth 1"] {
            t.start_endless(go)?;
            t.send("wait\nisready")?;
            let said = t.read_until_prefix("readyok")?;
            let errors = said.iter().filter(|line| is_error(line)).count();
            require!(errors == 1, "{errors} errors to 'wait' after '{go}'");
            t.send("stop")?;
            t.end_of_search()?;
        }
        Ok(())
    }),
    step("wait-queued-stop", Each, "wait", "wait after an endless search with a queued stop waits", |t| {
        t.send("go depth 2\ngo infinite\nstop\nwait\nisready")?;
        let said = t.read_until_prefix("readyok")?;
        require!(order(&said) == ["bestmove", "bestmove", "readyok"], "{:?}", order(&said));
        require!(!said.iter().any(|line| is_error(line)), "an error");
        Ok(())
    }),
];

/// The latency of `isready`, and that of the reference if requested.
fn ready(t: &mut TestContext<'_>, with_reference: bool) -> StepResult<(Duration, Duration)> {
    let mut reference = with_reference.then(|| Reference::begin(None)).transpose()?;
    if let Some(reference) = &mut reference {
        reference.ask();
    }
    t.send("isready")?;
    loop {
        let (line, took) = t.timed_line()?;
        require!(!line.starts_with("bestmove"), "'{}' before readyok", cut(&line));
        if line == "readyok" {
            return Ok((took, reference.map_or(Duration::ZERO, Reference::lateness)));
        }
    }
}

/// Requires that latencies of `stop` are within the limit.
fn latency(t: &mut TestContext<'_>, mut begin: impl FnMut(&mut TestContext<'_>) -> StepResult) -> StepResult {
    in_time(t, t.settings.stop_limit, TRIES, |t, with_reference| {
        let reference = with_reference.then(|| Reference::begin(None)).transpose()?;
        begin(t)?;
        t.stop_latency(reference)
    })
}

/// The first words of the lines that answer commands, in order.
pub(super) fn order(lines: &[String]) -> Vec<&'static str> {
    let kind = |line: &String| match line.split(' ').next() {
        Some("info") if line.starts_with("info string variant ") => Some("variant"),
        first => ["bestmove", "readyok", "moves", "Nodes", "response"].into_iter().find(|kind| first == Some(kind)),
    };
    lines.iter().filter_map(kind).collect()
}
