//! Parses input lines into commands.
//!
//! Unknown words before a UCI command are skipped, as UCI demands; our extensions are recognised as first words only.

use super::arguments::{bench, go, position, proof, set_option};
use super::drops::Drops;
use crate::dialect::words::{shown, word, words};
use crate::session::{Command, Parse, Query, Style};

/// The words that begin commands.
pub const COMMANDS: &[&str] = &[
    "uci",
    "ugi",
    "debug",
    "isready",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "ucinewgame",
    "uginewgame",
    "position",
    "setoption",
    "register",
    "d",
    "moves",
    "eval",
    "book",
    "proof",
    "query",
    "solve",
    "bench",
    "help",
    "wait",
    "variant",
];

/// Parses UCI, UGI and our extensions.
#[derive(Default)]
pub struct Parser {
    /// Drop notation of the variant that was selected last.
    drops: Drops,
}

impl Parser {
    /// A parser of a session that starts with a variant selected by this preset, if any.
    pub fn new(preset: Option<&str>) -> Self {
        Parser { drops: preset.and_then(Drops::of_preset).unwrap_or_default() }
    }
}

impl Parse for Parser {
    fn parse(&mut self, line: &[u8], commands: &mut Vec<Command>) {
        if let Some(mut command) = parse_line(&String::from_utf8_lossy(line)) {
            self.drops.read(&mut command);
            commands.push(command);
        }
    }
}

/// The command in a line; empty lines and `register` have none.
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

/// A command that is the first word of a line.
fn any_command(name: &str, arguments: &str) -> Parsed {
    standard_command(name, arguments).or_else(|| own_command(name, arguments))
}

/// The commands of UCI and UGI, which may follow unknown words.
fn standard_command(name: &str, arguments: &str) -> Parsed {
    let uci = Style::default();
    let ugi = Style { mate_in_plies: true, bare_bestmove: true, ..uci };
    Some(match name {
        "uci" => Ok(Command::Identify(uci)),
        "ugi" => Ok(Command::Identify(ugi)),
        "debug" => match words(arguments).next() {
            Some("on") => Ok(Command::Debug(true)),
            Some("off") => Ok(Command::Debug(false)),
            _ => Err("'debug' without a value, expected 'on' or 'off'".into()),
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

/// Our extensions.
fn own_command(name: &str, arguments: &str) -> Parsed {
    Some(match name {
        "d" => Ok(Command::Display),
        "moves" => Ok(Command::Moves),
        "eval" => Ok(Command::Evaluate),
        "book" => Ok(Command::Book),
        "proof" => proof(arguments),
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

/// The queries without arguments.
const QUERIES: [(&str, Query); 14] = [
    ("p1turn", Query::FirstPlayersTurn),
    ("gameover", Query::GameOver),
    ("result", Query::Result),
    ("position", Query::Position),
    ("moves", Query::Moves),
    ("side", Query::Side),
    ("ply", Query::Ply),
    ("reason", Query::Reason),
    ("line", Query::Line),
    ("board", Query::Board),
    ("stones", Query::Stones),
    ("hand", Query::Hand),
    ("lastmove", Query::LastMove),
    ("adjacency", Query::Adjacency),
];

fn query(arguments: &str) -> Result<Command, String> {
    let Ok((rest, asked)) = word(arguments) else {
        return Err(format!("'query' without a word, {}", expected_query()));
    };
    let argument = |what| {
        let argument = words(rest).collect::<Vec<_>>().join(" ");
        if argument.is_empty() { Err(format!("'query {asked}' without {what}, expected one")) } else { Ok(argument) }
    };
    let found = match asked {
        "changes" => Some(Query::Changes(argument("a move")?)),
        "option" => Some(Query::Option(argument("the name of an option")?)),
        _ => QUERIES.iter().find(|(name, _)| *name == asked).map(|(_, query)| query.clone()),
    };
    found.map(Command::Query).ok_or_else(|| format!("unknown query '{}', {}", shown(asked), expected_query()))
}

/// The end of an error message: all queries.
fn expected_query() -> String {
    let alone: Vec<_> = QUERIES.iter().map(|(name, _)| *name).collect();
    format!("expected one of {} changes option", alone.join(" "))
}
