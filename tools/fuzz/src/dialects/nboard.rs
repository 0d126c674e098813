//! NBoard's protocol. An exchange that is finished sets a game of its own and is read answer by answer; any other ends
//! with a `ping`, which ends what is searched and after which nothing about it may come.

use super::{BrokenAt, Closing, Dialect, Exchange, Sent, Start, mixed_lines};
use crate::broken::{Broken, Invariant};
use crate::games::{play_random, rules};
use crate::random::Random;
use quartet::session::Protocol;
use quartet_rules::Referee;

/// The start of a game in the Generic Game Format.
const START: &str = "(;GM[Othello]PC[x]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]";

/// A conversation in NBoard's protocol.
pub(super) struct NBoard {
    closing: Closing,
    /// The lines of the exchange as words.
    asked: Vec<String>,
    /// How many answers of searches are still to come before the exchange is finished.
    missing: usize,
    serial: u32,
}

impl NBoard {
    pub(super) fn new() -> Self {
        NBoard { closing: Closing::Finish, asked: Vec::new(), missing: 0, serial: 1_000_000 }
    }

    fn line(&self, random: &mut Random) -> String {
        match random.below(12) {
            0..=2 => set_game(random),
            3 => format!("move {}", random.pick(&["F5", "D3//0.5", "PA", "e6/1.5", "Z9", "", "F5/x/y"])),
            4 => format!("set depth {}", random.pick(&["1", "2", "3", "0", "x", "60"])),
            5 => random.pick(&["set contempt 5", "set", "nboard 2", "learn", "hello", "", "set game nonsense"]).into(),
            6 => "analyze".into(),
            7..=9 => "go".into(),
            _ => format!("hint {}", random.pick(&["1", "3", "0", "x", "99", ""])),
        }
    }

    /// Whether an answer ends that of a search.
    fn ends_search(line: &str) -> bool {
        line.starts_with("=== ") || line.starts_with("status") || line.starts_with("analysis 0 ")
    }
}

/// A line that sets a game of random moves.
fn set_game(random: &mut Random) -> String {
    let mut text = format!("set game {START}");
    let Ok(mut referee) = rules("othello", &[]) else { return text };
    play_random(&mut *referee, random.below(60), random);
    for (index, mv) in referee.moves().iter().enumerate() {
        let mv = if mv == "pass" { "PA".into() } else { mv.to_uppercase() };
        text.push_str(&format!("{}[{mv}]", ["B", "W"][index % 2]));
    }
    text.push_str(";)");
    text
}

impl Dialect for NBoard {
    fn start(&self) -> Start {
        Start { protocol: Protocol::NBoard, variant: "othello", depth: Some(2), nodes: Some(300) }
    }

    fn exchange(&mut self, last: bool, random: &mut Random) -> Exchange {
        if !last && random.one_in(3) {
            let requests = (0..random.between(1, 3)).map(|_| random.pick(&["go\n", "hint 2\n", "analyze\n"]));
            let requests: Vec<_> = requests.map(|line| line.as_bytes().to_vec()).collect();
            let game = format!("{}\n", set_game(random)).into_bytes();
            return Exchange { lines: [vec![game], requests].concat(), closing: Closing::Finish };
        }
        let lines = mixed_lines(|random| self.line(random), !last, random);
        Exchange { lines, closing: Closing::any(last, 15, random) }
    }

    fn send(&mut self, exchange: &Exchange) -> Sent {
        self.closing = exchange.closing;
        let text = |line: &Vec<u8>| String::from_utf8_lossy(line).trim_end_matches(['\r', '\n']).to_string();
        self.asked = exchange.lines.iter().map(text).collect();
        self.missing = self.asked.iter().filter(|line| is_search(line)).count();
        self.serial += 1;
        let closing = match exchange.closing {
            Closing::Quit => "quit\n".to_string(),
            Closing::EndOfInput => String::new(),
            Closing::Finish if self.missing > 0 => String::new(),
            Closing::Finish | Closing::Stop(_) => format!("ping {}\n", self.serial),
        };
        Sent { lines: exchange.lines.concat(), closing: closing.into_bytes() }
    }

    fn is_last(&mut self, line: &str) -> bool {
        match self.closing {
            Closing::Finish if self.missing > 0 => {
                self.missing -= usize::from(NBoard::ends_search(line));
                self.missing == 0
            }
            Closing::Finish | Closing::Stop(_) => line.strip_prefix("pong ") == Some(&self.serial.to_string()),
            Closing::Quit | Closing::EndOfInput => false,
        }
    }

    fn check(&mut self, said: &[String]) -> Result<(), BrokenAt> {
        let asked = std::mem::take(&mut self.asked);
        let at_end = |broken| (asked.len(), broken);
        said.iter().try_for_each(|line| check_form(line)).map_err(at_end)?;
        if self.closing == Closing::Finish && asked.first().is_some_and(|line| line.starts_with("set game ")) {
            return check_finished(&asked, said);
        }
        // A `ping` among the lines ends searches, too.
        let count = |head: &str| said.iter().filter(|line| line.starts_with(head)).count();
        let wanted = |name: &str| asked.iter().filter(|line| words(line).next() == Some(name)).count();
        for (head, name) in
            [("=== ", "go"), ("analysis 0 ", "analyze"), ("set myname ", "nboard"), ("learned", "learn")]
        {
            let is_search = matches!(name, "go" | "analyze");
            let may_miss = is_search || self.closing == Closing::Quit;
            if count(head) > wanted(name) || (!may_miss && count(head) < wanted(name)) {
                let why = format!("{} lines '{head}…' to {} lines '{name}'", count(head), wanted(name));
                return Err(at_end(Broken::new(Invariant::Answers, why)));
            }
        }
        let pings = wanted("ping") + usize::from(matches!(self.closing, Closing::Stop(_) | Closing::Finish));
        if count("pong ") != pings && self.closing != Closing::Quit {
            let why = format!("{} pong, expected {pings}", count("pong "));
            return Err(at_end(Broken::new(Invariant::Answers, why)));
        }
        Ok(())
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', '\t']).filter(|word| !word.is_empty())
}

fn is_search(line: &str) -> bool {
    matches!(words(line).next(), Some("go" | "hint" | "analyze"))
}

/// Checks the form of a line.
fn check_form(line: &str) -> Result<(), Broken> {
    let wrong = |why: &str| Err(Broken::new(Invariant::Form, format!("'{line}': {why}")));
    let words: Vec<&str> = line.split(' ').collect();
    let number = |word: &str| word.parse::<f64>().is_ok();
    let is_right = match words[..] {
        ["status", ..] | ["pong", ..] | ["learned"] | ["set", "myname", _] => true,
        ["nodestats", nodes, seconds] => nodes.parse::<u64>().is_ok() && number(seconds),
        ["search", _, value, "0", _] => in_range(value),
        ["analysis", index, value] => index.parse::<usize>().is_ok() && in_range(value),
        ["===", answer] => {
            let parts: Vec<&str> = answer.split('/').collect();
            matches!(parts[..], [_, value, seconds] if in_range(value) && number(seconds))
        }
        _ => false,
    };
    if is_right { Ok(()) } else { wrong("no line of the protocol") }
}

/// Whether a value is a number of discs.
fn in_range(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(|value| value.abs() <= 100.0)
}

/// Checks the answers to searches of a game, one after the other.
fn check_finished(asked: &[String], said: &[String]) -> Result<(), BrokenAt> {
    let mut referee = rules("othello", &[]).map_err(|broken| (0, broken))?;
    let moves = game_moves(&asked[0]);
    referee
        .begin(&quartet::engine::Setup::Start, &moves)
        .map_err(|error| (0, Broken::new(Invariant::Rules, error.to_string())))?;
    let mut lines = said.iter().map(String::as_str);
    for (index, line) in asked.iter().enumerate().skip(1) {
        check_search(words(line).next().unwrap_or_default(), &mut *referee, moves.len(), &mut lines)
            .map_err(|broken| (index, broken))?;
    }
    match lines.next() {
        Some(line) => Err((asked.len(), Broken::new(Invariant::Answers, format!("'{line}', expected nothing more")))),
        None => Ok(()),
    }
}

/// Checks the answer to a search.
fn check_search<'a>(
    name: &str,
    referee: &mut dyn Referee,
    plies: usize,
    lines: &mut impl Iterator<Item = &'a str>,
) -> Result<(), Broken> {
    let mut next = |wanted: &str| {
        let line = lines.next().unwrap_or("the end of output");
        let other =
            || Broken::new(Invariant::Answers, format!("'{line}' as the answer to '{name}', expected '{wanted}'"));
        line.strip_prefix(wanted).ok_or_else(other)
    };
    match name {
        "go" => {
            next("nodestats ")?;
            check_move(referee, next("=== ")?.split('/').next().unwrap_or_default())
        }
        "analyze" => (0..=plies).rev().try_for_each(|index| next(&format!("analysis {index} ")).map(drop)),
        _ => loop {
            match next("search ") {
                Ok(rest) => check_move(referee, rest.get(..2).unwrap_or_default())?,
                Err(other) if !other.detail.starts_with("'nodestats ") => return Err(other),
                Err(_) => return next("status").map(drop),
            }
        },
    }
}

/// Checks that a move is legal. When the game is over the answer is a pass.
fn check_move(referee: &mut dyn Referee, mv: &str) -> Result<(), Broken> {
    let legal = referee.legal_moves();
    let name = if mv == "PA" { "pass".into() } else { mv.to_lowercase() };
    if legal.contains(&name) || (legal.is_empty() && mv == "PA") {
        return Ok(());
    }
    Err(Broken::new(Invariant::Rules, format!("move '{mv}' in '{}'", referee.position())))
}

/// The moves of a line that sets a game.
fn game_moves(line: &str) -> Vec<String> {
    let moves = line.strip_prefix("set game ").and_then(|game| game.strip_prefix(START)).unwrap_or_default();
    let words = moves.split(['[', ']']).skip(1).step_by(2);
    words.map(|mv| if mv == "PA" { "pass".into() } else { mv.to_lowercase() }).collect()
}
