//! What the reader needs to stop a search the moment it reads `stop`: the token of the running job, and whether a
//! `wait` holds lines back.
//!
//! A stop routed through the main thread would have to wait until that is scheduled, milliseconds on a busy machine.

use crate::search::stop::StopToken;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of a job in its session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobId(pub u64);

/// Shared by the main thread and the reader.
#[derive(Default)]
pub struct StopHandle {
    running: Mutex<Option<(JobId, StopToken)>>,
    waits: AtomicUsize,
}

impl StopHandle {
    /// Sets the running job, or that there is none.
    pub(super) fn set_running(&self, running: Option<(JobId, StopToken)>) {
        *self.running.lock() = running;
    }

    /// The reader has read `stop` or `quit`: stops the running job unless a `wait` holds the line back. Returns the job
    /// stopped.
    pub(super) fn stop(&self) -> Option<JobId> {
        if self.waits.load(Ordering::Acquire) > 0 {
            return None;
        }
        let running = self.running.lock();
        let (job, token) = running.as_ref()?;
        token.stop();
        Some(*job)
    }

    /// The reader has read `wait`.
    pub(super) fn wait_begins(&self) {
        self.waits.fetch_add(1, Ordering::AcqRel);
    }

    /// The main thread has finished a `wait`.
    pub(super) fn wait_ends(&self) {
        // Never below zero, even in a session without a reader.
        let _ = self.waits.fetch_update(Ordering::AcqRel, Ordering::Acquire, |waits| waits.checked_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_reaches_the_running_job_unless_a_wait_holds_it_back() {
        let (handle, token) = (StopHandle::default(), StopToken::default());
        assert_eq!(handle.stop(), None);
        handle.set_running(Some((JobId(7), token.clone())));
        handle.wait_begins();
        assert_eq!(handle.stop(), None);
        assert!(!token.is_set());
        handle.wait_ends();
        assert_eq!(handle.stop(), Some(JobId(7)));
        assert!(token.is_set());
        handle.set_running(None);
        assert_eq!(handle.stop(), None);
    }
}
