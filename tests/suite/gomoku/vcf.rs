//! Victories by continuous fours (VCF) against exhaustive search of fours and replies by the rules alone.

use super::{PATTERNS, RULES, moves, naive, picture, point, random_position};
use quartet::game::{Game, Notation, Side};
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::solvers::replay::Replay;
use quartet::games::gomoku::solvers::search_board::SearchBoard;
use quartet::games::gomoku::solvers::vcf::{Limits, SolverResult, UNLIMITED_PLIES, Vcf};
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule};
use quartet::random::SplitMix64;
use quartet::search::stop::{StopToken, Watch};
use std::collections::HashMap;
use std::sync::Arc;

const ANY: Limits = Limits { plies: UNLIMITED_PLIES, nodes: u32::MAX };

/// Calls `ask` with a search board of the position.
fn with_search_board<T>(position: &Position, ask: impl FnOnce(&mut SearchBoard<'_>) -> T) -> T {
    let mut threats = Threats::default();
    threats.reset(position, &PATTERNS);
    let mut search_board = SearchBoard::new(position, &mut threats, &PATTERNS);
    let answer = ask(&mut search_board);
    assert_eq!(search_board.position(), position, "not everything was taken back");
    answer
}

fn shortest(position: &Position) -> SolverResult {
    with_search_board(position, |search_board| {
        Vcf::default().shortest(search_board, ANY, &mut Watch::unlimited()).unwrap()
    })
}

/// Whether the side to move has a point that makes five.
fn has_five(position: &Position, side: Side) -> bool {
    let (board, rule) = (position.board(), position.five_rule(side));
    board.empty_points().any(|point| board.makes_five(point, side, rule))
}

/// Whether the side to move wins within this number of plies by moves that each threaten five, by the rules alone.
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

/// A random renju board, `x` to move, with an empty point where `o` would make five and `x` mostly two fours.
fn with_forbidden_block(random: &mut SplitMix64) -> Position {
    let size = 9 + random.below(6);
    let filled = random_position(random, size, Rule::Renju, 16, 16);
    let mut stones: HashMap<Point, Side> =
        filled.board().points().filter_map(|point| Some((point, filled.board().stone(point)?))).collect();
    let (row, col) = (4 + random.below(size - 8) as i32, 4 + random.below(size - 8) as i32);
    let lines = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let turn = random.below(4);
    for (line, side) in [(turn, Side::O), (turn + 1, Side::X), (turn + 2, Side::X)] {
        let (down, right) = lines[line % 4];
        // Five points in a row that include the block; for `x` one of them stays empty.
        let first = random.below(5) as i32 - 4;
        let left_out = if side == Side::X { random.below(5) as i32 } else { -first };
        for k in (0..5).filter(|&k| k != left_out).map(|k| first + k) {
            stones.insert(Point::new((row + k * down) as usize, (col + k * right) as usize), side);
        }
    }
    stones.remove(&Point::new(row as usize, col as usize));
    let mut position = Position::new(size, Rule::Renju);
    stones.into_iter().for_each(|(point, side)| position.put(point, side));
    position.set_turn(Side::X, 0);
    position
}

/// Whether the side to move has to block at a point where its stone would threaten five but is a foul.
fn has_forbidden_block(position: &Position) -> bool {
    let (board, you) = (position.board(), position.side().other());
    let fives =
        |side| board.empty_points().filter(move |&point| board.makes_five(point, side, position.five_rule(side)));
    let mut blocks = fives(you);
    let (Some(block), None, false) = (blocks.next(), blocks.next(), has_five(position, position.side())) else {
        return false;
    };
    let mut after = position.clone();
    after.put(block, position.side());
    !Gomoku::is_legal(position, block) && has_five(&after, position.side())
}

/// The moves of the VCF win that is claimed, if one is.
fn claimed_line(position: &Position) -> Vec<Point> {
    let (mut vcf, limits) = (Vcf::default(), Limits { nodes: 2000, ..ANY });
    let watch = &mut Watch::unlimited();
    with_search_board(position, |search_board| match vcf.search(search_board, limits, watch).unwrap() {
        SolverResult::Win(plies, _) => vcf.line(search_board, Limits { plies, ..limits }, watch).unwrap(),
        _ => Vec::new(),
    })
}

/// A line of fours that wins after a pass wins after every reply that is no candidate to refute it.
#[test]
fn only_candidates_refute_a_line() {
    let mut random = SplitMix64::new(83);
    let (mut lines, mut refuted) = (0, 0);
    for round in 0..3000 {
        let (rule, size) = ([Rule::Freestyle, Rule::Standard][round % 2], 8 + random.below(6));
        let (x, o) = (10 + random.below(14), 10 + random.below(14));
        let mut position = random_position(&mut random, size, rule, x, o);
        position.set_turn(Side::X, 0);
        let begins = position.find_winner() && position.winner().is_none();
        if !begins || [Side::X, Side::O].into_iter().any(|side| has_five(&position, side)) {
            continue;
        }
        let line = claimed_line(&position);
        if line.is_empty() {
            continue;
        }
        lines += 1;
        position.set_turn(Side::O, 1);
        let mut replay = Replay::new(&position);
        let candidates = replay.candidates(&line).expect("the line wins after a pass");
        for reply in moves(&position) {
            let wins = replay.line_wins_after(reply, &line);
            assert!(wins || candidates.contains(&reply), "{reply:?} {line:?}\n{}", Gomoku::diagram(&position));
            refuted += u32::from(!wins);
        }
    }
    assert!(lines > 300 && refuted > 3000, "{lines} {refuted}");
}

/// Under renju the attacker may have to block on a forbidden point; then there is no VCF win. The naive implementation
/// replays every win that is claimed.
#[test]
fn no_vcf_win_needs_a_forbidden_block() {
    let mut random = SplitMix64::new(25);
    let (mut won, mut met) = (0, 0);
    for round in 0..1500 {
        let mut position = match round % 3 {
            0 => with_forbidden_block(&mut random),
            _ => {
                let (x, o) = (20 + random.below(16), 14 + random.below(16));
                let size = 8 + random.below(8);
                random_position(&mut random, size, Rule::Renju, x, o)
            }
        };
        let begins = position.find_winner() && position.winner().is_none() && Gomoku::terminal(&position).is_none();
        if !begins {
            continue;
        }
        let has_forbidden_block = has_forbidden_block(&position);
        met += usize::from(has_forbidden_block);
        let line = claimed_line(&position);
        let Some(proof) = AttackNode::pattern(&line) else { continue };
        let plies = naive::Game::of(&position).judge(&proof);
        let moves: Vec<String> = line.iter().map(|&mv| Gomoku::write_move(&position, mv)).collect();
        let holds = plies.is_some_and(|plies| usize::from(plies) == line.len()) && !has_forbidden_block;
        assert!(holds, "{plies:?} {moves:?}\n{}", Gomoku::diagram(&position));
        won += 1;
    }
    assert!(won > 300 && met > 30, "{won} {met}");
}

/// Compares this number of random crowded positions; returns the number of wins by plies.
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
            (SolverResult::Win(plies, mv), Some(expected)) => {
                assert!(plies == expected && Gomoku::is_legal(&position, mv), "{expected} {}", shown());
                seen[usize::from(plies).min(15)] += 1;
            }
            (found, expected) => {
                assert!(
                    found == SolverResult::Refuted(UNLIMITED_PLIES) && expected.is_none(),
                    "{expected:?} {}",
                    shown()
                );
            }
        }
    }
    seen
}

#[test]
fn all_vcf_wins_are_found() {
    let seen = compare(51, 3000);
    assert!([1, 3, 5, 7].iter().all(|&plies| seen[plies] >= 5), "{seen:?}");
}

#[test]
#[ignore = "minutes"]
fn all_vcf_wins_are_found_on_many_boards() {
    let seen = compare(52, 100_000);
    println!("{seen:?}");
    assert!([1, 3, 5, 7, 9, 11].iter().all(|&plies| seen[plies] >= 5), "{seen:?}");
}

/// The whole line is legal, alternates fours and forced blocks, and ends with five.
fn check_line(position: &Position, plies: u16) {
    let limits = Limits { plies, nodes: u32::MAX };
    let line = with_search_board(position, |search_board| {
        Vcf::default().line(search_board, limits, &mut Watch::unlimited()).unwrap()
    });
    assert_eq!(line.len(), usize::from(plies));
    let mut after = position.clone();
    for &mv in &line {
        assert!(Gomoku::is_legal(&after, mv));
        Gomoku::play(&mut after, mv);
    }
    assert_eq!(after.winner(), Some(position.side()));
}

#[test]
fn fouls_help_attack_and_defence() {
    // The block e4 would be an overline.
    let weapon = &["....x", "....x", "....x", "xooo", "....x", "....x"][..];
    // Two fours at once are a foul, and one after the other they share their block.
    let shield = &["", "", "", "oxxx", "....x", "....x", "....x", "....o"][..];
    for (rule, side, rows, expected) in [
        (Rule::Renju, Side::O, weapon, SolverResult::Win(3, point("f4"))),
        (Rule::Standard, Side::O, weapon, SolverResult::Refuted(UNLIMITED_PLIES)),
        (Rule::Freestyle, Side::O, weapon, SolverResult::Refuted(UNLIMITED_PLIES)),
        (Rule::Renju, Side::X, shield, SolverResult::Refuted(UNLIMITED_PLIES)),
        (Rule::Freestyle, Side::X, shield, SolverResult::Win(3, point("e4"))),
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
        stopped += usize::from(
            with_search_board(&position, |search_board| Vcf::default().search(search_board, ANY, &mut watch)).is_err(),
        );
        assert_eq!(watch.nodes(), 0);
        let tight = Limits { plies: UNLIMITED_PLIES, nodes: 3 };
        let (found, nodes) = with_search_board(&position, |search_board| {
            let mut watch = Watch::unlimited();
            (Vcf::default().search(search_board, tight, &mut watch).unwrap(), watch.nodes())
        });
        assert!(nodes <= 4);
        if let SolverResult::Win(plies, _) = found {
            check_line(&position, plies);
        }
    }
    assert!(stopped > 50, "{stopped}");
}
