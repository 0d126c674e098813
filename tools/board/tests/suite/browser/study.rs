//! Study: variations and comments, games of other programs, positions, analysis of games, solving, lessons, the map.

use super::engine::Game;
use super::input::Hand;
use super::page::Page;
use super::play::{check_position, enter};
use super::{in_chromium, in_each_browser};
use serde_json::json;

in_each_browser!(
    files_are_opened_and_saved:
    variations_are_kept_promoted_and_deleted,
    games_of_other_programs_are_opened_and_saved,
    a_file_of_many_games_is_listed,
);

in_chromium!(
    games_are_studied:
    comments_and_symbols_are_kept_and_linked,
    a_position_is_set_up,
    a_game_is_analysed,
    a_forced_win_is_found,
    a_proof_is_walked,
    an_end_of_othello_is_walked,
    a_lesson_is_taken,
    the_map_leads_to_positions,
);

/// The moves and comments of the list as a text.
async fn list(page: &Page) -> String {
    page.value("document.querySelector('#moves').innerText.replace(/\\s+/g, ' ').trim()").await
}

/// Waits until the list shows this text.
async fn until_list(page: &Page, text: &str) {
    let shown = "document.querySelector('#moves').innerText.replace(/\\s+/g, ' ').trim()";
    page.until("the list", &format!("{shown} === {}", json!(text))).await;
}

async fn variations_are_kept_promoted_and_deleted(page: &Page) {
    page.open("#variant=rhombus&moves=c3,a1,e5").await;
    page.click("#moves .move[data-n='1']").await;
    page.until("the position", "location.hash.endsWith('at=1')").await;
    enter(page, Hand::Mouse, "e1").await;
    until_list(page, "1. c3 a1 1… e1 2. e5").await;
    enter(page, Hand::Mouse, "a5").await;
    until_list(page, "1. c3 a1 1… e1 2. a5 2. e5").await;
    page.reload().await;
    assert_eq!(list(page).await, "1. c3 a1 1… e1 2. a5 2. e5");
    check_position(page, &page.look(&Game::of("variant=rhombus&moves=c3,e1,a5"))).await;
    page.click("#tab-study").await;
    page.press("#panel-study", "Promote").await;
    until_list(page, "1. c3 e1 1… a1 2. e5 2. a5").await;
    page.click("#undo").await;
    page.until_said("after 2 moves").await;
    page.press("#panel-study", "Delete").await;
    page.press("#message", "Keep").await;
    assert_eq!(list(page).await, "1. c3 e1 1… a1 2. e5 2. a5");
    page.press("#panel-study", "Delete").await;
    page.press("#message", "Delete").await;
    until_list(page, "1. c3 a1 2. e5").await;
}

async fn comments_and_symbols_are_kept_and_linked(page: &Page) {
    page.open("#variant=othello&moves=f5,d6(f4),c3").await;
    page.click("#tab-study").await;
    page.fill_in("#panel-study textarea", "A {quiet} (50%) move").await;
    page.click("#panel-study option[value='!?']").await;
    until_list(page, "1. f5 d6 1… f4 2. c3!? A {quiet} (50%) move").await;
    page.until("the address", "location.hash.includes('c3!%3F%7BA%20')").await;
    let address: String = page.value("location.hash").await;
    page.run("sessionStorage.clear(); localStorage.clear(); history.replaceState(null, '');").await;
    page.open(&address).await;
    assert_eq!(list(page).await, "1. f5 d6 1… f4 2. c3!? A {quiet} (50%) move");
}

/// Opens a text in the dialog of games.
async fn open_text(page: &Page, text: &str) {
    page.click("#games").await;
    page.element("#games-dialog textarea").await;
    page.run(&format!("document.querySelector('#games-dialog textarea').value = {};", json!(text))).await;
    page.press("#games-dialog", "Open").await;
}

async fn games_of_other_programs_are_opened_and_saved(page: &Page) {
    page.open("#variant=othello").await;
    let text = "(;GM[4]SZ[15]RU[Renju]PB[Ann]PW[Ben];B[hh]C[centre];W[hg]LB[gg:A](;B[gg])(;B[ii]))";
    open_text(page, text).await;
    page.until("the game", "location.hash.includes('variant=gomoku')").await;
    until_list(page, "1. h8 centre 1. … h7 2. g7 A 2. i9").await;
    // What is saved is caught on its way to the disk.
    page.run(
        "URL.createObjectURL = (blob) => { blob.text().then((text) => { window.text = text; }); return '#'; };
        HTMLAnchorElement.prototype.click = function () { window.saved = this.download; };",
    )
    .await;
    page.click("#games").await;
    page.click("#games-dialog option[value='sgf']").await;
    page.press("#games-dialog", "Save").await;
    page.until("a file", "window.saved && window.text").await;
    assert_eq!(page.value::<String>("saved").await, "gomoku.sgf");
    let saved: String = page.value("window.text").await;
    assert!(saved.contains("PB[Ann]") && saved.contains("C[centre]") && saved.contains("LB[gg:A]"), "{saved}");
    page.click("#games-dialog .close").await;
    // Values in a record fill the graph.
    open_text(page, "(;GM[2];B[f5]V[1.5];W[d6]V[-2])").await;
    page.until("the game", "location.hash.includes('moves=f5,d6')").await;
    page.click("#last").await;
    page.until("the value", "document.querySelector('.graph-text').textContent.includes('White +2.0')").await;
    open_text(page, "f5d6c3\nf5f5").await;
    let fault = "document.querySelector('#games-dialog .fault')?.textContent";
    page.until("the fault", &format!("{fault}?.startsWith('Game 2, line 2: ')")).await;
    page.until("how much was read", &format!("{fault}.endsWith('The move before that was read.')")).await;
    page.click("#games-dialog .close").await;
    open_text(page, "no game at all").await;
    page.until("an error", "document.querySelector('#games-dialog .fault')?.textContent.includes('expected a square')")
        .await;
    page.click("#games-dialog .close").await;
}

async fn a_file_of_many_games_is_listed(page: &Page) {
    page.open("#variant=othello").await;
    open_text(page, &"f5d6c3d3\nf5f6e6f4\n".repeat(20)).await;
    page.until("the list", "document.querySelectorAll('#games-dialog .opened .entry').length === 40").await;
    page.click("#games-dialog .opened li:nth-child(2) .entry").await;
    page.until("the game", "location.hash.endsWith('moves=f5,f6,e6,f4&at=0')").await;
    // It is among the kept games as soon as another one is shown.
    page.open("#variant=lgame").await;
    page.click("#games").await;
    page.element("#games-dialog .game-list .entry").await;
    page.click("#games-dialog .game-list .entry").await;
    page.until("the game", "location.hash.includes('variant=othello&moves=f5,f6,e6,f4')").await;
}

async fn a_position_is_set_up(page: &Page) {
    page.open("#variant=rhombus").await;
    page.click("#games").await;
    page.press("#games-dialog", "Set up a position …").await;
    page.click("#editor-dialog [data-point='c3']").await;
    page.until("the engine's word", "document.querySelector('#editor-dialog .fault').textContent.includes('expected')")
        .await;
    page.click("#editor-dialog label:has(input[value='o'])").await;
    // The first row chooses the piece, the second one the side to move.
    page.click("#editor-dialog fieldset:last-of-type label:has(input[value='o'])").await;
    page.until("a position", "!document.querySelector('#editor-dialog [type=submit]').disabled").await;
    page.click("#editor-dialog [type=submit]").await;
    page.until("the position", "location.hash.includes('position=1-1-1/-1-1-/1-x-1/-1-1-/1-1-1_o')").await;
    check_position(page, &page.look(&page.game().await)).await;
}

async fn a_game_is_analysed(page: &Page) {
    page.open("#variant=rhombus&moves=a1,c3,e5,c1,a5,e1,b2,a3,d2,c5").await;
    page.click("#tab-report").await;
    page.click("#panel-report button").await;
    page.until("the report", "document.querySelector('.report-found table')").await;
    let accuracy: String = page.value("document.querySelector('.report-found table').innerText.trim()").await;
    assert!(accuracy.starts_with("Accuracy") && accuracy.matches('%').count() == 2, "{accuracy}");
    // The moves and the players are what they were; mistakes have symbols and better lines.
    assert!(list(page).await.contains('?'), "{}", list(page).await);
    page.click("#first").await;
    page.until("the start", "location.hash.endsWith('at=0')").await;
    page.click(".report-found .entry").await;
    page.until("the position before the mistake", "location.hash.endsWith('at=9')").await;
    // One that takes long is stopped.
    page.open("#variant=gomoku&moves=h8,h9,i8,i9,g7,a1,b2").await;
    page.click("#tab-report").await;
    page.click("#panel-report option[value='10000']").await;
    page.press("#panel-report", "Analyse the game").await;
    page.press("#panel-report", "Stop").await;
    page.until("its end", "document.querySelector('.report-words').textContent.startsWith('Stopped')").await;
}

async fn a_forced_win_is_found(page: &Page) {
    page.open("#variant=gomoku&moves=h8,h9,g8,i9,i8,a1").await;
    page.click("#solve").await;
    page.until_said("wins in 3 plies").await;
    // It stays in the panel, and its moves are played there.
    assert!(
        page.value::<String>("document.querySelector('#engine-word').textContent").await.contains("wins in 3 plies")
    );
    page.click("#values .move").await;
    page.until_moves(7).await;
}

/// Waits until the card of the proof contains these words.
async fn until_proof(page: &Page, words: &str) {
    let shown = "document.querySelector('#proof').innerText";
    page.until("the proof", &format!("{shown}.includes({})", json!(words))).await;
}

async fn a_proof_is_walked(page: &Page) {
    page.open("#variant=gomoku&size=15&moves=f10,j8,h7,h9,f7,i8,g10,k8,h8,m8,l8,n10").await;
    page.click("#walk").await;
    // The attack is made; every reply is answered.
    page.until_moves(13).await;
    until_proof(page, "Black wins in 4 plies").await;
    until_proof(page, "j6 → g7 (3)").await;
    until_proof(page, "All 209 other replies: g9 (3)").await;
    enter(page, Hand::Mouse, "a1").await;
    page.until_moves(15).await;
    assert_eq!(page.game().await.moves[12..], ["i7", "a1", "g9"]);
    until_proof(page, "a five follows at j6 e11").await;
    enter(page, Hand::Mouse, "a2").await;
    page.until_status("Black wins").await;
    until_proof(page, "walked to its end").await;
    page.press("#proof", "End").await;
    page.until("the end", "document.querySelector('#proof').hidden").await;
}

async fn an_end_of_othello_is_walked(page: &Page) {
    page.open("#variant=othello").await;
    page.click("#walk").await;
    until_proof(page, "from 24 empty squares on").await;
    page.open("#variant=othello&position=xxxxxxxx/xxxooxxx/xxoxoxox/xoxxxoxx/xxooxxox/xxxxoxxx/xxooooo1/xxx2oo1_o")
        .await;
    page.click("#walk").await;
    until_proof(page, " by ").await;
    assert!(page.value::<String>("document.querySelector('#proof h2').textContent").await.contains("discs"));
}

async fn a_lesson_is_taken(page: &Page) {
    page.open("#variant=gomoku").await;
    page.click("#rules").await;
    page.click("#rules-dialog .lesson-start").await;
    page.until("the lesson", "document.querySelector('#lesson h2').textContent.startsWith('1/')").await;
    page.tap(Hand::Mouse, "a1").await;
    page.until("an answer", "document.querySelector('#lesson .answer').textContent.includes('a1 is not it')").await;
    // And why: Black's four is blocked.
    page.until("the reply", "document.querySelector('#lesson .answer').textContent.includes('After the reply h6: ')")
        .await;
    page.press("#lesson", "Hint").await;
    page.press("#lesson", "Hint").await;
    page.until("the solution", "document.querySelector('#lesson .answer').textContent.includes('Play h6')").await;
    page.tap(Hand::Mouse, "h6").await;
    page.until_status("Black wins").await;
    page.press("#lesson", "Next").await;
    page.until("the next position", "document.querySelector('#lesson h2').textContent.startsWith('2/')").await;
    page.press("#lesson", "End the lesson").await;
    // The game before it is shown again.
    page.until("the end", "document.querySelector('#lesson').hidden && !location.hash.includes('position=')").await;
}

async fn the_map_leads_to_positions(page: &Page) {
    page.open("#variant=lgame").await;
    page.click("#map").await;
    page.element("#map-dialog .histogram").await;
    let text: String = page.value("document.querySelector('#map-dialog').innerText").await;
    assert!(text.contains("18,368") && text.contains("wins in 9 plies"), "{text}");
    assert!(text.contains("Blue to move wins in 9 plies"), "{text}");
    page.click("#map-dialog .positions button").await;
    page.until("the position", "location.hash.includes('position=')").await;
    check_position(page, &page.look(&page.game().await)).await;
}
