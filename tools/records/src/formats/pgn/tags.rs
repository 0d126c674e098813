//! The tags of a game: which fields of a [`Game`](crate::Game) they stand for, the rules they select, and results.

use super::playok::Opening;
use crate::format::Hints;
use crate::game::{Tags, Termination};
use quartet::game::Reason;
use quartet::games::{self, Variant};
use quartet_rules::GameResult;
use std::collections::BTreeMap;

/// Options of the rules that have a tag of the same name.
pub(super) const OPTIONS: [&str; 3] = ["BoardSize", "MaxPlies", "Rule"];
/// The tag of [`Tags::other`] that says why the game is over, in the arena's words: `five`, `adjudicated-win`, or
/// `illegal, NAME: 'x9' is no point`. It is written as a comment before the result.
pub(crate) const REASON: &str = "Reason";
/// The tag for x's margin, where the moves do not say it: `+2`.
pub(super) const MARGIN: &str = "Margin";
/// The word for a resignation in that comment.
pub(super) const RESIGNATION: &str = "resign";

/// A tag of a file.
#[derive(Debug)]
pub(super) struct Tag {
    /// The name.
    pub(super) name: String,
    /// The value.
    pub(super) value: String,
    /// The offset of the tag in the file.
    pub(super) at: usize,
}

/// The tags of a game in their order.
#[derive(Debug, Default)]
pub(super) struct TagList(pub(super) Vec<Tag>);

/// What the tags say about the rules.
pub(super) struct Rules {
    pub(super) variant: &'static Variant,
    pub(super) options: BTreeMap<String, String>,
}

impl TagList {
    /// The first tag with this name, ignoring case.
    pub(super) fn find(&self, name: &str) -> Option<&Tag> {
        self.0.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The value of the first tag with this name, unless it is unknown.
    fn value(&self, name: &str) -> Option<&str> {
        self.find(name).map(|tag| tag.value.as_str()).filter(|value| !is_unknown(value))
    }

    /// The variant and the options of the rules. The error is the offset of a tag and what is wrong with it.
    pub(super) fn rules(&self, hints: &Hints) -> Result<Rules, (usize, String)> {
        let tag = self.find("Variant");
        let named = tag.and_then(|tag| named_variant(&tag.value));
        let (variant, fixed) = match (named, hints.variant, tag) {
            (Some((variant, fixed)), ..) => (variant, fixed),
            (None, Some(variant), _) => (variant, &[][..]),
            (None, None, Some(tag)) if !tag.value.is_empty() => {
                let known: Vec<&str> = games::VARIANTS.iter().map(|variant| variant.name).collect();
                return Err((tag.at, format!("variant '{}', expected one of {}", tag.value, known.join(" "))));
            }
            _ => (games::find("othello").ok_or((0, "there is no Othello".to_string()))?, &[][..]),
        };
        let mut options = BTreeMap::new();
        if hints.variant.is_none_or(|hinted| hinted == variant) {
            options.clone_from(&hints.options);
        }
        let fixed = fixed.iter().map(|&(name, value)| (name, value));
        let tagged = OPTIONS.iter().filter_map(|&name| Some((name, self.value(name)?)));
        options.extend(fixed.chain(tagged).map(|(name, value)| (name.to_string(), value.to_string())));
        if variant.name == "gomoku" && self.is_from_playok() {
            options.entry("BoardSize".into()).or_insert("15".into());
        }
        Ok(Rules { variant, options })
    }

    /// Whether the game was played at playok.com.
    pub(super) fn is_from_playok(&self) -> bool {
        self.value("Site").is_some_and(Opening::is_from)
    }

    /// The names of the tags of the two players. Whoever is named first moves first: White in files by PGN's standard,
    /// Black in those of Othello and gomoku programs.
    fn players(&self) -> [&'static str; 2] {
        let place = |name: &str| self.0.iter().position(|tag| tag.name.eq_ignore_ascii_case(name));
        match (place("White"), place("Black")) {
            (Some(white), Some(black)) if black < white => ["Black", "White"],
            (None, None) => ["P1", "P2"],
            _ => ["White", "Black"],
        }
    }

    /// Sets players, event, place and date, and all tags that stand for nothing else. Those of the players, such as
    /// WhiteElo, get the names of PGN's order, in which White is x; `have_changed` if the players have changed colours
    /// after they were named.
    pub(super) fn set(&self, tags: &mut Tags, have_changed: bool) {
        let named = self.players();
        let [first, second] = if have_changed { [named[1], named[0]] } else { named };
        let value = |name: &str| self.value(name).map(str::to_string);
        (tags.first, tags.second) = (value(first), value(second));
        (tags.event, tags.site, tags.round) = (value("Event"), value("Site"), value("Round"));
        tags.date = self.value("Date").and_then(date);
        let is_known_termination = self.termination().is_some();
        for tag in &self.0 {
            let stands_for = STANDS_FOR.iter().chain(&OPTIONS).chain([&first, &second]);
            let is_used = stands_for.into_iter().any(|name| tag.name.eq_ignore_ascii_case(name))
                || is_known_termination && tag.name.eq_ignore_ascii_case("Termination");
            if !is_used {
                let name = if first == "Black" { other_colour(&tag.name) } else { tag.name.clone() };
                tags.other.entry(name).or_insert_with(|| tag.value.clone());
            }
        }
    }

    /// How the game ended according to the tag Termination.
    pub(super) fn termination(&self) -> Option<Termination> {
        let value = self.value("Termination")?;
        TERMINATIONS.iter().find(|(_, word)| value.eq_ignore_ascii_case(word)).map(|&(termination, _)| termination)
    }
}

/// The name of the same tag of the other player: `BlackElo` for `WhiteElo`.
fn other_colour(name: &str) -> String {
    let of = |own: &str, other: &str| name.strip_prefix(own).map(|rest| format!("{other}{rest}"));
    of("White", "Black").or_else(|| of("Black", "White")).unwrap_or_else(|| name.into())
}

/// Tags that are fields of a game. Other values of Variant than names of Quartet's variants are not kept either.
pub(super) const STANDS_FOR: [&str; 9] =
    ["Event", "Site", "Date", "Round", "Result", MARGIN, "Variant", "SetUp", "FEN"];

/// The values of the tag Termination (section 9.8.1 of the standard; `illegal move` is fastchess's), first the one that
/// is written.
const TERMINATIONS: [(Termination, &str); 7] = [
    (Termination::Rules, "normal"),
    (Termination::Resignation, "normal"),
    (Termination::Time, "time forfeit"),
    (Termination::Infraction, "rules infraction"),
    (Termination::Infraction, "illegal move"),
    (Termination::Abandoned, "abandoned"),
    (Termination::Adjudication, "adjudication"),
];

/// The value of the tag Termination.
pub(super) fn termination_word(termination: Termination) -> &'static str {
    TERMINATIONS.iter().find(|(known, _)| *known == termination).map_or("", |(_, word)| word)
}

/// A value of PGN for something that is not known.
fn is_unknown(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "-" | "??" | "????.??.??")
}

/// A date such as `2026.01.02` or `2026.??.??`, with hyphens and without what is not known.
fn date(value: &str) -> Option<String> {
    let (day, time) = value.split_once(' ').map_or((value, None), |(day, time)| (day, Some(time)));
    // Edax writes months and days without a leading zero.
    let padded = |part: &str| if part.len() == 1 { format!("0{part}") } else { part.to_string() };
    let parts: Vec<String> = day.split('.').take_while(|part| !part.contains('?')).map(padded).collect();
    let day = parts.join("-");
    Some(match time {
        Some(time) => format!("{day} {time}"),
        None => day,
    })
    .filter(|date| !date.is_empty())
}

/// The value of the tag Date: `YYYY.MM.DD`, with `??` for what is not known.
pub(super) fn written_date(date: Option<&str>) -> String {
    let day = date.unwrap_or_default().split(['T', ' ']).next().unwrap_or_default();
    let mut parts = day.split('-');
    let mut part = |length: usize| {
        let digits = parts.next().filter(|part| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit()));
        digits.map_or("?".repeat(length), str::to_string)
    };
    let (year, month, day) = (part(4), part(2), part(2));
    format!("{year}.{month}.{day}")
}

/// The variant with this name, and the options that the name fixes.
fn named_variant(name: &str) -> Option<(&'static Variant, &'static [(&'static str, &'static str)])> {
    if let Some(variant) = games::find(name) {
        return Some((variant, &[]));
    }
    if let Some(preset) = games::find_preset(name, |_| false) {
        return Some((games::find(preset.variant)?, preset.options));
    }
    let (variant, options): (_, &[_]) = match name.to_ascii_lowercase().as_str() {
        "reversi" => ("othello", &[]),
        "renju" => ("gomoku", &[("BoardSize", "15"), ("Rule", "renju")]),
        _ => return None,
    };
    Some((games::find(variant)?, options))
}

/// What the end of a game says: the result, and the first player's margin if points are given.
pub(super) fn result(text: &str) -> Option<(GameResult, Option<i16>)> {
    match text {
        "1-0" => return Some((GameResult::FirstWins, None)),
        "0-1" => return Some((GameResult::SecondWins, None)),
        "1/2-1/2" | "1/2" | "½-½" => return Some((GameResult::Draw, None)),
        _ => {}
    }
    let (first, second) = text.split_once('-')?;
    let (first, second): (i16, i16) = (first.parse().ok()?, second.parse().ok()?);
    let margin = first.checked_sub(second)?;
    Some((GameResult::of_margin(margin), Some(margin)))
}

/// Whether a comment is one that the arena writes before the result: why the game is over.
pub(super) fn is_reason(comment: &str) -> bool {
    let word = comment.split_once(", ").map_or(comment, |(word, _)| word);
    is_rule(word)
        || word == RESIGNATION
        || word.starts_with("adjudicated-")
        || crate::formats::arena_record::FaultKind::ALL.iter().any(|kind| kind.word() == word)
}

/// Whether it is the word of a rule that ends games.
fn is_rule(word: &str) -> bool {
    let rules = [Reason::Five, Reason::Immobile, Reason::Repetition, Reason::MaxPlies, Reason::Full, Reason::Discs];
    rules.iter().any(|rule| rule.word() == word)
}
