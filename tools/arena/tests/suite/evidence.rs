//! Games as statistical evidence: repeated games, duplicate games, sequential tests.

use crate::support::{ARENA, FAKE, Folder, fail, quartet, run, succeed};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// A sequential test that is decided by twenty equal pairs, but not by one.
const TEST: [&str; 2] = ["--sprt", "0:200"];

/// The words of a match of twenty pairs from the start position between engines with these arguments.
fn words(engines: [&str; 2], more: &[&str]) -> Vec<String> {
    let engine = |(name, arguments): (&str, &str)| {
        ["--engine".into(), format!("name={name}"), format!("cmd={FAKE}"), format!("args={arguments}")]
    };
    let mut words: Vec<String> = ["a", "b"].into_iter().zip(engines).flat_map(engine).collect();
    words.extend(["--each", "depth=1", "--variant", "othello", "--games", "40"].map(String::from));
    words.extend(more.iter().map(|word| word.to_string()));
    words
}

/// Plays the match of [`words`]; returns its result.
fn play(engines: [&str; 2], more: &[&str]) -> Value {
    let words = words(engines, &[&TEST, more, &["--json"]].concat());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    serde_json::from_str(&succeed(&words)).expect("JSON")
}

/// Runs another subcommand; returns its output.
fn arena(command: &str, words: &[&str]) -> String {
    let output = Command::new(ARENA).arg(command).args(words).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn path(file: &Path) -> &str {
    file.to_str().expect("text")
}

#[test]
fn pairs_that_repeat_count_once_in_the_test() {
    let once = play(["seed=0", "seed=1"], &[]);
    assert_eq!((&once["games"], &once["different"]), (&40.into(), &2.into()));
    let test = &once["sprt"];
    assert_eq!((&test["pairs"], &test["repeats"], &test["repeats_counted"]), (&20.into(), &19.into(), &false.into()));
    assert_eq!((&test["state"], &test["llr"]), (&"continue".into(), &test["llr_once"]));
    let figure = |test: &Value, key: &str| test[key].as_f64().expect("a number");
    let passes = |test: &Value, key| !(figure(test, "lower")..figure(test, "upper")).contains(&figure(test, key));
    assert!(passes(test, "llr_all") && !passes(test, "llr_once"), "{test}");

    let counted = play(["seed=0", "seed=1"], &["--count-repeats"]);
    let test = &counted["sprt"];
    assert!(counted["games"].as_u64() < Some(40) && test["state"] != "continue", "{test}");
    assert_eq!((&test["repeats_counted"], &test["llr"]), (&true.into(), &test["llr_all"]));
    assert!(passes(test, "llr_all") && !passes(test, "llr_once"), "{test}");
}

#[test]
fn an_engine_that_plays_at_random_is_detected() {
    let result = play(["seed=0", "seed=1 fault=random"], &[]);
    let test = &result["sprt"];
    assert_eq!((&test["chance"]["engine"], &test["repeats_counted"]), (&"b".into(), &true.into()), "{test}");
    assert!(result["different"].as_u64() > Some(2), "{result}");
}

#[test]
fn the_test_is_in_the_record_the_table_and_the_report() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let all = words(["seed=0", "seed=1"], &["--sprt", "0:200:0.1:0.2:logistic", "--out", path(&out)]);
    let table = succeed(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let header: Value = serde_json::from_str(std::fs::read_to_string(&out).unwrap().lines().next().unwrap()).unwrap();
    let test = json!({ "elo0": 0.0, "elo1": 200.0, "alpha": 0.1, "beta": 0.2, "model": "logistic" });
    assert_eq!(header["settings"]["sprt"], test);
    assert!(table.starts_with("othello: 40 games, 2 different;"), "{table}");
    let line = table.lines().find(|line| line.starts_with("LLR: ")).expect("the test");
    assert!(line.contains("%) (-1.50, 2.08) [0.00, 200.00], SPRT logistic, alpha 0.1, beta 0.2: undecided"), "{line}");
    let repeats = "SPRT: 19 of 20 pairs repeat an earlier one move for move and count once; if each counted (--count-repeats): LLR: ";
    assert!(table.contains(repeats), "{table}");
    for abbreviation in ["nElo", "LOS", "Ptnml(0-2)"] {
        assert!(table.lines().any(|line| line.starts_with(abbreviation)), "{table}");
    }
    assert_eq!(arena("report", &[path(&out)]), table);
    let report: Value = serde_json::from_str(&arena("report", &["--json", path(&out)])).unwrap();
    let test_status = &report["sections"][0]["sprt"];
    for key in ["elo0", "elo1", "alpha", "beta", "model"] {
        assert_eq!(test_status[key], test[key]);
    }
    assert_eq!(
        (&test_status["engine"], &test_status["opponent"], &test_status["state"]),
        (&"a".into(), &"b".into(), &"continue".into())
    );
}

#[test]
fn a_resumed_test_comes_to_the_same_end() {
    let folder = Folder::new();
    for more in [&["--count-repeats"][..], &[]] {
        let (whole, broken) = (folder.file("whole.jsonl"), folder.file("broken.jsonl"));
        let expected = play(["seed=0", "seed=1"], &[more, &["--out", path(&whole)]].concat());
        let text = std::fs::read_to_string(&whole).expect("a record");
        // The header and seven games, so the last pair is incomplete.
        std::fs::write(&broken, text.lines().take(8).map(|line| format!("{line}\n")).collect::<String>())
            .expect("a file");
        let resumed = [more, &["--resume", "--out", path(&broken)]].concat();
        for _ in 0..2 {
            let found = play(["seed=0", "seed=1"], &resumed);
            assert_eq!((&found["sprt"], &found["games"]), (&expected["sprt"], &expected["games"]));
        }
        // A match with another test is a different one.
        let other =
            words(["seed=0", "seed=1"], &[more, &["--sprt", "0:10", "--resume", "--out", path(&broken)]].concat());
        let error = fail(&other.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(error.contains("sprt"), "{error}");
        [whole, broken].iter().for_each(|file| std::fs::remove_file(file).expect("removed"));
    }
}

#[test]
fn a_match_warns_of_too_few_openings() {
    let warning = |games: &str, more: &[&str]| {
        let words = words(["seed=0", "seed=1"], &[&["--quiet"], more].concat());
        let words: Vec<&str> = words.iter().map(|word| if word == "40" { games } else { word }).collect();
        let output = run(&words);
        assert!(output.status.success());
        String::from_utf8(output.stderr).expect("text")
    };
    let folder = Folder::new();
    let openings = folder.file("openings.txt");
    std::fs::write(&openings, "f5\nf5 d6\nstartpos moves f5\n").expect("a file");
    let shown = warning("6", &["--openings", path(&openings)]);
    assert!(shown.starts_with("warning: 3 openings, 2 different, for 3 pairs"), "{shown}");
    assert!(warning("4", &[]).starts_with("warning: 1 opening for 2 pairs"));
    assert_eq!(warning("4", &["--openings", path(&openings)]), "");
    assert_eq!(warning("2", &[]), "");
}

/// A copy changes neither the report nor the calibration.
#[test]
fn a_copy_is_reported_as_a_duplicate() {
    let folder = Folder::new();
    let (out, copy) = (folder.file("games.jsonl"), folder.file("copy.jsonl"));
    let cmd = format!("cmd={}", quartet().display());
    let engines =
        ["--engine", "name=a", "--engine", "name=b", "option.Personality=weighted", "--each", &cmd, "depth=1"];
    let rest = ["--variant", "othello", "--games", "8", "--random-openings", "4:4:3", "--quiet", "--out", path(&out)];
    succeed(&[&engines[..], &rest].concat());
    std::fs::copy(&out, &copy).expect("a copy");
    for command in ["report", "calibrate"] {
        let once = arena(command, &[path(&out)]);
        let twice = arena(command, &[path(&out), path(&copy)]);
        let shown =
            format!("duplicate: 8 games of {} are in {} already and count once\n", copy.display(), out.display());
        assert_eq!(twice, shown + &once);
    }
}
