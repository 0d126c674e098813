//! Engines on the command line: words of the form `key=value`.

use crate::limits::{ClockSettings, milliseconds};
use crate::settings::EngineSettings;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use std::path::Path;
use std::str::FromStr;

/// The keys, for messages and help.
pub const KEYS: &str = "name cmd args dir env.NAME proto option.NAME tc st movetime nodes depth margin patience stderr";

/// An engine from words; those in `each` come first, so that its own prevail.
pub fn read(own: &[String], each: &[String]) -> Result<EngineSettings> {
    let mut engine = EngineSettings::default();
    for word in each.iter().chain(own) {
        set(&mut engine, word).with_context(|| format!("engine word '{word}'"))?;
    }
    if engine.launch.program.is_empty() {
        bail!("engine '{}' has no command, expected cmd=PROGRAM", engine.name);
    }
    if engine.name.is_empty() {
        let program = Path::new(&engine.launch.program);
        engine.name = program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    }
    engine.check_name()?;
    Ok(engine)
}

/// Carries out one word.
fn set(engine: &mut EngineSettings, word: &str) -> Result<()> {
    let (key, value) = word.split_once('=').context("expected key=value")?;
    let (limits, launch) = (&mut engine.limits, &mut engine.launch);
    match key {
        "name" => engine.name = value.into(),
        "cmd" => launch.program = value.into(),
        "args" => launch.arguments = split(value)?,
        "dir" => launch.directory = Some(value.into()),
        "stderr" => launch.stderr = Some(value.into()),
        "proto" => {
            engine.protocol = ValueEnum::from_str(value, true).map_err(|why| anyhow::anyhow!(why))?;
        }
        "tc" => limits.clock = (value != "inf").then(|| ClockSettings::parse(value)).transpose()?,
        "st" => limits.movetime = Some(milliseconds(value)?),
        "movetime" => limits.movetime = Some(number(value)?),
        "nodes" => limits.nodes = Some(number(value)?),
        "depth" => limits.depth = Some(number(value)?),
        "margin" | "timemargin" => limits.margin = number(value)?,
        "patience" => limits.patience = number(value)?,
        _ => match key.split_once('.') {
            Some(("option", name)) if !name.is_empty() => {
                engine.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                engine.options.push((name.into(), value.into()));
            }
            Some(("env", name)) if !name.is_empty() => drop(launch.environment.insert(name.into(), value.into())),
            _ => bail!("unknown key '{key}', expected one of {KEYS}"),
        },
    }
    Ok(())
}

fn number<T: FromStr>(text: &str) -> Result<T> {
    text.parse().ok().with_context(|| format!("'{text}', expected a whole number"))
}

/// Divides arguments at spaces; quotes of either kind keep a piece together.
fn split(text: &str) -> Result<Vec<String>> {
    let mut arguments = Vec::new();
    let mut current: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                current.get_or_insert_default();
            }
            None if letter.is_whitespace() => arguments.extend(current.take()),
            _ => current.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        bail!("a quotation mark without its other half");
    }
    arguments.extend(current);
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Protocol;

    fn words(text: &[&str]) -> Vec<String> {
        text.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn an_engine_in_words() {
        let own = ["cmd=./quartet", "args=-a 'b c' \"\"", "option.Weights=6:1:4,6:2:4", "depth=3", "env.A=b=c"];
        let engine =
            read(&words(&own), &words(&["proto=ugi", "depth=2", "st=0.1", "option.weights=1:1:1"])).expect("fine");
        assert_eq!((engine.name.as_str(), engine.protocol), ("quartet", Protocol::Ugi));
        assert_eq!(engine.launch.arguments, ["-a", "b c", ""]);
        assert_eq!(engine.launch.environment["A"], "b=c");
        assert_eq!(engine.options, [("Weights".to_string(), "6:1:4,6:2:4".to_string())]);
        assert_eq!((engine.limits.depth, engine.limits.movetime), (Some(3), Some(100)));
    }

    #[test]
    fn wrong_words() {
        for wrong in ["cmd", "what=1", "option.=1", "depth=x", "tc=1/", "proto=xboard", "args='"] {
            assert!(read(&words(&["cmd=x", wrong]), &[]).is_err(), "{wrong}");
        }
        assert!(read(&[], &[]).is_err());
        for name in ["name=a\nb", "name=\u{1b}[2J", "name=a\u{85}", "name=\u{202e}a"] {
            let error = format!("{:#}", read(&words(&["cmd=x", name]), &[]).expect_err(name));
            assert!(error.contains("control character") && error.chars().all(|letter| !letter.is_control()), "{error}");
        }
    }
}
