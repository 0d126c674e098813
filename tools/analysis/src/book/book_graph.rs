//! The book in memory: positions, their moves, and where these lead.

use anyhow::{Context, Result, anyhow, ensure};
use quartet::engine::book::{Book, BookMove, BookValue, Entry, Header, canonical, position_text, write_book};
use quartet::game::{Game, Notation, Symmetric};
use quartet::games::playable::{MoveOf as Move, Playable, PositionOf as Position};
use std::collections::HashMap;

/// The index of a position in its [`BookGraph`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

impl NodeId {
    /// The index, below the number of positions.
    pub(super) fn index(self) -> usize {
        self.0
    }
}

/// A move of a position.
#[derive(Clone, Debug)]
pub struct Link<M> {
    /// The move, as in the canonical image.
    pub mv: M,
    /// Its value for the side to move: that of the position it leads to, or of the search if that is not in the book.
    pub value: BookValue,
    /// The position it leads to, if that is in the book.
    pub child: Option<NodeId>,
}

/// A position of the book, always the canonical image.
pub struct Node<G: Game> {
    /// Its text, by which it is found.
    pub text: String,
    /// The position.
    pub position: G::Position,
    /// The number of legal moves, mirror images counted once.
    pub distinct_moves: usize,
    /// Whether the value of its best move is the game-theoretic value of the position.
    pub is_solved: bool,
    /// Its moves, best first.
    pub links: Vec<Link<G::Move>>,
    /// The positions with a move that leads here, each once.
    pub parents: Vec<NodeId>,
    /// The number of stones or discs on the board.
    pub stones: usize,
    pub(super) comment: String,
}

impl<G: Game> Node<G> {
    /// The moves that lead out of the book.
    pub fn leaves(&self) -> impl Iterator<Item = &Link<G::Move>> {
        self.links.iter().filter(|link| link.child.is_none())
    }

    /// Whether every legal move is listed, itself or as a mirror image.
    pub fn lists_all_moves(&self) -> bool {
        self.links.len() == self.distinct_moves
    }

    /// Orders the moves, best first; moves of equal score keep their order.
    pub fn sort(&mut self) {
        self.links.sort_by_key(|link| std::cmp::Reverse(link.value.score()));
    }
}

/// A book whose positions know where their moves lead.
pub struct BookGraph<P: Playable> {
    header: Header,
    comments: Vec<String>,
    nodes: Vec<Node<P::Game>>,
    index: HashMap<String, NodeId>,
    /// Positions outside the book, with the moves of the book that lead there.
    awaited: HashMap<String, Vec<(NodeId, Move<P>)>>,
}

/// The number of stones or discs on the board of a position text.
fn stones(text: &str) -> usize {
    text.chars().take_while(|letter| *letter != ' ').filter(|letter| "xo".contains(*letter)).count()
}

/// The canonical text of the position after a move.
pub fn text_after<G: Notation + Symmetric>(position: &G::Position, mv: G::Move) -> String {
    let mut after = position.clone();
    G::play(&mut after, mv);
    canonical::<G>(&after).text
}

/// The moves that a position that is its own mirror image cannot tell apart: all images of a move.
fn images<G: Notation + Symmetric>(position: &G::Position, mv: G::Move) -> Vec<G::Move> {
    let keeps_position = |symmetry: &u8| G::transform(position, *symmetry) == *position;
    (0..8).filter(keeps_position).map(|symmetry| G::transform_move(position, mv, symmetry)).collect()
}

/// The legal moves in the game's order, of several that are mirror images of each other only the first one.
pub fn distinct_moves<G: Notation + Symmetric>(position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    G::legal_moves(position, &mut moves);
    if (1..8).all(|symmetry| G::transform(position, symmetry) != *position) {
        return moves;
    }
    let mut distinct: Vec<G::Move> = Vec::new();
    for mv in moves {
        if images::<G>(position, mv).iter().all(|image| !distinct.contains(image)) {
            distinct.push(mv);
        }
    }
    distinct
}

impl<P: Playable> BookGraph<P> {
    /// An empty book.
    pub fn new(header: Header) -> Self {
        BookGraph { header, comments: Vec::new(), nodes: Vec::new(), index: HashMap::new(), awaited: HashMap::new() }
    }

    /// The positions of a book. Fails if a position does not exist, is not the canonical image, or has a move that is
    /// not legal or occurs twice; the error names the position.
    pub fn read(book: &Book) -> Result<Self> {
        let mut graph = BookGraph::new(book.header().clone());
        graph.comments = book.comments().to_vec();
        let rules = graph.header.rules::<P>();
        for entry in book.entries() {
            let text = entry.position.clone();
            let read = P::Game::parse_position(&rules, &text).map_err(|error| anyhow!(error));
            let added = read.and_then(|position| graph.add_entry(position, entry));
            added.with_context(|| format!("position '{text}'"))?;
        }
        Ok(graph)
    }

    fn add_entry(&mut self, position: Position<P>, entry: Entry) -> Result<()> {
        let image = canonical::<P::Game>(&position).text;
        ensure!(image == entry.position, "it is not the canonical image '{image}'");
        let read = |listed: &BookMove| {
            let mv = P::Game::parse_move(&position, &listed.mv).map_err(|error| anyhow!(error))?;
            Ok((mv, listed.value))
        };
        let moves = entry.moves.iter().map(read).collect::<Result<Vec<_>>>()?;
        let id = self.add(position, moves);
        self.node_mut(id).is_solved = entry.is_solved;
        self.node_mut(id).comment = entry.comment;
        Ok(())
    }

    /// Adds a canonical position that is not in the book, with moves that have been searched.
    pub fn add(&mut self, position: Position<P>, moves: Vec<(Move<P>, BookValue)>) -> NodeId {
        let text = position_text::<P::Game>(&position);
        let id = NodeId(self.nodes.len());
        let mut parents = Vec::new();
        for (parent, mv) in self.awaited.remove(&text).unwrap_or_default() {
            self.node_mut(parent).links.iter_mut().filter(|link| link.mv == mv).for_each(|link| link.child = Some(id));
            parents.push(parent);
        }
        parents.dedup();
        self.index.insert(text.clone(), id);
        self.nodes.push(Node {
            distinct_moves: distinct_moves::<P::Game>(&position).len(),
            is_solved: false,
            links: Vec::new(),
            parents,
            stones: stones(&text),
            comment: String::new(),
            text,
            position,
        });
        for (mv, value) in moves {
            self.add_move(id, mv, value);
        }
        id
    }

    /// Adds a legal move to a position, unless it has the move or a mirror image of it.
    pub fn add_move(&mut self, id: NodeId, mv: Move<P>, value: BookValue) {
        let position = &self.node(id).position;
        let known = images::<P::Game>(position, mv);
        if self.node(id).links.iter().any(|link| known.contains(&link.mv)) {
            return;
        }
        let text = text_after::<P::Game>(position, mv);
        let child = self.find(&text);
        match child {
            Some(child) if self.node(child).parents.contains(&id) => {}
            Some(child) => self.node_mut(child).parents.push(id),
            None => self.awaited.entry(text).or_default().push((id, mv)),
        }
        let node = self.node_mut(id);
        node.links.push(Link { mv, value, child });
        node.sort();
    }

    /// The game and its rules.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The position with this canonical text.
    pub fn find(&self, text: &str) -> Option<NodeId> {
        self.index.get(text).copied()
    }

    /// A position.
    pub fn node(&self, id: NodeId) -> &Node<P::Game> {
        &self.nodes[id.0]
    }

    /// A position, to change its values.
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<P::Game> {
        &mut self.nodes[id.0]
    }

    /// All positions.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<P> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The text of the book.
    pub fn write(&self) -> String {
        let mut entries: Vec<Entry> = self.nodes.iter().map(entry).collect();
        entries.sort_by(|one, other| one.position.cmp(&other.position));
        write_book(&self.header, &self.comments, &entries)
    }
}

fn entry<G: Notation>(node: &Node<G>) -> Entry {
    let moves = node.links.iter().map(|link| {
        let mv = G::write_move(&node.position, link.mv);
        BookMove { mv, value: link.value }
    });
    Entry {
        position: node.text.clone(),
        is_solved: node.is_solved,
        moves: moves.collect(),
        comment: node.comment.clone(),
    }
}
