//! Victories by continuous threats (VCT): every claim is replayed by the rules alone against every legal reply.

use super::{PATTERNS, RULES, midgame, moves, random_position};
use quartet::game::{Game, Notation};
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::solvers::replay::Replay;
use quartet::games::gomoku::solvers::search_board::SearchBoard;
use quartet::games::gomoku::solvers::vcf::{SolverResult, Vcf};
use quartet::games::gomoku::solvers::vct::Vct;
use quartet::games::gomoku::solvers::verify::verify;
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule};
use quartet::random::SplitMix64;
use quartet::search::stop::{StopToken, Watch};
use quartet::solve_file::wins;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The proof of the win, and its plies, that a search with this node limit claims, if it claims one.
pub(super) fn claimed_win(position: &Position, vct: &mut Vct, vcf: &mut Vcf, nodes: u64) -> Option<(AttackNode, u16)> {
    let mut threats = Threats::default();
    threats.reset(position, &PATTERNS);
    let mut search_board = SearchBoard::new(position, &mut threats, &PATTERNS);
    let mut watch = Watch::unlimited();
    let SolverResult::Win(plies, _) = vct.search(&mut search_board, vcf, nodes, &mut watch).unwrap() else {
        return None;
    };
    let tree = vct.tree(&mut search_board, vcf, 100 * nodes, &mut watch).unwrap();
    assert_eq!(search_board.position(), position, "not everything was taken back");
    let shown = || format!("{:?}\n{}", position.rule(), Gomoku::diagram(position));
    // The winner makes the first move and the last.
    assert!(plies % 2 == 1, "{plies} plies {}", shown());
    Some(tree.unwrap_or_else(|| panic!("no tree {}", shown())))
}

/// Searches the position with this node limit and replays the claimed win; returns its plies.
fn checked_win(position: &Position, vct: &mut Vct, vcf: &mut Vcf, nodes: u64) -> Option<u16> {
    let (tree, plies) = claimed_win(position, vct, vcf, nodes)?;
    let shown = || format!("{:?}\n{}", position.rule(), Gomoku::diagram(position));
    let mut text = String::new();
    tree.write(&mut text);
    assert_eq!(AttackNode::read(&text).as_ref(), Ok(&tree), "{text}");
    match verify(position, &tree) {
        Ok(longest) => assert!(longest <= plies && plies % 2 == 1, "{longest} {plies} {text} {}", shown()),
        Err(what) => panic!("{what} {text} {}", shown()),
    }
    assert!(tree.longest_line(position).len() <= usize::from(plies), "{text} {}", shown());
    Some(plies)
}

/// Searches random positions until this number of wins was claimed; returns the number of wins by plies.
fn replay(seed: u64, wanted: usize) -> BTreeMap<u16, usize> {
    let mut random = SplitMix64::new(seed);
    let (mut vct, mut vcf) = (Vct::default(), Vcf::default());
    let mut seen = BTreeMap::new();
    for round in 0.. {
        if seen.values().sum::<usize>() >= wanted {
            break;
        }
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
            *seen.entry(plies).or_default() += 1;
        }
    }
    seen
}

#[test]
fn claims_replay() {
    let seen = replay(61, 1000);
    assert!((1..16).step_by(2).all(|plies| seen.contains_key(&plies)), "{seen:?}");
}

#[test]
#[ignore = "ten minutes"]
fn many_claims_replay() {
    println!("{:?}", replay(62, 100_000));
}

/// The position with one more stone of the side that is not to move, unless the game is over with it.
fn with_stone(position: &Position, point: Point) -> Option<Position> {
    let mut changed = position.clone();
    changed.set_turn(position.side().other(), position.ply());
    changed.play(point);
    Gomoku::terminal(&changed).is_none().then_some(changed)
}

/// The position with a random stone of the side that is not to move on another point.
fn moved_stone(random: &mut SplitMix64, position: &Position, to: Point) -> Option<Position> {
    let (board, other) = (position.board(), position.side().other());
    let theirs: Vec<Point> = board.points().filter(|&point| board.stone(point) == Some(other)).collect();
    let from = theirs.get(random.below(theirs.len()))?;
    let mut changed = Position::new(board.size(), position.rule());
    let others = board.points().filter(|point| point != from);
    for (point, side) in others.filter_map(|point| Some((point, board.stone(point)?))) {
        changed.put(point, side);
    }
    changed.put(to, other);
    changed.set_turn(position.side(), position.ply());
    (changed.find_winner() && Gomoku::terminal(&changed).is_none()).then_some(changed)
}

/// A proof that is replayed on the bare board wins in the same positions as by the rules alone.
#[test]
fn proofs_of_other_positions_replay_as_verified() {
    let mut random = SplitMix64::new(67);
    let (mut vct, mut vcf) = (Vct::default(), Vcf::default());
    let (mut won, mut lost, mut reused) = (0, 0, 0);
    for round in 0.. {
        if won + lost > 5000 {
            break;
        }
        let (rule, size) = ([Rule::Freestyle, Rule::Standard][round % 2], 9 + random.below(7));
        let plies = 6 + random.below(30);
        let position = midgame(&mut random, size, rule, plies);
        if Gomoku::terminal(&position).is_some() {
            continue;
        }
        let Some((tree, _)) = claimed_win(&position, &mut vct, &mut vcf, 2000) else { continue };
        assert!(Replay::new(&position).wins(&tree), "{}", Gomoku::diagram(&position));
        for changed in moves(&position).into_iter().filter_map(|point| with_stone(&position, point)) {
            let wins = Replay::new(&changed).wins(&tree);
            let verified = verify(&changed, &tree);
            assert_eq!(wins, verified.is_ok(), "{tree:?} {verified:?} {rule:?} {}", Gomoku::diagram(&changed));
            let empty = moves(&changed);
            let to = empty[random.below(empty.len())];
            if let Some(changed) = moved_stone(&mut random, &changed, to) {
                let (wins, verified) = (Replay::new(&changed).wins(&tree), verify(&changed, &tree));
                assert!(!wins || verified.is_ok(), "{tree:?} {verified:?} {rule:?} {}", Gomoku::diagram(&changed));
                reused += u32::from(wins);
            }
            *if wins { &mut won } else { &mut lost } += 1;
        }
    }
    assert!(won > 2000 && lost > 50 && reused > 1000, "{won} {lost} {reused}");
}

/// The position before a move, if the move was legal there.
fn before(position: &Position, mv: Point) -> Option<Position> {
    let mut before = Position::new(position.board().size(), position.rule());
    let others = position.board().points().filter(|&point| point != mv);
    for (point, side) in others.filter_map(|point| Some((point, position.board().stone(point)?))) {
        before.put(point, side);
    }
    before.set_turn(position.side().other(), position.ply().saturating_sub(1));
    let begins = before.find_winner() && before.winner().is_none() && Gomoku::is_legal(&before, mv);
    begins.then_some(before)
}

/// A table entry of the solver holds for the attacking side only: with the other side attacking, the same position is a
/// different problem.
#[test]
fn wins_of_one_side_are_not_reused_for_the_other() {
    let mut random = SplitMix64::new(66);
    let (mut vct, mut vcf) = (Vct::default(), Vcf::default());
    let (mut asked, mut won) = (0, 0);
    for round in 0.. {
        if won > 80 {
            break;
        }
        let (rule, size) = (RULES[round % 3], 9 + random.below(7));
        let plies = 8 + random.below(30);
        let position = midgame(&mut random, size, rule, plies);
        if Gomoku::terminal(&position).is_some() || checked_win(&position, &mut vct, &mut vcf, 500).is_none() {
            continue;
        }
        won += 1;
        let theirs = |&point: &Point| position.board().stone(point) == Some(position.side().other());
        for before in position.board().points().filter(theirs).filter_map(|mv| before(&position, mv)) {
            let _ = checked_win(&before, &mut vct, &mut vcf, 500);
            asked += 1;
        }
    }
    assert!(asked > 300, "{asked}");
}

/// Whether the side to move can force a win within this number of plies, by exhaustive search.
fn wins_within(position: &Position, plies: u16, known: &mut HashMap<(u64, u16), bool>) -> bool {
    if plies == 0 {
        return false;
    }
    if let Some(&answer) = known.get(&(position.key(), plies)) {
        return answer;
    }
    let answer = moves(position).into_iter().any(|mv| {
        let mut after = position.clone();
        after.play(mv);
        let replies = || moves(&after);
        after.winner().is_some()
            || plies > 2
                && !replies().is_empty()
                && replies().into_iter().all(|reply| {
                    let mut next = after.clone();
                    next.play(reply);
                    next.winner().is_none() && wins_within(&next, plies - 2, known)
                })
    });
    known.insert((position.key(), plies), answer);
    answer
}

/// Compares claims on this number of small crowded boards; returns the number of wins by length.
fn compare(seed: u64, rounds: usize) -> BTreeMap<u16, usize> {
    let mut random = SplitMix64::new(seed);
    let (mut vct, mut vcf) = (Vct::default(), Vcf::default());
    let mut seen = BTreeMap::new();
    for round in 0..rounds {
        let size = 6 + random.below(3);
        let (x, o) = (35 + random.below(8), 35 + random.below(8));
        let position = random_position(&mut random, size, RULES[round % 3], x, o);
        if Gomoku::terminal(&position).is_some() || position.empties() > 16 {
            continue;
        }
        if let Some(plies) = checked_win(&position, &mut vct, &mut vcf, 2000) {
            let shown = || format!("{plies} {:?}\n{}", position.rule(), Gomoku::diagram(&position));
            assert!(wins_within(&position, plies, &mut HashMap::new()), "{}", shown());
            *seen.entry(plies).or_default() += 1;
        }
    }
    seen
}

#[test]
fn claims_on_small_boards_are_wins() {
    let seen = compare(63, 2000);
    assert!([1, 3, 5].iter().all(|plies| seen.contains_key(plies)), "{seen:?}");
}

#[test]
#[ignore = "minutes"]
fn claims_on_many_small_boards_are_wins() {
    println!("{:?}", compare(64, 50_000));
}

/// The collection of forced wins: each is found within a fixed number of nodes, and its proof replays.
#[test]
#[ignore = "a minute"]
fn the_collection_is_solved() {
    let mut longest = 0;
    let (mut vct, mut vcf) = (Vct::default(), Vcf::default());
    for line in include_str!("../../wins.txt").lines().filter(|line| !line.starts_with('#')) {
        let entry = wins::read_line(line).unwrap().unwrap();
        let option = |wanted: &str| {
            let found = entry.problem.options.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| value.clone())
        };
        let rules = Gomoku::rules(&option);
        let mut position = Gomoku::start(&rules);
        for token in &entry.problem.moves {
            for mv in Gomoku::parse_token(&position, token).unwrap() {
                position.play(mv);
            }
        }
        longest = longest.max(checked_win(&position, &mut vct, &mut vcf, 1_000_000).expect(line));
    }
    assert!(longest > 30, "{longest}");
}

#[test]
fn a_search_stops_at_once_and_can_be_continued() {
    let mut random = SplitMix64::new(65);
    let position = midgame(&mut random, 15, Rule::Freestyle, 10);
    let mut threats = Threats::default();
    threats.reset(&position, &PATTERNS);
    let mut search_board = SearchBoard::new(&position, &mut threats, &PATTERNS);
    let (mut vct, mut vcf) = (Vct::default(), Vcf::default());
    let stop = StopToken::default();
    stop.stop();
    let mut watch = Watch::new(stop, Arc::default(), None);
    assert!(vct.search(&mut search_board, &mut vcf, 1000, &mut watch).is_err());
    let mut watch = Watch::unlimited();
    for steps in 1..20 {
        let _ = vct.search(&mut search_board, &mut vcf, 100, &mut watch).unwrap();
        assert!(watch.nodes() <= steps * 1000, "a search takes more than it is given: {}", watch.nodes());
    }
    assert_eq!(search_board.position(), &position);
}
