//! Engines on the command line: words of the form `key=value`.

use crate::limits::{ClockSettings, milliseconds};
use crate::process;
use crate::settings::EngineSettings;
use anyhow::{Context, Result, bail};
use clap::{ArgMatches, ValueEnum};
use std::path::Path;
use std::str::FromStr;

/// The keys, for messages and help.
pub const KEYS: &str =
    "name cmd args dir env.NAME proto option.NAME tc st movetime nodes depth margin patience stderr ponder";

/// Groups of keys that set the same limit.
const SAME_LIMIT: [&[&str]; 6] =
    [&["tc"], &["st", "movetime"], &["nodes"], &["depth"], &["margin", "timemargin"], &["patience", "timeout"]];

/// Whether a word is a key of engines.
pub fn is_key(word: &str) -> bool {
    let has_name = |group: &str| word.strip_prefix(group).is_some_and(|name| !name.is_empty());
    let is_plain =
        ["timemargin", "timeout"].contains(&word) || KEYS.split(' ').any(|key| key == word && !key.contains('.'));
    is_plain || has_name("option.") || has_name("env.")
}

/// The words of each `--engine` of a command line.
pub fn groups(found: &ArgMatches) -> Vec<Vec<String>> {
    let occurrences = found.get_occurrences::<String>("engine").into_iter().flatten();
    occurrences.map(|words| words.cloned().collect()).collect()
}

/// An engine from its words. Those in `each` are applied first, so its own take precedence.
pub fn read(own: &[String], each: &[String]) -> Result<EngineSettings> {
    let mut draft = EngineBuilder::default();
    draft.add(each)?;
    draft.add(own)?;
    draft.finish()
}

/// An engine that is built from words. Command and arguments are kept as written until the end, because other words
/// determine where they are looked up, and either can be replaced without the other.
#[derive(Clone, Debug, Default)]
pub struct EngineBuilder {
    settings: EngineSettings,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

impl From<EngineSettings> for EngineBuilder {
    fn from(settings: EngineSettings) -> Self {
        EngineBuilder { settings, ..EngineBuilder::default() }
    }
}

impl EngineBuilder {
    /// The name; empty if none was given.
    pub fn name(&self) -> &str {
        &self.settings.name
    }

    /// Applies words from one place, which take precedence over earlier ones.
    pub fn add(&mut self, words: &[String]) -> Result<()> {
        check_contradictions(words)?;
        words.iter().try_for_each(|word| self.set(word).with_context(|| format!("engine word '{word}'")))
    }

    /// Applies words that override those from another place: a clock replaces a time for each move, and vice versa.
    pub fn overrule(&mut self, words: &[String]) -> Result<()> {
        let says = |keys: &[&str]| words.iter().any(|word| keys.iter().any(|key| word.starts_with(key)));
        let limits = &mut self.settings.limits;
        if says(&["tc="]) {
            limits.movetime = None;
        }
        if says(&["st=", "movetime="]) {
            limits.clock = None;
        }
        self.add(words)
    }

    /// The engine; without a name it gets that of its program.
    pub fn finish(self) -> Result<EngineSettings> {
        let EngineBuilder { settings: mut engine, command, arguments } = self;
        if let Some(command) = command {
            engine.launch.set_command_line(&command).with_context(|| format!("engine word 'cmd={command}'"))?;
            engine.launch.arguments.extend(arguments.unwrap_or_default());
        } else if let Some(arguments) = arguments {
            engine.launch.arguments = arguments;
        }
        if engine.launch.program.is_empty() {
            bail!("engine '{}' has no command, expected cmd=PROGRAM", engine.name);
        }
        if engine.name.is_empty() {
            let program = Path::new(&engine.launch.program);
            engine.name = program.file_stem().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
        }
        engine.check_name()?;
        engine.limits.check().with_context(|| format!("engine '{}'", engine.name))?;
        Ok(engine)
    }

    /// Applies a word.
    fn set(&mut self, word: &str) -> Result<()> {
        let (key, value) = word.split_once('=').context("expected key=value")?;
        let engine = &mut self.settings;
        let (limits, launch) = (&mut engine.limits, &mut engine.launch);
        match key {
            "name" => engine.name = value.into(),
            "cmd" => self.command = Some(value.into()),
            "args" => self.arguments = Some(process::words(value)?),
            "dir" => launch.directory = Some(value.into()),
            "stderr" => launch.stderr = Some(value.into()),
            "ponder" => engine.ponder = flag(value)?,
            "proto" => {
                engine.protocol = ValueEnum::from_str(value, true).map_err(|why| anyhow::anyhow!(why))?;
            }
            "tc" => limits.clock = (value != "inf").then(|| ClockSettings::parse(value)).transpose()?,
            "st" => limits.movetime = Some(milliseconds(value)?),
            "movetime" => limits.movetime = Some(number(value)?),
            "nodes" => limits.nodes = Some(number(value)?),
            "depth" => limits.depth = Some(number(value)?),
            "margin" | "timemargin" => limits.margin = number(value)?,
            "patience" | "timeout" => limits.timeout = number(value)?,
            _ => match key.split_once('.') {
                Some(("option", name)) if !name.is_empty() => {
                    engine.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                    engine.options.push((name.into(), value.into()));
                }
                Some(("env", name)) if !name.is_empty() => drop(launch.environment.insert(name.into(), value.into())),
                _ => bail!("unknown key '{key}'{}", super::nearest(key, KEYS.split(' '))),
            },
        }
        Ok(())
    }
}

/// Fails if words from one place set the same limit to different values.
fn check_contradictions(words: &[String]) -> Result<()> {
    for keys in SAME_LIMIT {
        let is_one = |word: &&String| word.split_once('=').is_some_and(|(key, _)| keys.contains(&key));
        let mut given = words.iter().filter(is_one);
        let Some(first) = given.next() else { continue };
        if let Some(other) = given.find(|word| *word != first) {
            bail!("'{first}' and '{other}' contradict each other, expected one of them");
        }
    }
    Ok(())
}

fn flag(text: &str) -> Result<bool> {
    text.parse().ok().with_context(|| format!("'{text}', expected true or false"))
}

fn number<T: FromStr>(text: &str) -> Result<T> {
    text.parse().ok().with_context(|| format!("'{text}', expected a whole number"))
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
    fn an_engines_own_limits_take_precedence() {
        let limits = |own: &[&str], each: &[&str]| {
            read(&words(&[&["cmd=x"], own].concat()), &words(each)).map(|engine| engine.limits)
        };
        let movetime = |own, each| limits(own, each).expect("fine").movetime;
        assert_eq!(movetime(&["st=1"], &["movetime=20"]), Some(1000));
        assert_eq!(movetime(&["movetime=30"], &["st=2", "depth=4"]), Some(30));
        assert_eq!(movetime(&["tc=inf", "movetime=30"], &["tc=10+0.1"]), Some(30));
        let clock = |own, each| limits(own, each).expect("fine").clock;
        assert_eq!(clock(&["tc=0+1"], &["tc=10"]), Some(ClockSettings { base: 0, increment: 1000, moves: None }));
        assert_eq!(clock(&["tc=5", "tc=5"], &["depth=4"]).map(|clock| clock.base), Some(5000));
        for (own, each) in [
            (vec!["tc=10", "movetime=100"], vec![]),
            (vec!["tc=10"], vec!["movetime=100"]),
            (vec!["st=1"], vec!["tc=10"]),
            (vec![], vec!["tc=10", "st=1"]),
        ] {
            let error = format!("{:#}", limits(&own, &each).expect_err("a contradiction"));
            assert!(error.contains("both a clock for the game (tc) and a time for each move"), "{error}");
        }
        for pair in [["st=1", "movetime=100"], ["tc=1", "tc=2"], ["depth=1", "depth=2"], ["margin=1", "timemargin=2"]] {
            let expected = format!("'{}' and '{}' contradict each other, expected one of them", pair[0], pair[1]);
            assert_eq!(limits(&pair, &[]).expect_err("a contradiction").to_string(), expected);
            assert_eq!(limits(&[], &pair).expect_err("a contradiction").to_string(), expected);
        }
    }

    #[test]
    fn wrong_words() {
        for wrong in [
            "cmd",
            "what=1",
            "option.=1",
            "depth=x",
            "tc=1/",
            "st=0",
            "patience=99999999999999999999",
            "proto=xboard",
            "args='",
        ] {
            assert!(read(&words(&["cmd=x", wrong]), &[]).is_err(), "{wrong}");
        }
        assert!(read(&[], &[]).is_err());
        for name in ["name=a\nb", "name=\u{1b}[2J", "name=a\u{85}", "name=\u{202e}a"] {
            let error = format!("{:#}", read(&words(&["cmd=x", name]), &[]).expect_err(name));
            assert!(error.contains("control character") && error.chars().all(|letter| !letter.is_control()), "{error}");
        }
        let error = format!("{:#}", read(&words(&["cmd=x", "moevtime=1"]), &[]).expect_err("no such key"));
        assert!(error.ends_with("did you mean 'movetime'?"), "{error}");
    }

    #[test]
    fn a_command_may_have_arguments() {
        let engine = read(&words(&["args=-x", "cmd=./engine 'a b'"]), &[]).expect("fine");
        assert_eq!((engine.name.as_str(), engine.launch.program.as_str()), ("engine", "./engine"));
        assert_eq!(engine.launch.arguments, ["a b", "-x"]);
        // The file of this name in the engine's own folder.
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a b"), "").expect("a file");
        let engine = read(&words(&["cmd=a b", &format!("dir={}", folder.path().display())]), &[]).expect("fine");
        assert!(engine.launch.program.ends_with("a b") && engine.launch.arguments.is_empty(), "{engine:?}");
        assert_eq!(engine.name, "a b");
    }
}
