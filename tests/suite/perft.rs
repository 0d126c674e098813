//! Perft against published and independently computed numbers in `tests/perft/NAME.txt`. A line is
//! `<position text> | <count at depth 1> <count at depth 2> …`; `#` begins a comment.

use quartet::game::{Notation, perft};
use quartet::games::playable::{Playable, RulesOf};
use quartet::games::{self, VARIANTS, Variant, Visitor};

struct Check;

impl Visitor for Check {
    type Out = usize;

    fn visit<P: Playable>(self, variant: &'static Variant) -> usize {
        let path = format!("{}/tests/perft/{}.txt", env!("CARGO_MANIFEST_DIR"), variant.name);
        let text = std::fs::read_to_string(&path).expect("every variant has its perft file");
        let rows = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let mut checked = 0;
        for row in rows {
            let (position, counts) = row.split_once('|').expect("position | counts");
            let rules = RulesOf::<P>::default();
            let mut position = P::Game::parse_position(&rules, position.trim()).expect("a position");
            for (depth, expected) in (1..).zip(counts.split_whitespace()) {
                let found = perft::<P::Game, ()>(&mut position, depth, &mut || Ok(()));
                assert_eq!(found.map(|leaves| leaves.to_string()).as_deref(), Ok(expected), "{row} at depth {depth}");
                checked += 1;
            }
        }
        checked
    }
}

#[test]
fn perft_gives_the_known_numbers_in_every_game() {
    for variant in VARIANTS {
        let checked = games::visit(variant, Check).expect("a registered variant");
        assert!(checked >= 4, "{} has only {checked} perft numbers", variant.name);
    }
}
