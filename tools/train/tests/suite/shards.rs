//! Shards make together what one run makes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

/// Labels a few positions of Othello in a folder.
fn examples(folder: &Path, more: &[&str]) -> Output {
    let words = ["othello", "examples", "--each", "20", "--exact", "5", "--depth", "1"];
    let mut train = Command::new(env!("CARGO_BIN_EXE_quartet-train"));
    train.args(words).arg("--folder").arg(folder).args(more).env_remove("SLURM_ARRAY_TASK_ID");
    train.output().expect("it starts")
}

/// The files of a folder but its log, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    files
        .map(|path| (name(&path), std::fs::read(&path).expect("a file")))
        .filter(|(name, _)| name != "log.txt")
        .collect()
}

#[test]
fn the_labels_of_shards_are_those_of_one_run() {
    let root = tempfile::tempdir().expect("a folder");
    let [whole, parts] = ["whole", "parts"].map(|name| root.path().join(name));
    for (folder, more) in
        [(&whole, [].as_slice()), (&parts, &["--shard", "1/2"]), (&parts, &["--shard", "0/2"]), (&parts, &[])]
    {
        let output = examples(folder, more);
        assert!(output.status.success(), "{more:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let [whole, shards] = [files(&whole), files(&parts)];
    assert_eq!(whole.keys().collect::<Vec<_>>(), shards.keys().collect::<Vec<_>>());
    assert!(whole == shards && whole.len() == 2 * 53, "{:?}", whole.keys());
    // The shards, not the last run, searched the positions.
    let log = std::fs::read_to_string(parts.join("log.txt")).expect("a log");
    assert!(log.contains("shard 1/2: 26 blocks of labels") && log.contains("shard 0/2: 27 blocks"), "{log}");
}

#[test]
fn a_wrong_shard_is_refused_before_anything_is_done() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("run");
    for (words, expected) in [
        (["--shard", "2/2", "--shards", "2"], "expected K/N"),
        (["--shard", "auto", "--shards", "2"], "outside an array"),
        (["--shards", "2", "--seed", "1"], "--shard"),
    ] {
        let output = examples(&folder, &words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(expected) && !folder.exists(), "{words:?}: {error}");
    }
}
