//! A class in memory: its nodes by position, and its attacks as text, which take a tenth of the memory of trees.

use super::class_proof::{Answer, ClassProof, Node, ReadAttack};
use super::folder::read_class;
use super::manifest::{Class, Manifest};
use super::symmetry::{canonical_key, inverse, symmetry_between, transform_attack};
use crate::game::Game;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::fives::five_points;
use crate::games::gomoku::rules::game::{Gomoku, transform_point};
use crate::games::gomoku::rules::notation::read_point;
use crate::games::gomoku::solvers::proof_tree::{AttackNode, depth_of_text};
use std::collections::HashMap;
use std::path::Path;

/// A class is not loaded if its file has more bytes than this.
const MAX_BYTES: usize = 32 << 20;

/// An attack that is parsed when it is needed.
#[derive(Clone, Debug)]
pub(super) struct AttackText {
    text: Box<str>,
    /// The first move.
    pub(super) mv: Point,
    /// The number of attacks on the longest line.
    depth: u16,
}

impl ReadAttack for AttackText {
    fn read_attack(text: &str) -> Result<AttackText, String> {
        let (mv, _) = read_point(text).ok_or("an attack without a move")?;
        let depth = u16::try_from(depth_of_text(text)).map_err(|_| "a line of too many attacks")?;
        Ok(AttackText { text: text.into(), mv, depth })
    }
}

impl AttackText {
    /// The plies of the longest line, the five after the last attack included.
    fn plies(&self) -> u16 {
        2 * self.depth + 1
    }

    /// The image of the attack; `None`, and a line in the log, if the text is damaged.
    pub(super) fn image(&self, size: usize, symmetry: u8) -> Option<AttackNode> {
        match AttackNode::read(&self.text) {
            Ok(attack) => Some(transform_attack(size, &attack, symmetry)),
            Err(error) => {
                log::error!("a certificate is damaged: {error}");
                None
            }
        }
    }
}

/// A node, and the symmetry under which its image is a position of the game.
#[derive(Clone, Copy)]
pub(super) struct NodeImage {
    /// The index of the node.
    pub(super) index: usize,
    /// The symmetry.
    pub(super) symmetry: u8,
}

/// A class that positions are looked up in.
pub(super) struct LoadedClass {
    /// The reply that the file proves.
    pub(super) reply: Point,
    pub(super) proof: ClassProof<AttackText>,
    /// The most plies in which each node wins.
    plies: Vec<u16>,
    /// The indices of the nodes by canonical key.
    by_key: HashMap<u64, usize>,
}

impl LoadedClass {
    /// Reads the file of a class.
    pub(super) fn load(folder: &Path, manifest: &Manifest, class: &Class) -> Result<LoadedClass, String> {
        if class.content.bytes > MAX_BYTES {
            return Err(format!("{} has more than {MAX_BYTES} bytes", class.file_name()));
        }
        let proof: ClassProof<AttackText> = read_class(folder, manifest, class)?;
        let keys = proof.nodes.iter().map(|node| canonical_key(&node.position));
        let by_key = keys.enumerate().map(|(index, key)| (key, index)).collect();
        let mut loaded = LoadedClass { reply: class.reply, proof, plies: Vec::new(), by_key };
        for index in 0..loaded.proof.nodes.len() {
            loaded.plies.push(loaded.longest_answer(index).map_or(3, |(_, plies)| 2 + plies));
        }
        Ok(loaded)
    }

    /// The size of the board.
    pub(super) fn size(&self) -> usize {
        self.proof.rules.size
    }

    /// The node of which a position is an image.
    pub(super) fn find(&self, position: &Position) -> Option<NodeImage> {
        let &index = self.by_key.get(&canonical_key(position))?;
        let symmetry = symmetry_between(&self.proof.nodes.get(index)?.position, position)?;
        Some(NodeImage { index, symmetry })
    }

    /// The most plies in which a node wins.
    pub(super) fn plies(&self, node: NodeImage) -> u16 {
        self.plies.get(node.index).copied().unwrap_or_default()
    }

    /// The most plies in which an answer wins.
    pub(super) fn plies_of(&self, answer: Answer) -> u16 {
        match answer {
            Answer::Attack(index) => self.proof.attacks.get(index).map_or(0, AttackText::plies),
            Answer::Node(index, _) => self.plies.get(index).copied().unwrap_or_default(),
        }
    }

    /// The node itself.
    pub(super) fn node(&self, node: NodeImage) -> Option<&Node> {
        self.proof.nodes.get(node.index)
    }

    /// The image of a point of a node.
    pub(super) fn image(&self, node: NodeImage, point: Point) -> Point {
        transform_point(self.size(), point, node.symmetry)
    }

    /// The winning move of the image of a node.
    pub(super) fn mv(&self, node: NodeImage) -> Option<Point> {
        Some(self.image(node, self.node(node)?.mv))
    }

    /// The answer to a reply after the move of the image of a node; `None` if x makes five. A further node is given
    /// with the symmetry under which its image is reached in the game.
    pub(super) fn answer(&self, node: NodeImage, reply: Point) -> Option<Answer> {
        let reply = transform_point(self.size(), reply, inverse(node.symmetry));
        self.node(node)?.answer(reply)
    }

    /// The attack that answers, in the orientation of the game.
    pub(super) fn attack(&self, node: NodeImage, index: usize) -> Option<AttackNode> {
        self.proof.attacks.get(index)?.image(self.size(), node.symmetry)
    }

    /// The answer with the longest line after the move of a node, with one of its replies, and the plies of the win.
    /// `None` if x makes five after every reply.
    fn longest_answer(&self, index: usize) -> Option<((Point, Answer), u16)> {
        let node = self.proof.nodes.get(index)?;
        let listed = node.answers.iter().filter_map(|(replies, answer)| Some((*replies.first()?, *answer)));
        let other = node.other.and_then(|answer| Some((unlisted_reply(node)?, answer)));
        let plies = |(_, answer): &(Point, Answer)| self.plies_of(*answer);
        listed.chain(other).map(|found| (found, plies(&found))).max_by_key(|(_, plies)| *plies)
    }

    /// The longest line from the image of a node to the five.
    pub(super) fn longest_line(&self, position: &Position, node: NodeImage) -> Vec<Point> {
        let (mut position, mut node, mut line) = (position.clone(), node, Vec::new());
        while let Some(mv) = self.mv(node) {
            position.play(mv);
            line.push(mv);
            let Some(((reply, answer), _)) = self.longest_answer(node.index) else {
                line.extend(any_reply_and_five(&position));
                break;
            };
            let reply = self.image(node, reply);
            position.play(reply);
            line.push(reply);
            match answer {
                Answer::Attack(index) => {
                    let attack = self.attack(node, index);
                    line.extend(attack.iter().flat_map(|attack| attack.longest_line(&position)));
                    break;
                }
                Answer::Node(..) => match self.find(&position) {
                    Some(next) => node = next,
                    None => break,
                },
            }
        }
        line
    }
}

/// A legal reply to the move of a node that is not listed; `None` if there is none.
fn unlisted_reply(node: &Node) -> Option<Point> {
    let is_free = |point: &Point| *point != node.mv && node.answers.iter().all(|(replies, _)| !replies.contains(point));
    node.position.board().empty_points().find(is_free)
}

/// A reply in a position in which x makes five whatever o replies, and the five.
fn any_reply_and_five(position: &Position) -> Vec<Point> {
    let fives = five_points(position, position.side().other());
    let mut replies = Vec::new();
    Gomoku::legal_moves(position, &mut replies);
    let pairs = replies.iter().filter_map(|&reply| Some(vec![reply, *fives.iter().find(|five| **five != reply)?]));
    pairs.into_iter().next().unwrap_or_default()
}
