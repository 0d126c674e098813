//! The names of openings, by the rules of the games.

use quartet::engine::Setup;
use quartet_rules::{Referee, referee};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A file of openings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Openings {
    source: Vec<String>,
    lines: Vec<Line>,
    #[serde(default)]
    transpositions: Vec<Transposition>,
}

/// A named opening.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Option<String>,
    moves: String,
    names: BTreeMap<String, String>,
}

/// Moves that lead to the same position as other ones, which openings have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Transposition {
    moves: String,
    #[serde(rename = "as")]
    others: String,
}

fn othello() -> Openings {
    serde_json::from_str(include_str!("../../page/openings/othello.json")).expect("openings")
}

fn renju() -> Openings {
    serde_json::from_str(include_str!("../../page/openings/renju.json")).expect("openings")
}

fn rules(variant: &str, options: &[(&str, &str)]) -> Box<dyn Referee> {
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    referee(variant, &options).expect("rules")
}

/// The moves of a text such as `f5d6c3`.
fn words(text: &str) -> Vec<String> {
    let starts: Vec<usize> = text.match_indices(char::is_alphabetic).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| text[start..end].to_string()).collect()
}

/// Plays moves from the start; each has to be legal and written as the protocol writes it.
fn play(rules: &mut dyn Referee, moves: &str) {
    rules.begin(&Setup::Start, &words(moves)).unwrap_or_else(|error| panic!("{moves}: {error}"));
    assert_eq!(rules.moves().concat(), moves);
}

/// Checks what holds for the openings of all games.
fn check(openings: &Openings, rules: &mut dyn Referee, languages: &[&str]) {
    assert!(!openings.source.concat().is_empty());
    let mut positions = BTreeMap::new();
    let mut names = BTreeSet::new();
    for line in &openings.lines {
        play(rules, &line.moves);
        assert_eq!(positions.insert(rules.symmetric_key(), &line.moves), None, "{}", line.moves);
        for language in languages {
            let name = line.names.get(*language).unwrap_or_else(|| panic!("no {language} name of {}", line.moves));
            assert!(names.insert((*language, name)), "{name} twice");
        }
        assert!(line.names.values().all(|name| !name.is_empty() && name.trim() == name), "{}", line.moves);
    }
}

#[test]
fn openings_of_othello_are_games() {
    let openings = othello();
    let mut rules = rules("othello", &[]);
    check(&openings, &mut *rules, &["en"]);
    assert!(openings.lines.len() >= 40);
    for line in &openings.lines {
        assert!(line.moves.starts_with("f5") && line.id.is_none(), "{}", line.moves);
        assert!(line.names.keys().all(|language| ["en", "zh-Hant"].contains(&language.as_str())), "{}", line.moves);
    }
    for Transposition { moves, others } in &openings.transpositions {
        play(&mut *rules, moves);
        let key = rules.key();
        play(&mut *rules, others);
        assert_eq!((moves.len(), rules.key()), (others.len(), key), "{moves} and {others}");
        assert!(openings.lines.iter().any(|line| line.moves.starts_with(&others[..])), "{others}");
    }
}

#[test]
fn openings_of_renju_are_the_26() {
    let openings = renju();
    let mut rules = rules("gomoku", &[("BoardSize", "15"), ("Rule", "renju")]);
    check(&openings, &mut *rules, &["en", "ja", "zh-Hant"]);
    let numbers = |kind: &str| (1..=13).map(|n| format!("{kind}{n}")).collect::<Vec<_>>();
    let ids: Vec<String> = openings.lines.iter().filter_map(|line| line.id.clone()).collect();
    assert_eq!((openings.lines.len(), ids), (26, [numbers("D"), numbers("I")].concat()));
    for line in &openings.lines {
        let [first, second, third] = &words(&line.moves)[..] else { panic!("three stones, not {}", line.moves) };
        let is_direct = line.id.as_ref().is_some_and(|id| id.starts_with('D'));
        assert_eq!((&first[..], &second[..]), ("h8", if is_direct { "h9" } else { "i9" }), "{}", line.moves);
        // The names say how the third stone lies to the first: a star leaves a gap, a moon is beside it or a knight's
        // move away.
        let away = |name: &str| {
            let (column, row) = quartet_rules::points::point(name).expect("a point");
            (column.abs_diff(7), row.abs_diff(7))
        };
        let expected = if matches!(away(third), (0 | 2, 0 | 2)) { '星' } else { '月' };
        for language in ["ja", "zh-Hant"] {
            assert!(line.names[language].ends_with(expected), "{}", line.names[language]);
        }
    }
}
