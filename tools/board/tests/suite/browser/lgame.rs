//! The L-Game on the board: the L is lifted, turned, mirrored, carried and put down, then a neutral piece.

use super::in_each_browser;
use super::input::{Hand, RIGHT, keys};
use super::page::Page;
use super::play::{check_position, points_of};
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::time::Instant;

/// How long the board may take to turn the L.
const PATIENCE: Duration = Duration::from_secs(5);

in_each_browser!(
    the_l_is_moved_by_hand:
    the_l_is_dragged_and_turned_by_mouse,
    the_l_is_moved_by_keys_alone,
    the_l_is_moved_by_finger_and_buttons,
    an_l_that_may_not_lie_there_is_not_put_down,
);

async fn the_l_is_dragged_and_turned_by_mouse(page: &Page) {
    page.open("#variant=lgame").await;
    play(page, Hand::Mouse, 5).await;
}

async fn the_l_is_moved_by_keys_alone(page: &Page) {
    page.open("#variant=lgame").await;
    play(page, Hand::Keys, 4).await;
}

async fn the_l_is_moved_by_finger_and_buttons(page: &Page) {
    page.open("#variant=lgame").await;
    play(page, Hand::Finger, 4).await;
}

async fn an_l_that_may_not_lie_there_is_not_put_down(page: &Page) {
    page.open("#variant=lgame").await;
    let before = page.game().await;
    // Blue's L lies on b1 c1 c2 c3: one column to the left it would cover a1, where a neutral piece stands.
    page.drag(Hand::Mouse, "c2", "b2").await;
    page.until("a mark", "document.querySelector('#board .ghost-shape.illegal .ghost-sign')").await;
    assert!(page.value::<bool>("document.querySelector('.board-buttons .primary:not([hidden])').disabled").await);
    page.tab_to_board().await;
    page.keys(&[keys::ENTER]).await;
    page.until_said("not allowed").await;
    page.keys(&[keys::ESCAPE]).await;
    page.until_said("back where it lay").await;
    assert_eq!(page.game().await, before);
    check_position(page, &page.look(&before)).await;
}

/// Plays moves of both sides.
async fn play(page: &Page, hand: Hand, plies: usize) {
    for ply in 0..plies {
        let game = page.game().await;
        let facts = page.look(&game);
        check_position(page, &facts).await;
        if facts.result != "none" {
            return;
        }
        let chosen = &facts.legal[(ply * 31 + 5) % facts.legal.len()];
        let points = points_of(chosen);
        move_l(page, hand, &points[..4]).await;
        match &points[4..] {
            [from, to] => move_neutral(page, hand, from, to).await,
            _ if hand == Hand::Keys => page.keys(&[keys::ENTER]).await,
            _ => page.press(".board-buttons", "Leave neutral pieces").await,
        }
        page.until_moves(game.moves.len() + 1).await;
        assert_eq!(page.game().await.moves, [game.moves, vec![chosen.clone()]].concat());
    }
    check_position(page, &page.look(&page.game().await)).await;
}

/// Lifts the L of the side to move, turns and mirrors it until it has the right shape, and puts it down on `target`.
async fn move_l(page: &Page, hand: Hand, target: &[String]) {
    lift(page, hand).await;
    turn_to(page, hand, target).await;
    let held = page.points("held").await;
    match hand {
        Hand::Keys => {
            let (from, to) = (corner(&held), corner(target));
            for (difference, back, forth) in
                [(to.0 - from.0, keys::LEFT, keys::RIGHT), (to.1 - from.1, keys::UP, keys::DOWN)]
            {
                let key = if difference < 0 { back } else { forth };
                page.keys(&vec![key; difference.unsigned_abs()]).await;
            }
            page.keys(&[keys::ENTER]).await;
        }
        _ if sorted(&held) == sorted(target) => page.press(".board-buttons", "Put down").await,
        _ => {
            page.drag(hand, &sorted(&held)[0], &sorted(target)[0]).await;
        }
    }
    page.until_said("L put down").await;
}

/// Lifts the L of the side to move.
async fn lift(page: &Page, hand: Hand) {
    if hand == Hand::Keys {
        page.tab_to_board().await;
        page.keys(&[keys::ENTER]).await;
    } else {
        let side = if page.status().await.starts_with("Blue") { "blue L" } else { "orange L" };
        page.tap(hand, &page.points(side).await[0]).await;
    }
    assert_eq!(page.points("held").await.len(), 4);
}

/// Turns and mirrors the L that is held until it has the shape of `target`.
async fn turn_to(page: &Page, hand: Hand, target: &[String]) {
    let mut seen = BTreeSet::new();
    for _ in 0..10 {
        let held = sorted(&page.points("held").await);
        if shape(&held) == shape(target) {
            return;
        }
        // After all four turns it is mirrored.
        let is_new = seen.insert(shape(&held));
        let end = Instant::now() + PATIENCE;
        while sorted(&page.points("held").await) == held {
            assert!(Instant::now() < end, "the L is not turned: {held:?}");
            change(page, hand, &held[0], is_new).await;
        }
    }
    panic!("no turn of the L has the shape of {target:?}");
}

/// Turns or mirrors the L that is held. The board does not count a wheel that is turned too soon after the last time.
async fn change(page: &Page, hand: Hand, point: &str, turns: bool) {
    match (hand, turns) {
        (Hand::Keys, _) => page.keys(&[if turns { 'r' } else { 'f' }]).await,
        (Hand::Finger, _) => page.press(".board-buttons", if turns { "Turn (R)" } else { "Mirror (F)" }).await,
        (Hand::Mouse, true) => page.wheel(point, 100).await,
        (Hand::Mouse, false) => page.click_with(hand, point, RIGHT).await,
    }
}

/// Moves a neutral piece after the L has been put down.
async fn move_neutral(page: &Page, hand: Hand, from: &str, to: &str) {
    match hand {
        Hand::Keys => {
            for point in [from, to] {
                page.go_to(point).await;
                page.keys(&[keys::ENTER]).await;
            }
        }
        Hand::Mouse => page.drag(hand, from, to).await,
        Hand::Finger => {
            page.drag(hand, from, to).await;
            page.press(".board-buttons", "Done").await;
        }
    }
}

fn sorted(points: &[String]) -> Vec<String> {
    points.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

/// The columns and rows of points, counted from 0.
fn cells(points: &[String]) -> Vec<(isize, isize)> {
    let number = |byte: u8, first: u8| isize::from(byte) - isize::from(first);
    points.iter().map(|point| (number(point.as_bytes()[0], b'a'), number(point.as_bytes()[1], b'1'))).collect()
}

/// The first column and row that points occupy.
fn corner(points: &[String]) -> (isize, isize) {
    let least = |values: Vec<isize>| values.into_iter().min().expect("points");
    let (columns, rows) = cells(points).into_iter().unzip();
    (least(columns), least(rows))
}

/// The shape of points, wherever they are.
fn shape(points: &[String]) -> BTreeSet<(isize, isize)> {
    let (column, row) = corner(points);
    cells(points).into_iter().map(|cell| (cell.0 - column, cell.1 - row)).collect()
}
