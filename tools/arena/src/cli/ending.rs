//! What ends a match between two pairs: a signal, or the file that ends all shards of a folder.

use crate::record::folder::stop_file;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the file is looked for: more often would burden the file system of a cluster.
const INTERVAL: Duration = Duration::from_secs(1);

/// The requests to end a match after the pairs that have begun.
#[derive(Default)]
pub(super) struct Ending {
    /// Set by the signal.
    is_requested: Arc<AtomicBool>,
    /// Set when the file was found.
    is_stopped: AtomicBool,
    /// The file, for shards.
    stop_file: Option<PathBuf>,
    /// When the file was last looked for.
    looked: Mutex<Option<Instant>>,
}

impl Ending {
    /// From now on SIGUSR1 ends the match after the pairs that have begun; so does the file that stops all shards, if
    /// this is one of a folder.
    pub(super) fn watch(folder: Option<&Path>) -> Result<Self> {
        let ending = Ending { stop_file: folder.map(stop_file), ..Ending::default() };
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGUSR1, ending.is_requested.clone())
            .context("cannot watch for USR1")?;
        Ok(ending)
    }

    /// Whether the match ends before the next pair.
    pub(super) fn is_due(&self) -> bool {
        self.is_requested() || self.is_stopped()
    }

    /// Whether a signal has requested it.
    pub(super) fn is_requested(&self) -> bool {
        self.is_requested.load(Ordering::Relaxed)
    }

    /// Whether the file that stops all shards is there.
    pub(super) fn is_stopped(&self) -> bool {
        let Some(file) = &self.stop_file else { return false };
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_stopped.load(Ordering::Relaxed) && looked.is_none_or(|looked| looked.elapsed() >= INTERVAL) {
            *looked = Some(Instant::now());
            self.is_stopped.store(file.exists(), Ordering::Relaxed);
        }
        self.is_stopped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_the_folder_ends_shards_only() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("STOP"), "").unwrap();
        assert!(!Ending::default().is_due());
        let shard = Ending { stop_file: Some(stop_file(folder.path())), ..Ending::default() };
        assert!(shard.is_due() && !shard.is_requested());
        // Once seen it holds, even if the file is gone.
        std::fs::remove_file(folder.path().join("STOP")).unwrap();
        assert!(shard.is_due());
        let requested = Ending { is_requested: Arc::new(true.into()), ..Ending::default() };
        assert!(requested.is_due() && !requested.is_stopped());
    }
}
