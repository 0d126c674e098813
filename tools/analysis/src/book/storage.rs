//! The file of a growing book: read at the start, replaced whole again and again.

use anyhow::{Context, Result, anyhow};
use quartet::engine::book::Book;
use quartet_files::Output;
use std::path::{Path, PathBuf};

/// The file of a book.
pub struct Storage {
    path: PathBuf,
    book: Option<Book>,
    sources: Vec<PathBuf>,
}

impl Storage {
    /// Reads the book at `path`, if there is a file that is not empty. Fails if it is no book, if it is one of the
    /// `sources`, which are being read, or if no file can be created there; the error names the file.
    pub fn open(path: &Path, sources: &[PathBuf]) -> Result<Storage> {
        let storage = Storage { path: path.into(), book: None, sources: sources.to_vec() };
        let has_content = std::fs::metadata(path).is_ok_and(|found| found.len() > 0);
        let name = path.to_str().with_context(|| format!("the name of {} is not UTF-8", path.display()))?;
        let book = has_content.then(|| Book::load(name)).transpose().map_err(|why| anyhow!(why))?;
        storage.output(|output| output.check(path))?;
        Ok(Storage { book, ..storage })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The book that was found.
    pub fn book(&self) -> Option<&Book> {
        self.book.as_ref()
    }

    /// Replaces the file: at any time, it holds either the old book or the new one.
    pub fn save(&self, text: &str) -> Result<()> {
        self.output(|output| output.check(&self.path))?;
        // A link stays a link, and what it leads to is replaced.
        let path = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(".unfinished");
        let unfinished = path.with_file_name(name);
        let written = self.output(|output| output.write(&unfinished, text.as_bytes()));
        written.and_then(|()| {
            std::fs::rename(&unfinished, &path).with_context(|| format!("cannot write {}", path.display()))
        })
    }

    /// Gives `act` what may be written.
    fn output(&self, act: impl FnOnce(&Output<'_>) -> Result<()>) -> Result<()> {
        let is_own = |content: &[u8]| String::from_utf8(content.to_vec()).is_ok_and(|text| Book::read(text).is_ok());
        act(&Output { kind: "book", is_own: &is_own, force: None, sources: &self.sources })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "quartet book 1 othello\n8/8/8/3ox3/3xo3/8/8/8 x -; d3:1@2\n";

    #[test]
    fn a_book_is_replaced_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new.book");
        let storage = Storage::open(&path, &[]).expect("a new file");
        assert!(storage.book().is_none());
        storage.save(BOOK).expect("saved");
        storage.save(BOOK).expect("saved again");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), BOOK);
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
        assert_eq!(Storage::open(&path, &[]).expect("a book").book().map(Book::len), Some(1));
        assert!(Storage::open(&path, std::slice::from_ref(&path)).is_err());
        let notes = folder.path().join("notes");
        std::fs::write(&notes, "my notes\n").expect("a file");
        let error = Storage::open(&notes, &[]).err().expect("no book").to_string();
        assert!(error.contains("notes") && error.contains("line 1"), "{error}");
        assert!(Storage::open(&folder.path().join("none/book"), &[]).is_err());
    }

    /// What an interrupt may leave behind does no harm.
    #[test]
    fn an_unfinished_file_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.book");
        std::fs::write(folder.path().join("a.book.unfinished"), "").expect("a file");
        let storage = Storage::open(&path, &[]).expect("a new file");
        storage.save(BOOK).expect("saved");
        std::fs::write(&path, "someone else's").expect("a file");
        assert!(storage.save(BOOK).is_err());
    }
}
