use super::{failed, game, records, report, six_games, six_played_games};
use crate::collection::Collection;
use crate::record::GameRecord;
use crate::record::example_header;
use crate::report::{Args, Report, page, write};
use crate::stats::{Model, Sprt};
use quartet_rules::GameResult::{self, Draw, FirstWins, SecondWins};
use std::fs;

/// A report of two engines with a sequential test.
fn tested(games: &[GameRecord]) -> Report {
    let mut header = example_header();
    header.settings.sprt = Some(Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalised).unwrap());
    let mut records = Collection::default();
    records.add("record.jsonl".as_ref(), header, games.to_vec());
    Report::of(&records)
}

/// The number of charts of a page.
fn charts(page: &str) -> usize {
    page.matches("<svg").count()
}

#[test]
fn a_page_has_all_tables_and_charts() {
    let two = page(&tested(&six_games())).unwrap();
    for caption in ["a against b", "Sequential test: a against b", "Standings", "Searches and times", "How games ended"]
    {
        assert!(two.contains(&format!("<caption>{caption}</caption>")), "{caption}");
    }
    // LLR, Elo, pairs, ratings, openings, lengths, discs, times.
    assert_eq!((charts(&two), two.matches("role=\"img\"").count()), (8, 8));
    assert!(!two.contains("Crosstable") && !two.contains("Failures"));
    assert_eq!(two.matches("<table>").count(), two.matches("<caption>").count());
    let mut three = six_games();
    three.push(failed(6, "a", "c"));
    let three = page(&report(&three)).unwrap();
    assert!(
        three.contains("Crosstable") && three.contains("Failures") && three.contains("game 6: a, time: 12 ms over")
    );
    assert!(three.contains("3 engines, 7 games") && !three.contains("Sequential"));
}

#[test]
fn everything_from_records_is_escaped_and_nothing_is_loaded() {
    let wild = "<script>&\"'</script>";
    let name = |name: &String| if name == "a" { wild.to_string() } else { name.clone() };
    let games = six_games().into_iter().chain([failed(6, "a", "b")]).map(|mut game| {
        (game.first, game.second) = (name(&game.first), name(&game.second));
        game.moves.iter_mut().for_each(|mv| mv.engine = name(&mv.engine));
        if let Some(failure) = &mut game.failure {
            (failure.engine, failure.detail) = (wild.into(), wild.into());
        }
        game.opening.moves = vec!["<img src=x>".into()];
        game.reason = "<b>".into();
        game.variant = "</title><svg onload=x>".into();
        game
    });
    let page = page(&report(&games.collect::<Vec<_>>())).unwrap();
    for unescaped in ["<script", "<img", "<b>", "<svg onload", "&\"'"] {
        assert!(!page.contains(unescaped), "{unescaped}: {page}");
    }
    for outside in ["https://", "src=\"", "href=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.matches("http://").count() == page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count());
}

#[test]
fn unusual_matches_have_pages() {
    let results = [FirstWins, SecondWins, Draw];
    let alike = |result: GameResult| (0..4).map(|id| game(id, "a", "b", result)).collect::<Vec<_>>();
    for games in results.map(alike).iter().map(|games| &games[..]).chain([&[][..], &six_games()[..1]]) {
        let page = page(&tested(games)).unwrap();
        assert!(!page.contains("NaN") && page.contains("</html>"));
    }
    let two_variants = records(&[&six_games(), &[GameRecord { variant: "gomoku".into(), ..game(9, "a", "b", Draw) }]]);
    let page = page(&Report::of(&two_variants)).unwrap();
    assert!(page.contains("<h1>7 games</h1>") && page.contains("<h2>gomoku: a against b, 1 game</h2>"));
}

#[test]
fn only_an_earlier_page_is_overwritten_and_never_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let (record, html) = (folder.path().join("record.jsonl"), folder.path().join("report.html"));
    super::files::record(&record, &six_played_games());
    let text = fs::read(&record).unwrap();
    let write_to = |html: &std::path::Path, force| {
        let args = Args { files: vec![record.clone()], plots: None, html: Some(html.into()), json: false, force };
        write(&args, &mut Vec::new())
    };
    write_to(&html, false).unwrap();
    write_to(&html, false).unwrap();
    fs::write(&html, "my notes").unwrap();
    assert!(write_to(&html, false).unwrap_err().to_string().contains("--force"));
    assert_eq!(fs::read(&html).unwrap(), b"my notes");
    write_to(&html, true).unwrap();
    assert!(write_to(&record, true).is_err());
    assert_eq!(fs::read(&record).unwrap(), text);
}
