use super::{failed, game, report, six_games};
use crate::report::{Report, tables};
use quartet_rules::GameResult::{Draw, FirstWins, SecondWins};
use serde_json::{Value, json};

#[track_caller]
fn has_line(text: &str, words: &[&str]) {
    let found =
        text.lines().any(|line| line.split_whitespace().eq(words.iter().flat_map(|word| word.split_whitespace())));
    assert!(found, "no line {words:?} in\n{text}");
}

#[test]
fn two_engines() {
    let report = report(&six_games());
    let section = &report.sections[0];
    let head_to_head = section.head_to_head.as_ref().unwrap();
    assert_eq!(head_to_head.comparison.pentanomial.0, [0, 0, 1, 1, 1]);
    assert_eq!(
        (head_to_head.comparison.tally.wins, head_to_head.comparison.tally.draws, head_to_head.comparison.tally.losses),
        (4, 1, 1)
    );
    // Margins of the pairs: 10 + 6, 10 - 10, 0 + 6.
    let margin = head_to_head.margin.unwrap();
    assert_eq!((margin.games, margin.mean), (6, 22.0 / 6.0));
    let strongest = &section.engines[0];
    assert_eq!((strongest.name.as_str(), strongest.as_first.wins, strongest.as_second.losses), ("a", 2, 1));
    assert_eq!(strongest.play.depth, Some(7.0));
    assert_eq!(strongest.play.nps, Some(5.0 * 3000.0 / (3.0 * 30.0) * 1000.0));
    assert_eq!(strongest.ms_by_ply.iter().map(|(&ply, &ms)| (ply, ms)).collect::<Vec<_>>(), [(1, 20.0), (2, 10.0)]);
    assert_eq!(section.margins.iter().map(|(&m, &n)| (m, n)).collect::<Vec<_>>(), [(-10, 1), (0, 1), (6, 2), (10, 2)]);
    // It reports 18 of its 20 ms.
    assert_eq!((strongest.play.latency_ms, strongest.play.longest_latency_ms), (Some(2.0), Some(2.0)));
    let text = tables(&report);
    has_line(&text, &["othello: 6 games, 4 different; the first player: +3 =1 -2, 58.3 %"]);
    has_line(&text, &["games +4 =1 -1, 75.0 %"]);
    has_line(&text, &["Ptnml(0-2) [0, 0, 1, 1, 1]"]);
    has_line(&text, &["0 2 0 0 100.0 50.0 startpos f5"]);
    has_line(&text, &["Mean length 3.0 plies; ends: discs 6"]);
    assert!(!text.contains("NaN"), "{text}");
}

#[test]
fn several_engines_have_a_crosstable() {
    let mut games = six_games();
    for (id, first, second, result) in
        [(6, "a", "c", FirstWins), (7, "c", "a", Draw), (8, "b", "c", Draw), (9, "c", "b", FirstWins)]
    {
        games.push(game(id, first, second, result));
    }
    let report = report(&games);
    let section = &report.sections[0];
    assert!(section.head_to_head.is_none() && !section.regularised);
    let names: Vec<_> = section.engines.iter().map(|engine| engine.name.as_str()).collect();
    assert_eq!(names, ["a", "c", "b"]);
    let text = tables(&report);
    has_line(&text, &["1 a - 1.5 / 2 4.5 / 6"]);
    has_line(&text, &["3 b 1.5 / 6 0.5 / 2 -"]);
    assert!(section.engines.iter().map(|engine| engine.rating.value).sum::<f64>().abs() < 1e-9);
}

#[test]
fn failures_are_counted_by_kind() {
    let report = report(&[failed(0, "a", "b"), game(1, "b", "a", Draw)]);
    let text = tables(&report);
    has_line(&text, &["a time 1"]);
    has_line(&text, &["game 0: a, time: 12 ms over"]);
}

#[test]
fn one_sided_and_tiny_matches_print_numbers() {
    let contents = [
        vec![],
        vec![game(0, "a", "b", FirstWins)],
        vec![game(0, "a", "b", FirstWins), game(1, "b", "a", SecondWins)],
        vec![game(0, "a", "b", Draw), game(1, "b", "a", Draw)],
        vec![game(0, "a", "a", FirstWins)],
        vec![game(0, "a", "b", FirstWins), game(2, "c", "d", FirstWins)],
    ];
    for games in contents {
        let report = report(&games);
        let printed = tables(&report) + &serde_json::to_string(&report).unwrap();
        assert!(!printed.contains("NaN") && !printed.is_empty(), "{printed}");
    }
    assert_eq!(tables(&report(&[])), "no games\n");
}

#[test]
fn variants_have_sections() {
    let mut other = game(2, "a", "b", Draw);
    other.variant = "gomoku".into();
    let report = report(&[game(0, "a", "b", FirstWins), other]);
    let variants: Vec<_> = report.sections.iter().map(|section| section.variant.as_str()).collect();
    assert_eq!(variants, ["gomoku", "othello"]);
}

#[test]
fn json_says_the_same() {
    let report: Report = report(&six_games());
    let value: Value = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
    let comparison = &value["sections"][0]["duel"]["comparison"];
    assert_eq!(comparison["tally"], json!({ "wins": 4, "draws": 1, "losses": 1 }));
    assert_eq!(comparison["pentanomial"], json!([0, 0, 1, 1, 1]));
    assert_eq!(value["sections"][0]["openings"][0]["engine"]["wins"], 2);
    // An infinite end is null.
    let won = super::report(&six_games()[..2]);
    let value = serde_json::to_value(&won).unwrap();
    assert!(value["sections"][0]["duel"]["comparison"]["elo"]["high"].is_null());
}
