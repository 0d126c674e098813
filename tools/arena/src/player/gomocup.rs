//! The Gomocup protocol for Gomoku, as spoken by Rapfi, Wine, Carbon and Pela.
//!
//! Options are sent as `INFO name value`. At the engine's first turn of a game the whole position is sent (`BOARD`), or
//! `BEGIN` on an empty board; after that one stone for each turn (`TURN`). The number of the renju rule is 4, that of
//! exactly five is 1. An engine may write its move before it reads input again, and Rapfi loses the lines in between,
//! so an engine that supports `ABOUT` is sent `ABOUT` until it answers.

use super::message_line::read_message;
use super::{Player, PlayerMove, QUIT_TIMEOUT, Report, RuleSettings, Turn, launch, missing, unanswered};
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::process::Process;
use crate::settings::EngineSettings;
use quartet::engine::Setup;
use quartet::game::Side;
use quartet_rules::points::{point, point_name, rows, stones};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// How long to wait for an answer to `ABOUT` before it is sent again.
const REPEAT: Duration = Duration::from_millis(200);

/// An engine that speaks the protocol.
struct Gomocup {
    process: Process,
    size: String,
    rule: &'static str,
    options: Vec<(String, String)>,
    timeout: Duration,
    /// The number of moves of the game that the engine knows; `None` before its first turn.
    known: Option<usize>,
    /// The answer to `ABOUT`, if there was one.
    about: Option<String>,
}

/// Starts an engine. Nothing is sent before a game begins.
pub(super) fn open(engine: &EngineSettings, rules: &RuleSettings) -> Result<Box<dyn Player>, Interruption> {
    let timeout = Duration::from_millis(engine.limits.timeout);
    let process = launch(engine)?;
    let rule = match rules.value("Rule").as_str() {
        "renju" => "4",
        "standard" => "1",
        _ => "0",
    };
    let (size, options) = (rules.value("BoardSize"), engine.options.clone());
    Ok(Box::new(Gomocup { process, size, rule, options, timeout, known: None, about: None }))
}

impl Gomocup {
    /// Waits until the engine reads input, if it supports `ABOUT`.
    fn wait_until_reading(&mut self, cancel: &Cancel) -> Result<(), Interruption> {
        let Some(about) = &self.about else { return Ok(()) };
        let deadline = Instant::now() + self.timeout;
        loop {
            self.process.send("ABOUT")?;
            let repeat = deadline.min(Instant::now() + REPEAT);
            loop {
                match self.process.receive(repeat, cancel) {
                    Ok(line) if line.text == *about => return Ok(()),
                    Ok(_) => {}
                    Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Stall && repeat < deadline => break,
                    Err(error) => return Err(missing(error, "answer to ABOUT", self.timeout)),
                }
            }
        }
    }

    /// The `INFO` lines with limits and rules for the first turn.
    fn infos(&self, turn: &Turn<'_>) -> String {
        let limits = turn.clock().limits();
        // The time for the first move.
        let base = limits.clock.map(|clock| clock.base + clock.increment);
        // A turn may take all remaining time; 0 would mean to play at once.
        let per_turn = limits.movetime.or(base);
        let numbers = [
            ("timeout_turn", per_turn),
            ("timeout_match", Some(base.unwrap_or(0))),
            // Words of Yixin and Rapfi, which other engines ignore.
            ("max_node", limits.nodes),
            ("max_depth", limits.depth.map(u64::from)),
        ];
        let mut text = format!("INFO rule {}\nINFO game_type 1\n", self.rule);
        for (name, number) in numbers {
            if let Some(number) = number {
                let _ = writeln!(text, "INFO {name} {number}");
            }
        }
        for (name, value) in &self.options {
            let _ = writeln!(text, "INFO {name} {value}");
        }
        text
    }

    /// The commands that ask for a move.
    fn turn_commands(&self, turn: &Turn<'_>) -> Result<String, Interruption> {
        let unknown = |mv: &str| Interruption::fault(FaultKind::Protocol, format!("no coordinates for '{mv}'"));
        let moves = turn.referee.moves();
        let mut text = String::new();
        if self.known.is_none() {
            text.push_str(&self.infos(turn));
        }
        if let Some(left) = turn.clock().remaining() {
            let _ = writeln!(text, "INFO time_left {}", left.as_millis());
        }
        match (self.known, moves) {
            (Some(known), [.., last]) if known + 1 == moves.len() => {
                let (column, row) = point(last).ok_or_else(|| unknown(last))?;
                let _ = write!(text, "TURN {column},{row}");
            }
            _ => text.push_str(&board_commands(turn).ok_or_else(|| unknown("the position"))?),
        }
        Ok(text)
    }
}

/// The commands that set up the whole position: first the stones of the setup, then those of the moves in their order.
fn board_commands(turn: &Turn<'_>) -> Option<String> {
    let all = stones(&turn.referee.position());
    if all.is_empty() {
        return Some("BEGIN".into());
    }
    let moves: Vec<(usize, usize)> = turn.referee.moves().iter().map(|mv| point(mv)).collect::<Option<_>>()?;
    let place = |stone: &(usize, usize, Side)| moves.iter().position(|mv| *mv == (stone.0, stone.1));
    let mut sorted = all;
    sorted.sort_by_key(|stone| place(stone).map_or(0, |index| index + 1));
    let mut text = "BOARD\n".to_string();
    for (column, row, owner) in sorted {
        let _ = writeln!(text, "{column},{row},{}", if owner == turn.side() { 1 } else { 2 });
    }
    text.push_str("DONE");
    Some(text)
}

/// The move in a line of the form `column,row`.
fn read_move(line: &str) -> Option<String> {
    let (column, row) = line.trim().split_once(',')?;
    point_name(column.parse().ok()?, row.parse().ok()?)
}

impl Player for Gomocup {
    fn identity(&self) -> Option<&str> {
        self.about.as_deref()
    }

    fn new_game(&mut self, setup: &Setup, cancel: &Cancel) -> Result<(), Interruption> {
        self.known = None;
        // A position text has its own board size.
        let size = match setup {
            Setup::Text(text) => rows(text).len().to_string(),
            _ => self.size.clone(),
        };
        self.wait_until_reading(cancel)?;
        // If the next answer comes first, the engine does not support `ABOUT`.
        self.process.send(&format!("ABOUT\nSTART {size}"))?;
        let deadline = Instant::now() + self.timeout;
        loop {
            let line = self.process.receive(deadline, cancel).map_err(|error| missing(error, "OK", self.timeout))?;
            match line.text.split_whitespace().next() {
                Some("OK") => return Ok(()),
                Some("ERROR") => {
                    let detail = format!("refuses START {size}: {}", line.text);
                    return Err(Interruption::fault(FaultKind::Protocol, detail));
                }
                Some("MESSAGE" | "DEBUG" | "UNKNOWN") | None => {}
                Some(_) => self.about = Some(line.text),
            }
        }
    }

    fn think(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<PlayerMove, Interruption> {
        let commands = self.turn_commands(turn)?;
        let (clock, timeout) = (turn.clock(), turn.clock().timeout());
        self.wait_until_reading(cancel)?;
        let started = Instant::now();
        self.process.send_within(&commands, timeout).map_err(|error| unanswered(error, "move", clock))?;
        let mut report = Report::default();
        loop {
            let line = self.process.receive(started + timeout, cancel);
            let line = line.map_err(|error| unanswered(error, "move", clock))?;
            if let Some(text) = read_move(&line.text) {
                self.known = Some(turn.referee.moves().len() + 1);
                let used = line.arrived.saturating_duration_since(started);
                return Ok(PlayerMove { text, report, used, ponderhit: false });
            }
            if let Some(reported) = read_message(&line.text) {
                report = reported;
            }
            if line.text.starts_with("ERROR") {
                return Err(Interruption::fault(FaultKind::Protocol, format!("says '{}'", line.text)));
            }
        }
    }

    fn quit(self: Box<Self>) {
        self.process.end("END", QUIT_TIMEOUT);
    }
}
