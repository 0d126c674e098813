//! Proofs of forced wins: what the attacker plays against every defence, and its text.
//!
//! An attack is written as the attacker's move and then, unless nothing but a five follows, either one reply with the
//! attack that answers it, or a list in brackets, in which `*` stands for all other replies. Points need no
//! space between them: `h8(h7j10k11i9j8,j6i5j8,*k8j8)`. A reply that is neither listed nor covered by `*` leaves the
//! attacker a five, which is not written. So `k8j8l8` is a four at k8, the block at j8 and a move that cannot be met.
//! Must not know: how proofs are found, patterns, threats.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::game::{Game, NotationError, Side};
use crate::games::common::text::quote;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::game::Gomoku;
use crate::games::gomoku::rules::lines::MAX_SIZE;
use crate::games::gomoku::rules::notation::{read_point, write_point};

/// Longest line of a proof in attacks; no game has more.
const MAX_ATTACKS: usize = MAX_SIZE * MAX_SIZE / 2;

/// A move of the attacker and how he goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The attacker's move.
    pub mv: Point,
    /// What follows; nothing, if it makes five.
    pub next: Next,
}

/// How the attacker goes on. A reply that is neither listed nor covered by `other` leaves him a five.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Next {
    /// Replies with what follows.
    pub replies: Vec<(Point, Attack)>,
    /// What follows all other replies.
    pub other: Option<Box<Attack>>,
}

impl Attack {
    /// The tree of a line of fours and blocks to the five, the last four being one that cannot be met; `None` for a
    /// line of an even length.
    pub fn of_line(line: &[Point]) -> Option<Attack> {
        let fours = match line {
            [_] => line,
            [fours @ .., _, _] => fours,
            [] => return None,
        };
        let (&last, before) = fours.split_last()?;
        let leaf = Attack { mv: last, next: Next::default() };
        before.rchunks(2).try_fold(leaf, |tree, pair| match *pair {
            [mv, block] => Some(Attack { mv, next: Next { replies: vec![(block, tree)], other: None } }),
            _ => None,
        })
    }

    /// Attacks in the longest line.
    fn depth(&self) -> usize {
        let listed = self.next.replies.iter().map(|(_, attack)| attack.depth()).max();
        1 + listed.max(self.next.other.as_ref().map(|attack| attack.depth())).unwrap_or(0)
    }

    /// A longest line from `position` to the five, as far as the proof holds.
    pub fn longest_line(&self, position: &Position) -> Vec<Point> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        let mut attack = Some(self);
        while let Some(now) = attack {
            let attacker = position.side();
            make(&mut position, now.mv, &mut line);
            let Some((reply, next)) = now.next.longest(&position) else { break };
            make(&mut position, reply, &mut line);
            attack = next;
            if attack.is_none()
                && let Some(&five) = five_points(&position, attacker).first()
            {
                make(&mut position, five, &mut line);
            }
        }
        line
    }

    /// Appends the text.
    pub fn write(&self, text: &mut String) {
        text.push_str(&write_point(self.mv));
        let Next { replies, other } = &self.next;
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

    /// Reads a text.
    pub fn read(text: &str) -> Result<Attack, NotationError> {
        let mut reader = Reader { rest: text.trim(), attacks: 0 };
        let attack = reader.attack()?;
        if reader.rest.is_empty() { Ok(attack) } else { Err(reader.error("the end")) }
    }
}

impl Next {
    /// A reply that resists longest, and what follows it.
    fn longest(&self, position: &Position) -> Option<(Point, Option<&Attack>)> {
        let listed = self.replies.iter().filter(|(reply, _)| Gomoku::is_legal(position, *reply));
        let listed = listed.max_by_key(|(_, attack)| attack.depth());
        let other = self.other.as_deref();
        if let Some((reply, attack)) = listed.filter(|(_, attack)| Some(attack.depth()) >= other.map(Attack::depth)) {
            return Some((*reply, Some(attack)));
        }
        let mut legal = Vec::new();
        Gomoku::legal_moves(position, &mut legal);
        let free = legal.into_iter().find(|mv| self.replies.iter().all(|(reply, _)| reply != mv))?;
        Some((free, other))
    }
}

fn make(position: &mut Position, mv: Point, line: &mut Vec<Point>) {
    position.play(mv);
    line.push(mv);
}

/// The empty points that make five for a colour.
pub fn five_points(position: &Position, side: Side) -> Vec<Point> {
    let (board, rule) = (position.board(), position.five_rule(side));
    board.empty_points().filter(|&point| board.makes_five(point, side, rule)).collect()
}

/// Reads the text of a proof.
struct Reader<'a> {
    rest: &'a str,
    /// Attacks on the way from the root.
    attacks: usize,
}

impl Reader<'_> {
    fn error(&self, expected: &str) -> NotationError {
        NotationError::new(format!("{} in a proof, expected {expected}", quote(self.rest)))
    }

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

    fn attack(&mut self) -> Result<Attack, NotationError> {
        self.attacks += 1;
        if self.attacks > MAX_ATTACKS {
            return Err(NotationError::new(format!("a proof of more than {MAX_ATTACKS} attacks in a line")));
        }
        let mv = self.point()?;
        let next = self.next()?;
        self.attacks -= 1;
        Ok(Attack { mv, next })
    }

    fn next(&mut self) -> Result<Next, NotationError> {
        let mut next = Next::default();
        if !self.take('(') {
            if self.rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
                next.replies.push((self.point()?, self.attack()?));
            }
            return Ok(next);
        }
        loop {
            if self.take('*') {
                next.other = Some(Box::new(self.attack()?));
                break;
            }
            next.replies.push((self.point()?, self.attack()?));
            if !self.take(',') {
                break;
            }
        }
        if self.take(')') { Ok(next) } else { Err(self.error("',' or ')'")) }
    }
}
