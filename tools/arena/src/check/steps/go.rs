//! Steps about the arguments of `go`, each with all requirements of a search.

use super::Scope::{Each, Once};
use super::{DECIDED, SEARCHED, SOLVED, Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::info::Value;
use crate::check::reference::{Reference, in_time};
use crate::check::search::Search;
use crate::check::step_result::{NotPassed, StepResult, require};
use std::time::{Duration, Instant};

const SECTION: &str = "The words of go";
const HUGE: &str = "99999999999999999999999999";

pub(super) const STEPS: &[Step] = &[
    step("go-depth", Each, SECTION, "go depth: to that depth, with one bestmove", |t| {
        let board = t.random_position(6)?;
        for depth in 1..=4 {
            let result = t.search(&format!("go depth {depth}"))?.checked(&board)?;
            require!(result.infos.iter().all(|info| info.depth <= depth), "deeper than {depth}");
            let last = result.last();
            let is_done = last.depth == depth || last.value.is_mate() || last.tbhits > 0;
            require!(is_done, "depth {} at the end of go depth {depth}", last.depth);
        }
        Ok(())
    }),
    step("go-nodes", Each, SECTION, "go nodes: exactly that many nodes, with one bestmove", |t| {
        let board = t.random_position(6)?;
        for nodes in [1, 10, 500, 4000] {
            let result = t.search(&format!("go nodes {nodes}"))?.checked(&board)?;
            let last = result.last();
            let fits = last.nodes == nodes || last.tbhits > 0 || (last.value.is_mate() && last.nodes < nodes);
            require!(fits, "{} nodes at the end of go nodes {nodes}", last.nodes);
        }
        Ok(())
    }),
    step("go-movetime", Each, SECTION, "go movetime: within that time, with one bestmove", |t| {
        let board = t.random_position(6)?;
        let search = timed(t, "go movetime 60", 60)?;
        search.checked(&board).map(drop)
    }),
    step("go-clock", Each, SECTION, "go wtime btime winc binc: at most half of the clock, with one bestmove", |t| {
        let board = t.random_position(6)?;
        let search = timed(t, "go wtime 200 btime 200 winc 2 binc 2", 100)?;
        search.checked(&board).map(drop)
    }),
    step("go-clock-ugi", Each, SECTION, "go p1time p2time p1inc p2inc: a clock in the words of UGI", |t| {
        let board = t.random_position(6)?;
        let search = timed(t, "go p1time 200 p2time 200 p1inc 2 p2inc 2", 100)?;
        search.checked(&board).map(drop)
    }),
    step("go-clock-own", SEARCHED, SECTION, "each side uses its own clock", |t| {
        for (line, go) in [("position startpos", "go wtime 60 btime 600000"), ("", "go wtime 600000 btime 60")] {
            let board = if line.is_empty() { Board::random(t.variant, 1, &mut t.rng) } else { Board::start(t.variant) };
            t.set_up(&board)?;
            timed(t, go, 30)?.checked(&board)?;
        }
        Ok(())
    }),
    step("go-clock-one", Each, SECTION, "a missing clock equals the other player's", |t| {
        let board = t.random_position(6)?;
        timed(t, "go wtime 100", 50)?.checked(&board)?;
        timed(t, "go btime 100", 50)?.checked(&board).map(drop)
    }),
    step("go-movestogo", Each, SECTION, "go movestogo, with and without moves to go", |t| {
        let board = t.random_position(6)?;
        for moves in [0, 1, 5, 40] {
            timed(t, &format!("go wtime 100 btime 100 movestogo {moves}"), 100)?.checked(&board)?;
        }
        Ok(())
    }),
    step("go-clock-none", Each, SECTION, "a clock of zero or less is 1 ms", |t| {
        let board = t.random_position(6)?;
        for go in ["go wtime 0 btime 0", "go wtime -5 btime -5 winc -1 binc -1"] {
            let search = timed(t, go, 1)?;
            search.checked(&board)?;
        }
        Ok(())
    }),
    step("go-zero", Each, SECTION, "depth, nodes and time may be 0, with one bestmove", |t| {
        let board = t.random_position(6)?;
        for go in ["go depth 0", "go nodes 0", "go movetime 0"] {
            t.search(go)?.checked(&board)?;
        }
        Ok(())
    }),
    step("go-huge", Each, SECTION, "numbers that are too large are clamped", |t| {
        let board = t.random_position(6)?;
        let combined = ["depth", "nodes", "movetime", "wtime", "winc", "movestogo"];
        for word in combined {
            let limit = if word == "nodes" { "depth 1" } else { "nodes 50" };
            t.search(&format!("go {word} {HUGE} {limit}"))?.checked(&board)?;
        }
        Ok(())
    }),
    step("go-sign", Each, SECTION, "numbers may have a sign", |t| {
        let board = t.random_position(6)?;
        t.search("go depth +1")?.checked(&board).map(drop)
    }),
    step("go-combined", Each, SECTION, "limits combine, the first one reached ends the search", |t| {
        let board = t.random_position(6)?;
        t.search("go depth 1 nodes 1000000000 movetime 100000")?.checked(&board)?;
        t.search("go depth 100 nodes 200 wtime 100000 btime 100000")?.checked(&board)?;
        timed(t, "go movetime 30 depth 100", 30)?.checked(&board).map(drop)
    }),
    step("go-any-order", Each, SECTION, "the words of go in any order", |t| {
        let board = t.random_position(6)?;
        let mv = board.referee.legal_moves().swap_remove(0);
        for go in [format!("go searchmoves {mv} depth 2"), format!("go depth 2 searchmoves {mv}")] {
            let result = t.search(&go)?.checked(&board)?;
            require!(result.best == mv, "'{go}' is answered by {}", result.best);
        }
        Ok(())
    }),
    step("go-twice", SEARCHED, SECTION, "a word given twice: the last one wins", |t| {
        let board = t.random_position(6)?;
        let depth = t.search("go depth 1 depth 2")?.checked(&board)?.last().depth;
        require!(depth == 2, "depth {depth} at the end of 'go depth 1 depth 2'");
        let depth = t.search("go depth 3 depth 1")?.checked(&board)?.last().depth;
        require!(depth == 1, "depth {depth} at the end of 'go depth 3 depth 1'");
        Ok(())
    }),
    step("go-plain", Each, SECTION, "plain go runs until stop", |t| {
        let board = t.random_position(6)?;
        let lines = t.start_endless("go")?;
        t.expect_no_bestmove()?;
        t.stop(lines)?.result()?;
        let limitless = t.start_endless("go movestogo 3 winc 5")?;
        t.expect_no_bestmove()?;
        let result = t.stop(limitless)?.result()?;
        crate::check::search::best_move_is_legal(&result, &board)
    }),
    step("go-infinite", Each, SECTION, "go infinite runs until stop, with any other words", |t| {
        let board = t.random_position(6)?;
        for go in ["go infinite", "go infinite depth 1", "go nodes 20 infinite"] {
            let lines = t.start_endless(go)?;
            t.expect_no_bestmove()?;
            let result = t.stop(lines)?.result()?;
            crate::check::search::best_move_is_legal(&result, &board)?;
        }
        Ok(())
    }),
    step("go-ponder", Each, SECTION, "go ponder runs until stop, with any limits", |t| {
        let board = t.random_position(6)?;
        for go in ["go ponder", "go ponder depth 1", "go ponder wtime 10 btime 10", "go movetime 1 ponder"] {
            let lines = t.start_endless(go)?;
            t.expect_no_bestmove()?;
            let result = t.stop(lines)?.result()?;
            crate::check::search::best_move_is_legal(&result, &board)?;
        }
        Ok(())
    }),
    step("go-searchmoves", Each, SECTION, "searchmoves: only these moves are considered", |t| {
        let board = t.random_position(6)?;
        let moves = board.referee.legal_moves();
        for _ in 0..5 {
            let few: Vec<_> = (0..3).map(|_| moves[t.rng.below(moves.len())].clone()).collect();
            let result = t.search(&format!("go depth 2 searchmoves {}", few.join(" ")))?.checked(&board)?;
            let other = result.infos.iter().find(|info| !few.contains(&info.pv[0]));
            require!(other.is_none(), "{:?} is none of {few:?}", other.map(|info| &info.pv[0]));
        }
        Ok(())
    }),
    step("go-mate", DECIDED, "Go mate", "go mate: a win of that length is found, no shorter one is claimed", mate),
    step("go-mate-none", DECIDED, "Go mate", "go mate without such a win: reported before the bestmove", |t| {
        let board = Board::start(t.variant);
        t.set_up(&board)?;
        let search = t.search("go mate 1")?;
        let reported = search.lines.iter().any(|line| line == "info string no mate in 1");
        require!(reported, "no 'info string no mate in 1' before the bestmove");
        search.checked(&board).map(drop)
    }),
    step("go-solved", SOLVED, "Solved games", "a solved game is answered at once, with any limits", |t| {
        let board = t.random_position(6)?;
        for go in ["go depth 100", "go movetime 100000", "go nodes 1", "go wtime 1000000 btime 1000000"] {
            let result = timed(t, go, 20)?.checked(&board)?;
            require!(result.infos.len() == 1, "{} lines to '{go}', expected one", result.infos.len());
        }
        Ok(())
    }),
    step("go-often", Each, "go", "many searches one after the other, each with one bestmove", |t| {
        for _ in 0..10 {
            let board = t.random_position(8)?;
            t.search("go depth 2")?.checked(&board)?;
        }
        Ok(())
    }),
    step("go-first", Once, "go", "a search needs no command before it", |t| {
        t.launch()?;
        t.search("go depth 2")?.checked(&Board::start("othello")).map(drop)
    }),
];

/// A search whose time from `go` to `bestmove` is limited to this plus the limit for `stop`.
fn timed(t: &mut TestContext<'_>, go: &str, limit: u64) -> StepResult<Search> {
    let mut found = None;
    in_time(t, t.settings.stop_limit, 1, |t, with_reference| {
        let due = Instant::now() + Duration::from_millis(limit);
        let reference = with_reference.then(|| Reference::begin(Some(due))).transpose()?;
        found = Some(t.search(go)?);
        let late = Instant::now().saturating_duration_since(due);
        Ok((late, reference.map_or(Duration::ZERO, Reference::lateness)))
    })
    .map_err(|why| match why {
        NotPassed::Failed(why) => NotPassed::Failed(format!("'{go}' takes {limit} ms and {why}")),
        skipped => skipped,
    })?;
    found.ok_or_else(|| NotPassed::Failed("no search".into()))
}

/// Searches for wins that the referee knows: by its table, or by an open row of three.
fn mate(t: &mut TestContext<'_>) -> StepResult {
    let (board, moves) = match t.variant {
        "gomoku" => {
            let board = t.random_position(0)?.follow(&["h8", "a1", "h9", "a2", "h10", "a3"].map(String::from));
            (board.map_err(NotPassed::Failed)?, 2)
        }
        _ => won(t)?,
    };
    t.set_up(&board)?;
    let found = t.search(&format!("go mate {moves}"))?.checked(&board)?.last().value;
    require!(found == Value::Mate(moves), "{found:?}, expected a win in {moves}");
    if moves > 1 {
        let search = t.search(&format!("go mate {}", moves - 1))?;
        let reported = search.lines.iter().any(|line| *line == format!("info string no mate in {}", moves - 1));
        require!(reported, "no 'info string no mate in {}' before the bestmove", moves - 1);
    }
    Ok(())
}

/// A random won position of a solved game, with the number of moves to the win.
fn won(t: &mut TestContext<'_>) -> StepResult<(Board, i64)> {
    loop {
        let mut board = Board::ongoing(t.variant, 14, &mut t.rng);
        let best = board.referee.exact_moves().and_then(|moves| moves.first().map(|(_, score)| *score));
        if let Some(Value::Mate(moves)) = best.map(crate::check::search::value_of_score)
            && moves > 0
        {
            return Ok((board, moves));
        }
    }
}
