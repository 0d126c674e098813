//! Faults in the input of an engine: replacements of lines.

use crate::Session;

/// The bytes that the engine gets for a line, given as text without its end and as bytes; `None` for nothing.
pub(crate) type LineFault = fn(&mut Session, &str, &[u8]) -> Option<Vec<u8>>;

/// The unchanged line.
pub(crate) fn as_it_is(_: &mut Session, _: &str, line: &[u8]) -> Option<Vec<u8>> {
    Some(line.to_vec())
}

/// A line as bytes with its end.
pub(crate) fn line(text: &str) -> Option<Vec<u8>> {
    Some(format!("{text}\n").into_bytes())
}

/// The line with the number after a word replaced.
pub(crate) fn with_number(text: &str, word: &str, other: impl Fn(u64) -> u64) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_string).collect();
    let at = words.iter().position(|found| found == word).map(|at| at + 1);
    if let Some(place) = at.and_then(|at| words.get_mut(at))
        && let Ok(number) = place.parse()
    {
        *place = other(number).to_string();
    }
    words.join(" ")
}

/// Holds `isready` back until the end of the search.
pub(crate) fn late_ready(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if text == "isready" && session.searches > 0 {
        session.held.push(bytes.to_vec());
        return None;
    }
    Some(bytes.to_vec())
}

/// Holds all lines during a search back until the `bestmove`.
pub(crate) fn held(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if session.searches > 0 && !matches!(text, "isready" | "stop" | "quit" | "ponderhit" | "wait" | "") {
        session.held.push(bytes.to_vec());
        return None;
    }
    Some(bytes.to_vec())
}

/// Drops all output after the third `go`.
pub(crate) fn hang(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    session.count += u64::from(text.starts_with("go"));
    (session.count < 3).then(|| bytes.to_vec())
}

/// Exits at the third `go`.
pub(crate) fn crash(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if hang(session, text, bytes).is_none() {
        std::process::exit(101);
    }
    Some(bytes.to_vec())
}

/// Prints endless output for a `go`.
pub(crate) fn flood(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    while text.starts_with("go") {
        session.say("info string and so on and so on and so on and so on and so on and so on");
    }
    Some(bytes.to_vec())
}

/// The line with a byte replaced by another.
pub(crate) fn exchanged(bytes: &[u8], from: u8, to: u8) -> Vec<u8> {
    bytes.iter().map(|byte| if *byte == from { to } else { *byte }).collect()
}

/// Records whether the last command was `setoption`.
pub(crate) fn count_options(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if text != "isready" {
        session.count = u64::from(text.starts_with("setoption"));
    }
    Some(bytes.to_vec())
}
