use super::{file, game, report, six_games};
use serde_json::json;

#[test]
fn a_torn_last_line_is_skipped_with_a_note() {
    let whole = file(&six_games());
    for cut in 1..100 {
        let torn = &whole[..whole.len() - 1 - cut];
        let report = report(&[torn]);
        assert_eq!(report.sections[0].games, 5, "{cut}");
        assert_eq!(report.notes, ["0.jsonl: line 7, the last, is torn, skipped"]);
    }
    // Without its end a line may be whole.
    let report = report(&[whole.trim_end()]);
    assert_eq!((report.sections[0].games, report.notes.len()), (6, 0));
}

#[test]
fn broken_lines_and_games_without_result_are_noted() {
    let mut games = six_games();
    games.push(game(5, "b", "a", "draw"));
    games.push(game(6, "a", "b", "aborted"));
    let content = file(&games) + "{\"id\":7,\"pa\n\n" + &format!("{}\r\n", game(8, "a", "b", "draw")) + "17\n";
    let report = report(&[&content]);
    assert_eq!(report.sections[0].games, 7);
    assert_eq!(report.notes.len(), 4, "{:?}", report.notes);
    assert!(report.notes[0].contains("line 8: game 5 is there already"), "{:?}", report.notes);
    assert!(report.notes[1].contains("line 10 cannot be read"), "{:?}", report.notes);
    assert!(report.notes[3].contains("game 6 has no result"), "{:?}", report.notes);
}

#[test]
fn only_engines_and_result_are_needed() {
    let line = json!({ "id": "x", "first": "a", "second": "b", "result": "p1win" });
    let null = json!({
        "id": "y", "pair": null, "first": "b", "second": "a", "result": "draw", "failure": null, "margin": null,
        "opening": { "index": null, "setup": "startpos", "moves": "f5  d6" }, "moves": [{ "move": "c3" }],
    });
    let report = report(&[&file(&[line, null])]);
    let section = &report.sections[0];
    assert_eq!((section.variant.as_str(), section.games, report.notes.len()), ("", 2, 0));
    assert_eq!(section.duel.as_ref().unwrap().comparison.pentanomial.pairs(), 0);
    assert_eq!(section.lengths.keys().copied().collect::<Vec<_>>(), [0, 3]);
    assert_eq!(section.engines[0].play, super::super::Play::default());
}

#[test]
fn pairs_are_those_of_one_file() {
    let games = six_games();
    let (one, other) = (file(&games[..3]), file(&games[3..]));
    let report = report(&[&one, &other]);
    let comparison = &report.sections[0].duel.as_ref().unwrap().comparison;
    // The second pair is spread over both files.
    assert_eq!((comparison.tally.games(), comparison.pentanomial.0), (6, [0, 0, 0, 1, 1]));
}

#[test]
fn bytes_that_are_not_text_are_a_note() {
    let records = crate::report::record::parse(b"{\"id\":1,\"first\":\"\xff\"}\n\n");
    assert_eq!((records.games.len(), records.notes.len()), (0, 1));
}
