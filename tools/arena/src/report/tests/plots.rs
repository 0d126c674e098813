use super::{file, game, report, six_games};
use crate::report::{Args, draw, write};
use serde_json::Value;
use std::fs;

#[test]
fn every_plot_is_drawn_twice() {
    let directory = tempfile::tempdir().unwrap();
    let files = draw(&report(&[&file(&six_games())]), directory.path()).unwrap();
    let mut names: Vec<_> = files.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    names.sort_unstable();
    let plots = ["length", "margin", "openings", "rating", "time"];
    let expected: Vec<_> =
        plots.iter().flat_map(|name| [format!("othello-{name}.png"), format!("othello-{name}.svg")]).collect();
    assert_eq!(names, expected);
    let rating = fs::read_to_string(directory.path().join("othello-rating.svg")).unwrap();
    assert!(["\na\n", "\nb\n"].iter().all(|name| rating.contains(name)), "{rating}");
    for path in files {
        let content = fs::read(&path).unwrap();
        if path.extension().is_some_and(|extension| extension == "svg") {
            let text = String::from_utf8(content).unwrap();
            assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>") && text.contains("<text"));
        } else {
            assert_eq!(&content[1..4], b"PNG");
        }
    }
}

#[test]
fn odd_matches_are_drawn_as_well() {
    let directory = tempfile::tempdir().unwrap();
    let mut games: Vec<_> = (0..200).map(|id| game(id, "a", "b", "p1win")).collect();
    games[7]["margin"] = 64.into();
    games[8]["margin"] = (-64).into();
    games[9]["variant"] = "../黑白棋".into();
    let files = draw(&report(&[&file(&games), &file(&[game(0, "a", "a", "draw")])]), directory.path()).unwrap();
    assert!(files.iter().all(|path| path.parent() == Some(directory.path()) && path.is_file()), "{files:?}");
}

#[test]
fn the_command_reads_prints_and_draws() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("record.jsonl");
    fs::write(&record, file(&six_games())).unwrap();
    let plots = directory.path().join("new/plots");
    let mut printed = Vec::new();
    let args = Args { files: vec![record.clone()], plots: Some(plots.clone()), json: true };
    write(&args, &mut printed).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&printed).unwrap()["sections"][0]["games"], 6);
    assert_eq!(fs::read_dir(plots).unwrap().count(), 10);
    let missing = Args { files: vec![record.with_extension("none")], plots: None, json: false };
    assert!(write(&missing, &mut printed).unwrap_err().to_string().contains("cannot read"));
}
