//! A few games of a soak test.

use super::faulty;
use quartet_fuzz::soak::{Settings, run};
use std::path::Path;
use std::time::Duration;

fn settings(fault: &str, folder: &Path) -> Settings {
    Settings {
        engine: faulty(fault),
        time: None,
        games: Some(26),
        concurrency: 2,
        games_per_process: 2,
        seed: 1,
        memory: 1 << 30,
        interval: Duration::from_millis(50),
        folder: folder.into(),
        force: false,
    }
}

#[test]
fn games_in_all_protocols_are_played_and_sampled() {
    let folder = tempfile::tempdir().expect("a folder");
    let summary = run(&settings("none", folder.path()), |_| {}).expect("runs");
    assert!(summary.failures.is_empty(), "{:#?}", summary.failures);
    assert!(summary.games >= 26 && summary.moves > summary.games, "{summary}");
    let table = std::fs::read_to_string(folder.path().join("soak.csv")).expect("a table");
    assert!(table.lines().all(|line| line.split(',').count() == 6), "{table}");
    for plot in ["memory.svg", "memory.png", "descriptors.svg", "descriptors.png"] {
        assert!(folder.path().join(plot).is_file(), "{plot}");
    }
    if cfg!(target_os = "linux") {
        assert!(table.lines().count() > 2 && summary.resident > 1 << 20 && summary.descriptors >= 3, "{summary}");
    }
}

#[test]
fn an_engine_that_moves_illegally_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = Settings { games: Some(4), ..settings("illegal-bestmove", folder.path()) };
    let mut reported = 0;
    let summary = run(&settings, |_| reported += 1).expect("runs");
    assert!(!summary.failures.is_empty() && reported == summary.failures.len(), "{summary}");
    assert!(summary.failures.iter().any(|why| why.contains("z9")), "{:?}", summary.failures);
}

#[test]
fn no_foreign_file_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("soak.csv");
    std::fs::write(&file, "my notes").expect("a file");
    assert!(run(&settings("none", folder.path()), |_| {}).is_err());
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "my notes");
}
