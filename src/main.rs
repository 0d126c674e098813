//! The program: arguments, logger, dialect, run loop.

#[path = "main/arguments.rs"]
mod arguments;
#[path = "main/files.rs"]
mod files;
#[path = "main/hangup.rs"]
mod hangup;
#[path = "main/nearest.rs"]
mod nearest;
#[path = "main/outputs.rs"]
mod outputs;

use arguments::{Arguments, Task};
use quartet::dialect::{Protocol, halves};
use quartet::engine::{Host, host};
use quartet::identity::Identity;
use quartet::session::{Input, Notice, Session, reader};
use std::io::{Cursor, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// What a person is told who starts the program at a terminal.
const GREETING: &str = concat!(
    "Quartet ",
    env!("CARGO_PKG_VERSION"),
    ": the L-Game, rhombus, Othello and Gomoku. Type 'help', or 'quit'.\n"
);

fn main() -> ExitCode {
    let arguments = match arguments::read(lexopt::Parser::from_env()) {
        Ok(arguments) => arguments,
        Err(error) => return fail(&format!("{error}\ntry 'quartet --help'")),
    };
    if let Task::Say(text) = &arguments.task {
        return say(text);
    }
    env_logger::init();
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    hangup::end_with_the_reader();
    run(arguments).unwrap_or_else(|error| fail(&error))
}

/// Says on stderr why nothing was done.
fn fail(error: &str) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(2)
}

fn run(arguments: Arguments) -> Result<ExitCode, String> {
    let protocol = arguments.protocol;
    match arguments.task {
        Task::Say(text) => Ok(say(&text)),
        Task::Serve => {
            let stdin = std::io::stdin();
            if stdin.is_terminal() && protocol != Some(Protocol::Gomocup) {
                say(GREETING);
            }
            let identity = Identity::of_handle(&stdin);
            serve(arguments.variant, protocol, Box::new(stdin), identity).map(|_| ExitCode::SUCCESS)
        }
        Task::OneShot(commands) => {
            let protocol = protocol.or(Some(Protocol::Native));
            let errors = serve(arguments.variant, protocol, Box::new(Cursor::new(commands)), None)?;
            Ok(if errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
        }
        Task::Files(task) => {
            let mut host = engines(arguments.variant)?;
            let mut tell = |line: &str| {
                say(&format!("{line}\n"));
            };
            Ok(if task.run(&mut host, &mut tell)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
    let mut host = Host::new(host::create_engine).ok_or("no memory for the default table")?;
    if let Some(variant) = variant {
        host.select(&variant)?;
    }
    Ok(host)
}

/// Runs a session over the lines of `source`, which comes from the file `identity` if it comes from one; gives the number of
/// errors reported.
fn serve(
    variant: Option<String>,
    protocol: Option<Protocol>,
    source: Box<dyn Read + Send>,
    identity: Option<Identity>,
) -> Result<u64, String> {
    let (events, inputs) = crossbeam_channel::unbounded::<Input>();
    let notice = Arc::<Notice>::default();
    let mut stdout = std::io::stdout().lock();
    let (mut parser, mut renderer) = halves(protocol);
    let mut session = Session::new(engines(variant)?, &mut stdout, &mut renderer, events.clone(), notice.clone());
    session.reads_from(identity);
    let reading = move || reader::run(source, &mut parser, &notice, &events);
    std::thread::Builder::new().name("reader".into()).spawn(reading).map_err(|error| error.to_string())?;
    Ok(session.run(&inputs))
}
