//! A child process that communicates in lines.
//!
//! All lines in both directions are logged as traces.
//!
//! Invariants: nothing here waits forever, whatever the program does; the memory for its output is bounded; dropping a
//! [`Process`] kills the program and, on Unix, everything that it started in its process group.
//!
//! Independent of protocols.

mod command_line;
mod input;
mod output;

use crate::fault::{Cancel, FaultKind, Interruption};
use anyhow::{Context, Result};
pub use command_line::words;
use crossbeam_channel::{Receiver, select};
use input::Input;
use output::Arrival;
pub use output::Line;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wait_timeout::ChildExt;

/// How long the exit status of a program may take once its output is closed.
const EXIT: Duration = Duration::from_secs(1);
/// The maximum output between two lines sent, in bytes; more is a flood.
const FLOOD: usize = 16 << 20;

/// The command line and environment of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Launch {
    /// The executable: a path, or a name on the search path.
    pub program: String,
    /// The arguments.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The working directory; by default that of the match runner.
    #[serde(default)]
    pub directory: Option<PathBuf>,
    /// Environment variables in addition to those of the match runner.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The file to which stderr is appended; by default stderr is discarded.
    #[serde(default)]
    pub stderr: Option<PathBuf>,
}

/// The program `quartet` in the directory of this program if there is one, otherwise on the search path.
pub fn own_engine() -> String {
    let name = format!("quartet{}", std::env::consts::EXE_SUFFIX);
    let sibling = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.join(&name)));
    sibling.filter(|path| path.is_file()).map_or(name, |path| path.to_string_lossy().into_owned())
}

/// What came first from a program and from another channel.
pub enum Received<T> {
    /// A line of the program.
    Line(Line),
    /// A message of the channel.
    Message(T),
    /// The channel is closed and empty.
    NoMoreMessages,
}

/// A running program. Dropping it kills it.
pub struct Process {
    /// The name in traces: the program's name, `#`, and a number that is unique in this run.
    tag: Arc<str>,
    child: Child,
    input: Option<Input>,
    /// `None` once its output has been closed.
    output: Option<Receiver<Arrival>>,
    /// Bytes received since the last line was sent.
    volume: usize,
    /// How long the program may leave its input unread before that is a stall.
    timeout: Duration,
}

impl Process {
    /// Starts a program, which may leave its input unread for `timeout`.
    pub fn launch(launch: &Launch, timeout: Duration) -> Result<Process> {
        Self::launch_named(&launch.program, launch, timeout)
    }

    /// Starts a program that is called `name` in traces, and may leave its input unread for `timeout`.
    pub fn launch_named(name: &str, launch: &Launch, timeout: Duration) -> Result<Process> {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let tag: Arc<str> = format!("{name}#{}", STARTED.fetch_add(1, Ordering::Relaxed) + 1).into();
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments).envs(&launch.environment).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match &launch.stderr {
            None => Stdio::null(),
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                file.with_context(|| format!("cannot write {}", path.display()))?.into()
            }
        });
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        // A process group of its own: an interrupt from the terminal reaches only the match runner, and processes
        // that the program starts can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().with_context(|| format!("cannot start '{}'", launch.program))?;
        let stdin = child.stdin.take().context("no stdin")?;
        let stdout = child.stdout.take().context("no stdout")?;
        // From here on the child is killed if anything fails.
        log::trace!("{tag} started as process {}: {} {:?}", child.id(), launch.program, launch.arguments);
        let mut process = Process { tag: tag.clone(), child, input: None, output: None, volume: 0, timeout };
        process.input = Some(Input::new(stdin)?);
        process.output = Some(output::read(stdout, tag)?);
        Ok(process)
    }

    /// Sends lines, given without the last line break.
    pub fn send(&mut self, lines: &str) -> Result<(), Interruption> {
        self.send_within(lines, self.timeout)
    }

    /// Sends lines, which have to be read within `timeout`.
    pub fn send_within(&mut self, lines: &str, timeout: Duration) -> Result<(), Interruption> {
        self.volume = 0;
        let Some(input) = &mut self.input else { return Err(self.disconnected()) };
        log_sent(&self.tag, lines);
        let written = input.write(lines, Instant::now() + timeout);
        self.check_written(written, timeout)
    }

    /// Sends bytes unchanged.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Interruption> {
        self.volume = 0;
        let Some(input) = &mut self.input else { return Err(self.disconnected()) };
        let written = input.write_bytes(bytes, Instant::now() + self.timeout);
        self.check_written(written, self.timeout)
    }

    /// Converts an error of writing into a failure of the program.
    fn check_written(&mut self, written: std::io::Result<()>, timeout: Duration) -> Result<(), Interruption> {
        match written {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == std::io::ErrorKind::TimedOut => {
                let detail = format!("does not read its input for {} ms", timeout.as_millis());
                Err(Interruption::fault(FaultKind::Stall, detail))
            }
            Err(_) => Err(self.disconnected()),
        }
    }

    /// The next line; the error is a stall if there is none before the deadline.
    pub fn receive(&mut self, deadline: Instant, cancel: &Cancel) -> Result<Line, Interruption> {
        self.next(deadline, cancel)?.ok_or_else(|| self.disconnected())
    }

    /// Waits, without a deadline, for the next line or for a message of another channel, whichever comes first.
    pub fn receive_or<T>(&mut self, messages: &Receiver<T>) -> Result<Received<T>, Interruption> {
        let Some(output) = &self.output else { return Err(self.disconnected()) };
        let arrival = select! {
            recv(output) -> arrival => arrival,
            recv(messages) -> message => return Ok(message.map_or(Received::NoMoreMessages, Received::Message)),
        };
        match arrival {
            Ok(arrival) => self.accept(arrival).map(Received::Line),
            Err(_) => Err(self.disconnected()),
        }
    }

    /// Closes the input and returns the output and exit status when the program has exited; the error is a stall if it
    /// has not by the deadline.
    pub fn finish(mut self, deadline: Instant, cancel: &Cancel) -> Result<(Vec<Line>, ExitStatus), Interruption> {
        self.input = None;
        let mut lines = Vec::new();
        while let Some(line) = self.next(deadline, cancel)? {
            lines.push(line);
        }
        match self.child.wait_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Some(status)) => Ok((lines, status)),
            _ => Err(self.disconnected()),
        }
    }

    /// The next line, or `None` at the end of its output.
    fn next(&mut self, deadline: Instant, cancel: &Cancel) -> Result<Option<Line>, Interruption> {
        let Some(output) = &self.output else { return Ok(None) };
        let stall = || Interruption::fault(FaultKind::Stall, "no answer");
        let arrival = select! {
            recv(output) -> arrival => arrival,
            recv(cancel.watched()) -> _ => return Err(Interruption::Cancelled),
            default(deadline.saturating_duration_since(Instant::now())) => return Err(stall()),
        };
        let line = arrival.ok().map(|arrival| self.accept(arrival)).transpose()?;
        // A program that writes without end must not extend the deadline.
        line.map(|line| if line.arrived > deadline { Err(stall()) } else { Ok(line) }).transpose()
    }

    /// Checks an arrival against the limits of output, and returns its line.
    fn accept(&mut self, arrival: Arrival) -> Result<Line, Interruption> {
        let line = match arrival {
            Arrival::Line(line) => line,
            Arrival::Endless => {
                let detail = format!("a line longer than {} bytes", output::LONGEST);
                return Err(Interruption::fault(FaultKind::Protocol, detail));
            }
        };
        self.volume += line.text.len() + 1;
        if self.volume > FLOOD {
            let detail = format!("more than {} MiB of output without an answer", FLOOD >> 20);
            return Err(Interruption::fault(FaultKind::Protocol, detail));
        }
        Ok(line)
    }

    /// The failure of a program whose pipes are closed, because it has exited or has closed them.
    fn disconnected(&mut self) -> Interruption {
        let detail = match self.child.wait_timeout(EXIT) {
            Ok(Some(status)) => format!("ended with {status}"),
            Ok(None) => "closed its pipes, but is still running".into(),
            Err(error) => format!("cannot be waited for: {error}"),
        };
        Interruption::fault(FaultKind::Disconnect, detail)
    }

    /// Closes its input; its output can still be received.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Stops reading its output. The pipe is closed with the next line that it writes.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Waits for it to exit; `None` if it is still running after `timeout`.
    pub fn exit_status(&mut self, timeout: Duration) -> Option<ExitStatus> {
        self.child.wait_timeout(timeout).ok().flatten()
    }

    /// The process ID.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends `quit_command`, closes its input and waits for it to exit; its exit status, or `None` if it had to be
    /// killed.
    pub fn end(mut self, quit_command: &str, timeout: Duration) -> Option<ExitStatus> {
        if let Some(mut input) = self.input.take() {
            log_sent(&self.tag, quit_command);
            // If the program has exited already, the command is not needed.
            let _ = input.write(quit_command, Instant::now() + timeout);
        }
        // The reading thread must not block on lines that are never received.
        self.output = None;
        self.child.wait_timeout(timeout).ok().flatten()
    }

    /// Kills the program with its process group.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            use nix::{sys::signal, unistd::Pid};
            let _ = signal::killpg(Pid::from_raw(group), signal::Signal::SIGKILL);
        }
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // After waiting for it, its process ID may belong to another process.
        match self.child.try_wait() {
            Ok(None) => {
                log::trace!("{} is killed", self.tag);
                self.kill();
                let _ = self.child.wait();
            }
            Ok(Some(status)) => log::trace!("{} ended with {status}", self.tag),
            Err(_) => {}
        }
    }
}

/// Logs lines; called before they are sent, so that no answer is logged earlier.
fn log_sent(tag: &str, lines: &str) {
    if log::log_enabled!(log::Level::Trace) {
        lines.lines().for_each(|line| log::trace!("{tag} > {line}"));
    }
}
