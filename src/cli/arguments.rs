//! The command line of the program.

use crate::dialect::{Protocol, help_on};
use crate::games::common::processor::Processor;
use crate::games::{self, PRESETS, VARIANTS};
use crate::option_parsing::{describe, expected, option_value, unknown_option};
use crate::solve_file::{self, FileCommand, Parsed};
use lexopt::{Arg, Parser, ValueExt};

const USAGE: &str = "\
Quartet, an engine for several board games

usage: quartet [OPTION]... [VARIANT] [COMMAND [then COMMAND]...]
       quartet [OPTION]... [VARIANT] solve-file FILE [--wld] [--threads N] [--hash MB] [--nodes N] [--proof OUT]
                                                [--shard K/N [--shards N]]
       quartet verify FILE

Without a command it speaks a UCI-style protocol, or Gomocup's, over stdin and stdout (see protocol.md; try 'help').
Commands of the protocol given as words are carried out instead, one shot, several joined by the word 'then':
  quartet bench
  quartet gomoku go depth 8
  quartet position startpos moves f5d6c3 then d then go depth 12
Exit status 0, or 1 if an error was printed, or 2 if the command line is wrong.

VARIANT selects a game, silently: {variants}

  --variant NAME   select a game, like VARIANT
  --protocol NAME  uci, ugi (same as uci), gomocup, gtp, nboard or cassio; by default a program name that begins
                   with pbrain- or gtp-, or else the first line, decides. -gtp, --gtp and gtp are the same, and
                   so for nboard and cassio
  -l, --level N    depth of a search in plies where a protocol other than UCI sets no limit
  --nodes N        nodes of a search, likewise
  -t, --threads N  number of threads, like option Threads; also -n N
  --book FILE      play from this opening book: options Book File and OwnBook
  -h, --help       this text; after a command, help on that command
  -V, --version    the version, the commit if it is a release, and the instruction set that is used

Environment: RUST_LOG sets what is logged to stderr (error, warn, info, debug, trace). QUARTET_LEVEL names an
instruction set to use instead of the highest: {levels} (now in use: {level})
";

/// The parsed command line.
pub(super) struct Arguments {
    /// How a session starts.
    pub startup: Startup,
    /// What to do.
    pub task: Task,
}

/// How a session starts.
#[derive(Default)]
pub(super) struct Startup {
    /// The game to select, by any of its names.
    pub variant: Option<String>,
    /// The protocol; `None` lets the first line decide.
    pub protocol: Option<Protocol>,
    /// Number of threads, as the value of option `Threads`.
    pub threads: Option<String>,
    /// Opening book, as the value of option `Book File`.
    pub book: Option<String>,
    /// Depth of searches that have no other limit.
    pub depth: Option<u64>,
    /// Nodes of searches that have no other limit.
    pub nodes: Option<u64>,
}

/// What to do.
pub(super) enum Task {
    /// Print a text.
    Print(String),
    /// Run a session over stdin.
    Serve,
    /// Run a session over these lines.
    OneShot(String),
    /// Solve or verify a file.
    File(FileCommand),
}

/// The text of `--version`.
fn version() -> String {
    let commit = option_env!("QUARTET_COMMIT").unwrap_or("unknown");
    format!("quartet {}\ncommit {commit}\nprocessor {}\n", env!("CARGO_PKG_VERSION"), Processor::detect().name())
}

/// The text of `--help`.
fn usage() -> String {
    let names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
    let levels: Vec<_> = Processor::levels().into_iter().map(Processor::name).collect();
    USAGE
        .replace("{variants}", &names.join(" "))
        .replace("{levels}", &levels.join(" "))
        .replace("{level}", Processor::detect().name())
}

/// Parses the command line; the error is a one-line message.
pub(super) fn read(mut parser: Parser) -> Result<Arguments, String> {
    let protocol = parser.bin_name().and_then(|name| Protocol::of_program(name.as_ref()));
    let mut startup = Startup { protocol, ..Startup::default() };
    let task = loop {
        let Some(argument) = parser.next().map_err(describe)? else { break Task::Serve };
        match argument {
            Arg::Short('h') | Arg::Long("help") => break Task::Print(usage()),
            Arg::Short('V') | Arg::Long("version") => {
                break Task::Print(version());
            }
            Arg::Long("variant") => startup.variant = Some(option_value(&mut parser, "--variant")?),
            Arg::Long("protocol") => {
                startup.protocol = Some(Protocol::named(&option_value(&mut parser, "--protocol")?)?);
            }
            Arg::Long(name @ ("gtp" | "nboard" | "cassio")) => startup.protocol = Some(Protocol::named(name)?),
            Arg::Short(letter @ ('c' | 'g' | 'l' | 'n' | 't')) => read_short(letter, &mut parser, &mut startup)?,
            Arg::Long("level") => startup.depth = Some(number(&mut parser, "--level")?),
            Arg::Long("nodes") => startup.nodes = Some(number(&mut parser, "--nodes")?),
            Arg::Long("threads") => startup.threads = Some(option_value(&mut parser, "--threads")?),
            Arg::Long("book") => startup.book = Some(option_value(&mut parser, "--book")?),
            // Yixin-Board passes this to its engines; all output is ASCII anyway.
            Arg::Long("force-utf8") => {}
            Arg::Value(word) => {
                let word = word.string().map_err(describe)?;
                if is_variant(&word) {
                    startup.variant = Some(word);
                } else if let Ok(protocol) = Protocol::named(&word)
                    && !Protocol::Uci.has_command(&word)
                {
                    startup.protocol = Some(protocol);
                } else if let Some(command) = solve_file::COMMANDS.iter().find(|command| **command == word) {
                    break match solve_file::parse(command, &mut parser)? {
                        Parsed::Help(text) => Task::Print(text.into()),
                        Parsed::Command(command) => Task::File(command),
                    };
                } else {
                    break one_shot(word, startup.protocol, &mut parser)?;
                }
            }
            other => return Err(unknown_option(&other, &OPTIONS)),
        }
    };
    Ok(Arguments { startup, task })
}

/// The options of the program.
const OPTIONS: [&str; 9] =
    ["--variant", "--protocol", "--gtp", "--level", "--nodes", "--threads", "--book", "--help", "--version"];

/// Reads an option of one letter, or `-gtp`, `-nboard`, `-cassio`, as other Othello programs have them.
fn read_short(letter: char, parser: &mut Parser, startup: &mut Startup) -> Result<(), String> {
    let value = parser.optional_value().map(|rest| rest.to_string_lossy().into_owned());
    let word = format!("{letter}{}", value.as_deref().unwrap_or_default());
    if let "gtp" | "nboard" | "cassio" = word.as_str() {
        startup.protocol = Some(Protocol::named(&word)?);
        return Ok(());
    }
    let option = match letter {
        'l' => "--level",
        'n' | 't' => "--threads",
        _ => return Err(unknown_option(&Arg::Short(letter), &OPTIONS)),
    };
    let value = value.map_or_else(|| option_value(parser, option), Ok)?;
    match letter {
        'l' => startup.depth = Some(positive(&value, option)?),
        _ => startup.threads = Some(value),
    }
    Ok(())
}

/// A positive whole number as the value of an option.
fn number(parser: &mut Parser, option: &str) -> Result<u64, String> {
    positive(&option_value(parser, option)?, option)
}

/// A positive whole number.
fn positive(text: &str, option: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("{option} '{text}', expected a positive number"))
}

/// Whether a word is the name of a game.
fn is_variant(word: &str) -> bool {
    games::find(word).is_some() || games::find_preset(word, |_| false).is_some()
}

/// The task of carrying out protocol commands, of which `first` is the first word.
fn one_shot(first: String, protocol: Option<Protocol>, parser: &mut Parser) -> Result<Task, String> {
    let protocol = protocol.unwrap_or(Protocol::Uci);
    let mut words = vec![first];
    for word in parser.raw_args().map_err(describe)? {
        words.push(word.to_string_lossy().into_owned());
    }
    let commands: Vec<&[String]> = words.split(|word| word == "then").collect();
    for command in &commands {
        // A single argument may be a whole line.
        let name = command.first().and_then(|word| word.split_whitespace().next()).unwrap_or("then");
        if !protocol.has_command(name) {
            let known = protocol.commands().chain(solve_file::COMMANDS).chain(names());
            return Err(format!(
                "unknown command '{name}', {}",
                expected(name, known, "one that --help and 'quartet help' list")
            ));
        }
        if matches!(command, [_, flag] if flag == "--help" || flag == "-h") {
            return Ok(Task::Print(help_on(name).unwrap_or_else(usage)));
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
