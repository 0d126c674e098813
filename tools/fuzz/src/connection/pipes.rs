//! An engine in a process of its own, through pipes.

use super::Connection;
use crate::broken::{Broken, Invariant};
use crate::dialects::Start;
use crate::usage::Usage;
use quartet_arena::fault::{Cancel, FaultKind, Interruption};
use quartet_arena::process::{Launch, Process, Received};
use std::io::Read;
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// An engine's process.
pub struct Pipes {
    process: Process,
    heard: Option<String>,
    /// What the engine writes to stderr.
    stderr: NamedTempFile,
    /// The limit of its resident memory, in bytes.
    memory: u64,
    cancel: Cancel,
}

impl Pipes {
    /// Starts an engine, which has to read what it is sent within `timeout` and to use at most `memory` bytes.
    pub fn start(engine: &Launch, start: &Start, timeout: Duration, memory: u64) -> anyhow::Result<Pipes> {
        let stderr = NamedTempFile::new()?;
        let mut launch = Launch { stderr: Some(stderr.path().into()), ..engine.clone() };
        launch.arguments.extend(start.arguments());
        let process = Process::launch(&launch, timeout)?;
        Ok(Pipes { process, heard: None, stderr, memory, cancel: Cancel::default() })
    }

    /// Converts a failure; an engine that has closed its output has ended.
    fn broken(interruption: Interruption) -> Broken {
        match interruption {
            Interruption::Fault(fault) if fault.kind == FaultKind::Stall => Broken::new(Invariant::Hang, fault.detail),
            Interruption::Fault(fault) if fault.kind == FaultKind::Protocol => {
                Broken::new(Invariant::Form, fault.detail)
            }
            other => Broken::new(Invariant::Ending, other.to_string()),
        }
    }
}

impl Connection for Pipes {
    fn send(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        self.process.send_bytes(bytes).map_err(Pipes::broken)
    }

    fn receive(&mut self, deadline: Instant) -> Result<Option<String>, Broken> {
        if let Some(line) = self.heard.take() {
            return Ok(Some(line));
        }
        match self.process.receive(deadline, &self.cancel) {
            Ok(line) => Ok(Some(line.text)),
            Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Disconnect => Ok(None),
            Err(other) => Err(Pipes::broken(other)),
        }
    }

    fn is_heard(&mut self, deadline: Instant) -> bool {
        if self.heard.is_some() {
            return true;
        }
        // `receive` would drop a line that comes just after the deadline.
        let timer = crossbeam_channel::at(deadline);
        match self.process.receive_or(&timer) {
            Ok(Received::Line(line)) => {
                self.heard = Some(line.text);
                true
            }
            Ok(Received::Message(_) | Received::NoMoreMessages) => false,
            Err(_) => true,
        }
    }

    fn close_input(&mut self) {
        self.process.close_input();
    }

    fn check_end(&mut self, deadline: Instant) -> Result<(), Broken> {
        self.check_stderr()?;
        match self.process.exit_status(deadline.saturating_duration_since(Instant::now())) {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(Broken::new(Invariant::Ending, format!("ends with {status}, expected status 0"))),
            None => Err(Broken::new(Invariant::Hang, "its output is closed, but it does not end")),
        }
    }

    fn check_health(&mut self) -> Result<(), Broken> {
        let Some(usage) = Usage::of(self.process.id()) else { return Ok(()) };
        if usage.resident <= self.memory {
            return Ok(());
        }
        let [resident, limit] = [usage.resident, self.memory].map(|bytes| bytes >> 20);
        Err(Broken::new(Invariant::Memory, format!("{resident} MiB resident, expected at most {limit} MiB")))
    }
}

impl Pipes {
    /// Checks that no panic was logged.
    fn check_stderr(&mut self) -> Result<(), Broken> {
        let mut bytes = Vec::new();
        // A file that cannot be read tells nothing.
        let _ = self.stderr.reopen().and_then(|mut file| file.read_to_end(&mut bytes));
        let text = String::from_utf8_lossy(&bytes);
        match text.lines().find(|line| line.contains("panicked")) {
            Some(line) => Err(Broken::new(Invariant::Panic, format!("on stderr: {line}"))),
            None => Ok(()),
        }
    }
}
