//! The two solved games: rules, notation, solver, answers from the table.

mod answers;
mod chances;
mod solver;
mod texts;
mod verify;

use quartet::game::{Game, Notation, perft};
use quartet::games::lgame::LGame;
use quartet::games::rhombus::Rhombus;
use quartet::random::SplitMix64;
use quartet::retrograde::Indexed;
use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

fn legal<G: Game>(position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    G::legal_moves(position, &mut moves);
    moves
}

fn after<G: Game>(position: &G::Position, mv: G::Move) -> G::Position {
    let mut position = position.clone();
    G::play(&mut position, mv);
    position
}

/// A random position, by its index.
fn any<G: Indexed>(random: &mut SplitMix64) -> G::Position {
    G::position(random.below(<G as Indexed>::SIZE))
}

/// Runs a function repeatedly; returns the first, the fastest and the median time as text.
fn times<T>(mut run: impl FnMut() -> T) -> String {
    let mut times: Vec<_> = (0..40)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    let first = times[0];
    times.sort();
    format!("first {first:?}, fastest {:?}, median {:?}", times[0], times[20])
}

/// Checks the numbers of a perft file with lines `<position text> | <count at depth 1> <count at depth 2> …`.
fn check_perft<G: Notation<Rules = ()>>(file: &str) {
    for line in file.lines() {
        let (text, counts) = line.split_once(" | ").unwrap();
        let mut position = G::parse_position(&(), text).unwrap();
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let leaves: Result<_, Infallible> = perft::<G, _>(&mut position, depth, &mut || Ok(()));
            assert_eq!(leaves, Ok(count.parse().unwrap()), "{text} depth {depth}");
        }
    }
}

#[test]
fn perft_lgame() {
    check_perft::<LGame>(include_str!("../../perft/lgame.txt"));
}

#[test]
fn perft_rhombus() {
    check_perft::<Rhombus>(include_str!("../../perft/rhombus.txt"));
}
