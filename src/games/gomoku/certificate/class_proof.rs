//! The file of a class: its attacks and nodes, read and written.

use crate::game::Notation;
use crate::games::common::text::quote;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::game::{Gomoku, Rules};
use crate::games::gomoku::rules::notation::{read_point, write_point};
use crate::games::gomoku::solvers::proof_tree::AttackNode;
use std::fmt::Write;

/// The most attacks that a definition may have.
const MAX_ATTACKS: usize = 100_000;

/// What answers a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The attack with this index.
    Attack(usize),
    /// The node with this index, whose image under this symmetry, 0..=7, is the position after the reply. Bit 0 of a
    /// symmetry mirrors the columns, bit 1 mirrors the rows, then bit 2 swaps the two.
    Node(usize, u8),
}

/// A position with `x` to move, and how `x` wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The position.
    pub position: Position,
    /// The moves that lead to the position from the empty board.
    pub moves: Vec<Point>,
    /// The move of `x`.
    pub mv: Point,
    /// Replies with their answers.
    pub answers: Vec<(Vec<Point>, Answer)>,
    /// The answer to all other replies, if there are any after which `x` does not make five.
    pub other: Option<Answer>,
}

/// The definitions of a file, each before its first use. The last node is that of the class. Attacks are kept as `A`.
#[derive(Clone, Debug)]
pub struct ClassProof<A = AttackNode> {
    /// The rules of the game.
    pub rules: Rules,
    /// The attacks.
    pub attacks: Vec<A>,
    /// The nodes.
    pub nodes: Vec<Node>,
}

impl Node {
    /// The answer to a reply; `None` if `x` makes five after it.
    pub fn answer(&self, reply: Point) -> Option<Answer> {
        let listed = self.answers.iter().find(|(replies, _)| replies.contains(&reply));
        listed.map(|(_, answer)| *answer).or(self.other)
    }

    /// Appends the line of the node with this index.
    fn write(&self, index: usize, text: &mut String) {
        let _ = write!(text, "@n{index} {} {}(", write_points(&self.moves), write_point(self.mv));
        let mut separator = "";
        for (replies, answer) in &self.answers {
            let _ = write!(text, "{separator}{}{}", write_points(replies), answer.text());
            separator = ",";
        }
        if let Some(answer) = self.other {
            let _ = write!(text, "{separator}*{}", answer.text());
        }
        text.push_str(")\n");
    }
}

impl Answer {
    fn text(self) -> String {
        match self {
            Answer::Attack(index) => format!("@a{index}"),
            Answer::Node(index, 0) => format!("@n{index}"),
            Answer::Node(index, symmetry) => format!("@n{index}/{symmetry}"),
        }
    }
}

/// An attack as a class keeps it.
pub trait ReadAttack: Sized {
    /// Reads the text of an attack. The error says what is wrong.
    fn read_attack(text: &str) -> Result<Self, String>;
}

impl ReadAttack for AttackNode {
    fn read_attack(text: &str) -> Result<AttackNode, String> {
        let attack = AttackNode::read(text).map_err(|error| error.to_string())?;
        match attack.attacks() {
            ..=MAX_ATTACKS => Ok(attack),
            _ => Err(format!("more than {MAX_ATTACKS} attacks in a definition")),
        }
    }
}

impl ClassProof {
    /// A proof without definitions.
    pub fn new(rules: Rules) -> ClassProof {
        ClassProof::without_definitions(rules)
    }

    /// Reads a file. Errors begin with the number of the line.
    pub fn read(rules: Rules, text: &str) -> Result<ClassProof, String> {
        ClassProof::read_as(rules, text)
    }

    /// The text of the file, attacks before the first node that uses them.
    pub fn write(&self) -> String {
        let (mut text, mut written) = (String::new(), 0);
        for (index, node) in self.nodes.iter().enumerate() {
            let used = node.answers.iter().map(|(_, answer)| answer).chain(&node.other);
            let last =
                used.filter_map(|answer| if let Answer::Attack(index) = answer { Some(*index) } else { None }).max();
            let end = last.map_or(written, |last| written.max(last + 1)).min(self.attacks.len());
            for (index, attack) in self.attacks.iter().enumerate().take(end).skip(written) {
                let _ = write!(text, "@a{index} ");
                attack.write(&mut text);
                text.push('\n');
            }
            written = end;
            node.write(index, &mut text);
        }
        text
    }
}

impl<A: ReadAttack> ClassProof<A> {
    fn without_definitions(rules: Rules) -> ClassProof<A> {
        ClassProof { rules, attacks: Vec::new(), nodes: Vec::new() }
    }

    /// Reads a file, its attacks as `A`. Errors begin with the number of the line.
    pub fn read_as(rules: Rules, text: &str) -> Result<ClassProof<A>, String> {
        let mut proof = ClassProof::without_definitions(rules);
        for (number, line) in (1..).zip(text.lines()) {
            proof.read_line(line).map_err(|what| format!("line {number}: {what}"))?;
        }
        Ok(proof)
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            return Ok(());
        }
        let (name, rest) = line.split_once(' ').ok_or_else(|| format!("{}, expected a definition", quote(line)))?;
        if let Some(number) = name.strip_prefix("@a") {
            check_number(number, self.attacks.len())?;
            self.attacks.push(A::read_attack(rest)?);
        } else if let Some(number) = name.strip_prefix("@n") {
            check_number(number, self.nodes.len())?;
            let node = self.read_node(rest)?;
            self.nodes.push(node);
        } else {
            return Err(format!("{}, expected @a or @n with a number", quote(name)));
        }
        Ok(())
    }

    fn read_node(&self, text: &str) -> Result<Node, String> {
        let (moves, proof) = text.split_once(' ').ok_or("no moves before the proof of a node")?;
        let mut position = Position::new(self.rules.size, self.rules.rule);
        let moves = Gomoku::parse_token(&position, moves).map_err(|error| error.to_string())?;
        for &mv in &moves {
            position.play(mv);
        }
        let unexpected = || format!("{}, expected MOVE(ANSWERS)", quote(proof));
        let (mv, rest) = read_point(proof).ok_or_else(unexpected)?;
        let items = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).ok_or_else(unexpected)?;
        let mut node = Node { position, moves, mv, answers: Vec::new(), other: None };
        for item in items.split(',').filter(|item| !item.is_empty()) {
            if node.other.is_some() {
                return Err("answers after '*', which comes last".into());
            }
            let (replies, answer) =
                item.split_once('@').ok_or_else(|| format!("{}, expected an answer", quote(item)))?;
            let answer = self.read_answer(answer)?;
            match replies {
                "*" => node.other = Some(answer),
                replies => node.answers.push((read_points(replies)?, answer)),
            }
        }
        Ok(node)
    }

    /// Reads a name without its sign, which must be defined.
    fn read_answer(&self, name: &str) -> Result<Answer, String> {
        let undefined = || format!("{}, which is not defined before", quote(&format!("@{name}")));
        let (name, symmetry) = name.split_once('/').unwrap_or((name, "0"));
        let symmetry: u8 = symmetry.parse().ok().filter(|symmetry| *symmetry < 8).ok_or("a map that is not 0 to 7")?;
        let (kind, defined) = match name.as_bytes().first() {
            Some(b'a') => (Answer::Attack as fn(usize) -> Answer, self.attacks.len()),
            _ => ((|index| Answer::Node(index, 0)) as fn(usize) -> Answer, self.nodes.len()),
        };
        let index = name.strip_prefix(['a', 'n']).and_then(|number| number.parse().ok());
        let index = index.filter(|&index: &usize| index < defined).ok_or_else(undefined)?;
        Ok(match kind(index) {
            Answer::Node(index, _) => Answer::Node(index, symmetry),
            attack => attack,
        })
    }
}

fn check_number(number: &str, expected: usize) -> Result<(), String> {
    if number.parse() == Ok(expected) { Ok(()) } else { Err(format!("{}, expected {expected}", quote(number))) }
}

fn write_points(points: &[Point]) -> String {
    points.iter().map(|&point| write_point(point)).collect()
}

fn read_points(mut text: &str) -> Result<Vec<Point>, String> {
    let mut points = Vec::new();
    while !text.is_empty() {
        let (point, rest) = read_point(text).ok_or_else(|| format!("{}, expected points", quote(text)))?;
        points.push(point);
        text = rest;
    }
    Ok(points)
}
