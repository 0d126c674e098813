//! Gomoku's expert: proofs against exhaustive search, completeness of candidate lists, the evaluation.

use super::{RULES, moves, picture, point, position, random_position};
use quartet::game::{Game, Notation, Side, Symmetric, Terminal};
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::games::gomoku::threats::static_proofs::ThreatView;
use quartet::games::gomoku::{Gomoku, GomokuExpert, Point, Position, Rule};
use quartet::games::playable::Playable;
use quartet::random::SplitMix64;
use quartet::score::{Bound, Score, Window};
use quartet::search::expert::{Coverage, Expert, Goal, Node, OracleResult, ScoredMove, StandPat};
use quartet::search::stop::Watch;
use std::sync::Arc;
use std::time::Instant;

fn at(depth: i16, goal: Goal) -> Node {
    Node { depth, ply: 1, window: Window::FULL, goal, selectivity: 1, cut_node: false }
}

fn expert_of(position: &Position) -> GomokuExpert {
    let mut expert = GomokuExpert::new(Arc::default());
    expert.on_root(position);
    expert
}

fn static_proof(position: &Position) -> Option<OracleResult<Point>> {
    let (mut threats, patterns) = (Threats::default(), PatternTables::default());
    threats.reset(position, &patterns);
    ThreatView::new(position, &threats, &patterns).proven_value()
}

fn candidates(position: &Position, depth: i16, goal: Goal) -> (Coverage, Vec<Point>) {
    let mut listed: Vec<ScoredMove<Point>> = Vec::new();
    let coverage = expert_of(position).candidates(position, &at(depth, goal), &mut listed);
    let points: Vec<Point> = listed.iter().map(|scored| scored.mv).collect();
    let mut unique = points.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), points.len(), "a move is listed twice");
    assert!(!points.is_empty());
    assert!(points.iter().all(|&mv| Gomoku::is_legal(position, mv)));
    assert!(listed.iter().all(|scored| scored.score.abs() <= 16_384));
    (coverage, points)
}

fn try_move<T>(position: &mut Position, mv: Point, ask: impl FnOnce(&mut Position) -> T) -> T {
    let undo = Gomoku::play(position, mv);
    let answer = ask(position);
    Gomoku::undo(position, mv, undo);
    answer
}

/// Whether the side to move can win within this number of plies, by exhaustive search.
fn wins(position: &mut Position, plies: u16) -> bool {
    let (board, side) = (position.board(), position.side());
    if board.empty_points().any(|point| board.makes_five(point, side, position.five_rule(side))) {
        return true;
    }
    plies >= 3 && moves(position).into_iter().any(|mv| try_move(position, mv, |after| loses(after, plies - 1)))
}

/// Whether every move of the side to move loses within this number of plies.
fn loses(position: &mut Position, plies: u16) -> bool {
    if position.winner().is_some() {
        return position.winner() != Some(position.side());
    }
    let legal = moves(position);
    plies >= 2
        && !legal.is_empty()
        && legal
            .into_iter()
            .all(|mv| try_move(position, mv, |after| after.winner().is_none() && wins(after, plies - 1)))
}

#[test]
fn proofs_hold_against_exhaustive_search() {
    let mut random = SplitMix64::new(31);
    let mut seen = [[0; 6]; 3];
    for round in 0..3000 {
        let rule = round % 3;
        let size = 8 + random.below(3);
        let (x, o) = (8 + random.below(16), 8 + random.below(16));
        let mut position = random_position(&mut random, size, RULES[rule], x, o);
        if Gomoku::terminal(&position).is_some() {
            continue;
        }
        let Some(verdict) = static_proof(&position) else { continue };
        let shown = format!("{verdict:?} {:?}\n{}", RULES[rule], Gomoku::diagram(&position));
        let plies = verdict.score.distance().unwrap();
        seen[rule][usize::from(plies)] += 1;
        if let Some(best) = verdict.best {
            assert!(Gomoku::is_legal(&position, best), "{shown}");
        }
        if verdict.score.is_loss() {
            assert!(verdict.bound == Bound::Exact && loses(&mut position, plies), "{shown}");
            assert!(plies == 2 || !loses(&mut position, plies - 2), "{shown}");
        } else if plies == 1 {
            assert!(position.board().makes_five(
                verdict.best.unwrap(),
                position.side(),
                position.five_rule(position.side())
            ));
        } else {
            let best = verdict.best.unwrap();
            assert!(try_move(&mut position, best, |after| loses(after, plies - 1)), "{shown}");
            assert!(verdict.bound == Bound::Lower || !wins(&mut position, plies - 2), "{shown}");
        }
    }
    // Every kind of proof has occurred: wins in 1, 3 and 5 plies, losses in 2 and 4.
    assert!(seen.iter().all(|counts| counts[1..].iter().all(|&count| count > 2)), "{seen:?}");
}

#[test]
fn two_open_threes_win_if_the_opponent_has_no_four() {
    let stones = ["", "", ".....x", ".....x", "...xx"];
    let swapped = stones.map(|row| row.replace('x', "o"));
    let swapped = swapped.each_ref().map(|row| &row[..]);
    let proof = |rule, side, rows: &[&str]| {
        static_proof(&picture(rule, side, 11, rows)).map(|proof| (proof.score, proof.bound, proof.best))
    };
    let win = |bound| Some((Score::win_in(5), bound, Some(point("f5"))));
    assert_eq!(proof(Rule::Freestyle, Side::X, &stones), win(Bound::Exact));
    assert_eq!(proof(Rule::Standard, Side::O, &swapped), win(Bound::Exact));
    assert_eq!(proof(Rule::Renju, Side::O, &swapped), win(Bound::Lower));
    assert_eq!(proof(Rule::Renju, Side::X, &stones), None);
    let with_a_four = [&stones[..], &["", "xooo"]].concat();
    assert_eq!(proof(Rule::Freestyle, Side::X, &with_a_four), None);
}

#[test]
fn complete_lists_leave_out_only_losing_moves() {
    let mut random = SplitMix64::new(32);
    let mut checked = 0;
    for round in 0..1500 {
        let size = 7 + random.below(3);
        let (x, o) = (8 + random.below(14), 8 + random.below(14));
        let mut position = random_position(&mut random, size, RULES[round % 3], x, o);
        if Gomoku::terminal(&position).is_some() || wins(&mut position, 1) {
            continue;
        }
        let (coverage, listed) = candidates(&position, 4, Goal::Heuristic);
        if coverage == Coverage::Partial {
            continue;
        }
        for mv in moves(&position) {
            if !listed.contains(&mv) {
                checked += 1;
                let lost = try_move(&mut position, mv, |after| wins(after, 3));
                assert!(lost, "{mv:?} {listed:?} {:?}\n{}", RULES[round % 3], Gomoku::diagram(&position));
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn mate_lists_hold_wins_and_refutations() {
    let mut random = SplitMix64::new(33);
    let mut found = [0; 6];
    for round in 0..500 {
        let size = 5 + random.below(3);
        let density = 14 + random.below(15);
        let mut position = random_position(&mut random, size, RULES[round % 3], density, density);
        if Gomoku::terminal(&position).is_some() || position.empties() > 24 {
            continue;
        }
        for depth in 1..=5 {
            let (_, listed) = candidates(&position, depth, Goal::Mate);
            let plies = depth as u16;
            let mut keeps = |wanted: fn(&mut Position, u16) -> bool| {
                listed.iter().any(|&mv| try_move(&mut position, mv, |after| wanted(after, plies - 1)))
            };
            // If there is a win or a refutation, a listed move achieves it.
            let (kept, there) = if depth % 2 == 1 {
                (keeps(loses), wins(&mut position, plies))
            } else {
                (keeps(|after, plies| after.winner().is_some() || !wins(after, plies)), !loses(&mut position, plies))
            };
            assert_eq!(kept, there, "{depth} {:?} {listed:?}\n{}", RULES[round % 3], Gomoku::diagram(&position));
            found[plies as usize] += usize::from(there == (depth % 2 == 1));
        }
    }
    assert!(found[1..].iter().all(|&count| count > 10), "{found:?}");
}

#[test]
fn exact_lists_hold_everything() {
    let from = position(Rule::Renju, "9/9/4x4/3xx4/4oo3/9/9/9/9 x");
    let (coverage, listed) = candidates(&from, 9, Goal::Solve);
    assert_eq!((coverage, listed), (Coverage::Complete, moves(&from)));
}

#[test]
fn lists_keep_threats_and_start_in_the_centre() {
    let empty = position(Rule::Freestyle, "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x");
    assert_eq!(candidates(&empty, 6, Goal::Heuristic).1, [point("h8")]);
    let lone = position(Rule::Freestyle, "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o");
    let (coverage, listed) = candidates(&lone, 6, Goal::Heuristic);
    assert_eq!(coverage, Coverage::Partial);
    assert!(listed.contains(&point("g7")) && listed.contains(&point("h9")) && listed.len() < 40);
    // Against an open three: its two ends and the fours of the side to move.
    let three = picture(Rule::Freestyle, Side::O, 11, &["", "", "..o", "", "....xxx", "", "ooo"]);
    let (coverage, mut listed) = candidates(&three, 6, Goal::Heuristic);
    listed.sort_unstable();
    assert_eq!((coverage, listed), (Coverage::Complete, ["d5", "h5", "d7", "e7"].map(point).to_vec()));
}

#[test]
fn quiescence_follows_fours() {
    let forcing = |position: &Position| {
        let mut listed = Vec::new();
        let stand = expert_of(position).quiescence_moves(position, &at(0, Goal::Heuristic), &mut listed);
        (stand, listed.iter().map(|scored| scored.mv).collect::<Vec<Point>>())
    };
    let four = picture(Rule::Freestyle, Side::X, 9, &["xoooo"]);
    assert_eq!(forcing(&four), (StandPat::Forbidden, vec![point("f1")]));
    // Quiescence follows a four only if it makes another threat, too.
    let lone = picture(Rule::Freestyle, Side::O, 9, &["xooo"]);
    let connected = picture(Rule::Freestyle, Side::O, 9, &["", "", "xooo", ".....o", "......o"]);
    assert_eq!(forcing(&lone), (StandPat::Allowed, vec![]));
    assert_eq!(forcing(&connected), (StandPat::Allowed, vec![point("e3")]));
    // A forbidden point is no block.
    let foul = picture(Rule::Renju, Side::X, 9, &["xoooo", "", "...xx", "", "", ".....x", ".....x"]);
    let stuck = picture(Rule::Renju, Side::X, 9, &["xoooo.", "....xx", "...x.x", "..x..x"]);
    assert_eq!(forcing(&foul), (StandPat::Forbidden, vec![point("f1")]));
    assert_eq!(forcing(&stuck), (StandPat::Forbidden, vec![]));
    assert_eq!(static_proof(&stuck).unwrap().score, Score::loss_in(2));
}

#[test]
fn the_evaluation_is_fair() {
    let mut random = SplitMix64::new(34);
    for round in 0..60 {
        let size = 7 + random.below(10);
        let position = random_position(&mut random, size, RULES[round % 2], 12, 12);
        let value = expert_of(&position).evaluate(&position);
        let terms = Gomoku::explain(&mut expert_of(&position), &position);
        assert_eq!(terms.iter().map(|(_, term)| term).sum::<i32>(), i32::from(value.0));
        assert!(!value.is_proven());
        for symmetry in 1..8 {
            let image = Gomoku::transform(&position, symmetry);
            assert_eq!(expert_of(&image).evaluate(&image), value);
        }
        // The same position with colours swapped.
        let swapped: String = Gomoku::write_position(&position)
            .chars()
            .map(|letter| match letter {
                'x' => 'o',
                'o' => 'x',
                other => other,
            })
            .collect();
        let swapped = super::position(RULES[round % 2], &swapped);
        assert_eq!(expert_of(&swapped).evaluate(&swapped), value);
    }
}

/// Candidates with their priors at depth 5, by point, before and after the expert selects from them.
fn selection(position: &Position, ply: u16, goal: Goal) -> [Vec<(Point, i32)>; 2] {
    let (mut expert, mut listed) = (expert_of(position), Vec::new());
    let node = Node { ply, ..at(5, goal) };
    let by_point = |listed: &[ScoredMove<Point>]| {
        let mut priors: Vec<_> = listed.iter().map(|scored| (scored.mv, scored.score)).collect();
        priors.sort_unstable();
        priors
    };
    expert.candidates(position, &node, &mut listed);
    let before = by_point(&listed);
    expert.select_candidates(position, &node, &mut listed);
    [before, by_point(&listed)]
}

#[test]
fn probabilities_order_moves_unless_they_are_forced() {
    let quiet = position(Rule::Freestyle, "15/15/15/15/15/15/6xo7/7x7/6o8/15/15/15/15/15/15 x");
    let [before, after] = selection(&quiet, 0, Goal::Heuristic);
    let points = |priors: &[(Point, i32)]| priors.iter().map(|(mv, _)| *mv).collect::<Vec<_>>();
    assert_eq!(points(&before), points(&after));
    assert_ne!(before, after);
    let [best, worst] = [after.iter().max_by_key(|prior| prior.1), after.iter().min_by_key(|prior| prior.1)];
    assert!(best.zip(worst).is_some_and(|(best, worst)| best.1 <= 8_000 && worst.1 < best.1 - 8_192), "{after:?}");
    let open_three = position(Rule::Freestyle, "15/15/15/15/15/15/6xxx6/7o7/6o8/15/15/15/15/15/15 o");
    for (position, goal) in [(&quiet, Goal::Mate), (&open_three, Goal::Heuristic)] {
        let [before, after] = selection(position, 1, goal);
        assert_eq!(before, after);
    }
}

#[test]
fn the_least_likely_moves_are_searched_at_the_root_alone() {
    let middle_game = position(Rule::Freestyle, "15/15/15/15/5xo8/4o1x8/6xo7/3ox1x1o6/6o8/7x7/15/15/15/15/15 x");
    let [[_, mut at_root], [_, mut below]] = [0, 1].map(|ply| selection(&middle_game, ply, Goal::Heuristic));
    assert_eq!([at_root.len(), below.len()], [40, 24]);
    at_root.sort_by_key(|&(mv, score)| (-score, mv));
    below.sort_by_key(|&(mv, score)| (-score, mv));
    assert_eq!(at_root[..24], below);
}

/// Plain negamax with the expert's hooks; counts its nodes.
fn negamax(position: &mut Position, expert: &mut GomokuExpert, depth: i16, window: Window, nodes: &mut u64) -> Score {
    *nodes += 1;
    match Gomoku::terminal(position) {
        Some(Terminal::Loss) => return Score::loss_in(0),
        Some(_) => return Score::DRAW,
        None => {}
    }
    let here = Node { window, ..at(depth, Goal::Heuristic) };
    if let Ok(Some(verdict)) = expert.oracle(position, &here, &mut Watch::unlimited()) {
        return verdict.score;
    }
    let mut listed = Vec::new();
    let mut best = Score::loss_in(2);
    if depth > 0 {
        expert.candidates(position, &here, &mut listed);
    } else if expert.quiescence_moves(position, &here, &mut listed) == StandPat::Allowed {
        best = expert.evaluate(position);
    }
    listed.sort_unstable_by_key(|scored| -scored.score);
    for scored in listed {
        if best >= window.beta {
            break;
        }
        let undo = Gomoku::play(position, scored.mv);
        expert.on_play(position, scored.mv);
        let below = Window::new(window.alpha.max(best), window.beta).flipped();
        let score = -negamax(position, expert, depth - 1, below, nodes).add_plies(1);
        Gomoku::undo(position, scored.mv, undo);
        expert.on_undo();
        best = best.max(score);
    }
    best
}

#[test]
#[ignore = "speed of the hooks in a plain search"]
fn speed() {
    for (rule, text) in [
        (Rule::Freestyle, "15/15/15/15/15/15/6xo7/7x7/6o8/15/15/15/15/15/15 x"),
        (Rule::Freestyle, "15/15/15/15/15/15/5xo1o6/7x1o5/6xo7/8x6/15/15/15/15/15 x"),
        (Rule::Renju, "15/15/15/15/15/15/5xo1o6/7x1o5/6xo7/8x6/15/15/15/15/15 x"),
    ] {
        let mut position = position(rule, text);
        let mut expert = expert_of(&position);
        for depth in 1..=6 {
            let (start, mut nodes) = (Instant::now(), 0);
            let score = negamax(&mut position, &mut expert, depth, Window::FULL, &mut nodes);
            let micros = start.elapsed().as_micros().max(1) as u64;
            println!("{rule:?} depth {depth}: {score:?}, {nodes} nodes, {} knodes/s", nodes * 1000 / micros);
        }
    }
}
