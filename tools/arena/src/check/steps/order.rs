//! Steps about the order of things: what acts at once, what is held back, what waits its turn.

use super::Scope::{Each, Once};
use super::{SEARCHED, SOLVED, Step, step};
use crate::check::reference::{Reference, TRIES, in_time};
use crate::check::trial::{Check, Trial, cut, demand, is_error};
use std::time::{Duration, Instant};

const JOB: &str = "While a job runs";

pub(super) const STEPS: &[Step] = &[
    step("isready-idle", Each, "isready", "isready is answered by readyok, once", |t| {
        for _ in 0..3 {
            t.send("isready")?;
            let line = t.line()?;
            demand!(line == "readyok", "'{}'", cut(&line));
        }
        t.silent("")?;
        t.quiet()
    }),
    step("isready-search", Each, JOB, "isready is answered at once during a search, and does not end it", |t| {
        for go in ["go infinite", "go", "go ponder"] {
            let lines = t.begin_endless(go)?;
            in_time(t, t.settings.stop_limit, TRIES, ready)?;
            t.is_held()?;
            t.stopped(lines)?;
        }
        Ok(())
    }),
    step("isready-order", Each, "isready", "isready comes behind what came earlier and was not queued", |t| {
        t.send("query gameover\nmoves\nisready\nquery side")?;
        let said = [t.line()?, t.line()?, t.line()?, t.line()?].map(|line| line.split(' ').next().map(str::to_string));
        let words: Vec<_> = said.iter().flatten().map(String::as_str).collect();
        demand!(words == ["response", "moves", "readyok", "response"], "{words:?}");
        Ok(())
    }),
    step("isready-perft", Each, JOB, "isready is answered at once during a perft", |t| {
        t.send("go perft 30")?;
        ready(t, false)?;
        t.send("stop")?;
        t.until("info string perft stopped").map(drop)
    }),
    step("stop-latency", Each, "stop", "stop: the bestmove comes within the limit (median of 5, measured)", |t| {
        let mut board = t.random_position(0)?;
        latency(t, |t| {
            (0..4).for_each(|_| _ = board.play_any(&mut t.random));
            t.set_up(&board)?;
            t.begin_endless("go infinite").map(drop)
        })
    }),
    step("stop-latency-first", Each, "stop", "the same for a search that has only begun", |t| {
        latency(t, |t| {
            t.random_position(10)?;
            t.send("go infinite")
        })
    }),
    step("stop-latency-bounded", SEARCHED, "stop", "the same for a search with limits far away", |t| {
        latency(t, |t| {
            t.random_position(10)?;
            t.send("go depth 127 movetime 1000000 nodes 99999999999")
        })
    }),
    step("stop-latency-perft", Each, "stop", "the same for a perft", |t| latency(t, |t| t.send("go perft 30"))),
    step("stop-idle", Each, "stop", "stop and ponderhit without anything to act on are silent", |t| {
        t.silent("stop\nponderhit\nstop\nstop")?;
        t.search("go depth 1")?.result()?;
        t.silent("stop\nponderhit")?;
        t.search("go depth 1")?.result().map(drop)
    }),
    step("stop-twice", Each, "stop", "a second stop is without effect", |t| {
        let lines = t.begin_endless("go infinite")?;
        t.send("stop")?;
        let search = t.stopped(lines)?;
        search.result()?;
        t.quiet()
    }),
    step("unbidden-start", Once, "Lines", "nothing is said before the first line", |t| {
        t.launch()?;
        t.quiet()
    }),
    step("unbidden-idle", Each, "Lines", "nothing is said while there is nothing to do", |t| {
        t.random_position(5)?;
        t.quiet()?;
        t.search("go depth 2")?.result()?;
        t.quiet()
    }),
    step("silent-commands", Each, "Commands", "position, setoption, ucinewgame, register are silent", |t| {
        t.silent("position startpos")?;
        t.silent("ucinewgame")?;
        t.silent("uginewgame")?;
        t.silent("register later")?;
        t.silent("register name Somebody code 4711")?;
        if t.option("Move Overhead").is_ok() {
            t.set("Move Overhead", 20)?;
        }
        t.quiet()
    }),
    step(
        "infinite-solved",
        SOLVED,
        "End of a search",
        "the bestmove of an endless search is held back though all is known",
        |t| {
            for go in ["go infinite", "go", "go ponder depth 1"] {
                t.random_position(6)?;
                let lines = t.begin_endless(go)?;
                t.is_held()?;
                t.stopped(lines)?.result()?;
            }
            Ok(())
        },
    ),
    step("ponderhit-lets-go", Each, "ponderhit", "ponderhit lets a search go whose limit was reached", |t| {
        let board = t.random_position(6)?;
        t.send("go ponder depth 2")?;
        let deepest = if t.variant == "othello" || t.variant == "gomoku" { "info depth 2" } else { "info depth 1" };
        t.until(deepest)?;
        t.is_held()?;
        t.send("ponderhit")?;
        let search = t.end_of_search()?;
        let (best, _) = search.moves()?;
        demand!(board.referee.legal_moves().contains(&best), "bestmove {best} is not legal");
        t.quiet()
    }),
    step("ponderhit-time", SEARCHED, "ponderhit", "limits of a search that ponders count from the ponderhit", |t| {
        in_time(t, t.settings.stop_limit, 1, |t, beside| {
            t.begin_endless("go ponder movetime 100")?;
            t.is_held()?;
            t.send("ponderhit")?;
            let hit = Instant::now();
            let due = hit + Duration::from_millis(100);
            let reference = beside.then(|| Reference::begin(Some(due))).transpose()?;
            t.end_of_search()?;
            let took = hit.elapsed();
            demand!(took >= Duration::from_millis(60), "{} ms behind ponderhit", took.as_millis());
            Ok(((hit + took).saturating_duration_since(due), reference.map_or(Duration::ZERO, Reference::lateness)))
        })
    }),
    step("ponderhit-infinite", Each, "ponderhit", "with infinite, a ponderhit does not end the search", |t| {
        let lines = t.begin_endless("go ponder infinite")?;
        t.send("ponderhit")?;
        t.is_held()?;
        t.stopped(lines)?.result().map(drop)
    }),
    step("ponderhit-solved", SOLVED, "ponderhit", "without limits, a ponderhit lets a solved search go", |t| {
        t.begin_endless("go ponder")?;
        t.is_held()?;
        t.send("ponderhit")?;
        t.end_of_search().map(drop)
    }),
    step("queue-held", Each, JOB, "lines during a search are carried out behind it", |t| {
        for line in ["query gameover", "moves", "d", "eval", "go depth 1", "help"] {
            t.begin_endless("go infinite")?;
            t.send(line)?;
            t.send("isready")?;
            let early = t.until("readyok")?;
            demand!(
                early.iter().all(|line| line == "readyok" || line.starts_with("info ")),
                "{early:?} behind '{line}'"
            );
            t.send("stop")?;
            t.until("bestmove ")?;
            if line.starts_with("go") {
                t.until("bestmove ")?;
            }
            t.answers("")?;
        }
        Ok(())
    }),
    step(
        "queue-order",
        Each,
        JOB,
        "queued lines keep their order, each go is finished before the next line counts",
        |t| {
            let variant = t.variant;
            t.send(&format!(
            "go depth 3\nmoves\nquery gameover\ngo depth 2\nvariant {variant}\ngo perft 1\nquery side\ngo depth 1\nmoves\n\
             wait\nisready"
        ))?;
            let said = t.until("readyok")?;
            let order = order(&said);
            let expected = [
                "bestmove", "moves", "response", "bestmove", "variant", "Nodes", "response", "bestmove", "moves",
                "readyok",
            ];
            demand!(order == expected, "{order:?}");
            Ok(())
        },
    ),
    step("queue-position", Each, JOB, "a position that is sent during a search counts for the next one", |t| {
        let board = crate::check::board::Board::ongoing(t.variant, 7, &mut t.random);
        let lines = t.begin_endless("go infinite")?;
        t.send(&format!("{}\nquery position\ngo depth 1\nstop", board.line()))?;
        t.until("bestmove ")?;
        let answer = t.line()?;
        demand!(answer == format!("response {}", board.referee.position()), "'{answer}'");
        let search = t.end_of_search()?.result()?;
        crate::check::search::best_move_is_legal(&search, &board)?;
        demand!(!lines.is_empty(), "no info line");
        Ok(())
    }),
    step("queue-stop", Each, JOB, "a stop behind queued lines ends what runs and what they start", |t| {
        t.send("go infinite\nquery side\ngo infinite\nquery side\nstop\nwait\nisready")?;
        let said = t.until("readyok")?;
        let order = order(&said);
        demand!(order == ["bestmove", "response", "bestmove", "response", "readyok"], "{order:?}");
        Ok(())
    }),
    step("queue-ponderhit", Each, JOB, "a ponderhit behind queued lines keeps its place", |t| {
        t.begin_endless("go infinite")?;
        t.send("go ponder depth 1\nponderhit\nquery side")?;
        t.is_held()?;
        t.send("stop")?;
        t.until("bestmove ")?;
        t.until("bestmove ")?;
        t.until("response ").map(drop)
    }),
    step("wait-search", Each, "wait", "wait holds back isready, stop and quit until the search is done", |t| {
        t.send("go depth 4\nwait\nisready\nquery side\nwait\nquit")?;
        let end = t.end()?;
        let order = order(&end.lines);
        demand!(order == ["bestmove", "readyok", "response"], "{order:?}");
        Ok(())
    }),
    step("wait-stop", SEARCHED, "wait", "a stop behind wait does not end the search before it", |t| {
        t.send("go depth 5\nwait\nstop\nisready")?;
        let said = t.until("readyok")?;
        let fifth = said.iter().any(|line| line.starts_with("info depth 5 "));
        demand!(fifth && order(&said) == ["bestmove", "readyok"], "the search did not reach depth 5");
        Ok(())
    }),
    step("wait-idle", Each, "wait", "wait is without effect when idle", |t| {
        t.silent("wait\nwait")?;
        demand!(t.answer("wait\nquery gameover\nwait")? == "response false", "not answered behind wait");
        Ok(())
    }),
    step("wait-perft", Each, "wait", "wait holds back until a perft is done", |t| {
        t.send("go perft 2\nwait\nisready")?;
        let said = t.until("readyok")?;
        demand!(order(&said) == ["Nodes", "readyok"], "{:?}", order(&said));
        Ok(())
    }),
    step("wait-endless", Each, "wait", "wait behind an endless search is an error, and does not wait", |t| {
        for go in ["go infinite", "go", "go ponder depth 1"] {
            t.begin_endless(go)?;
            t.send("wait\nisready")?;
            let said = t.until("readyok")?;
            let errors = said.iter().filter(|line| is_error(line)).count();
            demand!(errors == 1, "{errors} errors to 'wait' behind '{go}'");
            t.send("stop")?;
            t.end_of_search()?;
        }
        Ok(())
    }),
    step("wait-queued-stop", Each, "wait", "wait behind an endless search with a queued stop waits", |t| {
        t.send("go depth 2\ngo infinite\nstop\nwait\nisready")?;
        let said = t.until("readyok")?;
        demand!(order(&said) == ["bestmove", "bestmove", "readyok"], "{:?}", order(&said));
        demand!(!said.iter().any(|line| is_error(line)), "an error");
        Ok(())
    }),
];

/// How long `isready` takes, and the reference, if it is wanted.
fn ready(t: &mut Trial, beside: bool) -> Check<(Duration, Duration)> {
    let mut reference = beside.then(|| Reference::begin(None)).transpose()?;
    if let Some(reference) = &mut reference {
        reference.ask();
    }
    t.send("isready")?;
    loop {
        let (line, took) = t.timed_line()?;
        demand!(!line.starts_with("bestmove"), "'{}' before readyok", cut(&line));
        if line == "readyok" {
            return Ok((took, reference.map_or(Duration::ZERO, Reference::lateness)));
        }
    }
}

/// Latencies of `stop`, which are to be within the limit.
fn latency(t: &mut Trial, mut begin: impl FnMut(&mut Trial) -> Check) -> Check {
    in_time(t, t.settings.stop_limit, TRIES, |t, beside| {
        let reference = beside.then(|| Reference::begin(None)).transpose()?;
        begin(t)?;
        t.stop_latency(reference)
    })
}

/// The words that matter for order.
pub(super) fn order(lines: &[String]) -> Vec<&'static str> {
    let kind = |line: &String| match line.split(' ').next() {
        Some("info") if line.starts_with("info string variant ") => Some("variant"),
        first => ["bestmove", "readyok", "moves", "Nodes", "response"].into_iter().find(|kind| first == Some(kind)),
    };
    lines.iter().filter_map(kind).collect()
}
