//! The games of a file, with their numbers.

use crate::record::Header;
use crate::verify::check_all;
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet_records::formats::arena_record::{self, GameRecord, Unplayable};
use quartet_records::referees::Referees;
use quartet_records::{Format, Game, GameFile, ReadError};
use std::collections::BTreeMap;
use std::path::Path;

/// The games of a file in the order of their numbers.
#[derive(Default)]
pub(super) struct Source {
    pub(super) games: Vec<Game>,
    /// The number of each game: in a record of the arena that of the schedule, from 0; elsewhere its place in the file,
    /// from 1.
    pub(super) numbers: Vec<u64>,
    /// The numbers of games of a record of the arena that contradict its schedule or the rules, by reason.
    pub(super) unplayable: BTreeMap<String, Vec<u64>>,
    /// Games that cannot be read.
    unreadable: Vec<ReadError>,
}

impl Source {
    /// The games of a file. Fails if not even one of them can be read.
    pub(super) fn of(file: &GameFile) -> Result<Source, ReadError> {
        let source = match file.format() {
            Format::ArenaRecord => Self::of_record(file.content()),
            _ => Self::of_games(file),
        };
        let has_games = !source.games.is_empty() || !source.unplayable.is_empty();
        match source.unreadable.first() {
            Some(error) if !has_games => Err(error.clone()),
            _ => Ok(source),
        }
    }

    /// The games of a record of the arena with this content.
    pub(super) fn of_record(content: &[u8]) -> Source {
        let mut source = Source::default();
        let mut referees = Referees::default();
        let (records, errors): (Vec<_>, Vec<_>) = arena_record::records(content).partition(Result::is_ok);
        source.unreadable = errors.into_iter().filter_map(Result::err).collect();
        let mut records: Vec<GameRecord> = records.into_iter().flatten().collect();
        records.sort_by_key(|record| record.id);
        for (record, wrong) in records.iter().zip(wrong(content, &records)) {
            let game = wrong
                .map_or(Ok(()), Err)
                .and_then(|()| record.game(&mut referees).map_err(|Unplayable { error, .. }| format!("{error:#}")));
            match game {
                Ok(game) => source.push(record.id, game),
                Err(why) => source.unplayable.entry(why).or_default().push(record.id),
            }
        }
        source
    }

    fn of_games(file: &GameFile) -> Source {
        let mut source = Source::default();
        for (number, game) in (1..).zip(file.games()) {
            match game {
                Ok(game) => source.push(number, game),
                Err(error) => source.unreadable.push(error),
            }
        }
        source
    }

    fn push(&mut self, number: u64, game: Game) {
        self.numbers.push(number);
        self.games.push(game);
    }

    /// The number of all games.
    pub(super) fn total(&self) -> usize {
        self.games.len() + self.unplayable.values().map(Vec::len).sum::<usize>() + self.unreadable.len()
    }

    /// Reports the games that cannot be read, each with its place.
    pub(super) fn report_unreadable(&self, path: &Path) {
        /// The maximum number of games that are reported.
        const REPORTED: usize = 20;
        for error in self.unreadable.iter().take(REPORTED) {
            eprintln!("{}: {error}", path.display());
        }
        if let Some(more) = self.unreadable.len().checked_sub(REPORTED).filter(|more| *more > 0) {
            eprintln!("{}: {more} more games cannot be read", path.display());
        }
    }
}

/// What is wrong with each game of a record with this content. Only that of a match has a schedule.
fn wrong(content: &[u8], games: &[GameRecord]) -> Vec<Option<String>> {
    let head = strip_byte_order_mark(content).split(|&byte| byte == b'\n').next().unwrap_or_default();
    let found = serde_json::from_slice(head).ok().and_then(|header: Header| check_all(&header, None, games).ok());
    found.unwrap_or_else(|| vec![None; games.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{example_header, played_example};
    use quartet_rules::GameResult::{FirstWins, SecondWins};

    /// The record of a match is compared with its schedule.
    #[test]
    fn wrong_games_of_a_match_are_left_out() {
        let game = |id, names, result| played_example(id, names, result);
        let mut games =
            [game(0, ["a", "b"], FirstWins), game(1, ["a", "b"], FirstWins), game(2, ["a", "b"], SecondWins)];
        games[2].result = FirstWins;
        let lines = games.iter().map(|game| serde_json::to_string(game).expect("JSON"));
        let header = serde_json::to_string(&example_header()).expect("JSON");
        let content = std::iter::once(header).chain(lines).map(|line| line + "\n").collect::<String>();
        let source = Source::of_record(content.as_bytes());
        assert_eq!((source.games.len(), source.total()), (1, 3));
        let why: Vec<(&str, &[u64])> = source.unplayable.iter().map(|(why, games)| (&**why, &**games)).collect();
        let colours = "'a' plays x and 'b' plays o, expected 'b' and 'a'";
        assert_eq!(why, [(colours, &[1][..]), ("its result is p1win (discs), expected p2win (discs)", &[2])]);
    }
}
