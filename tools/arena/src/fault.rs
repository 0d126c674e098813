//! Faults of engines, and the token that cancels waiting for one.

use crossbeam_channel::{Receiver, Sender, bounded};
use quartet_files::one_line;
pub use quartet_records::formats::arena_record::FaultKind;
use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A fault of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// What happened, in one line.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.word(), self.detail)
    }
}

/// The error of a match that cannot go on because an engine cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotStart {
    /// The engine's name.
    pub engine: String,
    /// Why not.
    pub why: String,
}

impl fmt::Display for CannotStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine '{}': {}", self.engine, self.why)
    }
}

impl std::error::Error for CannotStart {}

/// Why there is no answer of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// The engine committed a fault.
    Fault(Fault),
    /// The match was cancelled.
    Cancelled,
}

impl Interruption {
    /// A fault of this kind. The detail may quote the engine, so it is reduced to one line.
    pub fn fault(kind: FaultKind, detail: impl Into<String>) -> Self {
        Interruption::Fault(Fault { kind, detail: one_line(&detail.into()).into_owned() })
    }
}

impl fmt::Display for Interruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interruption::Fault(fault) => fault.fmt(f),
            Interruption::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for Interruption {}

/// A token that cancels a match; every wait for an engine watches it.
#[derive(Clone, Debug)]
pub struct Cancel {
    /// Nothing is ever sent; a closed channel means cancelled.
    watched: Receiver<Infallible>,
    held: Arc<Mutex<Option<Sender<Infallible>>>>,
}

impl Default for Cancel {
    fn default() -> Self {
        let (sender, watched) = bounded(0);
        Cancel { watched, held: Arc::new(Mutex::new(Some(sender))) }
    }
}

impl Cancel {
    /// Cancels; returns false if it was cancelled already.
    pub fn cancel(&self) -> bool {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }

    /// A function that does the same as [`Cancel::cancel`], for a handler of signals.
    pub fn canceller(&self) -> impl Fn() -> bool + Send + 'static {
        let cancel = self.clone();
        move || cancel.cancel()
    }

    /// Whether it is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// A channel that is closed when it is cancelled, for a `select!`.
    pub fn watched(&self) -> &Receiver<Infallible> {
        &self.watched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_engines_stay_on_one_line() {
        let fault = Interruption::fault(FaultKind::Illegal, "'a1\r\n\u{1b}[2J': no point");
        assert_eq!(fault.to_string(), "illegal: 'a1   [2J': no point");
    }
}
