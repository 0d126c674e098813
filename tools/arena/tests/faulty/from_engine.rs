//! Faults in what an engine says: what becomes of a line that goes out.

use crate::Session;
use crate::to_engine::with_number;

/// The lines that are said instead of one.
pub(crate) type LineFault = fn(&mut Session, &str) -> Vec<String>;

/// The line as it is.
pub(crate) fn as_it_is(_: &mut Session, line: &str) -> Vec<String> {
    vec![line.into()]
}

/// Another line, where the line begins so.
pub(crate) fn where_begins(line: &str, head: &str, other: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    if line.starts_with(head) { other(line) } else { vec![line.into()] }
}

/// Nothing, where the line begins so.
pub(crate) fn without(line: &str, head: &str) -> Vec<String> {
    where_begins(line, head, |_| Vec::new())
}

/// The line twice, where it begins so.
pub(crate) fn twice(line: &str, head: &str) -> Vec<String> {
    where_begins(line, head, |line| vec![line.into(), line.into()])
}

/// A text in place of another.
pub(crate) fn replaced(line: &str, from: &str, to: &str) -> Vec<String> {
    vec![line.replace(from, to)]
}

/// The line without the first move of its pv, if that has two.
pub(crate) fn without_first_move(line: &str) -> Vec<String> {
    let Some((head, pv)) = line.split_once(" pv ") else { return vec![line.into()] };
    let rest = pv.split_once(' ').map_or(pv, |(_, rest)| rest);
    vec![format!("{head} pv {rest}")]
}

/// The line without a word and as many after it.
pub(crate) fn without_words(line: &str, word: &str, after: usize) -> Vec<String> {
    let mut words: Vec<_> = line.split(' ').collect();
    if let Some(at) = words.iter().position(|found| *found == word) {
        words.drain(at..(at + 1 + after).min(words.len()));
    }
    vec![words.join(" ")]
}

/// The line with a number after a word, one greater.
pub(crate) fn one_more(line: &str, word: &str) -> Vec<String> {
    vec![with_number(line, word, |number| number + 1)]
}

/// The line with its words after the first in reverse order.
pub(crate) fn reversed(line: &str) -> Vec<String> {
    let mut words: Vec<_> = line.split(' ').collect();
    words[1..].reverse();
    vec![words.join(" ")]
}

/// Lets go what was held back until a bestmove.
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

/// Positions are reset where an error is reported.
pub(crate) fn resets(session: &mut Session, line: &str) -> Vec<String> {
    if line.starts_with("info string error") {
        session.pass(b"position startpos\n");
    }
    vec![line.into()]
}

/// No error where something was counted.
pub(crate) fn unless_counted(session: &mut Session, line: &str) -> Vec<String> {
    if session.count == 1 { without(line, "info string error") } else { vec![line.into()] }
}
