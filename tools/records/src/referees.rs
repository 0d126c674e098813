//! Referees for many games, most of which have the same rules.

use anyhow::Result;
use quartet_rules::{Referee, referee};
use std::collections::BTreeMap;

/// Opens referees and keeps the last one: opening another of the same rules is faster and shares tables of solved
/// games.
#[derive(Default)]
pub struct Referees {
    last: Option<Last>,
}

/// The rules of the last referee, and one of these rules.
struct Last {
    variant: String,
    options: BTreeMap<String, String>,
    referee: Box<dyn Referee>,
}

impl Referees {
    /// A referee of the variant with this name or alias under these options, at the start position. Fails if there are
    /// no such rules.
    pub fn open(&mut self, variant: &str, options: &BTreeMap<String, String>) -> Result<Box<dyn Referee>> {
        let same = self.last.take().filter(|last| last.variant == variant && last.options == *options);
        let last = match same {
            Some(last) => last,
            None => {
                let referee = referee(variant, options)?;
                Last { variant: variant.into(), options: options.clone(), referee }
            }
        };
        Ok(self.last.insert(last).referee.another())
    }
}
