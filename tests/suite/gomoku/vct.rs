//! Wins by fours and threes: every claim is replayed by the rules alone, against every legal reply.

use super::{RULES, midgame, random_position};
use quartet::game::Game;
use quartet::games::gomoku::patterns::Patterns;
use quartet::games::gomoku::proof::Attack;
use quartet::games::gomoku::scene::Scene;
use quartet::games::gomoku::threats::Threats;
use quartet::games::gomoku::vcf::{Finding, Vcf};
use quartet::games::gomoku::vct::Vct;
use quartet::games::gomoku::verify::verify;
use quartet::games::gomoku::{Gomoku, Position};
use quartet::random::SplitMix64;
use quartet::search::control::Watch;

/// Searches the position with so many nodes and replays what is claimed; the plies of the win.
fn checked_win(position: &Position, vct: &mut Vct, vcf: &mut Vcf, nodes: u64) -> Option<u16> {
    let patterns = Patterns::default();
    let mut threats = Threats::default();
    threats.reset(position, &patterns);
    let mut scene = Scene::new(position, &mut threats, &patterns);
    let mut watch = Watch::unlimited();
    let Finding::Win(..) = vct.seek(&mut scene, vcf, nodes, &mut watch).unwrap() else { return None };
    let tree = vct.tree(&mut scene, vcf, 100 * nodes, &mut watch).unwrap();
    assert_eq!(scene.position(), position, "not everything was taken back");
    let shown = || format!("{:?}\n{}", position.rule(), Gomoku::diagram(position));
    let (tree, plies) = tree.unwrap_or_else(|| panic!("no tree {}", shown()));
    let mut text = String::new();
    tree.write(&mut text);
    assert_eq!(Attack::read(&text).as_ref(), Ok(&tree), "{text}");
    match verify(position, &tree) {
        Ok(longest) => assert!(longest <= plies, "{longest} {plies} {text} {}", shown()),
        Err(what) => panic!("{what} {text} {}", shown()),
    }
    assert!(tree.longest_line(position).len() <= usize::from(plies), "{text} {}", shown());
    Some(plies)
}

/// Searches so many random positions; gives how many were claimed, and in how many plies at the most.
fn replay(seed: u64, rounds: usize) -> (usize, u16) {
    let mut random = SplitMix64::new(seed);
    let (mut vct, mut vcf) = (Vct::default(), Vcf::default());
    let (mut claims, mut longest) = (0, 0);
    for round in 0..rounds {
        let (rule, size) = (RULES[round % 3], 9 + random.below(8));
        let position = if round % 4 == 0 {
            let (x, o) = (8 + random.below(14), 8 + random.below(14));
            random_position(&mut random, size, rule, x, o)
        } else {
            let plies = 8 + random.below(40);
            midgame(&mut random, size, rule, plies)
        };
        if Gomoku::terminal(&position).is_none()
            && let Some(plies) = checked_win(&position, &mut vct, &mut vcf, 2000)
        {
            claims += 1;
            longest = longest.max(plies);
        }
    }
    (claims, longest)
}

#[test]
fn claims_replay() {
    let found = replay(61, 1000);
    println!("{found:?}");
    assert!(found.0 >= 500 && found.1 >= 13, "{found:?}");
}

#[test]
#[ignore = "hours"]
fn claims_replay_at_length() {
    println!("{:?}", replay(62, 100_000));
}
