//! Reading a library.

use super::nodes::{FIRST_LINE_END, Node, Nodes, Place};
use super::{HEADER_SIZE, SIGNATURE, SIZE, VERSION};
use crate::builder::GameBuilder;
use crate::encoding::{decode_text, guess_of_most};
use crate::error::ReadError;
use crate::format::Hints;
use crate::game::Game;
use crate::tree::{NodeId, Notes};
use encoding_rs::{Encoding, UTF_8};
use quartet::engine::Setup;
use quartet_rules::points::point_name;
use std::borrow::Cow;

/// Reads a library.
pub(super) fn read(content: &[u8], hints: &Hints) -> Result<Game, ReadError> {
    let error = |byte, message: String, partial| Err(ReadError { game: 1, line: None, byte, message, partial });
    let nodes = match first_node(content) {
        Ok(offset) => Nodes::new(content, offset),
        Err(message) => return error(0, message, None),
    };
    let mut options = hints.options.clone();
    options.insert("BoardSize".into(), SIZE.to_string());
    options.entry("Rule".into()).or_insert("renju".into());
    let builder = match GameBuilder::new("gomoku", &options, &Setup::Start) {
        Ok(builder) => builder,
        Err(why) => return error(0, format!("{why:#}"), None),
    };
    let mut reader = Reader {
        builder,
        encoding: encoding_of(nodes.clone()),
        here: Some(NodeId::ROOT),
        siblings: Vec::new(),
        fault: None,
        more_faults: 0,
    };
    reader.read(nodes);
    let game = reader.builder.finish();
    let Some((byte, mut message)) = reader.fault else { return Ok(game) };
    if reader.more_faults > 0 {
        message.push_str(&format!("; further faults: {}", reader.more_faults));
    }
    error(byte, message, Some(Box::new(game)))
}

/// The offset of the first node.
fn first_node(content: &[u8]) -> Result<usize, String> {
    if !content.starts_with(SIGNATURE) {
        // Before version 3.0 there was no header, and the first move was the centre.
        return if content.first() == Some(&0x78) { Ok(0) } else { Err("no library of RenLib".into()) };
    }
    let version = content.get(SIGNATURE.len()..SIGNATURE.len() + 2).ok_or("the header is not complete")?;
    if version > VERSION.as_slice() {
        let numbers: Vec<String> = version.iter().map(u8::to_string).collect();
        return Err(format!("version {} of RenLib's format, expected at most 3.4", numbers.join(".")));
    }
    if content.len() < HEADER_SIZE { Err("the header is not complete".into()) } else { Ok(HEADER_SIZE) }
}

/// The encoding of most texts of a file.
fn encoding_of(nodes: Nodes<'_>) -> &'static Encoding {
    // Texts of seven bits say nothing, and the oldest comments are decoded already.
    let texts = nodes.map_while(Result::ok).flat_map(|node| {
        let comment = match node.comment {
            Some(Cow::Borrowed(text)) => Some(text),
            _ => None,
        };
        comment.into_iter().chain(node.board_text)
    });
    guess_of_most(texts.filter(|text| !text.is_ascii()))
}

struct Reader {
    builder: GameBuilder,
    encoding: &'static Encoding,
    /// The current node; `None` within moves that are left out.
    here: Option<NodeId>,
    /// For each sibling to come, the node before it; `None` if it is left out with the moves before it.
    siblings: Vec<Option<NodeId>>,
    fault: Option<(usize, String)>,
    more_faults: usize,
}

impl Reader {
    fn read(&mut self, nodes: Nodes<'_>) {
        let mut nodes = nodes;
        let mut is_first = true;
        while let Some(node) = nodes.next() {
            let node = match node {
                Ok(node) => node,
                Err(at) => return self.fail(at, "the file ends within a node".into()),
            };
            // Only the first node can be the root; old libraries begin with the first move.
            let is_root = std::mem::take(&mut is_first) && node.place == Place::Null;
            if is_root {
                self.note(&node);
            } else {
                self.visit(&node);
            }
            if !node.has_child() && !self.return_to_sibling() {
                return self.expect_end(nodes.offset(), nodes.next().is_none());
            }
        }
        self.fail(nodes.offset(), "the file ends before the last move of a variation".into());
    }

    /// Plays a move, and remembers where its sibling begins.
    fn visit(&mut self, node: &Node<'_>) {
        if node.has_sibling() {
            self.siblings.push(self.here);
        }
        // A text at a point without a move is not part of the game.
        if self.here.take().is_none() || !node.is_move() {
            return;
        }
        match self.play(node) {
            Ok(()) => {
                self.here = Some(self.builder.node());
                self.note(node);
            }
            Err(message) => self.fail(node.at, message),
        }
    }

    fn play(&mut self, node: &Node<'_>) -> Result<(), String> {
        match node.place {
            Place::Point(column, row) => {
                let name = point_name(column, row).unwrap_or_default();
                self.builder.play(&name).map(drop).map_err(|error| error.to_string())
            }
            Place::Null => Err("a pass, which gomoku does not have".into()),
            Place::Invalid(byte) => Err(format!("{byte:#04x} is no point of a board of {SIZE}x{SIZE}")),
        }
    }

    /// Goes back to where the next sibling is played. Returns false if there is none.
    fn return_to_sibling(&mut self) -> bool {
        let Some(before) = self.siblings.pop() else { return false };
        self.here = before;
        if let Some(before) = before {
            self.builder.return_to(before);
        }
        true
    }

    /// Adds the texts of a node to those of the current move, which the library may have more than once.
    fn note(&mut self, node: &Node<'_>) {
        // The oldest comments are decoded already.
        let is_decoded = matches!(node.comment, Some(Cow::Owned(_)));
        let encoding = if is_decoded { UTF_8 } else { self.encoding };
        let text = |bytes: &[u8]| decode_text(bytes, encoding).replace("\r\n", "\n");
        let comment = node.comment.as_deref().map(|comment| match comment.iter().position(|&b| b == FIRST_LINE_END) {
            None => text(comment),
            Some(end) => {
                let (first, rest) = comment.split_at(end);
                let rest = text(rest.get(1..).unwrap_or_default());
                if first.is_empty() { rest } else { format!("{}\n{rest}", text(first)) }
            }
        });
        let label = node.board_text.map(text);
        let (comment, label) = (comment.filter(|text| !text.is_empty()), label.filter(|text| !text.is_empty()));
        if comment.is_none() && label.is_none() {
            return;
        }
        let notes: &mut Notes = self.builder.notes_mut();
        notes.label = label.or(notes.label.take());
        notes.comment = match (notes.comment.take(), comment) {
            (Some(known), Some(new)) if known != new => Some(format!("{known}\n{new}")),
            (known, new) => known.or(new),
        };
    }

    fn expect_end(&mut self, at: usize, is_end: bool) {
        if !is_end {
            self.fail(at, "bytes after the end of the tree".into());
        }
    }

    fn fail(&mut self, at: usize, message: String) {
        match self.fault {
            Some(_) => self.more_faults += 1,
            None => self.fault = Some((at, message)),
        }
    }
}
