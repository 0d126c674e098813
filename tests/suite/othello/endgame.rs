//! The endgame solver against plain negamax, with the routines of every processor level; stable discs against random
//! play.

use super::{position, random_game};
use quartet::game::{Game, Notation, Side, Terminal};
use quartet::games::common::processor::Processor;
use quartet::games::othello::endgame::Solver;
use quartet::games::othello::stability::stable;
use quartet::games::othello::{Move, Othello, Position};
use quartet::random::SplitMix64;
use quartet::score::{Bound, Score, Window};
use quartet::search::stop::{Counters, StopToken, Stopped, Watch};
use std::sync::Arc;

/// How [`negamax`] orders moves.
type Order = fn(&mut Position, &mut [Move]);

/// Plain negamax: the exact margin in discs. It cuts against `beta` only, so that larger positions are feasible. The
/// order of the moves changes no value.
fn negamax(position: &mut Position, mut alpha: i16, beta: i16, order: Order) -> i16 {
    if let Some(Terminal::Margin(margin)) = Othello::terminal(position) {
        return margin;
    }
    let mut moves = Vec::new();
    Othello::legal_moves(position, &mut moves);
    order(position, &mut moves);
    let mut best = -64;
    for mv in moves {
        let undo = Othello::play(position, mv);
        best = best.max(-negamax(position, -beta, -alpha, order));
        Othello::undo(position, mv, undo);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn as_listed(_: &mut Position, _: &mut [Move]) {}

fn fewest_replies_first(position: &mut Position, moves: &mut [Move]) {
    moves.sort_by_cached_key(|&mv| {
        let undo = Othello::play(position, mv);
        let replies = position.legal_moves().count_ones();
        Othello::undo(position, mv, undo);
        replies
    });
}

/// Solves with many windows and checks that each result bounds the value as in a fail-soft search.
fn check(position: &Position) {
    let value = 100 * negamax(&mut position.clone(), -64, 64, as_listed);
    let mut windows = vec![
        Window::FULL,
        Window::new(Score(-32_001), Score(-6_500)),
        Window::new(Score(-6_500), Score(-6_400)),
        Window::new(Score(6_400), Score(6_401)),
        Window::new(Score(6_399), Score::INFINITE),
        Window::new(Score(6_500), Score::INFINITE),
        Window::new(Score(-250), Score(250)),
    ];
    for border in [-300, -200, -101, -100, -99, -1, 0, 1, 50, 99, 100, 101, 199] {
        windows.push(Window::null(Score(value + border)));
        windows.push(Window::new(Score(value - 200), Score(value + border.max(-199))));
    }
    for processor in Processor::levels() {
        // One solver for all windows: table entries from one must hold in the others.
        let mut solver = Solver::new(processor);
        for &window in &windows {
            let score = solver.solve(position, window, &mut Watch::unlimited()).expect("no limits");
            let sound = match window.bound_of(score) {
                Bound::Exact => score.0 == value,
                Bound::Lower => score.0 <= value,
                Bound::Upper => score.0 >= value,
            };
            assert!(sound, "{} in {window:?}: {score:?}, is {value}", Othello::write_position(position));
        }
        let full = Solver::new(processor).solve(position, Window::FULL, &mut Watch::unlimited());
        assert_eq!(full, Ok(Score(value)));
    }
}

#[test]
fn ends_of_random_games_are_solved_exactly() {
    let mut random = SplitMix64::new(6);
    for _ in 0..60 {
        let game = random_game(&mut random);
        game.iter().filter(|position| position.empties() <= 8).for_each(check);
    }
    for most in [9, 10, 11, 12] {
        for _ in 0..3 {
            let game = random_game(&mut random);
            game.iter().find(|position| position.empties() == most).into_iter().for_each(check);
        }
    }
}

/// Many positions from random games with 4 to 14 empty squares, each with a new solver and a single window, against
/// negamax with ordered moves. Takes half a minute.
#[test]
#[ignore = "takes half a minute; for changes of the endgame solver"]
fn a_hundred_thousand_ends_are_solved_exactly() {
    let mut random = SplitMix64::new(10);
    let mut solvers: Vec<_> = Processor::levels().into_iter().map(Solver::new).collect();
    let mut solved = 0;
    while solved < 100_000 {
        let game = random_game(&mut random);
        // Deeper positions are sampled less often: all with 4 to 9 empty squares, then one game in 4, in 16, ….
        let most = 9 + (random.next().trailing_zeros() / 2).min(5);
        for position in game.iter().filter(|position| (4..=most).contains(&position.empties())) {
            let value = negamax(&mut position.clone(), -64, 64, fewest_replies_first);
            for solver in &mut solvers {
                let score = solver.solve(position, Window::FULL, &mut Watch::unlimited());
                assert_eq!(score, Ok(Score(100 * value)), "{}", Othello::write_position(position));
            }
            solved += 1;
        }
    }
}

#[test]
fn odd_boards_are_solved_exactly() {
    // Random discs, often of one colour, for passes, wipe-outs and games that end with empty squares.
    let mut random = SplitMix64::new(7);
    for round in 0..600 {
        let empties = round % 8;
        let mut filled = !0_u64;
        while filled.count_zeros() < empties {
            filled &= !(1 << random.below(64));
        }
        let own = match round % 3 {
            0 => random.next(),
            1 => random.next() & random.next() & random.next(),
            _ => random.next() | random.next() | random.next(),
        };
        check(&Position::new(own & filled, !own & filled, Side::X, 0));
    }
    for text in ["xo6/8/8/8/8/8/8/8 o", "xxxxxxxx/8/8/8/8/8/8/8 o", "8/8/8/8/8/8/8/8 x"] {
        check(&position(text));
    }
}

#[test]
fn the_endgame_solver_can_be_stopped() {
    let token = StopToken::default();
    let mut watch = Watch::new(token.clone(), Arc::<Counters>::default(), None);
    let mut random = SplitMix64::new(8);
    let game = random_game(&mut random);
    let position = game.iter().find(|position| position.empties() == 10).expect("a long game");
    let mut solver = Solver::new(Processor::detect());
    assert!(solver.solve(position, Window::FULL, &mut watch).is_ok());
    assert!(watch.nodes() > 10);
    token.stop();
    solver.clear();
    assert_eq!(solver.solve(position, Window::FULL, &mut watch), Err(Stopped));
}

#[test]
fn stable_discs_are_never_flipped() {
    let mut random = SplitMix64::new(9);
    let mut seen = 0;
    for _ in 0..300 {
        let game = random_game(&mut random);
        for side in [Side::X, Side::O] {
            let mut held = 0;
            for position in &game {
                assert_eq!(held & !position.discs(side), 0, "{position:?}");
                let filled = position.own() | position.opponent();
                held |= stable(position.discs(side), filled);
            }
            seen += held.count_ones();
        }
    }
    assert!(seen > 10_000);
    assert_eq!(stable(!0, !0), !0);
    assert_eq!(stable(0xff, 0xff), 0xff);
    assert_eq!(stable(0x7e, 0x7e), 0);
}
