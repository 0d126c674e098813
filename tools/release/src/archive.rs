//! Archives whose bytes depend on nothing but the names and bytes of their files and on one time.

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use quartet_files::hex;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The file with the hashes of all others, in the format of `sha256sum`.
pub const SUMS: &str = "SHA256SUMS";

/// A file of an archive.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its path below the folder of the archive, divided by `/`.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Whether it is a program.
    pub is_executable: bool,
}

impl Entry {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read; the error names it.
    pub fn read(path: &Path, name: &str, is_executable: bool) -> Result<Entry> {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Entry { name: name.to_string(), bytes, is_executable })
    }
}

/// Writes an archive of these files, and of [`SUMS`], in a folder of this name. `time`, in seconds since 1970, becomes
/// the time of all files.
///
/// # Errors
///
/// If the archive cannot be written; the error names it.
pub fn write_archive(path: &Path, folder: &str, mut entries: Vec<Entry>, time: u64) -> Result<()> {
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let sums: String =
        entries.iter().map(|entry| format!("{}  {}\n", hex(&Sha256::digest(&entry.bytes)), entry.name)).collect();
    entries.push(Entry { name: SUMS.into(), bytes: sums.into_bytes(), is_executable: false });
    let write = || -> std::io::Result<()> {
        // The header of gzip has neither a name nor a time.
        let mut archive = tar::Builder::new(GzBuilder::new().write(File::create(path)?, Compression::best()));
        for entry in &entries {
            append(&mut archive, folder, entry, time)?;
        }
        archive.into_inner()?.finish()?.sync_all()
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

fn append(archive: &mut tar::Builder<impl Write>, folder: &str, entry: &Entry, time: u64) -> std::io::Result<()> {
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(tar::EntryType::Regular);
    header.set_size(entry.bytes.len() as u64);
    header.set_mode(if entry.is_executable { 0o755 } else { 0o644 });
    header.set_mtime(time);
    header.set_uid(0);
    header.set_gid(0);
    archive.append_data(&mut header, format!("{folder}/{}", entry.name), &*entry.bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    fn entry(name: &str, text: &str, is_executable: bool) -> Entry {
        Entry { name: name.into(), bytes: text.into(), is_executable }
    }

    #[test]
    fn the_same_files_give_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one.tar.gz"), folder.path().join("other name.tar.gz"));
        let entries = vec![entry("program", "runs", true), entry("a/b", "text", false), entry("c", "", false)];
        write_archive(&one, "x-1", entries.clone(), 1_700_000_000).unwrap();
        write_archive(&two, "x-1", entries.into_iter().rev().collect(), 1_700_000_000).unwrap();
        let bytes = std::fs::read(one).unwrap();
        assert_eq!(bytes, std::fs::read(two).unwrap());
        // RFC 1952: neither optional fields nor a time.
        assert_eq!(bytes[3..8], [0; 5]);
    }

    #[test]
    fn all_files_and_their_hashes_are_in_the_archive() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.tar.gz");
        write_archive(&path, "x-1", vec![entry("program", "abc", true), entry("a/b", "", false)], 1_700_000_000)
            .unwrap();
        let mut archive = tar::Archive::new(GzDecoder::new(File::open(path).unwrap()));
        let mut found = Vec::new();
        for file in archive.entries().unwrap() {
            let mut file = file.unwrap();
            let (mut text, header) = (String::new(), file.header().clone());
            file.read_to_string(&mut text).unwrap();
            assert_eq!((header.mtime().unwrap(), header.uid().unwrap()), (1_700_000_000, 0));
            found.push((file.path().unwrap().display().to_string(), header.mode().unwrap(), text));
        }
        let sums = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a/b\n\
                    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  program\n";
        let expected = [("x-1/a/b", 0o644, ""), ("x-1/program", 0o755, "abc"), ("x-1/SHA256SUMS", 0o644, sums)];
        assert_eq!(found, expected.map(|(name, mode, text)| (name.to_string(), mode, text.to_string())));
    }
}
