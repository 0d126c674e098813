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
    /// Opens the file. Refused are the input file, by whatever name, and files that hold anything but proofs. A last
    /// line without its end, torn by a full disk or a crash, is cut off unless it holds a proof that `verifies`.
    pub(super) fn open(
        path: &str,
        input: &str,
        verifies: impl FnOnce(&wins::Entry) -> bool,
    ) -> Result<ProofFile, String> {
        let found = FileIdentity::of_path(Path::new(path));
        if found.is_some() && found == identity_of_input(input) {
            return Err(format!("the proofs would go into {path}, which is read; expected another file"));
        }
        let content = if found.is_some() { std::fs::read(path) } else { Ok(Vec::new()) };
        let content = content.map_err(|error| format!("cannot read {path}: {error}"))?;
        let torn = check_proofs(path, &content)?;
        let unwritable = |error| format!("cannot write {path}: {error}");
        let mut file = File::options().create(true).append(true).open(path).map_err(unwritable)?;
        if !torn.is_empty() {
            match wins::read_line(&String::from_utf8_lossy(torn)) {
                Some(Ok(entry)) if verifies(&entry) => file.write_all(b"\n"),
                _ => file.set_len((content.len() - torn.len()) as u64),
            }
            .map_err(unwritable)?;
        }
        Ok(ProofFile { path: path.into(), file })
    }

    /// Appends a proof, in a single write: an interruption at any time leaves whole lines.
    pub(super) fn add(&mut self, line: &str) -> Result<(), String> {
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", self.path))
    }
}

/// The last line of a file of proofs if it was torn while it was written, else nothing. An error if the file holds
/// anything but proofs.
fn check_proofs<'a>(path: &str, content: &'a [u8]) -> Result<&'a [u8], String> {
    let is_proof = |line: &[u8]| match wins::read_line(&String::from_utf8_lossy(line)) {
        None => true,
        Some(entry) => entry.is_ok_and(|entry| entry.proof.is_some()),
    };
    for (number, line) in (1..).zip(strip_byte_order_mark(content).split_inclusive(|byte| *byte == b'\n')) {
        // The first line may be all there is of a file that somebody else has written.
        if number > 1 && !line.ends_with(b"\n") && wins::begins_as_proof(line) {
            return Ok(line);
        }
        if !is_proof(line) {
            return Err(format!("line {number} of {path} is no proof; expected a new file, or one of proofs"));
        }
    }
    Ok(&[])
}
