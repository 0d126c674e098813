//! The collection of forced wins.

use crate::support::ARENA;
use std::path::Path;
use std::process::Command;

/// Runs a collection of no positions into a file; returns the exit status.
fn collect(out: &Path, more: &[&str]) -> Option<i32> {
    let mut command = Command::new(ARENA);
    command.args(["wins", "--count", "0", "--out"]).arg(out).args(more).status().expect("it starts").code()
}

#[test]
fn only_a_file_of_wins_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("wins.txt");
    let content = || std::fs::read_to_string(&out).expect("a file");
    assert_eq!((collect(&out, &[]), collect(&out, &["--seed", "2"])), (Some(0), Some(0)));
    assert!(content().ends_with("seed 2.\n"));
    std::fs::write(&out, "# Forced marches, my notes\n").expect("a file");
    assert_eq!(collect(&out, &[]), Some(2));
    assert_eq!(content(), "# Forced marches, my notes\n");
    assert_eq!(collect(&out, &["--force"]), Some(0));
    assert!(content().ends_with("seed 1.\n"));
}
