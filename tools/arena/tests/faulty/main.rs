//! A broken engine, for the tests of the check: `quartet-faulty FAULT ENGINE [ARGUMENT...]` runs an engine and
//! changes its input or output as the named fault requires. `quartet-faulty --list` names all faults.

mod faults;
mod from_engine;
mod to_engine;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The state that both directions of the session share.
struct Session {
    /// The engine's input, until it is closed.
    engine: Option<ChildStdin>,
    /// The number of searches without a `bestmove` yet.
    searches: usize,
    /// Lines that a fault holds back.
    held: Vec<Vec<u8>>,
    /// A number for faults that count.
    count: u64,
    /// Whether all further output is dropped.
    mute: bool,
}

impl Session {
    /// Forwards bytes to the engine; ignores an error if it has exited.
    fn pass(&mut self, bytes: &[u8]) {
        if let Some(engine) = &mut self.engine {
            let _ = engine.write_all(bytes).and_then(|()| engine.flush());
        }
    }

    /// Prints a line.
    fn say(&mut self, line: &str) {
        if self.mute {
            return;
        }
        let mut to = std::io::stdout().lock();
        if writeln!(to, "{line}").and_then(|()| to.flush()).is_err() {
            std::process::exit(0);
        }
    }
}

fn lock(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Splits the input into lines with their ends and forwards each as soon as it is complete.
fn listen(session: &Mutex<Session>, fault: to_engine::LineFault, at_end: fn(&mut Session)) {
    let (mut stdin, mut chunk, mut line) = (std::io::stdin(), vec![0; 1 << 16], Vec::new());
    while let Ok(count @ 1..) = stdin.read(&mut chunk) {
        for part in chunk[..count].split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            line.extend_from_slice(part);
            if line.ends_with(b"\n") || line.ends_with(b"\r") {
                hear(&mut lock(session), &line, fault);
                line.clear();
            }
        }
    }
    let mut session = lock(session);
    if !line.is_empty() {
        hear(&mut session, &line, fault);
    }
    at_end(&mut session);
    session.engine = None;
}

/// Handles an input line.
fn hear(session: &mut Session, line: &[u8], fault: to_engine::LineFault) {
    let text = String::from_utf8_lossy(line).trim().to_string();
    let changed = fault(session, &text, line);
    if text.starts_with("go") && !text.contains("perft") {
        session.searches += 1;
    }
    if let Some(bytes) = changed {
        session.pass(&bytes);
    }
}

fn start(engine: &str, arguments: &[String]) -> std::io::Result<Child> {
    Command::new(engine).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["--list"] {
        faults::FAULTS.iter().for_each(|fault| println!("{}", fault.name));
        return ExitCode::SUCCESS;
    }
    let [name, engine, rest @ ..] = &arguments[..] else { return ExitCode::from(2) };
    let Some(fault) = faults::FAULTS.iter().find(|fault| fault.name == *name) else { return ExitCode::from(2) };
    let Ok(mut child) = start(engine, rest) else { return ExitCode::from(2) };
    let Some(output) = child.stdout.take() else { return ExitCode::from(2) };
    let session = Session { engine: child.stdin.take(), searches: 0, held: Vec::new(), count: 0, mute: false };
    let session = Arc::new(Mutex::new(session));
    (fault.at_start)(&mut lock(&session));
    let listening = session.clone();
    std::thread::spawn(move || listen(&listening, fault.to_engine, fault.at_end));
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        let mut session = lock(&session);
        let said = (fault.from_engine)(&mut session, &line);
        if line.starts_with("bestmove") {
            session.searches = session.searches.saturating_sub(1);
        }
        said.iter().for_each(|line| session.say(line));
    }
    let status = child.wait().ok().and_then(|status| status.code()).unwrap_or(1);
    ExitCode::from((fault.status)(status as u8))
}
