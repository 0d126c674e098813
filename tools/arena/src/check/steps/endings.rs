//! Steps about the end of the engine: `quit`, the end of input and a closed output in every state.

use super::Scope::{Each, Once};
use super::order::order;
use super::{SEARCHED, Step, step};
use crate::check::context::TestContext;
use crate::check::step_result::{StepResult, failed, require};
use std::time::{Duration, Instant};

pub(super) const STEPS: &[Step] = &[
    step("quit-idle", Each, "Quit", "quit when idle: exit without output, status 0", |t| quit(t, &[], &[])),
    step("quit-at-once", Once, "Quit", "quit as the first line", |t| {
        t.launch()?;
        quit(t, &[], &[])
    }),
    step("quit-search", Each, "Quit", "quit during a search: its bestmove, then exit, status 0", |t| {
        quit(t, &["go infinite"], &["bestmove"])
    }),
    step("quit-bounded", SEARCHED, "Quit", "quit during a search with limits ends it at once", |t| {
        quit(t, &["go depth 127"], &["bestmove"])
    }),
    step("quit-ponder", Each, "Quit", "quit while pondering: its bestmove, then exit, status 0", |t| {
        quit(t, &["go ponder wtime 100000 btime 100000"], &["bestmove"])
    }),
    step("quit-queue", Each, "Quit", "quit drops the queue: one bestmove, and no answer to the rest", |t| {
        quit(t, &["go infinite", "go depth 2", "moves", "query side"], &["bestmove"])
    }),
    step("quit-perft", Each, "Quit", "quit during a perft: exit without a total", |t| quit(t, &["go perft 30"], &[])),
    step("quit-rest", Each, "Quit", "lines after quit are not answered", |t| {
        t.send("quit\nmoves\nisready\nuci")?;
        let end = t.end()?;
        require!(end.lines.is_empty(), "{:?} after quit", end.lines);
        Ok(())
    }),
    step("eof-idle", Each, "End of input", "the end of input when idle: exit without output, status 0", |t| {
        eof(t, &[], &[])
    }),
    step("eof-search", Each, "End of input", "a search with limits runs to its end", |t| {
        let end = {
            t.send("go depth 5")?;
            t.end_of_input()?
        };
        require!(order(&end.lines) == ["bestmove"] && end.status == Some(0), "{:?}, {:?}", end.lines, end.status);
        let fifth = end.lines.iter().any(|line| line.starts_with("info depth 5 "));
        let is_known = end.lines.iter().any(|line| line.contains(" mate ") || !line.contains(" tbhits 0 "));
        require!(fifth || is_known && t.variant != "othello", "the search was cut off: {:?}", end.lines.last());
        Ok(())
    }),
    step("eof-endless", Each, "End of input", "an endless search is stopped after its first iteration", |t| {
        for go in ["go infinite", "go", "go ponder", "go ponder movetime 100000"] {
            t.start()?;
            t.send(go)?;
            let end = t.end_of_input()?;
            require!(order(&end.lines) == ["bestmove"], "{:?} to '{go}'", order(&end.lines));
            require!(end.lines.iter().any(|line| line.starts_with("info depth 1 ")), "no first iteration of '{go}'");
            require!(end.status == Some(0), "exit status {:?}", end.status);
        }
        Ok(())
    }),
    step("eof-queue", Each, "End of input", "the queue is executed, and endless searches are stopped", |t| {
        let lines =
            ["go infinite", "go depth 3", "moves", "go", "go ponder", "go perft 1", "query side", "go infinite"];
        let expected = ["bestmove", "bestmove", "moves", "bestmove", "bestmove", "Nodes", "response", "bestmove"];
        eof(t, &lines, &expected)
    }),
    step("eof-wait", Each, "End of input", "a wait before the end of input", |t| {
        eof(t, &["go depth 2", "wait", "isready"], &["bestmove", "readyok"])
    }),
    step("eof-perft", Each, "End of input", "a perft runs to its end", |t| eof(t, &["go perft 2"], &["Nodes"])),
    step("eof-ready", Each, "End of input", "isready is answered before the exit", |t| {
        eof(t, &["isready", "query gameover"], &["readyok", "response"])
    }),
    step("output-closed", Each, "Lines", "a closed output ends the program quietly, status 0", closed),
];

/// Sends lines and `quit`; requires answers that begin with these words, and an exit.
fn quit(t: &mut TestContext<'_>, lines: &[&str], expected: &[&str]) -> StepResult {
    lines.iter().try_for_each(|line| t.send(line))?;
    t.send("quit")?;
    let end = t.end()?;
    let order = order(&end.lines);
    require!(order == expected, "{order:?} before the end, expected {expected:?}");
    require!(end.status == Some(0), "exit status {:?}", end.status);
    Ok(())
}

/// Sends lines and ends the input; requires answers that begin with these words, and an exit.
fn eof(t: &mut TestContext<'_>, lines: &[&str], expected: &[&str]) -> StepResult {
    lines.iter().try_for_each(|line| t.send(line))?;
    let end = t.end_of_input()?;
    let order = order(&end.lines);
    require!(order == expected, "{order:?} before the end, expected {expected:?}");
    require!(end.status == Some(0), "exit status {:?}", end.status);
    Ok(())
}

fn closed(t: &mut TestContext<'_>) -> StepResult {
    t.close_output()?;
    let deadline = Instant::now() + t.settings.timeout;
    while Instant::now() < deadline {
        // The pipe closes when its reader has received a line, so more than one may be needed. Sending to an engine
        // that has exited fails.
        if let Err(why) = t.send("uci") {
            log::debug!("{why:?}");
        }
        if let Some(status) = t.exit_status(Duration::from_millis(10)) {
            require!(status == Some(0), "exit status {status:?}");
            return Ok(());
        }
    }
    failed("it runs on")
}
