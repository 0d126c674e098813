//! The output of a program: a thread splits it into lines with the time of their arrival.

use crossbeam_channel::{Receiver, Sender, bounded};
use quartet::byte_order_mark::strip_byte_order_mark;
use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::time::Instant;

/// The longest line, in bytes without its end.
pub(super) const LONGEST: usize = 1 << 16;
/// The capacity of the queue of lines; when it is full, the program has to wait.
const WAITING: usize = 256;
/// The size of a read, in bytes.
const CHUNK: usize = 1 << 16;

/// A line written by a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The line without its line break; invalid UTF-8 is replaced.
    pub text: String,
    /// When it was read.
    pub arrived: Instant,
}

/// A message of the reading thread.
pub(super) enum Arrival {
    /// A line.
    Line(Line),
    /// A line of more than [`LONGEST`] bytes; nothing follows.
    Endless,
}

/// Reads until the end of the output, or until the receiver is dropped.
///
/// The thread is not joined: it ends when the last process that holds the pipe open has closed it. In traces the
/// program has the name `tag`.
pub(super) fn read(source: impl Read + Send + 'static, tag: Arc<str>) -> std::io::Result<Receiver<Arrival>> {
    let (sender, receiver) = bounded(WAITING);
    std::thread::Builder::new().name("output".into()).spawn(move || split(source, &tag, &sender))?;
    Ok(receiver)
}

/// Splits what is read into lines; returns when reading or sending ends.
fn split(mut source: impl Read, tag: &str, sender: &Sender<Arrival>) {
    let mut chunk = vec![0; CHUNK];
    let mut line: Vec<u8> = Vec::new();
    // Some runtimes write a byte order mark at the start of the output.
    let mut is_first = true;
    loop {
        let count = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let arrived = Instant::now();
        for part in chunk[..count].split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(part);
            if line.len() > LONGEST + 1 {
                log::trace!("{tag} < a line longer than {LONGEST} bytes");
                let _ = sender.send(Arrival::Endless);
                return;
            }
            if part.ends_with(b"\n") {
                if std::mem::take(&mut is_first) {
                    line = strip_byte_order_mark(&line).to_vec();
                }
                if !send_line(&mut line, arrived, tag, sender) {
                    return;
                }
            }
        }
    }
    if !line.is_empty() {
        send_line(&mut line, Instant::now(), tag, sender);
    }
}

/// Sends a line and empties it; returns whether the receiver still exists.
fn send_line(line: &mut Vec<u8>, arrived: Instant, tag: &str, sender: &Sender<Arrival>) -> bool {
    let text = String::from_utf8_lossy(line).trim_end_matches(['\r', '\n']).to_string();
    line.clear();
    log::trace!("{tag} < {text}");
    sender.send(Arrival::Line(Line { text, arrived })).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> (Vec<String>, bool) {
        let receiver = read(std::io::Cursor::new(bytes.to_vec()), "program".into()).expect("a thread");
        let mut endless = false;
        let texts = receiver.iter().filter_map(|arrival| match arrival {
            Arrival::Line(line) => Some(line.text),
            Arrival::Endless => {
                endless = true;
                None
            }
        });
        (texts.collect(), endless)
    }

    #[test]
    fn lines_end_in_any_way() {
        assert_eq!(lines(b"one\ntwo\r\n\nthree").0, ["one", "two", "", "three"]);
        assert_eq!(lines(b"\xff\n").0, ["\u{fffd}"]);
        assert_eq!(lines(b"\xef\xbb\xbfuciok\n\xef\xbb\xbfx\n").0, ["uciok", "\u{feff}x"]);
    }

    #[test]
    fn the_longest_line_is_a_line_and_one_byte_more_is_not() {
        let mut bytes = vec![b'x'; LONGEST];
        bytes.push(b'\n');
        assert_eq!(lines(&bytes).0[0].len(), LONGEST);
        bytes.insert(0, b'x');
        let (texts, endless) = lines(&bytes);
        assert!(texts.is_empty() && endless);
    }
}
