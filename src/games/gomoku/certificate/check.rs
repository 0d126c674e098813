//! Checks nodes by the rules alone: every legal reply is tried.

use super::class_proof::{Answer, ClassProof, Node};
use crate::game::{Game, Side, Symmetric};
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::fives::five_points;
use crate::games::gomoku::rules::game::Gomoku;
use crate::games::gomoku::rules::notation::write_point;
use crate::games::gomoku::solvers::verify::{ProofError, verify_win};
use crate::search::stop::Watch;

/// Checks the node with this index, taking for granted that the earlier nodes are won. Returns the plies of the longest
/// line if it ends with an attack, and the earlier nodes that replies lead to.
pub fn check_node(proof: &ClassProof, index: usize, watch: &mut Watch) -> Result<(u16, Vec<usize>), ProofError> {
    let Some(node) = proof.nodes.get(index) else { return Err("there is no such node".into()) };
    if node.position.side() != Side::X || Gomoku::terminal(&node.position).is_some() {
        return Err("x is not to move".into());
    }
    if !Gomoku::is_legal(&node.position, node.mv) {
        return Err("the move of x is not legal".into());
    }
    let mut position = node.position.clone();
    position.play(node.mv);
    if position.winner().is_some() {
        return Ok((1, Vec::new()));
    }
    check_replies(proof, (index, node), &mut position, watch)
}

/// Checks all replies in the position after the move of a node.
fn check_replies(
    proof: &ClassProof,
    (index, node): (usize, &Node),
    position: &mut Position,
    watch: &mut Watch,
) -> Result<(u16, Vec<usize>), ProofError> {
    let (mut plies, mut nodes) = (3, Vec::new());
    let fives = five_points(position, Side::X);
    let mut replies = Vec::new();
    Gomoku::legal_moves(position, &mut replies);
    if replies.is_empty() {
        return Err("the board is full, the game is drawn".into());
    }
    for reply in replies {
        let ply = position.play(reply);
        let answer = if position.winner().is_some() {
            Err("the defender has made five".into())
        } else {
            match node.answer(reply) {
                None if fives.iter().any(|&five| five != reply) => Ok(1),
                None => Err("there is no answer, and the attacker has no five".into()),
                Some(Answer::Attack(attack)) => match proof.attacks.get(attack) {
                    Some(attack) => verify_win(position, attack, watch),
                    None => Err("there is no such attack".into()),
                },
                Some(Answer::Node(earlier, symmetry)) => reaches(proof, index, earlier, symmetry, position).map(|()| {
                    nodes.push(earlier);
                    0
                }),
            }
        };
        position.take_back(reply, ply);
        plies = plies.max(2 + answer.map_err(|error| after_reply(reply, error))?);
    }
    Ok((plies, nodes))
}

/// Checks that a position is the image of an earlier node's position.
fn reaches(
    proof: &ClassProof,
    index: usize,
    earlier: usize,
    symmetry: u8,
    position: &Position,
) -> Result<(), ProofError> {
    let found = proof.nodes.get(earlier).filter(|_| earlier < index);
    match found.map(|node| Gomoku::transform(&node.position, symmetry)) {
        Some(image) if image.board() == position.board() && image.side() == position.side() => Ok(()),
        _ => Err(format!("the position is not that of node {earlier}").as_str().into()),
    }
}

fn after_reply(reply: Point, error: ProofError) -> ProofError {
    match error {
        ProofError::Wrong(what) => ProofError::Wrong(format!("reply {}: {what}", write_point(reply))),
        ProofError::Stopped => error,
    }
}
