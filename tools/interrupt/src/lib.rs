//! Signals that interrupt a long job, and the message of an interrupted job.

use anyhow::{Context, Result};
use std::fmt;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The exit status of an interrupted job.
pub const STATUS: u8 = 3;

/// A second signal within this time counts as the first: `timeout` and shells signal both a process and its group.
const SAME: Duration = Duration::from_secs(1);

/// A handler of the signals INT, TERM and HUP, or their equivalents on other systems. A process has at most one.
pub struct SignalWatch {
    has_started: Arc<AtomicBool>,
}

impl SignalWatch {
    /// The first signal cancels the job, and a later one ends the program at once. Before the job has started, the
    /// first signal already ends the program, with this message. `cancel` returns false if the job was cancelled
    /// already.
    pub fn new(cancel: impl Fn() -> bool + Send + 'static, message: String) -> Result<SignalWatch> {
        let has_started = Arc::new(AtomicBool::new(false));
        let (watched, mut first) = (has_started.clone(), None);
        let interrupted = move || {
            if !watched.load(Ordering::Acquire) {
                print_to_stderr(&message);
                std::process::exit(i32::from(STATUS));
            }
            let first = *first.get_or_insert_with(Instant::now);
            if !cancel() && first.elapsed() > SAME {
                print_to_stderr("interrupted again: ended at once");
                std::process::exit(i32::from(STATUS));
            }
        };
        preserving_nohup(|| ctrlc::set_handler(interrupted)).context("cannot watch for interrupts")?;
        Ok(SignalWatch { has_started })
    }

    /// Notes that the job has started, so that the first signal cancels it.
    pub fn job_started(&self) {
        self.has_started.store(true, Ordering::Release);
    }
}

/// Sets signal handlers. If HUP is ignored it stays ignored, as `nohup` requires.
#[cfg(unix)]
fn preserving_nohup<T>(set: impl FnOnce() -> T) -> T {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // SAFETY: ignoring a signal runs no code.
    let ignore = || unsafe { signal(Signal::SIGHUP, SigHandler::SigIgn) };
    let before = ignore();
    let done = set();
    if matches!(before, Ok(SigHandler::SigIgn)) {
        let _ = ignore();
    }
    done
}

#[cfg(not(unix))]
fn preserving_nohup<T>(set: impl FnOnce() -> T) -> T {
    set()
}

/// The error of an interrupted job. The program exits with [`STATUS`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interrupted {
    /// The number of units that are done.
    pub done: u64,
    /// The number of units of the whole job.
    pub of: u64,
    /// The unit, in the plural.
    pub unit: &'static str,
    /// A line that says how to resume the job.
    pub resume_hint: String,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interrupted { done, of, unit, resume_hint } = self;
        write!(f, "interrupted after {done} of {of} {unit}\n{resume_hint}")
    }
}

impl std::error::Error for Interrupted {}

/// A line that says how to resume a job with this record: the command line of this program with `--resume`, quoted for
/// a shell.
pub fn resume_hint(record: Option<&Path>) -> String {
    match record {
        None => "without a record (--out FILE) it cannot be resumed".into(),
        Some(_) => format!("to resume: {}", own_command_line(&["--resume"])),
    }
}

/// A line that says how to resume a job that the same command continues: the command line of this program, quoted for a
/// shell.
pub fn same_command_hint() -> String {
    format!("to resume: {}", own_command_line(&[]))
}

/// The command line of this program with more options, unless it has them.
fn own_command_line(more: &[&str]) -> String {
    let mut words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    for option in more {
        if !words.iter().any(|word| word == option) {
            words.push((*option).into());
        }
    }
    // Only the byte 0 cannot be quoted, and no argument can contain it.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Prints a line on stderr; a closed stderr, such as that of a closed terminal, is not an error.
pub fn print_to_stderr(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
