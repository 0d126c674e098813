//! Games of people on the board: by mouse, by finger, by keys.
//!
//! The moves come from the engine, which knows what is legal; the board must mark just these, and after each move show
//! the position that the engine has.

use super::engine::Facts;
use super::in_each_browser;
use super::input::{Hand, keys};
use super::page::Page;
use std::collections::BTreeSet;

/// Othello with nine empty squares, and passes to come.
const OTHELLO: &str =
    "#variant=othello&position=ooooooo1/1x1xoxox/1oxoxoo1/1ooxxxoo/ooxxoooo/1oxoxoox/xxooooox/x1xoooo1_o_-_51";

/// The rhombus after all ten stones have been placed: now they move.
pub(crate) const RHOMBUS: &str = "#variant=rhombus&moves=c3,b2,a1,d2,e5,b4,c1,d4,a3,e3";

in_each_browser!(
    games_are_played_by_hand:
    othello_is_played_to_the_end_by_mouse,
    gomoku_is_played_to_the_end_by_mouse,
    rhombus_is_played_by_mouse,
    the_games_are_played_by_keys_alone,
    the_games_are_played_by_finger,
);

async fn othello_is_played_to_the_end_by_mouse(page: &Page) {
    page.open("#variant=othello").await;
    play(page, Hand::Mouse, 6).await;
    page.open(OTHELLO).await;
    let end = play(page, Hand::Mouse, usize::MAX).await;
    assert_ne!(end.result, "none");
    assert!(page.status().await.contains('–'), "{}", page.status().await);
}

async fn gomoku_is_played_to_the_end_by_mouse(page: &Page) {
    page.open("#variant=gomoku&size=6&rule=standard").await;
    let end = play(page, Hand::Mouse, usize::MAX).await;
    assert_ne!(end.result, "none");
}

async fn rhombus_is_played_by_mouse(page: &Page) {
    page.open("#variant=rhombus").await;
    play(page, Hand::Mouse, 4).await;
    page.open(RHOMBUS).await;
    play(page, Hand::Mouse, 8).await;
}

async fn the_games_are_played_by_keys_alone(page: &Page) {
    for (fragment, plies) in [(OTHELLO, usize::MAX), ("#variant=gomoku&size=15&rule=freestyle", 4), (RHOMBUS, 4)] {
        page.open(fragment).await;
        play(page, Hand::Keys, plies).await;
    }
}

async fn the_games_are_played_by_finger(page: &Page) {
    for (fragment, plies) in [(OTHELLO, usize::MAX), ("#variant=gomoku&size=9&rule=renju", 8), (RHOMBUS, 4)] {
        page.open(fragment).await;
        play(page, Hand::Finger, plies).await;
    }
}

/// Plays moves of both sides until the game is over or so many are played; returns the last position.
async fn play(page: &Page, hand: Hand, plies: usize) -> Facts {
    let mut played = 0;
    loop {
        let game = page.game().await;
        let facts = page.look(&game);
        check_position(page, &facts).await;
        if facts.result != "none" || played == plies {
            return facts;
        }
        played += 1;
        // Any order that is the same in each run.
        let chosen = &facts.legal[(played * 7) % facts.legal.len()];
        enter(page, hand, chosen).await;
        page.until_moves(game.moves.len() + 1).await;
        assert_eq!(page.game().await.moves, [game.moves, vec![chosen.clone()]].concat());
    }
}

/// Plays a move of a game whose moves are points.
pub(crate) async fn enter(page: &Page, hand: Hand, chosen: &str) {
    let points = points_of(chosen);
    match hand {
        Hand::Keys => {
            page.tab_to_board().await;
            if chosen == "pass" {
                page.keys(&['p']).await;
            }
            for point in points {
                page.go_to(&point).await;
                page.keys(&[keys::ENTER]).await;
            }
        }
        _ if chosen == "pass" => page.click(".board-pass").await,
        _ => {
            for point in &points {
                page.tap(hand, point).await;
            }
            if hand == Hand::Finger {
                // A second tap confirms.
                page.tap(hand, points.last().expect("a point")).await;
            }
        }
    }
}

/// Fails unless the board shows this position, and marks its legal moves and no other ones.
pub(crate) async fn check_position(page: &Page, facts: &Facts) {
    check_pieces(page, facts).await;
    let labels = page.labels().await;
    let marked = |word: &str| -> BTreeSet<String> {
        let has = |label: &str| label.split(", ").any(|part| part == word);
        labels.iter().filter(|(_, label)| has(label)).map(|(point, _)| point.clone()).collect()
    };
    let moves: Vec<Vec<String>> = facts.legal.iter().map(|text| points_of(text)).collect();
    let first = |count: usize| -> BTreeSet<String> {
        moves.iter().filter(|points| points.len() == count).map(|points| points[0].clone()).collect()
    };
    assert_eq!(marked("legal"), first(1), "{facts:?}");
    assert_eq!(marked("can move"), first(2), "{facts:?}");
}

/// Fails unless the board shows the pieces of this position.
pub(crate) async fn check_pieces(page: &Page, facts: &Facts) {
    let labels = page.labels().await;
    let lattice = facts.rows.iter().zip(1..).flat_map(|(row, number)| {
        row.chars().zip('a'..).map(move |(piece, column)| (format!("{column}{number}"), piece))
    });
    for (point, piece) in lattice {
        let expected: &[&str] = match piece {
            'x' => &["black", "blue L"],
            'o' => &["white", "orange L"],
            'n' => &["neutral piece"],
            '-' => {
                assert_eq!(labels.get(&point), None);
                continue;
            }
            _ => &["empty"],
        };
        let shown = labels[&point].split(", ").nth(1).unwrap_or_default();
        assert!(expected.contains(&shown), "{} instead of {expected:?} in {facts:?}", labels[&point]);
    }
}

/// The points of a move such as `c1b2`; none of a pass.
pub(crate) fn points_of(chosen: &str) -> Vec<String> {
    let mut points: Vec<String> = Vec::new();
    for character in chosen.chars().filter(|_| chosen != "pass") {
        match points.last_mut() {
            Some(point) if character.is_ascii_digit() => point.push(character),
            _ if character.is_ascii_alphabetic() => points.push(character.into()),
            _ => {}
        }
    }
    points
}
