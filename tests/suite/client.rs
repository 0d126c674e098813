//! A client that runs the engine's executable and talks to it over pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longer than any answer in these tests takes unless the program hangs.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// A running engine. Dropping it kills the process.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    /// Starts the engine with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Client {
        Client::start_as(env!("CARGO_BIN_EXE_quartet").as_ref(), arguments)
    }

    /// Starts the engine by another path to its executable.
    pub(crate) fn start_as(path: &Path, arguments: &[&str]) -> Client {
        let mut child = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdout = child.stdout.take().expect("a pipe");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = String::from_utf8(std::mem::take(&mut line)).expect("only UTF-8 comes out");
                if send.send(text.trim_end_matches('\n').to_string()).is_err() {
                    break;
                }
            }
        });
        Client { stdin: child.stdin.take(), child, lines }
    }

    /// The process ID.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("still open");
        // If the program has exited, the assertion on its answer fails.
        let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_raw(format!("{line}\n").as_bytes());
    }

    /// The next line; panics at the end of output or when none comes.
    pub(crate) fn line(&mut self) -> String {
        self.next_within(TIMEOUT).expect("a line before the end of output")
    }

    /// The next line, or `None` at the end of output; panics when the program hangs.
    pub(crate) fn next_within(&mut self, timeout: Duration) -> Option<String> {
        match self.lines.recv_timeout(timeout) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {timeout:?}"),
        }
    }

    /// Waits for `time`, or until a line comes, which is dropped.
    pub(crate) fn drop_line_within(&mut self, time: Duration) {
        let _ = self.lines.recv_timeout(time);
    }

    /// Asserts that no line comes within `time` and that the program does not end.
    pub(crate) fn assert_silent(&mut self, time: Duration, when: &str) {
        match self.lines.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(line) => panic!("{when}: '{line}' came"),
            Err(RecvTimeoutError::Disconnected) => panic!("{when}: the program ended, {:?}", self.child.wait()),
        }
    }

    /// The lines up to and including the first that begins with `head`.
    pub(crate) fn until(&mut self, head: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.starts_with(head);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends a line and waits for the answer that begins with `head`.
    pub(crate) fn ask(&mut self, line: &str, head: &str) -> String {
        self.send(line);
        self.until(head).pop().expect("the line found")
    }

    /// Closes the input.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Closes the input and waits for the program to exit; returns the rest of its output and its exit status.
    pub(crate) fn finish(mut self) -> (Vec<String>, ExitStatus) {
        self.close_input();
        let mut rest = Vec::new();
        while let Some(line) = self.next_within(TIMEOUT) {
            rest.push(line);
        }
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return (rest, status);
            }
            assert!(started.elapsed() < TIMEOUT, "the program does not end");
            std::thread::yield_now();
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The output of the program for a script that is written to its input at once.
pub(crate) fn script(input: &str) -> Vec<String> {
    script_bytes(input.as_bytes())
}

/// The output of the program for bytes that are written to its input at once.
pub(crate) fn script_bytes(input: &[u8]) -> Vec<String> {
    let mut client = Client::start(&[]);
    client.send_raw(input);
    let (lines, status) = client.finish();
    assert!(status.success(), "{status}");
    lines
}

/// How many lines begin with `head`.
pub(crate) fn count(lines: &[String], head: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(head)).count()
}

/// The most memory that a process has taken up, in KiB.
#[cfg(target_os = "linux")]
pub(crate) fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let peak = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    peak.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("kilobytes")
}

/// The error lines.
pub(crate) fn errors(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info string error: ")).collect()
}

/// The number that follows `word` in a line.
pub(crate) fn number_after(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ');
    words.find(|found| *found == word).unwrap_or_else(|| panic!("no '{word}' in '{line}'"));
    words.next().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no number after '{word}' in '{line}'"))
}
