//! A running engine and its lines.

use anyhow::{Context, Result, anyhow};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// No answer takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine; it is killed when dropped.
pub struct Engine {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts a program.
    pub fn launch(program: &Path) -> Result<Engine> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let stdin = child.stdin.take().context("no stdin")?;
        let stdout = BufReader::new(child.stdout.take().context("no stdout")?);
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Engine { child, stdin, lines })
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<()> {
        writeln!(self.stdin, "{line}").context("the engine does not read")
    }

    /// The lines up to one that begins with `head`, that one included.
    pub fn until(&mut self, head: &str) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).map_err(|error| anyhow!("no '{head}': {error}"))?;
            // What it has refused would be measured under a wrong name.
            if let Some(error) = line.strip_prefix("info string error: ") {
                return Err(anyhow!("the engine refuses what it is told: {error}"));
            }
            let found = line.starts_with(head);
            lines.push(line);
            if found {
                return Ok(lines);
            }
        }
    }

    /// `isready` to `readyok`.
    pub fn ready(&mut self) -> Result<()> {
        self.send("isready")?;
        self.until("readyok").map(drop)
    }

    /// Reads whatever comes for a while.
    pub fn collect_for(&mut self, time: Duration) -> Result<()> {
        let end = Instant::now() + time;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => return Err(anyhow!("the engine has ended")),
            }
        }
    }

    /// The most memory the process has used, where the system tells.
    pub fn peak_kilobytes(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
