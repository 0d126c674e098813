//! The command line.

use crate::allowed::Caps;
use crate::analysis::{self, ANALYSE};
use crate::catalogue::Catalogue;
use crate::engine::quartet::ENGINE;
use crate::server::serve;
use crate::session::Shared;
use anyhow::{Context, Result};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use quartet_arena::cli::engine;
use quartet_arena::settings::EngineSettings;
use quartet_interrupt::print_to_stderr;
use std::io::Write;
use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The most engines that run at the same time, for all pages together.
const PROCESSES: u32 = 24;
/// How long engines may take to end when the server ends.
const END: Duration = Duration::from_secs(3);

/// Opens a board in the browser, on which people and engines play the L-Game, 斜方棋 (rhombus), Othello and Gomoku.
#[derive(Parser)]
#[command(name = "quartet-board", version)]
struct Arguments {
    /// The port of 127.0.0.1 at which the page is served; 0: any free one.
    #[arg(long, default_value_t = 4418)]
    port: u16,
    /// An engine to play with besides Quartet, in words as for `quartet-arena match`: cmd=PROGRAM [args=ARGUMENTS]
    /// [name=NAME] [proto=uci|ugi|gtp|nboard|gomocup|command] and default limits such as depth=10. May be repeated.
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    engine: Vec<String>,
    /// The largest hash table that a page may give to an engine, in MiB.
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65536))]
    max_hash: u64,
    /// The most threads that a page may give to an engine; by default as many as there are processors.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=512))]
    max_threads: Option<u64>,
    /// Only prints the address, and does not open it in the browser.
    #[arg(long)]
    no_open: bool,
}

/// Runs the program: the board, or with the word `engine` or `analyse` as the first one the engine or the analysis of a
/// game. Returns the exit status.
pub fn run() -> ExitCode {
    // From the word on it is a command line of the engine, with that word as the name of the program.
    let mut words = std::env::args_os().skip(1).peekable();
    if words.peek().is_some_and(|word| word == ENGINE) {
        return quartet::cli::run_with(words);
    }
    if words.peek().is_some_and(|word| word == ANALYSE) {
        analysis::run();
        return ExitCode::SUCCESS;
    }
    let found = Arguments::command().get_matches();
    let arguments = Arguments::from_arg_matches(&found).unwrap_or_else(|error| error.exit());
    match engines(&found).and_then(|engines| board(&arguments, engines)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_to_stderr(&format!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Serves the board until the program is interrupted.
fn board(arguments: &Arguments, engines: Vec<EngineSettings>) -> Result<()> {
    let threads = || std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let caps = Caps { hash: arguments.max_hash, threads: arguments.max_threads.unwrap_or_else(threads) };
    let processes = Arc::new(Semaphore::new(PROCESSES as usize));
    let shared = Arc::new(Shared { catalogue: Catalogue::new(engines)?, caps, processes: processes.clone() });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let port = arguments.port;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
        let listener = listener.with_context(|| format!("port {port} of 127.0.0.1, try --port 0"))?;
        announce(&format!("http://{}/", listener.local_addr()?), !arguments.no_open);
        serve(listener, shared, interrupt()).await?;
        // Their processes are killed when their threads end.
        let _ = tokio::time::timeout(END, processes.acquire_many(PROCESSES)).await;
        Ok(())
    })
}

/// The engines of the command line.
fn engines(found: &ArgMatches) -> Result<Vec<EngineSettings>> {
    engine::groups(found).iter().map(|words| engine::read(words, &[])).collect()
}

/// Prints the address, and opens it if that is wanted and possible.
fn announce(address: &str, open: bool) {
    let mut stdout = std::io::stdout().lock();
    // The address is a help only: a closed stdout does not end the server.
    let _ = writeln!(stdout, "Quartet's board: {address} (Ctrl-C ends it)").and_then(|()| stdout.flush());
    if open {
        let _ = opener::open_browser(address);
    }
}

/// Completes when the program is asked to end.
async fn interrupt() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
        let [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] = signals else { return };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
}
