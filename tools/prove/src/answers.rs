//! The answers to the replies after a move of x.

use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::solvers::replay::Replay;
use quartet::games::gomoku::{Point, Position};
use std::rc::Rc;

/// How a position with x to move is won.
pub(crate) enum Win {
    Attack(Rc<AttackNode>),
    /// The position is a node, or the image of one.
    Node,
}

/// The answers to all replies.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) attacks: Vec<(Rc<AttackNode>, Vec<Point>)>,
    pub(crate) children: Vec<Point>,
}

impl Answers {
    pub(crate) fn add(&mut self, reply: Point, win: Win) {
        match win {
            Win::Node => self.children.push(reply),
            Win::Attack(attack) => match self.attacks.iter_mut().find(|(known, _)| Rc::ptr_eq(known, &attack)) {
                Some((_, answered)) => answered.push(reply),
                None => self.attacks.push((attack, vec![reply])),
            },
        }
    }

    /// Answers by an attack all open replies against which it wins.
    pub(crate) fn answer_all(&mut self, position: &Position, attack: Rc<AttackNode>, open: &mut Vec<Point>) {
        let answered = take_answered(position, &attack, open);
        self.attacks.push((attack, answered));
    }

    /// Answers by the attack added last all open replies against which it wins.
    pub(crate) fn answer_more(&mut self, position: &Position, attack: &AttackNode, open: &mut Vec<Point>) {
        let answered = take_answered(position, attack, open);
        if let Some((_, replies)) = self.attacks.last_mut() {
            replies.extend(answered);
        }
    }
}

/// Removes from `open` the replies against which an attack wins, and returns them.
pub(crate) fn take_answered(position: &Position, attack: &AttackNode, open: &mut Vec<Point>) -> Vec<Point> {
    let mut position = position.clone();
    open.extract_if(.., |reply| {
        let ply = position.play(*reply);
        let wins = Replay::new(&position).wins(attack);
        position.take_back(*reply, ply);
        wins
    })
    .collect()
}
