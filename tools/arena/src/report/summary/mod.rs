//! From games to figures: everything that tables, JSON and plots show.
//!
//! Must not know how figures are shown.

mod engine;
mod section;

pub use engine::{Engine, Margin, Play};
pub use section::{Duel, FailureNote, Opening, Section};

use super::record::{Game, Records};
use serde::Serialize;
use std::collections::BTreeMap;

/// What the records of some files show.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The files, in the order given.
    pub files: Vec<String>,
    /// What could not be read or counted, a sentence each.
    pub notes: Vec<String>,
    /// A section for each variant, by name.
    pub sections: Vec<Section>,
}

/// A game and the number of its file, as pairs are numbered within files.
type Filed = (usize, Game);

/// Collects the games of files.
#[derive(Default)]
pub(super) struct Builder {
    files: Vec<String>,
    notes: Vec<String>,
    variants: BTreeMap<String, Vec<Filed>>,
}

impl Builder {
    /// Takes up the records of a file.
    pub(super) fn add(&mut self, name: &str, records: Records) {
        self.notes.extend(records.notes.into_iter().map(|note| format!("{name}: {note}")));
        let number = self.files.len();
        self.files.push(name.into());
        for game in records.games {
            if game.outcome().is_none() {
                self.notes.push(format!("{name}: game {} has no result, not counted", game.id));
            } else {
                self.variants.entry(game.variant.clone()).or_default().push((number, game));
            }
        }
    }

    /// The report of all games taken up.
    pub(super) fn finish(self) -> Report {
        let sections = self.variants.into_iter().map(|(variant, games)| Section::of(variant, &games)).collect();
        Report { files: self.files, notes: self.notes, sections }
    }
}
