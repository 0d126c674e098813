//! The proof of a certificate as a game with variations.
//!
//! Each legal reply of the defender is a move of the tree, or stands for others in one of these ways:
//!
//! * A reply with the label `*` stands for all that have no move of their own; its comment says how many there are.
//! * Of the replies to a node that the same attack answers, what follows is shown after one, which has a letter as its
//!   label. The others have the letter with an apostrophe, and only the attacker's move after them.
//! * After a four, replies that are not shown lose to a five at once. A four that nothing stops has one reply.
//!
//! Where an attack begins and at nodes, the attacker's move has the label `W` with the number of the ply by which the
//! win is complete: Rapfi reads such labels of libraries as proven wins. Comments name no points, because programs
//! number the rows from different ends.

use crate::nodes::replies;
use anyhow::{Context, Result, anyhow, bail, ensure};
use quartet::engine::Setup;
use quartet::game::Side;
use quartet::games::gomoku::certificate::class_proof::{Answer, ClassProof, Node};
use quartet::games::gomoku::certificate::symmetry::symmetry_between;
use quartet::games::gomoku::rules::fives::five_points;
use quartet::games::gomoku::rules::game::{Rules, transform_point};
use quartet::games::gomoku::rules::notation::write_point;
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::{Point, Position};
use quartet_records::{Game, GameBuilder, Notes};
use std::collections::BTreeMap;

/// Labels of replies that the same attack answers. Rapfi takes labels with W and L for values.
const LETTERS: &[u8] = b"ABCDEFGHIJKMNOPQRSTUVXYZ";
/// The plies of a four that nothing stops: the four, a reply, and the five.
const LAST_PLIES: u32 = 3;

/// Which part of a proof the game has.
#[derive(Clone, Debug)]
pub struct Extent {
    /// The moves that every line begins with, from the empty board.
    pub line: Vec<Point>,
    /// The last ply. Lines end with the attacker's last move up to it.
    pub last_ply: u32,
    /// The most moves that the tree may have.
    pub most_moves: usize,
}

/// A game that is built class by class.
pub struct ProofGame {
    builder: GameBuilder,
    /// The position at the current node of the builder.
    position: Position,
    extent: Extent,
}

impl ProofGame {
    /// A game without moves under these rules.
    pub fn new(rules: Rules, extent: Extent) -> Result<ProofGame> {
        let options = [("BoardSize", rules.size.to_string()), ("Rule", rules.rule.name().into())];
        let options = options.map(|(name, value)| (name.to_string(), value));
        let builder = GameBuilder::new("gomoku", &BTreeMap::from(options), &Setup::Start)?;
        Ok(ProofGame { builder, position: Position::new(rules.size, rules.rule), extent })
    }

    /// Comments on the start position.
    pub fn comment(&mut self, text: &str) {
        self.builder.notes_mut().add_comment(text);
    }

    /// Adds the moves `opening` from the empty board, with a comment on the first, and the proof that the side to move
    /// wins after them, whose last node is an image of the position there.
    ///
    /// Fails if the tree has too many moves, if the line of the extent leaves the proof, or if the proof is wrong where
    /// that shows: in an illegal move of either side, or in a reply without an answer. It is not verified otherwise.
    pub fn add(&mut self, opening: &[Point], comment: &str, proof: &ClassProof) -> Result<()> {
        for (index, &mv) in opening.iter().enumerate() {
            self.play(mv)?;
            if index == 0 {
                self.builder.notes_mut().comment = Some(comment.into());
            }
        }
        let class = proof.nodes.len().checked_sub(1).context("a class without nodes")?;
        let node_plies = node_plies(proof);
        Expansion { game: self, proof, node_plies }.win(Win::Node(class), true)?;
        opening.iter().rev().for_each(|&mv| self.take_back(mv));
        Ok(())
    }

    /// The game.
    pub fn finish(self) -> Game {
        self.builder.finish()
    }

    fn play(&mut self, mv: Point) -> Result<()> {
        let played = self.builder.play(&write_point(mv));
        played.map_err(|error| anyhow!("after {}: {error}", self.moves()))?;
        let (moves, most) = (self.builder.game_mut().tree.len(), self.extent.most_moves);
        ensure!(moves <= most, "the tree has more than {most} moves; --class, --moves or --plies makes it smaller");
        self.position.play(mv);
        Ok(())
    }

    fn take_back(&mut self, mv: Point) {
        self.builder.take_back();
        self.position.take_back(mv, self.position.ply() - 1);
    }

    /// The next move of the line that all lines begin with, if it has not ended.
    fn demanded(&self) -> Option<Point> {
        self.extent.line.get(self.position.ply() as usize).copied()
    }

    /// The moves from the empty board.
    fn moves(&mut self) -> String {
        let node = self.builder.node();
        let tree = &self.builder.game_mut().tree;
        let nodes = std::iter::successors(Some(node), |&node| tree.parent(node));
        let mut moves: Vec<&str> = nodes.map(|node| tree.node(node).mv.as_str()).collect();
        moves.reverse();
        moves.concat()
    }
}

/// How the attacker wins a position.
#[derive(Clone, Copy)]
enum Win<'p> {
    /// By the image of an attack under a symmetry.
    Attack(&'p AttackNode, u8),
    /// As in the node with this index, of which the position is an image.
    Node(usize),
}

/// The answers to the replies after a move of the attacker.
#[derive(Default)]
struct Answers<'p> {
    /// Replies, which may be occupied, with their answer.
    listed: Vec<(Vec<Point>, Win<'p>)>,
    /// The answer to all other replies; `None` if the attacker makes five after them.
    other: Option<Win<'p>>,
}

impl<'p> Answers<'p> {
    fn of_attack(size: usize, attack: &'p AttackNode, symmetry: u8) -> Answers<'p> {
        let win = |attack| Win::Attack(attack, symmetry);
        let image = |reply| vec![transform_point(size, reply, symmetry)];
        let listed = attack.defence.replies.iter().map(|(reply, next)| (image(*reply), win(next))).collect();
        Answers { listed, other: attack.defence.other.as_deref().map(win) }
    }

    fn of_node(proof: &'p ClassProof, node: &Node, symmetry: u8) -> Answers<'p> {
        let win = |answer: Answer| match answer {
            Answer::Attack(index) => Win::Attack(&proof.attacks[index], symmetry),
            Answer::Node(index, _) => Win::Node(index),
        };
        let image = |replies: &[Point]| {
            replies.iter().map(|&reply| transform_point(proof.rules.size, reply, symmetry)).collect()
        };
        let listed = node.answers.iter().map(|(replies, answer)| (image(replies), win(*answer))).collect();
        Answers { listed, other: node.other.map(win) }
    }

    fn to(&self, reply: Point) -> Option<Win<'p>> {
        let listed = self.listed.iter().find(|(replies, _)| replies.contains(&reply));
        listed.map(|(_, win)| *win).or(self.other)
    }
}

/// The most plies in which an attack wins.
fn attack_plies(attack: &AttackNode) -> u32 {
    2 * (attack.depth() as u32 - 1) + LAST_PLIES
}

/// The most plies in which each node wins.
fn node_plies(proof: &ClassProof) -> Vec<u32> {
    let attacks: Vec<u32> = proof.attacks.iter().map(attack_plies).collect();
    let mut nodes: Vec<u32> = Vec::new();
    for node in &proof.nodes {
        let answers = node.answers.iter().map(|(_, answer)| answer).chain(&node.other);
        let longest = answers.map(|answer| match *answer {
            Answer::Attack(index) => attacks[index],
            Answer::Node(index, _) => nodes[index],
        });
        nodes.push(longest.max().map_or(LAST_PLIES, |plies| 2 + plies));
    }
    nodes
}

/// A class that is added to a game.
struct Expansion<'g, 'p> {
    game: &'g mut ProofGame,
    proof: &'p ClassProof,
    node_plies: Vec<u32>,
}

impl<'p> Expansion<'_, 'p> {
    /// The attacker's move, and the answers to the replies after it.
    fn resolve(&self, win: Win<'p>) -> Result<(Point, Answers<'p>)> {
        let size = self.proof.rules.size;
        match win {
            Win::Attack(attack, symmetry) => {
                let mv = transform_point(size, attack.mv, symmetry);
                Ok((mv, Answers::of_attack(size, attack, symmetry)))
            }
            Win::Node(index) => {
                let node = &self.proof.nodes[index];
                let symmetry = symmetry_between(&node.position, &self.game.position)
                    .with_context(|| format!("node @n{index} has another position"))?;
                Ok((transform_point(size, node.mv, symmetry), Answers::of_node(self.proof, node, symmetry)))
            }
        }
    }

    /// Adds the attacker's move and what follows. `is_first`: it is the first move of an attack, or that of a node.
    fn win(&mut self, win: Win<'p>, is_first: bool) -> Result<()> {
        let (mv, answers) = self.resolve(win)?;
        if let Some(demanded) = self.game.demanded().filter(|&demanded| demanded != mv) {
            let [mv, demanded] = [mv, demanded].map(write_point);
            bail!("after {} the proof plays {mv}, not {demanded}", self.game.moves());
        }
        let is_last = self.game.position.ply() + LAST_PLIES > self.game.extent.last_ply;
        self.game.play(mv)?;
        if is_first {
            self.note_length(win);
        } else if is_last {
            self.label_length(win);
        }
        if self.game.position.winner().is_none() && !is_last {
            self.replies(&answers, matches!(win, Win::Node(_)))?;
        }
        self.game.take_back(mv);
        Ok(())
    }

    /// Notes at the attacker's move by which ply the win is complete.
    fn note_length(&mut self, win: Win<'p>) {
        let last = self.label_length(win);
        self.game.builder.notes_mut().comment = Some(format!("Black wins by ply {last}."));
    }

    /// Labels the attacker's move with the ply by which the win is complete, and returns the number.
    fn label_length(&mut self, win: Win<'p>) -> u32 {
        let plies = match win {
            Win::Attack(attack, _) => attack_plies(attack),
            Win::Node(index) => self.node_plies[index],
        };
        let left = if self.game.position.winner().is_some() { 0 } else { plies - 1 };
        let last = self.game.position.ply() + left;
        self.game.builder.notes_mut().label = Some(format!("W{last}"));
        last
    }

    /// Adds the replies of the defender, or the one that is demanded.
    fn replies(&mut self, answers: &Answers<'p>, is_node: bool) -> Result<()> {
        let mut open = replies(&self.game.position);
        if let Some(reply) = self.game.demanded() {
            return self.reply(reply, Notes::default(), answers.to(reply), is_node);
        }
        let mut letters = (0..).map(letter);
        let before = open.len();
        for (listed, win) in &answers.listed {
            let legal: Vec<Point> = listed.iter().copied().filter(|reply| open.contains(reply)).collect();
            open.retain(|reply| !legal.contains(reply));
            match legal[..] {
                [] => {}
                [reply] => self.reply(reply, Notes::default(), Some(*win), is_node)?,
                [first, ref others @ ..] => {
                    let label = letters.next().unwrap_or_default();
                    self.reply(first, Notes { label: Some(label.clone()), ..Notes::default() }, Some(*win), is_node)?;
                    others.iter().try_for_each(|&reply| self.reply_as_another(reply, *win, &label))?;
                }
            }
        }
        match answers.other {
            Some(win) => self.others(&open, win, is_node),
            None => self.losing_at_once(&open, open.len() == before),
        }
    }

    /// Adds a reply, and the answer to it; a five if there is none.
    fn reply(&mut self, reply: Point, notes: Notes, answer: Option<Win<'p>>, is_node: bool) -> Result<()> {
        self.game.play(reply)?;
        *self.game.builder.notes_mut() = notes;
        match answer {
            Some(win) => self.win(win, is_node)?,
            None => self.five()?,
        }
        self.game.take_back(reply);
        Ok(())
    }

    /// Adds a reply, and only the attacker's move after it, because what follows is shown after the reply with this
    /// label.
    fn reply_as_another(&mut self, reply: Point, win: Win<'p>, label: &str) -> Result<()> {
        self.game.play(reply)?;
        self.game.builder.notes_mut().label = Some(format!("{label}'"));
        let mv = self.resolve(win)?.0;
        self.game.play(mv)?;
        self.label_length(win);
        self.game.builder.notes_mut().comment = Some(format!("It goes on as after {label}."));
        self.game.take_back(mv);
        self.game.take_back(reply);
        Ok(())
    }

    /// Adds a reply that stands for all of these, which have the same answer: the one farthest from the centre.
    fn others(&mut self, open: &[Point], win: Win<'p>, is_node: bool) -> Result<()> {
        let Some(&reply) = open.iter().max_by_key(|reply| self.distance_from_centre(**reply)) else { return Ok(()) };
        let notes = match open.len() {
            1 => Notes::default(),
            count => {
                Notes { label: Some("*".into()), comment: Some(format!("Any of {count} replies.")), ..Notes::default() }
            }
        };
        self.reply(reply, notes, Some(win), is_node)
    }

    /// Checks that these replies lose to a five. If the four `is_unstoppable`, adds one of them, a block if there is
    /// one.
    fn losing_at_once(&mut self, open: &[Point], is_unstoppable: bool) -> Result<()> {
        let fives = five_points(&self.game.position, Side::X);
        let unanswered = match fives[..] {
            [] => open.first(),
            [five] => open.iter().find(|&&reply| reply == five),
            _ => None,
        };
        if let Some(&reply) = unanswered {
            bail!("after {} the proof has no answer to {}", self.game.moves(), write_point(reply));
        }
        let block = open.iter().find(|reply| fives.contains(reply)).or(open.first());
        match block.filter(|_| is_unstoppable) {
            Some(&reply) => self.reply(reply, Notes::default(), None, false),
            None => Ok(()),
        }
    }

    /// Adds a five of the attacker.
    fn five(&mut self) -> Result<()> {
        let fives = five_points(&self.game.position, Side::X);
        let demanded = self.game.demanded();
        let five = fives.iter().find(|&&five| demanded.is_none_or(|demanded| demanded == five));
        let Some(&five) = five else { bail!("after {} the proof makes five", self.game.moves()) };
        self.game.play(five)?;
        self.game.take_back(five);
        Ok(())
    }

    fn distance_from_centre(&self, point: Point) -> usize {
        let centre = self.proof.rules.size / 2;
        point.row().abs_diff(centre).pow(2) + point.col().abs_diff(centre).pow(2)
    }
}

/// The label with this number: a letter, from the second round on with a number.
fn letter(index: usize) -> String {
    let letter = char::from(LETTERS[index % LETTERS.len()]);
    match index / LETTERS.len() {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}
