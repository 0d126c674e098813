//! The records of a match's parts, read together.

use super::index::{Added, Index};
use super::inputs::{order, records};
use super::reader::{Damage, Line, Reader};
use crate::record::Header;
use crate::schedule::Schedule;
use crate::verify::WrongGame;
use anyhow::{Result, bail};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The maximum number of lines that are listed.
pub(super) const LISTED: usize = 20;

/// The records of a match's parts, and the places of their games.
#[derive(Default)]
pub(super) struct Parts {
    readers: Vec<Reader>,
    /// The index of the reader of each path.
    known: HashMap<PathBuf, usize>,
    index: Index,
    damage: Vec<Damage>,
    /// Games of other shards.
    wrong: Vec<WrongGame>,
    /// The first games that are in a file more than once, one of them in a line.
    repeats: Vec<String>,
    /// Games of which another of the same number is kept.
    duplicates: u64,
}

/// What was found since the last time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Update {
    /// The numbers of games that were added.
    Grown(Vec<u64>),
    /// A game that was read before is not the one that counts, or a file was replaced: everything has to be read again.
    Changed,
}

impl Parts {
    /// Reads what was added to the files, and new files. Fails if a file is not a record, or one of another match.
    pub(super) fn update(&mut self, inputs: &[PathBuf]) -> Result<Update> {
        for path in records(inputs)? {
            if !self.known.contains_key(&path) {
                self.known.insert(path.clone(), self.readers.len());
                self.readers.push(Reader::new(path, self.readers.len() as u32));
            }
        }
        let paths = self.paths();
        let is_earlier = |one: u32, other: u32| order(&paths[one as usize]) < order(&paths[other as usize]);
        let (mut added, mut is_changed) = (Vec::new(), false);
        for place in 0..self.readers.len() {
            let Parts { readers, index, damage, wrong, repeats, duplicates, .. } = self;
            if readers[place].has_changed() {
                return Ok(Update::Changed);
            }
            let had_header = readers[place].header().is_some();
            readers[place].read(|line| match line {
                Line::Other => {}
                Line::Damaged(found) => damage.push(found),
                Line::Wrong(found) => wrong.push(found),
                Line::Game(id, place) => {
                    let known = index.place(id);
                    match index.add(id, place, is_earlier) {
                        Added::New => added.push(id),
                        kept => {
                            *duplicates += 1;
                            is_changed |= kept == Added::Replacement;
                        }
                    }
                    if let Some(known) = known.filter(|known| known.file == place.file && repeats.len() < LISTED) {
                        let file = paths[place.file as usize].display();
                        let (line, other) = (place.line, known.line);
                        repeats
                            .push(format!("{file}, line {line}: game {id} is in line {other} as well and counts once"));
                    }
                }
            })?;
            if !had_header {
                self.check_header(place)?;
            }
        }
        Ok(if is_changed { Update::Changed } else { Update::Grown(added) })
    }

    /// Fails if a record is one of another match than the first one, or of one that is not played in parts.
    fn check_header(&self, place: usize) -> Result<()> {
        let mut headers = self.headers();
        let (Some((first, known)), Some(header)) = (headers.next(), self.readers[place].header()) else {
            return Ok(());
        };
        let tournament = header.settings.tournament;
        if !tournament.is_fixed() {
            bail!(
                "{} is the record of a {}, which has no parts",
                self.readers[place].path().display(),
                tournament.name()
            );
        }
        let found = known.differences_between_parts(header)?.join("; ");
        if !found.is_empty() {
            bail!(
                "{} and {} are records of different matches: {found}",
                first.display(),
                self.readers[place].path().display()
            );
        }
        Ok(())
    }

    /// The headers with their files.
    fn headers(&self) -> impl Iterator<Item = (&Path, &Header)> {
        self.readers.iter().filter_map(|reader| Some((reader.path(), reader.header()?)))
    }

    /// The header of the whole match, with the greatest number of games; `None` without any header.
    pub(super) fn merged_header(&self) -> Option<Header> {
        let mut headers = self.headers().map(|(_, header)| header);
        let mut merged = headers.next()?.clone();
        for header in headers {
            merged.learn(header);
            merged.settings.games = merged.settings.games.max(header.settings.games);
        }
        merged.set_shard(None);
        merged.merged = true;
        Some(merged)
    }

    /// The number of shards; 1 if it is not known.
    pub(super) fn shards(&self) -> u64 {
        self.readers.iter().map(|reader| reader.shard().count()).max().unwrap_or(1)
    }

    /// The record of a shard, if it has been started.
    pub(super) fn record_of(&self, index: u64) -> Option<&Path> {
        let is_it = |reader: &&Reader| reader.header().is_some() && reader.shard().index() == index;
        self.readers.iter().find(is_it).map(Reader::path)
    }

    /// The number of shards that have been started.
    pub(super) fn started(&self) -> u64 {
        let started = self.readers.iter().filter(|reader| reader.header().is_some());
        started.map(|reader| reader.shard().index()).collect::<HashSet<_>>().len() as u64
    }

    /// The number of games of the whole match; 0 without any header.
    pub(super) fn scheduled(&self) -> u64 {
        self.merged_header().map_or(0, |header| Schedule::new(&header.settings).games())
    }

    /// The places of all games.
    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    /// The files, in the order of their indices.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.readers.iter().map(|reader| reader.path().to_path_buf()).collect()
    }

    /// The games of other shards.
    pub(super) fn wrong(&self) -> &[WrongGame] {
        &self.wrong
    }

    /// Whether lines cannot be used.
    pub(super) fn has_damage(&self) -> bool {
        !self.damage.is_empty()
    }

    /// The lines that cannot be used, one of them in a line; many are counted.
    pub(super) fn damage_lines(&self) -> String {
        let mut lines: Vec<String> = self.damage.iter().take(LISTED).map(Damage::to_string).collect();
        if let Some(more) = self.damage.len().checked_sub(LISTED).filter(|more| *more > 0) {
            lines.push(format!("{more} more damaged lines"));
        }
        lines.join("\n")
    }

    /// What is worth knowing about the games: `waiting` of them wait for the other game of their pair.
    pub(super) fn notes(&self, waiting: u64) -> Vec<String> {
        let torn = self.readers.iter().filter(|reader| reader.is_torn()).count();
        let missing = self.scheduled().saturating_sub(self.index.len());
        let notes = [
            (missing, "games are missing"),
            (waiting, "games wait for the other game of their pair"),
            (self.duplicates, "games were there already and count once"),
            (torn as u64, "files end with an incomplete line"),
        ];
        let notes = notes.into_iter().filter(|(count, _)| *count > 0);
        let mut notes: Vec<String> = notes.map(|(count, what)| format!("{count} {what}")).collect();
        notes.extend(self.repeats.iter().cloned());
        if self.has_damage() {
            notes.push(self.damage_lines());
        }
        notes
    }
}
