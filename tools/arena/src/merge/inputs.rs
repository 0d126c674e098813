//! The files that are merged.

use crate::record::folder;
use anyhow::Result;
use quartet_files::is_same_file;
use std::path::{Path, PathBuf};

/// The records among these files and in these folders, by name, and each once.
pub(super) fn records(inputs: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for input in inputs {
        if input.is_dir() {
            found.extend(folder::records(input)?.into_iter().map(|(path, _)| path));
        } else {
            found.push(input.clone());
        }
    }
    found.sort_by_cached_key(|path| order(path));
    found.dedup_by(|one, other| one == other || is_same(one, other));
    Ok(found)
}

/// Files are ordered by their names, then by their folders.
pub(super) fn order(path: &Path) -> impl Ord + use<> {
    (path.file_name().map(ToOwned::to_owned), path.to_path_buf())
}

/// Whether two files of the same name are the same file. A link of another name is read like another file; its games
/// are the same, so it does not matter which are kept.
fn is_same(one: &Path, other: &Path) -> bool {
    one.file_name() == other.file_name() && is_same_file(one, other)
}

/// The folders of the inputs, each once.
pub(super) fn folders(inputs: &[PathBuf]) -> Vec<PathBuf> {
    let folder = |input: &PathBuf| match input.is_dir() {
        true => input.clone(),
        false => input.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).into(),
    };
    let mut folders: Vec<PathBuf> = inputs.iter().map(folder).collect();
    folders.sort();
    folders.dedup();
    folders
}
