//! Tuning of weights with the real engine.

use crate::support::{ARENA, FAKE, Folder, quartet};
use std::path::Path;
use std::process::{Command, Output};

/// A tuning of two steps with a test of four games.
fn tune(engine: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(ARENA);
    command.args(["experiments", "tune", "--iterations", "2", "--pairs", "1", "--games", "4", "--engine"]).arg(engine);
    command.args(words).output().expect("the program starts")
}

#[test]
fn one_three_and_six_stages_are_tuned_and_tested() {
    let folder = Folder::new();
    let plots = folder.file("plots");
    let output = tune(quartet(), &["--plots", plots.to_str().expect("text")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    let mut players = Vec::new();
    for stages in [1, 3, 6] {
        let begin = format!("{stages} tuned by 4 games: ");
        let weights = text.lines().find_map(|line| line.strip_prefix(&begin)).expect("tuned weights");
        assert_eq!(weights.split(',').count(), stages, "{text}");
        assert_ne!(weights, ["100:33:67"].repeat(stages).join(","), "nothing was learned: {text}");
        players.push(weights);
    }
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(" to ")).collect();
    let places = [(0, "staged"), (1, "staged"), (1, "tuned, 1 stage"), (2, "staged"), (2, "tuned, 1 stage")];
    assert_eq!(rows.len(), places.len(), "{text}");
    for (row, (player, opponent)) in rows.into_iter().zip(places) {
        assert!(row.ends_with(players[player]) && row.contains(opponent) && row.contains("  4  "), "{row}");
    }
    for stages in [1, 3, 6] {
        for picture in ["flips.svg", "flips.png", "mobility.svg", "mobility.png"] {
            let path = plots.join(format!("tune-{stages}-{picture}"));
            assert!(std::fs::metadata(&path).is_ok_and(|file| file.len() > 1000), "{}", path.display());
        }
    }
    // All players have the same random numbers.
    let again = tune(quartet(), &["--concurrency", "3"]);
    assert_eq!(String::from_utf8(again.stdout).expect("text"), text);
    let other = tune(quartet(), &["--seed", "2"]);
    assert_ne!(String::from_utf8(other.stdout).expect("text"), text);
}

#[test]
fn an_engine_without_weights_is_an_error() {
    let output = tune(Path::new(FAKE), &[]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("lists no option 'Personality'"), "{error}");
}
