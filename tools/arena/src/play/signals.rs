//! Signals that ask the program to stop: what it thinks about, or all of it.
//!
//! Must not know: games, what is done then.

use crate::fault::Cancel;
use anyhow::Result;
use crossbeam_channel::{Receiver, never};
use std::sync::{Arc, Mutex, PoisonError};

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Stop what is being done (SIGINT, Ctrl-C while an engine thinks).
    Interrupt,
    /// End (SIGTERM, SIGHUP).
    End,
}

/// The signals, as they come in.
pub struct Signals {
    arrived: Receiver<Stop>,
    thinking: Arc<Mutex<Option<Cancel>>>,
}

impl Signals {
    /// Nobody ever signals.
    pub fn none() -> Self {
        Signals { arrived: never(), thinking: Arc::default() }
    }

    /// Takes over the signals of the process; once in its life.
    pub fn take_over() -> Result<Self> {
        let thinking: Arc<Mutex<Option<Cancel>>> = Arc::default();
        let shared = thinking.clone();
        let (sender, arrived) = crossbeam_channel::unbounded();
        watch(move |stop| {
            let _ = sender.send(stop);
            if let Some(cancel) = shared.lock().unwrap_or_else(PoisonError::into_inner).take() {
                cancel.cancel();
            }
        })?;
        Ok(Signals { arrived, thinking })
    }

    /// The signals that came.
    pub fn arrived(&self) -> &Receiver<Stop> {
        &self.arrived
    }

    /// Does something that a signal cancels; the signal can be received then.
    pub fn interruptible<T>(&self, action: impl FnOnce(&Cancel) -> T) -> T {
        let set = |cancel| *self.thinking.lock().unwrap_or_else(PoisonError::into_inner) = cancel;
        let cancel = Cancel::default();
        set(Some(cancel.clone()));
        let done = action(&cancel);
        set(None);
        done
    }
}

/// Calls `act` on each signal, in a thread of its own.
#[cfg(unix)]
fn watch(act: impl Fn(Stop) + Send + 'static) -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let run =
        move || signals.forever().for_each(|signal| act(if signal == SIGINT { Stop::Interrupt } else { Stop::End }));
    std::thread::Builder::new().name("signals".into()).spawn(run)?;
    Ok(())
}

/// Elsewhere there is Ctrl-C alone.
#[cfg(not(unix))]
fn watch(act: impl Fn(Stop) + Send + 'static) -> Result<()> {
    Ok(ctrlc::set_handler(move || act(Stop::Interrupt))?)
}
