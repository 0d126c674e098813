//! The properties of a game as they stand in the text.

use super::{CLOSE, Fault, OPEN};

/// A property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Property<'a> {
    /// The name, in capital letters and digits.
    pub(super) name: &'a str,
    /// The value between the brackets.
    pub(super) value: &'a str,
    /// The offset of the value in the text.
    pub(super) at: usize,
}

/// The properties of a game up to its end or to the first fault.
pub(super) struct Properties<'a> {
    /// The properties in their order.
    pub(super) properties: Vec<Property<'a>>,
    /// What ended them, if it was not the end of the game.
    pub(super) fault: Option<Fault>,
    /// Where the text after the game begins. The next game is behind it.
    pub(super) end: usize,
}

/// Reads properties from this offset in the text, which is behind the beginning of a game.
pub(super) fn properties(text: &str, offset: usize) -> Properties<'_> {
    let mut properties = Vec::new();
    let mut at = offset;
    let fault = loop {
        at += spaces(text, at);
        let rest = text.get(at..).unwrap_or_default();
        if rest.starts_with(CLOSE) {
            return Properties { properties, fault: None, end: at + CLOSE.len() };
        }
        match property(rest, at) {
            Ok((property, end)) => {
                properties.push(property);
                at = end;
            }
            Err(fault) => break fault,
        }
    };
    Properties { properties, end: fault.at, fault: Some(fault) }
}

/// The property at the start of a text, which is at this offset, and the offset of what follows.
fn property(text: &str, at: usize) -> Result<(Property<'_>, usize), Fault> {
    let length = text.bytes().take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()).count();
    let (name, rest) = text.split_at(length);
    let value = rest.strip_prefix('[').filter(|_| length > 0);
    let Some(value) = value else {
        let message = match rest.chars().next() {
            None => format!("the file ends within the game, expected '{CLOSE}'"),
            _ if length == 0 && rest.starts_with(OPEN) => format!("a game begins within this one, expected '{CLOSE}'"),
            Some(letter) if length == 0 => format!("'{}', expected a property or '{CLOSE}'", letter.escape_debug()),
            Some(letter) => format!("'{}' behind the name {name}, expected '['", letter.escape_debug()),
        };
        return Err(Fault { at: at + length, message });
    };
    let begin = at + length + 1;
    // A bracket that is missing must not swallow the games behind this one.
    let closed = value.find(']').filter(|&end| !value[..end].contains(OPEN));
    let Some(end) = closed else {
        return Err(Fault { at: begin, message: format!("the value of {name} has no ']'") });
    };
    Ok((Property { name, value: &value[..end], at: begin }, begin + end + 1))
}

/// The number of bytes of white space at this offset.
fn spaces(text: &str, at: usize) -> usize {
    text.bytes().skip(at).take_while(u8::is_ascii_whitespace).count()
}
