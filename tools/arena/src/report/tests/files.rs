use super::{game, records, report, six_games, six_played_games};
use crate::collection::Collection;
use crate::record::{GameRecord, Header, RecordFile, example_header};
use crate::report::{Args, Report, write};
use quartet_rules::GameResult::{Draw, FirstWins};
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Writes a record of these games, the last one first.
pub(super) fn record(path: &Path, games: &[GameRecord]) {
    record_of(path, &example_header(), games);
}

/// As [`record`], with this header.
pub(super) fn record_of(path: &Path, header: &Header, games: &[GameRecord]) {
    let mut file = RecordFile::create(path).unwrap();
    file.start(header).unwrap();
    games.iter().rev().for_each(|game| file.append(game).unwrap());
}

#[test]
fn the_command_prints_tables_and_draws_plots() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("record.jsonl");
    record(&path, &six_played_games());
    let plots = directory.path().join("new/plots");
    let mut printed = Vec::new();
    let args = Args { files: vec![path.clone()], plots: Some(plots.clone()), json: true, html: None, force: false };
    write(&args, &mut printed).unwrap();
    let section = &serde_json::from_slice::<Value>(&printed).unwrap()["sections"][0];
    assert_eq!((&section["games"], &section["duel"]["engine"]), (&6.into(), &"a".into()));
    // One opening has no plot.
    assert_eq!(fs::read_dir(plots).unwrap().count(), 12);
    let missing = Args { files: vec![path.with_extension("none")], plots: None, json: false, html: None, force: false };
    assert!(write(&missing, &mut printed).unwrap_err().to_string().contains("cannot read"));
}

#[test]
fn an_incomplete_last_line_is_dropped_and_an_invalid_line_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("record.jsonl");
    record(&path, &six_played_games());
    let append = |text: &str| OpenOptions::new().append(true).open(&path).unwrap().write_all(text.as_bytes()).unwrap();
    append("{\"id\":7,\"pa");
    let games = |path: &Path| Collection::read(&[path.to_path_buf()]).map(|records| records.parts[0].games.len());
    assert_eq!(games(&path).unwrap(), 6);
    append("\n");
    let error = format!("{:#}", games(&path).unwrap_err());
    assert!(error.contains("record.jsonl: line 9"), "{error}");
}

#[test]
fn pairs_are_those_of_one_file() {
    let games = six_games();
    let report = Report::of(&records(&[&games[..3], &games[3..]]));
    let comparison = &report.sections[0].head_to_head.as_ref().unwrap().comparison;
    // The second pair is split between the files.
    assert_eq!((comparison.tally.games(), comparison.pentanomial.0), (6, [0, 0, 0, 1, 1]));
}

#[test]
fn figures_that_an_engine_does_not_report_are_absent() {
    let mut one = game(0, "x", "b", FirstWins);
    one.moves.clear();
    let other = game(1, "b", "x", Draw);
    let report = report(&[one, other]);
    let play = |name: &str| report.sections[0].engines.iter().find(|engine| engine.name == name).unwrap().play;
    assert_eq!((play("b").latency_ms, play("x").latency_ms, play("x").moves), (Some(2.0), None, 1));
}

/// The same path, another path, a link, a copy, and a copy from before the match was resumed.
#[test]
fn a_record_given_twice_counts_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    record(&path("record.jsonl"), &six_played_games());
    let text = fs::read_to_string(path("record.jsonl")).unwrap();
    fs::write(path("copy.jsonl"), &text).unwrap();
    // A header, a start and three games, one of a pair that the whole record completes.
    fs::write(path("prefix.jsonl"), text.lines().take(5).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let mut others = vec!["record.jsonl", "./record.jsonl", "copy.jsonl", "prefix.jsonl"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(path("record.jsonl"), path("link.jsonl")).unwrap();
        fs::hard_link(path("record.jsonl"), path("hard.jsonl")).unwrap();
        others.extend(["link.jsonl", "hard.jsonl"]);
    }
    let printed = |files: Vec<&str>| {
        let mut printed = Vec::new();
        let files = files.into_iter().map(path).collect();
        write(&Args { files, plots: None, json: false, html: None, force: false }, &mut printed).unwrap();
        String::from_utf8(printed).unwrap()
    };
    let once = printed(vec!["record.jsonl"]);
    assert!(!once.contains("duplicate"), "{once}");
    for other in others {
        let games = if other == "prefix.jsonl" { 3 } else { 6 };
        for files in [vec!["record.jsonl", other], vec![other, "record.jsonl"]] {
            let (notes, rest) =
                printed(files).split_once('\n').map(|(notes, rest)| (notes.to_string(), rest.to_string())).unwrap();
            assert!(notes.starts_with(&format!("duplicate: {games} games of ")), "{notes}");
            assert_eq!(rest, once, "{other}");
        }
    }
}
