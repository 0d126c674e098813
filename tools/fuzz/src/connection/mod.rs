//! Connections to an engine, in this process or through pipes.

mod in_process;
mod pipes;
mod whole_lines;

pub use in_process::InProcess;
pub use pipes::Pipes;
pub use whole_lines::WholeLines;

use crate::broken::Broken;
use std::time::Instant;

/// A running engine.
pub trait Connection {
    /// Sends bytes, which must be read within the timeout of the connection.
    fn send(&mut self, bytes: &[u8]) -> Result<(), Broken>;

    /// The next line, without its end; `None` at the end of output. [`Invariant::Hang`](crate::broken::Invariant::Hang)
    /// if neither comes before the deadline.
    fn receive(&mut self, deadline: Instant) -> Result<Option<String>, Broken>;

    /// Whether a line, or the end of output, comes before the deadline; it is received next.
    fn is_heard(&mut self, deadline: Instant) -> bool;

    /// Closes the input.
    fn close_input(&mut self);

    /// Checks, after the end of output, that the engine ends with status 0 before the deadline.
    fn check_end(&mut self, deadline: Instant) -> Result<(), Broken>;

    /// Checks what can be seen from outside while the engine runs: its memory, and panics.
    fn check_health(&mut self) -> Result<(), Broken>;
}
