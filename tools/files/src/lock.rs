//! The lock that prevents two runs from writing the same file.
//!
//! It belongs to the process and is released when the process ends in any way. On Unix it is a lock of `fcntl`, not of
//! `flock` as in the standard library: a child process shares the latter until it has executed its program, so an
//! engine that is just being started could hold the lock after the run was killed.

use std::fs::File;
use std::io::Result;

/// Locks the file; returns false if another process holds the lock. Closing any other handle of the file in this
/// process releases the lock.
#[cfg(unix)]
pub(super) fn try_lock(file: &File) -> Result<bool> {
    use rustix::fs::{FlockOperation, fcntl_lock};
    use rustix::io::Errno;
    match fcntl_lock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(Errno::ACCESS | Errno::AGAIN) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Locks the file; returns false if another process holds the lock.
#[cfg(not(unix))]
pub(super) fn try_lock(file: &File) -> Result<bool> {
    use std::fs::TryLockError;
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
