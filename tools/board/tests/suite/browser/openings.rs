//! The names of openings, as the page finds them.

use super::in_chromium;
use super::page::Page;
use serde_json::{Value, json};

in_chromium!(
    openings_have_names:
    a_game_has_the_name_of_its_longest_opening,
    turned_and_transposed_games_have_the_same_name,
    renju_names_go_by_the_stones,
    only_some_games_have_names,
);

/// The names of games, each a text of moves; null if there are no openings for this setup and start.
async fn names(page: &Page, setup: &Value, start: &str, language: &str, games: &[&str]) -> Value {
    let moves: Vec<Vec<&str>> = games.iter().map(|game| game.split_whitespace().collect()).collect();
    let given = json!({ "setup": setup, "start": start, "moves": moves, "language": language });
    let script = format!(
        "const {{ setup, start, moves, language }} = {given};
        const main = document.querySelector('script[type=module]').src;
        const {{ loadOpenings, openingName }} = await import(new URL('openings.js', main));
        const openings = await loadOpenings({{ setup, start }});
        return openings && moves.map((game) => openingName(openings, game, language));"
    );
    page.run(&format!("return (async () => {{ {script} }})();")).await
}

fn othello() -> Value {
    json!({ "variant": "othello", "options": {} })
}

fn gomoku(size: &str) -> Value {
    json!({ "variant": "gomoku", "options": { "BoardSize": size, "Rule": "freestyle" } })
}

async fn a_game_has_the_name_of_its_longest_opening(page: &Page) {
    page.open("").await;
    let games = ["", "f5", "f5 d6", "f5 d6 c3 d3 c4 h1", "f5 d6 c3 d3 c4 f4 f6 f3", "f5 f6 d3 f4 a1 pass"];
    let english = json!([null, null, "Perpendicular", "Tiger", "Comp'Oth", "Wing Variation"]);
    assert_eq!(names(page, &othello(), "startpos", "en", &games).await, english);
    // A name that the language does not have is the English one.
    let chinese = json!([null, null, "直角開局", "虎", "Comp'Oth", "Wing Variation"]);
    assert_eq!(names(page, &othello(), "startpos", "zh-Hant", &games).await, chinese);
}

async fn turned_and_transposed_games_have_the_same_name(page: &Page) {
    page.open("").await;
    let tigers = ["f5 d6 c3 d3 c4", "c4 e3 f6 e6 f5", "d3 c5 f6 f5 e6", "e6 f4 c3 c4 d3", "f5 d6 c4 d3 c3"];
    assert_eq!(names(page, &othello(), "startpos", "en", &tigers).await, json!(vec!["Tiger"; 5]));
    // After three moves the Diagonal is its own mirror image, so the cow has two sides.
    let cows = ["f5 f6 e6 f4 e3", "f5 f6 e6 d6 c5", "f5 f6 e6 f4 c5"];
    assert_eq!(names(page, &othello(), "startpos", "en", &cows).await, json!(["Cow", "Cow", "Diagonal"]));
}

async fn renju_names_go_by_the_stones(page: &Page) {
    page.open("").await;
    let games = ["h8 h9", "h8 h9 i9", "h8 g8 g7 a1", "h8 i9 i7", "h8 h9 k8", "g8 h9 i9"];
    let english = json!([null, "Kagetsu", "Kagetsu", "Hogetsu", null, null]);
    assert_eq!(names(page, &gomoku("15"), "startpos", "en", &games).await, english);
    let chinese = json!([null, "花月", "花月", "浦月", null, null]);
    assert_eq!(names(page, &gomoku("15"), "startpos", "zh-Hant", &games).await, chinese);
}

async fn only_some_games_have_names(page: &Page) {
    page.open("").await;
    assert_eq!(names(page, &gomoku("19"), "startpos", "en", &["h8 h9 i9"]).await, Value::Null);
    assert_eq!(names(page, &othello(), "fen 8/8/8/3ox3/3xo3/8/8/8 x", "en", &["f5 d6"]).await, Value::Null);
    let lgame = json!({ "variant": "lgame", "options": {} });
    assert_eq!(names(page, &lgame, "startpos", "en", &[""]).await, Value::Null);
}
