//! Faults in the output of an engine: replacements of lines.

use crate::Session;
use crate::to_engine::with_number;

/// The lines that replace a line.
pub(crate) type LineFault = fn(&mut Session, &str) -> Vec<String>;

/// The unchanged line.
pub(crate) fn as_it_is(_: &mut Session, line: &str) -> Vec<String> {
    vec![line.into()]
}

/// Another line instead of a line that begins with `head`.
pub(crate) fn where_begins(line: &str, head: &str, other: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    if line.starts_with(head) { other(line) } else { vec![line.into()] }
}

/// Nothing instead of a line that begins with `head`.
pub(crate) fn without(line: &str, head: &str) -> Vec<String> {
    where_begins(line, head, |_| Vec::new())
}

/// A line that begins with `head` twice.
pub(crate) fn twice(line: &str, head: &str) -> Vec<String> {
    where_begins(line, head, |line| vec![line.into(), line.into()])
}

/// The line with a text replaced by another.
pub(crate) fn replaced(line: &str, from: &str, to: &str) -> Vec<String> {
    vec![line.replace(from, to)]
}

/// The line without the first move of its pv, if the pv has at least two.
pub(crate) fn without_first_move(line: &str) -> Vec<String> {
    let Some((head, pv)) = line.split_once(" pv ") else { return vec![line.into()] };
    let rest = pv.split_once(' ').map_or(pv, |(_, rest)| rest);
    vec![format!("{head} pv {rest}")]
}

/// The line without a word and a number of words after it.
pub(crate) fn without_words(line: &str, word: &str, after: usize) -> Vec<String> {
    let mut words: Vec<_> = line.split(' ').collect();
    if let Some(at) = words.iter().position(|found| *found == word) {
        words.drain(at..(at + 1 + after).min(words.len()));
    }
    vec![words.join(" ")]
}

/// The line with the number after a word increased by one.
pub(crate) fn one_more(line: &str, word: &str) -> Vec<String> {
    vec![with_number(line, word, |number| number + 1)]
}

/// The line with its words after the first in reverse order.
pub(crate) fn reversed(line: &str) -> Vec<String> {
    let mut words: Vec<_> = line.split(' ').collect();
    words[1..].reverse();
    vec![words.join(" ")]
}

/// Releases the lines that were held back until a `bestmove`.
pub(crate) fn release(session: &mut Session, line: &str, backwards: bool) -> Vec<String> {
    if line.starts_with("bestmove") {
        let mut held = std::mem::take(&mut session.held);
        if backwards {
            held.reverse();
        }
        held.iter().for_each(|bytes| session.pass(bytes));
    }
    vec![line.into()]
}

/// Resets the position when an error is reported.
pub(crate) fn resets(session: &mut Session, line: &str) -> Vec<String> {
    if line.starts_with("info string error") {
        session.pass(b"position startpos\n");
    }
    vec![line.into()]
}

/// Drops the error if something was counted.
pub(crate) fn unless_counted(session: &mut Session, line: &str) -> Vec<String> {
    if session.count == 1 { without(line, "info string error") } else { vec![line.into()] }
}
