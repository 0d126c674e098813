//! Signals that ask for the end of a long job, and what such a job says when it ends before its time.

use crate::fault::Cancel;
use anyhow::{Context, Result};
use std::fmt;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The exit status of a job that was interrupted.
pub const STATUS: u8 = 3;

/// A second signal within this time is the first one again: `timeout` and shells send it to a process and to its group.
const SAME: Duration = Duration::from_secs(1);

/// Watches for the signals INT, TERM and HUP, or what stands for them elsewhere. A program has one at the most.
pub struct SignalWatch {
    has_started: Arc<AtomicBool>,
}

impl SignalWatch {
    /// Has the first such signal cancel a job and a later one end the program at once. As long as the job has not
    /// begun, there is nothing to wind up: the first one already ends the program, with these words.
    pub fn new(cancel: &Cancel, message: String) -> Result<SignalWatch> {
        let (cancel, has_started) = (cancel.clone(), Arc::new(AtomicBool::new(false)));
        let (watched, mut first) = (has_started.clone(), None);
        let interrupted = move || {
            if !watched.load(Ordering::Acquire) {
                print_to_stderr(&message);
                std::process::exit(i32::from(STATUS));
            }
            let first = *first.get_or_insert_with(Instant::now);
            if !cancel.cancel() && first.elapsed() > SAME {
                print_to_stderr("interrupted again: ended at once");
                std::process::exit(i32::from(STATUS));
            }
        };
        preserving_nohup(|| ctrlc::set_handler(interrupted)).context("cannot watch for interrupts")?;
        Ok(SignalWatch { has_started })
    }

    /// From now on there is something to wind up.
    pub fn job_started(&self) {
        self.has_started.store(true, Ordering::Release);
    }
}

/// Sets handlers of signals; HUP stays ignored if it is, for that is what `nohup` is for.
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

/// A job that was interrupted. Programs end with [`STATUS`] for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interrupted {
    /// How much of it is done.
    pub done: u64,
    /// How much of it there is.
    pub of: u64,
    /// What it is counted in.
    pub unit: &'static str,
    /// How it goes on, in a line.
    pub resume_hint: String,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interrupted { done, of, unit, resume_hint } = self;
        write!(f, "interrupted after {done} of {of} {unit}\n{resume_hint}")
    }
}

impl std::error::Error for Interrupted {}

/// How a job with this record goes on, in a line: the command line of this program with `--resume`, as a shell reads
/// it.
pub fn resume_hint(record: Option<&Path>) -> String {
    if record.is_none() {
        return "without a record (--out FILE) it cannot go on".into();
    }
    let mut words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".into());
    }
    // No argument can have a byte 0, the only one that cannot be quoted.
    let line = shlex::try_join(words.iter().map(String::as_str));
    format!("to go on: {}", line.unwrap_or_else(|_| words.join(" ")))
}

/// Prints a line on stderr; a closed stderr, such as that of a closed terminal, is not an error.
pub fn print_to_stderr(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
