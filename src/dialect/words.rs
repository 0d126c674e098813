//! Splitting lines into words, and quoting them in messages; for all dialects.

use nom::bytes::complete::{is_not, take_while};
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// Longest part of an input line that an error quotes, in characters.
const MAX_QUOTED: usize = 60;
/// Longest message, in characters.
const MAX_MESSAGE: usize = 400;

/// Whether a character separates words.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

/// The next word; fails at the end of the line.
pub(super) fn word(input: &str) -> IResult<&str, &str> {
    preceded(take_while(is_blank), is_not(" \t")).parse(input)
}

/// The words of a text.
pub(super) fn words(input: &str) -> impl Iterator<Item = &str> {
    input.split(is_blank).filter(|word| !word.is_empty())
}

/// A text shortened for an error message, with control characters escaped.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_QUOTED).flat_map(char::escape_debug).collect();
    if text.chars().nth(MAX_QUOTED).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A message on one line and of limited length, whatever it quotes.
pub(super) fn on_one_line(text: &str) -> String {
    let mut line: String = text.chars().take(MAX_MESSAGE).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MAX_MESSAGE).is_some() {
        line.push_str("...");
    }
    line
}

/// A count per second.
pub(super) fn per_second(count: u64, time: std::time::Duration) -> u64 {
    let microseconds = time.as_micros().max(1);
    u64::try_from(u128::from(count) * 1_000_000 / microseconds).unwrap_or(u64::MAX)
}
