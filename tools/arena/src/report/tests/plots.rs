use super::{game, report, six_games};
use crate::referee::GameResult::{Draw, FirstWins};
use crate::report::{Report, draw};
use std::fs;

#[test]
fn every_plot_is_drawn_twice() {
    let directory = tempfile::tempdir().unwrap();
    let files = draw(&report(&six_games()), directory.path()).unwrap();
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
    let mut games: Vec<_> = (0..200).map(|id| game(id, "a", "b", FirstWins)).collect();
    games[7].margin = Some(64);
    games[8].margin = Some(-64);
    games[9].variant = "../黑白棋".into();
    let files = draw(&Report::of(&[games, vec![game(0, "a", "a", Draw)]]), directory.path()).unwrap();
    assert!(files.iter().all(|path| path.parent() == Some(directory.path()) && path.is_file()), "{files:?}");
}
