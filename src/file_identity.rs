//! Which file a name or an open handle leads to, whatever the name: a path, a link, a redirection.
//!
//! Asked before anything is written, so that nothing is written into what is being read.

use std::path::Path;

/// A regular file of this machine. Two are equal if they are the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileIdentity {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    #[cfg(not(unix))]
    path: std::path::PathBuf,
}

impl FileIdentity {
    /// The file that a path leads to; `None` if there is none, or no regular one.
    pub fn of_path(path: &Path) -> Option<FileIdentity> {
        #[cfg(unix)]
        return FileIdentity::of_metadata(&std::fs::metadata(path).ok()?);
        #[cfg(not(unix))]
        return path.canonicalize().ok().filter(|path| path.is_file()).map(|path| FileIdentity { path });
    }

    /// The file behind an open handle, stdin say; `None` if it is no regular one, and where the system cannot tell.
    #[cfg(unix)]
    pub fn of_handle(handle: &impl std::os::fd::AsFd) -> Option<FileIdentity> {
        let handle = handle.as_fd().try_clone_to_owned().ok()?;
        FileIdentity::of_metadata(&std::fs::File::from(handle).metadata().ok()?)
    }

    /// The file behind an open handle: this system cannot tell.
    #[cfg(not(unix))]
    pub fn of_handle<T>(_: &T) -> Option<FileIdentity> {
        None
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &std::fs::Metadata) -> Option<FileIdentity> {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| FileIdentity { device_and_inode: (metadata.dev(), metadata.ino()) })
    }
}
