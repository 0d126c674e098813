//! One position of a book: a line of its file.

use super::value::BookValue;
use std::fmt::Write;

/// Begins a comment, which goes on to the end of the line.
pub(super) const COMMENT: char = '#';
/// Divides the fields of a line.
const FIELD: char = ';';
/// The field that says that no move left out is better than the best one listed.
const SOLVED: &str = "solved";

/// A move of a book with its value, both as in the canonical image of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move in canonical spelling.
    pub mv: String,
    /// Its value for the side that makes it.
    pub value: BookValue,
}

/// A position with the values of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The canonical position: rows, side and extra field of its position text.
    pub position: String,
    /// Whether the value of the best move is the game-theoretic value of the position: no move that is left out is
    /// better.
    pub is_solved: bool,
    /// At least one move, best first.
    pub moves: Vec<BookMove>,
    /// The comment at the end of the line, trimmed; empty if there is none.
    pub comment: String,
}

impl Entry {
    /// Sorts the moves, best first. Moves of equal score keep their order, so that the first one stays the best.
    pub fn sort(&mut self) {
        self.moves.sort_by_key(|mv| std::cmp::Reverse(mv.value.score()));
    }

    /// The value of the position for the side to move: that of the best move.
    pub fn value(&self) -> Option<BookValue> {
        self.moves.first().map(|best| best.value)
    }

    /// Appends the line, with its line end.
    pub(super) fn write(&self, to: &mut String) {
        to.push_str(&self.position);
        if self.is_solved {
            let _ = write!(to, "{FIELD} {SOLVED}");
        }
        for BookMove { mv, value } in &self.moves {
            let _ = write!(to, "{FIELD} {mv}:{value}");
        }
        if !self.comment.is_empty() {
            let _ = write!(to, " {COMMENT} {}", self.comment);
        }
        to.push('\n');
    }
}

/// A line of a book that has not been parsed beyond its position.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) position: &'a str,
    rest: &'a str,
    comment: &'a str,
}

impl<'a> Line<'a> {
    /// Splits a line that is neither empty nor a comment; the error says what is wrong with its position.
    pub(super) fn split(line: &'a str) -> Result<Line<'a>, String> {
        let (fields, comment) = line.split_once(COMMENT).unwrap_or((line, ""));
        let (position, rest) = fields.split_once(FIELD).unwrap_or((fields, ""));
        let position = position.trim_ascii();
        let mut words = position.split(' ');
        let is_position = words.next().is_some_and(|rows| rows.contains('/'))
            && matches!(words.next(), Some("x" | "o"))
            && words.next().is_some_and(|extra| !extra.is_empty())
            && words.next().is_none();
        match is_position {
            true => Ok(Line { position, rest: rest.trim_ascii(), comment: comment.trim_ascii() }),
            false => Err(format!("position '{}', expected '<rows> <side> <extra>'", shortened(position))),
        }
    }

    /// The fields behind the position, and whether the first of them says that the position is solved.
    fn fields(self) -> (bool, &'a str) {
        let (first, rest) = self.rest.split_once(FIELD).unwrap_or((self.rest, ""));
        if first.trim_ascii() == SOLVED { (true, rest) } else { (false, self.rest) }
    }

    /// The moves with their values, in the order of the line.
    fn moves(self) -> impl Iterator<Item = Result<(&'a str, BookValue), String>> {
        self.fields().1.split(FIELD).map(|field| {
            let field = field.trim_ascii();
            let (mv, value) = field.split_once(':').unwrap_or((field, ""));
            if mv.is_empty() || mv.contains(char::is_whitespace) {
                return Err(format!("'{}', expected '<move>:<value>'", shortened(field)));
            }
            match BookValue::read(value) {
                Ok(value) => Ok((mv, value)),
                Err(expected) => Err(format!("value '{}' of {}, expected {expected}", shortened(value), shortened(mv))),
            }
        })
    }

    /// Checks everything that does not need the rules of the game.
    pub(super) fn check(self) -> Result<(), String> {
        let (mut last, mut names) = (None, Vec::new());
        for read in self.moves() {
            let (mv, value) = read?;
            if last.is_some_and(|last| last < value.score()) {
                return Err(format!(
                    "{} is better than the move before it, expected the best one first",
                    shortened(mv)
                ));
            }
            if names.contains(&mv) {
                return Err(format!("{} is there twice", shortened(mv)));
            }
            if names.is_empty() && self.fields().0 && !value.is_exact() {
                return Err(format!("'{SOLVED}' before an estimate, expected an exact value"));
            }
            last = Some(value.score());
            names.push(mv);
        }
        Ok(())
    }

    /// The whole line, which has been [checked](Line::check).
    pub(super) fn entry(self) -> Entry {
        let moves = self.moves().filter_map(Result::ok);
        Entry {
            position: self.position.into(),
            is_solved: self.fields().0,
            moves: moves.map(|(mv, value)| BookMove { mv: mv.into(), value }).collect(),
            comment: self.comment.into(),
        }
    }
}

/// The beginning of a text, for an error message.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    let more = if text.chars().nth(SHOWN).is_some() { "..." } else { "" };
    text.chars().take(SHOWN).flat_map(char::escape_debug).collect::<String>() + more
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Entry, String> {
        let line = Line::split(line)?;
        line.check()?;
        Ok(line.entry())
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        for line in [
            "8/8/8/3ox3/3xo3/8/8/8 x -; c4:0@24\n",
            "1/1 o 4,5; solved; a1:W3; b2:=0; c1:L2 # a comment; with # marks\n",
            "1/1 x -; b1b2+a1a2:-12@3; a:-12@4\n",
        ] {
            let mut written = String::new();
            read(line.trim_end()).expect("a line").write(&mut written);
            assert_eq!(written, line);
        }
        let loose = read(" 1/1 x - ;solved ; a1:=2;b1:=1  #  said  ").expect("blanks do no harm");
        assert!(loose.is_solved && loose.moves.len() == 2 && loose.comment == "said");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (line, what) in [
            ("hello", "position 'hello'"),
            ("1/1 x - 0; a1:=0", "expected '<rows> <side> <extra>'"),
            ("1/1 z -; a1:=0", "<side>"),
            ("1/1 x  -; a1:=0", "<side>"),
            ("1/1 x -", "expected '<move>:<value>'"),
            ("1/1 x -; solved", "expected '<move>:<value>'"),
            ("1/1 x -; a1:=0;", "expected '<move>:<value>'"),
            ("1/1 x -; a1", "value ''"),
            ("1/1 x -; a1:5", "value '5' of a1"),
            ("1/1 x -; a1:=0; a1:=0", "a1 is there twice"),
            ("1/1 x -; a1:1@2; b1:2@2", "b1 is better"),
            ("1/1 x -; solved; a1:1@2", "before an estimate"),
        ] {
            let error = read(line).expect_err(line);
            assert!(error.contains(what), "{line}: {error}");
        }
    }
}
