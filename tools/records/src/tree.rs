//! The moves of a game: a main line, variations, and what was noted about them.

use compact_str::CompactString;
use serde::{Deserialize, Serialize};

/// The index of a node in its [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every tree: the first position, before any move.
    pub const ROOT: NodeId = NodeId(0);

    /// The index in the order in which the nodes were added; the root has index 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move with its notes, or the root, which has no move.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move in canonical notation; empty at the root.
    pub mv: CompactString,
    /// What was noted about the move (at the root: about the game), if anything.
    pub notes: Option<Box<Notes>>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// What was noted about a move. In JSON, what was not noted is missing.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Notes {
    /// A comment, possibly of several lines, which end with `\n`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// A text of a few letters that is drawn at the point of the move in the position before it: `LB` in SGF, the board
    /// text in RenLib.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How good the move is, as a symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<Glyph>,
    /// The time that the move took, in microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microseconds: Option<u64>,
    /// The value of the move in the view of the player who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// The depth of the search that gave the value, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl Notes {
    /// Whether there is a time, a value or a depth.
    pub fn has_numbers(&self) -> bool {
        self.microseconds.is_some() || self.evaluation.is_some() || self.depth.is_some()
    }

    /// Adds a text to the comment, on a line of its own.
    pub fn add_comment(&mut self, text: &str) {
        match &mut self.comment {
            Some(comment) => comment.extend(["\n", text]),
            None => self.comment = Some(text.into()),
        }
    }
}

/// The value of a move in the view of the player who made it. In JSON, an object with one of `estimate`, `mate` and
/// `discs`.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Evaluation {
    /// An estimate in centidiscs (Othello) or centipoints (Gomoku).
    Estimate(i64),
    /// A proven win after this number of the winner's moves; negative if the player loses.
    Mate(i64),
    /// The exact margin in discs (Othello).
    Discs(i16),
}

/// A symbol of chess notation that says how good a move is. PGN writes them as the numeric annotation glyphs $1 to $6,
/// JSON as the symbol.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyph {
    /// `!`, a good move.
    #[serde(rename = "!")]
    Good,
    /// `?`, a mistake.
    #[serde(rename = "?")]
    Mistake,
    /// `!!`, a brilliant move.
    #[serde(rename = "!!")]
    Brilliant,
    /// `??`, a blunder.
    #[serde(rename = "??")]
    Blunder,
    /// `!?`, an interesting move.
    #[serde(rename = "!?")]
    Interesting,
    /// `?!`, a dubious move or inaccuracy.
    #[serde(rename = "?!")]
    Dubious,
}

impl Glyph {
    /// All symbols, in the order of the numeric annotation glyphs from $1.
    pub const ALL: [Glyph; 6] =
        [Glyph::Good, Glyph::Mistake, Glyph::Brilliant, Glyph::Blunder, Glyph::Interesting, Glyph::Dubious];

    /// The symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            Glyph::Good => "!",
            Glyph::Mistake => "?",
            Glyph::Brilliant => "!!",
            Glyph::Blunder => "??",
            Glyph::Interesting => "!?",
            Glyph::Dubious => "?!",
        }
    }
}

/// The moves of a game. The first child of each node continues the main line; the other children begin variations.
///
/// Trees are equal if they have the same moves and notes in the same variations, in whichever order they were added.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((own, others)) = pairs.pop() {
            let (node, other_node) = (self.node(own), other.node(others));
            if node.mv != other_node.mv || node.notes != other_node.notes {
                return false;
            }
            let mut children = (self.children(own), other.children(others));
            loop {
                match (children.0.next(), children.1.next()) {
                    (Some(own), Some(others)) => pairs.push((own, others)),
                    (None, None) => break,
                    _ => return false,
                }
            }
        }
        self.len() == other.len()
    }
}

impl Default for Tree {
    fn default() -> Self {
        Tree { nodes: vec![Node::new(CompactString::default(), None)] }
    }
}

impl Node {
    fn new(mv: CompactString, parent: Option<NodeId>) -> Self {
        Node { mv, notes: None, parent, first_child: None, next_sibling: None }
    }

    /// The notes of the node, created if it has none.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }
}

impl Tree {
    /// An empty tree with room for this number of moves.
    pub(crate) fn with_capacity(moves: usize) -> Self {
        let mut tree = Tree::default();
        tree.nodes.reserve(moves);
        tree
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to change its notes.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The node before this one; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The nodes after this one: the main continuation, then the variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// The nodes of the main line after the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(NodeId::ROOT).first_child, |&id| self.node(id).first_child)
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> impl Iterator<Item = &str> + '_ {
        self.main_line().map(|id| self.node(id).mv.as_str())
    }

    /// The number of moves in the whole tree.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes notes that say nothing.
    pub(crate) fn drop_empty_notes(&mut self) {
        for node in &mut self.nodes {
            node.notes.take_if(|notes| **notes == Notes::default());
        }
    }

    /// Adds a move after a node, as its last child.
    pub(crate) fn add(&mut self, parent: NodeId, mv: CompactString) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 moves fit into memory"));
        self.nodes.push(Node::new(mv, Some(parent)));
        match self.children(parent).last() {
            Some(sibling) => self.node_mut(sibling).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_keep_their_order_and_the_first_is_the_main_line() {
        let mut tree = Tree::default();
        let first = tree.add(NodeId::ROOT, "f5".into());
        tree.add(first, "d6".into());
        let variation = tree.add(first, "f6".into());
        let end = tree.add(variation, "f7".into());
        assert_eq!(tree.main_moves().collect::<Vec<_>>(), ["f5", "d6"]);
        let children: Vec<&str> = tree.children(first).map(|id| tree.node(id).mv.as_str()).collect();
        assert_eq!(children, ["d6", "f6"]);
        assert_eq!((tree.parent(end), tree.parent(NodeId::ROOT), tree.len()), (Some(variation), None, 4));
        assert!(tree.children(end).next().is_none() && !tree.is_empty());
    }

    #[test]
    fn equal_trees_may_have_been_built_in_any_order() {
        let build = |moves: &[(usize, &str)]| {
            let mut tree = Tree::default();
            let mut ids = vec![NodeId::ROOT];
            for &(parent, mv) in moves {
                ids.push(tree.add(ids[parent], mv.into()));
            }
            tree
        };
        let tree = build(&[(0, "f5"), (1, "d6"), (1, "f6"), (0, "d3")]);
        assert_eq!(tree, build(&[(0, "f5"), (0, "d3"), (1, "d6"), (1, "f6")]));
        for other in [
            build(&[(0, "f5"), (1, "f6"), (1, "d6"), (0, "d3")]),
            build(&[(0, "f5"), (1, "d6"), (1, "f6"), (0, "c4")]),
            build(&[(0, "f5"), (1, "d6"), (1, "f6")]),
            build(&[(0, "f5"), (1, "d6"), (1, "f6"), (0, "d3"), (4, "c3")]),
        ] {
            assert_ne!(tree, other);
        }
    }
}
