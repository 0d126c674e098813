//! The arguments of the commands that have a grammar of their own: `position`, `go`, `setoption`, `bench`.

use crate::dialect::words::{is_blank, shown, word, words};
use crate::engine::bench::{LARGEST_DEPTH, Settings};
use crate::engine::options::{LARGEST_TABLE, LARGEST_THREADS};
use crate::engine::{GoParameters, Setup};
use crate::session::{Command, Go};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{all_consuming, eof, map, map_res, opt, peek, recognize, rest, value};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

/// A keyword that ends where a word ends.
fn keyword<'a>(name: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    let end = alt((eof, recognize(one_of(" \t"))));
    preceded(take_while(is_blank), terminated(tag(name), peek(end)))
}

/// The text before the word `moves` (trimmed), and what follows that word, if it is there.
fn split_at_moves(text: &str) -> (&str, Option<&str>) {
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|tail| tail.find("moves")) {
        let (start, end) = (from + found, from + found + "moves".len());
        let (before, after) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
        let opens = before.is_empty() || before.ends_with(is_blank);
        let closes = after.is_empty() || after.starts_with(is_blank);
        if opens && closes {
            return (before.trim_matches(is_blank), Some(after));
        }
        from = end;
    }
    (text.trim_matches(is_blank), None)
}
/// `position startpos | fen <text> | code <text> [moves …]`.
pub(super) fn position(arguments: &str) -> Result<Command, String> {
    let (place, moves) = split_at_moves(arguments);
    let text = |name| preceded(keyword(name), rest).map(str::trim);
    let setup: IResult<&str, Setup> = alt((
        value(Setup::Start, all_consuming(keyword("startpos"))),
        map(text("fen"), |text| Setup::Text(text.into())),
        map(text("code"), |text| Setup::Code(text.to_string())),
    ))
    .parse(place);
    match setup {
        Ok((_, Setup::Text(text) | Setup::Code(text))) if text.is_empty() => {
            Err("'position' without a text behind 'fen' or 'code', expected one".into())
        }
        Ok((_, setup)) => {
            let moves = moves.map(|list| words(list).map(str::to_string).collect()).unwrap_or_default();
            Ok(Command::Position { setup, moves })
        }
        Err(_) => Err(format!("position '{}', expected 'startpos', 'fen <text>' or 'code <text>'", shown(place))),
    }
}

/// `name <words> [value <text>]`.
pub(super) fn set_option(arguments: &str) -> Result<Command, String> {
    let malformed = || format!("setoption '{}', expected 'name <name> [value <value>]'", shown(arguments.trim()));
    let (mut text, _) = keyword("name").parse(arguments).map_err(|_: nom::Err<_>| malformed())?;
    let mut name = Vec::new();
    let mut set = None;
    while let Ok((after, part)) = word(text) {
        if part == "value" && !name.is_empty() {
            set = Some(after.trim_matches(is_blank).to_string());
            break;
        }
        name.push(part);
        text = after;
    }
    if name.is_empty() { Err(malformed()) } else { Ok(Command::SetOption { name: name.join(" "), value: set }) }
}

/// A whole number of any length; values out of range are clamped.
#[derive(Clone, Copy)]
enum Number {
    Negative,
    Natural(u64),
}

fn number(word: &str) -> Option<Number> {
    let clamped = |digits: &str| digits.parse().unwrap_or(u64::MAX);
    let natural = map(preceded(opt(char('+')), digit1), move |digits| Number::Natural(clamped(digits)));
    let negative = map_res(preceded(char('-'), digit1), move |digits: &str| match clamped(digits) {
        0 => Ok::<_, ()>(Number::Natural(0)),
        _ => Ok(Number::Negative),
    });
    let parsed: IResult<&str, Number> = all_consuming(alt((natural, negative))).parse(word);
    parsed.ok().map(|(_, number)| number)
}

/// The value of a limit, which is never negative.
fn limit(command: &str, name: &str, text: Option<&str>) -> Result<Option<u64>, String> {
    match text.and_then(number) {
        Some(Number::Natural(value)) => Ok(Some(value)),
        _ => Err(format!("'{name} {}' in {command}, expected a whole number from 0", shown(text.unwrap_or_default()))),
    }
}

/// The value of a clock or increment, which may have run below zero.
fn clock(name: &str, text: Option<&str>, least: u64) -> Result<Option<u64>, String> {
    match text.and_then(number) {
        Some(Number::Natural(value)) => Ok(Some(value.max(least))),
        Some(Number::Negative) => Ok(Some(least)),
        None => Err(format!("'{name} {}' in go, expected milliseconds", shown(text.unwrap_or_default()))),
    }
}

/// Words that end a list of moves.
const GO_WORDS: [&str; 18] = [
    "depth",
    "nodes",
    "movetime",
    "mate",
    "perft",
    "infinite",
    "wld",
    "ponder",
    "searchmoves",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
];

/// The arguments of `go`; a word given twice: the last wins.
pub(super) fn go(arguments: &str) -> Result<Command, String> {
    let mut go = Go { parameters: GoParameters { in_game: true, ..GoParameters::default() }, ..Go::default() };
    let mut list = words(arguments).peekable();
    while let Some(name) = list.next() {
        match name {
            "infinite" => go.infinite = true,
            "wld" => go.parameters.outcome_only = true,
            "ponder" => go.parameters.ponder = true,
            "searchmoves" => {
                let mut moves = Vec::new();
                while let Some(mv) = list.next_if(|word| !GO_WORDS.contains(word)) {
                    moves.push(mv.to_string());
                }
                if moves.is_empty() {
                    return Err("'searchmoves' without a move, expected at least one".into());
                }
                go.parameters.search_moves = Some(moves);
            }
            "depth" => go.parameters.depth = limit("go", name, list.next())?,
            "nodes" => go.parameters.nodes = limit("go", name, list.next())?,
            "movetime" => go.parameters.movetime = limit("go", name, list.next())?,
            "mate" => go.mate = limit("go", name, list.next())?,
            "perft" => go.perft = limit("go", name, list.next())?,
            "wtime" | "p1time" => go.parameters.clocks[0] = clock(name, list.next(), 1)?,
            "btime" | "p2time" => go.parameters.clocks[1] = clock(name, list.next(), 1)?,
            "winc" | "p1inc" => go.parameters.increments[0] = clock(name, list.next(), 0)?,
            "binc" | "p2inc" => go.parameters.increments[1] = clock(name, list.next(), 0)?,
            "movestogo" => go.parameters.moves_to_go = clock(name, list.next(), 0)?,
            unknown => {
                return Err(format!("unknown word '{}' in go, expected one of {}", shown(unknown), GO_WORDS.join(" ")));
            }
        }
    }
    Ok(Command::Go(Box::new(go)))
}

/// `proof [nodes <n>]`.
pub(super) fn proof(arguments: &str) -> Result<Command, String> {
    let mut list = words(arguments);
    let nodes = match list.next() {
        None => None,
        Some("nodes") => limit("proof", "nodes", list.next())?,
        Some(unknown) => return Err(format!("'{}' in proof, expected 'proof [nodes <n>]'", shown(unknown))),
    };
    match list.next() {
        None => Ok(Command::Proof { nodes }),
        Some(more) => Err(format!("'{}' in proof, expected 'proof [nodes <n>]'", shown(more))),
    }
}

/// `bench [depth] [threads] [hash]`: numbers from 1 to the largest that the engine has.
pub(super) fn bench(arguments: &str) -> Result<Command, String> {
    let mut settings = Settings::default();
    let largest = [u64::from(LARGEST_DEPTH), LARGEST_THREADS, LARGEST_TABLE];
    for ((text, name), largest) in words(arguments).zip(["depth", "threads", "hash"]).zip(largest) {
        let value = match number(text) {
            Some(Number::Natural(value)) if (1..=largest).contains(&value) => value,
            Some(_) => return Err(format!("{name} '{}' in bench, expected 1 to {largest}", shown(text))),
            None => return Err(format!("'{}' in bench, expected 'bench [depth] [threads] [hash]'", shown(text))),
        };
        match name {
            "depth" => settings.depth = Some(value as u8),
            "threads" => settings.threads = value as usize,
            _ => settings.hash = value as usize,
        }
    }
    Ok(Command::Bench(settings))
}
