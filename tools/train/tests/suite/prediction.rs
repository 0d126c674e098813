//! How well scores predict results: positions of recorded games, engines over pipes, resumed runs and shards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Games that one side wins by a column of five, as transcripts.
fn games(folder: &Path) -> PathBuf {
    let mut text = String::new();
    for column in ('b'..='n').step_by(2) {
        for row in 3..=5 {
            let five: Vec<String> = (row..row + 5).map(|row| format!("{column}{row}")).collect();
            let scattered = [format!("a{row}"), "o15".into(), "a13".into(), "o2".into(), format!("o{}", row + 4)];
            let (first, second) = if row % 2 == 0 { (&five, &scattered[..]) } else { (&scattered.to_vec(), &five[..]) };
            first.iter().zip(second).for_each(|(one, other)| text += &format!("{one}{other}"));
            // The game ends with the fifth stone of the first player, if that is the five.
            let extra = if row % 2 == 0 { second[4].len() } else { 0 };
            text.truncate(text.len() - extra);
            text.push('\n');
        }
    }
    let file = folder.join("games.txt");
    std::fs::write(&file, text).expect("written");
    file
}

/// Runs the command with two settings of the engine and these options.
fn prediction(folder: &Path, more: &[&str]) -> Output {
    let engine = format!("cmd={}", env!("CARGO_BIN_EXE_train-engine"));
    let mut train = Command::new(env!("CARGO_BIN_EXE_quartet-train"));
    train.args(["gomoku", "prediction", "--folder"]).arg(folder);
    train.args(["--engine", "name=one", &engine, "depth=1", "--engine", "name=two", &engine, "nodes=300"]);
    train.args(more).env_remove("SLURM_ARRAY_TASK_ID").output().expect("it starts")
}

fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The scores and depths in the folder of a run, by file.
fn scores(folder: &Path) -> BTreeMap<String, Vec<serde_json::Value>> {
    let mut found = BTreeMap::new();
    for engine in ["one", "two"] {
        for entry in std::fs::read_dir(folder.join(engine)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            let parse = |line| {
                let mut value: serde_json::Value = serde_json::from_str(line).expect("JSON");
                value.as_object_mut().expect("an object").remove("ms");
                value
            };
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name != "engine.json" {
                found.insert(format!("{engine}/{name}"), text.lines().map(parse).collect());
            }
        }
    }
    found
}

#[test]
fn runs_resume_and_shards_are_one_run() {
    let root = tempfile::tempdir().expect("a folder");
    let games = games(root.path());
    // Games that are there twice count once.
    let games = ["--games", games.to_str().expect("a text"), games.to_str().expect("a text")];
    let [whole, parts] = ["whole", "parts"].map(|name| root.path().join(name));
    let report = succeeded(&prediction(&whole, &games));
    assert!(report.contains("42 games read, 21 of them different games of gomoku with a result"), "{report}");
    assert!(report.contains("63 positions, Rule freestyle, BoardSize 16"), "{report}");
    for row in ["engine", "one", "two", "stones", "all", "0-11"] {
        assert!(report.lines().any(|line| line.trim_start().starts_with(row)), "no row {row} in {report}");
    }
    let found = scores(&whole);
    assert_eq!(found.len(), 2 * 4);
    assert!(found.values().flatten().all(|searched| searched["score"].is_object()), "{found:?}");
    // A block that is missing is searched again, and nothing else is. The positions are those in the folder.
    std::fs::remove_file(whole.join("two/scores-0001.jsonl")).expect("removed");
    let kept = std::fs::metadata(whole.join("one/scores-0000.jsonl")).and_then(|file| file.modified()).expect("a time");
    succeeded(&prediction(&whole, &[]));
    assert!(scores(&whole) == found);
    let now = std::fs::metadata(whole.join("one/scores-0000.jsonl")).and_then(|file| file.modified()).expect("a time");
    assert_eq!(now, kept);
    for shard in ["0/2", "1/2"] {
        succeeded(&prediction(&parts, &[&games[..], &["--shard", shard]].concat()));
    }
    assert!(scores(&parts) == found);
    succeeded(&prediction(&parts, &[]));
}

#[test]
fn what_cannot_be_measured_is_said() {
    let root = tempfile::tempdir().expect("a folder");
    let games = games(root.path());
    let games = games.to_str().expect("a text");
    let folder = root.path().join("run");
    let failed = |more: &[&str], expected: &str| {
        let output = prediction(&folder, more);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(expected), "{more:?}: {error}");
    };
    failed(&[], "no --games to draw them from");
    failed(&["--engine", "name=one", "cmd=x"], "two engines have the name 'one'");
    failed(&["--engine", "name=../x", "cmd=x"], "expected a name of letters");
    failed(&["--engine", "name=x", "cmd=x"], "engine 'x' has no limit");
    failed(&["--positions", "0"], "--positions");
    failed(&["--engine", "name=x", "cmd=no-such-program", "depth=1", "--games", games], "engine 'x'");
    let unfinished = root.path().join("unfinished.txt");
    std::fs::write(&unfinished, "h8h9\n").expect("written");
    let other = root.path().join("other");
    let output = prediction(&other, &["--games", unfinished.to_str().expect("a text")]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no game of gomoku with a result"));
    // Scores are not taken for those of other settings, nor of other positions.
    succeeded(&prediction(&folder, &["--games", games]));
    let settings = folder.join("one/engine.json");
    let text = std::fs::read_to_string(&settings).expect("a text");
    std::fs::write(&settings, text.replace("\"depth\":1", "\"depth\":3")).expect("written");
    failed(&[], "not of the same limits");
    std::fs::write(&settings, text).expect("written");
    std::fs::remove_file(folder.join("positions.jsonl")).expect("removed");
    failed(&["--games", games, "--seed", "2"], "not of the same positions");
}
