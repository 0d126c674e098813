//! The command line.
//!
//! Must not know: what the commands of the protocol do, how files are worked on.

use crate::files::{self, Files};
use crate::nearest::nearest;
use lexopt::{Arg, Parser, ValueExt};
use quartet::dialect::{Protocol, help_on};
use quartet::games::{self, PRESETS, VARIANTS};

const USAGE: &str = "\
Quartet, an engine for several board games

usage: quartet [OPTION]... [VARIANT] [COMMAND [then COMMAND]...]
       quartet [OPTION]... [VARIANT] solve-file FILE [--wld] [--threads N] [--hash MB] [--nodes N] [--proof OUT]
       quartet verify FILE

Without a command it speaks a UCI-style protocol, or Gomocup's, over stdin and stdout (see protocol.md; try 'help').
Commands of the protocol given as words are carried out instead, one shot, several joined by the word 'then':
  quartet bench
  quartet gomoku go depth 8
  quartet position startpos moves f5d6c3 then d then go depth 12
Exit status 0, or 1 if an error was printed, or 2 if the command line is wrong.

VARIANT selects a game, silently: {variants}

  --variant NAME   the same
  --protocol NAME  uci, ugi (the same) or gomocup; else the first line decides, or a program name that begins with pbrain-
  -h, --help       this text; behind a command, what there is to say about that
  -V, --version    the version

Environment: RUST_LOG sets what is logged to stderr (error, warn, info, debug, trace).
";

/// What the command line asks for.
pub struct Arguments {
    /// The game, by any of its names.
    pub variant: Option<String>,
    /// What is spoken; `None`: the first line decides.
    pub protocol: Option<Protocol>,
    /// What is to be done.
    pub task: Task,
}

/// What is to be done.
pub enum Task {
    /// Print a text.
    Say(String),
    /// A session over stdin.
    Serve,
    /// A session over these commands.
    OneShot(String),
    /// What has to do with files of problems.
    Files(Files),
}

/// The text of `--help`.
fn usage() -> String {
    let names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
    USAGE.replace("{variants}", &names.join(" "))
}

/// Reads the command line; the error says in one line what is wrong.
pub fn read(mut parser: Parser) -> Result<Arguments, String> {
    let mut variant = None;
    let mut protocol = parser.bin_name().and_then(|name| Protocol::of_program(name.as_ref()));
    let task = loop {
        let Some(argument) = parser.next().map_err(wrong)? else { break Task::Serve };
        match argument {
            Arg::Short('h') | Arg::Long("help") => break Task::Say(usage()),
            Arg::Short('V') | Arg::Long("version") => {
                break Task::Say(format!("quartet {}\n", env!("CARGO_PKG_VERSION")));
            }
            Arg::Long("variant") => variant = Some(text(&mut parser, "--variant")?),
            Arg::Long("protocol") => protocol = Some(Protocol::named(&text(&mut parser, "--protocol")?)?),
            // What Yixin-Board starts its engines with; all that is written is ASCII.
            Arg::Long("force-utf8") => {}
            Arg::Value(word) => {
                let word = word.string().map_err(wrong)?;
                if is_variant(&word) {
                    variant = Some(word);
                } else if let Some(command) = files::COMMANDS.iter().find(|command| **command == word) {
                    break files::arguments(command, &mut parser)?;
                } else {
                    break one_shot(word, protocol, &mut parser)?;
                }
            }
            other => return Err(unknown(&other, &["--variant", "--protocol", "--help", "--version"])),
        }
    };
    Ok(Arguments { variant, protocol, task })
}

/// Whether a word selects a game.
fn is_variant(word: &str) -> bool {
    games::find(word).is_some() || games::find_preset(word, |_| false).is_some()
}

/// Commands of the protocol, the first of which begins with `first`.
fn one_shot(first: String, protocol: Option<Protocol>, parser: &mut Parser) -> Result<Task, String> {
    let protocol = protocol.unwrap_or(Protocol::Native);
    let mut words = vec![first];
    for word in parser.raw_args().map_err(wrong)? {
        words.push(word.to_string_lossy().into_owned());
    }
    let commands: Vec<&[String]> = words.split(|word| word == "then").collect();
    for command in &commands {
        // A single argument may be a whole line.
        let name = command.first().and_then(|word| word.split_whitespace().next()).unwrap_or("then");
        if !protocol.has_command(name) {
            let known = protocol.commands().chain(files::COMMANDS).chain(names());
            return Err(format!(
                "unknown command '{name}', {}",
                expected(name, known, "one that --help and 'quartet help' list")
            ));
        }
        if command.len() == 2 && matches!(command[1].as_str(), "--help" | "-h") {
            return Ok(Task::Say(help_on(name).unwrap_or_else(usage)));
        }
    }
    let lines: Vec<_> = commands.iter().map(|command| command.join(" ")).collect();
    Ok(Task::OneShot(lines.join("\n")))
}

/// All names that select a game.
fn names() -> impl Iterator<Item = &'static str> {
    let variants = VARIANTS.iter().flat_map(|variant| variant.aliases.iter().copied().chain([variant.name]));
    variants.chain(PRESETS.iter().map(|preset| preset.name))
}

/// What was expected in the place of a word, the nearest of the known words if one is near.
fn expected<'a>(word: &str, known: impl Iterator<Item = &'a str>, else_expected: &str) -> String {
    nearest(word, known).map_or_else(|| format!("expected {else_expected}"), |known| format!("did you mean '{known}'?"))
}

/// What is wrong with an option that is none of those known.
pub fn unknown(argument: &Arg<'_>, known: &[&str]) -> String {
    let word = match argument {
        Arg::Short(letter) => format!("-{letter}"),
        Arg::Long(name) => format!("--{name}"),
        Arg::Value(word) => return format!("'{}' is one word too many", word.to_string_lossy()),
    };
    let expected = expected(&word, known.iter().copied(), &format!("one of {}", known.join(" ")));
    format!("unknown option '{word}', {expected}")
}

/// The value of an option.
pub fn text(parser: &mut Parser, option: &str) -> Result<String, String> {
    let value = parser.value().map_err(|_| format!("{option} needs a value"))?;
    value.string().map_err(wrong)
}

/// The parser's own words for what is wrong.
pub fn wrong(error: lexopt::Error) -> String {
    error.to_string()
}
