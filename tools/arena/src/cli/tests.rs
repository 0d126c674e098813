//! Tests of settings files and of their combination with the command line.

use super::match_arguments::MatchArguments;
use super::match_settings;
use crate::limits::ClockSettings;
use crate::record::Header;
use crate::settings::{Balance, EngineSettings, Generator, MatchSettings, Tournament};
use clap::{Args, Command};
use quartet::random::SplitMix64;
use std::path::PathBuf;
use tempfile::TempDir;

const MATCH: &str = r#"
variant = "gomoku"
games = 20
random-openings = "4:10:7"
balanced = "80:3"
rule = { Rule = "renju", BoardSize = 15 }
quiet = true
concurrency = 2

[each]
tc = "10+0.1"
option.Hash = 64

[[engine]]
name = "new"
cmd = "new/quartet --flag 'a b'"
option = { Threads = 2, "Contempt Value" = -5, Swindle = true }
env.LANG = "C"
nodes = 1_000

[[engine]]
name = "old"
cmd = "old/quartet"
args = ["-x", "two words"]
depth = 0x0c
"#;

/// Files in a temporary folder.
struct Files(TempDir);

impl Files {
    fn new(files: &[(&str, &str)]) -> Files {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        Files(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The match of these words; names of files are replaced by their paths.
    fn read(&self, words: &[&str]) -> anyhow::Result<(MatchArguments, MatchSettings)> {
        let full = |word: &&str| match self.path(word) {
            path if path.is_file() => path.to_str().expect("text").to_string(),
            _ => word.to_string(),
        };
        let words = ["match".to_string()].into_iter().chain(words.iter().map(full));
        match_settings::read(&MatchArguments::augment_args(Command::new("match")).try_get_matches_from(words)?)
    }

    fn settings(&self, words: &[&str]) -> MatchSettings {
        self.read(words).unwrap_or_else(|error| panic!("{words:?}: {error:#}")).1
    }

    fn error(&self, words: &[&str]) -> String {
        format!("{:#}", self.read(words).expect_err("wrong"))
    }
}

fn names(settings: &MatchSettings) -> Vec<&str> {
    settings.engines.iter().map(|engine| engine.name.as_str()).collect()
}

fn option<'e>(engine: &'e EngineSettings, name: &str) -> Option<&'e str> {
    engine.options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

#[test]
fn a_file_has_the_names_of_the_command_line() {
    let files = Files::new(&[("match.toml", MATCH)]);
    let (arguments, settings) = files.read(&["--settings", "match.toml"]).expect("fine");
    assert_eq!((settings.variant.as_str(), settings.games), ("gomoku", 20));
    assert_eq!((settings.options["Rule"].as_str(), settings.options["BoardSize"].as_str()), ("renju", "15"));
    assert!(matches!(
        settings.openings.generator,
        Some(Generator::Random { plies: 4, count: 10, seed: 7, balance: Some(_) })
    ));
    assert!(format!("{arguments:?}").contains("concurrency: 2") && format!("{arguments:?}").contains("quiet: true"));
    let [new, old] = &settings.engines[..] else { panic!("{settings:?}") };
    assert_eq!(
        (new.launch.program.as_str(), &new.launch.arguments[..]),
        ("new/quartet", &["--flag".into(), "a b".into()][..])
    );
    let options: Vec<_> = new.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(options, ["Hash=64", "Threads=2", "Contempt Value=-5", "Swindle=true"]);
    assert_eq!((new.launch.environment["LANG"].as_str(), new.limits.nodes), ("C", Some(1000)));
    assert_eq!(
        (old.launch.program.as_str(), &old.launch.arguments[..]),
        ("old/quartet", &["-x".into(), "two words".into()][..])
    );
    assert_eq!((old.limits.depth, option(old, "Hash")), (Some(12), Some("64")));
    let clock = ClockSettings { base: 10_000, increment: 100, moves: None };
    assert!(settings.engines.iter().all(|engine| engine.limits.clock == Some(clock)));
}

#[test]
fn the_shipped_settings_are_valid() {
    let files = Files::new(&[("match.toml", include_str!("../../match.toml"))]);
    let settings = files.settings(&["--settings", "match.toml"]);
    settings.check().expect("a match");
    let both = vec!["full-strength", "level-10"];
    assert_eq!((settings.variant.as_str(), settings.games, names(&settings)), ("othello", 20, both));
    assert!(settings.engines.iter().all(|engine| engine.limits.movetime == Some(50) && engine.limits.margin == 100));
    assert_eq!(option(&settings.engines[1], "Skill Level"), Some("10"));
}

#[test]
fn seeds_are_those_of_a_gauntlet() {
    let files = Files::new(&[("match.toml", MATCH), ("openings.txt", "h8\n")]);
    let check = |words: &[&str]| files.settings(&[&["--settings", "match.toml"], words].concat()).check();
    assert!(check(&["--tournament", "gauntlet", "--seeds", "1"]).is_ok());
    for (words, expected) in [
        (&["--seeds", "1"][..], "without a gauntlet"),
        (&["--tournament", "gauntlet", "--seeds", "2"], "2 seeds of 2 engines, expected 1 to 1"),
        (&["--tournament", "gauntlet", "--seeds", "0"], "0 seeds"),
    ] {
        let error = check(words).expect_err("wrong seeds").to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_command_line_takes_precedence() {
    let files = Files::new(&[("match.toml", MATCH), ("openings.txt", "h8\n")]);
    let read = |words: &[&str]| files.settings(&[&["--settings", "match.toml"], words].concat());
    let settings = read(&[
        "--games",
        "6",
        "--rule",
        "boardsize=19",
        "--tournament",
        "gauntlet",
        "--each",
        "option.Hash=1",
        "depth=3",
    ]);
    assert_eq!((settings.games, settings.tournament, settings.seeds), (6, Tournament::Gauntlet, None));
    assert_eq!(
        settings.options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>(),
        ["Rule=renju", "boardsize=19"]
    );
    assert!(
        settings.engines.iter().all(|engine| engine.limits.depth == Some(3) && option(engine, "Hash") == Some("1"))
    );
    let limits = |words: &[&str]| {
        read(words).engines.into_iter().map(|engine| (engine.limits.clock.is_some(), engine.limits.movetime))
    };
    assert_eq!(limits(&["--each", "movetime=50"]).collect::<Vec<_>>(), [(false, Some(50)); 2]);
    assert_eq!(limits(&["--engine", "name=old", "st=2"]).collect::<Vec<_>>(), [(true, None), (false, Some(2000))]);
    // An option that requires one in the file.
    let fair = Balance { window: 5, depth: 2 };
    let generator = read(&["--balanced", "5:2"]).openings.generator;
    assert_eq!(generator, Some(Generator::Random { plies: 4, count: 10, seed: 7, balance: Some(fair) }));
    let out = Files::new(&[("out.toml", "out = 'games.jsonl'\nvariant = 'lgame'")]);
    assert!(out.read(&["--settings", "out.toml", "--resume"]).is_ok());
    assert_eq!(out.error(&["--variant", "lgame", "--engine", "cmd=x", "--resume"]), "--resume without --out");
    let error = out.error(&["--settings", "out.toml", "--balanced", "5:2"]);
    assert_eq!(error, "--balanced without --random-openings");
    // An option that conflicts with one in the file replaces it.
    let settings = read(&["--openings", "openings.txt"]);
    assert_eq!((settings.openings.file, settings.openings.generator), (Some(files.path("openings.txt")), None));
    let generator = read(&["--all-openings", "2"]).openings.generator;
    assert_eq!(generator, Some(Generator::All { plies: 2 }));
}

#[test]
fn engines_of_the_command_line_change_join_or_replace_those_of_a_file() {
    let files = Files::new(&[("match.toml", MATCH)]);
    let read = |words: &[&str]| files.settings(&[&["--settings", "match.toml"], words].concat());
    let settings = read(&["--engine", "name=old", "cmd=older/quartet", "depth=5"]);
    assert_eq!(names(&settings), ["new", "old"]);
    let old = &settings.engines[1];
    assert_eq!(
        (old.launch.program.as_str(), &old.launch.arguments[..], old.limits.depth),
        ("older/quartet", &["-x".into(), "two words".into()][..], Some(5))
    );
    let settings = read(&["--engine", "name=third", "cmd=x"]);
    assert_eq!(names(&settings), ["new", "old", "third"]);
    assert_eq!(option(&settings.engines[2], "Hash"), Some("64"));
    let settings = read(&["--engine", "name=third", "cmd=x", "--engine", "name=old"]);
    assert_eq!((names(&settings), settings.engines[1].limits.depth), (vec!["third", "old"], Some(12)));
}

#[test]
fn files_come_one_after_another() {
    let files = Files::new(&[
        ("engines.toml", MATCH),
        ("cup.toml", "games = 2\nvariant = 'othello'\nrule = []\n[[engine]]\nname = 'old'\ndepth = 1\n"),
    ]);
    let settings = files.settings(&["--settings", "engines.toml", "--settings", "cup.toml"]);
    assert_eq!((settings.games, settings.variant.as_str(), names(&settings)), (2, "othello", vec!["new", "old"]));
    assert_eq!(settings.engines[1].limits.depth, Some(1));
}

#[test]
fn records_are_settings() {
    let files = Files::new(&[("match.toml", MATCH)]);
    let settings = files.settings(&["--settings", "match.toml"]);
    let header = Header::new(settings.clone(), &[]);
    std::fs::write(files.path("games.jsonl"), serde_json::to_string(&header).expect("JSON") + "\n{\"id\":0}\n{\"i")
        .expect("a file");
    std::fs::write(files.path("settings.json"), serde_json::to_string_pretty(&settings).expect("JSON"))
        .expect("a file");
    for name in ["games.jsonl", "settings.json"] {
        assert_eq!(files.settings(&["--settings", name]), settings);
        let other = files.settings(&[
            "--settings",
            name,
            "--games",
            "8",
            "--engine",
            "name=new",
            "cmd=./x y",
            "--each",
            "depth=2",
        ]);
        assert_eq!((other.games, other.engines[1].limits.depth, &other.openings), (8, Some(2), &settings.openings));
        assert_eq!(
            (other.engines[0].launch.program.as_str(), &other.engines[0].launch.arguments[..]),
            ("./x", &["y".into()][..])
        );
    }
}

#[test]
fn errors_in_a_file_are_reported_with_their_lines() {
    let wrong = [
        ("variant = 'othello'\ngaems = 4", "line 2: unknown key 'gaems'; did you mean 'games'?"),
        ("all_openings = 4", "line 1: unknown key 'all_openings'; did you mean 'all-openings'?"),
        ("[[engine]]\ncmd = 'x'\n\nmoevtime = 4", "line 4: unknown key 'moevtime'; did you mean 'movetime'?"),
        ("[each]\nzzz = 1", "line 2: unknown key 'zzz', expected one of name cmd args"),
        ("depth = 3", "line 1: 'depth' is a key of engines, expected in [each] or [[engine]]"),
        (
            "[[engine]]\ncmd = 'x'\ngames = 4",
            "line 3: 'games' is not a key of engines, expected above the first [table]",
        ),
        ("variant = 'othello'\ngames = 'four'", "line 2: invalid value 'four' for '--games <N>'"),
        ("tournament = 'cup'", "line 1: invalid value 'cup' for '--tournament"),
        ("[each]\n\ndepth = 'x'", "line 3: engine word 'depth=x'"),
        ("[each]\ndepth = 1.5", "line 2: engine word 'depth=1.5'"),
        ("[each]\ntc = 1979-05-27", "line 2: 'tc' is a datetime"),
        ("quiet = 1", "line 1: 'quiet', expected true or false"),
        ("games = [2, 4]", "line 1: 'games' is an array"),
        ("each = 3", "line 1: 'each' is not a table"),
        ("games = 2\ngames = 4", "line 2: "),
        ("games = 2\nvariant othello", "line 2: "),
        ("settings = 'other.toml'", "line 1: unknown key 'settings'"),
        ("{\"games\": 2, \"variant\": \"othello\", \"engines\": [], \"gaems\": 2}", "unknown field `gaems`"),
    ];
    for (text, expected) in wrong {
        let files = Files::new(&[("wrong.toml", text)]);
        let error = files.error(&["--settings", "wrong.toml"]);
        let one_line = !error.trim_end().contains('\n');
        assert!(error.contains("wrong.toml") && error.contains(expected) && one_line, "{text}: {error}");
    }
    let files = Files::new(&[("both.toml", "random-openings = '1:2:3'\nall-openings = 2")]);
    assert!(files.error(&["--settings", "both.toml"]).contains("cannot be used with"));
    assert!(files.error(&["--settings", "no such file"]).contains("cannot read no such file"));
}

/// Settings with words dropped, repeated or exchanged are errors, or settings that are read back from a record.
#[test]
fn damaged_settings_are_errors_or_settings() {
    const NUMBERS: [&str; 5] = ["-1", "1e999", "18446744073709551616", "0x", "\u{e9}\0"];
    let mut random = SplitMix64::new(42);
    let words: Vec<&str> = MATCH.split_inclusive([' ', '\n', '"', '=', '.']).collect();
    let (mut accepted, cases) = (0, 400);
    for _ in 0..cases {
        let mut damaged = words.clone();
        for _ in 0..=random.below(2) {
            let at = random.below(damaged.len());
            let other = damaged[random.below(damaged.len())];
            match random.below(4) {
                0 => drop(damaged.remove(at)),
                1 => damaged.insert(at, other),
                2 => damaged[at] = other,
                _ => damaged[at] = NUMBERS[random.below(NUMBERS.len())],
            }
        }
        let files = Files::new(&[("match.toml", &damaged.concat())]);
        let Ok((_, settings)) = files.read(&["--settings", "match.toml"]) else { continue };
        accepted += 1;
        let text = serde_json::to_string(&settings).expect("JSON");
        let again: MatchSettings = serde_json::from_str(&text).expect("what was written");
        assert_eq!(serde_json::to_string(&again).expect("JSON"), text);
    }
    assert!((10..cases - 10).contains(&accepted), "{accepted}");
}
