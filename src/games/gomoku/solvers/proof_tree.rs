//! Proof trees of forced wins, an AND/OR tree of attacks and replies, and their notation.
//!
//! An attack is written as the attacker's move and then, unless only a five follows, either one reply with the attack
//! that answers it, or a list of these in brackets, in which `*` stands for all other replies. Points are not
//! separated: `h8(h7j10k11i9j8,j6i5j8,*k8j8)`. After a reply that is neither listed nor covered by `*`, the attacker
//! makes five, which is not written. So `k8j8l8` is a four at k8, the block at j8, and an unstoppable four at l8.
//!
//! Independent of: how proofs are found.

use crate::game::{Game, NotationError};
use crate::games::common::text::quote;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::fives::five_points;
use crate::games::gomoku::rules::game::Gomoku;
use crate::games::gomoku::rules::lines::MAX_SIZE;
use crate::games::gomoku::rules::notation::{read_point, write_point};

/// The maximum number of attacks on a line of a proof; no game has more.
const MAX_ATTACKS: usize = MAX_SIZE * MAX_SIZE / 2;

/// A node with the attacker to move: the move, and the defender's node after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackNode {
    /// The attacker's move.
    pub mv: Point,
    /// The defender's node after the move; without replies if the move makes five.
    pub defence: DefenceNode,
}

/// A node with the defender to move. After a reply that is neither listed nor covered by `other`, the attacker makes
/// five.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DefenceNode {
    /// Replies, each with the attack that answers it.
    pub replies: Vec<(Point, AttackNode)>,
    /// The attack that answers all other replies.
    pub other: Option<Box<AttackNode>>,
}

impl AttackNode {
    /// The tree of a line of fours, blocks and the final five, whose last four is unstoppable; `None` if the line has
    /// even length.
    pub fn pattern(line: &[Point]) -> Option<AttackNode> {
        let fours = match line {
            [_] => line,
            [fours @ .., _, _] => fours,
            [] => return None,
        };
        let (&last, before) = fours.split_last()?;
        let leaf = AttackNode { mv: last, defence: DefenceNode::default() };
        before.rchunks(2).try_fold(leaf, |tree, pair| match *pair {
            [mv, block] => Some(AttackNode { mv, defence: DefenceNode { replies: vec![(block, tree)], other: None } }),
            _ => None,
        })
    }

    /// The line of fours, blocks and the final five of a tree that [`AttackNode::pattern`] builds from it; `None` for
    /// any other tree. The block of the last four and the five, which may be any two points, are those of the four.
    pub fn line(&self) -> Option<Vec<Point>> {
        let (mut line, mut node) = (Vec::new(), self);
        while let ([(block, next)], None) = (&node.defence.replies[..], &node.defence.other) {
            line.extend([node.mv, *block]);
            node = next;
        }
        line.extend([node.mv; 3]);
        (node.defence == DefenceNode::default()).then_some(line)
    }

    /// The tree with the image of every point.
    pub fn map(&self, image: &impl Fn(Point) -> Point) -> AttackNode {
        let DefenceNode { replies, other } = &self.defence;
        let replies = replies.iter().map(|(reply, next)| (image(*reply), next.map(image))).collect();
        let other = other.as_ref().map(|next| Box::new(next.map(image)));
        AttackNode { mv: image(self.mv), defence: DefenceNode { replies, other } }
    }

    /// The number of attacks in the tree.
    pub fn attacks(&self) -> usize {
        1 + self.defence.attacks()
    }

    /// The plies of the win from `position` against the longest defence, the attack included. The proof must be valid.
    pub fn plies(&self, position: &mut Position) -> u16 {
        let attacker = position.side();
        let ply = position.play(self.mv);
        let plies = if position.winner() == Some(attacker) { 1 } else { 1 + self.defence.plies(position) };
        position.take_back(self.mv, ply);
        plies
    }

    /// The number of attacks on the longest line.
    pub fn depth(&self) -> usize {
        let listed = self.defence.replies.iter().map(|(_, attack)| attack.depth()).max();
        1 + listed.max(self.defence.other.as_ref().map(|attack| attack.depth())).unwrap_or(0)
    }

    /// A longest line from `position` to the five, or as far as the proof is valid.
    pub fn longest_line(&self, position: &Position) -> Vec<Point> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        let mut attack = Some(self);
        while let Some(node) = attack {
            let attacker = position.side();
            play(&mut position, node.mv, &mut line);
            let Some((reply, next)) = node.defence.longest(&position) else { break };
            play(&mut position, reply, &mut line);
            attack = next;
            if attack.is_none()
                && let Some(&five) = five_points(&position, attacker).first()
            {
                play(&mut position, five, &mut line);
            }
        }
        line
    }

    /// Appends the notation to `text`.
    pub fn write(&self, text: &mut String) {
        text.push_str(&write_point(self.mv));
        let DefenceNode { replies, other } = &self.defence;
        let bracket = replies.len() > 1 || other.is_some();
        if bracket {
            text.push('(');
        }
        for (index, (reply, attack)) in replies.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            text.push_str(&write_point(*reply));
            attack.write(text);
        }
        if let Some(attack) = other {
            text.push_str(if replies.is_empty() { "*" } else { ",*" });
            attack.write(text);
        }
        if bracket {
            text.push(')');
        }
    }

    /// Parses the notation.
    pub fn read(text: &str) -> Result<AttackNode, NotationError> {
        let mut parser = Parser { rest: text.trim(), depth: 0 };
        let attack = parser.attack()?;
        if parser.rest.is_empty() { Ok(attack) } else { Err(parser.error("the end")) }
    }
}

impl DefenceNode {
    /// The attack that answers a reply; `None` if it is a five.
    pub fn answer(&self, reply: Point) -> Option<&AttackNode> {
        let listed = self.replies.iter().find(|(listed, _)| *listed == reply).map(|(_, attack)| attack);
        listed.or(self.other.as_deref())
    }

    /// The number of attacks in the tree.
    pub fn attacks(&self) -> usize {
        let listed: usize = self.replies.iter().map(|(_, attack)| attack.attacks()).sum();
        listed + self.other.as_ref().map_or(0, |attack| attack.attacks())
    }

    /// The plies of the loss from `position` with the longest reply. The proof must be valid, and the game not over.
    pub fn plies(&self, position: &mut Position) -> u16 {
        let after = |(reply, attack): &(Point, AttackNode)| {
            let ply = position.play(*reply);
            let plies = 1 + attack.plies(position);
            position.take_back(*reply, ply);
            plies
        };
        let listed = self.replies.iter().map(after).max().unwrap_or(0);
        listed.max(1 + self.plies_after_others(position))
    }

    /// The plies of the win after the longest of the replies that are not listed.
    pub fn plies_after_others(&self, position: &mut Position) -> u16 {
        let Some(attack) = &self.other else { return 1 };
        // The same attack answers all of them, so that it needs no stone of the defender: a pass will do.
        let (side, ply) = (position.side(), position.ply());
        position.set_turn(side.other(), ply);
        let plies = attack.plies(position);
        position.set_turn(side, ply);
        plies
    }

    /// A reply of the longest defence, and the attack that answers it; `None` for the attack if it is a five.
    fn longest(&self, position: &Position) -> Option<(Point, Option<&AttackNode>)> {
        let listed = self.replies.iter().filter(|(reply, _)| Gomoku::is_legal(position, *reply));
        let listed = listed.max_by_key(|(_, attack)| attack.depth());
        let other = self.other.as_deref();
        if let Some((reply, attack)) = listed.filter(|(_, attack)| Some(attack.depth()) >= other.map(AttackNode::depth))
        {
            return Some((*reply, Some(attack)));
        }
        let mut legal = Vec::new();
        Gomoku::legal_moves(position, &mut legal);
        let free = legal.into_iter().find(|mv| self.replies.iter().all(|(reply, _)| reply != mv))?;
        Some((free, other))
    }
}

/// The number of attacks on the longest line of a proof in this notation, without building its tree. Of a text that is
/// no proof, some number.
pub fn depth_of_text(text: &str) -> usize {
    let (mut depth, mut longest, mut is_attack) = (0, 0, true);
    let mut brackets = Vec::new();
    for letter in text.bytes() {
        match letter {
            b'(' => {
                brackets.push(depth);
                is_attack = false;
            }
            b',' => {
                depth = brackets.last().copied().unwrap_or_default();
                is_attack = false;
            }
            b')' => depth = brackets.pop().unwrap_or_default(),
            b'*' => is_attack = true,
            letter if letter.is_ascii_alphabetic() => {
                depth += usize::from(is_attack);
                longest = longest.max(depth);
                is_attack = !is_attack;
            }
            _ => {}
        }
    }
    longest
}

/// Plays a move and appends it to the line.
fn play(position: &mut Position, mv: Point, line: &mut Vec<Point>) {
    position.play(mv);
    line.push(mv);
}

/// A recursive-descent parser of proofs.
struct Parser<'a> {
    rest: &'a str,
    /// The number of attacks on the path from the root.
    depth: usize,
}

impl Parser<'_> {
    /// The error for an unexpected rest of the text.
    fn error(&self, expected: &str) -> NotationError {
        NotationError::new(format!("{} in a proof, expected {expected}", quote(self.rest)))
    }

    /// Consumes a character if it comes next.
    fn take(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn point(&mut self) -> Result<Point, NotationError> {
        let (point, rest) = read_point(self.rest).ok_or_else(|| self.error("a point"))?;
        self.rest = rest;
        Ok(point)
    }

    fn attack(&mut self) -> Result<AttackNode, NotationError> {
        self.depth += 1;
        if self.depth > MAX_ATTACKS {
            return Err(NotationError::new(format!("a proof of more than {MAX_ATTACKS} attacks in a line")));
        }
        let mv = self.point()?;
        let defence = self.defence()?;
        self.depth -= 1;
        Ok(AttackNode { mv, defence })
    }

    fn defence(&mut self) -> Result<DefenceNode, NotationError> {
        let mut defence = DefenceNode::default();
        if !self.take('(') {
            if self.rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
                defence.replies.push((self.point()?, self.attack()?));
            }
            return Ok(defence);
        }
        loop {
            if self.take('*') {
                defence.other = Some(Box::new(self.attack()?));
                break;
            }
            defence.replies.push((self.point()?, self.attack()?));
            if !self.take(',') {
                break;
            }
        }
        if self.take(')') { Ok(defence) } else { Err(self.error("',' or ')'")) }
    }
}
