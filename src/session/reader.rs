//! The reader: owns stdin, splits it into lines, has them parsed, records their arrival time, and passes them on. It
//! stops a running search itself when it reads `stop` or `quit` (see [`StopHandle`]).

use super::command::{Command, Parse};
use super::state::{Input, TimedCommand};
use super::stop_handle::StopHandle;
use crate::byte_order_mark::strip_byte_order_mark;
use crossbeam_channel::Sender;
use std::io::Read;
use std::sync::Arc;
use std::time::Instant;

/// Longest line in bytes; a stream without line ends must not use up the memory.
const LONGEST_LINE: usize = 64 << 20;
/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// Reads until the end of input, or until the session has ended.
pub fn run(mut source: impl Read, parser: &mut dyn Parse, stop_handle: &Arc<StopHandle>, inputs: &Sender<Input>) {
    let mut chunk = vec![0; CHUNK];
    let mut line = Vec::new();
    let mut is_first = true;
    let mut after_return = false;
    let mut pass = |line: &mut Vec<u8>| {
        if std::mem::take(&mut is_first) {
            *line = strip_byte_order_mark(line).to_vec();
        }
        pass_on(line, parser, stop_handle, inputs)
    };
    loop {
        let read = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::error!("stdin cannot be read: {error}");
                break;
            }
        };
        for part in chunk.get(..read).unwrap_or_default().split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            // A carriage return and a line feed are one line end.
            if std::mem::replace(&mut after_return, part.ends_with(b"\r")) && part == b"\n" {
                continue;
            }
            let whole = part.strip_suffix(b"\n").or_else(|| part.strip_suffix(b"\r"));
            // One byte over the limit is kept: it shows that the line is too long.
            let room = (LONGEST_LINE + 1).saturating_sub(line.len());
            line.extend(whole.unwrap_or(part).iter().take(room));
            if whole.is_some() && !pass(&mut line) {
                return;
            }
        }
    }
    if !line.is_empty() {
        pass(&mut line);
    }
    let _ = inputs.send(Input::End);
}

/// Passes a complete line on and empties the buffer; false if the session has ended.
fn pass_on(line: &mut Vec<u8>, parser: &mut dyn Parse, stop_handle: &StopHandle, inputs: &Sender<Input>) -> bool {
    let arrived = Instant::now();
    let raw = std::mem::take(line);
    let mut commands = Vec::new();
    if raw.len() > LONGEST_LINE {
        commands.push(Command::Invalid(format!("line of over {LONGEST_LINE} bytes, expected a shorter one")));
    } else {
        parser.parse(&raw, &mut commands);
    }
    // Only a protocol in which an empty line means something has commands for it.
    if raw.is_empty() && commands.is_empty() {
        return true;
    }
    let mut is_received = inputs.send(Input::Line(raw)).is_ok();
    for command in commands {
        let mut stopped = None;
        match command {
            Command::Stop | Command::Cancel | Command::Quit => stopped = stop_handle.stop(),
            Command::Wait => stop_handle.wait_begins(),
            _ => {}
        }
        is_received &= inputs.send(Input::Command(TimedCommand { arrived, command, stopped })).is_ok();
    }
    is_received
}
