//! From a line of bytes to a command.
//!
//! Unknown words before one of UCI's are skipped, as UCI asks; our own words count only as the first of a line.

use super::arguments::{bench, go, position, set_option};
use crate::dialect::words::{shown, word, words};
use crate::session::{Command, Parse, Query, Style};

/// UCI or UGI as the client prefers; stateless.
#[derive(Default)]
pub struct Parser;

impl Parse for Parser {
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>) {
        commands.extend(parse_line(&String::from_utf8_lossy(line)));
    }
}

/// The command in a line; an empty line has none, nor has a word that asks for silence.
fn parse_line(line: &str) -> Option<Command> {
    let mut rest = line;
    let mut first = true;
    while let Ok((after, name)) = word(rest) {
        let command = if first { any_command(name, after) } else { standard_command(name, after) };
        if let Some(command) = command {
            return Some(command.unwrap_or_else(Command::Invalid));
        }
        if first && name == "register" {
            return None;
        }
        (rest, first) = (after, false);
    }
    (!first).then(|| Command::Unknown(line.trim().into()))
}

type Parsed = Option<Result<Command, String>>;

/// The first word of a line.
fn any_command(name: &str, arguments: &str) -> Parsed {
    standard_command(name, arguments).or_else(|| own_command(name, arguments))
}

/// UCI's and UGI's commands, found behind unknown words too.
fn standard_command(name: &str, arguments: &str) -> Parsed {
    let uci = Style::default();
    let ugi = Style { mate_in_plies: true, bare_bestmove: true };
    Some(match name {
        "uci" => Ok(Command::Identify(uci)),
        "ugi" => Ok(Command::Identify(ugi)),
        "debug" => match words(arguments).next() {
            Some("on") => Ok(Command::Debug(true)),
            Some("off") => Ok(Command::Debug(false)),
            _ => Err("'debug' without its value, expected 'on' or 'off'".into()),
        },
        "isready" => Ok(Command::IsReady),
        "go" => go(arguments),
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit),
        "quit" => Ok(Command::Quit),
        "ucinewgame" | "uginewgame" => Ok(Command::NewGame),
        "position" => position(arguments),
        "setoption" => set_option(arguments),
        _ => return None,
    })
}

/// Commands of our own.
fn own_command(name: &str, arguments: &str) -> Parsed {
    Some(match name {
        "d" => Ok(Command::Display),
        "moves" => Ok(Command::Moves),
        "eval" => Ok(Command::Evaluate),
        "query" => query(arguments),
        "solve" => match words(arguments).next() {
            None => Ok(Command::Solve { verify: false }),
            Some("verify") => Ok(Command::Solve { verify: true }),
            Some(word) => Err(format!("'{}' in solve, expected 'solve' or 'solve verify'", shown(word))),
        },
        "bench" => bench(arguments),
        "help" => Ok(Command::Help),
        "wait" => Ok(Command::Wait),
        "variant" => match words(arguments).next() {
            Some(name) => Ok(Command::Variant(name.to_string())),
            None => Err("'variant' without a name, expected one that 'uci' lists with UCI_Variant".into()),
        },
        _ => return None,
    })
}

/// The words of `query`.
const QUERIES: [(&str, Query); 9] = [
    ("p1turn", Query::FirstPlayersTurn),
    ("gameover", Query::GameOver),
    ("result", Query::Result),
    ("position", Query::Position),
    ("moves", Query::Moves),
    ("side", Query::Side),
    ("ply", Query::Ply),
    ("reason", Query::Reason),
    ("line", Query::Line),
];

fn query(arguments: &str) -> Result<Command, String> {
    let asked = words(arguments).next().unwrap_or_default();
    let found = QUERIES.iter().find(|(name, _)| *name == asked);
    let expected = || QUERIES.map(|(name, _)| name).join(" ");
    found
        .map(|(_, query)| Command::Query(*query))
        .ok_or_else(|| format!("unknown query '{}', expected one of {}", shown(asked), expected()))
}
