//! Settings files for `--settings`: TOML with the names of the command line, or JSON as in records.
//!
//! ```toml
//! variant = "othello"
//! games = 100
//! rule = { MaxPlies = 60 }
//!
//! [each]
//! movetime = 100
//!
//! [[engine]]
//! name = "new"
//! cmd = "target/release/quartet"
//! option = { Threads = 2 }
//! ```

use super::engine::{self, EngineBuilder};
use super::nearest;
use crate::settings::MatchSettings;
use anyhow::{Context, Result, anyhow, bail};
use clap::{ArgAction, Command};
use serde::Deserialize;
use std::borrow::Cow;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The contents of a settings file.
pub(super) enum Settings {
    /// All settings of a match.
    Whole(Box<MatchSettings>),
    /// Some options.
    Words(Words),
}

/// The contents of a TOML file as words of the command line.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// All options except those below.
    pub options: Vec<Given>,
    /// The values of `--rule`.
    pub rules: Vec<String>,
    /// The words of `--each`.
    pub each: Vec<String>,
    /// The words of each `--engine`.
    pub engines: Vec<Vec<String>>,
}

/// An option of the command line with the values that a file gives it.
#[derive(Debug)]
pub(super) struct Given {
    /// Its name without the hyphens.
    pub name: String,
    /// Its values; none for a switch that is on.
    pub values: Vec<String>,
    /// File and line, for error messages.
    pub place: String,
}

/// Options that a file cannot have.
const NOT_IN_FILES: [&str; 3] = ["settings", "help", "version"];

/// Reads a file with options of this command.
pub(super) fn read(path: &Path, command: &Command) -> Result<Settings> {
    let text = &*quartet_files::read_text(path)?;
    if text.trim_start().starts_with('{') {
        let whole = json(text).with_context(|| format!("settings in {}", path.display()))?;
        return Ok(Settings::Whole(Box::new(whole)));
    }
    Source { text, path, command }.words().map(Settings::Words)
}

/// The settings of a match as JSON, alone or in the header of its record.
fn json(text: &str) -> Result<MatchSettings> {
    #[derive(Deserialize)]
    struct Header {
        settings: MatchSettings,
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    let first = values.next().context("nothing")??;
    if first.get("settings").is_some() {
        return Ok(Header::deserialize(first)?.settings);
    }
    // Parsed again from the text, for errors with line numbers.
    Ok(serde_json::from_str(text)?)
}

/// A value with its position in the file.
type Value<'a> = Spanned<DeValue<'a>>;

/// A parsed TOML file.
struct Source<'a> {
    text: &'a str,
    path: &'a Path,
    command: &'a Command,
}

impl Source<'_> {
    fn words(&self) -> Result<Words> {
        let root = DeTable::parse(self.text).map_err(|error| {
            anyhow!("{}: {}", self.place(error.span().map_or(0, |span| span.start)), error.message())
        })?;
        let mut words = Words::default();
        for (key, value) in in_order(root.get_ref()) {
            let place = self.place(key.span().start);
            let name = key.get_ref().as_ref();
            match (name, value.get_ref()) {
                ("each", DeValue::Table(table)) => words.each = self.engine(table)?,
                ("engine", DeValue::Table(table)) => words.engines.push(self.engine(table)?),
                ("engine", DeValue::Array(tables)) if tables.iter().all(|table| table.get_ref().is_table()) => {
                    for table in tables.iter().filter_map(|table| table.get_ref().as_table()) {
                        words.engines.push(self.engine(table)?);
                    }
                }
                ("each" | "engine", _) => bail!("{place}: '{name}' is not a table, expected [each] or [[engine]]"),
                ("rule", DeValue::Table(table)) => words.rules = self.pairs("", table)?,
                ("rule", _) => words.rules = self.texts(name, value)?,
                _ => words.options.extend(self.option(name, value, place)?),
            }
        }
        Ok(words)
    }

    /// An option that is not about engines or rules; `None` for a switch that is off.
    fn option(&self, name: &str, value: &Value<'_>, place: String) -> Result<Option<Given>> {
        let known = || self.command.get_arguments().filter(|known| !NOT_IN_FILES.contains(&known.get_id().as_str()));
        let Some(option) = known().find(|known| known.get_long() == Some(name)) else {
            if engine::is_key(name) {
                bail!("{place}: '{name}' is a key of engines, expected in [each] or [[engine]]");
            }
            let names = known().filter_map(|known| known.get_long());
            bail!("{place}: unknown key '{name}'{}", nearest(name, names.chain(["each", "engine"])));
        };
        let values = match (option.get_action(), value.get_ref()) {
            (ArgAction::SetTrue, DeValue::Boolean(true)) => Vec::new(),
            (ArgAction::SetTrue, DeValue::Boolean(false)) => return Ok(None),
            (ArgAction::SetTrue, _) => bail!("{place}: '{name}', expected true or false"),
            (ArgAction::Append, _) => self.texts(name, value)?,
            _ => vec![self.text(name, value)?],
        };
        Ok(Some(Given { name: name.into(), values, place }))
    }

    /// The words of an engine, each of which has been checked.
    fn engine(&self, table: &DeTable<'_>) -> Result<Vec<String>> {
        let mut words = Vec::new();
        for (key, value) in in_order(table) {
            let name = key.get_ref().as_ref();
            let place = self.place(key.span().start);
            let own = match (name, value.get_ref()) {
                ("option" | "env", DeValue::Table(table)) => self.pairs(&format!("{name}."), table)?,
                ("args", DeValue::Array(_)) => {
                    let words = self.texts(name, value)?;
                    vec![format!(
                        "args={}",
                        shlex::try_join(words.iter().map(String::as_str)).with_context(|| place.clone())?
                    )]
                }
                _ if engine::is_key(name) => vec![format!("{name}={}", self.text(name, value)?)],
                _ if self.command.get_arguments().any(|option| option.get_long() == Some(name)) => {
                    bail!("{place}: '{name}' is not a key of engines, expected above the first [table]")
                }
                _ => bail!("{place}: unknown key '{name}'{}", nearest(name, engine::KEYS.split(' '))),
            };
            EngineBuilder::default().add(&own).with_context(|| place)?;
            words.extend(own);
        }
        Ok(words)
    }

    /// A table of names and values as words `name=value`.
    fn pairs(&self, prefix: &str, table: &DeTable<'_>) -> Result<Vec<String>> {
        let pair = |(key, value): (&Spanned<Cow<'_, str>>, &Value<'_>)| {
            let name = key.get_ref().as_ref();
            Ok(format!("{prefix}{name}={}", self.text(name, value)?))
        };
        in_order(table).into_iter().map(pair).collect()
    }

    /// The values of an option, one or an array of several, as on the command line.
    fn texts(&self, name: &str, value: &Value<'_>) -> Result<Vec<String>> {
        match value.get_ref() {
            DeValue::Array(values) => values.iter().map(|value| self.text(name, value)).collect(),
            _ => Ok(vec![self.text(name, value)?]),
        }
    }

    /// A value as on the command line.
    fn text(&self, name: &str, value: &Value<'_>) -> Result<String> {
        Ok(match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => number.to_string(),
                Err(error) => bail!("{}: '{name}': {error}", self.place(value.span().start)),
            },
            DeValue::Float(number) => number.to_string(),
            DeValue::Boolean(flag) => flag.to_string(),
            other => {
                let found = other.type_str();
                let article = if found.starts_with('a') { "an" } else { "a" };
                bail!("{}: '{name}' is {article} {found}, expected a text or a number", self.place(value.span().start))
            }
        })
    }

    /// File and line of a byte offset.
    fn place(&self, byte: usize) -> String {
        let line = 1 + self.text.bytes().take(byte).filter(|&byte| byte == b'\n').count();
        format!("{}, line {line}", self.path.display())
    }
}

/// The entries of a table in the order of the file.
fn in_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t Spanned<Cow<'i, str>>, &'t Value<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
