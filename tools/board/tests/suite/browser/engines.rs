//! Games of engines: against a person, against each other, and one that is killed.

use super::in_each_browser;
use super::input::Hand;
use super::page::Page;
use super::play::{check_pieces, check_position, enter};

in_each_browser!(
    engines_play_and_may_die:
    a_person_plays_othello_against_an_engine,
    engines_play_to_the_end_and_pause_and_step,
    an_engine_that_is_killed_is_started_again,
);

async fn a_person_plays_othello_against_an_engine(page: &Page) {
    page.open("#variant=othello").await;
    begin(page, [None, Some("practice")]).await;
    page.until_status("Black to move").await;
    for _ in 0..4 {
        let game = page.game().await;
        let facts = page.look(&game);
        assert_eq!(facts.side, "x");
        check_position(page, &facts).await;
        enter(page, Hand::Mouse, &facts.legal[0]).await;
        page.until_moves(game.moves.len() + 2).await;
        page.until("the person's turn", "document.querySelector('#status').textContent.startsWith('Black')").await;
    }
    // Taking back goes to where the person was to move.
    let count = page.game().await.moves.len();
    page.click("#undo").await;
    page.until_said(&format!("Position after {} moves", count - 2)).await;
}

async fn engines_play_to_the_end_and_pause_and_step(page: &Page) {
    page.open("#variant=othello").await;
    still(page).await;
    begin(page, [Some("random"), Some("practice")]).await;
    page.until_moves(3).await;
    page.click("#pause").await;
    page.until_status("Paused").await;
    let game = page.game().await;
    check_pieces(page, &page.look(&page.game().await)).await;
    page.click("#step").await;
    page.until_moves(game.moves.len() + 1).await;
    page.until_status("Paused").await;
    assert_eq!(page.game().await.moves.len(), game.moves.len() + 1);
    page.click("#pause").await;
    page.until("the end", "document.querySelector('#pause').disabled").await;
    let end = page.look(&page.game().await);
    assert_ne!(end.result, "none");
    check_position(page, &end).await;
    let winner =
        if end.result == "draw" { "Draw" } else { ["White wins", "Black wins"][usize::from(end.result == "p1win")] };
    assert!(page.status().await.starts_with(winner), "{} after {}", page.status().await, end.result);
}

async fn an_engine_that_is_killed_is_started_again(page: &Page) {
    page.open("#variant=gomoku").await;
    // Black thinks three seconds for each move.
    page.click("#new-game").await;
    page.click("#new-game-dialog summary").await;
    page.choose(SEATS[0], "Player", "engine quartet").await;
    page.choose(SEATS[0], "Level", "custom").await;
    page.fill_in("#new-game-dialog .limit input", "3").await;
    page.choose(SEATS[1], "Player", "person").await;
    page.click("#new-game-dialog [type=submit]").await;
    page.until_status("Black is thinking").await;
    kill_newest_engine(page.server);
    page.until("the message", "document.querySelector('#message').open").await;
    let words: String = page.value("document.querySelector('#message').textContent").await;
    assert!(words.contains("Quartet stopped unexpectedly"), "{words}");
    page.press("#message", "Restart the engine").await;
    page.until_status("Black is thinking").await;
    page.until_moves(1).await;
    enter(page, Hand::Mouse, "a1").await;
    page.until_moves(2).await;
    check_pieces(page, &page.look(&page.game().await)).await;
}

/// The fields of the first and of the second player in the dialog of a new game.
const SEATS: [&str; 2] = [".seat-fields:nth-child(1)", ".seat-fields:nth-child(2)"];

/// Begins a game of the same kind with these players: nobody for a person, else a player of the documents.
pub(super) async fn begin(page: &Page, players: [Option<&str>; 2]) {
    page.click("#new-game").await;
    page.click("#new-game-dialog summary").await;
    for (player, seat) in players.into_iter().zip(SEATS) {
        let Some(name) = player else {
            page.choose(seat, "Player", "person").await;
            continue;
        };
        page.choose(seat, "Player", "engine quartet").await;
        page.choose(seat, "Level", "document").await;
        page.choose(seat, "Which one", name).await;
    }
    page.click("#new-game-dialog [type=submit]").await;
    page.until("a new game", "!location.hash.includes('moves=') || document.querySelector('#moves [aria-current]')")
        .await;
}

/// Switches animation off, and with it the pause between moves of engines.
pub(super) async fn still(page: &Page) {
    page.click("#settings").await;
    page.tick("", "Animation").await;
    page.press("#settings-dialog", "Save").await;
    page.until("the setting", "document.documentElement.dataset.animation === 'off'").await;
}

/// Kills the engine that the server has started last.
fn kill_newest_engine(server: u32) {
    let newest = crate::process::children_of(server).into_iter().max().expect("an engine");
    let newest = nix::unistd::Pid::from_raw(newest);
    nix::sys::signal::kill(newest, nix::sys::signal::Signal::SIGKILL).expect("a signal");
}
