//! Tokens of PGN's import format (sections 7 and 8 of the standard).

/// What a stretch of the text is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, with the escapes of the value resolved.
    Tag(&'a [u8], Vec<u8>),
    /// A move, without a number before it and symbols after it.
    Move(&'a [u8]),
    /// A numeric annotation glyph, or a symbol after a move as its number: 1 for `!`.
    Glyph(u32),
    /// A comment in braces, without spaces at its ends.
    Comment(&'a [u8]),
    /// A comment up to the end of the line, without the first space.
    LineComment(&'a [u8]),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// The result at the end of a game: `1-0`, `0-1`, `1/2-1/2`, `*`, or points such as `37-27`.
    Result(&'a [u8]),
    /// Text that cannot be read; what is wrong.
    Wrong(String),
}

/// The beginning of a line that ends an unterminated comment: the first tag of the next game.
const NEXT_GAME: &str = "\n[Event \"";

/// The symbols that may follow a move, in the order of the numeric annotation glyphs from 1.
const SYMBOLS: [&[u8]; 6] = [b"!", b"?", b"!!", b"??", b"!?", b"?!"];

/// The tokens of a text with their offsets in it. Numbers of moves are skipped.
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    /// The offset of the first byte that was to be read.
    start: usize,
    /// The offset of the next byte.
    at: usize,
    /// Tokens that were found together with the last one, in reverse.
    waiting: Vec<(usize, Token<'a>)>,
}

impl<'a> Tokens<'a> {
    /// The tokens from this offset on.
    pub(super) fn new(text: &'a [u8], at: usize) -> Self {
        Tokens { text, start: at, at, waiting: Vec::new() }
    }

    /// Whether a comment with these contents would end too early if it were written in braces.
    pub(super) fn breaks_braces(comment: &str) -> bool {
        comment.contains('}') || comment.contains(NEXT_GAME)
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips spaces and the lines that begin with `%`.
    fn skip_spaces(&mut self) {
        loop {
            self.at += self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let before = self.at.checked_sub(1).filter(|_| self.at > self.start).and_then(|at| self.text.get(at));
            let is_line_start = before.is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
            if !is_line_start || self.rest().first() != Some(&b'%') {
                return;
            }
            self.at += line(self.rest()).len();
        }
    }

    fn tag(&mut self) -> Token<'a> {
        let inner = self.rest().get(1..).unwrap_or_default().trim_ascii_start();
        let name_length = inner.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let (name, value) = inner.split_at(name_length);
        let parsed = value.trim_ascii_start().strip_prefix(b"\"").filter(|_| !name.is_empty()).and_then(quoted);
        if let Some((value, rest)) = parsed {
            self.at = self.text.len() - rest.len();
            return Token::Tag(name, value);
        }
        let line = line(self.rest());
        self.at += line.len();
        Token::Wrong(format!("{}, expected a tag such as [Event \"?\"]", quote(line.trim_ascii_end())))
    }

    /// A comment in braces, which do not nest.
    fn comment(&mut self) -> Token<'a> {
        let rest = self.rest().get(1..).unwrap_or_default();
        let ends = |at: &usize| match rest.get(*at) {
            Some(b'\n') => rest.get(*at..).is_some_and(|text| text.starts_with(NEXT_GAME.as_bytes())),
            byte => byte == Some(&b'}'),
        };
        let end = (0..rest.len()).find(ends);
        let inner = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        self.at += inner.len() + 1;
        if end.and_then(|end| rest.get(end)) == Some(&b'}') {
            self.at += 1;
            return Token::Comment(inner.trim_ascii());
        }
        Token::Wrong("a comment without its '}'".into())
    }

    fn line_comment(&mut self) -> Token<'a> {
        let line = line(self.rest());
        self.at += line.len();
        let comment = line.get(1..).unwrap_or_default();
        Token::LineComment(comment.strip_prefix(b" ").unwrap_or(comment))
    }

    fn glyph(&mut self) -> Token<'a> {
        let digits = self.rest().iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        let number = self.rest().get(1..=digits).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        self.at += digits + 1;
        number.map_or_else(|| Token::Wrong("'$', expected $ and a number".into()), Token::Glyph)
    }

    /// A move, a number of a move, or a result.
    fn word(&mut self) -> Option<Token<'a>> {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"{}()[];$".contains(byte);
        let length = self.rest().iter().position(is_end).unwrap_or(self.rest().len());
        let (word, start) = (self.rest().get(..length).unwrap_or_default(), self.at);
        self.at += length;
        if is_result(word) {
            return Some(Token::Result(word));
        }
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let after = word.get(digits..).unwrap_or_default();
        let dots = after.iter().take_while(|&&byte| byte == b'.').count();
        if after.len() == dots {
            return None;
        }
        let mv = if dots > 0 { after.get(dots..).unwrap_or_default() } else { word };
        let plain = mv.len() - mv.iter().rev().take_while(|byte| b"!?".contains(byte)).count();
        let (plain, symbol) = mv.split_at(plain);
        let place = start + (word.len() - mv.len());
        if is_result(mv) {
            return Some(Token::Result(mv));
        }
        if let Some(index) = SYMBOLS.iter().position(|known| *known == symbol) {
            let glyph = (place + plain.len(), Token::Glyph(index as u32 + 1));
            if plain.is_empty() {
                return Some(glyph.1);
            }
            self.waiting.push(glyph);
            return Some(Token::Move(plain));
        }
        Some(Token::Move(mv))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(token) = self.waiting.pop() {
            return Some(token);
        }
        loop {
            self.skip_spaces();
            let at = self.at;
            let token = match self.rest().first()? {
                b'[' => self.tag(),
                b'{' => self.comment(),
                b';' => self.line_comment(),
                b'$' => self.glyph(),
                bracket @ (b'(' | b')') => {
                    self.at += 1;
                    if *bracket == b'(' { Token::Open } else { Token::Close }
                }
                bracket @ (b'}' | b']') => {
                    self.at += 1;
                    Token::Wrong(format!("'{}' without its beginning", char::from(*bracket)))
                }
                _ => match self.word() {
                    Some(token) => token,
                    None => continue,
                },
            };
            return Some((at, token));
        }
    }
}

/// Whether a word is the result of a game.
fn is_result(word: &[u8]) -> bool {
    let is_number = |part: &[u8]| !part.is_empty() && part.len() <= 3 && part.iter().all(u8::is_ascii_digit);
    let points = word.iter().position(|&byte| byte == b'-').map(|at| word.split_at(at));
    matches!(word, b"*" | b"1/2-1/2" | b"1/2" | b"\xc2\xbd-\xc2\xbd")
        || points.is_some_and(|(first, second)| is_number(first) && is_number(second.get(1..).unwrap_or_default()))
}

/// The value of a tag after its first quotation mark, and what follows the tag. A quotation mark that is not escaped
/// belongs to the value unless a bracket follows it.
fn quoted(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut value = Vec::new();
    let mut rest = text;
    loop {
        let (&byte, after) = rest.split_first().filter(|(byte, _)| !matches!(byte, b'\n' | b'\r'))?;
        match (byte, after.first()) {
            (b'\\', Some(&escaped @ (b'"' | b'\\'))) => {
                value.push(escaped);
                rest = after.get(1..).unwrap_or_default();
                continue;
            }
            (b'"', _) => {
                if let Some(rest) = after.trim_ascii_start().strip_prefix(b"]") {
                    return Some((value, rest));
                }
            }
            _ => {}
        }
        value.push(byte);
        rest = after;
    }
}

/// The beginning of a text up to the end of its line, without that.
fn line(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// A text of a file in quotation marks, shortened, for messages.
pub(super) fn quote(text: &[u8]) -> String {
    /// The greatest number of characters.
    const LENGTH: usize = 40;
    let text = String::from_utf8_lossy(text);
    let shown: String = text.chars().take(LENGTH).collect();
    let more = if text.chars().nth(LENGTH).is_some() { "…" } else { "" };
    format!("'{}{more}'", quartet_files::one_line(&shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Tokens::new(text.as_bytes(), 0).map(|(_, token)| token).collect()
    }

    #[test]
    fn all_kinds_of_token() {
        let tag = |name: &'static str, value: &str| Token::Tag(name.as_bytes(), value.as_bytes().to_vec());
        let mv = |text: &'static str| Token::Move(text.as_bytes());
        let text = "% escape\n[White \"a \\\"b\\\" \\\\c\"] [Black\"\"]\r\n%1. d3\n\n1.f5!? d6 2 . c3 $2 \
            (2... -- {no } ; so { \
            it\n%is\n) 3... b1c1d1d2+a1a2??\n37-27 1/2-1/2 *";
        let expected = [
            tag("White", "a \"b\" \\c"),
            tag("Black", ""),
            mv("f5"),
            Token::Glyph(5),
            mv("d6"),
            mv("c3"),
            Token::Glyph(2),
            Token::Open,
            mv("--"),
            Token::Comment(b"no"),
            Token::LineComment(b"so { it"),
            Token::Close,
            mv("b1c1d1d2+a1a2"),
            Token::Glyph(4),
            Token::Result(b"37-27"),
            Token::Result(b"1/2-1/2"),
            Token::Result(b"*"),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn quotation_marks_within_a_value_need_no_escape() {
        assert_eq!(tokens("[White \"Joe \"X\" Doe\" ]"), [Token::Tag(b"White", b"Joe \"X\" Doe".to_vec())]);
    }

    #[test]
    fn what_is_wrong_has_a_place_and_ends() {
        let wrong = |text: &str| {
            let all: Vec<_> = Tokens::new(text.as_bytes(), 0).collect();
            all.into_iter().find(|(_, token)| matches!(token, Token::Wrong(_))).map(|(at, _)| at)
        };
        assert_eq!(wrong("[White \"a]\n"), Some(0));
        assert_eq!(wrong("1. f5 {never ends"), Some(6));
        assert_eq!(wrong("f5 } d6"), Some(3));
        assert_eq!(wrong("f5 $ d6"), Some(3));
        assert_eq!(tokens("f5 {never ends\n[Event \"next\"]").last(), Some(&Token::Tag(b"Event", b"next".to_vec())));
    }
}
