//! The settings of a match, merged from settings files and the command line, which takes precedence.

use super::engine::{self, EngineBuilder};
use super::match_arguments::MatchArguments;
use super::rules;
use super::settings_file::{self, Given, Settings, Words};
use crate::settings::{
    Adjudication, AgreedDraw, AgreedWin, Balance, EngineSettings, Generator, MatchSettings, OpeningSettings,
};
use anyhow::{Context, Result, bail};
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::{OsStr, OsString};

/// The default number of games between two engines.
const GAMES: u64 = 2;

/// The arguments and settings of a match from its command line.
pub(super) fn read(found: &ArgMatches) -> Result<(MatchArguments, MatchSettings)> {
    let mut arguments = MatchArguments::from_arg_matches(found)?;
    let own = Words {
        options: Vec::new(),
        rules: arguments.rule.clone(),
        each: arguments.each.clone(),
        engines: engine::groups(found),
    };
    let mut command = MatchArguments::augment_args(Command::new("match"));
    command.build();
    let (mut base, mut layers) = (None, Vec::new());
    for path in &arguments.settings {
        match settings_file::read(path, &command)? {
            // It has all settings, so it replaces those of the files before it.
            Settings::Whole(whole) => (base, layers) = (Some(*whole), Vec::new()),
            Settings::Words(words) => layers.push(words),
        }
    }
    if layers.iter().any(|layer| !layer.options.is_empty()) {
        arguments = merged(command, found, &layers)?;
    }
    // A file may have set it.
    for (option, is_given) in [("--resume", arguments.resume), ("--redo-wrong", arguments.redo_wrong)] {
        if is_given && arguments.out.is_none() {
            bail!("{option} without --out");
        }
    }
    layers.push(own);
    let settings = settings(&arguments, base, &layers)?;
    Ok((arguments, settings))
}

/// The arguments merged with the options in files, where later ones take precedence; an option that conflicts with a
/// later one is dropped. Engines and rules are left to the caller.
fn merged(command: Command, found: &ArgMatches, layers: &[Words]) -> Result<MatchArguments> {
    let mut said: Vec<&str> = command.get_arguments().map(|option| option.get_id().as_str()).collect();
    said.retain(|id| found.value_source(id) == Some(ValueSource::CommandLine));
    let mut words: Vec<OsString> =
        said.iter().filter(|id| !is_apart(id)).flat_map(|id| found_words(&command, found, id)).collect();
    let mut counted = Vec::new();
    for layer in layers.iter().rev() {
        let mut own = Vec::new();
        for given in &layer.options {
            let id = id(&command, &given.name);
            if !said.iter().any(|later| *later == id || exclude(&command, later, id)) {
                words.extend(given_words(given));
                counted.push(given);
                own.push(id);
            }
        }
        said.extend(own);
    }
    let program = OsString::from("match");
    let matches =
        command.try_get_matches_from([program].into_iter().chain(words)).map_err(|error| located(&error, &counted))?;
    Ok(MatchArguments::from_arg_matches(&matches)?)
}

/// Whether an option is merged from all places instead of taken from the last.
fn is_apart(id: &str) -> bool {
    ["engine", "each", "rule"].contains(&id)
}

/// The identifier of the option of this name.
fn id<'c>(command: &'c Command, name: &str) -> &'c str {
    let known = command.get_arguments().find(|option| option.get_long() == Some(name));
    known.map_or("", |option| option.get_id().as_str())
}

/// Whether two options conflict.
fn exclude(command: &Command, one: &str, other: &str) -> bool {
    let excludes = |one: &str, other: &str| {
        let one = command.get_arguments().find(|option| option.get_id() == one);
        one.is_some_and(|one| command.get_arg_conflicts_with(one).iter().any(|option| option.get_id() == other))
    };
    excludes(one, other) || excludes(other, one)
}

/// A parsed option as command-line words.
fn found_words(command: &Command, found: &ArgMatches, id: &str) -> Vec<OsString> {
    let Some(option) = command.get_arguments().find(|option| option.get_id() == id) else { return Vec::new() };
    let name = option.get_long().unwrap_or_default();
    match option.get_action() {
        ArgAction::SetTrue => vec![word(name, None)],
        _ => found.get_raw(id).into_iter().flatten().map(|value| word(name, Some(value))).collect(),
    }
}

/// An option of a file as command-line words.
fn given_words(given: &Given) -> Vec<OsString> {
    match &given.values[..] {
        [] => vec![word(&given.name, None)],
        values => values.iter().map(|value| word(&given.name, Some(OsStr::new(value)))).collect(),
    }
}

/// `--name` or `--name=value`.
fn word(name: &str, value: Option<&OsStr>) -> OsString {
    let mut word = OsString::from(format!("--{name}"));
    if let Some(value) = value {
        word.push("=");
        word.push(value);
    }
    word
}

/// An error about an option, with its place if it comes from a file.
fn located(error: &clap::Error, given: &[&Given]) -> anyhow::Error {
    let about = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(usage)) => usage.split([' ', '=']).next().unwrap_or_default(),
        _ => "",
    };
    let text = error.to_string();
    let said = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
    match given.iter().find(|given| about.strip_prefix("--") == Some(&given.name)) {
        Some(given) => anyhow::anyhow!("{}: {said}", given.place),
        None => anyhow::anyhow!("{said}"),
    }
}

/// The settings of a match from layers, of which later ones take precedence; the last one is the command line.
fn settings(arguments: &MatchArguments, base: Option<MatchSettings>, layers: &[Words]) -> Result<MatchSettings> {
    let given = arguments;
    let base = base.unwrap_or_else(|| MatchSettings { games: GAMES, ..MatchSettings::default() });
    let variant = given.variant.clone().unwrap_or(base.variant);
    if variant.is_empty() {
        bail!("no variant, expected --variant");
    }
    let mut options = base.options;
    for (name, value) in rules(&layers.iter().flat_map(|layer| layer.rules.clone()).collect::<Vec<_>>())? {
        options.retain(|known, _| !known.eq_ignore_ascii_case(&name));
        options.insert(name, value);
    }
    Ok(MatchSettings {
        variant,
        options,
        engines: engines(base.engines, layers)?,
        tournament: given.tournament.unwrap_or(base.tournament),
        seeds: given.seeds.or(base.seeds),
        rounds: given.rounds.or(base.rounds),
        tiebreaks: given.tiebreaks.or(base.tiebreaks),
        games: given.games.unwrap_or(base.games),
        openings: openings(given, base.openings)?,
        adjudication: adjudication(given, base.adjudication)?,
        sprt: given.sprt.or(base.sprt),
        count_repeats: given.count_repeats || base.count_repeats,
    })
}

/// The engines. A single engine changes the one of its name or is added to the earlier ones; several replace them,
/// each starting from the earlier settings of its name.
fn engines(base: Vec<EngineSettings>, layers: &[Words]) -> Result<Vec<EngineSettings>> {
    let mut known: Vec<EngineBuilder> = base.into_iter().map(EngineBuilder::from).collect();
    let mut new = EngineBuilder::default();
    for layer in layers {
        new.overrule(&layer.each)?;
        known.iter_mut().try_for_each(|engine| engine.overrule(&layer.each))?;
        let joins = layer.engines.len() < 2;
        let before = if joins { known.clone() } else { std::mem::take(&mut known) };
        for words in &layer.engines {
            let name = words.iter().rev().find_map(|word| word.strip_prefix("name="));
            let place = before.iter().position(|engine| Some(engine.name()) == name);
            let mut engine = place.map_or(&new, |place| &before[place]).clone();
            if place.is_some() {
                engine.overrule(words)?;
            } else {
                engine.add(words)?;
            };
            match place {
                Some(place) if joins => known[place] = engine,
                _ => known.push(engine),
            }
        }
    }
    known.into_iter().map(EngineBuilder::finish).collect()
}

/// The openings of the arguments, or those of the base if the arguments have none.
fn openings(arguments: &MatchArguments, base: OpeningSettings) -> Result<OpeningSettings> {
    let (file, mut generator) = match (&arguments.openings, generator(arguments)?) {
        (None, None) => (base.file, base.generator),
        (file, generator) => (file.clone(), generator),
    };
    if let Some(text) = &arguments.balanced {
        let [window, depth] = numbers(text, "WINDOW:DEPTH")?;
        let fair = Balance { window, depth: u32::try_from(depth)? };
        match &mut generator {
            Some(Generator::Random { balance, .. }) => *balance = Some(fair),
            _ => bail!("--balanced without --random-openings"),
        }
    }
    let plies = arguments.opening_plies.or(base.plies).filter(|_| file.is_some());
    let (shuffle, start) = (arguments.shuffle.or(base.shuffle), arguments.opening_start.or(base.start));
    Ok(OpeningSettings { file, plies, generator, shuffle, start })
}

/// The generator of openings of the arguments.
fn generator(arguments: &MatchArguments) -> Result<Option<Generator>> {
    if let Some(plies) = arguments.all_openings {
        return Ok(Some(Generator::All { plies }));
    }
    let Some(text) = &arguments.random_openings else { return Ok(None) };
    let [plies, count, seed] = numbers(text, "PLIES:COUNT:SEED")?;
    let [plies, count] = [plies, count].map(|number| number as usize);
    Ok(Some(Generator::Random { plies, count, seed: seed as u64, balance: None }))
}

/// Non-negative whole numbers separated by colons.
fn numbers<const N: usize>(text: &str, form: &str) -> Result<[i64; N]> {
    let numbers: Option<Vec<i64>> = text.split(':').map(|part| part.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[i64; N]>::try_from(numbers).ok());
    numbers
        .filter(|numbers| numbers.iter().all(|&number| number >= 0))
        .with_context(|| format!("'{text}', expected {form}"))
}

/// The adjudication of the arguments, with the rules of the base where the arguments have none.
fn adjudication(arguments: &MatchArguments, base: Adjudication) -> Result<Adjudication> {
    let win = arguments.adjudicate_win.as_deref().map(|text| {
        let [moves, score] = numbers(text, "MOVES:SCORE")?;
        anyhow::Ok(AgreedWin { moves: u32::try_from(moves)?, score })
    });
    let draw = arguments.adjudicate_draw.as_deref().map(|text| {
        let [from, moves, score] = numbers(text, "FROM:MOVES:SCORE")?;
        anyhow::Ok(AgreedDraw { from: u32::try_from(from)?, moves: u32::try_from(moves)?, score })
    });
    Ok(Adjudication {
        win: win.transpose()?.or(base.win),
        draw: draw.transpose()?.or(base.draw),
        plies: arguments.adjudicate_plies.or(base.plies),
        solved: arguments.adjudicate_solved.or(base.solved),
    })
}
