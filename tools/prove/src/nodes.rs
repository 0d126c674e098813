//! Positions proven so far.

use quartet::game::{Game, Side, Symmetric};
use quartet::games::gomoku::certificate::class_proof::{self, Answer, ClassProof};
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::{Gomoku, Point, Position};
use quartet::random::mix;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// The number of symmetries of the board.
pub const SYMMETRIES: u8 = 8;

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

/// The proven positions by [`canonical_key`].
pub type Nodes = HashMap<u64, Node>;

/// The least key of the eight images of a position.
pub fn canonical_key(position: &Position) -> u64 {
    (0..SYMMETRIES).map(|symmetry| Gomoku::transform(position, symmetry).key()).min().unwrap_or_default()
}

/// The symmetry under which the image of a position is another one; `None` if there is no such symmetry.
pub fn symmetry_between(position: &Position, image: &Position) -> Option<u8> {
    (0..SYMMETRIES).find(|&symmetry| Gomoku::transform(position, symmetry).board() == image.board())
}

/// A key of the stones of x.
pub fn attacker_key(position: &Position) -> u64 {
    stones(position, Side::X).fold(0, |key, point| key ^ mix(point.index() as u64))
}

/// The stones of a side in the order a1 b1 …
pub fn stones(position: &Position, side: Side) -> impl Iterator<Item = Point> {
    position.board().points().filter(move |&point| position.board().stone(point) == Some(side))
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
