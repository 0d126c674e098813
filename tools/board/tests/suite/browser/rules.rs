//! Forbidden points, swap2, taking back, resigning, clocks.

use super::in_chromium;
use super::input::Hand;
use super::page::Page;
use super::play::{check_position, enter};

/// Black's next stone on h8 would make two threes.
const DOUBLE_THREE: &str = "#variant=gomoku&size=15&rule=renju&moves=g8,a1,i8,a15,h7,o1,h9,o15";

in_chromium!(
    rules_of_play_hold:
    a_point_that_renju_forbids_is_refused_and_said,
    swap2_is_chosen_by_two_people,
    moves_are_taken_back_and_replayed,
    a_key_leads_to_the_possible_moves,
    a_person_resigns,
    a_clock_that_runs_out_loses,
);

async fn a_point_that_renju_forbids_is_refused_and_said(page: &Page) {
    page.open(DOUBLE_THREE).await;
    let game = page.game().await;
    check_position(page, &page.look(&game)).await;
    assert_eq!(page.points("forbidden").await, ["h8"]);
    page.tap(Hand::Mouse, "h8").await;
    page.until_said("h8 is forbidden for Black").await;
    assert_eq!(page.game().await, game);
    enter(page, Hand::Mouse, "c3").await;
    page.until_moves(game.moves.len() + 1).await;
    // White is forbidden nothing.
    assert!(page.points("forbidden").await.is_empty());
}

async fn swap2_is_chosen_by_two_people(page: &Page) {
    begin_swap2(page).await;
    place(page, &["h8", "i9", "j10"]).await;
    page.until("the question", "document.querySelector('#swap2-dialog').open").await;
    page.press("#swap2-dialog", "Place two more stones").await;
    page.until_status("places one more stone: white").await;
    place(page, &["a1", "o15"]).await;
    page.until("the question", "document.querySelector('#swap2-dialog').open").await;
    page.press("#swap2-dialog", "Play White").await;
    page.until_status("White to move").await;
    place(page, &["c3"]).await;
    page.until_status("Black to move").await;
    check_position(page, &page.look(&page.game().await)).await;
    // Another third stone has to be answered anew.
    for _ in 0..4 {
        page.click("#undo").await;
    }
    page.until_said("after 2 moves").await;
    page.tap(Hand::Mouse, "k11").await;
    page.until("the question", "document.querySelector('#swap2-dialog').open").await;
    page.press("#swap2-dialog", "Play Black").await;
    page.until_status("White to move").await;
    page.until("the stone", "location.hash.includes('h8,i9,j10(k11)')").await;
    assert!(page.labels().await["k11"].contains("black"), "{}", page.labels().await["k11"]);
}

/// Begins a game of Gomoku of two people with swap2.
async fn begin_swap2(page: &Page) {
    page.open("#variant=gomoku").await;
    page.click("#new-game").await;
    page.choose("", "Opening", "swap2").await;
    page.press("#new-game-dialog", "Two people").await;
    page.until_status("places the first stone: black").await;
}

/// Plays moves, waiting for each to be shown.
async fn place(page: &Page, moves: &[&str]) {
    for chosen in moves {
        let count = page.game().await.moves.len();
        enter(page, Hand::Mouse, chosen).await;
        page.until_moves(count + 1).await;
    }
}

async fn moves_are_taken_back_and_replayed(page: &Page) {
    page.open("#variant=othello&moves=f5,d6,c3").await;
    let shown = async || {
        let current = "document.querySelector('#moves [aria-current]')?.dataset.n ?? '0'";
        page.value::<String>(current).await
    };
    for (button, moves) in [("#undo", "2"), ("#first", "0"), ("#redo", "1"), ("#last", "3"), ("#undo", "2")] {
        page.click(button).await;
        page.until(
            "the position",
            &format!("(document.querySelector('#moves [aria-current]')?.dataset.n ?? '0') === '{moves}'"),
        )
        .await;
        assert_eq!(shown().await, moves);
    }
    // Another move begins a variation.
    let mut game = page.game().await;
    game.moves.truncate(2);
    let facts = page.look(&game);
    check_position(page, &facts).await;
    let chosen = facts.legal.iter().find(|text| *text != "c3").expect("another move");
    enter(page, Hand::Mouse, chosen).await;
    page.until("the move", &format!("location.hash.endsWith('f5,d6,c3({chosen})&at=4')")).await;
    game.moves.push(chosen.clone());
    check_position(page, &page.look(&game)).await;
}

async fn a_key_leads_to_the_possible_moves(page: &Page) {
    page.open("#variant=othello").await;
    page.run("document.querySelector('#board [tabindex=\"0\"]').focus();").await;
    let mut reached = Vec::new();
    for _ in 0..4 {
        page.driver.active_element().await.expect("a point").send_keys("n").await.expect("a key");
        reached.push(page.value::<String>("document.activeElement.dataset.point").await);
    }
    reached.sort();
    let mut legal = page.look(&page.game().await).legal;
    legal.sort();
    assert_eq!(reached, legal);
}

async fn a_person_resigns(page: &Page) {
    page.open("#variant=lgame").await;
    page.click("#resign").await;
    page.press("#message", "Play on").await;
    page.until_status("Blue to move").await;
    page.click("#resign").await;
    page.press("#message", "Resign").await;
    page.until_status("Orange wins (resignation)").await;
    // Taking the resignation back is playing on: there was no move.
    assert!(!page.value::<bool>("document.querySelector('#resign').disabled === false").await);
}

async fn a_clock_that_runs_out_loses(page: &Page) {
    page.open("#variant=rhombus").await;
    page.click("#new-game").await;
    page.click("#new-game-dialog summary").await;
    page.tick("", "Play with a clock").await;
    // Six seconds: the least that can be set.
    page.fill("", "Minutes each", "0.1").await;
    page.fill("", "Seconds added per move", "0").await;
    // The press on the button also ends the input in the field.
    page.press("#new-game-dialog", "Two people").await;
    place(page, &["c3"]).await;
    // White's clock runs on while somebody looks back.
    page.click("#undo").await;
    page.until_said("Black wins (time)").await;
    assert_eq!(page.status().await, "Black wins (time)");
    assert!(page.value::<bool>("document.querySelector('#player-o [role=timer]').textContent === '0.0'").await);
}
