//! Othello's expert: evaluation, schedule of iterations, candidates, and the players of the school report.

use super::{position, random_game};
use quartet::game::{Game, Notation, PackedMove, Side, Symmetric};
use quartet::games::othello::expert::LEAF_EMPTIES;
use quartet::games::othello::{Move, Othello, OthelloExpert, Position, one_ply};
use quartet::games::playable::Playable;
use quartet::random::SplitMix64;
use quartet::score::{Bound, Score, Window};
use quartet::search::expert::{Coverage, Expert, Goal, Iteration, Node};
use quartet::search::stop::Watch;
use std::sync::Arc;

fn expert() -> OthelloExpert {
    OthelloExpert::new(Arc::default())
}

#[test]
fn the_evaluation_is_symmetric() {
    let mut random = SplitMix64::new(10);
    let mut expert = expert();
    for position in (0..30).flat_map(|_| random_game(&mut random)) {
        let value = expert.evaluate(&position);
        for symmetry in 0..8 {
            assert_eq!(expert.evaluate(&Othello::transform(&position, symmetry)), value);
        }
        let swapped = Position::new(position.own(), position.opponent(), Othello::side(&position).other(), 0);
        assert_eq!(expert.evaluate(&swapped), value);
        let sum: i32 = Othello::explain(&mut expert, &position).iter().map(|(_, term)| term).sum();
        assert_eq!(sum, i32::from(value.0));
        assert!(value.0.abs() <= 6_400);
    }
}

#[test]
fn the_evaluation_prefers_corners_and_mobility() {
    let mut expert = expert();
    let mut value = |text: &str| expert.evaluate(&position(text)).0;
    let corner = "x7/1x6/2xoo3/2oxx3/2oxx3/8/8/8";
    assert!(value(&format!("{corner} x")) > value(&format!("{corner} o")));
    let one = Othello::start(&());
    assert!(value(&Othello::write_position(&one)).abs() < 300);
}

#[test]
fn the_schedule_ends_with_an_exact_iteration_if_the_depth_allows() {
    let mut random = SplitMix64::new(11);
    let expert = expert();
    for position in random_game(&mut random).into_iter().filter(|position| Othello::terminal(position).is_none()) {
        let empties = position.empties() as u8;
        for depth in [1, 5, 20, 60, 127] {
            let plan = expert.schedule(&position, depth);
            assert!(!plan.is_empty());
            // Every iteration goes further: in depth, in exactness, or in selectivity.
            let demand = |step: &Iteration| (step.goal == Goal::Solve, step.depth, -i16::from(step.selectivity));
            assert!(plan.windows(2).all(|pair| demand(&pair[0]) < demand(&pair[1])));
            assert!(plan.iter().all(|step| (1..=depth).contains(&step.depth)));
            let last = plan.last();
            assert_eq!(last.is_some_and(|step| step.solves()), depth >= empties);
            assert!(plan.iter().rev().skip(1).all(|step| step.goal == Goal::Heuristic || step.selectivity > 0));
            assert!(last.is_none_or(|step| step.depth == depth.min(empties)));
        }
        assert!(Othello::moves_to_go(&position) >= 1);
    }
}

#[test]
fn candidates_are_all_legal_moves() {
    let mut random = SplitMix64::new(12);
    let mut expert = expert();
    for position in random_game(&mut random).into_iter().chain([position("xo6/8/8/8/8/8/8/8 o")]) {
        let mut legal = Vec::new();
        Othello::legal_moves(&position, &mut legal);
        for (goal, depth) in [(Goal::Heuristic, 1), (Goal::Heuristic, 6), (Goal::Solve, 14), (Goal::Solve, 40)] {
            let node = Node { depth, ply: 0, window: Window::FULL, goal, selectivity: 0, cut_node: false };
            let mut listed = Vec::new();
            assert_eq!(expert.candidates(&position, &node, &mut listed), Coverage::Complete);
            let most = if goal == Goal::Heuristic { 16_384 } else { 1 << 23 };
            assert!(listed.iter().all(|candidate| candidate.score.abs() <= most));
            let mut moves: Vec<_> = listed.iter().map(|candidate| candidate.mv).collect();
            moves.sort_by_key(|mv| mv.to_bits());
            assert_eq!(moves, legal);
        }
    }
}

#[test]
fn leaves_are_solved_only_near_the_end() {
    let mut random = SplitMix64::new(13);
    let mut expert = expert();
    let mut solved = 0;
    for position in random_game(&mut random) {
        let answer = expert.solve_leaf(&position, Window::FULL, &mut Watch::unlimited());
        let Ok(answer) = answer else { panic!("no limits") };
        assert_eq!(answer.is_some(), position.empties() <= LEAF_EMPTIES);
        assert!(answer.is_none_or(|Score(value)| value % 200 == 0));
        solved += u32::from(answer.is_some());
    }
    assert!(solved >= 8);
}

#[test]
fn stable_discs_bound_exact_values_only() {
    let mut random = SplitMix64::new(15);
    let mut expert = expert();
    let mut bounds = [0; 2];
    for _ in 0..40 {
        for position in random_game(&mut random).into_iter().filter(|position| position.empties() <= 9) {
            let watch = &mut Watch::unlimited();
            let Ok(Some(value)) = expert.solve_leaf(&position, Window::FULL, watch) else { panic!("no limits") };
            for alpha in [-6_400, -3_000, -1, 0, 3_000, 6_399, 6_400] {
                let at = |goal| Node {
                    depth: 9,
                    ply: 0,
                    window: Window::null(Score(alpha)),
                    goal,
                    selectivity: 0,
                    cut_node: false,
                };
                let Ok(estimate) = expert.oracle(&position, &at(Goal::Heuristic), watch) else { panic!("no limits") };
                let all_discs = estimate.map(|verdict| (verdict.score.0, verdict.bound));
                assert_eq!(all_discs, (alpha == 6_400).then_some((6_400, Bound::Upper)));
                let Ok(verdict) = expert.oracle(&position, &at(Goal::Solve), watch) else { panic!("no limits") };
                let Some(verdict) = verdict else { continue };
                let lower = verdict.bound == Bound::Lower;
                bounds[usize::from(lower)] += 1;
                assert!(
                    if lower { verdict.score <= value } else { verdict.score >= value },
                    "{position:?} {verdict:?}"
                );
                assert_eq!(lower, verdict.score.0 > alpha);
            }
        }
    }
    assert!(bounds.iter().all(|&count| count > 100), "{bounds:?}");
}

/// The formula of the school report, computed by the rules alone.
fn by_hand(position: &Position, mv: Move, [p, f, m]: [i32; 3]) -> i32 {
    let mut after = position.clone();
    Othello::play(&mut after, mv);
    let side = Othello::side(position);
    let count = |position: &Position, side: Side| position.discs(side).count_ones() as i32;
    let flipped = (count(position, side.other()) - count(&after, side.other())).max(0);
    let mobility = position.legal_moves().count_ones() as i32 - after.legal_moves().count_ones() as i32;
    p * mv.square().map_or(0, one_ply::square_value) + f * flipped + m * mobility
}

#[test]
fn the_players_of_the_report() {
    const SIX: &str = "7:-3:0,7:-3:1,7:-3:2,7:-3:3,7:-3:4,7:-3:5";
    let mut random = SplitMix64::new(14);
    let player = |name: &str| one_ply::PLAYERS.iter().find(|player| player.name == name).expect("a player");
    for position in random_game(&mut random) {
        let number = 61 - position.empties();
        let staged = if number <= 20 { [6, 1, 4] } else { [[6, 2, 4], [1, 4, 4]][usize::from(number > 40)] };
        let stage = (number as i32 - 1) / 10;
        let mut moves = Vec::new();
        Othello::legal_moves(&position, &mut moves);
        for mv in moves {
            let value = |name: &str, weights: Option<&str>| {
                (player(name).value)(&position, mv, &|_| weights.map(str::to_string))
            };
            assert_eq!(value("practice", None), by_hand(&position, mv, [6, 2, 4]));
            assert_eq!(value("staged", None), by_hand(&position, mv, staged));
            assert_eq!(value("weighted", Some("6:1:4,6:2:4,1:4:4")), value("staged", None));
            assert_eq!(value("weighted", Some("100:1:0")), by_hand(&position, mv, [100, 1, 0]));
            assert_eq!(value("weighted", Some(SIX)), by_hand(&position, mv, [7, -3, stage]));
            assert_eq!(value("weighted", Some("6:1:4,6:1:4,6:2:4,6:2:4,1:4:4,1:4:4")), value("staged", None));
            for faulty in ["", "1:2", "1:2:3:4", "a:b:c", "1:2:3,4:5:6", "99999999999:1:1"] {
                assert_eq!(value("weighted", Some(faulty)), value("practice", None));
            }
            let _ = value("weighted", Some("2147483647:2147483647:-2147483648"));
        }
    }
    assert_eq!([0, 7, 56, 63].map(one_ply::square_value), [100; 4]);
    assert_eq!([9, 14, 49, 54].map(one_ply::square_value), [-45; 4]);
}
