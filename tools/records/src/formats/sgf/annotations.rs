//! Comments, glyphs, values and times of moves as properties of SGF.
//!
//! SGF's V is a value in the view of Black; here it is in points (gomoku) or discs (Othello) with two decimals. What
//! SGF has no properties for is written with Quartet's own: QX marks a value as exact, QM is the distance of a proven
//! win in moves of the winner (negative for a win of White), QD the depth of the search in plies, and QT the time of
//! the move in seconds. QH after DT is the time of day at which the game began.

use super::tokens::{escaped, simple_text, text};
use crate::tree::{Evaluation, Glyph, Notes};
use quartet::game::Side;
use std::fmt::Write;

/// Adds what a property says about the move of this side to its notes. Returns false if it is not a property of moves.
pub(super) fn read(notes: &mut Notes, name: &str, raw: &str, side: Side) -> bool {
    match name {
        "C" => add_comment(notes, text(raw), false),
        "N" => add_comment(notes, simple_text(raw), true),
        "TE" | "BM" | "DO" | "IT" => match glyph(name, raw) {
            Some(glyph) => notes.glyph = Some(glyph),
            None => return false,
        },
        "V" | "QM" | "QX" => read_value(notes, name, raw, side),
        "QD" => notes.depth = raw.parse().ok(),
        "QT" => notes.microseconds = fixed_point(raw, 6).and_then(|time| time.try_into().ok()),
        _ => return false,
    }
    true
}

/// The time of a move in microseconds that c-gomoku-cli writes as the whole comment, such as `37ms`.
pub(super) fn time_comment(raw: &str) -> Option<u64> {
    let milliseconds = raw.strip_suffix("ms").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    milliseconds.parse::<u64>().ok()?.checked_mul(1000)
}

/// Adds a comment, or the name of the node, which goes first.
fn add_comment(notes: &mut Notes, text: String, is_name: bool) {
    let lines = match notes.comment.take() {
        Some(comment) if is_name => [text, comment],
        Some(comment) => [comment, text],
        None => [text, String::new()],
    };
    let lines: Vec<String> = lines.into_iter().filter(|text| !text.is_empty()).collect();
    notes.comment = Some(lines.join("\n")).filter(|comment| !comment.is_empty());
}

/// The symbol of a property; `None` if the value is none of an annotation. Some programs write a text in the root's TE.
fn glyph(name: &str, raw: &str) -> Option<Glyph> {
    match (name, raw.trim()) {
        ("TE", "" | "1") => Some(Glyph::Good),
        ("TE", "2") => Some(Glyph::Brilliant),
        ("BM", "" | "1") => Some(Glyph::Mistake),
        ("BM", "2") => Some(Glyph::Blunder),
        ("DO", _) => Some(Glyph::Dubious),
        ("IT", _) => Some(Glyph::Interesting),
        _ => None,
    }
}

fn read_value(notes: &mut Notes, name: &str, raw: &str, side: Side) {
    let own = |value: i64| if side == Side::X { Some(value) } else { value.checked_neg() };
    notes.evaluation = match (name, notes.evaluation) {
        ("V", Some(Evaluation::Discs(_))) => fixed_point(raw, 2).and_then(own).and_then(discs),
        ("V", _) => fixed_point(raw, 2).and_then(own).map(Evaluation::Estimate),
        ("QM", _) => raw.trim().parse().ok().and_then(own).map(Evaluation::Mate),
        // It may stand before or after the value.
        (_, Some(Evaluation::Estimate(value))) => discs(value),
        (_, None) => Some(Evaluation::Discs(0)),
        (_, other) => other,
    };
}

/// The exact value of so many hundredths of a disc.
fn discs(hundredths: i64) -> Option<Evaluation> {
    (hundredths % 100 == 0).then(|| i16::try_from(hundredths / 100).ok()).flatten().map(Evaluation::Discs)
}

/// A decimal number as a multiple of its last place; further places are rounded towards zero.
fn fixed_point(raw: &str, places: usize) -> Option<i64> {
    let text = raw.trim();
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let sign = if is_negative { "-" } else { "" };
    let fraction = fraction.get(..places).unwrap_or(fraction);
    format!("{sign}{whole}{fraction:0<places$}").parse().ok()
}

/// A multiple of the last place as a decimal number.
fn write_fixed_point(sign: &str, absolute: u64, places: u32) -> String {
    let unit = 10_u64.pow(places);
    format!("{sign}{}.{:0width$}", absolute / unit, absolute % unit, width = places as usize)
}

/// Writes the notes of a move of this side, except its label, which belongs to the node before.
pub(super) fn write(out: &mut String, notes: &Notes, side: Side) {
    if let Some(comment) = notes.comment.as_deref().filter(|comment| !comment.is_empty()) {
        let _ = write!(out, "C[{}]", escaped(comment));
    }
    if let Some(glyph) = notes.glyph {
        out.push_str(match glyph {
            Glyph::Good => "TE[1]",
            Glyph::Brilliant => "TE[2]",
            Glyph::Mistake => "BM[1]",
            Glyph::Blunder => "BM[2]",
            Glyph::Dubious => "DO[]",
            Glyph::Interesting => "IT[]",
        });
    }
    let sign = |value: i64| if (value < 0) == (side == Side::X) && value != 0 { "-" } else { "" };
    let decimal = |value: i64| write_fixed_point(sign(value), value.unsigned_abs(), 2);
    let _ = match notes.evaluation {
        Some(Evaluation::Estimate(value)) => write!(out, "V[{}]", decimal(value)),
        Some(Evaluation::Discs(value)) => write!(out, "V[{}]QX[1]", decimal(i64::from(value) * 100)),
        Some(Evaluation::Mate(moves)) => write!(out, "QM[{}{}]", sign(moves), moves.unsigned_abs()),
        None => Ok(()),
    };
    if let Some(depth) = notes.depth {
        let _ = write!(out, "QD[{depth}]");
    }
    if let Some(time) = notes.microseconds {
        let _ = write!(out, "QT[{}]", write_fixed_point("", time, 6));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_are_exact() {
        for (text, places, expected) in [
            ("1.5", 2, Some(150)),
            ("-0.25", 2, Some(-25)),
            ("+3", 2, Some(300)),
            ("0.001234", 6, Some(1234)),
            ("1.999", 2, Some(199)),
            ("1e5", 2, None),
            (".5", 2, None),
            ("-", 2, None),
            ("é", 2, None),
            ("99999999999999999999", 2, None),
        ] {
            assert_eq!(fixed_point(text, places), expected, "{text}");
        }
        assert_eq!(write_fixed_point("-", 25, 2), "-0.25");
    }

    #[test]
    fn comments_that_are_times() {
        assert_eq!(["37ms", "0ms"].map(time_comment), [Some(37_000), Some(0)]);
        for wrong in ["ms", "-1ms", "37", "opening move", "37 ms", "99999999999999999999ms"] {
            assert_eq!(time_comment(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_exact_value_is_marked_before_or_after_it() {
        for properties in [[("V", "-4.00"), ("QX", "1")], [("QX", "1"), ("V", "-4.00")]] {
            let mut notes = Notes::default();
            for (name, value) in properties {
                assert!(read(&mut notes, name, value, Side::O));
            }
            assert_eq!(notes.evaluation, Some(Evaluation::Discs(4)));
        }
        let mut notes = Notes::default();
        assert!(!read(&mut notes, "TE", "Black wins", Side::X) && !read(&mut notes, "LB", "aa:b", Side::X));
        read(&mut notes, "C", "later", Side::X);
        read(&mut notes, "N", "first", Side::X);
        assert_eq!(notes.comment.as_deref(), Some("first\nlater"));
    }
}
