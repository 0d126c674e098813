//! The record of an experiment: the games of all its matches in one file, by which an experiment that was killed goes on.
//!
//! It also knows whether the experiment is interrupted, and how far it then is.
//!
//! It is a record as a match has it, which can be reported and exported. The games are numbered through, match after match in
//! the order in which the experiment plays them. Must not know: what the games are for.

use crate::fault::Cancel;
use crate::interrupt::{Interrupted, next};
use crate::record::{GameRecord, Header, RecordFile};
use anyhow::{Error, Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The record, if one is kept, and how far the experiment is in it.
#[derive(Default)]
pub struct Ledger {
    file: Option<RecordFile>,
    /// Games from before, by number.
    earlier: BTreeMap<u64, GameRecord>,
    /// The number of the first game of the next match.
    next: u64,
    path: Option<PathBuf>,
    /// How many games have been played.
    done: u64,
    /// How many games there are to be.
    scheduled: u64,
    /// Ends the experiment.
    cancel: Cancel,
}

impl Ledger {
    /// Begins a record, or goes on with it, of an experiment that this ends.
    pub fn open(path: Option<&Path>, resume: bool, header: &Header, cancel: &Cancel) -> Result<Self> {
        let (file, earlier) = match path {
            Some(path) if resume => RecordFile::resume(path, header).map(|(file, games)| (Some(file), games))?,
            Some(path) => (Some(RecordFile::create(path, header)?), Vec::new()),
            None if resume => bail!("--resume without --out"),
            None => (None, Vec::new()),
        };
        let (path, done, cancel) = (path.map(PathBuf::from), earlier.len() as u64, cancel.clone());
        let earlier = earlier.into_iter().map(|game| (game.id, game)).collect();
        Ok(Ledger { file, earlier, path, done, cancel, ..Ledger::default() })
    }

    /// Has so many games to be played in all.
    pub fn schedule(&mut self, games: u64) {
        self.scheduled = games;
    }

    /// What ends the experiment before its time.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// An error if it was interrupted.
    pub fn check(&self) -> Result<()> {
        if self.cancel.is_cancelled() { Err(self.interrupted()) } else { Ok(()) }
    }

    /// The error that it was interrupted.
    pub fn interrupted(&self) -> Error {
        let next = next(self.path.as_deref());
        Interrupted { done: self.done, of: self.scheduled, unit: "games", next }.into()
    }

    /// The place of the next match, of so many games.
    pub fn part(&mut self, games: u64) -> Part<'_> {
        let first = self.next;
        self.next += games;
        let later = self.earlier.split_off(&self.next);
        let earlier = std::mem::replace(&mut self.earlier, later);
        Part { ledger: self, first, earlier }
    }
}

/// The part of a record that has the games of one match, which number them from 0.
pub struct Part<'a> {
    ledger: &'a mut Ledger,
    first: u64,
    earlier: BTreeMap<u64, GameRecord>,
}

impl Part<'_> {
    /// The games that are in the record already.
    pub fn earlier(&mut self) -> Vec<GameRecord> {
        let games = std::mem::take(&mut self.earlier).into_values();
        games.map(|game| GameRecord { id: game.id - self.first, pair: game.pair - self.first, ..game }).collect()
    }

    /// Puts a game into the record.
    pub fn keep(&mut self, game: &GameRecord) -> Result<()> {
        let (id, pair) = (game.id + self.first, game.pair + self.first);
        self.ledger.done += 1;
        match &mut self.ledger.file {
            Some(file) => file.append(&GameRecord { id, pair, ..game.clone() }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::fingerprint;
    use crate::record::{FORMAT, example};
    use crate::referee::GameResult;
    use crate::settings::MatchSettings;

    #[test]
    fn games_are_found_again_in_their_match() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        let settings = MatchSettings { variant: "othello".into(), ..MatchSettings::default() };
        let header = Header { quartet_arena: FORMAT, settings, openings: fingerprint(&[]), experiment: None };
        let game = |id| example(id, ["a", "b"], GameResult::Draw);
        let mut ledger = Ledger::open(Some(&path), false, &header, &Cancel::default()).expect("a record");
        ledger.part(3).keep(&game(1)).expect("room");
        let mut second = ledger.part(4);
        assert!(second.earlier().is_empty());
        [0, 3].iter().for_each(|&id| second.keep(&game(id)).expect("room"));
        drop(ledger);
        assert!(
            Ledger::open(Some(&path), false, &header, &Cancel::default()).is_err()
                && Ledger::open(None, true, &header, &Cancel::default()).is_err()
        );
        let mut ledger = Ledger::open(Some(&path), true, &header, &Cancel::default()).expect("a record");
        assert_eq!(ledger.part(3).earlier(), [game(1)]);
        assert_eq!(ledger.part(4).earlier(), [game(0), game(3)]);
        assert!(ledger.part(9).earlier().is_empty());
    }
}
