//! The checkout that a release is built from.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A checkout without changes.
#[derive(Debug)]
pub struct Source {
    /// Its folder, as an absolute path.
    pub root: PathBuf,
    /// The hash of the commit, 40 hexadecimal digits.
    pub commit: String,
    /// When the commit was made, in seconds since 1970.
    pub time: u64,
}

impl Source {
    /// The checkout in a folder, or an error if it has files that the commit does not have.
    ///
    /// # Errors
    ///
    /// If the folder is no checkout, or differs from its commit.
    pub fn open(folder: &Path) -> Result<Source> {
        let root = folder.canonicalize().with_context(|| format!("cannot read {}", folder.display()))?;
        let changes = git(&root, &["status", "--porcelain"])?;
        ensure!(changes.is_empty(), "{} differs from its commit, expected no changes:\n{changes}", root.display());
        let commit = git(&root, &["rev-parse", "HEAD"])?;
        let time = git(&root, &["show", "--no-patch", "--format=%ct", "HEAD"])?;
        let time = time.parse().with_context(|| format!("'{time}' as the time of the commit"))?;
        Ok(Source { root, commit, time })
    }
}

/// What git prints.
fn git(root: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().context("cannot start git")?;
    ensure!(output.status.success(), "git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}
