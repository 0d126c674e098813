//! A reference for latencies: how much of the delay of an answer the machine alone causes.
//!
//! On a busy machine even a trivial answer is late, since computing and waiting threads have to be scheduled.
//! [`Reference`] is a minimal engine in threads of this process: one waits for a line in a pipe, one computes and
//! polls a flag, as a search does, and one waits for the answer in a second pipe. An engine that exceeds a limit when
//! it is measured alone is measured again together with the reference, and may exceed the limit by [`TIMES`] times
//! the latency of the reference.

use super::context::TestContext;
use super::step_result::{NotPassed, StepResult, require};
use std::hint::black_box;
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;
use std::time::{Duration, Instant};

/// The allowance for the machine, as a multiple of the latency of the reference: single measurements vary by this
/// factor.
pub const TIMES: u32 = 2;
/// The number of measurements whose median counts for a quick exchange, and for one that exceeds the limit at first.
pub const TRIES: usize = 5;

/// A minimal engine that is computing.
pub struct Reference {
    question: PipeWriter,
    answer: Receiver<Instant>,
    since: Option<Instant>,
}

impl Reference {
    /// Starts the computation. The reference answers when asked, or by itself at `until`.
    pub fn begin(until: Option<Instant>) -> StepResult<Reference> {
        let broken = |error: std::io::Error| NotPassed::Skipped(format!("no pipe for a reference: {error}"));
        let (asked, question) = pipe().map_err(broken)?;
        let (arriving, answering) = pipe().map_err(broken)?;
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        spawn(move || {
            // At the end of the pipe the reference was dropped.
            let _ = BufReader::new(asked).read_line(&mut String::new());
            raised.store(true, Ordering::Relaxed);
        });
        spawn(move || compute(&flag, until, answering));
        let (sender, answer) = channel();
        spawn(move || {
            if BufReader::new(arriving).read_line(&mut String::new()).is_ok() {
                let _ = sender.send(Instant::now());
            }
        });
        Ok(Reference { question, answer, since: until })
    }

    /// Asks for the answer.
    pub fn ask(&mut self) {
        self.since = Some(Instant::now());
        // If the pipe is closed, it has answered already.
        let _ = self.question.write_all(b"stop\n");
    }

    /// The time from the request, or from `until`, to the answer.
    pub fn lateness(self) -> Duration {
        let since = self.since.unwrap_or_else(Instant::now);
        // The answer always comes: pipes and threads belong to this process.
        self.answer.recv().map_or(Duration::ZERO, |arrived| arrived.saturating_duration_since(since))
    }
}

/// Computes until the flag is raised or the time is over, then answers.
fn compute(flag: &AtomicBool, until: Option<Instant>, mut answer: PipeWriter) {
    let mut sum = 0u64;
    while !flag.load(Ordering::Relaxed) && until.is_none_or(|until| Instant::now() < until) {
        sum = (0..1000).fold(sum, |sum, number| black_box(sum.wrapping_mul(31).wrapping_add(number)));
    }
    let _ = answer.write_all(b"bestmove\n");
}

/// Requires that the median of `tries` latencies is within the limit, or else the median of [`TRIES`] within the
/// limit plus the allowance for the machine. `measure` returns the latency of the engine and, if its second argument
/// is set, that of the reference at the same time.
pub fn in_time(
    t: &mut TestContext<'_>,
    limit: Duration,
    tries: usize,
    mut measure: impl FnMut(&mut TestContext<'_>, bool) -> StepResult<(Duration, Duration)>,
) -> StepResult {
    let mut medians = |t: &mut TestContext<'_>, tries: usize, with_reference: bool| -> StepResult<[Duration; 3]> {
        let measured: Vec<_> = (0..tries).map(|_| measure(t, with_reference)).collect::<StepResult<_>>()?;
        let (mut own, mut machine): (Vec<_>, Vec<_>) = measured.into_iter().unzip();
        own.sort();
        machine.sort();
        Ok([own[tries / 2], own[tries - 1], machine[tries / 2]])
    };
    let [usual, longest, _] = medians(t, tries, false)?;
    if tries > 1 {
        t.notes.push(format!("{} ms, at most {} ms", shown(usual), shown(longest)));
    }
    if usual <= limit {
        return Ok(());
    }
    let [usual, _, machine] = medians(t, TRIES, true)?;
    require!(
        usual <= limit + TIMES * machine,
        "{} ms late, at most {} ms and {TIMES} times the {} ms that the machine itself takes",
        shown(usual),
        limit.as_millis(),
        shown(machine)
    );
    t.notes.push(format!("{} ms, of which the machine itself takes {} ms", shown(usual), shown(machine)));
    Ok(())
}

fn shown(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::context::Settings;
    use crate::process::Launch;

    const LIMIT: Duration = Duration::from_millis(50);

    /// The result for these latencies of engine and machine, in ms, and how often the machine was measured.
    fn checked(own: u64, machine: u64) -> (StepResult, usize) {
        let settings =
            Settings { launch: Launch::default(), timeout: LIMIT, stop_limit: LIMIT, silence: LIMIT, seed: 1 };
        let mut context = TestContext::new(&settings, "othello", &[], 1);
        let mut measured = 0;
        let result = in_time(&mut context, LIMIT, 1, |_, with_reference| {
            measured += usize::from(with_reference);
            Ok((Duration::from_millis(own), Duration::from_millis(machine)))
        });
        (result, measured)
    }

    #[test]
    fn the_allowance_is_proportional_to_the_latency_of_the_machine() {
        assert_eq!(checked(50, 0), (Ok(()), 0));
        assert_eq!(checked(130, 40), (Ok(()), TRIES));
        let (result, measured) = checked(131, 40);
        assert!(
            matches!(&result, Err(NotPassed::Failed(why)) if why.starts_with("131.0 ms late, at most 50 ms and 2 times the 40.0 ms")),
            "{result:?}"
        );
        assert_eq!(measured, TRIES);
        assert!(checked(51, 0).0.is_err());
    }

    #[test]
    fn the_reference_answers_when_asked_or_at_its_deadline() {
        let mut reference = Reference::begin(None).expect("pipes");
        let started = Instant::now();
        reference.ask();
        assert!(reference.lateness() <= started.elapsed());
        let due = Instant::now() + Duration::from_millis(5);
        let reference = Reference::begin(Some(due)).expect("pipes");
        let late = reference.lateness();
        assert!(Instant::now() >= due + late);
        // A reference that is never asked ends, too.
        drop(Reference::begin(None).expect("pipes"));
    }

    #[test]
    fn a_busy_machine_shows_in_the_reference() {
        let done = AtomicBool::new(false);
        let busy = 8 * std::thread::available_parallelism().map_or(1, usize::from);
        let slowest = |tries: usize| {
            let measure = || {
                let mut reference = Reference::begin(None).expect("pipes");
                reference.ask();
                reference.lateness()
            };
            (0..tries).map(|_| measure()).max().unwrap_or_default()
        };
        std::thread::scope(|scope| {
            for _ in 0..busy {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        black_box(0);
                    }
                });
            }
            let loaded = slowest(20);
            done.store(true, Ordering::Relaxed);
            // Eight times as many threads as cores: some thread waits longer than the fraction of a millisecond on an
            // idle machine.
            assert!(loaded > Duration::from_millis(1), "{loaded:?}");
        });
    }
}
