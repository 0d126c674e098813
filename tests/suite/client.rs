//! A client of the real program over real pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Nothing in the suite takes this long unless it hangs.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// The running program.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    /// Starts the program.
    pub(crate) fn start(arguments: &[&str]) -> Client {
        Client::start_as(env!("CARGO_BIN_EXE_quartet").as_ref(), arguments)
    }

    /// Starts the program by another path that leads to it.
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

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("still open");
        // A program that has ended answers nothing, and the expectation that follows fails.
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

    /// Whether nothing is said for a while.
    pub(crate) fn is_silent(&mut self, time: Duration) -> bool {
        matches!(self.lines.recv_timeout(time), Err(RecvTimeoutError::Timeout))
    }

    /// Lines up to the first that begins with `head`, that one included.
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

    /// Waits for the end: the rest of the output and the exit status.
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

/// Everything the program says to a script piped into it in one go.
pub(crate) fn script(input: &str) -> Vec<String> {
    script_bytes(input.as_bytes())
}

/// The same for bytes.
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

/// The error lines.
pub(crate) fn errors(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info string error: ")).collect()
}

/// The number behind `word` in a line.
pub(crate) fn number_after(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ');
    words.find(|found| *found == word).unwrap_or_else(|| panic!("no '{word}' in '{line}'"));
    words.next().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no number after '{word}' in '{line}'"))
}
