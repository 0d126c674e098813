//! The program: arguments, logger, dialect, run loop.

#[path = "main/files.rs"]
mod files;

use files::Files;
use quartet::dialect::{Protocol, halves};
use quartet::engine::{Host, host};
use quartet::games::VARIANTS;
use quartet::session::{Input, Notice, Session, reader};
use std::io::{Cursor, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

const USAGE: &str = "\
Quartet, an engine for several board games

usage: quartet [--variant NAME] [--protocol NAME] [COMMAND [then COMMAND]...]
       quartet [--variant NAME] solve-file FILE [--wld] [--threads N] [--hash MB] [--nodes N] [--proof OUT]
       quartet verify FILE

Without a command it speaks a UCI-style protocol, or Gomocup's, over stdin and stdout (see protocol.md; try 'help').
Commands of the protocol given as words are carried out instead, one shot, several joined by the word 'then':
  quartet bench
  quartet --variant gomoku go depth 8
  quartet position startpos moves f5d6c3 then d then go depth 12
Exit status 0, or 1 if an error was printed.

solve-file solves the positions of an OBF file ('-' is stdin) and checks them against the values in it: a table on stdout,
progress on stderr. With --wld only for win, draw or loss, with --nodes within a limit. Exit status 0 if none is wrong,
else 1. In gomoku it looks for forced wins, for 1,000,000 nodes if --nodes does not say (0 is no limit), and can write
their proofs; verify replays such a file by the rules alone.

  --variant NAME   select a game, silently: {variants}
  --protocol NAME  uci, ugi (the same) or gomocup; else the first line decides, or a program name that begins with pbrain-
  --help           this text
  --version        the version

Environment: RUST_LOG sets what is logged to stderr (error, warn, info, debug, trace).
";

/// The text of `--help`.
fn usage() -> String {
    let names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
    USAGE.replace("{variants}", &names.join(" "))
}

/// What the command line asks for.
struct Arguments {
    variant: Option<String>,
    protocol: Option<Protocol>,
    task: Task,
}

/// What is to be done.
enum Task {
    /// A session over stdin.
    Serve,
    /// A session over these commands.
    OneShot(String),
    /// What has to do with files of problems.
    Files(Files),
}

/// Reads the command line; the error is a text to print and the exit status to end with.
fn arguments(words: impl Iterator<Item = String>) -> Result<Arguments, (String, u8)> {
    let (mut variant, mut protocol) = (None, None);
    let mut commands = Vec::new();
    let mut words = words.peekable();
    while let Some(option) = words.next_if(|word| word.starts_with('-')) {
        let (option, joined) = option.split_once('=').unwrap_or((&option, ""));
        let mut value = || match joined {
            "" => words.next().ok_or_else(|| (format!("error: {option} needs a name\n"), 2)),
            name => Ok(name.into()),
        };
        match option {
            "--help" | "-h" => return Err((usage(), 0)),
            "--version" | "-V" => return Err((format!("quartet {}\n", env!("CARGO_PKG_VERSION")), 0)),
            "--variant" => variant = Some(value()?),
            "--protocol" => {
                let named = Protocol::named(&value()?);
                protocol = Some(named.map_err(|error| (format!("error: {error}\n"), 2))?);
            }
            _ => return Err((format!("error: unknown option '{option}'\n\n{}", usage()), 2)),
        }
    }
    if let Some(command) = words.next_if(|word| files::COMMANDS.contains(&word.as_str())) {
        let task = files::arguments(&command, words).map_err(|what| (format!("error: {what}\n\n{}", usage()), 2))?;
        return Ok(Arguments { variant, protocol, task: Task::Files(task) });
    }
    for word in words {
        commands.push(if word == "then" { "\n".into() } else { word });
    }
    let task = if commands.is_empty() { Task::Serve } else { Task::OneShot(commands.join(" ")) };
    Ok(Arguments { variant, protocol, task })
}

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let program = words.next().unwrap_or_default();
    let words = words.map(|word| word.to_string_lossy().into_owned());
    let arguments = match arguments(words) {
        Ok(arguments) => arguments,
        Err((text, 0)) => return say(&text),
        Err((text, status)) => {
            eprint!("{text}");
            return ExitCode::from(status);
        }
    };
    env_logger::init();
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let protocol = arguments.protocol.or_else(|| Protocol::of_program(program.as_ref()));
    let result = match arguments.task {
        Task::Serve => serve(arguments.variant, protocol, Box::new(std::io::stdin()), false),
        Task::OneShot(commands) => serve(arguments.variant, protocol, Box::new(Cursor::new(commands)), true),
        Task::Files(task) => engines(arguments.variant).and_then(|mut host| {
            let mut tell = |line: &str| {
                say(&format!("{line}\n"));
            };
            let clean = task.run(&mut host, &mut tell)?;
            Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }),
    };
    match result {
        Ok(status) => status,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints a text; a closed stdout is no error.
fn say(text: &str) -> ExitCode {
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// The engines, with a variant selected.
fn engines(variant: Option<String>) -> Result<Host, String> {
    let mut host = Host::new(host::open).ok_or("no memory for the default table")?;
    if let Some(variant) = variant {
        host.select(&variant)?;
    }
    Ok(host)
}

/// Runs a session over the lines of `source`.
fn serve(
    variant: Option<String>,
    protocol: Option<Protocol>,
    source: Box<dyn Read + Send>,
    one_shot: bool,
) -> Result<ExitCode, String> {
    let (events, inputs) = crossbeam_channel::unbounded::<Input>();
    let notice = Arc::<Notice>::default();
    let mut stdout = std::io::stdout().lock();
    let (mut parser, mut renderer) = halves(protocol);
    let session = Session::new(engines(variant)?, &mut stdout, &mut renderer, events.clone(), notice.clone());
    let reading = move || reader::run(source, &mut parser, &notice, &events);
    std::thread::Builder::new().name("reader".into()).spawn(reading).map_err(|error| error.to_string())?;
    let errors = session.run(&inputs);
    Ok(if one_shot && errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
