//! Signals that stop the current search or the whole program.

use crate::fault::Cancel;
use anyhow::Result;
use crossbeam_channel::{Receiver, never};
use std::sync::{Arc, Mutex, PoisonError};

/// A request to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StopSignal {
    /// Stop the current search (SIGINT, Ctrl-C while an engine thinks).
    Interrupt,
    /// End the program (SIGTERM, SIGHUP).
    End,
}

/// The signals of the process.
pub(super) struct Signals {
    arrived: Receiver<StopSignal>,
    thinking: Arc<Mutex<Option<Cancel>>>,
}

impl Signals {
    /// No signals at all, for input that is not a terminal.
    pub(super) fn none() -> Self {
        Signals { arrived: never(), thinking: Arc::default() }
    }

    /// Handles the signals of the process from now on; can be called once.
    pub(super) fn take_over() -> Result<Self> {
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

    /// The signals that have arrived.
    pub(super) fn arrived(&self) -> &Receiver<StopSignal> {
        &self.arrived
    }

    /// Runs an action that a signal cancels; the signal can be received afterwards.
    pub(super) fn interruptible<T>(&self, action: impl FnOnce(&Cancel) -> T) -> T {
        let set = |cancel| *self.thinking.lock().unwrap_or_else(PoisonError::into_inner) = cancel;
        let cancel = Cancel::default();
        set(Some(cancel.clone()));
        let done = action(&cancel);
        set(None);
        done
    }
}

/// Calls `act` for each signal in a separate thread.
#[cfg(unix)]
fn watch(act: impl Fn(StopSignal) + Send + 'static) -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let run = move || {
        signals
            .forever()
            .for_each(|signal| act(if signal == SIGINT { StopSignal::Interrupt } else { StopSignal::End }));
    };
    std::thread::Builder::new().name("signals".into()).spawn(run)?;
    Ok(())
}

/// Elsewhere only Ctrl-C is handled.
#[cfg(not(unix))]
fn watch(act: impl Fn(StopSignal) + Send + 'static) -> Result<()> {
    Ok(ctrlc::set_handler(move || act(StopSignal::Interrupt))?)
}
