//! Writing a library.

use super::nodes::{BOARD_TEXT, COMMENT, EXTENSION, FIRST_LINE_END, HAS_SIBLING, IS_LAST, point_byte};
use super::{HEADER_SIZE, SIGNATURE, SIZE, VERSION};
use crate::game::Game;
use crate::tree::{NodeId, Tree};
use quartet_rules::points::point;

/// Writes the tree of a game; the error says why a library cannot represent it.
pub(super) fn write(game: &Game) -> Result<Vec<u8>, String> {
    if game.variant.name != "gomoku" {
        return Err(format!("of another variant, {}", game.variant.name));
    }
    let size = game.options.get("BoardSize").map_or("16", String::as_str);
    if size != SIZE.to_string() {
        return Err(format!("the board is {size}x{size}, expected {SIZE}x{SIZE}"));
    }
    if game.setup.is_some() {
        return Err("it does not begin with the empty board".into());
    }
    let mut bytes = [SIGNATURE, &VERSION].concat();
    bytes.resize(HEADER_SIZE, 0xff);
    // Depth first; of the children on the stack the first is on top.
    let mut nodes = vec![(NodeId::ROOT, false)];
    while let Some((node, has_sibling)) = nodes.pop() {
        write_node(&mut bytes, &game.tree, node, has_sibling)?;
        let from = nodes.len();
        let children: Vec<NodeId> = game.tree.children(node).collect();
        let last = children.len().saturating_sub(1);
        nodes.extend(children.into_iter().enumerate().map(|(index, child)| (child, index < last)));
        nodes.get_mut(from..).into_iter().for_each(<[_]>::reverse);
    }
    Ok(bytes)
}

fn write_node(bytes: &mut Vec<u8>, tree: &Tree, id: NodeId, has_sibling: bool) -> Result<(), String> {
    let node = tree.node(id);
    let place = match id {
        NodeId::ROOT => Some(0),
        _ => point(&node.mv).and_then(|(column, row)| point_byte(column, row)),
    };
    let notes = node.notes.as_deref();
    let comment = notes.and_then(|notes| notes.comment.as_deref()).unwrap_or_default();
    let label = notes.and_then(|notes| notes.label.as_deref()).unwrap_or_default();
    if comment.contains(['\0', char::from(FIRST_LINE_END)]) || label.contains('\0') {
        return Err("a text has control characters, which a library cannot hold".into());
    }
    let flag = |is_set: bool, flag| if is_set { flag } else { 0 };
    let flags = flag(has_sibling, HAS_SIBLING)
        | flag(tree.children(id).next().is_none(), IS_LAST)
        | flag(!comment.is_empty(), COMMENT)
        | flag(!label.is_empty(), EXTENSION);
    bytes.extend([place.ok_or_else(|| format!("move '{}' is no point of the board", node.mv))?, flags]);
    if !label.is_empty() {
        bytes.extend([0, BOARD_TEXT]);
    }
    write_text(bytes, &comment_bytes(comment));
    write_text(bytes, label.as_bytes());
    Ok(())
}

/// A comment with its first line apart. A comment that begins with an empty line has all its lines after the mark.
fn comment_bytes(comment: &str) -> Vec<u8> {
    let (first, rest) = match comment.split_once('\n') {
        Some(("", _)) => ("", Some(comment)),
        Some((first, rest)) => (first, Some(rest)),
        None => (comment, None),
    };
    let mut bytes = first.as_bytes().to_vec();
    if let Some(rest) = rest {
        bytes.push(FIRST_LINE_END);
        bytes.extend_from_slice(rest.replace('\n', "\r\n").as_bytes());
    }
    bytes
}

/// Writes a text, if there is one, with one zero or two, so that its size is even.
fn write_text(bytes: &mut Vec<u8>, text: &[u8]) {
    if !text.is_empty() {
        bytes.extend_from_slice(text);
        bytes.resize(bytes.len() + 2 - text.len() % 2, 0);
    }
}
