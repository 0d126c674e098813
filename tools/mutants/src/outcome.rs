//! What the tests say about a mutant.

use crate::schemata::ACTIVE;
use crate::tests::Test;
use anyhow::{Context, Result};
use crossbeam_channel::{RecvTimeoutError, unbounded};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Tests that take so many seconds without a mutant are run together; the quickest come first, because most mutants are
/// noticed by them.
const GROUPS: [f64; 5] = [0.5, 4.0, 20.0, 60.0, f64::INFINITY];

/// How much longer than without a mutant tests may take.
const SLOWDOWN: f64 = 5.0;

/// Seconds that any tests may take.
const LEAST_SECONDS: f64 = 20.0;

/// The memory of a test, in KiB: a mutant may ask for all there is.
const MEMORY: u64 = 6 << 20;

/// The result for a mutant.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub enum Outcome {
    /// This test fails.
    Failed(String),
    /// A test does not end, or takes several times as long.
    Hang,
    /// The program of a test ends in another way.
    Crash,
    /// All tests that reach it pass.
    Missed,
    /// No test reaches it.
    Unreached,
}

impl Outcome {
    /// Whether the tests notice the mutant.
    pub fn is_noticed(&self) -> bool {
        !matches!(self, Outcome::Missed | Outcome::Unreached)
    }
}

/// Runs the tests that reach a mutant until one of them fails, or the next one would make it more than `most` seconds.
/// `tests` are sorted by their times.
///
/// # Errors
///
/// If a program cannot be started.
pub fn outcome(mutant: usize, tests: &[Test], most: f64, folder: &Path) -> Result<Outcome> {
    let mut reaching: Vec<&Test> = tests.iter().filter(|test| test.reached.contains(&mutant)).collect();
    if reaching.is_empty() {
        return Ok(Outcome::Unreached);
    }
    let total = reaching.iter().scan(0.0, |sum, test| {
        *sum += test.seconds;
        Some(*sum)
    });
    let affordable = total.take_while(|total| *total <= most).count();
    reaching.truncate(affordable.max(1));
    for limit in GROUPS {
        let (mut seconds, mut count) = (0.0, 0);
        while let Some(test) = reaching.get(count).filter(|test| seconds + test.seconds <= limit) {
            seconds += test.seconds;
            count += 1;
        }
        let group: Vec<&Test> = reaching.drain(..count).collect();
        for program in group.iter().map(|test| &test.program).collect::<std::collections::BTreeSet<_>>() {
            let names: Vec<&str> =
                group.iter().filter(|test| test.program == *program).map(|test| test.name.as_str()).collect();
            let limit = Duration::from_secs_f64(LEAST_SECONDS + SLOWDOWN * seconds);
            if let Some(outcome) = run(program, &names, mutant, folder, limit)? {
                return Ok(outcome);
            }
        }
    }
    Ok(Outcome::Missed)
}

/// Runs tests of a program; `None` if all pass.
fn run(program: &Path, names: &[&str], mutant: usize, folder: &Path, limit: Duration) -> Result<Option<Outcome>> {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]).arg(program);
    command.args(["--test-threads", "1", "--exact"]).args(names).current_dir(folder).env(ACTIVE, mutant.to_string());
    command.stdout(Stdio::piped()).stderr(Stdio::null()).stdin(Stdio::null());
    // Processes that a test has started end with it.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
    let outcome = watch(&mut child, Instant::now() + limit);
    kill_group(&child);
    let status = child.wait()?;
    Ok(match outcome {
        Some(outcome) => Some(outcome),
        None if status.success() => None,
        None => Some(Outcome::Crash),
    })
}

/// Reads the lines of the tests until one has failed, or the deadline has passed; `None` if they have ended.
fn watch(child: &mut Child, deadline: Instant) -> Option<Outcome> {
    let output = child.stdout.take()?;
    let (send, lines) = unbounded();
    std::thread::spawn(move || {
        BufReader::new(output).lines().map_while(|line| line.ok()).try_for_each(|line| send.send(line))
    });
    loop {
        match lines.recv_deadline(deadline) {
            Ok(line) => {
                let name = line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... FAILED"));
                if let Some(name) = name {
                    return Some(Outcome::Failed(name.to_string()));
                }
            }
            Err(RecvTimeoutError::Timeout) => return Some(Outcome::Hang),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // Its output has ended, and so will the program.
    while Instant::now() < deadline {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(Duration::from_millis(5)),
            _ => return None,
        }
    }
    Some(Outcome::Hang)
}

fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // All may have ended.
        let _ = kill_process_group(group, Signal::KILL);
    }
}
