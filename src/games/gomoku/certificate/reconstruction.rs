//! Finds how a position may have been reached from a node of a class, if the order of the moves is not known.
//!
//! Only the stones matter for what a proof says of a position, so any order in which the proof allows the moves will
//! do.

use super::class_proof::Answer;
use super::loaded_class::{LoadedClass, NodeImage};
use super::symmetry::SYMMETRIES;
use crate::game::Side;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::game::transform_point;
use crate::games::gomoku::solvers::proof_tree::{AttackNode, DefenceNode};

/// The most positions of proofs that are visited for a position of a game.
const MAX_VISITS: u32 = 20_000;

/// The stones of a position that are not on the board of a node.
struct Remaining {
    own: Vec<Point>,
    other: Vec<Point>,
    visits: u32,
}

/// An image of a node from which a position may have been reached, and the moves from there, in an order that the proof
/// allows: that of the node first, then a reply, and so on.
pub(super) fn reconstruct(class: &LoadedClass, position: &Position) -> Option<(NodeImage, Vec<Point>)> {
    let mut visits = 0;
    for node in images(class, position) {
        let mut remaining = remaining_stones(class, node, position, visits)?;
        if let Some(moves) = moves_from(class, node, &mut remaining) {
            return Some((node, moves));
        }
        visits = remaining.visits;
    }
    None
}

/// The attacks of all nodes with the same stones of x, their moves included, as a position.
pub(super) fn attacks_of_same_stones(class: &LoadedClass, position: &Position) -> Vec<AttackNode> {
    let mut attacks = Vec::new();
    let mut seen = Vec::new();
    let own = position.board().stones_of(Side::X).count();
    for index in 0..class.proof.nodes.len() {
        for symmetry in 0..SYMMETRIES {
            let node = NodeImage { index, symmetry };
            let Some(found) = class.node(node) else { continue };
            let mut stones = found.moves.iter().step_by(2).chain([&found.mv]);
            let is_same = found.moves.len().div_ceil(2) + 1 == own
                && stones.all(|&point| position.board().stone(class.image(node, point)) == Some(Side::X));
            if !is_same {
                continue;
            }
            for answer in found.answers.iter().map(|(_, answer)| *answer).chain(found.other) {
                if let Answer::Attack(attack) = answer
                    && !seen.contains(&(attack, symmetry))
                {
                    seen.push((attack, symmetry));
                    attacks.extend(class.attack(node, attack));
                }
            }
        }
    }
    attacks
}

/// The images of nodes whose stones are all on the board, their moves included.
fn images<'a>(class: &'a LoadedClass, position: &'a Position) -> impl Iterator<Item = NodeImage> + 'a {
    let board = position.board();
    let is_class =
        move |symmetry: &u8| board.stone(transform_point(class.size(), class.reply, *symmetry)) == Some(Side::O);
    let symmetries: Vec<u8> = (0..SYMMETRIES).filter(is_class).collect();
    let all = (0..class.proof.nodes.len())
        .flat_map(move |index| symmetries.clone().into_iter().map(move |symmetry| NodeImage { index, symmetry }));
    all.filter(move |&node| {
        let moves = class.node(node).map(|node| &node.moves[..]).unwrap_or_default();
        let sides = [Side::X, Side::O].into_iter().cycle();
        let mut stones = moves.iter().zip(sides);
        stones.all(|(&point, side)| board.stone(class.image(node, point)) == Some(side))
            && class.mv(node).is_some_and(|mv| board.stone(mv) == Some(Side::X))
    })
}

/// The stones of a position besides those of the image of a node and its move.
fn remaining_stones(class: &LoadedClass, node: NodeImage, position: &Position, visits: u32) -> Option<Remaining> {
    let found = class.node(node)?;
    let placed: Vec<Point> = found.moves.iter().chain([&found.mv]).map(|&point| class.image(node, point)).collect();
    let left = |side| position.board().stones_of(side).filter(|point| !placed.contains(point)).collect();
    Some(Remaining { own: left(Side::X), other: left(Side::O), visits })
}

/// The moves from the image of a node to the position, beginning with that of the node.
fn moves_from(class: &LoadedClass, node: NodeImage, remaining: &mut Remaining) -> Option<Vec<Point>> {
    let mut moves = vec![class.mv(node)?];
    if remaining.is_empty() {
        return Some(moves);
    }
    for reply in remaining.other.clone() {
        let Some(Answer::Attack(index)) = class.answer(node, reply) else { continue };
        let Some(attack) = class.proof.attacks.get(index) else { continue };
        if !remaining.own.is_empty() && !remaining.own.contains(&class.image(node, attack.mv)) {
            continue;
        }
        let attack = class.attack(node, index)?;
        let found = remaining.with_reply(reply, &mut moves, |remaining, moves| remaining.order_attack(&attack, moves));
        if found {
            return Some(moves);
        }
    }
    None
}

impl Remaining {
    fn is_empty(&self) -> bool {
        self.own.is_empty() && self.other.is_empty()
    }

    /// Plays a reply, and takes it back unless `order` succeeds.
    fn with_reply(
        &mut self,
        reply: Point,
        moves: &mut Vec<Point>,
        order: impl FnOnce(&mut Remaining, &mut Vec<Point>) -> bool,
    ) -> bool {
        self.other.retain(|&point| point != reply);
        moves.push(reply);
        let found = order(self, moves);
        if !found {
            moves.pop();
            self.other.push(reply);
        }
        found
    }

    /// Appends the remaining stones to `moves` in an order that an attack allows; false if there is none.
    fn order_attack(&mut self, attack: &AttackNode, moves: &mut Vec<Point>) -> bool {
        self.visits += 1;
        if self.is_empty() {
            return true;
        }
        let Some(index) = self.own.iter().position(|&point| point == attack.mv) else { return false };
        if self.visits > MAX_VISITS {
            return false;
        }
        self.own.swap_remove(index);
        moves.push(attack.mv);
        let found = self.order_defence(&attack.defence, moves);
        if !found {
            moves.pop();
            self.own.push(attack.mv);
        }
        found
    }

    fn order_defence(&mut self, defence: &DefenceNode, moves: &mut Vec<Point>) -> bool {
        if self.is_empty() {
            return true;
        }
        self.other.clone().into_iter().any(|reply| {
            self.with_reply(reply, moves, |remaining, moves| match defence.answer(reply) {
                Some(attack) => remaining.order_attack(attack, moves),
                None => remaining.is_empty(),
            })
        })
    }
}
