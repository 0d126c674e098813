//! The command line of `match`: its settings and its output.

mod cpus;
mod ending;
pub mod engine;
mod logfile;
pub mod match_arguments;
mod match_display;
mod match_settings;
pub mod matches;
pub(crate) mod progress;
mod settings_file;
mod sprt;
mod target;
#[cfg(test)]
mod tests;

use anyhow::{Context, Result};
use std::collections::BTreeMap;

/// Options of the rules in the form `NAME=VALUE`.
pub fn rules(words: &[String]) -> Result<BTreeMap<String, String>> {
    let pair = |word: &String| {
        let (name, value) = word.split_once('=').with_context(|| format!("rule '{word}', expected NAME=VALUE"))?;
        Ok((name.to_string(), value.to_string()))
    };
    words.iter().map(pair).collect()
}

/// The end of an error message about an unknown word: a suggestion of the most similar known word, or all known words
/// if none is similar.
fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    /// The similarity, from 0 to 1, above which a word is suggested: words with one or two wrong letters.
    const ALIKE: f64 = 0.7;
    let wrong = wrong.to_lowercase();
    let known: Vec<&str> = known.into_iter().collect();
    let likeness = |word: &&'a str| strsim::jaro(&wrong, word);
    let best = known.iter().map(|word| (likeness(word), word)).max_by(|one, other| one.0.total_cmp(&other.0));
    match best {
        Some((alike, word)) if alike > ALIKE => format!("; did you mean '{word}'?"),
        _ => format!(", expected one of {}", known.join(" ")),
    }
}
