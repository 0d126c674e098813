//! What waits between the reader and the end of a command, and the bound on it: a client that sends faster than it is
//! served, or does not read its answers, must not use up the memory.

use super::command::Command;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of memory that waiting lines and commands may take up before further ones are refused.
const LIMIT: usize = 64 << 20;
/// Bytes up to which commands that end a search are still accepted.
const URGENT_LIMIT: usize = LIMIT + (4 << 20);
/// About what a word of a line takes up as a string of its own.
const BYTES_PER_WORD: usize = size_of::<String>() + 32;

/// The memory taken up by what waits. Shared by the reader and everything that waits.
#[derive(Clone, Default)]
pub(super) struct Backlog(Arc<AtomicUsize>);

impl Backlog {
    /// Adds these bytes until the charge is dropped.
    pub(super) fn charge(&self, bytes: usize) -> Charge {
        self.0.fetch_add(bytes, Ordering::Relaxed);
        Charge { backlog: self.clone(), bytes }
    }

    /// Whether the commands of a line can wait, too.
    pub(super) fn accepts(&self, commands: &[Command]) -> bool {
        let waiting = self.0.load(Ordering::Relaxed);
        waiting < LIMIT
            || commands.iter().any(|command| command.quits() || (waiting < URGENT_LIMIT && command.ends_search()))
    }
}

/// The memory of something that waits; dropping it gives the memory back.
pub struct Charge {
    backlog: Backlog,
    bytes: usize,
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.backlog.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// About how many bytes the words of a line take up as strings.
pub(super) fn bytes_as_words(line: &[u8]) -> usize {
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    line.len() + words * BYTES_PER_WORD
}

/// Lines that came while the backlog was full. Only their number is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Excess {
    /// Lines refused.
    pub(super) refused: u64,
    /// `isready`, which is answered all the same.
    pub(super) ready: u64,
}

/// An excess that grows until the session takes it.
#[derive(Clone, Default)]
pub struct SharedExcess(Arc<Mutex<Option<Excess>>>);

impl SharedExcess {
    /// Adds the line of these commands. Returns whether the excess is new, so that the session must be told of it.
    pub(super) fn add(&self, commands: &[Command]) -> bool {
        let mut excess = self.0.lock();
        let is_new = excess.is_none();
        let excess = excess.get_or_insert_default();
        let is_ready = commands.contains(&Command::IsReady);
        *(if is_ready { &mut excess.ready } else { &mut excess.refused }) += 1;
        is_new
    }

    /// Takes what has gathered.
    pub(super) fn take(&self) -> Excess {
        self.0.lock().take().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_backlog_accepts_what_ends_a_search() {
        let backlog = Backlog::default();
        let some = [Command::Moves];
        let full = backlog.charge(LIMIT);
        assert!(!backlog.accepts(&some) && !backlog.accepts(&[Command::IsReady]));
        assert!(backlog.accepts(&[Command::Stop]) && backlog.accepts(&[Command::Request(vec![Command::Quit])]));
        let urgent = backlog.charge(URGENT_LIMIT - LIMIT);
        assert!(!backlog.accepts(&[Command::Stop]) && backlog.accepts(&[Command::Quit]));
        drop(full);
        assert!(backlog.accepts(&some));
        drop(urgent);
        assert_eq!(backlog.0.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn an_excess_is_announced_once_until_it_is_taken() {
        let excess = SharedExcess::default();
        assert!(excess.add(&[Command::IsReady]));
        assert!(!excess.add(&[Command::Moves]) && !excess.add(&[Command::IsReady]));
        assert_eq!(excess.take(), Excess { refused: 1, ready: 2 });
        assert!(excess.add(&[Command::Moves]));
        assert_eq!(excess.take(), Excess { refused: 1, ready: 0 });
    }
}
