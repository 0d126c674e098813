//! The program: command line, logger, and the choice between a session and a file command.
//!
//! Independent of: the engine's inner workings, wire syntax.

mod arguments;
mod hangup;
mod watched_output;

use crate::dialect::{GameName, Protocol, Settings, parser_and_renderer};
use crate::engine::options::names;
use crate::engine::{Engines, engines};
use crate::file_identity::FileIdentity;
use crate::games::common::processor::Processor;
use crate::session::reader::{End, Reader};
use crate::session::{Input, Session, StopHandle};
use arguments::{Arguments, Startup, Task};
use std::ffi::OsString;
use std::io::{Cursor, ErrorKind, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use watched_output::{Waiting, WatchedOutput};

/// Printed when the program is started at a terminal.
const GREETING: &str = concat!(
    "Quartet ",
    env!("CARGO_PKG_VERSION"),
    ": the L-Game, rhombus, Othello and Gomoku. Type 'help', or 'quit'.\n"
);

/// The exit status if what was asked for could not be printed.
const UNPRINTED: i32 = 1;

/// Runs the program with its command line; returns its exit status.
pub fn run() -> ExitCode {
    run_with(std::env::args_os())
}

/// Runs the program with this command line, which begins with the name of the program; returns its exit status. For
/// programs that contain the engine: it takes over stdin, stdout, the logger and the panic hook.
pub fn run_with(command_line: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command_line: Vec<OsString> = command_line.into_iter().collect();
    let arguments = match arguments::read(lexopt::Parser::from_iter(command_line)) {
        Ok(arguments) => arguments,
        Err(error) => return fail(&format!("{error}\ntry 'quartet --help'")),
    };
    env_logger::init();
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    // A client that goes ends its session; whoever prints a file needs all of it.
    hangup::exit_when_stdout_closes(if matches!(arguments.task, Task::Serve) { 0 } else { UNPRINTED });
    run_task(arguments).unwrap_or_else(|error| fail(&error))
}

/// Reports an error of the command line on stderr.
fn fail(error: &str) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(2)
}

fn run_task(arguments: Arguments) -> Result<ExitCode, String> {
    Processor::chosen()?;
    let mut startup = arguments.startup;
    match arguments.task {
        Task::Print(text) => {
            print(&text);
            Ok(ExitCode::SUCCESS)
        }
        Task::Serve => {
            let stdin = std::io::stdin();
            if stdin.is_terminal() && startup.protocol.is_none_or(|protocol| protocol == Protocol::Uci) {
                print(GREETING);
            }
            let identity = FileIdentity::of_handle(&stdin);
            serve(startup, Box::new(stdin), identity).map(|_| ExitCode::SUCCESS)
        }
        Task::OneShot(commands) => {
            startup.protocol.get_or_insert(Protocol::Uci);
            let errors = serve(startup, Box::new(Cursor::new(commands)), None)?;
            Ok(if errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
        }
        Task::File(command) => {
            let mut engines = new_engines(&startup)?;
            let is_right = command.run(&mut engines, &mut |line| print(&format!("{line}\n")))?;
            Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

/// Prints a text, or else ends the program: a full disk must not look like a success. A reader that has gone needs no
/// message.
fn print(text: &str) {
    let mut stdout = std::io::stdout();
    if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        if error.kind() != ErrorKind::BrokenPipe {
            eprintln!("error: cannot write to stdout: {error}");
        }
        std::process::exit(UNPRINTED);
    }
}

/// All engines, with the variant selected and the options set that were given.
fn new_engines(startup: &Startup) -> Result<Engines, String> {
    let mut engines = Engines::new(engines::create_engine).ok_or("no memory for the default table")?;
    if let Some(variant) = &startup.variant {
        engines.select(variant)?;
    }
    if let Some(threads) = &startup.threads {
        engines.set_option(names::THREADS, Some(threads))?;
    }
    if let Some(book) = &startup.book {
        engines.set_option(names::BOOK_FILE, Some(book))?;
        engines.set_option(names::OWN_BOOK, Some("true"))?;
    }
    Ok(engines)
}

/// Where a session's lines come from and where its answers go.
pub struct Streams<'a> {
    /// The lines of the client.
    pub source: Box<dyn Read + Send>,
    /// Gets the answers.
    pub sink: &'a mut dyn Write,
    /// The file that `source` reads from, if it reads from one: it is never written.
    pub identity: Option<FileIdentity>,
    /// Called in a thread of its own once `quit` has been read, which may be long before the session has ended.
    pub after_quit: Box<dyn FnOnce() + Send>,
}

/// Runs a session over the lines of `source`, with answers on stdout; returns the number of errors reported.
/// `identity` is the file that `source` reads from, if it reads from one.
fn serve(startup: Startup, source: Box<dyn Read + Send>, identity: Option<FileIdentity>) -> Result<u64, String> {
    let waiting = Waiting::default();
    let sink = &mut WatchedOutput::new(std::io::stdout().lock(), waiting.clone());
    let engines = new_engines(&startup)?;
    let Startup { protocol, depth, nodes, .. } = startup;
    let after_quit = Box::new(move || waiting.exit_when_stuck());
    serve_streams(engines, (protocol, depth, nodes), Streams { source, sink, identity, after_quit })
}

/// Runs a session over streams; returns the number of errors reported. `limits` are the protocol, or `None` if the
/// first line decides, and the depth and the nodes of searches to which a protocol other than UCI sets no limit. Fails
/// if no thread can be started.
pub fn serve_streams(
    mut engines: Engines,
    limits: (Option<Protocol>, Option<u64>, Option<u64>),
    streams: Streams<'_>,
) -> Result<u64, String> {
    let (events, inputs) = crossbeam_channel::unbounded::<Input>();
    let stop_handle = Arc::<StopHandle>::default();
    let (protocol, depth, nodes) = limits;
    let preset = engines.announce().preset;
    let game = GameName::of_variant(engines.engine().variant().name).unwrap_or_default();
    let (mut parser, mut renderer) = parser_and_renderer(Settings { protocol, preset, game, depth, nodes });
    let Streams { source, sink, identity, after_quit } = streams;
    let mut session = Session::new(engines, sink, &mut renderer, events.clone(), stop_handle.clone());
    session.reads_from(identity);
    let reading = move || {
        if Reader::new(&mut parser, stop_handle, events).run(source) == End::Quit {
            after_quit();
        }
    };
    std::thread::Builder::new().name("reader".into()).spawn(reading).map_err(|error| error.to_string())?;
    Ok(session.run(&inputs))
}
