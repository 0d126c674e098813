//! The subcommands: what is asked on the command line, and what is shown.

pub mod engine;
pub mod matches;
mod sprt;

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
