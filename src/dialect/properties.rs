//! Properties of game records, `NAME[value][value]`, as SGF and GGF write them.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while1};
use nom::character::complete::{anychar, char, multispace0};
use nom::combinator::{recognize, value};
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// Identifier and values, escapes kept as they are.
pub(super) type Property<'a> = (&'a str, Vec<&'a str>);

/// The next property.
pub(super) fn property(input: &str) -> IResult<&str, Property<'_>> {
    let identifier = take_while1(|c: char| c.is_ascii_alphabetic());
    (identifier, many1(preceded(multispace0, bracketed))).parse(input)
}

/// A value, escapes kept as they are.
fn bracketed(input: &str) -> IResult<&str, &str> {
    let escaped = value("", preceded(tag("\\"), anychar));
    let body = recognize(many0(alt((escaped, is_not("]\\")))));
    delimited(char('['), body, char(']')).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_at_a_bracket_that_is_not_escaped() {
        assert_eq!(property("C[a \\] b] [c]D[e]"), Ok(("D[e]", ("C", vec!["a \\] b", "c"]))));
        for wrong in ["", "[a]", "C", "C[", "C[a\\]"] {
            assert!(property(wrong).is_err(), "{wrong}");
        }
    }
}
