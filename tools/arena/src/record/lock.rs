//! The lock that keeps two runs from writing one record.
//!
//! It belongs to the process and goes with it, however that ends. On Unix it is the older one of two kinds,
//! `fcntl`'s, on purpose: the newer one, `flock`'s, which the standard library takes, is shared with child processes
//! until they have become the program that they are to be, and so would outlive a killed run by an engine that is
//! just being started.

use std::fs::File;
use std::io::Result;

/// Locks the file; whether no other process holds it. Until it is to be given up, the process must not close the file
/// by any other handle either.
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

/// The same.
#[cfg(not(unix))]
pub(super) fn try_lock(file: &File) -> Result<bool> {
    use std::fs::TryLockError;
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
