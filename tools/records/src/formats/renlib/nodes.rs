//! The nodes of a library: their bytes, flags and texts.

use std::borrow::Cow;

/// Set if another move at the same position follows after the variations of this one. RenLib calls it "down".
pub(super) const HAS_SIBLING: u8 = 0x80;
/// Set if no move follows this one. RenLib calls it "right".
pub(super) const IS_LAST: u8 = 0x40;
/// A comment of the oldest versions follows.
const OLD_COMMENT: u8 = 0x20;
/// A comment follows.
pub(super) const COMMENT: u8 = 0x08;
/// The node is no move; it only holds a text drawn at its point.
const NO_MOVE: u8 = 0x02;
/// Two more bytes of flags follow.
pub(super) const EXTENSION: u8 = 0x01;
/// In the second byte of the extension: a text drawn at the point follows.
pub(super) const BOARD_TEXT: u8 = 0x01;

/// The byte that divides the first line of a comment from the others.
pub(super) const FIRST_LINE_END: u8 = 0x08;

/// What a node says about its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The root, or a pass after it.
    Null,
    /// A point by column and row from 0 at the top left.
    Point(usize, usize),
    /// Not a point of a board of 15x15.
    Invalid(u8),
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node<'a> {
    /// The offset in the file.
    pub(super) at: usize,
    pub(super) place: Place,
    flags: u8,
    pub(super) comment: Option<Cow<'a, [u8]>>,
    pub(super) board_text: Option<&'a [u8]>,
}

impl Node<'_> {
    /// Whether another move at the same position follows after the variations of this one.
    pub(super) fn has_sibling(&self) -> bool {
        self.flags & HAS_SIBLING != 0
    }

    /// Whether a move follows this one.
    pub(super) fn has_child(&self) -> bool {
        self.flags & IS_LAST == 0
    }

    /// Whether the node is a move.
    pub(super) fn is_move(&self) -> bool {
        self.flags & NO_MOVE == 0
    }
}

/// Reads the nodes of a file from an offset on. A node that the file does not have in full is an error, which tells the
/// offset of the node.
#[derive(Clone)]
pub(super) struct Nodes<'a> {
    content: &'a [u8],
    at: usize,
}

impl<'a> Nodes<'a> {
    pub(super) fn new(content: &'a [u8], at: usize) -> Self {
        Nodes { content, at }
    }

    /// The offset of the next node.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// The next two bytes; all parts of a node have an even size.
    fn pair(&mut self) -> Option<(u8, u8)> {
        let &[first, second] = self.content.get(self.at..self.at.checked_add(2)?)? else { return None };
        self.at += 2;
        Some((first, second))
    }

    fn node(&mut self) -> Option<Node<'a>> {
        let at = self.at;
        let (point, flags) = self.pair()?;
        let extension = if flags & EXTENSION != 0 { self.pair()?.1 } else { 0 };
        let comment = match flags {
            _ if flags & OLD_COMMENT != 0 => Some(self.old_comment()?),
            _ if flags & COMMENT != 0 => Some(Cow::Borrowed(self.text()?)),
            _ => None,
        };
        let board_text = if extension & BOARD_TEXT != 0 { Some(self.text()?) } else { None };
        Some(Node { at, place: place(point), flags, comment, board_text })
    }

    /// A text that ends with a zero in the first or second byte of a pair.
    fn text(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        loop {
            let end = match self.pair()? {
                (0, _) => self.at - 2,
                (_, 0) => self.at - 1,
                _ => continue,
            };
            return self.content.get(start..end);
        }
    }

    /// A comment in seven bits of the oldest versions, whose last byte has the eighth. The Swedish letters are those of
    /// Swedish ASCII.
    fn old_comment(&mut self) -> Option<Cow<'a, [u8]>> {
        let mut text = String::new();
        let mut is_last = false;
        while !is_last {
            let (first, second) = self.pair()?;
            for byte in [first, second] {
                if !is_last {
                    text.push(swedish(byte & 0x7f));
                    is_last = byte & 0x80 != 0;
                }
            }
        }
        Some(Cow::Owned(text.into_bytes()))
    }
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Result<Node<'a>, usize>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        if at >= self.content.len() {
            return None;
        }
        let node = self.node();
        if node.is_none() {
            self.at = self.content.len();
        }
        Some(node.ok_or(at))
    }
}

/// The place that a byte stands for: the column from 1 in the low half, the row from 0 in the high half.
fn place(byte: u8) -> Place {
    let (column, row) = (usize::from(byte & 0x0f), usize::from(byte >> 4));
    match (column, row) {
        (0, 0) => Place::Null,
        (1.., ..15) => Place::Point(column - 1, row),
        _ => Place::Invalid(byte),
    }
}

/// The byte of a point of the board of 15x15, by column and row from 0.
pub(super) fn point_byte(column: usize, row: usize) -> Option<u8> {
    let is_on_board = column < 15 && row < 15;
    u8::try_from(row << 4 | (column + 1)).ok().filter(|_| is_on_board)
}

fn swedish(byte: u8) -> char {
    match byte {
        b'}' => 'å',
        b'{' => 'ä',
        b'|' => 'ö',
        b']' => 'Å',
        b'[' => 'Ä',
        b'\\' => 'Ö',
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(bytes: &[u8]) -> Option<Result<Node<'_>, usize>> {
        Nodes::new(bytes, 0).next()
    }

    #[test]
    fn texts_follow_their_flags() {
        let bytes = [0x78, IS_LAST | COMMENT | EXTENSION, 0, BOARD_TEXT, b'a', b'b', 0, 0, b'x', 0, 0x79, 0];
        let mut nodes = Nodes::new(&bytes, 0);
        let first = nodes.next().expect("a node").expect("a whole node");
        assert_eq!((first.place, first.has_child(), first.has_sibling()), (Place::Point(7, 7), false, false));
        assert_eq!((first.comment.as_deref(), first.board_text), (Some(b"ab".as_slice()), Some(b"x".as_slice())));
        assert_eq!(nodes.next().expect("a node").expect("a whole node").at, 10);
        assert!(nodes.next().is_none());
        for size in 1..10 {
            assert_eq!(node(&bytes[..size]), Some(Err(0)), "{size}");
        }
    }

    #[test]
    fn old_comments_have_seven_bits() {
        let bytes = [0x78, OLD_COMMENT, b'F', b'}', b'r' | 0x80, b'?', 0x11, 0];
        let mut nodes = Nodes::new(&bytes, 0);
        let first = nodes.next().expect("a node").expect("a whole node");
        assert_eq!(first.comment.as_deref(), Some("Får".as_bytes()));
        assert_eq!(nodes.next().expect("a node").expect("a whole node").place, Place::Point(0, 1));
    }

    #[test]
    fn points_are_those_of_a_board_of_15x15() {
        for byte in 0..=u8::MAX {
            match place(byte) {
                Place::Point(column, row) => assert_eq!(point_byte(column, row), Some(byte)),
                Place::Null => assert_eq!(byte, 0),
                Place::Invalid(_) => assert!(byte & 0x0f == 0 || byte >= 0xf0),
            }
        }
        assert_eq!(point_byte(7, 7), Some(0x78));
        assert_eq!(point_byte(15, 0), None);
    }
}
