//! Verifies proofs of forced wins using nothing but the rules: tries every legal reply at every node of the defender.
//!
//! One shortcut: after a reply that the proof does not answer, the attacker must make five. A reply removes only the
//! five point that it occupies, so the five points are computed once for each node, not after each reply.
//!
//! Independent of: how proofs are found.

use super::proof_tree::{AttackNode, five_points};
use crate::game::Game;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::game::{Gomoku, is_allowed};
use crate::games::gomoku::rules::notation::write_point;

/// Verifies a proof. Returns the plies of the win against the longest defence, or the line after which the proof fails,
/// and why.
pub fn verify(position: &Position, proof: &AttackNode) -> Result<u16, String> {
    let mut line = Vec::new();
    if Gomoku::terminal(position).is_some() {
        return Err("the game is over before the first move".into());
    }
    attack(&mut position.clone(), proof, &mut line).map_err(|what| {
        let moves: Vec<String> = line.iter().map(|&mv| write_point(mv)).collect();
        format!("after {}: {what}", moves.join(" "))
    })
}

/// Verifies an attack and returns its plies. After an error, `line` ends where the proof fails.
fn attack(position: &mut Position, proof: &AttackNode, line: &mut Vec<Point>) -> Result<u16, String> {
    let attacker = position.side();
    line.push(proof.mv);
    if !Gomoku::is_legal(position, proof.mv) {
        return Err("the attacker's move is not legal".into());
    }
    let ply = position.play(proof.mv);
    let plies = if position.winner() == Some(attacker) { Ok(1) } else { replies(position, proof, line) };
    position.take_back(proof.mv, ply);
    let plies = plies?;
    line.pop();
    Ok(plies)
}

/// Verifies all replies to an attack that made no five, and returns the plies from the attack on.
fn replies(position: &mut Position, proof: &AttackNode, line: &mut Vec<Point>) -> Result<u16, String> {
    let (defender, attacker) = (position.side(), position.side().other());
    let fives = five_points(position, attacker);
    let (mut longest, mut is_drawn) = (0, true);
    let empty: Vec<Point> = position.board().empty_points().collect();
    for reply in empty {
        let listed = proof.defence.replies.iter().find(|(listed, _)| *listed == reply).map(|(_, attack)| attack);
        let answer = listed.or(proof.defence.other.as_deref());
        let is_five = position.board().makes_five(reply, defender, position.five_rule(defender));
        let loses = !is_five && answer.is_none() && fives.iter().any(|&five| five != reply);
        // Whether a losing reply is forbidden matters only until a legal reply is found.
        if (loses && !is_drawn) || !is_allowed(position, reply) {
            continue;
        }
        is_drawn = false;
        if loses {
            longest = longest.max(1);
            continue;
        }
        line.push(reply);
        if is_five {
            return Err("the defender has made five".into());
        }
        let answer = answer.ok_or("the proof has no answer, and the attacker no five")?;
        let ply = position.play(reply);
        let plies = attack(position, answer, line);
        position.take_back(reply, ply);
        longest = longest.max(plies?);
        line.pop();
    }
    if is_drawn { Err("the defender has no legal move, the game is drawn".into()) } else { Ok(longest + 2) }
}
