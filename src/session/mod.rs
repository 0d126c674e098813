//! The session: from typed commands to typed replies. The one place where the order of things is decided: what acts at once,
//! what waits in the queue, and when a `bestmove` is due.
//!
//! Invariants:
//! * every accepted `go` (but perft) gives exactly one `bestmove`, in the transition from searching to idle in
//!   `Session::settle` and nowhere else;
//! * a command that cannot be carried out gives exactly one error and changes nothing;
//! * events of an earlier job never touch a later one.
//!
//! Must not know: any wire syntax (a dialect parses and renders), any generic type of the engine.

mod command;
mod execute;
mod journal;
mod notice;
mod output;
pub mod reader;
mod runloop;

pub use command::{Command, Go, Parse, Protocol, Purpose, Query, Style};
pub use notice::{JobId, Notice};
pub use output::{Render, Reply};
pub use runloop::{Input, Session, Timed};
