//! An engine for tests that plays pseudorandom legal moves and fails on demand.
//!
//! `fake-engine [seed=N] [fault=NAME] [at=N]`: the fault occurs at the N-th `go` (by default the first), some faults at
//! the start. With `fault=random` moves differ from search to search; otherwise a position always has the same move.
//!
//! With a conversation in the environment variable `FAKE_SCRIPT` it follows that instead: it expects the line after
//! `> `, prints the line after `< `, and discards the number of lines after `~ `. An unexpected line ends it with
//! status 7.

use quartet::engine::Setup;
use quartet::random::mix;
use quartet_rules::{Referee, referee};
use std::collections::BTreeMap;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

/// Longer than the timeout of any test.
const FOR_EVER: Duration = Duration::from_secs(3600);

#[derive(Default)]
struct Settings {
    seed: u64,
    fault: String,
    at: u64,
}

fn settings() -> Settings {
    let mut settings = Settings { at: 1, ..Settings::default() };
    for word in std::env::args().skip(1) {
        match word.split_once('=').expect("key=value") {
            ("seed", value) => settings.seed = value.parse().expect("a number"),
            ("fault", value) => settings.fault = value.into(),
            ("at", value) => settings.at = value.parse().expect("a number"),
            _ => panic!("unknown word '{word}'"),
        }
    }
    settings
}

/// Writes a line; a closed pipe ends the program.
fn say(line: &str) {
    let mut out = stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Writes bytes repeatedly, up to `limit` in total.
fn pour(piece: &[u8], limit: u64) {
    let mut out = stdout().lock();
    let mut written = 0;
    while written < limit {
        if out.write_all(piece).is_err() {
            std::process::exit(0);
        }
        written += piece.len() as u64;
    }
}

struct Engine {
    settings: Settings,
    options: BTreeMap<String, String>,
    variant: String,
    referee: Box<dyn Referee>,
    searches: u64,
}

impl Engine {
    fn open(&mut self) {
        self.referee = referee(&self.variant, &self.options).expect("known rules");
    }

    fn has(&self, fault: &str) -> bool {
        self.settings.fault == fault
    }

    /// Whether the fault is due in this search.
    fn due(&self, fault: &str) -> bool {
        self.has(fault) && self.searches == self.settings.at
    }

    fn set_option(&mut self, words: &[&str]) {
        let at = words.iter().position(|&word| word == "value").expect("a value");
        let (name, value) = (words[2..at].join(" "), words[at + 1..].join(" "));
        match name.as_str() {
            "UCI_Variant" => self.variant = value,
            "Rule" | "BoardSize" | "MaxPlies" => drop(self.options.insert(name, value)),
            _ => say(&format!("info string error: no option {name}")),
        }
        self.open();
    }

    fn position(&mut self, words: &[&str]) {
        let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let setup = match words[1] {
            "startpos" => Setup::Start,
            "fen" => Setup::Text(words[2..moves].join(" ")),
            _ => Setup::Code(words[2..moves].join(" ")),
        };
        let list: Vec<String> = words.iter().skip(moves + 1).map(|word| word.to_string()).collect();
        self.referee.begin(&setup, &list).expect("a position");
    }

    fn go(&mut self) {
        self.searches += 1;
        let moves = self.referee.legal_moves();
        let random = if self.has("random") { mix(self.searches) } else { 0 };
        let lot = mix(self.settings.seed ^ self.referee.key() ^ random);
        let chosen = &moves[(lot % moves.len() as u64) as usize];
        if self.due("exit") {
            std::process::exit(3);
        }
        if self.due("illegal") {
            return say("bestmove z9");
        }
        if self.due("no-move") {
            return say("bestmove");
        }
        if self.due("flood") {
            pour(format!("info string {}\n", "x".repeat(200)).repeat(100).as_bytes(), 1 << 30);
        }
        if self.due("endless-line") {
            pour(&[b'x'; 4096], u64::MAX);
        }
        if self.due("stall") {
            std::thread::sleep(FOR_EVER);
        }
        if self.due("late") {
            std::thread::sleep(Duration::from_millis(300));
        }
        if self.due("close-stdout") {
            close_stdout();
        }
        say(&format!("info depth 1 score cp 0 nodes {} time 0 pv {chosen}", moves.len()));
        say(&format!("bestmove {chosen}"));
        if self.due("twice") {
            say(&format!("bestmove {chosen}"));
        }
    }
}

/// Closes stdout and stays alive: it executes a shell that sleeps with stdout closed.
#[cfg(unix)]
fn close_stdout() {
    use std::os::unix::process::CommandExt;
    let error = std::process::Command::new("sh").args(["-c", "exec >&-; while read line; do :; done"]).exec();
    panic!("{error}");
}

#[cfg(not(unix))]
fn close_stdout() {
    std::process::exit(0);
}

/// Follows a conversation.
fn recite(script: &str) {
    let mut lines = stdin().lock().lines();
    for step in script.lines() {
        let (direction, text) = step.split_at_checked(2).unwrap_or((step, ""));
        match direction {
            "> " => {
                let line = lines.next().transpose().ok().flatten().unwrap_or_default();
                if line != text {
                    eprintln!("'{line}', expected '{text}'");
                    std::process::exit(7);
                }
            }
            "~ " => lines.by_ref().take(text.parse().expect("a number")).for_each(drop),
            _ => say(text),
        }
    }
}

fn main() {
    if let Ok(script) = std::env::var("FAKE_SCRIPT") {
        return recite(&script);
    }
    let variant = "othello".to_string();
    let referee = referee(&variant, &BTreeMap::new()).expect("known rules");
    let mut engine = Engine { settings: settings(), options: BTreeMap::new(), variant, referee, searches: 0 };
    if engine.has("deaf") {
        std::thread::sleep(FOR_EVER);
    }
    if engine.has("early-exit") {
        std::process::exit(4);
    }
    for line in stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some(word @ ("uci" | "ugi")) => {
                say("id name Fake");
                for name in ["UCI_Variant", "Rule", "BoardSize", "MaxPlies"] {
                    say(&format!("option name {name} type string"));
                }
                say(&format!("{word}ok"));
            }
            Some("setoption") => engine.set_option(&words),
            Some("isready") => say("readyok"),
            Some("position") => engine.position(&words),
            Some("go") => engine.go(),
            Some("quit") if engine.has("ignore-quit") => std::thread::sleep(FOR_EVER),
            Some("quit") => return,
            _ => {}
        }
    }
    if engine.has("ignore-quit") {
        std::thread::sleep(FOR_EVER);
    }
}
