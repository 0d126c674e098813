//! Checks of the output file before a run starts.

use std::process::Command;

#[test]
fn no_run_starts_if_its_output_is_a_foreign_file() {
    let root = tempfile::tempdir().expect("a folder");
    let [notes, run] = ["notes.txt", "run"].map(|name| root.path().join(name));
    std::fs::write(&notes, "my notes").expect("a file");
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/games/gomoku/weights/shapes-9a6ec9cae826.bin");
    let runs: [&[&str]; 4] = [
        &["othello", "generation"],
        &["gomoku", "generation", "--games", "0"],
        &["gomoku", "network", "--weights", weights, "--games", "none"],
        &["othello", "network", "--examples", "none"],
    ];
    for words in runs {
        let mut train = Command::new(env!("CARGO_BIN_EXE_quartet-train"));
        let output = train.args(words).arg("--folder").arg(&run).arg("--out").arg(&notes).output().expect("it starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains("notes.txt exists"), "{words:?}: {error}");
        assert!(!run.exists(), "{words:?}");
        assert_eq!(std::fs::read_to_string(&notes).expect("a file"), "my notes");
    }
}

#[test]
fn no_run_overwrites_its_input() {
    let root = tempfile::tempdir().expect("a folder");
    let [weights, run] = ["weights.bin", "run"].map(|name| root.path().join(name));
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/games/gomoku/weights/shapes-9a6ec9cae826.bin");
    std::fs::copy(shipped, &weights).expect("a copy");
    let mut train = Command::new(env!("CARGO_BIN_EXE_quartet-train"));
    train.args(["gomoku", "generation", "--games", "0", "--force", "--from"]).arg(&weights).arg("--folder").arg(&run);
    let output = train.arg("--out").arg(&weights).output().expect("it starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && error.contains("is being read"), "{error}");
    assert_eq!(std::fs::read(&weights).expect("a file"), std::fs::read(shipped).expect("a file"));
}
