//! One session: exchanges made up from a seed or read from a script, sent to an engine, and checked.

use crate::broken::{Broken, Invariant};
use crate::connection::Connection;
use crate::dialects::{Closing, Dialect, Exchange};
use crate::random::Random;
use std::path::Path;
use std::time::{Duration, Instant};

/// In lines of the grammar, what stands for the folder of the session.
const FOLDER: &str = "{folder}";

/// How long the engine may be silent before a search is stopped once more.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// A failed session.
#[derive(Debug)]
pub struct Failure {
    /// The number of the line, from 1, among all lines sent; that of the last line of its exchange if the fault became
    /// visible only after it.
    pub line: usize,
    /// What was broken.
    pub broken: Broken,
    /// The last lines that the engine said.
    pub said: Vec<String>,
}

/// A running session.
pub struct Session<'a> {
    dialect: &'a mut dyn Dialect,
    connection: &'a mut dyn Connection,
    /// The folder of files that the engine may write.
    folder: &'a Path,
    /// How long the engine may be silent when something is to be said.
    timeout: Duration,
    /// The number of lines sent.
    pub lines: usize,
    /// The number of error lines received.
    pub errors: usize,
    said: Vec<String>,
}

impl<'a> Session<'a> {
    /// A session over a connection.
    pub fn new(
        dialect: &'a mut dyn Dialect,
        connection: &'a mut dyn Connection,
        folder: &'a Path,
        timeout: Duration,
    ) -> Self {
        Session { dialect, connection, folder, timeout, lines: 0, errors: 0, said: Vec::new() }
    }

    /// Sends exchanges made up from random numbers until `most` lines are sent, and ends the session; each exchange is
    /// appended to `record` before it is sent.
    pub fn run_random(&mut self, most: usize, random: &mut Random, record: &mut Vec<Exchange>) -> Result<(), Failure> {
        while record.last().is_none_or(|exchange| !exchange.closing.is_end()) {
            let exchange = self.dialect.exchange(self.lines >= most, random);
            record.push(exchange.clone());
            self.run_exchange(&exchange)?;
        }
        Ok(())
    }

    /// Sends the exchanges of a script; if they do not end the session, its input is closed.
    pub fn run_script(&mut self, exchanges: &[Exchange]) -> Result<(), Failure> {
        exchanges.iter().try_for_each(|exchange| self.run_exchange(exchange))?;
        if exchanges.last().is_some_and(|exchange| exchange.closing.is_end()) {
            return Ok(());
        }
        self.run_exchange(&Exchange { lines: Vec::new(), closing: Closing::EndOfInput })
    }

    fn run_exchange(&mut self, exchange: &Exchange) -> Result<(), Failure> {
        let first = self.lines;
        self.lines += exchange.lines.len();
        self.said.clear();
        let talked = self.talk(exchange).map_err(|broken| (exchange.lines.len(), broken));
        let at_end = |broken| (exchange.lines.len(), broken);
        let talked = talked.and_then(|()| check_panics(&self.said).map_err(at_end));
        let checked = talked.and_then(|()| self.dialect.check(&self.said));
        let checked = checked.and_then(|()| self.connection.check_health().map_err(at_end));
        self.errors += self.said.iter().filter(|line| is_error(line)).count();
        checked.map_err(|(index, broken)| Failure {
            line: (first + index + 1).min(self.lines),
            broken,
            said: self.said.split_off(self.said.len().saturating_sub(12)),
        })
    }

    /// Sends an exchange and receives the answers.
    fn talk(&mut self, exchange: &Exchange) -> Result<(), Broken> {
        let sent = self.dialect.send(exchange);
        self.connection.send(&self.with_folder(&sent.lines))?;
        if let Closing::Stop(pause) = exchange.closing {
            self.connection.is_heard(Instant::now() + Duration::from_millis(pause));
        }
        self.connection.send(&sent.closing)?;
        if exchange.closing == Closing::EndOfInput {
            self.connection.close_input();
        }
        let deadline = Instant::now() + self.timeout;
        let stop = self.dialect.stop().filter(|_| matches!(exchange.closing, Closing::Stop(_)));
        while let Some(line) = self.answer(stop, deadline)? {
            let is_last = self.dialect.is_last(&line);
            self.said.push(line);
            if is_last {
                return Ok(());
            }
        }
        match exchange.closing.is_end() {
            true => self.connection.check_end(deadline),
            false => {
                self.connection.check_end(deadline)?;
                Err(Broken::new(Invariant::Ending, "the program has ended, expected it to go on"))
            }
        }
    }

    /// The next answer, before which `stop` is repeated.
    fn answer(&mut self, stop: Option<&str>, deadline: Instant) -> Result<Option<String>, Broken> {
        while let Some(stop) = stop
            && !self.connection.is_heard(deadline.min(Instant::now() + STOP_INTERVAL))
            && Instant::now() < deadline
        {
            self.connection.send(stop.as_bytes())?;
        }
        self.connection.receive(deadline)
    }

    /// The bytes with the name of the folder in its place.
    fn with_folder(&self, bytes: &[u8]) -> Vec<u8> {
        if !bytes.windows(FOLDER.len()).any(|window| window == FOLDER.as_bytes()) {
            return bytes.to_vec();
        }
        let mut parts = Vec::new();
        let mut rest = bytes;
        while let Some(at) = rest.windows(FOLDER.len()).position(|window| window == FOLDER.as_bytes()) {
            parts.extend_from_slice(&rest[..at]);
            parts.extend_from_slice(self.folder.to_string_lossy().as_bytes());
            rest = &rest[at + FOLDER.len()..];
        }
        parts.extend_from_slice(rest);
        parts
    }
}

/// Checks that no line reports a panic. The engine catches panics of searches and commands, and gives an error.
fn check_panics(said: &[String]) -> Result<(), Broken> {
    let reports = |line: &&String| line.contains("panicked") || line.contains("internal error");
    said.iter().find(reports).map_or(Ok(()), |line| Err(Broken::new(Invariant::Panic, line)))
}

/// Whether a line reports an error, in any of the protocols.
fn is_error(line: &str) -> bool {
    ["info string error: ", "ERROR", "UNKNOWN", "?", "status cannot"].iter().any(|head| line.starts_with(head))
}
