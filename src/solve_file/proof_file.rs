//! The file of proofs that `solve-file` appends to, and the check that no output goes into the input.

use super::wins;
use crate::byte_order_mark::strip_byte_order_mark;
use crate::file_identity::FileIdentity;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The identity of the input file; `-` is stdin.
fn identity_of_input(input: &str) -> Option<FileIdentity> {
    if input == "-" { FileIdentity::of_handle(&std::io::stdin()) } else { FileIdentity::of_path(Path::new(input)) }
}

/// An error if stdout writes to the input file, which would then never end.
pub(super) fn check_stdout(input: &str) -> Result<(), String> {
    let read = identity_of_input(input);
    match FileIdentity::of_handle(&std::io::stdout()) {
        Some(written) if Some(&written) == read.as_ref() => Err(format!("stdout is {input} itself, which is read")),
        _ => Ok(()),
    }
}

/// A file of proofs, appended to one whole line at a time.
pub(super) struct ProofFile {
    path: String,
    file: File,
}

impl ProofFile {
    /// Opens the file. Refused are the input file, by whatever name, and files that hold anything but proofs.
    pub(super) fn open(path: &str, input: &str) -> Result<ProofFile, String> {
        let found = FileIdentity::of_path(Path::new(path));
        if found.is_some() && found == identity_of_input(input) {
            return Err(format!("the proofs would go into {path}, which is read; expected another file"));
        }
        if found.is_some() {
            check_existing_proofs(path)?;
        }
        let file = File::options().create(true).append(true).open(path);
        file.map(|file| ProofFile { path: path.into(), file }).map_err(|error| format!("cannot write {path}: {error}"))
    }

    /// Appends a proof, in a single write: an interruption at any time leaves whole lines.
    pub(super) fn add(&mut self, line: &str) -> Result<(), String> {
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", self.path))
    }
}

/// An error if a file holds anything but proofs.
fn check_existing_proofs(path: &str) -> Result<(), String> {
    let content = std::fs::read(path).map_err(|error| format!("cannot read {path}: {error}"))?;
    let text = String::from_utf8_lossy(strip_byte_order_mark(&content));
    let is_proof = |line: &str| match wins::read_line(line) {
        None => true,
        Some(entry) => entry.is_ok_and(|entry| entry.proof.is_some()),
    };
    match (1..).zip(text.lines()).find(|(_, line)| !is_proof(line)) {
        Some((number, _)) => Err(format!("line {number} of {path} is no proof; expected a new file, or one of proofs")),
        None => Ok(()),
    }
}
