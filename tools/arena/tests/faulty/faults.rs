//! The table of faults.

use crate::Session;
use crate::from_engine::{
    self, one_more, release, replaced, resets, reversed, twice, where_begins, without, without_first_move,
    without_words,
};
use crate::to_engine::{self, line, with_number};
use std::time::Duration;

/// A fault that can be switched on.
pub(crate) struct Fault {
    /// Its name.
    pub name: &'static str,
    /// What becomes of lines that come in.
    pub to_engine: to_engine::LineFault,
    /// What becomes of lines that go out.
    pub from_engine: from_engine::LineFault,
    /// Done before the first line.
    pub at_start: fn(&mut Session),
    /// Done at the end of input.
    pub at_end: fn(&mut Session),
    /// The exit status, made from the engine's.
    pub status: fn(u8) -> u8,
}

const NONE: Fault = Fault {
    name: "none",
    to_engine: to_engine::as_it_is,
    from_engine: from_engine::as_it_is,
    at_start: |_| {},
    at_end: |_| {},
    status: |status| status,
};

/// A fault in the input.
const fn hears(name: &'static str, to_engine: to_engine::LineFault) -> Fault {
    Fault { name, to_engine, ..NONE }
}

/// A fault in the output.
const fn says(name: &'static str, from_engine: from_engine::LineFault) -> Fault {
    Fault { name, from_engine, ..NONE }
}

/// The beginning of search results.
const RESULT: &str = "info depth";
/// The beginning of error lines.
const ERROR: &str = "info string error";

/// All faults, beginning with none.
pub(crate) const FAULTS: &[Fault] = &[
    NONE,
    // Output of searches.
    says("two-bestmoves", |_, line| twice(line, "bestmove")),
    says("no-bestmove", |_, line| without(line, "bestmove")),
    says("illegal-bestmove", |_, line| where_begins(line, "bestmove", |_| vec!["bestmove z9".into()])),
    says("shouted-bestmove", |_, line| {
        where_begins(line, "bestmove", |line| vec![line.to_uppercase().replace("BESTMOVE", "bestmove")])
    }),
    says("illegal-pv", |_, line| where_begins(line, RESULT, |line| vec![format!("{line} z9")])),
    says("pv-without-bestmove", |_, line| where_begins(line, RESULT, without_first_move)),
    says("no-info", |_, line| without(line, RESULT)),
    says("no-multipv", |_, line| replaced(line, " multipv 1", "")),
    says("fractions", |_, line| replaced(line, " hashfull ", ".5 hashfull ")),
    says("double-spaces", |_, line| replaced(line, " score ", "  score ")),
    says("blank-at-end", |_, line| where_begins(line, "moves", |line| vec![format!("{line} ")])),
    says("bound-at-end", |_, line| replaced(line, " nodes ", " lowerbound nodes ")),
    says("nodes-fall", |_, line| vec![with_number(line, "nodes", |nodes| 1_000_000_000_u64.saturating_sub(nodes))]),
    says("mate-too-long", |_, line| where_begins(line, RESULT, |line| one_more(line, "mate"))),
    says("always-ponder", |_, line| {
        where_begins(line, "bestmove", |line| {
            vec![line.split(" ponder").next().unwrap_or(line).to_string() + " ponder a1"]
        })
    }),
    says("never-ponder", |_, line| {
        where_begins(line, "bestmove", |line| vec![line.split(" ponder").next().unwrap_or(line).into()])
    }),
    says("null-move", |_, line| replaced(line, "(none)", "0000")),
    says("over-with-pv", |_, line| where_begins(line, "info depth 0 score", |line| vec![format!("{line} pv a1")])),
    says("ranks-swapped", |_, line| {
        vec![
            line.replace(" multipv 1 ", " multipv * ")
                .replace(" multipv 2 ", " multipv 1 ")
                .replace(" multipv * ", " multipv 2 "),
        ]
    }),
    says("rank-missing", |_, line| if line.contains(" multipv 2 ") { Vec::new() } else { vec![line.into()] }),
    hears("searchmoves-ignored", |_, text, bytes| match text.split_once(" searchmoves ") {
        Some((head, _)) if text.starts_with("go depth") => line(head),
        _ => Some(bytes.to_vec()),
    }),
    hears("too-deep", |_, text, _| line(&with_number(text, "depth", |depth| depth + 1))),
    hears("too-many-nodes", |_, text, _| line(&with_number(text, "nodes", |nodes| nodes * 2))),
    hears("too-slow", |_, text, _| line(&with_number(text, "movetime", |time| time + 150))),
    hears("clock-ignored", |_, text, bytes| match text.strip_prefix("go wtime") {
        Some(_) => line("go movetime 400"),
        None => Some(bytes.to_vec()),
    }),
    says("chances-untold", |_, line| without_words(line, "wdl", 3)),
    hears("skill-ignored", |_, text, bytes| (!text.contains("Skill Level")).then(|| bytes.to_vec())),
    hears("seed-ignored", |_, text, bytes| (!text.contains("name Seed")).then(|| bytes.to_vec())),
    says("mate-not-refuted", |_, line| without(line, "info string no mate")),
    // Order of answers.
    Fault { from_engine: |session, line| release(session, line, false), ..hears("late-ready", to_engine::late_ready) },
    hears(
        "infinite-ends",
        |_, text, bytes| if text == "go infinite" { line("go depth 2") } else { Some(bytes.to_vec()) },
    ),
    hears("plain-go-ends", |_, text, bytes| if text == "go" { line("go depth 2") } else { Some(bytes.to_vec()) }),
    hears("ponder-ends", |_, text, _| line(&text.replace("go ponder", "go depth 2"))),
    hears("stop-ignored", |_, text, bytes| (text != "stop").then(|| bytes.to_vec())),
    hears("stop-late", |_, text, bytes| {
        if text == "stop" {
            std::thread::sleep(Duration::from_millis(150));
        }
        Some(bytes.to_vec())
    }),
    hears("stop-answered-idle", |session, text, bytes| {
        if text == "stop" && session.searches == 0 {
            session.say("bestmove (none)");
        }
        Some(bytes.to_vec())
    }),
    hears("ponderhit-ignored", |_, text, bytes| (text != "ponderhit").then(|| bytes.to_vec())),
    hears("ponderhit-stops", |_, text, bytes| if text == "ponderhit" { line("stop") } else { Some(bytes.to_vec()) }),
    hears("queue-overtaken", |session, text, bytes| {
        if session.searches > 0 && text == "query gameover" {
            session.say("response false");
            return None;
        }
        Some(bytes.to_vec())
    }),
    Fault { from_engine: |session, line| release(session, line, true), ..hears("queue-backwards", to_engine::held) },
    hears("queue-lost", |session, text, bytes| {
        let is_lost = session.searches > 0 && matches!(text, "moves" | "query side");
        (!is_lost).then(|| bytes.to_vec())
    }),
    hears("wait-ignored", |_, text, bytes| (text != "wait").then(|| bytes.to_vec())),
    // End of the engine.
    hears("quit-ignored", |_, text, bytes| (text != "quit").then(|| bytes.to_vec())),
    hears("quit-mute", |session, text, bytes| {
        session.mute |= text == "quit";
        Some(bytes.to_vec())
    }),
    Fault { at_end: |session| session.mute = true, ..says("end-cuts-search", from_engine::as_it_is) },
    Fault { status: |_| 3, ..says("wrong-status", from_engine::as_it_is) },
    hears("hangs", to_engine::hang),
    hears("dies", to_engine::crash),
    hears("floods", to_engine::flood),
    // Lines.
    hears("crlf-unknown", |_, _, bytes| Some(to_engine::exchanged(bytes, b'\r', b'_'))),
    hears("cr-unknown", |_, _, bytes| Some(to_engine::exchanged(bytes, b'\r', b' '))),
    hears("tabs-unknown", |_, _, bytes| Some(to_engine::exchanged(bytes, b'\t', b'_'))),
    hears("last-line-lost", |_, _, bytes| (bytes.ends_with(b"\n") || bytes.ends_with(b"\r")).then(|| bytes.to_vec())),
    hears("dies-on-long-line", |_, _, bytes| {
        if bytes.len() > 1 << 19 {
            std::process::exit(101);
        }
        Some(bytes.to_vec())
    }),
    hears("dies-on-bytes", |_, _, bytes| {
        if std::str::from_utf8(bytes).is_err() {
            std::process::exit(101);
        }
        Some(bytes.to_vec())
    }),
    hears(
        "front-words-unknown",
        |_, text, bytes| if text.starts_with("joho ") { line("joho") } else { Some(bytes.to_vec()) },
    ),
    hears("front-words-everywhere", |_, text, bytes| match text.strip_prefix("joho ") {
        Some(rest) => line(rest),
        None => Some(bytes.to_vec()),
    }),
    Fault { at_start: |session| session.say("info string welcome"), ..says("greets", from_engine::as_it_is) },
    says("chats", |_, line| {
        where_begins(line, "bestmove", |line| vec![line.into(), "info string what a search".into()])
    }),
    // Errors.
    says("errors-silent", |_, line| without(line, ERROR)),
    says("errors-twice", |_, line| twice(line, ERROR)),
    says("errors-reset", resets),
    hears("bad-go-searches", |_, text, _| line(&text.replace("go depth x", "go depth 1"))),
    hears("wrong-moves-skipped", |_, text, _| line(&text.replace(" nonsense", ""))),
    // Handshake and options.
    says("no-uciok", |_, line| without(line, "uciok")),
    says("no-name", |_, line| without(line, "id name")),
    says("default-out-of-range", |_, line| {
        replaced(line, "Threads type spin default 1 ", "Threads type spin default 0 ")
    }),
    says("default-unlisted", |_, line| {
        replaced(line, "Rule type combo default freestyle", "Rule type combo default free")
    }),
    says("option-malformed", |_, line| replaced(line, "Ponder type check", "Ponder type checkbox")),
    says("option-missing", |_, line| without(line, "option name MaxPlies")),
    Fault { from_engine: from_engine::unless_counted, ..hears("options-unchecked", to_engine::count_options) },
    hears(
        "option-case",
        |_, text, bytes| if text.contains("MULTIPV") { line("setoption name no") } else { Some(bytes.to_vec()) },
    ),
    hears("log-ignored", |_, text, bytes| (!text.contains("Debug Log File")).then(|| bytes.to_vec())),
    hears("newgame-ignored", |_, text, bytes| (!text.ends_with("newgame")).then(|| bytes.to_vec())),
    hears("newgame-resets", |_, text, bytes| {
        if text.ends_with("newgame") { line("ucinewgame\nposition startpos") } else { Some(bytes.to_vec()) }
    }),
    hears("hash-never-cleared", |_, text, bytes| (!text.contains("Clear Hash")).then(|| bytes.to_vec())),
    // Facts and rules.
    says("wrong-perft", |_, line| one_more(line, "searched:")),
    says("perft-with-bestmove", |_, line| {
        where_begins(line, "Nodes searched", |line| vec![line.into(), "bestmove a1".into()])
    }),
    says("wrong-side", |_, line| {
        vec![
            match line {
                "response x" => "response o",
                "response o" => "response x",
                _ => line,
            }
            .into(),
        ]
    }),
    says("wrong-order-of-moves", |_, line| where_begins(line, "moves ", reversed)),
    says("repetition-unknown", |_, line| replaced(line, "response repetition", "response none")),
    says("winner-unknown", |_, line| replaced(line, "response p1win", "response draw")),
    says("key-constant", |_, line| where_begins(line, "key ", |_| vec!["key 0123456789abcdef".into()])),
    says("wrong-eval", |_, line| where_begins(line, "eval total", |line| vec![format!("{line}1")])),
    says("variant-short", |_, line| vec![line.split(" startpos").next().unwrap_or(line).into()]),
    says("bench-unsteady", |session, line| {
        session.count += 1;
        let count = session.count;
        match line.split_once(" nodes ") {
            Some((nodes, rest)) if rest.ends_with("nps") => {
                vec![format!("{} nodes {rest}", nodes.len() as u64 + count)]
            }
            _ => vec![line.into()],
        }
    }),
    says("wrong-figures", |_, line| replaced(line, "win 38608", "win 38609")),
    says("not-verified", |_, line| without(line, "info string verified")),
];
