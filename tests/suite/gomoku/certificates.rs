//! Certificates: what is checked is what the rules say, in every orientation; damaged ones are refused.

use super::vct::claimed_win;
use super::{midgame, moves};
use quartet::game::{Game, Side, Symmetric};
use quartet::games::gomoku::certificate::class_proof::{Answer, ClassProof, Node};
use quartet::games::gomoku::certificate::folder::check_class;
use quartet::games::gomoku::certificate::symmetry::transform_attack;
use quartet::games::gomoku::rules::game::transform_point;
use quartet::games::gomoku::solvers::proof_tree::{AttackNode, DefenceNode};
use quartet::games::gomoku::solvers::vcf::Vcf;
use quartet::games::gomoku::solvers::vct::Vct;
use quartet::games::gomoku::solvers::verify::verify;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule, Rules};
use quartet::random::SplitMix64;
use quartet::search::stop::StopToken;

/// The moves of a position in any order that alternates; `None` if the sides do not have the same number of stones.
fn alternating(position: &Position) -> Option<Vec<Point>> {
    let [own, other] = [Side::X, Side::O].map(|side| position.board().stones_of(side).collect::<Vec<_>>());
    (own.len() == other.len()).then(|| own.into_iter().zip(other).flat_map(|(x, o)| [x, o]).collect())
}

fn node(position: &Position, mv: Point) -> Option<Node> {
    let moves = alternating(position)?;
    Some(Node { position: position.clone(), moves, mv, answers: Vec::new(), other: None })
}

fn add_attack(proof: &mut ClassProof, attack: &AttackNode) -> Answer {
    proof.attacks.push(attack.clone());
    Answer::Attack(proof.attacks.len() - 1)
}

/// The proof tree as a class: the first attack is a node, and each listed reply leads to a node of another orientation.
fn class_of(position: &Position, tree: &AttackNode, random: &mut SplitMix64) -> Option<ClassProof> {
    let size = position.board().size();
    let mut proof = ClassProof::new(Rules { size, rule: position.rule() });
    let mut root = node(position, tree.mv)?;
    let mut after = position.clone();
    after.play(tree.mv);
    for (reply, attack) in &tree.defence.replies {
        let symmetry = random.below(8) as u8;
        let back = (0..8).find(|&back| {
            let point = Point::new(0, 1);
            transform_point(size, transform_point(size, point, symmetry), back) == point
                && transform_point(size, transform_point(size, Point::new(0, 0), symmetry), back) == Point::new(0, 0)
        })?;
        let ply = after.play(*reply);
        let image = Gomoku::transform(&after, symmetry);
        after.take_back(*reply, ply);
        let attack = transform_attack(size, attack, symmetry);
        let mut child = node(&image, attack.mv)?;
        for (reply, next) in &attack.defence.replies {
            child.answers.push((vec![*reply], add_attack(&mut proof, next)));
        }
        child.other = attack.defence.other.as_ref().map(|next| add_attack(&mut proof, next));
        proof.nodes.push(child);
        root.answers.push((vec![*reply], Answer::Node(proof.nodes.len() - 1, back)));
    }
    root.other = tree.defence.other.as_ref().map(|next| add_attack(&mut proof, next));
    proof.nodes.push(root);
    Some(proof)
}

/// The whole tree of a node of a class; `None` if it refers to itself or to what is not there.
fn expanded(proof: &ClassProof, index: usize, symmetry: u8) -> Option<AttackNode> {
    let node = proof.nodes.get(index)?;
    let size = proof.rules.size;
    let answer = |answer: Answer| match answer {
        Answer::Attack(attack) => proof.attacks.get(attack).cloned(),
        Answer::Node(earlier, map) if earlier < index => expanded(proof, earlier, map),
        Answer::Node(..) => None,
    };
    let mut replies = Vec::new();
    for (points, found) in &node.answers {
        for &point in points {
            replies.push((point, answer(*found)?));
        }
    }
    let other = match node.other {
        Some(found) => Some(Box::new(answer(found)?)),
        None => None,
    };
    Some(transform_attack(size, &AttackNode { mv: node.mv, defence: DefenceNode { replies, other } }, symmetry))
}

fn check(proof: &ClassProof) -> Result<u16, String> {
    check_class(proof, 1, &StopToken::default(), &|_| ())
}

/// Random damage: an answer dropped, a stone shifted, a map or an answer exchanged, a move changed.
fn damage(proof: &mut ClassProof, random: &mut SplitMix64) {
    let index = random.below(proof.nodes.len());
    let (count, attacks) = (proof.nodes.len(), proof.attacks.len());
    let node = &mut proof.nodes[index];
    let empty = moves(&node.position);
    let point = empty[random.below(empty.len())];
    match random.below(5) {
        0 if !node.answers.is_empty() => {
            node.answers.remove(random.below(node.answers.len()));
        }
        1 => {
            let shifted = random.below(node.moves.len());
            node.moves[shifted] = point;
            let mut position = Position::new(proof.rules.size, proof.rules.rule);
            node.moves.iter().for_each(|&mv| {
                position.play(mv);
            });
            node.position = position;
        }
        2 if !node.answers.is_empty() => {
            let answer = random.below(node.answers.len());
            node.answers[answer].1 = Answer::Node(random.below(count), random.below(8) as u8);
        }
        3 if attacks > 0 => node.other = Some(Answer::Attack(random.below(attacks))),
        _ => node.mv = point,
    }
}

#[test]
fn what_is_checked_holds_by_the_rules() {
    let mut random = SplitMix64::new(71);
    let (mut vct, mut vcf) = (Vct::default(), Vcf::default());
    let (mut with_nodes, mut refused, mut accepted) = (0, 0, 0);
    while with_nodes < 60 {
        let (rule, size) = ([Rule::Freestyle, Rule::Standard][random.below(2)], 7 + random.below(5));
        let plies = 8 + 2 * random.below(8);
        let position = midgame(&mut random, size, rule, plies);
        if position.side() != Side::X || Gomoku::terminal(&position).is_some() {
            continue;
        }
        let Some((tree, _)) = claimed_win(&position, &mut vct, &mut vcf, 1000) else { continue };
        let Some(proof) = class_of(&position, &tree, &mut random) else { continue };
        assert_eq!(check(&proof), verify(&position, &tree), "{}", proof.write());
        let read = ClassProof::read(proof.rules, &proof.write()).expect("a file of the right form");
        assert_eq!((&read.nodes, &read.attacks), (&proof.nodes, &proof.attacks));
        with_nodes += usize::from(proof.nodes.len() > 1);
        for _ in 0..20 {
            let mut damaged = proof.clone();
            damage(&mut damaged, &mut random);
            let last = damaged.nodes.len() - 1;
            match check(&damaged) {
                Err(error) => {
                    assert!(error.starts_with("node @n"), "{error}");
                    refused += 1;
                }
                Ok(_) => {
                    let tree = expanded(&damaged, last, 0).expect("a tree of what is checked");
                    let position = &damaged.nodes[last].position;
                    assert!(verify(position, &tree).is_ok(), "{}", damaged.write());
                    accepted += 1;
                }
            }
        }
    }
    assert!(refused > 400 && accepted > 100, "{refused} {accepted}");
}

#[test]
fn a_node_has_x_to_move_and_no_five() {
    let rules = Rules { size: 9, rule: Rule::Freestyle };
    for moves in ["a1a9c1", "a1a9c1b9e1c9g1d9i1e9"] {
        let proof = ClassProof::read(rules, &format!("@a0 a2\n@n0 {moves} e5(*@a0)\n"));
        let error = proof.and_then(|proof| check(&proof)).expect_err(moves);
        assert!(error.ends_with("x is not to move"), "{moves}: {error}");
    }
}

#[test]
fn files_of_the_wrong_form_name_the_line() {
    let rules = Rules { size: 15, rule: Rule::Freestyle };
    let good = "@a0 k8\n@n0 h8a1i8c1 j8(g8f8@a0,*@a0)\n";
    assert!(ClassProof::read(rules, good).is_ok());
    for (from, to, error) in [
        ("@a0 k8\n", "", "line 1: '@a0', which is not defined before"),
        ("@a0 k8", "@a1 k8", "line 1: '1', expected 0"),
        ("@n0 h8", "@n1 h8", "line 2: '1', expected 0"),
        ("@a0 k8", "@b0 k8", "line 1: '@b0', expected @a or @n"),
        ("a1i8c1", "a1a1c1", "line 2: 'a1' is not legal"),
        ("*@a0", "*@n0", "line 2: '@n0', which is not defined before"),
        ("*@a0", "*@a0/9", "line 2: a map that is not 0 to 7"),
        ("*@a0", "*@a0,e1@a0", "line 2: answers after '*'"),
        ("g8f8@a0", "g8f@a0", "line 2: 'f', expected points"),
        ("*@a0)", "*@a0", "line 2: 'j8(g8f8@a0,*@a0', expected MOVE(ANSWERS)"),
        ("@a0 k8", "@a0 k8(", "line 1: "),
        ("@a0 k8", "nothing", "line 1: 'nothing', expected a definition"),
    ] {
        let found = ClassProof::read(rules, &good.replacen(from, to, 1)).unwrap_err();
        assert!(found.starts_with(error), "{found}");
    }
}
