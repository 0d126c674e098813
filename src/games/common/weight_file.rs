//! The frame of weight files: a magic of four letters, the format version (16 bits), a header that depends on the
//! format, a checksum of the rest (64 bits), then the weights. Numbers are little-endian.

use crate::random::mix;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use std::fmt;

/// Why a weight file is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightFileError(String);

impl fmt::Display for WeightFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WeightFileError {}

/// The expected frame of a file.
pub struct Frame {
    /// The kind of file, for error messages.
    pub name: &'static str,
    /// The first four bytes.
    pub magic: &'static [u8; 4],
    /// The format version.
    pub version: u16,
    /// Dimensions and fingerprints that the weights depend on.
    pub header: Vec<u8>,
}

impl Frame {
    /// The error for a file that is not of this kind.
    pub fn error(&self, what: &str) -> WeightFileError {
        WeightFileError(format!("not {}: {what}", self.name))
    }

    /// The content of a file with this body.
    pub fn write(&self, body: &[u8]) -> Vec<u8> {
        let mut file = self.magic.to_vec();
        file.extend(self.version.to_le_bytes());
        file.extend(&self.header);
        file.extend(checksum(body).to_le_bytes());
        file.extend(body);
        file
    }

    /// The body of a file, after checking magic, version, header and checksum.
    pub fn read<'a>(&self, file: &'a [u8]) -> Result<&'a [u8], WeightFileError> {
        let Some(rest) = file.strip_prefix(self.magic) else {
            return Err(self.error(&format!("it does not begin with {}", self.magic.escape_ascii())));
        };
        let truncated = || self.error("it is truncated");
        let (version, rest) = rest.split_first_chunk().ok_or_else(truncated)?;
        let version = u16::from_le_bytes(*version);
        if version != self.version {
            return Err(self.error(&format!("its format has version {version}, expected {}", self.version)));
        }
        let (header, rest) = rest.split_at_checked(self.header.len()).ok_or_else(truncated)?;
        let (sum, body) = rest.split_first_chunk().ok_or_else(truncated)?;
        if header != self.header {
            return Err(self.error("it is for other shapes or of another size"));
        }
        if u64::from_le_bytes(*sum) != checksum(body) {
            return Err(self.error("its checksum is wrong"));
        }
        Ok(body)
    }

    /// The content of a file whose body is deflated (RFC 1951).
    pub fn write_deflated(&self, plain: &[u8]) -> Vec<u8> {
        self.write(&compress_to_vec(plain, 9))
    }

    /// The inflated body of a file, which must have this size in bytes, after the checks of [`Frame::read`].
    pub fn read_deflated(&self, file: &[u8], size: usize) -> Result<Vec<u8>, WeightFileError> {
        let body = self.read(file)?;
        let plain = decompress_to_vec_with_limit(body, size).map_err(|error| self.error(&error.to_string()))?;
        if plain.len() == size { Ok(plain) } else { Err(self.error("it has too few numbers")) }
    }
}

/// The bytes of 16-bit numbers in a file.
pub fn bytes_of<'a>(numbers: impl Iterator<Item = &'a i16>) -> Vec<u8> {
    numbers.flat_map(|number| number.to_le_bytes()).collect()
}

/// The 16-bit numbers that [`bytes_of`] made these bytes of.
pub fn numbers_of(bytes: &[u8]) -> impl Iterator<Item = i16> {
    bytes.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes))
}

/// A 64-bit checksum.
pub fn checksum(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| mix(sum ^ word(chunk)))
}

/// Asserts that `read` rejects a file that is truncated, or whose bytes are corrupted at the indices in `expected`,
/// with an error that contains the text given there.
#[cfg(test)]
pub fn assert_rejects_corruption<T>(
    file: &[u8],
    expected: &[(usize, &str)],
    read: impl Fn(&[u8]) -> Result<T, WeightFileError>,
) {
    let last = file.len() - 1;
    for (index, what) in expected.iter().copied().chain([(last, "checksum")]) {
        let mut corrupt = file.to_vec();
        corrupt[index] ^= 1;
        let error = read(&corrupt).err().map(|error| error.to_string());
        assert!(error.as_ref().is_some_and(|error| error.contains(what)), "{index}: {error:?}");
    }
    for length in (0..40).chain([last]) {
        assert!(read(&file[..length]).is_err(), "{length}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(version: u16, header: &[u8]) -> Frame {
        Frame { name: "a test", magic: b"TEST", version, header: header.to_vec() }
    }

    #[test]
    fn a_written_body_can_be_read() {
        let frame = frame(3, &[1, 2, 3]);
        for body in [&b""[..], b"weights", &[0; 100]] {
            assert_eq!(frame.read(&frame.write(body)), Ok(body));
        }
    }

    #[test]
    fn a_corrupt_or_foreign_file_is_rejected() {
        let file = frame(3, &[1, 2, 3]).write(b"weights");
        let expect = |frame: Frame, file: &[u8], what: &str| {
            let error = frame.read(file).expect_err("wrong").to_string();
            assert!(error.contains(what), "{error}");
        };
        for index in 0..file.len() {
            let mut corrupt = file.clone();
            corrupt[index] ^= 1;
            let what = ["does not begin with TEST", "version", "other shapes", "checksum"];
            let part = [4, 6, 9].iter().filter(|&&end| index >= end).count();
            expect(frame(3, &[1, 2, 3]), &corrupt, what[part]);
        }
        for length in 4..17 {
            expect(frame(3, &[1, 2, 3]), &file[..length], "truncated");
        }
        expect(frame(4, &[1, 2, 3]), &file, "version 3, expected 4");
        expect(frame(3, &[1, 2, 4]), &file, "other shapes");
    }
}
