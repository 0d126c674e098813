//! What a page keeps: the game over a reload, one game for each tab, settings, the game of a link.

use super::driver::Browser;
use super::in_each_browser;
use super::input::Hand;
use super::page::Page;
use super::play::{check_position, enter};

in_each_browser!(
    games_and_settings_are_kept:
    a_reload_keeps_the_game_and_its_players,
    two_tabs_play_different_games,
    language_and_theme_are_kept,
    a_link_leads_to_the_same_position,
    a_link_that_holds_no_game_is_explained,
);

async fn a_reload_keeps_the_game_and_its_players(page: &Page) {
    page.open("").await;
    page.click("#new-game").await;
    page.press("#new-game-dialog", "Play White against Quartet").await;
    // Quartet, with Black, moves first.
    page.until_moves(1).await;
    let [game, players] = [page.game().await.moves.join(" "), players(page).await];
    page.reload().await;
    assert_eq!([page.game().await.moves.join(" "), self::players(page).await], [game, players]);
    // And it goes on: after White's move it is Quartet that answers.
    let game = page.game().await;
    page.until_status("White to move").await;
    enter(page, Hand::Mouse, &page.look(&game).legal[0]).await;
    page.until_moves(game.moves.len() + 2).await;
}

/// The names of both players.
async fn players(page: &Page) -> String {
    page.value("document.querySelector('#player-x').textContent + document.querySelector('#player-o').textContent")
        .await
}

async fn two_tabs_play_different_games(page: &Page) {
    page.open("#variant=rhombus").await;
    let first = page.driver.window().await.expect("a tab");
    enter(page, Hand::Mouse, "c3").await;
    page.until_moves(1).await;
    let second = page.driver.new_tab().await.expect("a tab");
    page.driver.switch_to_window(second.clone()).await.expect("another tab");
    page.open("#variant=rhombus").await;
    assert!(page.game().await.moves.is_empty());
    for point in ["a1", "e5"] {
        let count = page.game().await.moves.len();
        enter(page, Hand::Mouse, point).await;
        page.until_moves(count + 1).await;
    }
    for (tab, moves) in [(first, vec!["c3"]), (second, vec!["a1", "e5"])] {
        page.driver.switch_to_window(tab).await.expect("a tab");
        let game = page.game().await;
        assert_eq!(game.moves, moves);
        check_position(page, &page.look(&game)).await;
        page.reload().await;
        assert_eq!(page.game().await.moves, moves);
    }
}

async fn language_and_theme_are_kept(page: &Page) {
    page.open("#variant=othello").await;
    page.until_status("Black to move").await;
    page.click("#settings").await;
    page.choose("", "Language", "zh-Hant").await;
    page.click("#settings-dialog label:has(input[value='dark'])").await;
    page.press("#settings-dialog", "Save").await;
    page.until("Chinese", "document.documentElement.lang === 'zh-Hant'").await;
    let background = "getComputedStyle(document.body).backgroundColor";
    let dark: String = page.value(background).await;
    assert!(page.labels().await["a1"].contains('空'), "{}", page.labels().await["a1"]);
    page.reload().await;
    assert_eq!(page.value::<String>("document.documentElement.lang").await, "zh-Hant");
    assert_eq!(page.value::<String>("document.documentElement.dataset.theme").await, "dark");
    assert_eq!(page.value::<String>(background).await, dark);
    // Back again, with the words of the other language.
    page.click("#settings").await;
    page.until("the settings", "document.querySelector('#settings-dialog form')").await;
    page.click("#settings-dialog option[value='en']").await;
    page.click("#settings-dialog label:has(input[value='light'])").await;
    page.click("#settings-dialog [type='submit']").await;
    page.until_status("Black to move").await;
    assert_ne!(page.value::<String>(background).await, dark);
}

async fn a_link_leads_to_the_same_position(page: &Page) {
    page.open("#variant=gomoku&size=9&rule=renju").await;
    for point in ["e5", "d4", "f6"] {
        let count = page.game().await.moves.len();
        enter(page, Hand::Mouse, point).await;
        page.until_moves(count + 1).await;
    }
    let [address, labels] = [page.value::<String>("location.hash").await, format!("{:?}", page.labels().await)];
    if page.browser == Browser::Chromium {
        page.click("#copy-link").await;
        page.until("a note", "document.querySelector('#toast').textContent").await;
    }
    page.run("sessionStorage.clear(); localStorage.clear();").await;
    page.open(&address).await;
    assert_eq!(format!("{:?}", page.labels().await), labels);
    check_position(page, &page.look(&page.game().await)).await;
}

async fn a_link_that_holds_no_game_is_explained(page: &Page) {
    page.open("#variant=othello&moves=a1").await;
    let dialog = "document.querySelector('#message[open]')?.textContent ?? ''";
    page.until("a message", &format!("({dialog}).includes('The link cannot be read')")).await;
    assert!(page.value::<String>(dialog).await.contains("a1"), "{}", page.value::<String>(dialog).await);
    page.press("#message", "OK").await;
    page.open("#variant=gomoku&size=99").await;
    page.until("a message", &format!("({dialog}).includes('size=99')")).await;
    page.press("#message", "OK").await;
    enter(page, Hand::Mouse, "d3").await;
    page.until_moves(1).await;
    // What is a game stays: the line before an illegal move, and a variation.
    page.open("#variant=othello&moves=f5,d6,a1(c3,b1),c4").await;
    page.until("a message", &format!("({dialog}).includes('were left out')")).await;
    page.press("#message", "OK").await;
    page.until("the rest of the game", "location.hash.endsWith('moves=f5,d6,c3&at=2')").await;
}
