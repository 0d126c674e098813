//! The files of saved games, from which a game can be resumed.

use anyhow::Context;
use quartet_files::Output;
use quartet_records::formats::saved_game::{SavedGame, is_own};
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{error, fmt};

/// An error when reading or writing a saved game.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The kind of error.
    pub kind: FileErrorKind,
}

/// The kinds of error.
#[derive(Debug)]
pub enum FileErrorKind {
    /// The file cannot be read, for this reason.
    Unreadable(anyhow::Error),
    /// The file cannot be written, for this reason.
    Unwritable(anyhow::Error),
    /// The file is not a saved game, for this reason.
    NoGame(String),
    /// The file exists and is not a saved game, so it is not overwritten.
    Foreign,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.kind {
            FileErrorKind::Unreadable(why) | FileErrorKind::Unwritable(why) => write!(f, "{why:#}"),
            FileErrorKind::NoGame(why) => write!(f, "{path} is not a saved game: {why}"),
            FileErrorKind::Foreign => write!(f, "{path} exists and is not a saved game; 'save! FILE' overwrites it"),
        }
    }
}

impl error::Error for FileError {}

impl FileError {
    /// The error for a file that is not a saved game, for this reason.
    pub fn no_game(path: &Path, why: impl fmt::Display) -> FileError {
        FileError { path: path.into(), kind: FileErrorKind::NoGame(why.to_string()) }
    }

    fn unwritable(path: &Path, why: io::Error) -> FileError {
        let why = anyhow::Error::from(why).context(format!("cannot write {}", path.display()));
        FileError { path: path.into(), kind: FileErrorKind::Unwritable(why) }
    }
}

/// Reads a saved game.
pub(super) fn read(path: &Path) -> Result<SavedGame, FileError> {
    let unreadable = |why| FileError { path: path.into(), kind: FileErrorKind::Unreadable(why) };
    expect_file(path).with_context(|| format!("cannot read {}", path.display())).map_err(unreadable)?;
    let text = quartet_files::read_text(path).map_err(unreadable)?;
    serde_json::from_str(&text).map_err(|why| FileError::no_game(path, why))
}

/// Writes a file; an existing file is overwritten only if it is a saved game or if forced.
pub(super) fn write(game: &SavedGame, path: &Path, force: bool) -> Result<(), FileError> {
    let error = |kind| FileError { path: path.into(), kind };
    let output = |force| Output { kind: "saved game", is_own: &is_own, force: Some(force), sources: &[] };
    if !force && output(true).check(path).is_ok() && output(false).check(path).is_err() {
        return Err(error(FileErrorKind::Foreign));
    }
    let written = match path.exists() {
        true => expect_file(path).with_context(|| format!("cannot write {}", path.display())),
        false => Ok(()),
    };
    let written = written.and_then(|()| output(force).write(path, game.text().as_bytes()));
    written.map_err(|why| error(FileErrorKind::Unwritable(why)))
}

/// Writes a new file with an unused name into a folder; returns its path.
pub(super) fn rescue(game: &SavedGame, folder: &Path) -> Result<PathBuf, FileError> {
    let names = (1..).map(|number| match number {
        1 => format!("{}-unsaved.json", game.variant),
        _ => format!("{}-unsaved-{number}.json", game.variant),
    });
    for path in names.take(1000).map(|name| folder.join(name)) {
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        match file.and_then(|mut file| file.write_all(game.text().as_bytes())) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            Ok(()) => return Ok(path),
            Err(why) => return Err(FileError::unwritable(&path, why)),
        }
    }
    Err(FileError::unwritable(folder, ErrorKind::AlreadyExists.into()))
}

/// Fails if it is not a regular file: reading a pipe might wait forever.
fn expect_file(path: &Path) -> io::Result<()> {
    if path.metadata()?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "not an ordinary file"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn game() -> SavedGame {
        SavedGame { variant: "othello".into(), options: BTreeMap::new(), setup: None, moves: vec!["f5".into()] }
    }

    #[test]
    fn only_saved_games_are_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.json");
        write(&game(), &path, false).expect("a new file");
        let longer = SavedGame { moves: vec!["f5".into(), "d6".into()], ..game() };
        write(&longer, &path, false).expect("over a saved game");
        assert_eq!(read(&path).expect("a game"), longer);
        for foreign in ["my notes\n", "{\"variant\": \"othello\"}", "[1, 2]"] {
            std::fs::write(&path, foreign).expect("written");
            let error = write(&game(), &path, false).expect_err("refused");
            assert!(matches!(error.kind, FileErrorKind::Foreign), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("text"), foreign);
        }
        write(&game(), &path, true).expect("by force");
        assert_eq!(read(&path).expect("a game"), game());
        assert!(write(&game(), folder.path(), false).is_err() && write(&game(), folder.path(), true).is_err());
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_odd_files_are_errors() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.json");
        std::fs::write(&path, "\u{feff}{\"variant\": \"othello\", \"moves\": [\"f5\"]}").expect("written");
        assert_eq!(read(&path).expect("a game"), game());
        std::fs::write(&path, b"\xe9").expect("written");
        assert!(read(&path).is_err() && read(folder.path()).is_err());
    }

    #[test]
    fn automatically_saved_games_get_unused_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = rescue(&game(), folder.path()).expect("written");
        let second = rescue(&game(), folder.path()).expect("written");
        assert_ne!(first, second);
        assert_eq!(read(&second).expect("a game"), game());
    }
}
