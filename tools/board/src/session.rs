//! A page: its messages and its engines.
//!
//! A message of the page is a JSON object `{"engine": <id>, "line": <line>}`. The id is `<name>:<label>`, with the name
//! of an engine of the catalogue and a label of the page's choice; the first line starts the engine. The page receives
//! `{"engine": <id>, "line": <line>}` for each line of an engine, `{"engine": <id>, "refused": <reason>}` for a line
//! that was not sent, and `{"engine": <id>, "ended": <reason>}` when an engine has ended. A message that is none of
//! this is answered by `{"engine": "", "refused": <reason>}`.

use crate::allowed::{Caps, check};
use crate::catalogue::Catalogue;
use crate::engine::{Engine, Event, Output, Report, Unsent};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};

/// The most engines of one page: for each side, the rules, the analysis, and two to spare.
const ENGINES: usize = 6;
/// The longest label, in bytes.
const LONGEST_LABEL: usize = 20;

/// What all pages share.
pub struct Shared {
    /// The engines that can be started.
    pub catalogue: Catalogue,
    /// The most that an engine may use.
    pub caps: Caps,
    /// A permit for each engine that may run at the same time.
    pub processes: Arc<Semaphore>,
}

/// A message of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    engine: String,
    line: String,
}

/// The engines of one page. Dropping it ends them.
pub struct Session {
    shared: Arc<Shared>,
    reports: mpsc::Sender<Report>,
    engines: HashMap<String, Engine>,
}

impl Session {
    /// A session that sends what its engines do to `reports`.
    pub fn new(shared: Arc<Shared>, reports: mpsc::Sender<Report>) -> Session {
        Session { shared, reports, engines: HashMap::new() }
    }

    /// Carries out a message; returns whether the page still listens.
    pub async fn receive(&mut self, text: &str) -> bool {
        let (engine, refused) = match serde_json::from_str::<Message>(text) {
            Ok(Message { engine, line }) => {
                let sent = self.send(&engine, &line);
                (engine, sent.err())
            }
            Err(error) => (String::new(), Some(format!("not a message: {error}"))),
        };
        match refused {
            Some(reason) => self.output(&engine).tell(Event::Refused(reason)).await,
            None => true,
        }
    }

    /// Sends a line to an engine, which is started if it does not run, or no longer.
    fn send(&mut self, id: &str, line: &str) -> Result<(), String> {
        let line = check(line, &self.shared.caps)?;
        if line == "quit" {
            // It ends when it is dropped; the line only makes that orderly.
            if let Some(mut engine) = self.engines.remove(id) {
                let _ = engine.send(line);
            }
            return Ok(());
        }
        let unsent = match self.engines.get_mut(id) {
            None => line,
            Some(engine) => match engine.send(line) {
                Ok(()) => return Ok(()),
                Err(Unsent::TooMany) => return Err("the engine has left too many lines unread".into()),
                Err(Unsent::HasEnded(line)) => line,
            },
        };
        self.engines.remove(id);
        let mut engine = self.start(id)?;
        // A new engine has read everything.
        let _ = engine.send(unsent);
        self.engines.insert(id.into(), engine);
        Ok(())
    }

    fn start(&mut self, id: &str) -> Result<Engine, String> {
        let (name, label) = id.split_once(':').ok_or("an engine's id is NAME:LABEL")?;
        let is_label = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if label.is_empty() || label.len() > LONGEST_LABEL || !label.bytes().all(is_label) {
            return Err(format!("label of an engine, expected 1 to {LONGEST_LABEL} letters, digits or hyphens"));
        }
        if !self.shared.catalogue.has(name) {
            return Err("no such engine; engines are given on the command line".into());
        }
        self.engines.retain(|_, engine| !engine.has_ended());
        if self.engines.len() >= ENGINES {
            return Err(format!("{ENGINES} engines run for this page already"));
        }
        let permit = self.shared.processes.clone().try_acquire_owned();
        let permit = permit.map_err(|_| "too many engines run for all pages together")?;
        Engine::start(&self.shared.catalogue, name, self.output(id), permit)
    }

    fn output(&self, id: &str) -> Output {
        Output::new(id.into(), self.reports.clone())
    }
}
