//! Writing files without destroying others.

use anyhow::{Context, Result, bail, ensure};
use quartet::file_identity::FileIdentity;
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of the longest file that is looked through; a longer one is not taken for a tool's own.
const LONGEST: u64 = 1 << 30;

/// A kind of output.
pub struct Output<'a> {
    /// What it is, for messages: `plot`, `saved game`.
    pub kind: &'a str,
    /// Whether this is the content of such an output as the tool itself writes it. An empty file always counts as
    /// one: there is nothing in it to lose.
    pub is_own: &'a dyn Fn(&[u8]) -> bool,
    /// Whether to write over any other file, too, as the option `--force` says; `None` where there is no such option.
    pub force: Option<bool>,
    /// What the output is made from: these files are not written over, whatever is forced.
    pub sources: &'a [PathBuf],
}

impl Output<'_> {
    /// An error, which names the file, if it is one of the sources, or exists and is not a tool's own, or cannot be
    /// there. To be asked before long work; [`Output::write`] asks again.
    pub fn check(&self, path: &Path) -> Result<()> {
        self.look(path).map(drop)
    }

    /// Writes the file. The error is that of [`Output::check`], or says that it cannot be written.
    pub fn write(&self, path: &Path, content: &[u8]) -> Result<()> {
        let exists = self.look(path)?;
        // One that has come in the meantime is not written over.
        let open = OpenOptions::new().write(true).truncate(exists).create_new(!exists).open(path);
        let written = open.and_then(|mut file| file.write_all(content));
        written.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Whether there is a file; an error if it must not be written.
    fn look(&self, path: &Path) -> Result<bool> {
        let found = match std::fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
                ensure!(folder.is_dir(), "cannot write {}: there is no folder {}", path.display(), folder.display());
                return Ok(false);
            }
            found => found.with_context(|| format!("cannot write {}", path.display()))?,
        };
        ensure!(!found.is_dir(), "cannot write {}: it is a folder", path.display());
        if let Some(source) = self.sources.iter().find(|source| is_same_file(path, source)) {
            bail!("cannot write {}: that is {}, which is being read", path.display(), source.display());
        }
        let may = self.force == Some(true) || is_stream(found.file_type()) || self.is_own(path, &found);
        let hint = if self.force.is_some() { "; --force writes over it" } else { "" };
        ensure!(may, "{} exists and is no {}{hint}", path.display(), self.kind);
        Ok(true)
    }

    /// Whether a file has the content of an output of a tool. One that cannot be read is foreign.
    fn is_own(&self, path: &Path, found: &Metadata) -> bool {
        let mut content = Vec::new();
        found.is_file()
            && found.len() <= LONGEST
            && File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut content)).is_ok()
            && (content.is_empty() || (self.is_own)(&content))
    }
}

/// Whether two names lead to the same file, by links of either kind or otherwise; not if there is none.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let one = FileIdentity::of_path(one);
    one.is_some() && one == FileIdentity::of_path(other)
}

/// Whether what is written goes on to somewhere else, as with a pipe or a terminal, so that nothing is written over.
#[cfg(unix)]
fn is_stream(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo() || kind.is_char_device() || kind.is_socket()
}

/// Whether what is written goes on to somewhere else, such as a pipe or a terminal.
#[cfg(not(unix))]
fn is_stream(kind: FileType) -> bool {
    !kind.is_file() && !kind.is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &[u8] = b"own 1\n";

    fn output(force: bool, sources: &[PathBuf]) -> Output<'_> {
        Output { kind: "test", is_own: &|content| content.starts_with(b"own"), force: Some(force), sources }
    }

    fn content(path: &Path) -> Vec<u8> {
        std::fs::read(path).expect("a file")
    }

    #[test]
    fn a_file_of_others_stays_unless_it_is_forced() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        output(false, &[]).write(&file, b"own, a longer one\n").expect("a new file");
        output(false, &[]).write(&file, OWN).expect("an own file");
        assert_eq!(content(&file), OWN);
        std::fs::write(&file, b"my notes").expect("a file");
        let error = output(false, &[]).write(&file, OWN).expect_err("not own").to_string();
        assert!(error.ends_with("file exists and is no test; --force writes over it"), "{error}");
        let error = Output { force: None, ..output(false, &[]) }.check(&file).expect_err("not own").to_string();
        assert!(error.ends_with("file exists and is no test"), "{error}");
        assert!(output(false, &[]).check(&file).is_err());
        assert_eq!(content(&file), b"my notes");
        output(true, &[]).write(&file, OWN).expect("forced");
        assert_eq!(content(&file), OWN);
        std::fs::write(&file, b"").expect("a file");
        output(false, &[]).check(&file).expect("nothing to lose");
    }

    #[test]
    fn what_cannot_be_there_is_told_before_long_work() {
        let folder = tempfile::tempdir().expect("a folder");
        let nowhere = output(true, &[]).check(&folder.path().join("none/file")).expect_err("no folder");
        assert!(nowhere.to_string().contains("there is no folder"), "{nowhere}");
        assert!(output(true, &[]).check(folder.path()).expect_err("a folder").to_string().contains("is a folder"));
        output(false, &[]).check(Path::new("a-file-in-the-current-folder")).expect("may be written");
    }

    #[cfg(unix)]
    #[test]
    fn a_source_is_never_written_over_by_whatever_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let [source, hard, soft, up] =
            ["record", "hard", "soft", "../record"].map(|name| folder.path().join("d").join(name));
        std::fs::create_dir(folder.path().join("d")).expect("a folder");
        std::fs::write(&source, OWN).expect("a file");
        std::fs::hard_link(&source, &hard).expect("a link");
        std::os::unix::fs::symlink("record", &soft).expect("a link");
        std::os::unix::fs::symlink("d/record", folder.path().join("record")).expect("a link");
        let sources = [folder.path().join("none"), source.clone()];
        for name in [&source, &hard, &soft, &up] {
            let error = output(true, &sources).write(name, b"own 2\n").expect_err("the source").to_string();
            assert!(error.contains("is being read"), "{error}");
        }
        assert_eq!(content(&source), OWN);
        output(true, &sources).write(&folder.path().join("other"), OWN).expect("another file");
        assert!(!is_same_file(&sources[0], &sources[0]), "there is no such file");
    }

    #[cfg(unix)]
    #[test]
    fn streams_take_everything() {
        output(false, &[]).write(Path::new("/dev/null"), OWN).expect("a device that keeps nothing");
    }
}
