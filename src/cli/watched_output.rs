//! Output whose reader may have stopped reading.
//!
//! Answers that nobody reads block the session, as they should: a slow reader loses nothing. But a client that has sent
//! `quit` may never read again, and then the process must end all the same.

use parking_lot::Mutex;
use std::io::{Result, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Bytes written at once, so that a slow reader is told from one that does not read.
const CHUNK: usize = 4096;
/// How long output may stand still after `quit`.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often to look whether it does.
const INTERVAL: Duration = Duration::from_millis(100);

/// Since when a write has been waiting for its reader, if one is.
#[derive(Clone, Default)]
pub(super) struct Waiting(Arc<Mutex<Option<Instant>>>);

impl Waiting {
    /// Ends the process, with status 0, as soon as its output has stood still for too long.
    pub(super) fn exit_when_stuck(&self) {
        while self.0.lock().is_none_or(|since| since.elapsed() < PATIENCE) {
            std::thread::sleep(INTERVAL);
        }
        std::process::exit(0);
    }

    fn during<T>(&self, write: impl FnOnce() -> T) -> T {
        *self.0.lock() = Some(Instant::now());
        let result = write();
        *self.0.lock() = None;
        result
    }
}

/// Writes to `sink` and notes how long that takes.
pub(super) struct WatchedOutput<W> {
    sink: W,
    waiting: Waiting,
}

impl<W: Write> WatchedOutput<W> {
    pub(super) fn new(sink: W, waiting: Waiting) -> Self {
        WatchedOutput { sink, waiting }
    }
}

impl<W: Write> Write for WatchedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let chunk = bytes.get(..CHUNK).unwrap_or(bytes);
        self.waiting.during(|| self.sink.write(chunk))
    }

    fn flush(&mut self) -> Result<()> {
        self.waiting.during(|| self.sink.flush())
    }
}
