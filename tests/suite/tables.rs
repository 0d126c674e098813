//! The two solved games.

use quartet::game::{Game, perft};
use quartet::games::lgame::LGame;
use quartet::games::rhombus::Rhombus;
use quartet::solver::retrograde;
use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

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

/// Runs something often; the fastest time and the median.
fn times<T>(mut run: impl FnMut() -> T) -> String {
    let mut times: Vec<_> = (0..40)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort();
    format!("fastest {:?}, median {:?}", times[0], times[20])
}

#[test]
#[ignore = "prints times; run it alone and in release mode"]
fn timing() {
    println!("lgame {}", times(retrograde::<LGame>));
    println!("rhombus {}", times(retrograde::<Rhombus>));
}
