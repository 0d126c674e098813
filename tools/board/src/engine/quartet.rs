//! Quartet itself, in a process of its own: this program, started with the word [`ENGINE`].

use super::{Commands, Event, Output};
use crate::own_program::own_program;
use quartet_arena::process::{Launch, Process, Received};
use std::time::Duration;

/// The subcommand with which this program is the engine.
pub const ENGINE: &str = "engine";

/// How long the engine may leave its input unread.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the engine may take to end.
const QUIT: Duration = Duration::from_millis(500);

/// Passes lines on in both directions until the page says `quit` or is gone; the error says why the engine ended by
/// itself.
pub(super) fn run(commands: &Commands, output: &Output) -> Result<(), String> {
    let program = own_program().map_err(|error| error.to_string())?;
    let launch = Launch { program, arguments: vec![ENGINE.into()], ..Launch::default() };
    let mut process = Process::launch(&launch, PATIENCE).map_err(|error| format!("{error:#}"))?;
    loop {
        let is_wanted = match process.receive_or(commands).map_err(|error| error.to_string())? {
            Received::Line(line) => output.send(Event::Line(line.text)),
            Received::Message(command) if command.line == "quit" => false,
            Received::Message(command) => {
                process.send(&command.line).map(|()| true).map_err(|error| error.to_string())?
            }
            Received::NoMoreMessages => false,
        };
        if !is_wanted {
            process.end("quit", QUIT);
            return Ok(());
        }
    }
}
