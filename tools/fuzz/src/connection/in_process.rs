//! A session of the library in this process, over streams in memory.

use super::{Connection, WholeLines};
use crate::broken::{Broken, Invariant};
use crate::dialects::Start;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use quartet::cli::{Streams, serve_streams};
use quartet::engine::{Engines, engines};
use std::io::{ErrorKind, Read};
use std::thread::JoinHandle;
use std::time::Instant;

/// A session in a thread of this process.
pub struct InProcess {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    heard: Option<String>,
    session: Option<JoinHandle<Result<u64, String>>>,
}

impl InProcess {
    /// Starts a session.
    pub fn start(start: &Start) -> Result<InProcess, Broken> {
        let (input, chunks) = unbounded();
        let (lines, output) = unbounded();
        let start = start.clone();
        let serve = move || {
            let mut engines = Engines::new(engines::create_engine).ok_or("no memory for the default table")?;
            engines.select(start.variant)?;
            let source = Box::new(Source { chunks, rest: Vec::new() });
            let limits = (Some(start.protocol), start.depth, start.nodes);
            let sink = &mut WholeLines::new(|line| lines.send(line).map_err(|_| ErrorKind::BrokenPipe.into()));
            serve_streams(engines, limits, Streams { source, sink, identity: None, after_quit: Box::new(|| ()) })
        };
        let session = std::thread::Builder::new().name("session".into()).spawn(serve);
        let session = session.map_err(|error| Broken::new(Invariant::Ending, format!("no thread: {error}")))?;
        Ok(InProcess { input: Some(input), output, heard: None, session: Some(session) })
    }

    fn wait(&mut self, deadline: Instant) -> Result<Option<String>, RecvTimeoutError> {
        match self.heard.take() {
            Some(line) => Ok(Some(line)),
            None => match self.output.recv_deadline(deadline) {
                Ok(line) => Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => Ok(None),
                Err(timeout) => Err(timeout),
            },
        }
    }
}

impl Connection for InProcess {
    fn send(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        let sent = self.input.as_ref().is_some_and(|input| input.send(bytes.to_vec()).is_ok());
        sent.then_some(()).ok_or_else(|| Broken::new(Invariant::Ending, "the session has ended"))
    }

    fn receive(&mut self, deadline: Instant) -> Result<Option<String>, Broken> {
        self.wait(deadline).map_err(|_| Broken::new(Invariant::Hang, "no answer"))
    }

    fn is_heard(&mut self, deadline: Instant) -> bool {
        match self.wait(deadline) {
            Ok(line) => {
                self.heard = line;
                true
            }
            Err(_) => false,
        }
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn check_end(&mut self, _deadline: Instant) -> Result<(), Broken> {
        // The end of output is the end of the thread.
        match self.session.take().map(JoinHandle::join) {
            Some(Ok(Ok(_))) | None => Ok(()),
            Some(Ok(Err(why))) => Err(Broken::new(Invariant::Ending, why)),
            Some(Err(_)) => Err(Broken::new(Invariant::Panic, "the session panicked")),
        }
    }

    fn check_health(&mut self) -> Result<(), Broken> {
        Ok(())
    }
}

/// What the session reads.
struct Source {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.rest.is_empty() {
            match self.chunks.recv() {
                Ok(chunk) => self.rest = chunk,
                Err(_) => return Ok(0),
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}
