use super::files::record_of;
use super::{game, records, report, six_games, six_played_games};
use crate::collection::Collection;
use crate::record::{GameRecord, MoveRecord, example_header};
use crate::report::{Report, draw};
use quartet_rules::GameResult::{Draw, FirstWins};
use std::fs;

#[test]
fn every_plot_is_drawn_twice() {
    let directory = tempfile::tempdir().unwrap();
    let files = draw(&report(&six_games()), directory.path(), false).unwrap();
    let mut names: Vec<_> = files.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    names.sort_unstable();
    let plots = ["elo", "length", "margin", "openings", "pentanomial", "rating", "time"];
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
fn unusual_matches_have_plots() {
    let directory = tempfile::tempdir().unwrap();
    let mut games: Vec<_> = (0..200).map(|id| game(id, "a", "b", FirstWins)).collect();
    games[7].margin = Some(64);
    games[8].margin = Some(-64);
    games[9].variant = "../黑白棋".into();
    let files = draw(&Report::of(&records(&[&games, &[game(0, "a", "a", Draw)]])), directory.path(), false).unwrap();
    assert!(files.iter().all(|path| path.parent() == Some(directory.path()) && path.is_file()), "{files:?}");
}

#[test]
fn no_plot_is_drawn_if_one_must_not_be_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("othello-time.png"), "my notes").unwrap();
    assert!(draw(&report(&six_games()), directory.path(), false).is_err());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn names_in_plots_are_escaped() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("record.jsonl");
    let wild = "x\n\u{1b}[31m<b>&\u{7f}";
    let games = six_played_games().into_iter().map(|game| {
        let name = |name: &String| if name == "a" { wild.to_string() } else { name.clone() };
        let (first, second) = (name(&game.first), name(&game.second));
        let moves = game.moves.iter().map(|mv| MoveRecord { engine: name(&mv.engine), ..mv.clone() }).collect();
        GameRecord { first, second, moves, ..game }
    });
    let mut header = example_header();
    header.settings.engines[0].name = wild.into();
    record_of(&record, &header, &games.collect::<Vec<_>>());
    let report = Report::of(&Collection::read(&[record]).unwrap());
    for file in draw(&report, directory.path(), false).unwrap() {
        if let Ok(text) = fs::read_to_string(&file) {
            assert!(!text.contains(['\u{1b}', '\u{7f}']) && !text.contains("<b>"), "{}: {text}", file.display());
        }
    }
    let printed = crate::report::tables(&report) + &serde_json::to_string(&report).unwrap();
    assert!(printed.contains("x  [31m<b>& ") && !printed.contains(['\u{1b}', '\u{7f}']), "{printed}");
}
