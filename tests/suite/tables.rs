//! The two solved games.

use quartet::game::{Game, perft};
use quartet::games::lgame::LGame;
use quartet::games::rhombus::Rhombus;
use std::convert::Infallible;

/// Compares the numbers of a perft file, lines `<position text> | <count at depth 1> <depth 2> …`.
fn check_perft<G: Game<Rules = ()>>(file: &str) {
    for line in file.lines() {
        let (text, counts) = line.split_once(" | ").unwrap();
        let mut position = G::parse_position(&(), text).unwrap();
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let leaves: Result<_, Infallible> = perft::<G, _>(&mut position, depth, &mut |_| Ok(()));
            assert_eq!(leaves, Ok(count.parse().unwrap()), "{text} depth {depth}");
        }
    }
}

#[test]
fn perft_lgame() {
    check_perft::<LGame>(include_str!("../perft/lgame.txt"));
}

#[test]
fn perft_rhombus() {
    check_perft::<Rhombus>(include_str!("../perft/rhombus.txt"));
}

#[test]
#[ignore = "prints times; run it alone and in release mode"]
fn timing() {
    for _ in 0..5 {
        let start = std::time::Instant::now();
        std::hint::black_box(quartet::solver::retrograde::<LGame>());
        let lgame = start.elapsed();
        std::hint::black_box(quartet::solver::retrograde::<Rhombus>());
        println!("lgame {lgame:?}, rhombus {:?}", start.elapsed() - lgame);
    }
}
