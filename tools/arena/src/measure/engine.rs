//! The engine that is measured.

use crate::fault::{Cancel, FaultKind, Interruption};
use crate::process::{Launch, Process};
use anyhow::{Context, Result, anyhow, bail};
use std::path::Path;
use std::time::{Duration, Instant};

/// The longest time for any answer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running engine; it is killed when dropped.
pub(super) struct Engine {
    process: Process,
    cancel: Cancel,
}

impl Engine {
    /// Starts a program.
    pub(super) fn launch(program: &Path) -> Result<Engine> {
        let program = program.to_str().context("the path of the engine is not valid UTF-8")?.to_string();
        let process = Process::launch(&Launch { program, ..Launch::default() }, TIMEOUT)?;
        Ok(Engine { process, cancel: Cancel::default() })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<()> {
        Ok(self.process.send(line)?)
    }

    /// The lines up to and including the first that begins with `head`.
    pub(super) fn read_until(&mut self, head: &str) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let line = self.process.receive(Instant::now() + TIMEOUT, &self.cancel);
            let line = line.map_err(|why| anyhow!("no '{head}': {why}"))?.text;
            // After a rejected command something else would be measured.
            if let Some(error) = line.strip_prefix("info string error: ") {
                bail!("the engine rejects a command: {error}");
            }
            let is_last = line.starts_with(head);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// Sends `isready` and waits for `readyok`.
    pub(super) fn ready(&mut self) -> Result<()> {
        self.send("isready")?;
        self.read_until("readyok").map(drop)
    }

    /// Discards all lines that arrive within `time`.
    pub(super) fn read_for(&mut self, time: Duration) -> Result<()> {
        let end = Instant::now() + time;
        loop {
            match self.process.receive(end, &self.cancel) {
                Ok(_) => {}
                Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Stall => return Ok(()),
                Err(why) => return Err(why.into()),
            }
        }
    }

    /// The peak memory of the process in kilobytes, if the system reports it.
    pub(super) fn peak_kilobytes(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}
