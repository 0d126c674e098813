//! The answers to what was sent, read one after the other, and the form of each line.

use crate::broken::{Broken, Invariant};
use quartet_arena::check::info::{EngineOption, Info, Value};

/// The beginning of an error line.
const ERROR: &str = "info string error: ";
/// The beginning of the error of `wait`, the only one that comes when its line arrives and not in its turn.
const WAIT_ERROR: &str = "info string error: 'wait'";

/// Answers that come in the order of their questions.
pub(super) struct Answers<'a> {
    lines: Vec<&'a str>,
    at: usize,
    /// Numbers of `readyok` lines and of errors of `wait`, which come when they are due.
    pub immediate: [usize; 2],
}

impl<'a> Answers<'a> {
    /// The answers among these lines, each of which must have the form of an answer.
    pub(super) fn new(lines: &'a [String], debug: bool) -> Result<Self, Broken> {
        let mut answers = Answers { lines: Vec::new(), at: 0, immediate: [0, 0] };
        for line in lines {
            check_form(line).map_err(|why| Broken::new(Invariant::Form, format!("'{line}': {why}")))?;
            if line == "readyok" {
                answers.immediate[0] += 1;
            } else if line.starts_with(WAIT_ERROR) {
                answers.immediate[1] += 1;
            } else if !(debug && is_debug(line)) {
                answers.lines.push(line);
            }
        }
        Ok(answers)
    }

    /// The next line, which stays the next one.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    /// The next line; `wanted` says what it should be.
    pub(super) fn take(&mut self, wanted: &str) -> Result<&'a str, Broken> {
        let next = self.peek();
        self.at += 1;
        next.ok_or_else(|| Broken::new(Invariant::Answers, format!("nothing more is said, expected {wanted}")))
    }

    /// The rest of the next line, which has to begin with `head`.
    pub(super) fn after(&mut self, head: &str) -> Result<&'a str, Broken> {
        let line = self.take(head)?;
        line.strip_prefix(head).ok_or_else(|| unexpected(line, head))
    }

    /// The answer to a query.
    pub(super) fn response(&mut self) -> Result<&'a str, Broken> {
        self.after("response").map(str::trim_start)
    }

    /// Whether the next line is an error, which is taken.
    pub(super) fn is_refused(&mut self) -> bool {
        let is_error = self.peek().is_some_and(|line| line.starts_with(ERROR));
        self.at += usize::from(is_error);
        is_error
    }

    /// Takes lines up to the first that satisfies `ends`; all must satisfy `belongs` or `ends`.
    pub(super) fn until(
        &mut self,
        wanted: &str,
        belongs: impl Fn(&str) -> bool,
        ends: impl Fn(&str) -> bool,
    ) -> Result<(), Broken> {
        loop {
            let line = self.take(wanted)?;
            if ends(line) {
                return Ok(());
            }
            if !belongs(line) {
                return Err(unexpected(line, wanted));
            }
        }
    }
}

/// The fault of a line that says something else than it should.
pub(super) fn unexpected(line: &str, wanted: &str) -> Broken {
    Broken::new(Invariant::Answers, format!("'{line}', expected {wanted}"))
}

/// Whether a line is one that `debug on` adds.
fn is_debug(line: &str) -> bool {
    line.starts_with("info string option ") || line.starts_with("info string search with ")
}

/// Checks the form of a line as far as that can be told without its context.
fn check_form(line: &str) -> Result<(), String> {
    if line.bytes().any(|byte| !(b' '..=b'~').contains(&byte)) {
        return Err("a character that is not printable ASCII".into());
    }
    if line.starts_with("info depth 0 score ") {
        return check_over(line);
    }
    match line.split(' ').next() {
        Some("info") if line.starts_with("info string ") => Ok(()),
        Some("info") => Info::parse(line).and_then(|info| check_info(&info)),
        Some("option") => EngineOption::parse(line).map(drop),
        Some("bestmove") => match line.split(' ').collect::<Vec<_>>()[..] {
            ["bestmove", _] | ["bestmove", _, "ponder", _] => Ok(()),
            _ => Err("expected 'bestmove <move> [ponder <move>]'".into()),
        },
        Some("readyok" | "uciok" | "ugiok") if line.len() > "readyok".len() => Err("expected one word".into()),
        Some("response" | "moves") if line.contains("  ") || line.ends_with(' ') => Err("a blank too many".into()),
        _ => Ok(()),
    }
}

/// Checks the ranges of a search result.
fn check_info(info: &Info) -> Result<(), String> {
    const DEEPEST: i64 = 127;
    const FARTHEST: i64 = 10_000;
    match info.value {
        _ if info.depth > DEEPEST => Err(format!("depth over {DEEPEST}")),
        Value::Mate(distance) if distance.abs() > FARTHEST => Err(format!("a distance of over {FARTHEST}")),
        _ => Ok(()),
    }
}

/// Checks the form of the answer to `go` when the game is over.
fn check_over(line: &str) -> Result<(), String> {
    let score = line.strip_prefix("info depth 0 score ").and_then(|rest| rest.strip_suffix(" nodes 0 nps 0 time 0"));
    match score.and_then(|score| score.split_once(' ')) {
        Some(("mate", "0")) => Ok(()),
        Some(("cp", value)) if value.parse::<i64>().is_ok_and(|value| value.abs() <= 6_400) => Ok(()),
        _ => Err("expected 'info depth 0 score <s> nodes 0 nps 0 time 0'".into()),
    }
}
