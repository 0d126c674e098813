//! One thread of work at a time: spawned with an explicit stack, joined with its result, and sure to announce its end.

use super::{Emit, JobEvent};
use crate::search::parallel::STACK_SIZE;
use std::thread::JoinHandle;

/// A running thread, to be joined for its result.
pub struct JobHandle<T>(JoinHandle<T>);

/// Sends `Done` on every way out of the thread, unwinding included.
struct DoneOnDrop(Emit);

impl Drop for DoneOnDrop {
    fn drop(&mut self) {
        (self.0)(JobEvent::Done);
    }
}

/// Starts `body` on a thread of its own; `emit` gets `Done` after everything else.
pub fn spawn<T: Send + 'static>(
    name: &str,
    emit: Emit,
    body: impl FnOnce(&Emit) -> T + Send + 'static,
) -> Result<JobHandle<T>, String> {
    let guarded = move || {
        let done = DoneOnDrop(emit);
        body(&done.0)
    };
    let spawned = std::thread::Builder::new().name(name.to_string()).stack_size(STACK_SIZE).spawn(guarded);
    spawned.map(JobHandle).map_err(|error| format!("cannot start a thread: {error}"))
}

impl<T> JobHandle<T> {
    /// The result; the error is the message of the panic that ended it.
    pub fn join(self) -> Result<T, String> {
        self.0.join().map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
            text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".into())
        })
    }
}
