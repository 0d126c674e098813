//! Players, event and result: the properties of SGF for the whole game.

use super::tokens::escaped;
use crate::game::{Game, Tags, Termination};
use quartet::game::Side;
use quartet_rules::GameResult;
use std::fmt::Write;

/// Properties of positions and of programs: they say nothing about the game itself and are not kept.
const NOT_KEPT: [&str; 36] = [
    "AP", "CA", "FF", "ST", "AR", "CR", "DD", "LN", "MA", "SL", "SQ", "TR", "VW", "PM", "FG", "KO", "GB", "GW", "UC",
    "DM", "HO", "BL", "WL", "OB", "OW", "TB", "TW", "BS", "WS", "LT", "MN", "SE", "CH", "SI", "EL", "EX",
];

/// Quartet's own property for the time at which a game began, because DT has none.
const TIME: &str = "QH";

/// The value of RE for a result that is not known.
const UNKNOWN: &str = "?";

/// The field of a tag that a property stands for.
fn field<'a>(tags: &'a mut Tags, name: &str) -> Option<&'a mut Option<String>> {
    Some(match name {
        "PB" => &mut tags.first,
        "PW" => &mut tags.second,
        "EV" => &mut tags.event,
        "PC" => &mut tags.site,
        "RO" => &mut tags.round,
        "DT" => &mut tags.date,
        _ => return None,
    })
}

/// Sets the tag that a property stands for, unless it has a value.
pub(super) fn set_tag(tags: &mut Tags, name: &str, value: String) {
    if value.is_empty() || NOT_KEPT.contains(&name) {
        return;
    }
    match field(tags, name) {
        None if name == TIME => tags.date.iter_mut().filter(|date| !date.contains(' ')).for_each(|date| {
            date.push(' ');
            date.push_str(&value);
        }),
        Some(field) => {
            let value = if name == "DT" { date(value) } else { value };
            field.get_or_insert(value);
        }
        None => {
            tags.other.entry(name.to_string()).or_insert(value);
        }
    }
}

/// A date with hyphens, as SGF has it; some programs write points.
fn date(text: String) -> String {
    let day = text.get(..10).unwrap_or_default();
    let is_dotted = day.bytes().enumerate().all(|(index, byte)| match index {
        4 | 7 => byte == b'.',
        _ => byte.is_ascii_digit(),
    });
    match text.get(10..) {
        Some(time) if is_dotted && !day.is_empty() => format!("{}{time}", day.replace('.', "-")),
        _ => text,
    }
}

/// Writes the tags. Those of `other` whose names cannot be names of properties are left out.
pub(super) fn write_tags(text: &mut String, tags: &Tags) {
    let mut known = tags.clone();
    let time = known.date.as_mut().and_then(|date| {
        let (day, time) = date.split_once(' ').filter(|(day, time)| !day.is_empty() && !time.is_empty())?;
        let (day, time) = (day.to_string(), time.to_string());
        *date = day;
        Some(time)
    });
    for name in ["PB", "PW", "EV", "PC", "RO", "DT"] {
        if let Some(value) = field(&mut known, name).and_then(|value| value.as_deref()) {
            let _ = write!(text, "{name}[{}]", escaped(value));
        }
    }
    if let Some(time) = time {
        let _ = write!(text, "{TIME}[{}]", escaped(&time));
    }
    for (name, value) in &tags.other {
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if is_name && !NOT_KEPT.contains(&name.as_str()) {
            let _ = write!(text, "{name}[{}]", escaped(value));
        }
    }
}

/// What RE says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    /// The result.
    pub(super) result: GameResult,
    /// How the game ended, if that is said.
    pub(super) termination: Option<Termination>,
    /// Black's margin, if it is said: discs in Othello.
    pub(super) margin: Option<i16>,
}

/// A value of RE: `B+`, `W+` or a draw, as SGF and several programs write them. The inner `None` is a result that is
/// not known, the outer one a value of another kind.
pub(super) fn outcome(value: &str) -> Option<Option<Outcome>> {
    let text = value.trim().to_ascii_lowercase();
    let of = |result, termination, margin| Some(Some(Outcome { result, termination, margin }));
    match text.as_str() {
        "" | UNKNOWN | "void" | "*" => return Some(None),
        "0" => return of(GameResult::Draw, None, Some(0)),
        "draw" | "jigo" | "1/2-1/2" | "0.5-0.5" | "b+draw" | "w+draw" => return of(GameResult::Draw, None, None),
        "1-0" => return of(GameResult::FirstWins, None, None),
        "0-1" => return of(GameResult::SecondWins, None, None),
        _ => {}
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner.trim() {
        "b" | "black" => Side::X,
        "w" | "white" => Side::O,
        _ => return None,
    };
    let termination = match how.trim() {
        "r" | "resign" => Some(Termination::Resignation),
        "t" | "time" => Some(Termination::Time),
        "f" | "forfeit" => Some(Termination::Infraction),
        _ => None,
    };
    let margin: Option<i16> = how.trim().parse().ok().filter(|margin: &i16| *margin > 0);
    of(GameResult::win_of(winner), termination, margin.map(|margin| if winner == Side::X { margin } else { -margin }))
}

/// How a game ended in the words of c-gomoku-cli, which has them as the TE of the root.
pub(super) fn termination(reason: &str) -> Option<Termination> {
    let endings = [
        (" by time forfeit", Termination::Time),
        (" by opponent illegal move", Termination::Infraction),
        (" by opponent crash", Termination::Abandoned),
        (" by adjudication", Termination::Adjudication),
    ];
    let found = endings.iter().find(|(ending, _)| reason.ends_with(ending)).map(|&(_, termination)| termination);
    found.or(reason.starts_with("Black play forbidden move").then_some(Termination::Infraction))
}

/// The value of RE. Nothing is written if the result is unknown and the moves do not say it either.
pub(super) fn write_outcome(text: &mut String, game: &Game, is_over: bool) {
    let winner = match game.result {
        None if is_over => UNKNOWN,
        None => return,
        Some(GameResult::FirstWins) => "B+",
        Some(GameResult::SecondWins) => "W+",
        Some(GameResult::Draw) => {
            let _ = write!(text, "RE[{}]", if game.margin == Some(0) { "0" } else { "Draw" });
            return;
        }
    };
    let how = match game.termination {
        _ if winner == UNKNOWN => String::new(),
        Some(Termination::Time) => "T".into(),
        Some(Termination::Resignation) => "R".into(),
        Some(Termination::Infraction | Termination::Abandoned) => "F".into(),
        Some(Termination::Rules | Termination::Adjudication) | None => match game.margin {
            Some(margin) if (margin > 0) == (winner == "B+") && margin != 0 => margin.unsigned_abs().to_string(),
            _ => String::new(),
        },
    };
    let _ = write!(text, "RE[{winner}{how}]");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_other_programs_write_them() {
        let wins = |result, termination, margin| Some(Some(Outcome { result, termination, margin }));
        let (first, second) = (GameResult::FirstWins, GameResult::SecondWins);
        for (value, expected) in [
            ("B+R", wins(first, Some(Termination::Resignation), None)),
            ("White+Time", wins(second, Some(Termination::Time), None)),
            ("W+F", wins(second, Some(Termination::Infraction), None)),
            ("B+12", wins(first, None, Some(12))),
            ("W+1", wins(second, None, Some(-1))),
            ("B+", wins(first, None, None)),
            ("0", wins(GameResult::Draw, None, Some(0))),
            ("Draw", wins(GameResult::Draw, None, None)),
            ("1-0", wins(first, None, None)),
            ("?", Some(None)),
            ("Void", Some(None)),
            ("x+1", None),
            ("unfinished", None),
        ] {
            assert_eq!(outcome(value), expected, "{value}");
        }
    }

    #[test]
    fn dates_have_hyphens() {
        for (text, expected) in [
            ("2024.01.02 10:11:12", "2024-01-02 10:11:12"),
            ("2024-01-02", "2024-01-02"),
            ("1.2.2024", "1.2.2024"),
            ("", ""),
            ("二〇二四年一月", "二〇二四年一月"),
        ] {
            assert_eq!(date(text.into()), expected);
        }
    }
}
