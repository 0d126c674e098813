//! Quartet's own protocol, in UCI's words or in UGI's.

use super::{
    Answer, EngineScore, FAREWELL, Player, Report, RuleSettings, ScoreKind, Turn, launch, missing, unanswered,
};
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::openings::setup_text;
use crate::process::Process;
use crate::settings::{EngineSettings, Protocol};
use quartet::engine::Setup;
use quartet::game::Side;
use std::collections::HashSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The option that selects a game.
const VARIANT: &str = "UCI_Variant";

/// What differs between the two dialects.
struct Words {
    handshake: &'static str,
    ready: &'static str,
    new_game: &'static str,
    times: [&'static str; 2],
    increments: [&'static str; 2],
    /// Whether mate scores count plies.
    plies: bool,
}

const UCI: Words = Words {
    handshake: "uci",
    ready: "uciok",
    new_game: "ucinewgame",
    times: ["wtime", "btime"],
    increments: ["winc", "binc"],
    plies: false,
};

const UGI: Words = Words {
    handshake: "ugi",
    ready: "ugiok",
    new_game: "uginewgame",
    times: ["p1time", "p2time"],
    increments: ["p1inc", "p2inc"],
    plies: true,
};

/// An engine that speaks it.
struct Native {
    process: Process,
    words: &'static Words,
    identity: Option<String>,
    /// How long it may take for an answer that is not a move.
    patience: Duration,
    /// What is sent, kept for its room.
    text: String,
}

/// Starts an engine, selects the variant and sets the options.
pub(super) fn open(
    engine: &EngineSettings,
    rules: &RuleSettings,
    cancel: &Cancel,
) -> Result<Box<dyn Player>, Interruption> {
    let patience = Duration::from_millis(engine.limits.patience);
    let process = launch(engine)?;
    let words = if engine.protocol == Protocol::Ugi { &UGI } else { &UCI };
    let mut native = Native { process, words, identity: None, patience, text: String::new() };
    let listed = native.handshake(cancel)?;
    native.configure(engine, rules, &listed)?;
    native.until_ready(cancel)?;
    Ok(Box::new(native))
}

impl Native {
    /// Shakes hands; the names of the options, in small letters.
    fn handshake(&mut self, cancel: &Cancel) -> Result<HashSet<String>, Interruption> {
        self.process.send(self.words.handshake)?;
        let deadline = Instant::now() + self.patience;
        let mut listed = HashSet::new();
        loop {
            let line = self.receive(deadline, self.patience, self.words.ready, cancel)?;
            if line == self.words.ready {
                return Ok(listed);
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.identity = Some(name.to_string());
            } else if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split_once(" type ").map_or(option, |(name, _)| name);
                listed.insert(name.to_lowercase());
            }
        }
    }

    /// Sends the options: the variant and its rules as far as the engine knows them, then its own.
    fn configure(
        &mut self,
        engine: &EngineSettings,
        rules: &RuleSettings,
        listed: &HashSet<String>,
    ) -> Result<(), Interruption> {
        let has = |name: &str| listed.contains(&name.to_lowercase());
        self.text.clear();
        if has(VARIANT) {
            self.set_option(VARIANT, rules.variant);
        }
        for (name, value) in rules.options.iter().filter(|(name, _)| has(name)) {
            self.set_option(name, value);
        }
        for (name, value) in &engine.options {
            if !has(name) {
                return Err(Interruption::fault(FaultKind::Protocol, format!("lists no option '{name}'")));
            }
            self.set_option(name, value);
        }
        match self.text.pop() {
            Some(_) => self.process.send(&self.text),
            None => Ok(()),
        }
    }

    /// Adds a line that sets an option.
    fn set_option(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.text, "setoption name {name} value {value}");
    }

    /// Waits until everything sent is done; an error message meanwhile is a fault.
    fn until_ready(&mut self, cancel: &Cancel) -> Result<(), Interruption> {
        self.process.send("isready")?;
        let deadline = Instant::now() + self.patience;
        loop {
            let line = self.receive(deadline, self.patience, "readyok", cancel)?;
            if line == "readyok" {
                return Ok(());
            }
            if let Some(error) = line.strip_prefix("info string error: ") {
                return Err(Interruption::fault(FaultKind::Protocol, format!("refuses: {error}")));
            }
        }
    }

    /// The next line; a stall is said to be for want of `wanted`.
    fn receive(
        &mut self,
        deadline: Instant,
        patience: Duration,
        wanted: &str,
        cancel: &Cancel,
    ) -> Result<String, Interruption> {
        self.process.receive(deadline, cancel).map(|line| line.text).map_err(|error| missing(error, wanted, patience))
    }

    /// Writes `isready`, `position` and `go` for a turn.
    fn ask(&mut self, turn: &Turn<'_>) {
        let text = &mut self.text;
        text.clear();
        // What is answered before this has nothing to do with this search.
        text.push_str("isready\nposition ");
        text.push_str(&setup_text(turn.setup));
        if !turn.referee.moves().is_empty() {
            text.push_str(" moves");
        }
        for mv in turn.referee.moves() {
            text.push(' ');
            text.push_str(mv);
        }
        text.push_str("\ngo");
        let limits = turn.clock().limits();
        let numbers = [("movetime", limits.movetime), ("nodes", limits.nodes), ("depth", limits.depth.map(u64::from))];
        for (word, number) in numbers {
            if let Some(number) = number {
                let _ = write!(text, " {word} {number}");
            }
        }
        if turn.clock().remaining().is_some() {
            self.tell_clocks(turn);
        }
    }

    /// Adds the clocks; an opponent without one is said to have the same.
    fn tell_clocks(&mut self, turn: &Turn<'_>) {
        let own = turn.clock();
        let of =
            |side: Side| Some(turn.clocks[side.index()]).filter(|clock| clock.remaining().is_some()).unwrap_or(own);
        let text = &mut self.text;
        for side in [Side::X, Side::O] {
            let left = of(side).remaining().unwrap_or_default().as_millis();
            let _ = write!(text, " {} {left}", self.words.times[side.index()]);
        }
        for side in [Side::X, Side::O] {
            let _ = write!(text, " {} {}", self.words.increments[side.index()], of(side).increment().as_millis());
        }
        if let Some(moves) = own.moves_left() {
            let _ = write!(text, " movestogo {moves}");
        }
    }
}

impl Player for Native {
    fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    fn new_game(&mut self, _setup: &Setup, cancel: &Cancel) -> Result<(), Interruption> {
        self.process.send(self.words.new_game)?;
        self.until_ready(cancel)
    }

    fn think(&mut self, turn: &Turn<'_>, cancel: &Cancel) -> Result<Answer, Interruption> {
        self.ask(turn);
        let (clock, patience) = (turn.clock(), turn.clock().patience());
        let begun = Instant::now();
        self.process.send_within(&self.text, patience).map_err(|error| unanswered(error, "bestmove", clock))?;
        let (mut ready, mut last) = (false, None);
        loop {
            let line = self.process.receive(begun + patience, cancel);
            let line = line.map_err(|error| unanswered(error, "bestmove", clock))?;
            let mut words = line.text.split_ascii_whitespace();
            match words.next() {
                Some("readyok") => ready = true,
                Some("info") if ready && is_main_line(&line.text) => last = Some(line.text),
                Some("bestmove") => {
                    let text = best_move(&line.text, words.next(), ready)?;
                    let report = last.map(|line| read_info(&line, self.words.plies)).unwrap_or_default();
                    let used = line.arrived.saturating_duration_since(begun);
                    return Ok(Answer { text, report, used });
                }
                _ => {}
            }
        }
    }

    fn quit(self: Box<Self>) {
        self.process.end("quit", FAREWELL);
    }
}

/// The move of a `bestmove`, if it belongs to this search.
fn best_move(line: &str, text: Option<&str>, ready: bool) -> Result<String, Interruption> {
    if !ready {
        let shown: String = line.chars().take(80).collect();
        return Err(Interruption::fault(FaultKind::Protocol, format!("'{shown}' before 'readyok', one too many")));
    }
    text.map(str::to_string).ok_or_else(|| Interruption::fault(FaultKind::Protocol, "'bestmove' without a move"))
}

/// Whether an `info` line tells of the best line as a whole.
fn is_main_line(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace().skip(1).peekable();
    let mut scored = false;
    while let Some(word) = words.next() {
        match word {
            "string" | "lowerbound" | "upperbound" => return false,
            "multipv" if words.peek().is_some_and(|&rank| rank != "1") => return false,
            "score" => scored = true,
            "pv" => break,
            _ => {}
        }
    }
    scored
}

/// Reads an `info` line; what cannot be read is left out.
fn read_info(line: &str, plies: bool) -> Report {
    let mut report = Report::default();
    let mut words = line.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => report.depth = number(words.next()),
            "seldepth" => report.seldepth = number(words.next()),
            "nodes" => report.nodes = number(words.next()),
            "nps" => report.nps = number(words.next()),
            "time" => report.milliseconds = number(words.next()),
            "score" => report.score = read_score(words.next(), words.next(), plies),
            "pv" => break,
            _ => {}
        }
    }
    report
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

/// Reads a score; plies to the end are turned into moves of the winner.
fn read_score(kind: Option<&str>, value: Option<&str>, plies: bool) -> Option<EngineScore> {
    let value: i64 = number(value)?;
    match kind? {
        "cp" => Some(EngineScore { kind: ScoreKind::Cp, value }),
        // The last ply is the winner's: an odd number of plies when winning, an even one when losing.
        "mate" if plies && value > 0 => Some(EngineScore { kind: ScoreKind::Mate, value: (value + 1) / 2 }),
        "mate" if plies => Some(EngineScore { kind: ScoreKind::Mate, value: value / 2 }),
        "mate" => Some(EngineScore { kind: ScoreKind::Mate, value }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines() {
        let line =
            "info depth 7 seldepth 9 multipv 1 score cp -12 nodes 400 nps 5000 hashfull 0 tbhits 0 time 80 pv f5 d6";
        assert!(is_main_line(line));
        let report = read_info(line, false);
        assert_eq!((report.depth, report.seldepth, report.nodes), (Some(7), Some(9), Some(400)));
        assert_eq!((report.nps, report.milliseconds), (Some(5000), Some(80)));
        assert_eq!(report.score, Some(EngineScore { kind: ScoreKind::Cp, value: -12 }));
        for other in [
            "info string depth 3 score cp 1",
            "info depth 3 multipv 2 score cp 5 pv f5",
            "info depth 3 score cp 5 lowerbound pv f5",
            "info depth 3 currmove f5",
            "info",
        ] {
            assert!(!is_main_line(other), "{other}");
        }
        assert_eq!(read_info("info score cp x depth", false), Report::default());
    }

    #[test]
    fn mates_count_moves() {
        let value = |text, plies| read_score(Some("mate"), Some(text), plies).map(|score| score.value);
        assert_eq!([value("5", false), value("-4", false)], [Some(5), Some(-4)]);
        assert_eq!(
            [value("9", true), value("1", true), value("-8", true), value("0", true)].map(Option::unwrap),
            [5, 1, -4, 0]
        );
    }
}
