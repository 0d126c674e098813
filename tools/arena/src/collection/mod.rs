//! Several records read together, each right game counted once.

mod foreign;

use crate::record::{GameRecord, Header, read_content};
use crate::settings::MatchSettings;
use crate::verify::{Verified, WrongGame, verify};
use anyhow::Result;
use quartet_files::read_bytes;
use serde::Serialize;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A record of a collection.
#[derive(Clone, Debug)]
pub struct RecordPart {
    /// The settings of the match; `None` if the games are not those of a match of the arena.
    pub settings: Option<MatchSettings>,
    /// The games by number, without those of earlier records.
    pub games: Vec<GameRecord>,
    /// The number of the match: that of the first record with which it shares games or of which it is another shard,
    /// otherwise its own index. Game and pair numbers are unique within a match.
    pub of_match: usize,
}

impl RecordPart {
    /// The names of the engines that have played, in the order of the settings, else of their games.
    pub fn engines(&self) -> Vec<&str> {
        let players = || self.games.iter().flat_map(|game| [&*game.first, &*game.second]);
        let played: HashSet<&str> = players().collect();
        let listed = self.settings.iter().flat_map(|settings| &settings.engines).map(|engine| engine.name.as_str());
        let mut seen = HashSet::new();
        let names = listed.filter(|name| played.contains(name)).chain(players());
        names.filter(|name| seen.insert(*name)).collect()
    }
}

/// Games in two of the files: of a copy, of a record given by two names, or of an earlier state of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duplicate {
    /// The later file.
    pub file: String,
    /// The earlier one.
    pub of: String,
    /// The number of games.
    pub games: u64,
}

impl fmt::Display for Duplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Duplicate { file, of, games } = self;
        write!(f, "duplicate: {games} games of {file} are in {of} already and count once")
    }
}

/// Records that are read together.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The records, in the order in which they were given.
    pub parts: Vec<RecordPart>,
    /// The games that are left out because an earlier record has them.
    pub duplicates: Vec<Duplicate>,
    /// The games that are left out because they contradict the schedule of their match, or the rules.
    pub wrong: Vec<WrongGame>,
    /// The file names.
    names: Vec<String>,
    /// The headers of shards, with the index of the record.
    shards: Vec<(usize, Header)>,
    /// The index of the record that has a game, by its hash from [`contents`].
    known: HashMap<u64, usize>,
}

impl Collection {
    /// Reads records of matches, whose games are verified, and files of games of any other format.
    pub fn read(files: &[PathBuf]) -> Result<Self> {
        let mut collection = Collection::default();
        for file in files {
            // Once, so that a pipe can be read as well.
            let content = read_bytes(file)?;
            match foreign::read(file, &content)? {
                Some(games) => collection.add_games(file, None, games),
                None => {
                    let records = read_content(file, &content)?;
                    let header = records.header.clone();
                    let Verified { right, wrong } = verify(file, &header, None, records.into_lines())?;
                    collection.wrong.extend(wrong);
                    collection.add(file, header, right);
                }
            }
        }
        Ok(collection)
    }

    /// What is worth knowing about games that are left out, a line each: those that count once, and the numbers of
    /// wrong ones.
    pub fn notes(&self) -> Vec<String> {
        let mut wrong: BTreeMap<&str, u64> = BTreeMap::new();
        self.wrong.iter().for_each(|game| *wrong.entry(&game.file).or_default() += 1);
        let wrong = wrong.into_iter().map(|(file, games)| {
            format!("wrong: {games} games of {file} contradict the schedule or the rules and do not count")
        });
        self.duplicates.iter().map(Duplicate::to_string).chain(wrong).collect()
    }

    /// The exit status of a command that has used the games: 1 if wrong ones were left out.
    pub fn exit_status(&self) -> ExitCode {
        if self.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// Adds a record, whose games are right.
    pub fn add(&mut self, file: &Path, header: Header, games: Vec<GameRecord>) {
        let is_part = |(_, known): &&(usize, Header)| {
            known.differences_between_parts(&header).is_ok_and(|differences| differences.is_empty())
        };
        let place = self.parts.len();
        let of_match = self.shards.iter().find(is_part).map(|(place, _)| self.parts[*place].of_match);
        if header.shard.is_some() && of_match.is_none() {
            self.shards.push((place, header.clone()));
        }
        self.add_games(file, Some(header.settings), games);
        // Shared games tell as well, but shards usually have none.
        if let Some(of_match) = of_match.filter(|_| header.shard.is_some()) {
            self.parts[place].of_match = self.parts[place].of_match.min(of_match);
        }
    }

    fn add_games(&mut self, file: &Path, settings: Option<MatchSettings>, mut games: Vec<GameRecord>) {
        games.sort_by_key(|game| game.id);
        let (place, mut shared) = (self.parts.len(), BTreeMap::new());
        games.retain(|game| match self.known.entry(contents(game)) {
            Entry::Vacant(free) => {
                free.insert(place);
                true
            }
            Entry::Occupied(taken) => {
                *shared.entry(*taken.get()).or_insert(0) += 1;
                false
            }
        });
        let of_match = shared.keys().next().map_or(place, |&earlier: &usize| self.parts[earlier].of_match);
        self.names.push(file.display().to_string());
        let duplicates = shared.into_iter().map(|(earlier, games)| Duplicate {
            file: self.names[place].clone(),
            of: self.names[earlier].clone(),
            games,
        });
        self.duplicates.extend(duplicates);
        self.parts.push(RecordPart { settings, games, of_match });
    }
}

/// A hash of all fields of a game. It distinguishes games with the same moves by their times, which are in thousandths
/// of a millisecond.
fn contents(game: &GameRecord) -> u64 {
    let mut hash = DefaultHasher::new();
    // A value that was read from JSON can be written as JSON.
    serde_json::to_string(game).unwrap_or_default().hash(&mut hash);
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{example, example_header};
    use quartet_rules::GameResult::Draw;

    fn games(ids: impl IntoIterator<Item = u64>, seconds: f64) -> Vec<GameRecord> {
        ids.into_iter().map(|id| GameRecord { seconds, ..example(id, ["a", "b"], Draw) }).collect()
    }

    fn counts(collection: &Collection) -> Vec<(usize, usize)> {
        collection.parts.iter().map(|part| (part.games.len(), part.of_match)).collect()
    }

    #[test]
    fn a_game_given_twice_counts_once() {
        let mut collection = Collection::default();
        let mut add = |name: &str, games| collection.add(Path::new(name), example_header(), games);
        add("prefix", games(0..3, 1.0));
        add("other", games(0..6, 2.0));
        add("whole", games((0..6).rev(), 1.0));
        add("prefix", games(0..3, 1.0));
        assert_eq!(counts(&collection), [(3, 0), (6, 1), (3, 0), (0, 0)]);
        let notes: Vec<_> = collection.duplicates.iter().map(Duplicate::to_string).collect();
        assert_eq!(
            notes,
            [
                "duplicate: 3 games of whole are in prefix already and count once",
                "duplicate: 3 games of prefix are in prefix already and count once"
            ]
        );
    }

    #[test]
    fn shards_are_parts_of_one_match() {
        let mut collection = Collection::default();
        let shard = |shard, shards| Header { shard: Some(shard), shards: Some(shards), ..example_header() };
        let mut other = shard(0, 2);
        other.settings.variant = "gomoku".into();
        let mut longer = shard(1, 2);
        longer.settings.games += 2;
        let parts = [(shard(0, 2), 0..2), (other, 0..2), (longer, 2..4), (shard(0, 3), 4..6)];
        for (seconds, (header, ids)) in (0..).zip(parts) {
            collection.add(Path::new("shard"), header, games(ids, f64::from(seconds)));
        }
        let of_match: Vec<usize> = collection.parts.iter().map(|part| part.of_match).collect();
        assert_eq!(of_match, [0, 1, 0, 3], "{:?}", collection.duplicates);
    }

    #[test]
    fn a_replayed_game_is_no_duplicate() {
        let mut collection = Collection::default();
        collection.add(Path::new("one"), example_header(), games(0..4, 1.0));
        collection.add(Path::new("two"), example_header(), games(0..4, 1.5));
        assert_eq!((counts(&collection), collection.duplicates.len()), (vec![(4, 0), (4, 1)], 0));
    }
}
