//! The reader: owns stdin, splits it into lines, has them parsed, records their arrival time, and passes them on. It
//! stops a running search itself when it reads `stop` or `quit` (see [`StopHandle`]). It never waits for the session:
//! what cannot wait to be carried out is refused, so that a `quit` behind it is always read.

use super::backlog::{Backlog, SharedExcess, bytes_as_words};
use super::command::{Command, Parse};
use super::state::{Input, TimedCommand};
use super::stop_handle::StopHandle;
use crate::byte_order_mark::strip_byte_order_mark;
use crossbeam_channel::{SendError, Sender};
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Longest line in bytes; a stream without line ends must not use up the memory.
const LONGEST_LINE: usize = 64 << 20;
/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// How reading ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The client has quit; there may be more input.
    Quit,
    /// At the end of input, or because the session has ended.
    Closed,
}

/// The reader of a session.
pub struct Reader<'a> {
    parser: &'a mut dyn Parse,
    stop_handle: Arc<StopHandle>,
    inputs: Sender<Input>,
    backlog: Backlog,
    excess: SharedExcess,
}

impl<'a> Reader<'a> {
    /// A reader that sends to `inputs` what `parser` makes of the lines, and stops jobs through `stop_handle`.
    pub fn new(parser: &'a mut dyn Parse, stop_handle: Arc<StopHandle>, inputs: Sender<Input>) -> Self {
        Reader { parser, stop_handle, inputs, backlog: Backlog::default(), excess: SharedExcess::default() }
    }

    /// Reads until the client quits, until the end of input, or until the session has ended.
    pub fn run(mut self, mut source: impl Read) -> End {
        let mut chunk = vec![0; CHUNK];
        let mut line = Vec::new();
        let mut is_first = true;
        let mut after_return = false;
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
                if whole.is_some()
                    && let ControlFlow::Break(end) = self.pass_on(&mut line, std::mem::take(&mut is_first))
                {
                    return end;
                }
            }
        }
        if !line.is_empty()
            && let ControlFlow::Break(end) = self.pass_on(&mut line, is_first)
        {
            return end;
        }
        let _ = self.inputs.send(Input::End);
        End::Closed
    }

    /// Passes a complete line on and empties the buffer.
    fn pass_on(&mut self, line: &mut Vec<u8>, is_first: bool) -> ControlFlow<End> {
        let arrived = Instant::now();
        let mut raw = std::mem::take(line);
        if is_first {
            raw = strip_byte_order_mark(&raw).to_vec();
        }
        let mut commands = Vec::new();
        if raw.len() > LONGEST_LINE {
            commands.push(Command::Invalid(format!("line of over {LONGEST_LINE} bytes, expected a shorter one")));
        } else {
            self.parser.parse(&raw, &mut commands);
        }
        // Only a protocol in which an empty line means something has commands for it.
        if raw.is_empty() && commands.is_empty() {
            return ControlFlow::Continue(());
        }
        let quits = commands.iter().any(Command::quits);
        let sent =
            if self.backlog.accepts(&commands) { self.send(arrived, raw, commands) } else { self.refuse(&commands) };
        match sent {
            Ok(()) if quits => ControlFlow::Break(End::Quit),
            Ok(()) => ControlFlow::Continue(()),
            Err(SendError(_)) => ControlFlow::Break(End::Closed),
        }
    }

    /// Sends a line and its commands. A running job is stopped at once by `stop` and `quit`.
    fn send(&self, arrived: Instant, raw: Vec<u8>, commands: Vec<Command>) -> Result<(), SendError<Input>> {
        let as_words = bytes_as_words(&raw);
        let charge = self.backlog.charge(size_of::<Input>() + raw.len());
        self.inputs.send(Input::Line(raw, charge))?;
        for (index, command) in commands.into_iter().enumerate() {
            let mut stopped = None;
            match command {
                // Not at `Cancel`: the main thread has to mute the job before it ends.
                Command::Stop | Command::Quit => stopped = self.stop_handle.stop(),
                Command::Wait => self.stop_handle.wait_begins(),
                _ => {}
            }
            let bytes = size_of::<Input>() + if index == 0 { as_words } else { 0 };
            let charge = Some(self.backlog.charge(bytes));
            self.inputs.send(Input::Command(TimedCommand { arrived, command, stopped, charge }))?;
        }
        Ok(())
    }

    /// Counts a line that cannot wait, too.
    fn refuse(&self, commands: &[Command]) -> Result<(), SendError<Input>> {
        if !commands.is_empty() && self.excess.add(commands) {
            self.inputs.send(Input::Excess(self.excess.clone()))?;
        }
        Ok(())
    }
}
