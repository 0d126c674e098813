//! Comments of moves: what match runners and servers write into them as numbers, and all other text.
//!
//! | comment | of | read as |
//! |---|---|---|
//! | `+0.35/12 0.100s`, `-M3/12 0.1s`, `+0.35/12 0.1s, text` | Cute Chess, fastchess | value, depth, time, text |
//! | `M-3/12 0.100s`, `12 0.100s`, `- 0.100s`, `+12/20` | Quartet | the same; without a point exact discs |
//! | `[%eval 0.35]`, `[%eval #-3,12]` | lichess | value in the first player's view, depth |
//! | `[%emt 0:00:05.1]` | ChessBase | time for the move |
//!
//! All else, such as the clock `[%clk 0:03:00]`, is text.

use super::tokens::Tokens;
use crate::tree::{Evaluation, Notes};
use quartet::game::Side;
use quartet_files::one_line;
use std::fmt::Write;

/// Adds a comment about a move of this side. `is_othello` tells whether a value without a point is a margin in discs.
pub(super) fn read(notes: &mut Notes, comment: &str, mover: Side, is_othello: bool) {
    let mut text = comment.to_string();
    if let Some(value) = take_command(&mut text, "[%eval ") {
        read_eval(notes, &value, mover);
    }
    if let Some(value) = take_command(&mut text, "[%emt ") {
        notes.microseconds = clock(&value).or(notes.microseconds);
    }
    let rest = read_numbers(notes, text.trim(), is_othello).unwrap_or(text.trim());
    if !rest.is_empty() {
        notes.add_comment(rest);
    }
}

/// Removes a command such as `[%eval 0.35]` whose value can be read; returns the value.
fn take_command(text: &mut String, name: &str) -> Option<String> {
    let start = text.find(name)?;
    let length = text.get(start..)?.find(']')?;
    let value = text.get(start + name.len()..start + length)?.trim().to_string();
    let can_be_read = match name {
        "[%eval " => eval(&value).is_some(),
        _ => clock(&value).is_some(),
    };
    if !can_be_read {
        return None;
    }
    text.replace_range(start..=start + length, "");
    Some(value)
}

/// The value of `%eval` in the first player's view, and the depth.
fn eval(text: &str) -> Option<(Evaluation, Option<u32>)> {
    let (value, depth) = text.split_once(',').map_or((text, None), |(value, depth)| (value, Some(depth)));
    let value = match value.strip_prefix('#') {
        Some(moves) => Evaluation::Mate(moves.parse().ok()?),
        None => Evaluation::Estimate(hundredths(value)?),
    };
    Some((value, depth.map(|depth| depth.trim().parse()).transpose().ok()?))
}

fn read_eval(notes: &mut Notes, text: &str, mover: Side) {
    let Some((value, depth)) = eval(text) else { return };
    let own = |value: i64| if mover == Side::X { value } else { value.saturating_neg() };
    notes.evaluation = Some(match value {
        Evaluation::Estimate(value) => Evaluation::Estimate(own(value)),
        Evaluation::Mate(moves) => Evaluation::Mate(own(moves)),
        discs @ Evaluation::Discs(_) => discs,
    });
    notes.depth = depth.or(notes.depth);
}

/// Reads value, depth and time as match runners write them; returns the text after them. `None` if it is no such
/// comment.
fn read_numbers<'a>(notes: &mut Notes, text: &'a str, is_othello: bool) -> Option<&'a str> {
    let (numbers, rest) = text.split_once(", ").unwrap_or((text, ""));
    let mut words = numbers.split(' ');
    let first = words.next()?;
    let microseconds = match words.next() {
        Some(time) => Some(seconds(time.strip_suffix('s')?)?),
        None => None,
    };
    if words.next().is_some() {
        return None;
    }
    let (value, depth) = match first.split_once('/') {
        Some(("", depth)) => (None, depth),
        Some((value, depth)) => (Some(score(value, is_othello)?), depth),
        None if microseconds.is_some() => (None, first),
        None => return None,
    };
    let depth = if depth == "-" { None } else { Some(depth.parse().ok()?) };
    notes.evaluation = value.or(notes.evaluation);
    notes.depth = depth.or(notes.depth);
    notes.microseconds = microseconds.or(notes.microseconds);
    Some(rest)
}

/// A value such as `+0.35`, `-M3`, `M-3` or, in Othello, `+12`.
fn score(text: &str, is_othello: bool) -> Option<Evaluation> {
    if let Some((sign, moves)) = text.split_once('M') {
        let moves: i64 = moves.parse().ok()?;
        return match sign {
            "" | "+" => Some(Evaluation::Mate(moves)),
            "-" => Some(Evaluation::Mate(moves.checked_neg()?)),
            _ => None,
        };
    }
    if text.contains('.') {
        return hundredths(text).map(Evaluation::Estimate);
    }
    let is_margin = is_othello && text.starts_with(['+', '-']);
    text.parse().ok().filter(|_| is_margin).map(Evaluation::Discs)
}

/// A number with at most two decimals as hundredths; further decimals are cut off.
fn hundredths(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = i64::try_from(decimal(digits, 2)?).ok()?;
    Some(if is_negative { -value } else { value })
}

/// A decimal number of seconds in microseconds.
fn seconds(text: &str) -> Option<u64> {
    decimal(text, 6)
}

/// A number without a sign as a multiple of its decimal place; further decimals are cut off.
fn decimal(text: &str, places: usize) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let kept = fraction.get(..places.min(fraction.len()))?;
    format!("{whole}{kept:0<places$}").parse().ok()
}

/// A time such as `0:01:05.5` in microseconds.
fn clock(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    for part in text.trim().split(':') {
        total = total.checked_mul(60)?.checked_add(seconds(part)?)?;
    }
    Some(total)
}

/// Writes the numbers and the text of a node, each with a space before it.
pub(super) fn write(text: &mut String, notes: &Notes) {
    write_numbers(text, notes);
    let comment = notes.comment.as_deref().unwrap_or_default().trim();
    if !comment.is_empty() {
        write_text(text, comment);
    }
}

fn write_numbers(text: &mut String, notes: &Notes) {
    if notes.evaluation.is_none() && notes.depth.is_none() && notes.microseconds.is_none() {
        return;
    }
    let value = match notes.evaluation {
        Some(Evaluation::Estimate(value)) => {
            let sign = if value < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}/", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
        }
        Some(Evaluation::Mate(moves)) => format!("M{moves}/"),
        Some(Evaluation::Discs(discs)) => format!("{discs:+}/"),
        // Without a time, only the stroke tells that the number is a depth.
        None => if notes.microseconds.is_none() { "/" } else { "" }.into(),
    };
    let depth = notes.depth.map_or("-".into(), |depth| depth.to_string());
    let time = notes.microseconds.map(|time| format!(" {:.3}s", time as f64 / 1e6));
    let _ = write!(text, " {{{value}{depth}{}}}", time.unwrap_or_default());
}

/// Writes a text in braces, or as comments up to the ends of its lines if braces cannot hold it.
pub(super) fn write_text(text: &mut String, comment: &str) {
    let lines = comment.split('\n').map(one_line);
    if Tokens::breaks_braces(comment) {
        for line in lines {
            let space = if text.ends_with('\n') { "" } else { " " };
            let _ = writeln!(text, "{space}; {line}");
        }
    } else {
        let lines: Vec<_> = lines.collect();
        let _ = write!(text, " {{{}}}", lines.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A comment with the value, depth, time and text that it has.
    type Case = (&'static str, Option<Evaluation>, Option<u32>, Option<u64>, Option<&'static str>);

    fn notes(comment: &str, mover: Side) -> Notes {
        let mut notes = Notes::default();
        read(&mut notes, comment, mover, true);
        notes
    }

    #[test]
    fn comments_of_match_runners_and_servers() {
        use Evaluation::{Discs, Estimate, Mate};
        let cases: [Case; 17] = [
            ("+0.35/12 0.100s", Some(Estimate(35)), Some(12), Some(100_000), None),
            ("-1.5/8 12s", Some(Estimate(-150)), Some(8), Some(12_000_000), None),
            ("-M3/12 0.10s, White mates", Some(Mate(-3)), Some(12), Some(100_000), Some("White mates")),
            ("M-3/- 0.001s", Some(Mate(-3)), None, Some(1_000), None),
            ("+M5/30 0s", Some(Mate(5)), Some(30), Some(0), None),
            ("3 0.013s", None, Some(3), Some(13_000), None),
            ("- 0.013s", None, None, Some(13_000), None),
            ("+12/24", Some(Discs(12)), Some(24), None, None),
            ("/24", None, Some(24), None, None),
            ("[%eval 0.35]", Some(Estimate(-35)), None, None, None),
            ("[%eval #-3,12] [%clk 0:03:00]", Some(Mate(3)), Some(12), None, Some("[%clk 0:03:00]")),
            ("good [%emt 0:01:05.5] move", None, None, Some(65_500_000), Some("good  move")),
            ("book", None, None, None, Some("book")),
            ("12", None, None, None, Some("12")),
            ("1/2", None, None, None, Some("1/2")),
            ("[%eval what] +x/3", None, None, None, Some("[%eval what] +x/3")),
            ("", None, None, None, None),
        ];
        for (comment, evaluation, depth, microseconds, text) in cases {
            let found = notes(comment, Side::O);
            assert_eq!(found.evaluation, evaluation, "{comment}");
            assert_eq!((found.depth, found.microseconds), (depth, microseconds), "{comment}");
            assert_eq!(found.comment.as_deref(), text, "{comment}");
        }
        assert_eq!(notes("[%eval 0.35]", Side::X).evaluation, Some(Estimate(35)));
    }

    #[test]
    fn texts_that_braces_cannot_hold_become_line_comments() {
        let mut text = String::new();
        write_text(&mut text, "a } b\n\nc");
        assert_eq!(text, " ; a } b\n; \n; c\n");
    }
}
