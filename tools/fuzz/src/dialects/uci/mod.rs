//! The UCI dialect.
//!
//! Between the lines of an exchange the checks put queries, which are answered in their turn: so every answer can be
//! told from the next one, and the position of every search is known. At the end of an exchange the whole state is
//! asked for.

mod answers;
mod command;
mod grammar;
mod search;

use super::{BrokenAt, Closing, Dialect, Exchange, Sent, Start};
use crate::broken::{Broken, Invariant};
use crate::games::{rules, set_position};
use crate::mutate::{is_harmless, lines, mutated};
use crate::random::Random;
use answers::{Answers, unexpected};
use command::Command;
use grammar::{Length, Topic};
use quartet::session::Protocol;
use quartet_arena::check::info::EngineOption;
use search::{CONTEXT, Context, check_search};

/// What is asked before a line, so that the answers before it can be told from its own.
const FENCE: &str = "query side";
/// The option whose value numbers the exchanges. Its answer is the last one of an exchange.
const SERIAL: &str = "Seed";
/// The number before the first one, which no other query is likely to be answered with.
const FIRST_SERIAL: u32 = 1_000_000_000;

/// A conversation in UCI.
pub(super) struct Uci {
    variant: &'static str,
    topic: Topic,
    /// The last answers to the questions about the state.
    state: Vec<String>,
    /// What the lines of the exchange ask for.
    asked: Vec<Command>,
    /// The options whose values are asked for at the end of the exchange.
    probed: Vec<String>,
    closing: Closing,
    serial: u32,
    /// Whether `debug` has ever been sent.
    debug: bool,
    /// Whether something that may change the state was not refused.
    changed: bool,
}

impl Uci {
    pub(super) fn new(variant: &'static str) -> Self {
        Uci {
            variant,
            topic: Topic::default(),
            state: Vec::new(),
            asked: Vec::new(),
            probed: Vec::new(),
            closing: Closing::Finish,
            serial: FIRST_SERIAL,
            debug: false,
            changed: true,
        }
    }

    /// The questions about the state, in order.
    fn questions(&mut self) -> Vec<String> {
        let names = self.topic.options.iter().map(|option| option.name.clone());
        self.probed = names.filter(|name| name != SERIAL).collect();
        let options = self.probed.iter().map(|name| format!("query option {name}"));
        options.chain(["query lastmove", "query reason", "moves", "d"].map(String::from)).collect()
    }

    /// Lines of the grammar, some of them mutated, and how long they may keep the engine busy.
    fn some_lines(&self, last: bool, random: &mut Random) -> Vec<(Vec<u8>, Length)> {
        let mut found = Vec::new();
        let count = if random.one_in(3) { 1 } else { random.between(1, 6) };
        for _ in 0..count {
            let (line, length) = self.topic.line(random);
            let mutation = mutated(line.as_bytes(), random);
            if !last && random.one_in(3) && is_harmless(&mutation) {
                let parts = lines(&mutation).into_iter();
                found.extend(parts.map(|part| {
                    (part.clone(), if Command::of(&part).is_job() { Length::Unknown } else { Length::Short })
                }));
            } else {
                let end = if random.one_in(8) { random.pick(&["\r\n", "\r"]) } else { "\n" };
                found.push((format!("{line}{end}").into_bytes(), length));
            }
        }
        found.retain(|(line, _)| Command::of(line) != Command::Quit);
        // What may run for ever is alone: `wait` would hold back even the `stop`, and a `stop` that arrives during an
        // earlier job ends a later one only where nothing is queued between them.
        if let Some(at) = found.iter().position(|(_, length)| *length == Length::Unknown) {
            let mut index = 0..;
            found.retain(|(line, _)| {
                let command = Command::of(line);
                index.next() == Some(at) || !(command.is_job() || command == Command::Wait)
            });
        }
        found
    }
}

impl Dialect for Uci {
    fn start(&self) -> Start {
        Start { protocol: Protocol::Uci, variant: self.variant, depth: None, nodes: None }
    }

    fn exchange(&mut self, last: bool, random: &mut Random) -> Exchange {
        if self.topic.options.is_empty() {
            return Exchange { lines: vec![b"uci\n".to_vec()], closing: Closing::Finish };
        }
        let lines = self.some_lines(last, random);
        let has = |wanted| lines.iter().any(|(_, length)| *length == wanted);
        let closing = match (has(Length::Unknown), has(Length::Endless)) {
            (false, _) if last && random.one_in(2) => Closing::EndOfInput,
            _ if last => Closing::Quit,
            (false, false) if !random.one_in(4) => Closing::Finish,
            _ => Closing::Stop(if random.one_in(3) { random.below(12) as u64 } else { 0 }),
        };
        Exchange { lines: lines.into_iter().map(|(line, _)| line).collect(), closing }
    }

    fn send(&mut self, exchange: &Exchange) -> Sent {
        self.asked = exchange.lines.iter().map(|line| Command::of(line)).collect();
        self.closing = exchange.closing;
        self.changed = false;
        self.debug |= exchange.lines.iter().any(|line| String::from_utf8_lossy(line).contains("debug"));
        let mut sent = Vec::new();
        for (line, command) in exchange.lines.iter().zip(&self.asked) {
            let before: &[&str] = match command {
                Command::Go => &CONTEXT,
                command if command.is_immediate() => &[],
                _ => &[FENCE],
            };
            before.iter().for_each(|question| sent.extend_from_slice(format!("{question}\n").as_bytes()));
            sent.extend_from_slice(line);
        }
        let mut closing = match exchange.closing {
            Closing::Quit => return Sent { lines: sent, closing: b"quit\n".to_vec() },
            Closing::EndOfInput => return Sent { lines: sent, closing: Vec::new() },
            Closing::Stop(_) => "stop\n".to_string(),
            Closing::Finish => String::new(),
        };
        self.serial += 1;
        self.questions().iter().for_each(|question| closing.push_str(&format!("{question}\n")));
        let serial = self.serial;
        closing.push_str(&format!("setoption name {SERIAL} value {serial}\nquery option {SERIAL}\n"));
        Sent { lines: sent, closing: closing.into_bytes() }
    }

    fn is_last(&mut self, line: &str) -> bool {
        !self.closing.is_end() && line.strip_prefix("response ") == Some(&self.serial.to_string())
    }

    fn check(&mut self, said: &[String]) -> Result<(), BrokenAt> {
        let asked = std::mem::take(&mut self.asked);
        let mut answers = Answers::new(said, self.debug).map_err(|broken| (asked.len(), broken))?;
        for (index, command) in asked.iter().enumerate() {
            // What waits for its turn when the program is told to quit is dropped.
            if self.closing == Closing::Quit && answers.peek().is_none() {
                return Ok(());
            }
            self.check_answer(*command, &mut answers).map_err(|broken| (index, broken))?;
        }
        let checked = self.check_rest(&asked, &mut answers);
        checked.map_err(|broken| (asked.len(), broken))
    }
}

impl Uci {
    /// Checks the answer to a line, and to what was asked before it.
    fn check_answer(&mut self, command: Command, answers: &mut Answers<'_>) -> Result<(), Broken> {
        if command.is_immediate() {
            return Ok(());
        }
        if command == Command::Go {
            let context = Context::read(answers)?;
            return if answers.is_refused() { Ok(()) } else { check_search(answers, &context) };
        }
        let side = answers.response()?;
        if !matches!(side, "x" | "o") {
            return Err(unexpected(side, "a side"));
        }
        if self.closing == Closing::Quit && answers.peek().is_none() || answers.is_refused() {
            return Ok(());
        }
        self.changed |= command.changes();
        self.check_accepted(command, answers)
    }

    /// Checks the answer to a line that was not refused.
    fn check_accepted(&mut self, command: Command, answers: &mut Answers<'_>) -> Result<(), Broken> {
        let stopped = |line: &str| line.starts_with("info string ") && line.ends_with(" stopped");
        match command {
            Command::Unknown => {
                Err(Broken::new(Invariant::Answers, "no error for a line without a command, expected one"))
            }
            Command::SetOption => {
                let next = answers.peek().unwrap_or_default();
                let announces = ["info string variant ", "option name UCI_Variant "];
                if announces.iter().any(|head| next.starts_with(head)) { answers.take("").map(drop) } else { Ok(()) }
            }
            Command::Variant => answers.after("info string variant ").map(drop),
            Command::Query => answers.response().map(drop),
            Command::Moves => answers.after("moves").map(drop),
            Command::Handshake(end) => self.read_handshake(end, answers),
            Command::Board => self.read_board(answers).map(drop),
            Command::Evaluate => {
                answers.until("eval", |line| line.starts_with("eval "), |line| line.starts_with("eval total "))
            }
            Command::Book => {
                answers.until("book", |line| line.starts_with("book score "), |line| line.starts_with("book moves "))
            }
            Command::Help => answers.until("help", |line| line.contains(" - "), |line| line.starts_with("quit - ")),
            Command::Perft => answers.until(
                "a total",
                |line| line.split_once(": ").is_some_and(|(_, count)| count.parse::<u64>().is_ok()),
                |line| line.starts_with("Nodes searched: ") || stopped(line),
            ),
            Command::Proof => {
                let ends = ["proof win ", "proof loss ", "proof draw", "proof none"];
                let is_end = |line: &str| ends.iter().any(|head| line.starts_with(head)) || stopped(line);
                answers.until("a proof", |line| line.starts_with("proof "), is_end)
            }
            Command::Solve => {
                let ends = |line: &str| line.ends_with(" microseconds") && line.starts_with("info string time ");
                let is_end = |line: &str| ends(line) || line.starts_with("info string verified ") || stopped(line);
                answers.until("the end of solve", |line| line.starts_with("info string "), is_end)
            }
            Command::Bench => {
                let is_end = |line: &str| line.ends_with(" nps") || stopped(line);
                answers.until("a total", |line| line.starts_with("info string bench "), is_end)
            }
            _ => Ok(()),
        }
    }

    /// Reads a handshake, and the options that it lists.
    fn read_handshake(&mut self, end: &str, answers: &mut Answers<'_>) -> Result<(), Broken> {
        answers.after("id name ")?;
        answers.after("id author ")?;
        self.topic.options.clear();
        loop {
            let line = answers.take(end)?;
            if line == end {
                return Ok(());
            }
            match EngineOption::parse(line) {
                Ok(option) => self.topic.options.push(option),
                Err(_) => return Err(unexpected(line, end)),
            }
        }
    }

    /// Reads the answer to `d`.
    fn read_board(&self, answers: &mut Answers<'_>) -> Result<Vec<String>, Broken> {
        let mut lines = Vec::new();
        loop {
            let line = answers.take("legal moves")?;
            lines.push(line.to_string());
            if line.starts_with("legal moves ") {
                break;
            }
        }
        let result = answers.peek().filter(|line| line.starts_with("result "));
        if result.is_some() {
            lines.push(answers.take("result")?.into());
        }
        Ok(lines)
    }

    /// Checks what comes after the answers to the lines of the exchange.
    fn check_rest(&mut self, asked: &[Command], answers: &mut Answers<'_>) -> Result<(), Broken> {
        if !self.closing.is_end() {
            self.check_state(answers)?;
        }
        if let Some(line) = answers.peek() {
            return Err(unexpected(line, "nothing more"));
        }
        let count = |command| asked.iter().filter(|asked| **asked == command).count();
        let [ready, waits] = answers.immediate;
        let wanted = count(Command::IsReady);
        if ready != wanted && (self.closing != Closing::Quit || ready > wanted) {
            return Err(Broken::new(Invariant::Answers, format!("{ready} readyok, expected {wanted}")));
        }
        if waits > count(Command::Wait) {
            return Err(Broken::new(Invariant::Answers, format!("{waits} errors of wait")));
        }
        Ok(())
    }

    /// Reads the answers about the state, and checks that it has changed only if something may have changed it.
    fn check_state(&mut self, answers: &mut Answers<'_>) -> Result<(), Broken> {
        let mut state = vec![format!("{} options", self.probed.len())];
        for name in std::mem::take(&mut self.probed) {
            let value = answers.response()?.to_string();
            state.push(format!("{name} {value}"));
            self.topic.values.insert(name, value);
        }
        state.push(answers.after("response ")?.into());
        let reason = answers.response()?;
        let moves = answers.after("moves")?;
        self.topic.moves = moves.split_whitespace().map(String::from).collect();
        state.push(moves.into());
        state.extend(self.read_board(answers)?);
        let serial = answers.response()?;
        if serial != self.serial.to_string() {
            return Err(unexpected(serial, &format!("{}", self.serial)));
        }
        self.check_position(&state, reason)?;
        let before = std::mem::replace(&mut self.state, state);
        // Before the first handshake the options are not known.
        let is_comparable = before.len() > 1 && before[0] == self.state[0];
        if self.changed || !is_comparable || before == self.state {
            return Ok(());
        }
        let (now, before): (Vec<_>, Vec<_>) =
            self.state.iter().zip(&before).filter(|(now, before)| now != before).unzip();
        let why = format!("{now:?} after {before:?}, though nothing was accepted that changes it");
        Err(Broken::new(Invariant::Unchanged, why))
    }

    /// Checks the legal moves of the position by the rules of the library.
    fn check_position(&self, state: &[String], reason: &str) -> Result<(), Broken> {
        let Some(position) = state.iter().find_map(|line| line.strip_prefix("position ")) else {
            return Err(Broken::new(Invariant::Answers, "no position in the answer to 'd'"));
        };
        let value = |name: &str| self.topic.values.get(name).map_or("", String::as_str);
        let is_flipello = self.topic.moves.iter().any(|mv| is_of_flipello(mv));
        if value("UCI_Variant").is_empty() || is_flipello || reason != "none" {
            return Ok(());
        }
        let mut referee = rules(value("UCI_Variant"), &[("Rule", value("Rule")), ("MaxPlies", value("MaxPlies"))])?;
        set_position(&mut *referee, position)?;
        if referee.legal_moves() == self.topic.moves {
            return Ok(());
        }
        let (said, found) = (self.topic.moves.join(" "), referee.legal_moves().join(" "));
        Err(Broken::new(Invariant::Rules, format!("moves '{said}' in '{position}', expected '{found}'")))
    }
}

/// Whether a move is written as in Fairy-Stockfish's flipello: a drop, or a pass, which is a square twice.
fn is_of_flipello(mv: &str) -> bool {
    mv.contains('@') || mv.split_at_checked(mv.len() / 2).is_some_and(|(square, again)| square == again)
}
