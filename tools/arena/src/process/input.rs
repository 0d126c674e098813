//! The input of a program: writing with a deadline.

use std::io::{ErrorKind, Result, Write};
use std::process::ChildStdin;
use std::time::Instant;

/// The pipe to a program.
pub(super) struct Input {
    pipe: ChildStdin,
    /// The buffer of what is written, kept for its capacity.
    text: String,
}

impl Input {
    /// Takes over the pipe.
    pub(super) fn new(pipe: ChildStdin) -> Result<Input> {
        #[cfg(unix)]
        {
            use nix::fcntl::{FcntlArg, OFlag, fcntl};
            fcntl(&pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        }
        Ok(Input { pipe, text: String::new() })
    }

    /// Writes lines, given without the last line break, in one piece; an error of kind `TimedOut` if they are not read
    /// before the deadline.
    pub(super) fn write(&mut self, lines: &str, deadline: Instant) -> Result<()> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        text.push_str(lines);
        text.push('\n');
        let written = self.write_bytes(text.as_bytes(), deadline);
        self.text = text;
        written
    }

    /// Writes bytes unchanged; an error of kind `TimedOut` if they are not read before the deadline.
    pub(super) fn write_bytes(&mut self, bytes: &[u8], deadline: Instant) -> Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            match self.pipe.write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => wait(&self.pipe, deadline)?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Waits until the pipe accepts more.
#[cfg(unix)]
fn wait(pipe: &ChildStdin, deadline: Instant) -> Result<()> {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(ErrorKind::TimedOut.into());
    }
    let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
    match poll(&mut [PollFd::new(pipe.as_fd(), PollFlags::POLLOUT)], timeout) {
        Ok(0) => Err(ErrorKind::TimedOut.into()),
        Ok(_) | Err(Errno::EINTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Elsewhere writing itself blocks, so this is never called.
#[cfg(not(unix))]
fn wait(_pipe: &ChildStdin, _deadline: Instant) -> Result<()> {
    Err(ErrorKind::TimedOut.into())
}
