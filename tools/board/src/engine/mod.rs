//! A running engine of a page.
//!
//! Each engine has a thread of its own, which ends when its [`Engine`] is dropped: Quartet is sent the page's lines as
//! they are ([`quartet`]); for an engine of another protocol they are translated into calls of the arena's players
//! (`foreign`).

mod foreign;
pub mod quartet;

use crate::catalogue::Catalogue;
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use quartet_arena::fault::Cancel;
use serde::Serialize;
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// The most lines that an engine may leave unread; a page that sends more is too fast.
const UNREAD: usize = 1024;

/// What a page is told about an engine.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The engine's id.
    pub engine: Arc<str>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What an engine did.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// It has written this line.
    Line(String),
    /// A line was not sent to it, for this reason.
    Refused(String),
    /// It has ended, for this reason; empty if it was asked to.
    Ended(String),
}

/// Where the lines of an engine go. Sending waits while the page does not read.
#[derive(Clone)]
pub struct Output {
    engine: Arc<str>,
    reports: mpsc::Sender<Report>,
}

impl Output {
    /// The output of the engine with this id.
    pub fn new(engine: Arc<str>, reports: mpsc::Sender<Report>) -> Output {
        Output { engine, reports }
    }

    /// Sends from the thread of an engine; returns whether the page is still there.
    fn send(&self, event: Event) -> bool {
        self.reports.blocking_send(Report { engine: self.engine.clone(), event }).is_ok()
    }

    /// Whether the page is gone.
    fn is_closed(&self) -> bool {
        self.reports.is_closed()
    }

    /// Sends from the task of a session; returns whether the page is still there.
    pub async fn tell(&self, event: Event) -> bool {
        self.reports.send(Report { engine: self.engine.clone(), event }).await.is_ok()
    }
}

/// Why a line was not sent to an engine.
pub enum Unsent {
    /// The engine has left too many lines unread.
    TooMany,
    /// The engine has ended; the line.
    HasEnded(String),
}

/// A line for an engine.
struct Command {
    line: String,
    /// Cancels the search that the line starts, if it starts one.
    cancel: Cancel,
}

/// The lines that a page sends to an engine.
type Commands = Receiver<Command>;

/// A running engine. Dropping it ends the engine.
pub struct Engine {
    commands: Sender<Command>,
    /// Cancels the last search, for engines that cannot be told to stop.
    search: Cancel,
    thread: JoinHandle<()>,
}

impl Engine {
    /// Starts the engine with this name from the catalogue. The permit is released when the engine has ended.
    pub fn start(
        catalogue: &Catalogue,
        name: &str,
        output: Output,
        permit: OwnedSemaphorePermit,
    ) -> Result<Engine, String> {
        let (sender, commands) = bounded(UNREAD);
        let settings = catalogue.other(name).cloned();
        let run = move || {
            let ended = match settings {
                None => quartet::run(&commands, &output),
                Some(settings) => foreign::run(&settings, &commands, &output),
            };
            // Before the page is told: a line that it sends then is for another process.
            drop((commands, permit));
            output.send(Event::Ended(ended.err().unwrap_or_default()));
        };
        let thread = std::thread::Builder::new().name("engine".into());
        let thread = thread.spawn(run).map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok(Engine { commands: sender, search: Cancel::default(), thread })
    }

    /// Whether the engine has ended.
    pub fn has_ended(&self) -> bool {
        self.thread.is_finished()
    }

    /// Sends a line that has been checked.
    pub fn send(&mut self, line: String) -> Result<(), Unsent> {
        if matches!(line.as_str(), "stop" | "quit") {
            self.search.cancel();
        } else if line == "go" || line.starts_with("go ") {
            self.search = Cancel::default();
        }
        self.commands.try_send(Command { line, cancel: self.search.clone() }).map_err(|error| match error {
            TrySendError::Full(_) => Unsent::TooMany,
            TrySendError::Disconnected(command) => Unsent::HasEnded(command.line),
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.search.cancel();
    }
}
