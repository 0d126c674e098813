//! The context of an error by which a caller recognizes that a file could not be written.

use std::fmt;
use std::path::{Path, PathBuf};

/// Says which file cannot be written. It is the context of the error that says why:
/// `error.downcast_ref::<Unwritable>()` finds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unwritable(PathBuf);

impl Unwritable {
    /// The file at this path cannot be written.
    pub fn new(path: &Path) -> Self {
        Unwritable(path.to_path_buf())
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}", self.0.display())
    }
}
