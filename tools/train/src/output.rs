//! The output file of a run.

use anyhow::Result;
use clap::Args;
use quartet_files::Output;
use std::path::{Path, PathBuf};

/// Options for the output file of a run.
#[derive(Args)]
pub(crate) struct OutputFile {
    /// The file to write. An existing file is overwritten only if it is of the same kind and not an input of the run.
    #[arg(long)]
    out: PathBuf,
    /// Overwrite a file of any other kind, too.
    #[arg(long)]
    force: bool,
}

/// A kind of output file.
pub(crate) struct FileKind {
    /// Name of the kind in error messages.
    pub name: &'static str,
    /// Recognizes the content of a file of this kind.
    pub is_own: fn(&[u8]) -> bool,
}

impl OutputFile {
    /// Path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.out
    }

    /// Whether files of other kinds may be overwritten (option `--force`).
    pub(crate) fn is_forced(&self) -> bool {
        self.force
    }

    /// Fails if the file could not be written at the end of the run, whose inputs are `sources`.
    pub(crate) fn check(&self, kind: &FileKind, sources: &[&Option<PathBuf>]) -> Result<()> {
        let sources: Vec<PathBuf> = sources.iter().copied().flatten().cloned().collect();
        self.output(kind, &sources).check(&self.out)
    }

    /// Writes the file.
    pub(crate) fn write(&self, kind: &FileKind, content: &[u8]) -> Result<()> {
        self.output(kind, &[]).write(&self.out, content)
    }

    fn output<'a>(&self, kind: &'a FileKind, sources: &'a [PathBuf]) -> Output<'a> {
        Output { kind: kind.name, is_own: &kind.is_own, force: Some(self.force), sources }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_replace_weights_but_neither_foreign_files_nor_inputs() {
        let folder = tempfile::tempdir().expect("a folder");
        let [out, from] = ["out.bin", "from.bin"].map(|name| folder.path().join(name));
        let kind = FileKind { name: "weights", is_own: |content| content.starts_with(b"QOTW") };
        let run = |out: &PathBuf, force| {
            let out = OutputFile { out: out.clone(), force };
            out.check(&kind, &[&None, &Some(from.clone())]).and_then(|()| out.write(&kind, b"QOTW new"))
        };
        std::fs::write(&from, b"QOTW old").expect("a file");
        run(&out, false).expect("a new file");
        run(&out, false).expect("its own");
        std::fs::write(&out, b"my notes").expect("a file");
        assert!(run(&out, false).expect_err("notes").to_string().contains("--force"));
        assert_eq!(std::fs::read(&out).expect("a file"), b"my notes");
        run(&out, true).expect("forced");
        assert!(run(&from, true).expect_err("read").to_string().contains("is being read"));
        assert_eq!(std::fs::read(&from).expect("a file"), b"QOTW old");
    }
}
