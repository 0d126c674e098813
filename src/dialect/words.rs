//! Words and lines, as all dialects take them apart and repeat them.

use nom::bytes::complete::{is_not, take_while};
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// Longest piece of a foreign line that an error repeats, in characters.
const SHOWN: usize = 60;
/// Longest message, in characters.
const LONGEST: usize = 400;

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

/// A text cut to what an error message may repeat, control characters made visible.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push_str("...");
    }
    shown
}

/// Whatever a message repeats, it stays one line of moderate length.
pub(super) fn on_one_line(text: &str) -> String {
    let mut line: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push_str("...");
    }
    line
}

/// How many of something there are in a second.
pub(super) fn per_second(count: u64, time: std::time::Duration) -> u64 {
    let microseconds = time.as_micros().max(1);
    u64::try_from(u128::from(count) * 1_000_000 / microseconds).unwrap_or(u64::MAX)
}
