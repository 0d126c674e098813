//! The context of a running step: its engine process, what is sent and received, and the transcript.
//!
//! Every wait has a deadline. The answer to a later `isready` shows that a command has no answer of its own.

use super::info::EngineOption;
use super::step_result::{NotPassed, StepResult, cut, failed};
use super::transcript::{LONGEST_TEXT, Transcript};
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::process::{Launch, Process};
use quartet::random::SplitMix64;
use std::time::{Duration, Instant};

/// The engine to be checked, and the limits of time.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engine.
    pub launch: Launch,
    /// The longest time for an answer.
    pub timeout: Duration,
    /// The longest time from `stop` to `bestmove`.
    pub stop_limit: Duration,
    /// How long the engine is watched where it has to stay silent.
    pub silence: Duration,
    /// The seed of random positions and lines.
    pub seed: u64,
}

/// What an engine writes after the end of its input, and how it exits.
pub struct End {
    /// The remaining lines of its output.
    pub lines: Vec<String>,
    /// The exit status; `None` if a signal ended it.
    pub status: Option<i32>,
}

/// A step that runs with one engine in one game.
pub struct TestContext<'a> {
    /// The engine and the limits of time.
    pub settings: &'a Settings,
    /// The game.
    pub variant: &'static str,
    /// The options that the engine lists; empty if it did not answer `uci`.
    pub options: &'a [EngineOption],
    /// The random numbers of this step.
    pub rng: SplitMix64,
    /// Measurements to be shown with the result.
    pub notes: Vec<String>,
    /// What was sent and received so far.
    pub transcript: Transcript,
    process: Option<Process>,
    started: Instant,
    sent: Instant,
    cancel: Cancel,
}

impl<'a> TestContext<'a> {
    /// A step before its first process is started.
    pub fn new(
        settings: &'a Settings,
        variant: &'static str,
        options: &'a [EngineOption],
        seed: u64,
    ) -> TestContext<'a> {
        let now = Instant::now();
        TestContext {
            settings,
            variant,
            options,
            rng: SplitMix64::new(seed),
            notes: Vec::new(),
            transcript: Transcript::default(),
            process: None,
            started: now,
            sent: now,
            cancel: Cancel::default(),
        }
    }

    /// Starts a new process of the engine; an earlier one is killed.
    pub fn launch(&mut self) -> StepResult {
        self.launch_with(&[])
    }

    /// Starts a new process with additional arguments on its command line; an earlier one is killed.
    pub fn launch_with(&mut self, arguments: &[&str]) -> StepResult {
        self.process = None;
        let mut launch = self.settings.launch.clone();
        launch.arguments.extend(arguments.iter().map(|argument| argument.to_string()));
        self.log("--", &format!("starts {} {}", launch.program, launch.arguments.join(" ")));
        match Process::launch(&launch, self.settings.timeout) {
            Ok(process) => self.process = Some(process),
            Err(error) => return failed(format!("{error:#}")),
        }
        Ok(())
    }

    /// Starts a new process and selects the game of this step.
    pub fn start(&mut self) -> StepResult {
        self.launch()?;
        let variant = self.variant;
        self.request(&format!("variant {variant}"), &format!("info string variant {variant} "))?;
        Ok(())
    }

    fn log(&mut self, mark: &str, text: &str) {
        self.transcript.add(self.started.elapsed(), mark, text);
    }

    fn process(&mut self) -> StepResult<&mut Process> {
        self.process.as_mut().ok_or_else(|| NotPassed::Failed("the engine does not run".into()))
    }

    /// Sends lines, given without the last line break.
    pub fn send(&mut self, lines: &str) -> StepResult {
        lines.split('\n').for_each(|line| self.log(">>", line));
        self.sent = Instant::now();
        let result = self.process()?.send(lines);
        result.map_err(|why| NotPassed::Failed(format!("'{}' cannot be sent: {why}", cut(lines))))
    }

    /// Sends bytes unchanged; no line break is added.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> StepResult {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LONGEST_TEXT)]).into_owned();
        self.log(">>", &format!("{text} [{} raw bytes]", bytes.len()));
        self.sent = Instant::now();
        let result = self.process()?.send_bytes(bytes);
        result.map_err(|why| NotPassed::Failed(format!("'{}' cannot be sent: {why}", cut(&text))))
    }

    /// The next line before the deadline, with the time since the last line was sent.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<(String, Duration), Interruption> {
        let cancel = self.cancel.clone();
        let Some(process) = self.process.as_mut() else { return Err(Interruption::Cancelled) };
        let line = process.receive(deadline, &cancel)?;
        self.log("<<", &line.text);
        Ok((line.text, line.arrived.saturating_duration_since(self.sent)))
    }

    /// The latest time for an answer to what is sent now.
    pub fn deadline(&self) -> Instant {
        Instant::now() + self.settings.timeout
    }

    /// The lines up to and including the first that `fits`. Fails if it does not come within the timeout.
    pub fn read_until(&mut self, what: &str, fits: impl Fn(&str) -> bool) -> StepResult<Vec<String>> {
        let deadline = self.deadline();
        let mut lines = Vec::new();
        loop {
            let in_time = Instant::now() < deadline;
            match self.receive(deadline) {
                Ok((line, _)) if in_time => {
                    lines.push(line);
                    if lines.last().is_some_and(|line| fits(line)) {
                        return Ok(lines);
                    }
                }
                Ok(_) => return failed(format!("there is output, but no '{what}'")),
                Err(why) => return failed(format!("waiting for '{what}': {why}")),
            }
        }
    }

    /// The lines up to and including the first that begins with `head`. Fails if it does not come within the timeout.
    pub fn read_until_prefix(&mut self, head: &str) -> StepResult<Vec<String>> {
        self.read_until(&format!("{head}…"), |line| line.starts_with(head))
    }

    /// The next line, with the time since the last line was sent.
    pub fn timed_line(&mut self) -> StepResult<(String, Duration)> {
        let deadline = self.deadline();
        self.receive(deadline).map_err(|why| NotPassed::Failed(format!("waiting for a line: {why}")))
    }

    /// The next line.
    pub fn line(&mut self) -> StepResult<String> {
        self.timed_line().map(|(line, _)| line)
    }

    /// All lines that come before the deadline.
    pub fn read_lines(&mut self, deadline: Instant) -> StepResult<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            match self.receive(deadline) {
                Ok((line, _)) if Instant::now() < deadline => lines.push(line),
                Ok((line, _)) => {
                    lines.push(line);
                    return Ok(lines);
                }
                Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Stall => return Ok(lines),
                Err(why) => return failed(why.to_string()),
            }
        }
    }

    /// Closes the engine's input and waits until it exits.
    pub fn end_of_input(&mut self) -> StepResult<End> {
        self.log("--", "end of input");
        self.process()?.close_input();
        self.end()
    }

    /// Waits until the engine exits; fails if it does not.
    pub fn end(&mut self) -> StepResult<End> {
        let deadline = self.deadline();
        let mut lines = Vec::new();
        loop {
            match self.receive(deadline) {
                Ok((line, _)) if Instant::now() < deadline => lines.push(line),
                Ok(_) => return failed("its output does not end"),
                Err(Interruption::Fault(fault)) if fault.kind == FaultKind::Disconnect => break,
                Err(why) => return failed(format!("waiting for the end: {why}")),
            }
        }
        match self.exit_status(self.settings.timeout) {
            Some(status) => Ok(End { lines, status }),
            None => failed("its output is closed, but it is still running"),
        }
    }

    /// The exit code of the process (`Some(None)` if a signal ended it); `None` if it still runs after `timeout`.
    pub fn exit_status(&mut self, timeout: Duration) -> Option<Option<i32>> {
        let status = self.process.as_mut()?.exit_status(timeout)?;
        self.log("--", &status.to_string());
        Some(status.code())
    }

    /// Closes the pipe of the engine's output.
    pub fn close_output(&mut self) -> StepResult {
        self.log("--", "its output is closed");
        self.process()?.close_output();
        Ok(())
    }
}
