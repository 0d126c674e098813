//! The files of the repository.

use std::path::{Path, PathBuf};

/// The files below a folder, given relative to the root of the repository, that have one of these endings. Build
/// outputs and hidden folders are left out.
pub(crate) fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
                found.push(path);
            }
        }
    }
    found
}
