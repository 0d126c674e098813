//! SGF, the Smart Game Format, versions 3 and 4, for Othello (GM 2) and gomoku and renju (GM 4).
//!
//! A file is a collection of games. A game is a tree of nodes in parentheses, each node a semicolon and properties,
//! each property a name and values in brackets: `(;GM[4]SZ[15];B[hh](;W[hi])(;W[ii]))`. The format is specified by Arno
//! Hollosi at <https://www.red-bean.com/sgf/>; how Edax, GoGui, c-gomoku-cli, RenLib and Sabaki read and write it was
//! taken from their sources.
//!
//! * **Board.** In gomoku `aa` is the point a1, at the top left. Squares of Othello have their names, as Edax writes
//!   them. Two letters in Othello come from programs for go, such as GoGui, which have a1 at the bottom left: rows are
//!   counted from the bottom, unless that makes the first move illegal and counting from the top does not.
//! * **Game.** The caller's variant takes precedence over GM, because some programs write every game as go. The rule of
//!   gomoku is that of RU (`freestyle`, `standard`, `renju`, or the number of Gomocup's protocol), else the caller's.
//! * **First position.** Stones set up before the first move, in the root or after it. Later ones are faults, as are
//!   moves of the side that is not to move and passes in gomoku. Forced passes of Othello may be left out.
//! * **Result.** That of RE, and of TE in the root, where c-gomoku-cli says how the game ended. Where the rules have
//!   ended the game and RE does not say that it ended in another way, the discs decide in Othello, because Edax states
//!   the wrong winner of some games with passes; in gomoku a result that contradicts the rules is an error.
//! * **Forbidden moves.** A move of Black that renju forbids is illegal in Quartet. A game that ends with one is an
//!   error at that move, with the game before it and the result that RE states.
//! * **Faults.** After a fault in the main line the rest of the game is not read. A variation with a fault is left out
//!   from there; all others are read.
//! * **Times.** c-gomoku-cli, whose files do not state their program, has the time of a move as its comment (`37ms`).
//! * **Encoding.** That of the byte order mark, or of CA if the file is valid in it, or UTF-8, or a guess.
//!
//! Tried with: games of Edax 4.6, of c-gomoku-cli by all its rules and with all its endings, of gogui-twogtp, and the
//! files of go that test GoGui and Sabaki.
//!
//! There are libraries for SGF (such as `sgf-parse`), but they build a tree by recursion, which a file of many nested
//! variations overflows, and do not tell where in the file a value stands.

mod annotations;
mod first_position;
mod game_reader;
mod information;
mod points;
#[cfg(test)]
mod tests;
mod tokens;
mod writer;

use crate::encoding::{Places, decode};
use crate::error::ReadError;
use crate::format::{Definition, Games, Hints, Written};
use crate::game::Game;
use game_reader::{GameReader, Property};
use quartet::byte_order_mark::strip_byte_order_mark;
use std::borrow::Cow;
use tokens::{Token, Tokens};

/// The beginning of every game that is written, up to the number of its game.
const HEAD: &str = "(;FF[4]GM[";
/// The properties after the number of the game, up to the version of the program.
const APPLICATION: &str = "CA[UTF-8]AP[quartet:";

/// This format.
pub(crate) const DEFINITION: Definition = Definition {
    name: "sgf",
    description: "the Smart Game Format: Othello, gomoku and renju, with variations",
    extensions: &["sgf"],
    recognizes,
    read,
    write,
};

/// Whether a content begins as a game does, perhaps in two bytes for each letter.
fn recognizes(content: &[u8]) -> bool {
    let text = strip_byte_order_mark(content);
    let text = text.strip_prefix(b"\xff\xfe").or(text.strip_prefix(b"\xfe\xff")).unwrap_or(text);
    let mut letters = text.iter().filter(|byte| **byte != 0 && !byte.is_ascii_whitespace());
    letters.next() == Some(&b'(') && letters.next() == Some(&b';')
}

/// Reads a collection. A content without letters has no games.
pub fn read<'a>(content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    let decoded = decode(content, stated_encoding(content));
    let places = decoded.places();
    Box::new(Collection { text: decoded.text, at: 0, places, hints, number: 0 })
}

/// The first value of CA in a file.
fn stated_encoding(content: &[u8]) -> Option<&str> {
    let value = content.windows(3).position(|name| name == b"CA[").and_then(|at| content.get(at + 3..))?;
    let end = value.iter().position(|&byte| byte == b']')?;
    std::str::from_utf8(value.get(..end)?).ok()
}

/// Whether this is a file that [`write()`] has written.
pub fn is_own(content: &[u8]) -> bool {
    let rest = content.strip_prefix(HEAD.as_bytes());
    // The number of the game and its bracket.
    rest.and_then(|rest| rest.get(2..)).is_some_and(|rest| rest.starts_with(APPLICATION.as_bytes()))
}

/// The games of a collection.
struct Collection<'a> {
    text: Cow<'a, str>,
    /// The offset in the text after the last game.
    at: usize,
    places: Places<'a>,
    hints: &'a Hints,
    /// The number of games so far.
    number: usize,
}

impl Iterator for Collection<'_> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut tokens = Tokens::new(&self.text, self.at);
        if !tokens.skip_to_game() {
            self.at = self.text.len();
            return (self.number == 0 && !self.text.trim().is_empty()).then(|| {
                self.number = 1;
                Err(self.error(0, "no game, expected '(;'".into(), None))
            });
        }
        self.number += 1;
        let mut reader = GameReader::new(self.hints, tokens.offset());
        read_game(&mut tokens, &mut reader);
        self.at = tokens.offset();
        Some(reader.finish().map_err(|(fault, partial)| self.error(fault.at, fault.message, partial)))
    }
}

impl Collection<'_> {
    fn error(&mut self, at: usize, message: String, partial: Option<Box<Game>>) -> ReadError {
        let (line, byte) = self.places.find(&self.text, at);
        ReadError { game: self.number, line: Some(line), byte, message, partial }
    }
}

/// Reads the tokens of one game, or up to the next game if its end is missing.
fn read_game(tokens: &mut Tokens<'_>, reader: &mut GameReader<'_>) {
    let mut properties: Vec<Property<'_>> = Vec::new();
    let mut is_root = true;
    // The offset of the parenthesis before the node.
    let mut opened = None;
    while let Some((at, token)) = tokens.next() {
        if matches!(token, Token::Open | Token::Close | Token::Node) && !properties.is_empty() {
            if let Some(begin) = opened.take().filter(|_| !is_root && begins_game(&properties)) {
                reader.fail(begin, "a game begins within this one, expected ')'".into());
                tokens.return_to(begin);
                return;
            }
            is_root = false;
            reader.node(&properties);
            properties.clear();
        }
        match token {
            Token::Open => {
                opened = Some(at);
                reader.open();
            }
            Token::Close if !reader.close() => return,
            Token::Close | Token::Node => {}
            Token::Name(name) => properties.push(Property { name: property_name(name), at, values: Vec::new() }),
            Token::Value(value) => match properties.last_mut() {
                Some(property) => property.values.push((at, value)),
                None => reader.fail(at, "a value without a property".into()),
            },
            Token::Unclosed | Token::Unexpected(_) => {
                reader.node(&properties);
                properties.clear();
                reader.fail(at, unexpected(token));
            }
        }
    }
    reader.node(&properties);
    reader.fail(tokens.offset(), "the file ends within the game, expected ')'".into());
}

/// What is wrong with a token.
fn unexpected(token: Token<'_>) -> String {
    match token {
        Token::Unexpected(letter) => format!("'{}', expected a property, ';', '(' or ')'", letter.escape_debug()),
        _ => "a value without its ']'".into(),
    }
}

/// Whether a node has properties that only the first node of a game has.
fn begins_game(properties: &[Property<'_>]) -> bool {
    properties.iter().any(|property| matches!(property.name.as_str(), "GM" | "FF"))
}

/// The name of a property without the lowercase letters of version 3, unless it has no others.
fn property_name(name: &str) -> String {
    let upper: String = name.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
    if upper.is_empty() { name.to_ascii_uppercase() } else { upper }
}

/// Writes a collection of the games of Othello and gomoku. Of [`Tags::other`](crate::Tags::other), those with names of
/// properties are written, in capital letters.
pub fn write(games: &[Game]) -> Written {
    let mut written = Written::default();
    for (index, game) in games.iter().enumerate() {
        match writer::write(game) {
            Ok(text) => written.bytes.extend_from_slice(text.as_bytes()),
            Err(why) => written.left_out.push((index, why)),
        }
    }
    written
}
