//! The record of an experiment: the games of all its matches in one file, from which an interrupted experiment is
//! resumed.
//!
//! The file has the format of a match record and can be reported and exported. Games are numbered consecutively,
//! match by match, in the order in which the experiment plays them.

use crate::fault::Cancel;
use crate::record::{GameRecord, Header, RecordFile};
use crate::verify::{Verified, print_wrong_games, verify};
use anyhow::{Error, Result, bail, ensure};
use quartet_interrupt::{Interrupted, resume_hint};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The record, if there is one, and the progress of the experiment.
#[derive(Default)]
pub(super) struct ExperimentRecord {
    file: Option<RecordFile>,
    /// The games of earlier runs, by number.
    earlier: BTreeMap<u64, GameRecord>,
    /// The number of the first game of the next match.
    next: u64,
    path: Option<PathBuf>,
    /// The number of games played.
    done: u64,
    /// The number of games of the whole experiment.
    scheduled: u64,
    /// Cancelled when the experiment is interrupted.
    cancel: Cancel,
}

impl ExperimentRecord {
    /// Creates or resumes the record at `path`; without a path no file is kept. `cancel` interrupts the experiment.
    pub(super) fn open(path: Option<&Path>, resume: bool, header: &Header, cancel: &Cancel) -> Result<Self> {
        let (mut file, earlier) = match path {
            Some(path) if resume => {
                let (file, games) = RecordFile::resume(path, header)?;
                let Verified { right, wrong } = verify(path, header, None, games)?;
                print_wrong_games(&wrong);
                let (file_name, wrong) = (path.display(), wrong.len());
                ensure!(
                    wrong == 0,
                    "record {file_name} has {wrong} wrong games; without their lines they are played again"
                );
                (Some(file), right)
            }
            Some(path) => (Some(RecordFile::create(path)?), Vec::new()),
            None if resume => bail!("--resume without --out"),
            None => (None, Vec::new()),
        };
        if let Some(file) = &mut file {
            file.start(header)?;
        }
        let (path, done, cancel) = (path.map(PathBuf::from), earlier.len() as u64, cancel.clone());
        let earlier = earlier.into_iter().map(|game| (game.id, game)).collect();
        Ok(ExperimentRecord { file, earlier, path, done, cancel, ..ExperimentRecord::default() })
    }

    /// Sets the number of games of the whole experiment.
    pub(super) fn schedule(&mut self, games: u64) {
        self.scheduled = games;
    }

    /// The token that interrupts the experiment.
    pub(super) fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Fails if the experiment was interrupted.
    pub(super) fn check(&self) -> Result<()> {
        if self.cancel.is_cancelled() { Err(self.interrupted()) } else { Ok(()) }
    }

    /// The error of an interrupted experiment.
    pub(super) fn interrupted(&self) -> Error {
        let resume_hint = resume_hint(self.path.as_deref());
        Interrupted { done: self.done, of: self.scheduled, unit: "games", resume_hint }.into()
    }

    /// The part of the record for the next match, which has this number of games.
    pub(super) fn part(&mut self, games: u64) -> MatchPart<'_> {
        let first = self.next;
        self.next += games;
        let later = self.earlier.split_off(&self.next);
        let earlier = std::mem::replace(&mut self.earlier, later);
        MatchPart { record: self, first, earlier }
    }
}

/// The games of one match in the record; the match numbers them from 0.
pub(super) struct MatchPart<'a> {
    record: &'a mut ExperimentRecord,
    first: u64,
    earlier: BTreeMap<u64, GameRecord>,
}

impl MatchPart<'_> {
    /// The games of this match that were already in the record.
    pub(super) fn earlier(&mut self) -> Vec<GameRecord> {
        let games = std::mem::take(&mut self.earlier).into_values();
        games.map(|game| GameRecord { id: game.id - self.first, pair: game.pair - self.first, ..game }).collect()
    }

    /// Appends a game to the record.
    pub(super) fn append(&mut self, game: &GameRecord) -> Result<()> {
        let (id, pair) = (game.id + self.first, game.pair + self.first);
        self.record.done += 1;
        match &mut self.record.file {
            Some(file) => file.append(&GameRecord { id, pair, ..game.clone() }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::played_example;
    use crate::settings::MatchSettings;
    use quartet_rules::GameResult;

    #[test]
    fn games_are_resumed_in_their_match() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl");
        let settings = MatchSettings { variant: "othello".into(), ..MatchSettings::default() };
        let header = Header { experiment: Some("a test".into()), ..Header::new(settings, &[]) };
        let game = |id| played_example(id, ["a", "b"], GameResult::Draw);
        let mut record = ExperimentRecord::open(Some(&path), false, &header, &Cancel::default()).expect("a record");
        record.part(3).append(&game(1)).expect("room");
        let mut second = record.part(4);
        assert!(second.earlier().is_empty());
        [0, 3].iter().for_each(|&id| second.append(&game(id)).expect("room"));
        drop(record);
        assert!(
            ExperimentRecord::open(Some(&path), false, &header, &Cancel::default()).is_err()
                && ExperimentRecord::open(None, true, &header, &Cancel::default()).is_err()
        );
        let mut record = ExperimentRecord::open(Some(&path), true, &header, &Cancel::default()).expect("a record");
        assert_eq!(record.part(3).earlier(), [game(1)]);
        assert_eq!(record.part(4).earlier(), [game(0), game(3)]);
        assert!(record.part(9).earlier().is_empty());
    }
}
