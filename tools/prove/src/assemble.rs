//! Builds the file of a class from proven positions.

use crate::nodes::{Node, Nodes};
use anyhow::{Context, Result};
use quartet::game::Side;
use quartet::games::gomoku::certificate::class_proof::{self, Answer, ClassProof};
use quartet::games::gomoku::certificate::symmetry::{canonical_key, symmetry_between};
use quartet::games::gomoku::rules::fives::five_points;
use quartet::games::gomoku::rules::game::Rules;
use quartet::games::gomoku::rules::notation::write_point;
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::solvers::replay::Replay;
use quartet::games::gomoku::{Point, Position};
use std::collections::HashMap;
use std::rc::Rc;

/// The proof of a position with x to move, with all that it needs of the proven positions.
pub fn assemble(rules: Rules, root: &Position, nodes: &Nodes) -> Result<ClassProof> {
    let mut assembly =
        Assembly { nodes, proof: ClassProof::new(rules), written: HashMap::new(), attacks: HashMap::new() };
    assembly.add(root)?;
    Ok(assembly.proof)
}

struct Assembly<'a> {
    nodes: &'a Nodes,
    proof: ClassProof,
    /// The indices of the nodes that are written, by key.
    written: HashMap<u64, usize>,
    /// The indices of the attacks that are written, by text.
    attacks: HashMap<String, usize>,
}

impl Assembly<'_> {
    /// Adds the node of a position after those that it needs, and returns how it is referred to.
    fn add(&mut self, position: &Position) -> Result<Answer> {
        let key = canonical_key(position);
        let node = self.nodes.get(&key).with_context(|| format!("not proven: {}", moves_text(position)))?;
        let index = match self.written.get(&key) {
            Some(&index) => index,
            None => {
                let node = self.convert(node)?;
                self.proof.nodes.push(node);
                self.written.insert(key, self.proof.nodes.len() - 1);
                self.proof.nodes.len() - 1
            }
        };
        let symmetry = symmetry_between(&node.position, position);
        let symmetry = symmetry.context("keys that are equal for different positions")?;
        Ok(Answer::Node(index, symmetry))
    }

    fn convert(&mut self, node: &Node) -> Result<class_proof::Node> {
        let mut after = node.position.clone();
        after.play(node.mv);
        let mut answers = Vec::new();
        for &reply in &node.children {
            let ply = after.play(reply);
            let answer = self.add(&after)?;
            after.take_back(reply, ply);
            answers.push((vec![reply], answer));
        }
        let mut covers = cover(&after, &node.attacks);
        covers.sort_by_key(|(_, replies)| replies.len());
        let covers = covers.into_iter().map(|(attack, replies)| (replies, self.attack(&attack)));
        answers.extend(covers.collect::<Vec<_>>());
        let has_five = !five_points(&after, Side::X).is_empty();
        let other = if has_five { None } else { answers.pop_if(|(_, answer)| matches!(answer, Answer::Attack(_))) };
        let (position, moves) = (node.position.clone(), moves(&node.position));
        Ok(class_proof::Node { position, moves, mv: node.mv, answers, other: other.map(|(_, answer)| answer) })
    }

    /// The reference to an attack, which is added if it is new.
    fn attack(&mut self, attack: &AttackNode) -> Answer {
        let mut text = String::new();
        attack.write(&mut text);
        let attacks = &mut self.proof.attacks;
        Answer::Attack(*self.attacks.entry(text).or_insert_with(|| {
            attacks.push(attack.clone());
            attacks.len() - 1
        }))
    }
}

/// An attack and the replies that it answers.
type Cover = (Rc<AttackNode>, Vec<Point>);

/// Attacks that answer the same replies, each reply once: greedily, as few as possible.
fn cover(position: &Position, attacks: &[Cover]) -> Vec<Cover> {
    let mut open: Vec<Point> = attacks.iter().flat_map(|(_, replies)| replies.clone()).collect();
    open.sort_unstable();
    open.dedup();
    let wins = |attack: &AttackNode, reply: Point| {
        let mut position = position.clone();
        position.play(reply);
        Replay::new(&position).wins(attack)
    };
    let answered = |(attack, known): &Cover| {
        let replies = open.iter().copied().filter(|&reply| known.contains(&reply) || wins(attack, reply)).collect();
        (attack.clone(), replies)
    };
    let mut left: Vec<Cover> = attacks.iter().map(answered).collect();
    let mut chosen = Vec::new();
    while let Some(best) = (0..left.len()).max_by_key(|&index| left[index].1.len()) {
        let best = left.swap_remove(best);
        if best.1.is_empty() {
            break;
        }
        for (_, replies) in &mut left {
            replies.retain(|reply| !best.1.contains(reply));
        }
        chosen.push(best);
    }
    chosen
}

/// Moves that lead to a position from the empty board.
fn moves(position: &Position) -> Vec<Point> {
    let mut own = position.board().stones_of(Side::X);
    let mut other = position.board().stones_of(Side::O);
    std::iter::from_fn(|| Some([own.next()?, other.next()?])).flatten().collect()
}

fn moves_text(position: &Position) -> String {
    moves(position).into_iter().map(write_point).collect()
}
