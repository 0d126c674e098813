//! What the reader must know to end a search the moment it reads `stop`: which token belongs to the running job, and
//! whether lines are being held back.
//!
//! A stop routed through the main thread must wait until that is scheduled, milliseconds on a busy machine.

use crate::search::control::StopToken;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Numbers the jobs of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobId(pub u64);

/// The notice board between main thread and reader.
#[derive(Default)]
pub struct Notice {
    running: Mutex<Option<(JobId, StopToken)>>,
    waits: AtomicUsize,
}

impl Notice {
    /// A job runs (or none).
    pub(super) fn post(&self, running: Option<(JobId, StopToken)>) {
        *self.running.lock() = running;
    }

    /// The reader has read `stop` or `quit`: ends the running job, unless the line is held back by a `wait`. Says which.
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

    /// The main thread has done with a `wait`.
    pub(super) fn wait_ends(&self) {
        // Never below zero, also for a session that is fed without a reader.
        let _ = self.waits.fetch_update(Ordering::AcqRel, Ordering::Acquire, |waits| waits.checked_sub(1));
    }
}
