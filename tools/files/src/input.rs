//! Reading text files.

use anyhow::{Context, Result, bail, ensure};
use quartet::byte_order_mark::strip_byte_order_mark;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest file that is read, in bytes. The limit guards against devices that never end.
const MAX_BYTES: u64 = 1 << 30;

/// Reads a file.
///
/// Fails if the file cannot be read or is larger than 1 GiB; the error names the file.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let cannot_read = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(cannot_read)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).with_context(cannot_read)?;
    ensure!(bytes.len() as u64 <= MAX_BYTES, "{}: it is longer than {MAX_BYTES} bytes", cannot_read());
    Ok(bytes)
}

/// Reads a UTF-8 file and strips its byte order mark, if it has one.
///
/// Fails if the file cannot be read, is not UTF-8, or is larger than 1 GiB; the error names the file.
pub fn read_text(path: &Path) -> Result<String> {
    decode(&read_bytes(path)?).with_context(|| format!("cannot read {}", path.display()))
}

/// The text of a UTF-8 file without its byte order mark. The error says what it is instead.
pub fn decode(bytes: &[u8]) -> Result<String> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        bail!("it is UTF-16, expected UTF-8");
    }
    let text = std::str::from_utf8(strip_byte_order_mark(bytes));
    Ok(text.map_err(|error| anyhow::anyhow!("it is not UTF-8: {error}"))?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_order_mark_is_stripped_at_the_start_only() {
        assert_eq!(strip_byte_order_mark(b"\xef\xbb\xbfuci"), b"uci");
        assert_eq!(strip_byte_order_mark(b"uci\xef\xbb\xbf"), b"uci\xef\xbb\xbf");
        assert_eq!(strip_byte_order_mark(b"\xef\xbb"), b"\xef\xbb");
        assert_eq!(decode(b"\xef\xbb\xbf\xef\xbb\xbff5").expect("text"), "\u{feff}f5");
    }

    #[test]
    fn errors_about_invalid_files_name_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("openings.txt");
        for (bytes, what) in [(&b"f5 \xe9"[..], "not UTF-8"), (b"\xff\xfef\x005\x00", "UTF-16")] {
            std::fs::write(&file, bytes).expect("a file");
            let error = format!("{:#}", read_text(&file).expect_err("no text"));
            assert!(error.contains("openings.txt") && error.contains(what), "{error}");
        }
        assert!(format!("{:#}", read_text(folder.path()).expect_err("a folder")).contains("cannot read"));
    }
}
