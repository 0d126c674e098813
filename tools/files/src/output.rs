//! Writing files without overwriting anything the user may want to keep.

use anyhow::{Context, Result, bail, ensure};
use quartet::file_identity::FileIdentity;
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The largest existing file that is examined, in bytes; a larger one is taken for a file of another program.
const MAX_BYTES: u64 = 1 << 30;

/// A kind of output file, and which existing files it may replace.
pub struct Output<'a> {
    /// Name of the kind in error messages, such as `plot` or `saved game`.
    pub kind: &'a str,
    /// Recognizes the content of a file that a tool wrote as an output of this kind. Empty files are always replaced
    /// and need no check.
    pub is_own: &'a dyn Fn(&[u8]) -> bool,
    /// Value of the option `--force`, which allows any file to be overwritten; `None` if the tool has no such option.
    pub force: Option<bool>,
    /// Inputs of the output. They are never overwritten, not even with `--force`.
    pub sources: &'a [PathBuf],
}

impl Output<'_> {
    /// Checks that the file may be written, so that a long run fails at its start rather than at its end.
    /// [`Output::write`] repeats the check.
    ///
    /// Fails if the path is one of the sources, is a folder, is in a folder that does not exist, or is a file that must
    /// not be overwritten. The error names the file.
    pub fn check(&self, path: &Path) -> Result<()> {
        self.examine(path).map(drop)
    }

    /// Writes the file. Fails if [`Output::check`] fails or the file cannot be written; the error names the file.
    pub fn write(&self, path: &Path, content: &[u8]) -> Result<()> {
        let exists = self.examine(path)?;
        // A file created since the check must not be overwritten either: `create_new` fails then.
        let open = OpenOptions::new().write(true).truncate(exists).create_new(!exists).open(path);
        let written = open.and_then(|mut file| file.write_all(content));
        written.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Whether a file exists at the path. Fails if it must not be overwritten, or if no file can be created there.
    fn examine(&self, path: &Path) -> Result<bool> {
        let metadata = match std::fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
                ensure!(folder.is_dir(), "cannot write {}: there is no folder {}", path.display(), folder.display());
                return Ok(false);
            }
            metadata => metadata.with_context(|| format!("cannot write {}", path.display()))?,
        };
        ensure!(!metadata.is_dir(), "cannot write {}: it is a folder", path.display());
        if let Some(source) = self.sources.iter().find(|source| is_same_file(path, source)) {
            bail!("cannot write {}: that is {}, which is being read", path.display(), source.display());
        }
        let may_overwrite = self.force == Some(true) || is_stream(metadata.file_type()) || self.is_own(path, &metadata);
        let hint = if self.force.is_some() { "; --force writes over it" } else { "" };
        ensure!(may_overwrite, "{} exists and is no {}{hint}", path.display(), self.kind);
        Ok(true)
    }

    /// Whether the file is empty or was written by a tool; false if it cannot be read.
    fn is_own(&self, path: &Path, metadata: &Metadata) -> bool {
        let mut content = Vec::new();
        metadata.is_file()
            && metadata.len() <= MAX_BYTES
            && File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut content)).is_ok()
            && (content.is_empty() || (self.is_own)(&content))
    }
}

/// Whether two paths lead to the same regular file, through symbolic or hard links or otherwise. False if either does
/// not exist.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let one = FileIdentity::of_path(one);
    one.is_some() && one == FileIdentity::of_path(other)
}

/// Whether the file is a pipe, terminal, socket or other stream, to which writing overwrites nothing.
#[cfg(unix)]
fn is_stream(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo() || kind.is_char_device() || kind.is_socket()
}

/// Whether the file is a pipe, terminal or other stream, to which writing overwrites nothing.
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
    fn a_foreign_file_is_overwritten_only_by_force() {
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
    fn an_impossible_path_fails_the_check() {
        let folder = tempfile::tempdir().expect("a folder");
        let nowhere = output(true, &[]).check(&folder.path().join("none/file")).expect_err("no folder");
        assert!(nowhere.to_string().contains("there is no folder"), "{nowhere}");
        assert!(output(true, &[]).check(folder.path()).expect_err("a folder").to_string().contains("is a folder"));
        output(false, &[]).check(Path::new("a-file-in-the-current-folder")).expect("may be written");
    }

    #[cfg(unix)]
    #[test]
    fn a_source_is_never_overwritten_under_any_path() {
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
    fn streams_are_always_written() {
        output(false, &[]).write(Path::new("/dev/null"), OWN).expect("a device that keeps nothing");
    }
}
