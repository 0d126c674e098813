//! False proofs are rejected: an example of each kind of error, and true proofs with a random change, judged by the
//! naive implementation.

use super::naive::Game;
use super::vct::claimed_win;
use super::{RULES, midgame, position, random_position};
use quartet::game::{Game as _, Notation, Side};
use quartet::games::gomoku::solvers::proof_tree::{AttackNode, DefenceNode};
use quartet::games::gomoku::solvers::replay::Replay;
use quartet::games::gomoku::solvers::vcf::Vcf;
use quartet::games::gomoku::solvers::vct::Vct;
use quartet::games::gomoku::solvers::verify::verify;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule};
use quartet::random::SplitMix64;

/// The result of `verify` for a proof, with which the naive implementation has to agree.
fn judged(position: &Position, proof: &AttackNode) -> Result<u16, String> {
    let found = verify(position, proof);
    let expected = Game::of(position).judge(proof);
    let mut text = String::new();
    proof.write(&mut text);
    assert_eq!(
        found.as_ref().ok(),
        expected.as_ref(),
        "{found:?} {text} {:?}\n{}",
        position.rule(),
        Gomoku::diagram(position)
    );
    found
}

/// Invalid proofs of each kind with the expected error, next to valid ones.
#[test]
fn every_kind_of_false_proof_is_rejected() {
    use Rule::{Freestyle, Renju, Standard};
    let row = |text: &str| {
        let (stones, side) = text.split_once(' ').expect("stones and a side");
        format!("9/9/9/9/{stones}/9/9/9/9 {side} - 0")
    };
    // x would make six at e5.
    let overline = "9/4x4/4x4/4x4/ooo6/4x4/4x4/9/9 o - 0";
    let kinds = [
        // A four with one end open: the block at the other is not answered.
        (Freestyle, row("2oxxx3 x"), "g5", "no answer"),
        (Freestyle, row("3xxx3 x"), "g5", ""),
        // The same for a gap, and for a four that would be six.
        (Freestyle, row("xx1x5 x"), "c5", "no answer"),
        (Standard, row("xx2xxxx1 x"), "c5", "no answer"),
        (Freestyle, row("xx1xxxx2 x"), "c5", ""),
        (Standard, row("xx1xxxx2 x"), "c5", "no answer"),
        (Renju, row("xx1xxxx2 x"), "c5", "not legal"),
        (Renju, row("oo1oooo2 o"), "c5", ""),
        // The defender has a five of his own, listed or not, covered by `*` or not.
        (Freestyle, "oooo5/9/9/9/3xxx3/9/9/9/9 x - 0".into(), "g5", "the defender has made five"),
        (Freestyle, "oooo5/9/9/9/3xxx3/9/9/9/9 x - 0".into(), "g5(e1c5,*h5)", "the defender has made five"),
        (Freestyle, "oooo5/9/9/9/3xxx3/9/9/9/9 x - 0".into(), "g5(*c5)", "the defender has made five"),
        (Freestyle, "oooo1o3/9/9/9/3xxx3/9/9/9/9 x - 0".into(), "g5", "the defender has made five"),
        // In standard Gomoku six in a row do not win.
        (Standard, "oooo1o3/9/9/9/3xxx3/9/9/9/9 x - 0".into(), "g5", ""),
        // The last point makes no five; the one before it leaves a drawn game.
        (Freestyle, "xoxox/xoxox/oxoxo/oxoxo/xoxo1 x - 0".into(), "e5", "no legal move"),
        (Freestyle, "xoxo1/xoxox/oxoxo/oxoxo/xoxo1 x - 0".into(), "e5", "no answer"),
        (Freestyle, "xoxo1/xoxox/oxoxo/oxoxo/xoxo1 x - 0".into(), "e5e1e5", "not legal"),
        // The attacker's move stands on a stone, off the board, or is a foul.
        (Freestyle, row("3xxx3 x"), "e5", "not legal"),
        (Freestyle, row("3xxx3 x"), "k5", "not legal"),
        (Freestyle, row("3xxx3 x"), "g5h5h5", "not legal"),
        (Renju, "9/9/6x2/6x2/3xx4/9/9/9/9 x - 0".into(), "g5", "not legal"),
        // The game is over already, by either side.
        (Freestyle, row("xxxxx4 o"), "g5", "over"),
        (Freestyle, row("ooooo1xxx x"), "f5", "over"),
        // The attack against a listed reply does not win, or the attack for all other replies does not win against one.
        (Freestyle, row("2oxxx3 x"), "g5h5a1", "no answer"),
        (Freestyle, row("3xxx3 x"), "g5(c5a1,h5c5)", "no answer"),
        (Freestyle, row("3xxx3 x"), "g5(c5h5,*c5)", ""),
        (Freestyle, row("3xxx3 x"), "g5(*h5)", "not legal"),
        // The only block would be a foul and any other move loses; or the block makes five; or it is allowed.
        (Renju, overline.into(), "d5", ""),
        (Freestyle, overline.into(), "d5", "the defender has made five"),
        (Standard, overline.into(), "d5", "no answer"),
        // The foul is the defender's only empty point, so the defender cannot move.
        (Renju, "xoxoxo/xoxoxo/oxoxxx/oxoxxo/ooo2x/xxooxx o - 0".into(), "d5", "no legal move"),
        (Standard, "xoxoxo/xoxoxo/oxoxxx/oxoxxo/ooo2x/xxooxx o - 0".into(), "d5", "no answer"),
        // A move that threatens nothing.
        (Freestyle, row("3x1x3 x"), "e5", "no answer"),
        // The wrong side moves.
        (Freestyle, row("3xxx3 o"), "g5", "no answer"),
    ];
    for (rule, text, proof, what) in kinds {
        let found = judged(&position(rule, &text), &AttackNode::read(proof).expect(proof));
        match found {
            Ok(_) => assert!(what.is_empty(), "{text} {proof} passes"),
            Err(error) => assert!(!what.is_empty() && error.contains(what), "{text} {proof}: {error}"),
        }
    }
}

#[test]
fn a_false_proof_is_told_by_the_line_where_it_fails() {
    let row = position(Rule::Freestyle, "9/9/9/9/3xxx3/9/9/9/9 x - 0");
    for (proof, error) in [
        ("g5(c5h5,h5b1)", "after g5 h5 b1 "),
        ("g5(c5b1,h5c5)", "after g5 c5 b1 "),
        ("b1(*g5)", "after b1 "),
        ("e5", "after e5: "),
    ] {
        let found = verify(&row, &AttackNode::read(proof).expect(proof)).expect_err(proof);
        assert!(found.starts_with(error), "{proof}: {found}");
    }
}

/// The line of a proof ends with the five, although no reply to its four is listed.
#[test]
fn the_longest_line_of_a_proof_ends_the_game() {
    let mut row = position(Rule::Freestyle, "9/9/9/9/3xxx3/9/9/9/9 x - 0");
    for proof in ["g5", "g5(a1h5,c5h5,*c5)", "g5(c5h5,*c5)"] {
        let attack = AttackNode::read(proof).expect(proof);
        let line = attack.longest_line(&row);
        assert_eq!(Ok(line.len() as u16), verify(&row, &attack), "{proof}");
        assert_eq!(attack.plies(&mut row), line.len() as u16, "{proof}");
        let mut end = row.clone();
        for mv in line {
            assert!(Gomoku::is_legal(&end, mv), "{proof}");
            end.play(mv);
        }
        assert_eq!(end.winner(), Some(Side::X), "{proof}");
    }
}

/// A line of fours is read back from the tree that is built of it, but for the last block and the five.
#[test]
fn lines_of_fours_are_trees() {
    let points: Vec<Point> = (0..7).map(|col| Point::new(3, col)).collect();
    for length in [1, 3, 5, 7] {
        let tree = AttackNode::pattern(&points[..length]).expect("a line of odd length");
        let mut expected = points[..length].to_vec();
        if let [.., four, block, five] = &mut expected[..] {
            (*block, *five) = (*four, *four);
        } else {
            expected = vec![points[0]; 3];
        }
        assert_eq!(tree.line(), Some(expected));
    }
    assert!(AttackNode::pattern(&points[..4]).is_none());
    for other in ["a1(b1c1,d1e1)", "a1(*c1)", "a1(b1c1,*d1)", "a1b1c1(*d1)"] {
        assert_eq!(AttackNode::read(other).expect(other).line(), None, "{other}");
    }
}

/// A replayed line ends with the five: one that goes on has not been found to be a proof.
#[test]
fn a_replayed_line_ends_with_the_five() {
    let row = position(Rule::Freestyle, "9/9/9/9/3xxx3/9/9/9/9 o - 0");
    let point = |text: &str| Gomoku::parse_move(&row, text).expect(text);
    for (line, wins) in
        [(&["g5", "h5", "c5"][..], true), (&["g5", "h5", "c5", "a2", "a3"], false), (&["b1", "h5", "c5"], false)]
    {
        let line: Vec<Point> = line.iter().map(|text| point(text)).collect();
        assert_eq!(Replay::new(&row).line_wins_after(point("a1"), &line), wins, "{line:?}");
        assert_eq!(Replay::new(&row).candidates(&line).is_some(), wins, "{line:?}");
    }
}

/// In renju the defender's stones may change which moves are fouls, so that nothing is replayed there.
#[test]
fn attacks_are_replayed_where_neither_fouls_nor_the_end_forbid_it() {
    let attack = AttackNode::read("g5").expect("an attack");
    for (rule, row, wins) in [
        (Rule::Freestyle, "3xxx3", true),
        (Rule::Standard, "3xxx3", true),
        (Rule::Renju, "3xxx3", false),
        (Rule::Freestyle, "3xx4", false),
    ] {
        let position = position(rule, &format!("9/9/9/9/{row}/9/9/9/9 x - 0"));
        assert_eq!(Replay::new(&position).wins(&attack), wins, "{rule:?} {row}");
    }
    let over = position(Rule::Freestyle, "ooooo4/9/9/9/3xxx3/9/9/9/9 x - 0");
    assert!(!Replay::new(&over).wins(&attack));
}

/// The number of attacks in a proof.
fn size(attack: &AttackNode) -> usize {
    let DefenceNode { replies, other } = &attack.defence;
    1 + replies.iter().map(|(_, attack)| size(attack)).sum::<usize>() + other.as_deref().map_or(0, size)
}

/// The attack with this number in a proof, from 0.
fn attack_at(attack: &mut AttackNode, number: usize) -> &mut AttackNode {
    let mut passed = 1;
    if number > 0 {
        let DefenceNode { replies, other } = &mut attack.defence;
        for below in replies.iter_mut().map(|(_, attack)| attack).chain(other.as_deref_mut()) {
            let count = size(below);
            if number < passed + count {
                return attack_at(below, number - passed);
            }
            passed += count;
        }
        unreachable!("the proof has fewer attacks");
    }
    attack
}

/// A random point of the board, or occasionally one off the board.
fn any_point(random: &mut SplitMix64, position: &Position) -> Point {
    let size = position.board().size();
    Point::new(random.below(size + 1), random.below(size))
}

/// The proof with a random change.
fn changed(proof: &AttackNode, position: &Position, random: &mut SplitMix64) -> AttackNode {
    let mut changed = proof.clone();
    let other = attack_at(&mut proof.clone(), random.below(size(proof))).clone();
    let point = any_point(random, position);
    let node = attack_at(&mut changed, random.below(size(proof)));
    let replies = &mut node.defence.replies;
    let listed = random.below(replies.len().max(1));
    match (random.below(7), replies.get_mut(listed)) {
        (0, _) => node.mv = point,
        (1, Some(reply)) => reply.0 = point,
        (2, Some(reply)) => reply.1 = other,
        (3, Some(_)) => drop(replies.remove(listed)),
        (4, _) => replies.push((point, other)),
        (5, _) => node.defence = DefenceNode::default(),
        (_, _) => node.defence.other = (random.below(2) == 0).then(|| Box::new(other)),
    }
    changed
}

/// The position with a random change: a stone added, recoloured or removed, another rule, or the other side
/// to move. `None` if both sides have won then.
fn disturbed(position: &Position, random: &mut SplitMix64) -> Option<Position> {
    let what = random.below(6);
    let rule = if what == 0 { RULES[random.below(3)] } else { position.rule() };
    let mut disturbed = Position::new(position.board().size(), rule);
    let points: Vec<Point> = position.board().points().collect();
    let touched = points[random.below(points.len())];
    let stone = [None, Some(Side::X), Some(Side::O)][random.below(3)];
    for point in points {
        let kept = position.board().stone(point);
        if let Some(side) = if what > 1 && point == touched { stone } else { kept } {
            disturbed.put(point, side);
        }
    }
    let side = if what == 1 { position.side().other() } else { position.side() };
    disturbed.set_turn(side, position.ply());
    disturbed.find_winner().then_some(disturbed)
}

/// Proofs of wins on small boards, some of them crowded.
fn proofs(wanted: usize, random: &mut SplitMix64) -> Vec<(Position, AttackNode)> {
    let (mut vct, mut vcf) = (Vct::default(), Vcf::default());
    let mut proofs = Vec::new();
    for round in 0.. {
        let (rule, points) = (RULES[round % 3], 6 + random.below(3));
        let position = if round % 2 == 0 {
            let (x, o) = (30 + random.below(12), 30 + random.below(12));
            random_position(random, points, rule, x, o)
        } else {
            let plies = 8 + random.below(16);
            midgame(random, points + 1, rule, plies)
        };
        if Gomoku::terminal(&position).is_some() {
            continue;
        }
        let Some((proof, plies)) = claimed_win(&position, &mut vct, &mut vcf, 500) else { continue };
        // Most random wins are short, and their proofs leave little to change.
        let is_wanted = if plies > 3 { size(&proof) < 30 } else { random.below(4 << (4 - plies)) == 0 };
        if is_wanted {
            proofs.push((position, proof));
        }
        if proofs.len() == wanted {
            break;
        }
    }
    proofs
}

#[test]
fn changed_proofs_are_judged_as_by_the_naive_implementation() {
    let mut random = SplitMix64::new(71);
    let (mut passed, mut refused, mut longest) = (0, 0, 0);
    for (position, proof) in proofs(200, &mut random) {
        let plies = judged(&position, &proof);
        longest = longest.max(plies.unwrap_or_else(|what| panic!("{what}\n{}", Gomoku::diagram(&position))));
        for _ in 0..4 {
            let verdict = judged(&position, &changed(&proof, &position, &mut random));
            *if verdict.is_ok() { &mut passed } else { &mut refused } += 1;
        }
        for position in (0..2).filter_map(|_| disturbed(&position, &mut random)) {
            let verdict = judged(&position, &proof);
            *if verdict.is_ok() { &mut passed } else { &mut refused } += 1;
        }
    }
    // A changed proof may still be valid; most are not.
    assert!(passed > 100 && refused > 300 && longest > 6, "{passed} {refused} {longest}");
}
