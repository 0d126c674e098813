//! Cassio's protocol. Each line of the engine names the position that it is about, so all of them can be checked by the
//! rules. An exchange ends with the search of a position that is over and has not occurred before.

use super::{BrokenAt, Closing, Dialect, Exchange, Sent, Start, mixed_lines};
use crate::broken::{Broken, Invariant};
use crate::games::{check_line, play_random, rules};
use crate::random::Random;
use quartet::session::Protocol;

/// The word that begins each line.
const PREFIX: &str = "ENGINE-PROTOCOL";

/// A conversation in Cassio's protocol.
pub(super) struct Cassio {
    closing: Closing,
    asked: Vec<String>,
    serial: u64,
    /// Whether the last search of the exchange has been answered, so that only `ready.` is missing.
    is_nearly_last: bool,
}

impl Cassio {
    pub(super) fn new() -> Self {
        Cassio { closing: Closing::Finish, asked: Vec::new(), serial: 0, is_nearly_last: false }
    }

    /// The full board that stands for the number of the exchange.
    fn mark(&self) -> String {
        let disc = |bit: u64| if self.serial >> bit & 1 == 1 { 'X' } else { 'O' };
        (0..64).map(disc).chain(['X']).collect()
    }

    fn line(&self, random: &mut Random) -> String {
        let position = position(random);
        let command = match random.below(10) {
            0..=3 => format!("midgame-search {position} -64.00 64.00 {} 73", random.between(1, 3)),
            4 | 5 => format!("endgame-search {position} -64.00 64.00 100"),
            6 => random.pick(&["init", "new-position", "empty-hash", "feed-hash x", "get-version"]).into(),
            7 => random.pick(&["midgame-search", "endgame-search nonsense", "foo", "midgame-search x 1 2 3 4"]).into(),
            8 => "get-search-infos".into(),
            _ => return random.pick(&["", PREFIX, "hello", "ENGINE-PROTOCOL  init"]).into(),
        };
        format!("{PREFIX} {command}")
    }
}

/// A position after random moves.
fn position(random: &mut Random) -> String {
    let Ok(mut referee) = rules("othello", &[]) else { return String::new() };
    play_random(&mut *referee, random.below(64), random);
    let text = referee.position();
    let (board, rest) = text.split_once(' ').unwrap_or((&text, "x"));
    let mut squares = String::new();
    for letter in board.chars().filter(|letter| *letter != '/') {
        match letter.to_digit(10) {
            Some(run) => squares.push_str(&"-".repeat(run as usize)),
            None => squares.push(letter.to_ascii_uppercase()),
        }
    }
    squares.push(if rest.starts_with('o') { 'O' } else { 'X' });
    squares
}

impl Dialect for Cassio {
    fn start(&self) -> Start {
        Start { protocol: Protocol::Cassio, variant: "othello", depth: None, nodes: Some(300) }
    }

    fn exchange(&mut self, last: bool, random: &mut Random) -> Exchange {
        let mut lines = mixed_lines(|random| self.line(random), !last, random);
        lines.retain(|line| !["stop", "quit"].iter().any(|word| has_command(&String::from_utf8_lossy(line), word)));
        let closing = match random.below(3) {
            0 if last => Closing::EndOfInput,
            _ if last => Closing::Quit,
            0 => Closing::Stop(random.below(10) as u64),
            _ => Closing::Finish,
        };
        Exchange { lines, closing }
    }

    fn send(&mut self, exchange: &Exchange) -> Sent {
        self.closing = exchange.closing;
        let text = |line: &Vec<u8>| String::from_utf8_lossy(line).trim_end_matches(['\r', '\n']).to_string();
        self.asked = exchange.lines.iter().map(text).collect();
        (self.serial, self.is_nearly_last) = (self.serial + 1, false);
        let mark = format!("{PREFIX} midgame-search {} -64.00 64.00 1 73", self.mark());
        let closing: &[String] = match exchange.closing {
            Closing::EndOfInput => &[],
            Closing::Quit => &[format!("{PREFIX} quit")],
            Closing::Finish => &[mark],
            Closing::Stop(_) => &[format!("{PREFIX} stop"), mark],
        };
        self.asked.extend_from_slice(closing);
        let closing: String = closing.iter().map(|line| format!("{line}\n")).collect();
        Sent { lines: exchange.lines.concat(), closing: closing.into_bytes() }
    }

    fn is_last(&mut self, line: &str) -> bool {
        if self.is_nearly_last {
            return line == "ready.";
        }
        self.is_nearly_last = !self.closing.is_end() && line.starts_with(&self.mark());
        false
    }

    fn check(&mut self, said: &[String]) -> Result<(), BrokenAt> {
        let asked = std::mem::take(&mut self.asked);
        let at_end = |broken| (asked.len(), broken);
        said.iter().try_for_each(|line| check_form(line)).map_err(at_end)?;
        let count = |head: &str| said.iter().filter(|line| line.starts_with(head)).count();
        let commands = asked.iter().filter(|line| begins(line) && !has_command(line, "quit")).count();
        let progress = asked.iter().filter(|line| line.split([' ', '\t']).all(str::is_empty)).count();
        // While a search runs, the answer to a question about it is a line of its own.
        let (ready, wanted) = (count("ready.") + count("node "), commands + progress);
        let may_miss = matches!(self.closing, Closing::Stop(_) | Closing::Quit);
        if ready > wanted || (ready < wanted && !may_miss) {
            let why = format!("{ready} answers 'ready.' or 'node …' to {wanted} lines");
            return Err(at_end(Broken::new(Invariant::Answers, why)));
        }
        if self.closing == Closing::Quit && said.last().is_none_or(|line| line != "bye bye.") {
            return Err(at_end(Broken::new(Invariant::Answers, "no 'bye bye.' at the end, expected one")));
        }
        Ok(())
    }
}

/// Whether a line begins as lines of the protocol do.
fn begins(line: &str) -> bool {
    line.split([' ', '\t']).find(|word| !word.is_empty()) == Some(PREFIX)
}

/// Whether a line has this command, in any case.
fn has_command(line: &str, command: &str) -> bool {
    let mut words = line.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty()).skip(1);
    begins(line) && words.next().is_some_and(|word| word.eq_ignore_ascii_case(command))
}

/// Checks the form of a line, and a line of play by the rules.
fn check_form(line: &str) -> Result<(), Broken> {
    let wrong = |why: &str| Broken::new(Invariant::Form, format!("'{line}': {why}"));
    let heads = ["ready.", "version: ", "node ", "ERROR: ", "bye bye."];
    if heads.iter().any(|head| line.starts_with(head)) {
        return Ok(());
    }
    let parts: Vec<&str> = line.split(", ").collect();
    let [position, mv, depth, percent, value, pv, node, time] = parts[..] else {
        return Err(wrong("no line of the protocol"));
    };
    let heads = [(mv, "move "), (depth, "depth "), (percent, "@"), (node, "node "), (time, "time ")];
    if let Some((_, head)) = heads.iter().find(|(part, head)| !part.starts_with(head)) {
        return Err(wrong(&format!("expected '{head}'")));
    }
    if !value.contains(" <= v <= ") {
        return Err(wrong("no bounds"));
    }
    check_play(position, &mv["move ".len()..], pv).map_err(|broken| wrong(&broken.detail))
}

/// Checks the move and the line of play in a position.
fn check_play(position: &str, mv: &str, pv: &str) -> Result<(), Broken> {
    let mut referee = rules("othello", &[])?;
    let position = format!("{} {}", position.get(..64).unwrap_or_default(), position.get(64..).unwrap_or_default());
    if mv == "--" {
        return check_line(&mut *referee, &position, &[]);
    }
    let moves: Vec<String> = pv
        .as_bytes()
        .chunks(2)
        .map(|mv| if mv == b"pa" { "pass".into() } else { String::from_utf8_lossy(mv).into_owned() })
        .collect();
    let first = if moves.first().is_some_and(|first| first == "pass") { "PA".into() } else { mv.to_lowercase() };
    if first != "PA" && moves.first() != Some(&first) {
        return Err(Broken::new(Invariant::Form, "the move is not the first of the line"));
    }
    check_line(&mut *referee, &position, &moves)
}
