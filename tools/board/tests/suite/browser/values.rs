//! The values in the table are those of the engine.

use super::in_chromium;
use super::page::Page;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

in_chromium!(
    values_are_those_of_the_engine:
    values_of_solved_positions_are_those_of_the_engine);

async fn values_of_solved_positions_are_those_of_the_engine(page: &Page) {
    let endgame =
        "#variant=othello&position=ooooooo1/1x1xoxox/1oxoxoo1/1ooxxxoo/ooxxoooo/1oxoxoox/xxooooox/x1xoooo1_o_-_51";
    for (fragment, name) in [("#variant=rhombus", "13"), ("#variant=lgame", "all"), (endgame, "all")] {
        page.open(fragment).await;
        // The table has one row for all moves that put the L on the same squares and are worth the same.
        let row = |(chosen, words): (String, String)| (chosen.split('+').next().unwrap_or_default().to_string(), words);
        let expected: BTreeSet<_> = engine_values(page).await.into_iter().map(row).collect();
        let is_on = "document.querySelector('#analyse').ariaPressed === 'true'";
        if !page.value::<bool>(is_on).await {
            page.click("#analyse").await;
        }
        let rows = "[...document.querySelectorAll('#values tbody tr')]";
        // Rows are made as the table is scrolled: to its end, and back for the next time.
        let table = "document.querySelector('#values')";
        let complete = format!(
            "({table}.scrollTop = {table}.scrollTop > 0 ? 0 : 1e6, {rows}.length === {} &&
             {rows}.every((row) => row.querySelector('.exact')))",
            expected.len()
        );
        page.until(&format!("all values of {fragment} ({name})"), &complete).await;
        let shown: Vec<(String, String)> = page
            .value(&format!(
                "{rows}.map((row) => [row.dataset.move, row.querySelector('.worth span:last-child').textContent])"
            ))
            .await;
        assert_eq!(shown.into_iter().map(row).collect::<BTreeSet<_>>(), expected);
    }
}

/// The words for the value of each move that the engine gives over pipes.
async fn engine_values(page: &Page) -> BTreeMap<String, String> {
    let game = page.game().await;
    let variant: Value = page.value("document.body.dataset.variant").await;
    let options = ["setoption name MultiPV value 500", "setoption name UCI_ShowWDL value true"].map(String::from);
    let lines = [&["ugi".to_string()], game.lines().as_slice(), &options, &["go depth 60".into()]].concat();
    let mut values = BTreeMap::new();
    for line in page.engine.borrow_mut().ask(&lines, "bestmove") {
        if let Some((move_, words)) = value_of(&line, variant == "othello") {
            values.insert(move_, words);
        }
    }
    assert_eq!(values.len(), page.look(&game).legal.len(), "a value for each move");
    values
}

/// The move of an info line with an exact value, and the value in the words of the table.
fn value_of(line: &str, is_othello: bool) -> Option<(String, String)> {
    let words: Vec<&str> = line.split(' ').collect();
    let after = |name: &str, count: usize| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + count).copied()
    };
    let (kind, score, first) = (after("score", 1)?, after("score", 2)?.parse::<i32>().ok()?, after("pv", 1)?);
    let plies = score.abs();
    let ply = if plies == 1 { "ply" } else { "plies" };
    let text = match (kind, score) {
        ("mate", 1..) => format!("wins in {plies} {ply}"),
        ("mate", _) => format!("loses in {plies} {ply}"),
        (_, 0) => "draw".into(),
        (_, 1..) if is_othello => format!("+{} exact", score / 100),
        _ if is_othello => format!("−{} exact", -score / 100),
        _ => return None,
    };
    Some((first.into(), text))
}
