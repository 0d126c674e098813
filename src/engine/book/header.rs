//! The first line of a book: format, game, rules.

use crate::engine::options::Options;
use crate::game::{Game, Notation};
use crate::games::playable::{Playable, RulesOf};
use crate::games::{self, Variant, Visitor};
use std::cell::RefCell;
use std::fmt;

/// How the first line of every book begins.
const FORMAT: &str = "quartet book";
/// The version of the format.
const VERSION: &str = "1";

/// The game of a book, and the options that select its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    variant: &'static Variant,
    /// Printed names and canonical values of the options that the rules of the game depend on.
    options: Vec<(String, String)>,
}

/// What a game has to say about books.
struct Describe;

impl Visitor for Describe {
    /// The names of the options that the rules depend on; `None` if positions can recur.
    type Out = Option<Vec<String>>;

    fn visit<P: Playable>(self, _: &'static Variant) -> Self::Out {
        let names = RefCell::new(Vec::new());
        let _ = P::Game::rules(&|name| {
            names.borrow_mut().push(name.to_string());
            None
        });
        (!P::Game::CYCLIC).then(|| names.into_inner())
    }
}

/// The names of the options that the rules of a variant depend on. The error names the variants that can have books:
/// where positions recur a value depends on the game so far, and those games are solved anyway.
fn rule_options(variant: &'static Variant) -> Result<Vec<String>, String> {
    games::visit(variant, Describe).flatten().ok_or_else(|| {
        let name = |variant| games::visit(variant, Describe).flatten().map(|_| variant.name);
        let names: Vec<_> = games::VARIANTS.iter().filter_map(name).collect();
        format!("variant {} has no books, expected one of {}", variant.name, names.join(" "))
    })
}

impl Header {
    /// The header of a book of a variant; `value` gives the value of an option by its printed name, or `None` for its
    /// default. The error says that the variant has no books, or which value is wrong.
    pub fn new(variant: &'static Variant, value: impl Fn(&str) -> Option<String>) -> Result<Header, String> {
        let defaults = Options::default();
        let options = rule_options(variant)?.into_iter().map(|name| {
            let text = value(&name).or_else(|| defaults.text(&name)).unwrap_or_default();
            Ok((name.clone(), defaults.check(&name, Some(&text))?.value))
        });
        Ok(Header { variant, options: options.collect::<Result<_, String>>()? })
    }

    /// Reads the first line of a book; the error says what was expected.
    pub fn read(line: &str) -> Result<Header, String> {
        let expected = || format!("expected '{FORMAT} {VERSION} <variant> <option>=<value> ...'");
        let words = line.strip_prefix(FORMAT).filter(|rest| rest.starts_with(' '));
        let mut words = words.ok_or_else(expected)?.split_ascii_whitespace();
        match words.next() {
            Some(VERSION) => {}
            Some(version) => return Err(format!("version '{version}' of the format, expected {VERSION}")),
            None => return Err(expected()),
        }
        let name = words.next().ok_or_else(expected)?;
        let variant = games::find(name).filter(|variant| variant.name == name);
        let variant = variant.ok_or_else(|| format!("unknown variant '{name}'"))?;
        let given: Vec<_> = words.map(|word| word.split_once('=').unwrap_or((word, ""))).collect();
        let value = |name: &str| given.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_string());
        let header = Header::new(variant, value)?;
        let names: Vec<_> = header.options.iter().map(|(name, _)| name.as_str()).collect();
        if given.iter().map(|(name, _)| *name).collect::<Vec<_>>() != names {
            return Err(format!(
                "expected the options '{}' of {}, each with '=' and a value",
                names.join(" "),
                variant.name
            ));
        }
        Ok(header)
    }

    /// The game.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The options that select the rules: printed names and canonical values.
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// The rules, if the book is of the game of this type.
    pub fn rules<P: Playable>(&self) -> RulesOf<P> {
        P::Game::rules(&|name| self.options.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()))
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FORMAT} {VERSION} {}", self.variant.name)?;
        self.options.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_they_are_written() {
        for line in ["quartet book 1 othello", "quartet book 1 gomoku BoardSize=15 Rule=renju"] {
            assert_eq!(Header::read(line).expect("a header").to_string(), line);
        }
        let default = Header::new(games::find("gomoku").expect("a variant"), |_| None).expect("a header");
        assert_eq!(default.to_string(), "quartet book 1 gomoku BoardSize=16 Rule=freestyle");
        let rules = default.rules::<games::gomoku::Gomoku>();
        assert_eq!(rules, RulesOf::<games::gomoku::Gomoku>::default());
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (line, what) in [
            ("", "expected 'quartet book 1"),
            ("quartet", "expected 'quartet book 1"),
            ("quartet book", "expected 'quartet book 1"),
            ("quartet book 2 othello", "version '2'"),
            ("quartet book 1", "<variant>"),
            ("quartet book 1 chess", "unknown variant 'chess'"),
            ("quartet book 1 gobang BoardSize=15 Rule=renju", "unknown variant 'gobang'"),
            ("quartet book 1 lgame", "variant lgame has no books, expected one of gomoku othello"),
            ("quartet book 1 othello Rule=renju", "expected the options '' of othello"),
            ("quartet book 1 gomoku", "expected the options 'BoardSize Rule'"),
            ("quartet book 1 gomoku BoardSize=15 Rule=caro", "value 'caro'"),
            ("quartet book 1 gomoku BoardSize=15 BoardSize=16 Rule=renju", "expected the options"),
            ("quartet book 1 gomoku BoardSize=150 Rule=renju", "value '150'"),
        ] {
            let error = Header::read(line).expect_err(line);
            assert!(error.contains(what), "{line}: {error}");
        }
    }
}
