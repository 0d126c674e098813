//! What the machine itself makes of an answer's time: a reference for latencies, measured while the engine is.
//!
//! On a machine that is busy with other things, even an answer that costs nothing comes late: whoever computes waits for
//! a turn, and so does whoever waits for a line. [`Reference`] is the least engine there can be, in threads of this process: one
//! waits for a line in a pipe, one computes all the while and looks at a flag, as a search does, and one waits for the answer
//! in a second pipe. What it takes is what the machine takes at that moment. An engine that is late when it is measured alone
//! is measured again with the reference at its side, and may be late by [`TIMES`] times what that one takes. Must not
//! know: engines, steps.

use super::trial::{Check, Stop, Trial, demand};
use std::hint::black_box;
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;
use std::time::{Duration, Instant};

/// So many times what the reference takes is put down to the machine: one measurement of either differs from the next by as much.
pub const TIMES: u32 = 2;
/// Measurements, of which the median counts, of what does not take long by itself, and of whatever is late at first.
pub const TRIES: usize = 5;

/// The least engine there can be, computing.
pub struct Reference {
    question: PipeWriter,
    answer: Receiver<Instant>,
    since: Option<Instant>,
}

impl Reference {
    /// Begins to compute; it answers when it is asked, or by itself at this instant.
    pub fn begin(until: Option<Instant>) -> Check<Reference> {
        let broken = |error: std::io::Error| Stop::Skipped(format!("no pipe for a reference: {error}"));
        let (heard, question) = pipe().map_err(broken)?;
        let (arriving, told) = pipe().map_err(broken)?;
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        spawn(move || {
            // The end of the pipe, should nobody ask any more, is as good as a line.
            let _ = BufReader::new(heard).read_line(&mut String::new());
            raised.store(true, Ordering::Relaxed);
        });
        spawn(move || compute(&flag, until, told));
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
        // One that has ended has answered already.
        let _ = self.question.write_all(b"stop\n");
    }

    /// By how much the answer comes later than it was asked for or due.
    pub fn lateness(self) -> Duration {
        let since = self.since.unwrap_or_else(Instant::now);
        // It cannot stay away: both pipes and both threads are this process's own.
        self.answer.recv().map_or(Duration::ZERO, |arrived| arrived.saturating_duration_since(since))
    }
}

/// Computes until the flag is up or the time is over, then answers.
fn compute(flag: &AtomicBool, until: Option<Instant>, mut told: PipeWriter) {
    let mut sum = 0u64;
    while !flag.load(Ordering::Relaxed) && until.is_none_or(|until| Instant::now() < until) {
        sum = (0..1000).fold(sum, |sum, number| black_box(sum.wrapping_mul(31).wrapping_add(number)));
    }
    let _ = told.write_all(b"bestmove\n");
}

/// Demands that the median of `tries` latencies is within the limit, or, failing that, the median of [`TRIES`] within what the
/// machine adds to it. `measure` gives the engine's latency and, if its second argument is set, the reference's at the same moment.
pub fn in_time(
    t: &mut Trial,
    limit: Duration,
    tries: usize,
    mut measure: impl FnMut(&mut Trial, bool) -> Check<(Duration, Duration)>,
) -> Check {
    let mut medians = |t: &mut Trial, tries: usize, beside: bool| -> Check<[Duration; 3]> {
        let measured: Vec<_> = (0..tries).map(|_| measure(t, beside)).collect::<Check<_>>()?;
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
    demand!(
        usual <= limit + TIMES * machine,
        "{} ms late, at most {} ms and {TIMES} times the {} ms that the machine itself takes",
        shown(usual),
        limit.as_millis(),
        shown(machine)
    );
    t.notes.push(format!("{} ms beside {} ms that the machine itself takes", shown(usual), shown(machine)));
    Ok(())
}

fn shown(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::trial::Settings;
    use crate::process::Launch;

    const LIMIT: Duration = Duration::from_millis(50);

    /// What comes of an engine and a machine that take so long, in ms, and how often the machine was looked at.
    fn judged(own: u64, machine: u64) -> (Check, usize) {
        let settings =
            Settings { launch: Launch::default(), patience: LIMIT, stop_limit: LIMIT, moment: LIMIT, seed: 1 };
        let mut trial = Trial::new(&settings, "othello", &[], 1);
        let mut looked = 0;
        let result = in_time(&mut trial, LIMIT, 1, |_, beside| {
            looked += usize::from(beside);
            Ok((Duration::from_millis(own), Duration::from_millis(machine)))
        });
        (result, looked)
    }

    #[test]
    fn the_machine_excuses_as_much_as_it_takes_itself() {
        assert_eq!(judged(50, 0), (Ok(()), 0));
        assert_eq!(judged(130, 40), (Ok(()), TRIES));
        let (result, looked) = judged(131, 40);
        assert!(
            matches!(&result, Err(Stop::Failed(why)) if why.starts_with("131.0 ms late, at most 50 ms and 2 times the 40.0 ms")),
            "{result:?}"
        );
        assert_eq!(looked, TRIES);
        assert!(judged(51, 0).0.is_err());
    }

    #[test]
    fn the_reference_answers_when_asked_or_due() {
        let mut reference = Reference::begin(None).expect("pipes");
        let begun = Instant::now();
        reference.ask();
        assert!(reference.lateness() <= begun.elapsed());
        let due = Instant::now() + Duration::from_millis(5);
        let reference = Reference::begin(Some(due)).expect("pipes");
        let late = reference.lateness();
        assert!(Instant::now() >= due + late);
        // One that nobody asks ends all the same.
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
            // Eight times as many threads as cores: somebody waits for more than an idle machine's fraction of a millisecond.
            assert!(loaded > Duration::from_millis(1), "{loaded:?}");
        });
    }
}
