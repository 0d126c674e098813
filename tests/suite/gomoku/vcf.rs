//! Wins by continuous fours against trying every four and every reply by the rules alone.

use super::{RULES, moves, picture, point, random_position};
use quartet::game::{Game, Side};
use quartet::games::gomoku::patterns::Patterns;
use quartet::games::gomoku::scene::Scene;
use quartet::games::gomoku::threats::Threats;
use quartet::games::gomoku::vcf::{ENDLESS, Finding, Limits, Vcf};
use quartet::games::gomoku::{Gomoku, Position, Rule};
use quartet::random::SplitMix64;
use quartet::search::control::{StopToken, Watch};
use std::sync::Arc;

const ANY: Limits = Limits { plies: ENDLESS, nodes: u32::MAX };

/// Runs `ask` on a scene of the position.
fn on_scene<T>(position: &Position, ask: impl FnOnce(&mut Scene<'_>) -> T) -> T {
    let patterns = Patterns::default();
    let mut threats = Threats::default();
    threats.reset(position, &patterns);
    let mut scene = Scene::new(position, &mut threats, &patterns);
    let answer = ask(&mut scene);
    assert_eq!(scene.position(), position, "not everything was taken back");
    answer
}

fn shortest(position: &Position) -> Finding {
    on_scene(position, |scene| Vcf::default().shortest(scene, ANY, &mut Watch::unlimited()).unwrap())
}

/// Whether the side to move has a point that makes five.
fn has_five(position: &Position, side: Side) -> bool {
    let (board, rule) = (position.board(), position.five_rule(side));
    board.empty_points().any(|point| board.makes_five(point, side, rule))
}

/// Whether the side to move wins within so many plies by moves that each threaten five, by the rules alone.
fn wins_by_fours(position: &Position, plies: u16) -> bool {
    let side = position.side();
    has_five(position, side)
        || plies >= 3
            && moves(position).into_iter().any(|mv| {
                let mut after = position.clone();
                Gomoku::play(&mut after, mv);
                has_five(&after, side) && loses_to_fours(&after, plies - 1)
            })
}

fn loses_to_fours(position: &Position, plies: u16) -> bool {
    let replies = moves(position);
    !replies.is_empty()
        && replies.into_iter().all(|reply| {
            let mut after = position.clone();
            Gomoku::play(&mut after, reply);
            after.winner().is_none() && wins_by_fours(&after, plies - 1)
        })
}

/// Compares so many random crowded positions; gives how many of them are won in how many plies.
fn compare(seed: u64, rounds: usize) -> [usize; 16] {
    let mut random = SplitMix64::new(seed);
    let mut seen = [0; 16];
    for round in 0..rounds {
        let size = 5 + random.below(4);
        let (x, o) = (22 + random.below(20), 22 + random.below(20));
        let position = random_position(&mut random, size, RULES[round % 3], x, o);
        if Gomoku::terminal(&position).is_some() || position.empties() > 26 {
            continue;
        }
        let found = shortest(&position);
        let shown = || format!("{found:?} {:?}\n{}", position.rule(), Gomoku::diagram(&position));
        let expected = (1..position.empties() as u16 + 2).step_by(2).find(|&plies| wins_by_fours(&position, plies));
        match (found, expected) {
            (Finding::Win(plies, mv), Some(expected)) => {
                assert!(plies == expected && Gomoku::is_legal(&position, mv), "{expected} {}", shown());
                seen[usize::from(plies).min(15)] += 1;
            }
            (found, expected) => {
                assert!(found == Finding::Refuted(ENDLESS) && expected.is_none(), "{expected:?} {}", shown())
            }
        }
    }
    seen
}

#[test]
fn found_is_what_there_is() {
    let seen = compare(51, 3000);
    assert!([1, 3, 5, 7].iter().all(|&plies| seen[plies] >= 5), "{seen:?}");
}

#[test]
#[ignore = "minutes"]
fn found_is_what_there_is_at_length() {
    let seen = compare(52, 100_000);
    println!("{seen:?}");
    assert!([1, 3, 5, 7, 9, 11].iter().all(|&plies| seen[plies] >= 5), "{seen:?}");
}

/// The whole line is legal, alternates fours and forced blocks, and ends with five.
fn check_line(position: &Position, plies: u16) {
    let limits = Limits { plies, nodes: u32::MAX };
    let line = on_scene(position, |scene| Vcf::default().line(scene, limits, &mut Watch::unlimited()).unwrap());
    assert_eq!(line.len(), usize::from(plies));
    let mut after = position.clone();
    for &mv in &line {
        assert!(Gomoku::is_legal(&after, mv));
        Gomoku::play(&mut after, mv);
    }
    assert_eq!(after.winner(), Some(position.side()));
}

#[test]
fn fouls_are_weapon_and_shield() {
    // The block e4 would be an overline.
    let weapon = &["....x", "....x", "....x", "xooo", "....x", "....x"][..];
    // Two fours at once are a foul, and one after the other they share their block.
    let shield = &["", "", "", "oxxx", "....x", "....x", "....x", "....o"][..];
    for (rule, side, rows, expected) in [
        (Rule::Renju, Side::O, weapon, Finding::Win(3, point("f4"))),
        (Rule::Standard, Side::O, weapon, Finding::Refuted(ENDLESS)),
        (Rule::Freestyle, Side::O, weapon, Finding::Refuted(ENDLESS)),
        (Rule::Renju, Side::X, shield, Finding::Refuted(ENDLESS)),
        (Rule::Freestyle, Side::X, shield, Finding::Win(3, point("e4"))),
    ] {
        let from = picture(rule, side, 11, rows);
        assert_eq!(shortest(&from), expected, "{rule:?}\n{}", Gomoku::diagram(&from));
    }
}

#[test]
fn a_search_stops_at_once_and_leaves_everything_as_it_was() {
    let mut random = SplitMix64::new(53);
    let mut stopped = 0;
    for round in 0..300 {
        let position = random_position(&mut random, 15, RULES[round % 3], 18, 18);
        let stop = StopToken::default();
        stop.stop();
        let mut watch = Watch::new(stop, Arc::default(), None);
        stopped += usize::from(on_scene(&position, |scene| Vcf::default().seek(scene, ANY, &mut watch)).is_err());
        assert_eq!(watch.nodes(), 0);
        let tight = Limits { plies: ENDLESS, nodes: 3 };
        let (found, nodes) = on_scene(&position, |scene| {
            let mut watch = Watch::unlimited();
            (Vcf::default().seek(scene, tight, &mut watch).unwrap(), watch.nodes())
        });
        assert!(nodes <= 4);
        if let Finding::Win(plies, _) = found {
            check_line(&position, plies);
        }
    }
    assert!(stopped > 50, "{stopped}");
}
