//! Where a match is recorded: in a file, or as a shard in a folder.

use super::match_arguments::MatchArguments;
use crate::openings::Opening;
use crate::record::{GameRecord, Header, RecordFile, folder};
use crate::schedule::Schedule;
use crate::verify::{Verified, print_wrong_games, verify};
use anyhow::{Context, Result, anyhow, ensure};
use quartet::shard::Shard;
use quartet_interrupt::{print_to_stderr, resume_hint, same_command_hint};
use std::path::{Path, PathBuf};

/// The place of a record.
pub(super) enum Target {
    /// No record is kept.
    Nowhere,
    /// A file, which has to be new unless it is resumed.
    File {
        /// The file.
        path: PathBuf,
        /// Whether it is resumed if it exists.
        resume: bool,
    },
    /// The file of a shard, which is resumed if it exists.
    Shard {
        /// The folder of all shards.
        folder: PathBuf,
        /// The file.
        path: PathBuf,
        /// The shard.
        shard: Shard,
    },
}

impl Target {
    /// The place that the arguments name. The folder of a shard is made if it is missing.
    pub(super) fn of(arguments: &MatchArguments) -> Result<Target> {
        let out = arguments.out.clone();
        let Some(shard) = &arguments.shard else {
            return Ok(out.map_or(Target::Nowhere, |path| Target::File { path, resume: arguments.resume }));
        };
        let variable = |name: &str| std::env::var(name).ok();
        let shard =
            Shard::parse(shard, arguments.shards.map(|count| count.get()), variable).map_err(|why| anyhow!(why))?;
        let folder = out.context("--shard without --out FOLDER")?;
        let path = folder::record_of(&folder, shard)?;
        Ok(Target::Shard { folder, path, shard })
    }

    /// The record, if one is kept.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Target::Nowhere => None,
            Target::File { path, .. } | Target::Shard { path, .. } => Some(path),
        }
    }

    /// The shard, if it is one.
    pub(super) fn shard(&self) -> Option<Shard> {
        if let Target::Shard { shard, .. } = self { Some(*shard) } else { None }
    }

    /// The folder of all shards, if it is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        if let Target::Shard { folder, .. } = self { Some(folder) } else { None }
    }

    /// A line that says how to go on after an interrupt.
    pub(super) fn resume_hint(&self) -> String {
        if self.shard().is_some() { same_command_hint() } else { resume_hint(self.path()) }
    }

    /// Creates or resumes the record; returns it with the games already in it, which are counted in the schedule. Fails
    /// if it has wrong games, unless these are to be played again.
    pub(super) fn open(
        &self,
        header: &Header,
        openings: &[Opening],
        schedule: &mut Schedule,
        redo_wrong: bool,
    ) -> Result<(Option<RecordFile>, Vec<GameRecord>)> {
        let path = match self {
            Target::Nowhere => return Ok((None, Vec::new())),
            Target::File { path, resume: false } => return Ok((Some(RecordFile::create(path)?), Vec::new())),
            Target::File { path, .. } | Target::Shard { path, .. } => path,
        };
        let (record, earlier) = RecordFile::resume(path, header)?;
        if let Some(damage) = record.damage() {
            print_to_stderr(&format!("warning: {damage}"));
        }
        let Verified { right, wrong } = verify(path, header, Some(openings), earlier)?;
        print_wrong_games(&wrong);
        ensure!(wrong.is_empty() || redo_wrong, "{}", refusal(path, wrong.len()));
        // In a tournament whose pairings depend on results, the games of a round tell who plays in the next one.
        right.iter().try_for_each(|game| count(game, schedule)).with_context(|| path.display().to_string())?;
        Ok((Some(record), right))
    }
}

/// Why a record is not resumed.
fn refusal(path: &Path, wrong: usize) -> String {
    format!(
        "record {} has {wrong} wrong games, so no game is played; they are played again once their lines are removed, or \
         with --redo-wrong, which leaves their lines in the file",
        path.display()
    )
}

/// Counts a game of a record in the schedule; fails if the schedule does not have it yet.
fn count(game: &GameRecord, schedule: &mut Schedule) -> Result<()> {
    ensure!(
        schedule.game(game.id).is_some(),
        "game {} is there, but not all games of the rounds before it, which decide who plays it",
        game.id
    );
    schedule.add(game.id, game.result);
    Ok(())
}
