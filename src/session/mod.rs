//! The session: from typed commands to typed replies. It alone decides what acts at once, what waits in the queue, and
//! when a `bestmove` is due.
//!
//! Invariants:
//! * every accepted `go` (but perft) gives exactly one `bestmove`, in the transition from searching to idle in
//!   `Session::finish_job` and nowhere else;
//! * a command that cannot be carried out gives exactly one error and changes nothing;
//! * events of an earlier job never touch a later one.
//!
//! Independent of: any wire syntax (a dialect parses and renders), any generic type of the engine.

mod backlog;
mod command;
mod debug_log;
mod execute;
mod jobs;
mod output;
mod queue;
pub mod reader;
mod runloop;
mod running_job;
mod state;
mod stop_handle;
mod swap2;

pub use command::{Command, Go, Parse, Protocol, Purpose, Query, RequestTag, Style};
pub use output::{Info, Render, Reply};
pub use state::{Input, Session, TimedCommand};
pub use stop_handle::{JobId, StopHandle};
pub use swap2::{Swap2Stage, balancing_commands, swap2_commands};
