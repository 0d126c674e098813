//! The engine in this process: what it thinks of a position, for hints and for openings that are fair to both sides.
//!
//! Must not know: why it is asked.

use crate::referee::Referee;
use anyhow::{Context, Result, anyhow};
use crossbeam_channel::unbounded;
use quartet::engine::options::names;
use quartet::engine::{Host, Job, JobEvent, Order, Setup, TextLine, host};
use quartet::search::control::StopToken;
use std::collections::BTreeMap;
use std::time::Instant;

/// An engine that has been told the rules.
pub struct Analyst {
    host: Host,
}

impl Analyst {
    /// An engine for the referee's variant; the options are those of the rules.
    pub fn new(referee: &dyn Referee, options: &BTreeMap<String, String>) -> Result<Self> {
        let mut host = Host::new(host::open).context("no memory for a search")?;
        host.select(referee.variant().name).map_err(|why| anyhow!(why))?;
        for (name, value) in options {
            host.set_option(name, Some(value)).map_err(|why| anyhow!(why))?;
        }
        Ok(Analyst { host })
    }

    /// The `lines` best moves (fewer if there are no more) with their lines, best first: those of the deepest iteration that
    /// was finished for all of them.
    pub fn search(&mut self, referee: &dyn Referee, order: Order, lines: usize) -> Result<Vec<TextLine>> {
        let lines = lines.min(referee.legal_moves().len());
        self.host.set_option(names::MULTI_PV, Some(&lines.max(1).to_string())).map_err(|why| anyhow!(why))?;
        self.host.engine().set_position(&Setup::Text(referee.position()), &[]).map_err(|why| anyhow!(why))?;
        let (sender, events) = unbounded();
        let emit = Box::new(move |event| drop(sender.send(event)));
        let started = self.host.start(&Job::Search(order), Instant::now(), StopToken::default(), emit);
        started.map_err(|why| anyhow!(why))?;
        let mut depths: BTreeMap<u16, BTreeMap<usize, TextLine>> = BTreeMap::new();
        for event in events.iter().take_while(|event| *event != JobEvent::Done) {
            if let JobEvent::Line(line) = event {
                depths.entry(line.depth).or_default().insert(line.rank, line);
            }
        }
        self.host.finish();
        // Values of different depths do not compare.
        let whole = depths.into_values().rev().find(|found| found.len() == lines);
        Ok(whole.context("no iteration was finished")?.into_values().collect())
    }
}
