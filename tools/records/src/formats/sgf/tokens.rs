//! The syntax of SGF: parentheses, nodes, names of properties and their values.

use std::borrow::Cow;

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `(`, the beginning of a variation, or of the game.
    Open,
    /// `)`, its end.
    Close,
    /// `;`, the beginning of a node.
    Node,
    /// The name of a property. Version 3 allowed lowercase letters in it, which do not count.
    Name(&'a str),
    /// A value between `[` and `]`, escapes kept as they are.
    Value(&'a str),
    /// A value without its `]`.
    Unclosed,
    /// Anything else.
    Unexpected(char),
}

/// The tokens of a text with their offsets in bytes. White space between them is skipped.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens from an offset on.
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Tokens { text, at }
    }

    /// The offset of the next token or the white space before it.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Goes back to the offset of a token.
    pub(super) fn return_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Skips everything before the next game, which begins with `(` and `;`. Returns false if there is none.
    pub(super) fn skip_to_game(&mut self) -> bool {
        while let Some(found) = self.rest().find('(') {
            let after = self.at + found + 1;
            if self.text.get(after..).is_some_and(|rest| rest.trim_start().starts_with(';')) {
                self.at = after - 1;
                return true;
            }
            self.at = after;
        }
        self.at = self.text.len();
        false
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The value at the beginning of a text that follows its `[`.
    fn value(text: &'a str) -> Token<'a> {
        let mut escaped = false;
        let end = text.bytes().position(|byte| {
            let ends = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        end.and_then(|end| text.get(..end)).map_or(Token::Unclosed, Token::Value)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.at = self.text.len() - self.rest().trim_start().len();
        let (at, rest) = (self.at, self.rest());
        let first = rest.chars().next()?;
        let token = match first {
            '(' => Token::Open,
            ')' => Token::Close,
            ';' => Token::Node,
            '[' => Self::value(rest.get(1..).unwrap_or_default()),
            _ => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                rest.get(..end).filter(|name| !name.is_empty()).map_or(Token::Unexpected(first), Token::Name)
            }
        };
        self.at += match token {
            Token::Name(name) => name.len(),
            Token::Value(value) => value.len() + 2,
            Token::Unclosed => rest.len(),
            _ => first.len_utf8(),
        };
        Some((at, token))
    }
}

/// A value as a text of several lines: escapes and soft line breaks are removed, and lines end with `\n`.
pub(super) fn text(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        let (letter, escaped) = match letter {
            '\\' => (letters.next(), true),
            _ => (Some(letter), false),
        };
        let Some(letter @ ('\n' | '\r')) = letter else {
            text.extend(letter);
            continue;
        };
        // The two characters of one line break in either order.
        letters.next_if(|&next| next != letter && matches!(next, '\n' | '\r'));
        if !escaped {
            text.push('\n');
        }
    }
    text
}

/// A value as a text of one line.
pub(super) fn simple_text(raw: &str) -> String {
    text(raw).replace(['\n', '\t'], " ").trim().to_string()
}

/// The two parts of a value such as `aa:text`, divided by the first colon that is not escaped.
pub(super) fn parts(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|byte| {
        let divides = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        divides
    })?;
    Some((raw.get(..colon)?, raw.get(colon + 1..)?))
}

/// A text as a value, with escapes. Colons are escaped too, so that it can be the part of a value.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    const SPECIAL: [char; 4] = ['\\', '[', ']', ':'];
    if !text.contains(SPECIAL) {
        return Cow::Borrowed(text);
    }
    let escape = |letter| SPECIAL.contains(&letter).then_some('\\');
    Cow::Owned(text.chars().flat_map(|letter| escape(letter).into_iter().chain([letter])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_offsets() {
        let mut tokens = Tokens::new("Some (mail) text:\n( ;C[a\\]\\\\] B\n[hh]CoPy[](.é[", 0);
        assert!(tokens.skip_to_game());
        let found: Vec<_> = tokens.collect();
        let expected = [
            (18, Token::Open),
            (20, Token::Node),
            (21, Token::Name("C")),
            (22, Token::Value("a\\]\\\\")),
            (30, Token::Name("B")),
            (32, Token::Value("hh")),
            (36, Token::Name("CoPy")),
            (40, Token::Value("")),
            (42, Token::Open),
            (43, Token::Unexpected('.')),
            (44, Token::Unexpected('é')),
            (46, Token::Unclosed),
        ];
        assert_eq!(found, expected);
        assert!(!Tokens::new("(no game) (", 0).skip_to_game());
    }

    #[test]
    fn values_are_read_as_text() {
        assert_eq!(text("a\\]b\\\\\\\nc\nd\r\ne\n\rf\rg\\"), "a]b\\c\nd\ne\nf\ng");
        assert_eq!(simple_text(" a\tb\nc\\:d "), "a b c:d");
        assert_eq!(parts("aa:b:c"), Some(("aa", "b:c")));
        assert_eq!(parts("a\\:b"), None);
        for plain in ["", "a:b [c] \\", "棋\\\\]"] {
            assert_eq!(text(&escaped(plain)), plain);
        }
    }
}
