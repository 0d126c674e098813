//! Positions proven so far.

use quartet::game::{Game, Side};
use quartet::games::gomoku::certificate::class_proof::{self, Answer, ClassProof};
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::{Gomoku, Point, Position};
use quartet::random::mix;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A position with x to move, and how x wins.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub position: Position,
    /// The move of x.
    pub mv: Point,
    /// Attacks with the replies that each one answers.
    pub attacks: Vec<(Rc<AttackNode>, Vec<Point>)>,
    /// Replies that lead to a position which is a node itself, or the image of one.
    pub children: Vec<Point>,
}

/// The proven positions by [`canonical_key`](quartet::games::gomoku::certificate::symmetry::canonical_key).
pub type Nodes = HashMap<u64, Node>;

/// A key of the stones of x.
pub fn attacker_key(position: &Position) -> u64 {
    position.board().stones_of(Side::X).fold(0, |key, point| key ^ mix(point.index() as u64))
}

/// The legal replies to the attacker's last move.
pub fn replies(position: &Position) -> Vec<Point> {
    let mut replies = Vec::new();
    Gomoku::legal_moves(position, &mut replies);
    replies
}

/// The nodes of the file of a class.
pub fn nodes_of_class(proof: &ClassProof) -> Vec<Node> {
    let shared: Vec<Rc<AttackNode>> = proof.attacks.iter().cloned().map(Rc::new).collect();
    let convert = |node: &class_proof::Node| {
        let mut after = node.position.clone();
        after.play(node.mv);
        let (mut attacks, mut children) = (BTreeMap::<usize, Vec<Point>>::new(), Vec::new());
        for reply in replies(&after) {
            match node.answer(reply) {
                Some(Answer::Attack(index)) => attacks.entry(index).or_default().push(reply),
                Some(Answer::Node(..)) => children.push(reply),
                None => {}
            }
        }
        let attacks = attacks.into_iter().map(|(index, replies)| (shared[index].clone(), replies)).collect();
        Node { position: node.position.clone(), mv: node.mv, attacks, children }
    };
    proof.nodes.iter().map(convert).collect()
}

impl Node {
    /// The node on a larger board, all points moved by this many rows and columns. It is not proven there.
    pub fn moved(&self, size: usize, by: usize) -> Node {
        let point = |point: Point| Point::new(point.row() + by, point.col() + by);
        let points = |points: &[Point]| points.iter().copied().map(point).collect();
        let mut position = Position::new(size, self.position.rule());
        for side in [Side::X, Side::O] {
            self.position.board().stones_of(side).for_each(|stone| position.put(point(stone), side));
        }
        position.set_turn(self.position.side(), self.position.ply());
        let attacks = self.attacks.iter().map(|(attack, replies)| (Rc::new(attack.map(&point)), points(replies)));
        Node { position, mv: point(self.mv), attacks: attacks.collect(), children: points(&self.children) }
    }
}
