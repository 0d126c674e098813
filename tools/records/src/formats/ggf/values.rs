//! The values of properties: dates, results and moves.

use crate::game::Termination;
use crate::tree::Evaluation;
use quartet::game::PASS;
use std::time::{Duration, UNIX_EPOCH};

/// Black's margin of a game that was won without counting discs.
pub(super) const ALL_DISCS: i16 = 64;
/// The digits of a time in Unix seconds; years have fewer.
const UNIX_DIGITS: std::ops::RangeInclusive<usize> = 9..=11;
/// Black's margin in RE has this many parts of a disc.
const CENTIDISCS: f64 = 100.0;
/// Larger values in discs are no values.
const MAX_DISCS: f64 = 1e9;
/// Longer times in seconds are no times.
const MAX_SECONDS: f64 = 1e9;

/// The date of DT: `2003.12.15_12:33:18.MST` with hyphens and spaces, Unix seconds as a date, others as they are.
pub(super) fn read_date(value: &str) -> String {
    if is_day(value, b'.') && value.get(10..).is_some_and(|time| time.is_empty() || time.starts_with('_')) {
        let (day, time) = value.split_at(10);
        return day.replace('.', "-") + &time.replace(['_', '.'], " ");
    }
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit()) && UNIX_DIGITS.contains(&value.len());
    match value.parse().ok().filter(|_| is_number) {
        Some(seconds) => humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_secs(seconds)).to_string(),
        None => value.into(),
    }
}

/// The value of DT for a date; the way back from [`read_date`].
pub(super) fn write_date(date: &str) -> String {
    let is_plain = |time: &str| time.is_empty() || time.starts_with(' ') && !time.contains(['_', '.']);
    if is_day(date, b'-') && date.get(10..).is_some_and(is_plain) {
        let (day, time) = date.split_at(10);
        return day.replace('-', ".") + &time.replacen(' ', "_", 1).replace(' ', ".");
    }
    date.into()
}

/// Whether a text begins with a year, a month and a day with this byte between them.
fn is_day(text: &str, separator: u8) -> bool {
    text.as_bytes().get(..10).is_some_and(|day| {
        day.iter().enumerate().all(|(index, byte)| match index {
            4 | 7 => *byte == separator,
            _ => byte.is_ascii_digit(),
        })
    })
}

/// What RE says: Black's margin in centidiscs and how the game ended; `None` for an unfinished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    /// Black's margin in centidiscs.
    pub(super) centidiscs: i64,
    /// How the game ended, if it is said.
    pub(super) termination: Option<Termination>,
}

impl Outcome {
    /// Reads RE; the inner `None` is an unfinished game, the outer one a value that cannot be read.
    pub(super) fn read(value: &str) -> Option<Option<Outcome>> {
        let (margin, how) = value.trim().split_once(':').unwrap_or((value.trim(), ""));
        let termination = match how {
            "" => None,
            "r" => Some(Termination::Resignation),
            "t" => Some(Termination::Time),
            "s" => Some(Termination::Adjudication),
            "l" => return Some(None),
            _ => return None,
        };
        match margin {
            "?" | "" => Some(None),
            _ => centidiscs(margin).map(|centidiscs| {
                // Edax writes -127 for a game that is not over.
                let is_margin = centidiscs.abs() <= 100 * i64::from(ALL_DISCS);
                is_margin.then_some(Outcome { centidiscs, termination })
            }),
        }
    }

    /// Black's margin in discs, if they were counted.
    pub(super) fn margin(&self) -> Option<i16> {
        let discs = i16::try_from(self.centidiscs / 100).ok().filter(|_| self.centidiscs % 100 == 0)?;
        let is_counted = !matches!(self.termination, Some(Termination::Resignation | Termination::Time));
        Some(discs).filter(|discs| is_counted || discs.abs() != ALL_DISCS)
    }
}

/// What follows the margin in RE; the error is why GGF cannot represent the ending.
pub(super) fn suffix(termination: Option<Termination>) -> Result<&'static str, &'static str> {
    match termination {
        None | Some(Termination::Rules) => Ok(""),
        Some(Termination::Resignation) => Ok(":r"),
        Some(Termination::Time) => Ok(":t"),
        Some(Termination::Adjudication) => Ok(":s"),
        Some(Termination::Infraction) => Err("it ended by a rules infraction, which GGF cannot represent"),
        Some(Termination::Abandoned) => Err("a player left it, which GGF cannot represent"),
    }
}

/// A move with what is said of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct MoveValue {
    /// The square, or [`PASS`].
    pub(super) mv: String,
    /// The value in the view of the player.
    pub(super) evaluation: Option<Evaluation>,
    /// The time that the move took.
    pub(super) microseconds: Option<u64>,
}

/// Reads `F5/value/seconds`; the error is a message.
pub(super) fn read_move(text: &str) -> Result<MoveValue, String> {
    let mut parts = text.splitn(3, '/').map(str::trim);
    let word = parts.next().unwrap_or_default();
    let is_pass = ["pa", PASS].iter().any(|pass| word.eq_ignore_ascii_case(pass));
    let mv = if is_pass { PASS.into() } else { word.to_ascii_lowercase() };
    let malformed = |what: &str, part: &str| format!("{what} '{}', expected a number", part.escape_debug());
    let mut number = |what, read: fn(&str) -> Option<i64>| match parts.next() {
        None | Some("") => Ok(None),
        Some(part) => read(part).map(Some).ok_or_else(|| malformed(what, part)),
    };
    let value = number("the value", centidiscs)?;
    let time = number("the time", microseconds)?;
    Ok(MoveValue { mv, evaluation: value.map(Evaluation::Estimate), microseconds: time.map(i64::unsigned_abs) })
}

/// Writes a move as [`read_move`] reads it.
pub(super) fn write_move(mv: &str, evaluation: Option<Evaluation>, microseconds: Option<u64>) -> String {
    let mut text = if mv == PASS { "PA".into() } else { mv.to_ascii_uppercase() };
    let centidiscs = match evaluation {
        Some(Evaluation::Estimate(centidiscs)) => Some(centidiscs),
        Some(Evaluation::Discs(discs)) => Some(100 * i64::from(discs)),
        // Othello has no mates.
        Some(Evaluation::Mate(_)) | None => None,
    };
    if centidiscs.is_some() || microseconds.is_some() {
        text.push('/');
    }
    if let Some(value) = centidiscs {
        let sign = if value < 0 { "-" } else { "" };
        let value = value.unsigned_abs();
        text += &format!("{sign}{}.{:02}", value / 100, value % 100);
    }
    if let Some(time) = microseconds {
        let seconds = format!("/{}.{:06}", time / 1_000_000, time % 1_000_000);
        text += seconds.trim_end_matches('0').trim_end_matches('.');
    }
    text
}

/// A number of discs, in centidiscs.
fn centidiscs(text: &str) -> Option<i64> {
    let discs: f64 = text.parse().ok().filter(|discs: &f64| discs.abs() <= MAX_DISCS)?;
    Some((CENTIDISCS * discs).round() as i64)
}

/// A time in seconds, with minutes before a colon if there is one, in microseconds.
fn microseconds(text: &str) -> Option<i64> {
    let seconds = text.split(':').try_fold(0.0, |total, part| {
        let part: f64 = part.parse().ok()?;
        Some(60.0 * total + part)
    })?;
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| (1e6 * seconds).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_go_both_ways() {
        for (value, date) in [
            ("2003.12.15_12:33:18.MST", "2003-12-15 12:33:18 MST"),
            ("2003.12.15", "2003-12-15"),
            ("2001-2-26 18:48 EST", "2001-2-26 18:48 EST"),
            ("2026-01-02T10:11:12Z", "2026-01-02T10:11:12Z"),
            ("2026", "2026"),
            ("äöüäöüä", "äöüäöüä"),
        ] {
            assert_eq!((read_date(value).as_str(), write_date(date).as_str()), (date, value));
        }
        assert_eq!(read_date("947375357"), "2000-01-08T23:49:17Z");
    }

    #[test]
    fn results() {
        let outcome = |centidiscs, termination| Some(Some(Outcome { centidiscs, termination }));
        assert_eq!(Outcome::read("+12.00"), outcome(1200, None));
        assert_eq!(Outcome::read("-3.000:t"), outcome(-300, Some(Termination::Time)));
        assert_eq!(Outcome::read("64.00:r"), outcome(6400, Some(Termination::Resignation)));
        for unknown in ["?", "", "+2.00:l", "-127.000"] {
            assert_eq!(Outcome::read(unknown), Some(None));
        }
        for wrong in ["+x", "1e99", "nan", "+2.00:z", "B+2"] {
            assert_eq!(Outcome::read(wrong), None, "{wrong}");
        }
        let margin = |text| Outcome::read(text).flatten().and_then(|outcome| outcome.margin());
        let read = ["+12.00", "-64.00:r", "-3:t", "64.00", "2.50"].map(margin);
        assert_eq!(read, [Some(12), None, Some(-3), Some(64), None]);
    }

    #[test]
    fn moves_with_and_without_value_and_time() {
        for text in ["F5", "PA", "D6/-1.05", "A1//0.25", "H8/12.00/3", "C3/0.00/1000000.000001"] {
            let read = read_move(text).expect("a move");
            assert_eq!(write_move(&read.mv, read.evaluation, read.microseconds), text);
        }
        let clock = read_move("f5//1:02.5").map(|read| read.microseconds);
        assert_eq!(clock, Ok(Some(62_500_000)));
        assert_eq!(read_move("pass//4.23").map(|read| read.mv).as_deref(), Ok(PASS));
        for wrong in ["f5/x", "f5/1/-2", "f5/1/nan", "f5//1/2", "f5/inf"] {
            assert!(read_move(wrong).is_err(), "{wrong}");
        }
    }
}
