//! The protocols: for each of them a grammar of lines, and what is checked in the answers.

mod cassio;
mod gomocup;
mod gtp;
mod nboard;
mod uci;

use crate::broken::Broken;
use crate::mutate::{is_harmless, lines, mutated};
use crate::random::Random;
use quartet::session::Protocol;

/// How an engine is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The protocol.
    pub protocol: Protocol,
    /// The game.
    pub variant: &'static str,
    /// Depth of searches to which the protocol sets no limit.
    pub depth: Option<u64>,
    /// Nodes of such searches.
    pub nodes: Option<u64>,
}

impl Start {
    /// The arguments of the program.
    pub fn arguments(&self) -> Vec<String> {
        let limit = |name: &str, limit: Option<u64>| limit.map(|limit| format!("--{name}={limit}"));
        let words = [format!("--protocol={}", name(self.protocol)), format!("--variant={}", self.variant)];
        words.into_iter().chain(limit("level", self.depth)).chain(limit("nodes", self.nodes)).collect()
    }
}

/// How an exchange ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    /// All lines are answered in full: every search of them ends by itself.
    Finish,
    /// After a pause of up to this many milliseconds, searches are stopped.
    Stop(u64),
    /// The program is told to quit at once.
    Quit,
    /// The input ends.
    EndOfInput,
}

impl Closing {
    /// A way to end an exchange, the last one of the session if `last` is set; pauses are shorter than `pause`
    /// milliseconds.
    fn any(last: bool, pause: usize, random: &mut Random) -> Closing {
        match last {
            true if random.one_in(2) => Closing::EndOfInput,
            true => Closing::Quit,
            false => Closing::Stop(if random.one_in(2) { random.below(pause) as u64 } else { 0 }),
        }
    }

    /// Whether the program ends.
    pub fn is_end(self) -> bool {
        matches!(self, Closing::Quit | Closing::EndOfInput)
    }
}

/// Lines that are sent in one go, and how the exchange ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The lines with their ends. What the checks need is sent between them.
    pub lines: Vec<Vec<u8>>,
    /// How it ends.
    pub closing: Closing,
}

/// What is sent for an exchange.
pub struct Sent {
    /// The lines of the exchange, and what the checks ask between them.
    pub lines: Vec<u8>,
    /// The lines after the pause.
    pub closing: Vec<u8>,
}

/// A fault, and the index of the line of the exchange that it became visible at; the number of lines if that was after
/// all of them.
pub type BrokenAt = (usize, Broken);

/// One side of a conversation in a protocol: it knows what may be said, and follows what was.
pub trait Dialect {
    /// How the engine is started.
    fn start(&self) -> Start;
    /// The next lines to send; the last ones of the session if `last` is set.
    fn exchange(&mut self, last: bool, random: &mut Random) -> Exchange;
    /// What is sent for an exchange.
    fn send(&mut self, exchange: &Exchange) -> Sent;
    /// A line without an answer of its own that ends the running search, if the protocol has one. In an exchange that
    /// ends with [`Closing::Stop`] it is sent again while nothing is answered: one `stop` does not end a bounded search
    /// that begins behind it and has further lines between them.
    fn stop(&self) -> Option<&'static str> {
        None
    }
    /// Whether a line is the last answer to what was sent; never true for an exchange that ends the program.
    fn is_last(&mut self, line: &str) -> bool;
    /// Checks the answers to what was sent, including the last line.
    fn check(&mut self, answers: &[String]) -> Result<(), BrokenAt>;
}

/// The names of the protocols, and the games that can be played by each.
pub const NAMES: [(&str, Protocol, &[&str]); 5] = [
    ("uci", Protocol::Uci, &["othello", "gomoku", "lgame", "rhombus"]),
    ("gomocup", Protocol::Gomocup, &["gomoku"]),
    ("gtp", Protocol::Gtp, &["othello", "gomoku"]),
    ("nboard", Protocol::NBoard, &["othello"]),
    ("cassio", Protocol::Cassio, &["othello"]),
];

/// The name of a protocol.
pub fn name(protocol: Protocol) -> &'static str {
    NAMES.iter().find(|row| row.1 == protocol).map_or("uci", |row| row.0)
}

/// A conversation in a protocol about a game, which is one of those in [`NAMES`].
pub fn open(protocol: Protocol, variant: &'static str) -> Box<dyn Dialect> {
    match protocol {
        Protocol::Gtp => Box::new(gtp::Gtp::new(variant)),
        Protocol::Gomocup => Box::new(gomocup::Gomocup::new()),
        Protocol::NBoard => Box::new(nboard::NBoard::new()),
        Protocol::Cassio => Box::new(cassio::Cassio::new()),
        Protocol::Uci => Box::new(uci::Uci::new(variant)),
    }
}

/// One to six lines of a grammar, some of them mutated if that is allowed; none that leads out of the protocol.
fn mixed_lines(mut line: impl FnMut(&mut Random) -> String, mutates: bool, random: &mut Random) -> Vec<Vec<u8>> {
    let count = if random.one_in(3) { 1 } else { random.between(1, 6) };
    let mut found = Vec::new();
    for _ in 0..count {
        let line = line(random);
        let mutation = mutated(line.as_bytes(), random);
        if mutates && random.one_in(3) && is_harmless(&mutation) {
            found.extend(lines(&mutation));
        } else {
            found.extend(lines(line.as_bytes()));
        }
    }
    found.retain(|line| !leads_to_uci(line));
    found
}

/// Whether a line switches from another protocol to UCI, or ends the program.
fn leads_to_uci(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let first = text.split_whitespace().next().unwrap_or_default();
    ["uci", "ugi", "help", "quit", "end"].iter().any(|word| first.trim_matches('\0').contains(word))
}
