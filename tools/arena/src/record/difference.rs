//! The differences between two commands that write the same record, by the names of the command line.

use super::Header;
use crate::settings::Tournament;
use anyhow::Result;
use serde_json::Value;
use std::collections::HashSet;

/// The options that may differ between the commands that start and resume a record, as text.
pub(super) fn may_differ(header: &Header) -> &'static str {
    match (&header.experiment, header.settings.tournament) {
        (None, Tournament::RoundRobin | Tournament::Gauntlet) => {
            "--games, which may grow, --concurrency, --affinity, --rating-interval, --log, --quiet and --json may differ, \
             nothing else"
        }
        (None, Tournament::Swiss) => {
            "--rounds, which may grow, --concurrency, --affinity, --rating-interval, --log, --quiet and --json may differ, \
             nothing else"
        }
        (None, Tournament::Knockout) => {
            "--concurrency, --affinity, --rating-interval, --log, --quiet and --json may differ, nothing else"
        }
        (Some(_), _) => "--concurrency and --plots may differ, nothing else",
    }
}

/// Paths in the settings with the names on the command line.
const NAMES: [(&str, &str); 19] = [
    ("variant", "--variant"),
    ("options.", "--rule "),
    ("tournament", "--tournament"),
    ("seeds", "--seeds"),
    ("rounds", "--rounds"),
    ("tiebreaks", "--tiebreaks"),
    ("games", "--games"),
    ("sprt", "--sprt"),
    ("count_repeats", "--count-repeats"),
    ("openings.file", "--openings"),
    ("openings.plies", "--opening-plies"),
    ("openings.generator", "--random-openings, --all-openings or --balanced"),
    ("openings.shuffle", "--shuffle"),
    ("openings.start", "--opening-start"),
    ("adjudication.win", "--adjudicate-win"),
    ("adjudication.draw", "--adjudicate-draw"),
    ("adjudication.plies", "--adjudicate-plies"),
    ("adjudication.solved", "--adjudicate-solved"),
    ("engines", "the number of engines"),
];

/// Paths in the settings of an engine with the words of `--engine`.
const WORDS: [(&str, &str); 12] = [
    ("protocol", "proto"),
    ("launch.program", "cmd"),
    ("launch.arguments", "args"),
    ("launch.directory", "dir"),
    ("launch.environment.", "env."),
    ("launch.stderr", "stderr"),
    ("limits.clock", "tc"),
    ("limits.movetime", "movetime"),
    ("limits.nodes", "nodes"),
    ("limits.depth", "depth"),
    ("options", "option.NAME"),
    ("ponder", "ponder"),
];

/// The differences between two headers, each with the old and the new value.
pub(super) fn differences(old: &Header, new: &Header) -> Result<Vec<String>> {
    let engines: Vec<&str> = new.settings.engines.iter().map(|engine| engine.name.as_str()).collect();
    let mut found = Vec::new();
    walk("", &serde_json::to_value(old)?, &serde_json::to_value(new)?, &mut |path, old, new| {
        found.push(format!("{} was {}, is {}", name(path, &engines), shown(old), shown(new)));
    });
    // The number of games of an experiment is in the settings as well.
    let mut seen = HashSet::new();
    found.retain(|line| seen.insert(line.clone()));
    Ok(found)
}

/// Calls `report` for every path at which two values differ: the keys that lead there, separated by dots. Arrays of
/// different lengths or of other values than objects, clocks, generators and tests are compared as a whole.
fn walk(path: &str, old: &Value, new: &Value, report: &mut impl FnMut(&str, &Value, &Value)) {
    use Value::{Array, Null, Object};
    let below = |key: &str| if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
    match (old, new) {
        _ if old == new => {}
        (Object(old), Object(new)) if !["clock", "generator", "sprt"].iter().any(|whole| path.ends_with(whole)) => {
            let added = new.keys().filter(|&key| !old.contains_key(key));
            for key in old.keys().chain(added) {
                walk(&below(key), old.get(key).unwrap_or(&Null), new.get(key).unwrap_or(&Null), report);
            }
        }
        (Array(old), Array(new)) if old.len() == new.len() && old.iter().chain(new).all(Value::is_object) => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                walk(&below(&index.to_string()), old, new, report);
            }
        }
        _ => report(path, old, new),
    }
}

/// The name on the command line of a path in the header.
fn name(path: &str, engines: &[&str]) -> String {
    let Some(place) = path.strip_prefix("settings.") else {
        return match path.split('.').next() {
            Some("openings") => format!("what the openings are ({path})"),
            Some("engines") => program(path, engines),
            Some("shard" | "shards") => format!("--shard ({path})"),
            Some("experiment") => path.rsplit_once('.').map_or(path.into(), |(_, last)| match last {
                "what" => "the experiment".into(),
                option => format!("--{}", option.replace('_', "-")),
            }),
            _ => path.into(),
        };
    };
    let engine = place.strip_prefix("engines.").and_then(|place| place.split_once('.'));
    if let Some((index, word)) = engine {
        let engine = index.parse().ok().and_then(|index: usize| engines.get(index)).unwrap_or(&index);
        let word = named(word, &WORDS).unwrap_or_else(|| word.trim_start_matches("limits.").into());
        return format!("{word} of engine '{engine}'");
    }
    named(place, &NAMES).unwrap_or_else(|| path.into())
}

/// The name of a path in the programs of the engines.
fn program(path: &str, engines: &[&str]) -> String {
    let mut parts = path.split('.').skip(1);
    let engine = parts.next().and_then(|index| engines.get(index.parse::<usize>().ok()?)).unwrap_or(&path);
    match parts.next() {
        Some("id_name") => format!("the name by which engine '{engine}' introduces itself"),
        _ => format!("the program of engine '{engine}' ({path})"),
    }
}

/// The name of a path in a list. If the path in the list ends with a dot, the rest of the path is appended.
fn named(place: &str, names: &[(&str, &str)]) -> Option<String> {
    names.iter().find_map(|(start, name)| {
        let rest = place.strip_prefix(start)?;
        if start.ends_with('.') { Some(format!("{name}{rest}")) } else { rest.is_empty().then(|| name.to_string()) }
    })
}

/// A value for messages.
fn shown(value: &Value) -> String {
    if value.is_null() { "not given".into() } else { value.to_string() }
}
