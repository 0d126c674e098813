//! Which file a name or an open handle leads to, whatever the name: a path, a link, a redirection.
//!
//! Asked before anything is written, so that nothing is written into what is being read.

use std::path::Path;

/// A regular file of this machine. Two are equal if they are the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    #[cfg(not(unix))]
    path: std::path::PathBuf,
}

impl Identity {
    /// The file that a path leads to; `None` if there is none, or no regular one.
    pub fn of_path(path: &Path) -> Option<Identity> {
        #[cfg(unix)]
        return Identity::of_metadata(&std::fs::metadata(path).ok()?);
        #[cfg(not(unix))]
        return path.canonicalize().ok().filter(|path| path.is_file()).map(|path| Identity { path });
    }

    /// The file behind an open handle, stdin say; `None` if it is no regular one, and where the system cannot tell.
    #[cfg(unix)]
    pub fn of_handle(handle: &impl std::os::fd::AsFd) -> Option<Identity> {
        let handle = handle.as_fd().try_clone_to_owned().ok()?;
        Identity::of_metadata(&std::fs::File::from(handle).metadata().ok()?)
    }

    /// The file behind an open handle: this system cannot tell.
    #[cfg(not(unix))]
    pub fn of_handle<T>(_: &T) -> Option<Identity> {
        None
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &std::fs::Metadata) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| Identity { device_and_inode: (metadata.dev(), metadata.ino()) })
    }
}
