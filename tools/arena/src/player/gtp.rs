//! The Go Text Protocol as spoken by engines for Othello (Edax, Egaroucid) and Gomoku.
//!
//! Columns are letters without I, and x is black. Whether row 1 is at the top or at the bottom makes no difference in
//! either game. Clocks are sent to engines that list the commands for them. All other limits have to be in their
//! arguments, including the time for each move: if that is sent as a clock of one move, Edax ignores the time in its
//! arguments and takes a tenth of a second. Only the start position can be set up, so openings have to be moves.

use super::{Player, PlayerMove, QUIT_TIMEOUT, Report, RuleSettings, Turn, launch, missing, unanswered};
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::process::{Line, Process};
use crate::settings::EngineSettings;
use quartet::engine::Setup;
use quartet::game::Side;
use quartet_rules::points::{point, point_name};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// An engine that speaks the protocol.
struct Gtp {
    process: Process,
    identity: Option<String>,
    commands: HashSet<String>,
    size: String,
    timeout: Duration,
    /// The number of moves of the game that the engine knows.
    known: usize,
}

/// Starts an engine and asks for its name and commands.
pub(super) fn open(
    engine: &EngineSettings,
    rules: &RuleSettings,
    cancel: &Cancel,
) -> Result<Box<dyn Player>, Interruption> {
    let timeout = Duration::from_millis(engine.limits.timeout);
    let process = launch(engine)?;
    let size = if rules.variant == "othello" { "8".into() } else { rules.value("BoardSize") };
    let mut gtp = Gtp { process, identity: None, commands: HashSet::new(), size, timeout, known: 0 };
    gtp.identity = gtp.ask("name", cancel)?.ok().map(|answer| answer.text);
    if let Ok(list) = gtp.ask("list_commands", cancel)? {
        gtp.commands = list.text.split_whitespace().map(str::to_string).collect();
    }
    Ok(Box::new(gtp))
}

impl Gtp {
    /// Sends a command; returns the answer, or the engine's error message.
    fn ask(&mut self, command: &str, cancel: &Cancel) -> Result<Result<Line, String>, Interruption> {
        self.process.send(command)?;
        let answer = self.answer(Instant::now() + self.timeout, cancel);
        answer.map_err(|error| missing(error, &wanted(command), self.timeout))
    }

    /// Reads an answer: it begins with `=` or `?` and ends with an empty line.
    fn answer(&mut self, deadline: Instant, cancel: &Cancel) -> Result<Result<Line, String>, Interruption> {
        let mut found: Option<(bool, Line)> = None;
        loop {
            let line = self.process.receive(deadline, cancel)?;
            match &mut found {
                None => {
                    let is_good = line.text.starts_with('=');
                    if is_good || line.text.starts_with('?') {
                        // An answer may repeat the number of the command.
                        let text = line.text[1..].trim_start_matches(|letter: char| letter.is_ascii_digit()).trim();
                        found = Some((is_good, Line { text: text.to_string(), arrived: line.arrived }));
                    }
                }
                Some((true, answer)) if line.text.is_empty() => return Ok(Ok(answer.clone())),
                Some((false, answer)) if line.text.is_empty() => return Ok(Err(answer.text.clone())),
                Some((_, answer)) => {
                    answer.text.push('\n');
                    answer.text.push_str(&line.text);
                }
            }
        }
    }

    /// Sends a command that must succeed.
    fn require(&mut self, command: &str, cancel: &Cancel) -> Result<(), Interruption> {
        let answer = self.ask(command, cancel)?;
        let refused = |why| Interruption::fault(FaultKind::Protocol, format!("refuses '{command}': {why}"));
        answer.map(drop).map_err(refused)
    }

    /// Sends the moves that the engine does not know yet.
    fn catch_up(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<(), Interruption> {
        let moves = turn.referee.moves();
        for (index, mv) in moves.iter().enumerate().skip(self.known) {
            let plies_ago = moves.len() - index;
            let side = if plies_ago.is_multiple_of(2) { turn.side() } else { turn.side().other() };
            self.require(&format!("play {} {}", colour(side), vertex(mv)), cancel)?;
        }
        self.known = moves.len();
        Ok(())
    }

    /// Sends the settings of the clock, if there is one and the engine supports it.
    fn set_clock(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<(), Interruption> {
        let (Some(clock), true) = (turn.clock().limits().clock, self.commands.contains("time_settings")) else {
            return Ok(());
        };
        // The time for the first move; the protocol has no increments.
        let seconds = (clock.base + clock.increment) / 1000;
        match clock.moves {
            Some(moves) => self.require(&format!("time_settings 0 {seconds} {moves}"), cancel),
            None => self.require(&format!("time_settings {seconds} 0 0"), cancel),
        }
    }

    /// Sends the remaining time, if there is a clock and the engine supports it.
    fn tell_clock(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<(), Interruption> {
        let clock = turn.clock();
        let (Some(left), true) = (clock.remaining(), self.commands.contains("time_left")) else { return Ok(()) };
        let stones = clock.moves_left().unwrap_or(0);
        self.require(&format!("time_left {} {} {stones}", colour(turn.side()), left.as_secs()), cancel)
    }
}

/// A description of the answer to a command, for messages.
fn wanted(command: &str) -> String {
    format!("= …' to '{command}")
}

/// The colour of a side.
fn colour(side: Side) -> &'static str {
    match side {
        Side::X => "b",
        Side::O => "w",
    }
}

/// A move in the notation of the protocol.
fn vertex(mv: &str) -> String {
    let Some((column, row)) = point(mv) else { return mv.to_uppercase() };
    let letter = column + usize::from(column >= 8);
    point_name(letter, row).unwrap_or_default().to_uppercase()
}

/// A vertex as a move.
fn mv(vertex: &str) -> String {
    let text = vertex.to_lowercase();
    match point(&text) {
        Some((letter, row)) if letter > 8 => point_name(letter - 1, row).unwrap_or(text),
        _ => text,
    }
}

impl Player for Gtp {
    fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    fn new_game(&mut self, setup: &Setup, cancel: &Cancel) -> Result<(), Interruption> {
        if *setup != Setup::Start {
            let detail = "GTP cannot set up a position, expected an opening of moves from the start";
            return Err(Interruption::fault(FaultKind::Protocol, detail));
        }
        self.known = 0;
        self.require(&format!("boardsize {}", self.size), cancel)?;
        self.require("clear_board", cancel)
    }

    fn think(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<PlayerMove, Interruption> {
        if self.known == 0 {
            self.set_clock(turn, cancel)?;
        }
        self.catch_up(turn, cancel)?;
        self.tell_clock(turn, cancel)?;
        let command = format!("genmove {}", colour(turn.side()));
        let (clock, timeout) = (turn.clock(), turn.clock().timeout());
        let started = Instant::now();
        let sent = self.process.send_within(&command, timeout);
        let answer = sent.and_then(|()| self.answer(started + timeout, cancel));
        let answer = answer.map_err(|error| unanswered(error, &wanted(&command), clock))?;
        let refused = |why| Interruption::fault(FaultKind::Protocol, format!("refuses '{command}': {why}"));
        let answer = answer.map_err(refused)?;
        let used = answer.arrived.saturating_duration_since(started);
        // `genmove` plays the move as well.
        self.known += 1;
        Ok(PlayerMove { text: mv(answer.text.trim()), report: Report::default(), used, ponderhit: false })
    }

    fn quit(self: Box<Self>) {
        self.process.end("quit", QUIT_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_have_no_i() {
        for (move_text, vertex_text) in [("h8", "H8"), ("i8", "J8"), ("a16", "A16"), ("pass", "PASS")] {
            assert_eq!(vertex(move_text), vertex_text);
            assert_eq!(mv(vertex_text), move_text);
        }
    }
}
