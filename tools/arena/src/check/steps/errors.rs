//! Steps about invalid arguments of `go` and other commands, which give one error and change nothing.

use super::Scope::{Each, In};
use super::{SEARCHED, Step, step};
use crate::check::context::TestContext;
use crate::check::step_result::{StepResult, cut, is_error, require};

const LIMITS: [&str; 5] = ["depth", "nodes", "movetime", "mate", "perft"];
const CLOCKS: [&str; 9] = ["wtime", "btime", "winc", "binc", "movestogo", "p1time", "p2time", "p1inc", "p2inc"];

pub(super) const STEPS: &[Step] = &[
    step("go-no-number", Each, "The words of go", "a limit that is not a whole number is refused", |t| {
        for word in LIMITS.iter().chain(&CLOCKS) {
            ["x", "2.5", "1e3", "--3"].iter().try_for_each(|value| t.expect_error(&format!("go {word} {value}")))?;
        }
        Ok(())
    }),
    step("go-missing-number", Each, "The words of go", "a limit without its number is refused", |t| {
        for word in LIMITS.iter().chain(&CLOCKS) {
            t.expect_error(&format!("go {word}"))?;
            t.expect_error(&format!("go {word} infinite"))?;
        }
        Ok(())
    }),
    step("go-negative", Each, "The words of go", "a limit below zero is refused", |t| {
        LIMITS.iter().try_for_each(|word| t.expect_error(&format!("go {word} -1")))
    }),
    step("go-unknown-word", Each, "The words of go", "an unknown word is refused, wherever it is", |t| {
        ["go sideways", "go depth 2 sideways", "go 5", "go infinite please"]
            .iter()
            .try_for_each(|line| t.expect_error(line))
    }),
    step("go-searchmoves-empty", Each, "The words of go", "searchmoves without a move is refused", |t| {
        ["go searchmoves", "go searchmoves depth 3"].iter().try_for_each(|line| t.expect_error(line))
    }),
    step("go-searchmoves-illegal", Each, "The words of go", "searchmoves with an illegal move is refused", |t| {
        let board = t.random_position(4)?;
        let legal = board.referee.legal_moves();
        t.expect_error("go searchmoves z9 depth 1")?;
        t.expect_error(&format!("go depth 1 searchmoves {} nonsense", legal[0]))
    }),
    step("go-mate-margin", In(&["othello"]), "The words of go", "mate is refused in games scored by a margin", |t| {
        t.expect_error("go mate 3")
    }),
    step("go-error-no-search", Each, "The words of go", "a refused go starts no search", |t| {
        let said = t.responses("go depth x")?;
        require!(said.len() == 1 && is_error(&said[0]), "{} lines to 'go depth x'", said.len());
        // If there were a search, this command would be queued after it.
        t.response("query gameover")?;
        t.expect_no_output()
    }),
    step("error-then-search", Each, "Lines", "errors do not harm the next search", |t| {
        let board = t.random_position(4)?;
        let expected = t.search("go depth 2")?.checked(&board)?.last().nodes;
        t.response("ucinewgame\nquery side")?;
        for line in ["go depth x", "position fen 0", "setoption name Hash value x", "hello", "go searchmoves z9"] {
            t.expect_error(line)?;
        }
        let nodes = t.search("go depth 2")?.checked(&board)?.last().nodes;
        require!(nodes == expected, "{nodes} nodes after errors, {expected} before");
        Ok(())
    }),
    step(
        "error-in-search",
        Each,
        "While a job runs",
        "an error in a line that came during a search is reported after it",
        |t| {
            t.start_endless("go infinite")?;
            t.send("position nonsense")?;
            t.expect_no_bestmove()?;
            t.send("stop")?;
            let best = t.read_until_prefix("bestmove")?;
            let early = best.iter().any(|line| is_error(line));
            let line = if early { best[0].clone() } else { t.line()? };
            require!(early || is_error(&line), "'{}' after the bestmove, expected the error", cut(&line));
            t.expect_silence("")
        },
    ),
    step("error-mid-search", SEARCHED, "While a job runs", "errors during a search do not end it", |t| {
        t.start_endless("go infinite")?;
        t.send("hello\ngo depth x\nsetoption name Hash value x")?;
        t.expect_no_bestmove()?;
        t.send("stop")?;
        t.read_until_prefix("bestmove").map(drop)
    }),
    step("query-unknown", Each, "query", "an unknown query, or none, is refused", |t| {
        ["query", "query weather", "query Result"].iter().try_for_each(|line| t.expect_error(line))
    }),
    step("debug-value", Each, "debug, register", "debug without on or off is refused", |t| {
        ["debug", "debug maybe"].iter().try_for_each(|line| t.expect_error(line))
    }),
    step("bench-wrong", Each, "bench", "bench accepts only whole numbers", |t| {
        ["bench x", "bench -1", "bench 1.5"].iter().try_for_each(|line| t.expect_error(line))
    }),
    step("solve-wrong", Each, "solve", "solve accepts no argument except verify", |t| t.expect_error("solve nonsense")),
    step("solve-unsolved", SEARCHED, "solve", "solve verify is refused in games that are not solved", |t| {
        t.expect_error("solve verify")
    }),
    step("solve-uncertified", SEARCHED, "solve", "solve is refused in games without a table or a certificate", |t| {
        let said = t.responses("solve\nwait")?;
        let is_statement = said.first().is_some_and(|line| line.starts_with("info string certificate "));
        require!(is_statement || said.len() == 1 && is_error(&said[0]), "{said:?}, expected one error");
        Ok(())
    }),
    step("error-each-own", Each, "Lines", "each of many invalid lines gets its own error, in order", each_own),
];

fn each_own(t: &mut TestContext<'_>) -> StepResult {
    let said = t.responses("foo\nquery gameover\nbar\nquery gameover\nposition fen 0")?;
    let kinds: Vec<_> = said.iter().map(|line| is_error(line)).collect();
    require!(kinds == [true, false, true, false, true], "{said:?}, expected errors and answers in turn");
    Ok(())
}
