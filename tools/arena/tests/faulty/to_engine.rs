//! Faults in what an engine understands: what becomes of a line that comes in.

use crate::Session;

/// What the engine gets for a line (given as text without its end, and as it came): `None` for nothing.
pub(crate) type LineFault = fn(&mut Session, &str, &[u8]) -> Option<Vec<u8>>;

/// The line as it came.
pub(crate) fn as_it_is(_: &mut Session, _: &str, line: &[u8]) -> Option<Vec<u8>> {
    Some(line.to_vec())
}

/// A line with its end.
pub(crate) fn line(text: &str) -> Option<Vec<u8>> {
    Some(format!("{text}\n").into_bytes())
}

/// The line with another number after a word.
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

/// `isready` waits for the end of the search.
pub(crate) fn late_ready(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if text == "isready" && session.searches > 0 {
        session.held.push(bytes.to_vec());
        return None;
    }
    Some(bytes.to_vec())
}

/// Lines during a search are kept until the bestmove.
pub(crate) fn held(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if session.searches > 0 && !matches!(text, "isready" | "stop" | "quit" | "ponderhit" | "wait" | "") {
        session.held.push(bytes.to_vec());
        return None;
    }
    Some(bytes.to_vec())
}

/// The search stays silent about everything after the third `go`.
pub(crate) fn hang(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    session.count += u64::from(text.starts_with("go"));
    (session.count < 3).then(|| bytes.to_vec())
}

/// The engine dies at the third `go`.
pub(crate) fn crash(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if hang(session, text, bytes).is_none() {
        std::process::exit(101);
    }
    Some(bytes.to_vec())
}

/// Endless output for a `go`.
pub(crate) fn flood(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    while text.starts_with("go") {
        session.say("info string and so on and so on and so on and so on and so on and so on");
    }
    Some(bytes.to_vec())
}

/// One byte in place of another.
pub(crate) fn exchanged(bytes: &[u8], from: u8, to: u8) -> Vec<u8> {
    bytes.iter().map(|byte| if *byte == from { to } else { *byte }).collect()
}

/// Remembers whether the last command was `setoption`.
pub(crate) fn count_options(session: &mut Session, text: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    if text != "isready" {
        session.count = u64::from(text.starts_with("setoption"));
    }
    Some(bytes.to_vec())
}
