//! A book in memory, and its file.

use super::entry::{COMMENT, Entry, Line};
use super::header::Header;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// A book: the text of its file, and an index of the positions.
///
/// A lookup costs a binary search and the parsing of one line. Reading costs one pass over the text.
#[derive(Clone, Debug)]
pub struct Book {
    header: Header,
    text: String,
    /// The lines with positions, in the order of their positions.
    lines: Vec<Range<usize>>,
    /// The comment lines, as they are.
    comments: Vec<String>,
}

impl Book {
    /// Reads the regular file at `path`, at most 1 GiB. The error is one line that names the file and, if its content
    /// is wrong, the line.
    pub fn load(path: &str) -> Result<Book, String> {
        let cannot_read = |why: &dyn std::fmt::Display| format!("cannot read book '{path}': {why}");
        let metadata = std::fs::metadata(Path::new(path)).map_err(|error| cannot_read(&error))?;
        if !metadata.is_file() {
            // Opening a pipe would wait for its writer.
            return Err(format!("book '{path}' is no regular file, expected one"));
        }
        let mut bytes = Vec::with_capacity(metadata.len().min(MAX_BYTES) as usize + 1);
        let file = File::open(path).map_err(|error| cannot_read(&error))?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| cannot_read(&error))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(cannot_read(&format!("it is longer than {MAX_BYTES} bytes")));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let whole = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
            let line = 1 + whole.iter().filter(|byte| **byte == b'\n').count();
            format!("line {line} of book '{path}': it is not UTF-8")
        })?;
        Book::read(text).map_err(|(line, why)| format!("line {line} of book '{path}': {why}"))
    }

    /// Reads the text of a book, with or without a byte order mark. The error is the number of a line, from 1, and what
    /// is wrong with it.
    pub fn read(text: String) -> Result<Book, (usize, String)> {
        let mut numbered = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        let (_, first) = numbered.next().unwrap_or((1, ""));
        let header = Header::read(first.trim_ascii_end()).map_err(|why| (1, why))?;
        let (mut lines, mut comments) = (Vec::new(), Vec::new());
        for (number, line) in numbered {
            let content = line.trim_ascii();
            if content.starts_with(COMMENT) {
                comments.push(content.to_string());
            } else if !content.is_empty() {
                let parsed = Line::split(content).map_err(|why| (number, why))?;
                parsed.check().map_err(|why| (number, why))?;
                lines.push((number, parsed.position, content));
            }
        }
        // Sorting costs hardly more than finding out that the lines are sorted.
        lines.sort_by_key(|(_, position, _)| *position);
        let mut pairs = lines.iter().zip(lines.iter().skip(1));
        if let Some((first, second)) = pairs.find(|(one, other)| one.1 == other.1) {
            return Err((second.0, format!("the position of line {} again", first.0)));
        }
        let start = text.as_ptr() as usize;
        let range = |content: &str| {
            let from = content.as_ptr() as usize - start;
            from..from + content.len()
        };
        let lines = lines.iter().map(|(_, _, content)| range(content)).collect();
        Ok(Book { header, lines, comments, text })
    }

    /// The game and its rules.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The comment lines, each with its `#`.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The positions in the order of their texts.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.lines.iter().filter_map(|range| self.line(range)).map(Line::entry)
    }

    /// The entry of a [canonical](super::canonical()) position, if there is one.
    pub fn find(&self, position: &str) -> Option<Entry> {
        let order = |range: &Range<usize>| self.line(range).map_or("", |line| line.position).cmp(position);
        let index = self.lines.binary_search_by(order).ok()?;
        self.lines.get(index).and_then(|range| self.line(range)).map(Line::entry)
    }

    fn line(&self, range: &Range<usize>) -> Option<Line<'_>> {
        self.text.get(range.clone()).and_then(|line| Line::split(line).ok())
    }
}

/// The text of a book: header, comment lines, and the positions, which are to be given in the order of their texts.
pub fn write_book<'a>(header: &Header, comments: &[String], entries: impl IntoIterator<Item = &'a Entry>) -> String {
    let mut text = format!("{header}\n");
    for comment in comments {
        text.push_str(comment);
        text.push('\n');
    }
    entries.into_iter().for_each(|entry| entry.write(&mut text));
    text
}

#[cfg(test)]
mod tests;
