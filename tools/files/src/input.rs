//! Reading texts.

use anyhow::{Context, Result, bail, ensure};
pub use quartet::byte_order_mark::strip_byte_order_mark as without_mark;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes of the longest text that is read; a device might never end.
const LONGEST: u64 = 1 << 30;

/// The text of a file, without its byte order mark. An error, which names the file, if it cannot be read, is not
/// UTF-8, or is longer than 1 GiB.
pub fn read_text(path: &Path) -> Result<String> {
    let cannot_read = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(cannot_read)?;
    file.take(LONGEST + 1).read_to_end(&mut bytes).with_context(cannot_read)?;
    text(&bytes).with_context(cannot_read)
}

fn text(bytes: &[u8]) -> Result<String> {
    ensure!(bytes.len() as u64 <= LONGEST, "it is longer than {LONGEST} bytes");
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        bail!("it is UTF-16, expected UTF-8");
    }
    let text = std::str::from_utf8(without_mark(bytes));
    Ok(text.map_err(|error| anyhow::anyhow!("it is not UTF-8: {error}"))?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_mark_and_only_at_the_start_is_skipped() {
        assert_eq!(without_mark(b"\xef\xbb\xbfuci"), b"uci");
        assert_eq!(without_mark(b"uci\xef\xbb\xbf"), b"uci\xef\xbb\xbf");
        assert_eq!(without_mark(b"\xef\xbb"), b"\xef\xbb");
        assert_eq!(text(b"\xef\xbb\xbf\xef\xbb\xbff5").expect("text"), "\u{feff}f5");
    }

    #[test]
    fn what_is_no_text_is_an_error_that_names_the_file() {
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
