//! The growth of a book: threads, limits, saving.

use super::expansion::{Expansion, Task};
use super::searcher::Searcher;
use anyhow::Result;
use quartet::games::playable::Playable;
use quartet::search::stop::StopToken;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// When the growth ends, besides an interrupt and the lack of anything to add.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// After this number of positions has been added.
    pub positions: Option<u64>,
    /// After this time.
    pub time: Option<Duration>,
}

/// How often a growing book is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(20);
/// How often the progress is reported.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// What the threads share.
struct Shared<P: Playable> {
    expansion: Expansion<P>,
    /// The number of threads at work.
    threads: usize,
    /// Why a thread gave up.
    failure: Option<anyhow::Error>,
}

/// A book that threads grow.
struct Workshop<'a, P: Playable> {
    shared: Mutex<Shared<P>>,
    /// A task has been finished, or a thread has ended.
    progress: Condvar,
    limits: Limits,
    stop: &'a StopToken,
}

/// Grows a book with one thread for each searcher, until a limit is reached, nothing is left to add, or `stop` is set.
///
/// `save` gets the text of the book every 20 seconds and at the end; `report` is called several times a second. Fails
/// with the first error of a search or of saving; what has been found until then is saved if possible.
pub fn grow<P: Playable>(
    expansion: Expansion<P>,
    searchers: Vec<Box<dyn Searcher<P> + '_>>,
    limits: Limits,
    stop: &StopToken,
    save: &mut dyn FnMut(&str) -> Result<()>,
    report: &mut dyn FnMut(&Expansion<P>),
) -> Result<Expansion<P>> {
    let shared = Shared { expansion, threads: searchers.len(), failure: None };
    let workshop = Workshop { shared: Mutex::new(shared), progress: Condvar::new(), limits, stop };
    let saved = std::thread::scope(|scope| {
        for searcher in searchers {
            scope.spawn(|| workshop.work(searcher));
        }
        let saved = workshop.supervise(save, report);
        if saved.is_err() {
            stop.stop();
        }
        saved
    });
    let Shared { expansion, failure, .. } = workshop.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    report(&expansion);
    let saved = saved.and_then(|()| save(&expansion.graph().write()));
    match failure {
        Some(failure) => Err(failure),
        None => saved.map(|()| expansion),
    }
}

impl<P: Playable> Workshop<'_, P> {
    fn lock(&self) -> MutexGuard<'_, Shared<P>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches one position after another.
    fn work(&self, mut searcher: Box<dyn Searcher<P> + '_>) {
        let done = self.search_all(&mut *searcher);
        let mut shared = self.lock();
        shared.threads -= 1;
        if let Err(error) = done {
            shared.failure.get_or_insert(error);
            self.stop.stop();
        }
        self.progress.notify_all();
    }

    fn search_all(&self, searcher: &mut dyn Searcher<P>) -> Result<()> {
        while let Some(task) = self.next_task() {
            let answer = searcher.search(&task.question);
            let mut shared = self.lock();
            match answer {
                Ok(Some(answer)) => shared.expansion.finish(&task, answer)?,
                Ok(None) => shared.expansion.give_up(&task),
                Err(error) => {
                    shared.expansion.give_up(&task);
                    return Err(error);
                }
            }
            self.progress.notify_all();
        }
        Ok(())
    }

    /// The next task; `None` at the end of the growth. Waits if all tasks depend on those of other threads.
    fn next_task(&self) -> Option<Task<P>> {
        let mut shared = self.lock();
        loop {
            let expansion = &mut shared.expansion;
            let wanted =
                self.limits.positions.is_none_or(|limit| expansion.added() + (expansion.busy() as u64) < limit);
            if self.stop.is_set() || !wanted {
                return None;
            }
            if let Some(task) = expansion.next_task() {
                return Some(task);
            }
            if expansion.busy() == 0 {
                return None;
            }
            shared = self.progress.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Reports, saves, and stops the searches when the time is over, until all threads have ended.
    fn supervise(&self, save: &mut dyn FnMut(&str) -> Result<()>, report: &mut dyn FnMut(&Expansion<P>)) -> Result<()> {
        let (started, mut saved) = (Instant::now(), (Instant::now(), 0));
        let mut shared = self.lock();
        while shared.threads > 0 {
            let waited = self.progress.wait_timeout(shared, REPORT_INTERVAL);
            shared = waited.unwrap_or_else(PoisonError::into_inner).0;
            report(&shared.expansion);
            if self.limits.time.is_some_and(|limit| started.elapsed() >= limit) {
                self.stop.stop();
                self.progress.notify_all();
            }
            if saved.0.elapsed() >= SAVE_INTERVAL && shared.expansion.added() > saved.1 {
                let (text, added) = (shared.expansion.graph().write(), shared.expansion.added());
                // Searches go on while the file is written.
                drop(shared);
                save(&text)?;
                saved = (Instant::now(), added);
                shared = self.lock();
            }
        }
        Ok(())
    }
}
