//! The openings of games.
//!
//! A record has a fingerprint of the openings, not the openings themselves. Where they are not known, the games tell
//! them: all games with the same number begin alike. If some do not, and all openings occur, the fingerprint tells
//! which are wrong; otherwise those are that fewer games have.

use crate::openings::{Opening, fingerprint_of, opening_line};
use crate::record::{GameRecord, Header, OpeningRecord};
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum number of lists of openings that are compared with the fingerprint.
const MOST_LISTS: usize = 256;

/// What is known of the openings of a match.
pub(super) enum Openings {
    /// The openings by number, each as a line.
    Known(Vec<String>),
    /// The openings of the games so far.
    OfGames(OfGames),
}

/// The openings that the games of a match have.
#[derive(Default)]
pub(super) struct OfGames {
    /// The number of openings.
    count: usize,
    /// Their SHA-256, as hex digits; `None` in records of older versions.
    sha256: Option<String>,
    /// The different openings of the games with each number.
    found: HashMap<u64, Candidates>,
    /// The number of each game, of its opening, and which of the different ones it is.
    games: Vec<(u64, u64, usize)>,
}

/// The different openings of games with the same number.
#[derive(Default)]
struct Candidates {
    list: Vec<Candidate>,
    /// The index in the list of each line.
    places: HashMap<Arc<str>, usize>,
}

/// An opening that games have.
struct Candidate {
    line: Arc<str>,
    /// The number of games with it.
    games: u64,
    /// The number of the first of them.
    first: u64,
}

impl Openings {
    /// The openings of a match; without a list they are taken from its games.
    pub(super) fn of(header: &Header, known: Option<&[Opening]>) -> Self {
        let settings = &header.settings.openings;
        match known {
            Some(known) => Openings::Known(known.iter().map(Opening::line).collect()),
            None if settings.file.is_none() && settings.generator.is_none() => {
                Openings::Known(vec![Opening::start().line()])
            }
            None => {
                let (count, sha256) = (header.openings.count, header.openings.sha256.clone());
                Openings::OfGames(OfGames { count, sha256, ..OfGames::default() })
            }
        }
    }

    /// Compares the opening of a game with the known one, or counts it.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<(), String> {
        let OpeningRecord { index, setup, moves } = &game.opening;
        let line = opening_line(setup, moves);
        match self {
            Openings::OfGames(found) => found.add(game.id, *index, &line),
            Openings::Known(known) => {
                let expected = usize::try_from(*index).ok().and_then(|index| known.get(index));
                if expected != Some(&line) {
                    return Err(unexpected(*index, &line, expected.map_or("none", |expected| expected)));
                }
            }
        }
        Ok(())
    }

    /// What is wrong with the openings of games, by their numbers.
    pub(super) fn finish(self) -> HashMap<u64, String> {
        match self {
            Openings::Known(_) => HashMap::new(),
            Openings::OfGames(found) => found.finish(),
        }
    }
}

/// The message about an opening that is not the right one.
fn unexpected(index: u64, line: &str, expected: &str) -> String {
    format!("it begins with '{}', expected opening {index}, '{}'", line.trim_end(), expected.trim_end())
}

impl OfGames {
    fn add(&mut self, game: u64, index: u64, line: &str) {
        let place = self.found.entry(index).or_default().add(game, line);
        self.games.push((game, index, place));
    }

    fn finish(self) -> HashMap<u64, String> {
        let disputed: Vec<u64> =
            self.found.iter().filter(|(_, found)| found.list.len() > 1).map(|(index, _)| *index).collect();
        if disputed.is_empty() {
            return HashMap::new();
        }
        let certain = self.by_fingerprint(&disputed);
        let mut wrong: HashMap<(u64, usize), String> = HashMap::new();
        for index in disputed {
            let Some(found) = self.found.get(&index) else { continue };
            let right = certain.as_ref().and_then(|certain| certain.get(&index)).copied();
            wrong.extend(found.wrong(index, right).into_iter().map(|(place, what)| ((index, place), what)));
        }
        let what = |(game, index, place)| Some((game, wrong.get(&(index, place))?.clone()));
        self.games.into_iter().filter_map(what).collect()
    }

    /// Which opening is the right one for each of these numbers, by the fingerprint; `None` if it does not tell.
    fn by_fingerprint(&self, disputed: &[u64]) -> Option<HashMap<u64, usize>> {
        let sha256 = self.sha256.as_ref()?;
        let all = (0..self.count as u64).map(|index| self.found.get(&index).map(|found| &*found.list));
        let all: Vec<&[Candidate]> = all.collect::<Option<_>>()?;
        let mut choices: Vec<HashMap<u64, usize>> = vec![HashMap::new()];
        for index in disputed {
            let candidates = self.found.get(index).map_or(0, |found| found.list.len());
            if choices.len().saturating_mul(candidates) > MOST_LISTS {
                return None;
            }
            let with = |choice: &HashMap<u64, usize>, place| {
                let mut choice = choice.clone();
                choice.insert(*index, place);
                choice
            };
            choices = choices.iter().flat_map(|choice| (0..candidates).map(move |place| with(choice, place))).collect();
        }
        choices.into_iter().find(|choice| {
            let chosen = (0..).zip(&all).filter_map(|(index, list)| list.get(*choice.get(&index).unwrap_or(&0)));
            fingerprint_of(chosen.map(|candidate| &*candidate.line)).sha256.as_ref() == Some(sha256)
        })
    }
}

impl Candidates {
    /// Counts a game with an opening; returns which of the different ones it is.
    fn add(&mut self, game: u64, line: &str) -> usize {
        let place = self.places.get(line).copied().unwrap_or_else(|| {
            let line: Arc<str> = line.into();
            self.places.insert(line.clone(), self.list.len());
            self.list.push(Candidate { line, games: 0, first: game });
            self.list.len() - 1
        });
        if let Some(candidate) = self.list.get_mut(place) {
            candidate.games += 1;
        }
        place
    }

    /// What is wrong with the openings with this number. Which one is right is known or is what most games have; if as
    /// many games have another one, all of them may be wrong.
    fn wrong(&self, index: u64, right: Option<usize>) -> Vec<(usize, String)> {
        let mut by_games: Vec<(usize, &Candidate)> = self.list.iter().enumerate().collect();
        by_games.sort_by_key(|(place, candidate)| (std::cmp::Reverse(candidate.games), *place));
        let what = |(place, own): (usize, &Candidate)| {
            if let Some((right, candidate)) = right.and_then(|right| Some((right, self.list.get(right)?))) {
                return (right != place).then(|| (place, unexpected(index, &own.line, &candidate.line)));
            }
            let (_, other) = by_games.iter().find(|(other, _)| *other != place)?;
            (other.games >= own.games).then(|| (place, disagreement(index, own, other)))
        };
        self.list.iter().enumerate().filter_map(what).collect()
    }
}

/// The message about an opening that at least as many other games with the same number do not have.
fn disagreement(index: u64, own: &Candidate, other: &Candidate) -> String {
    let (own, theirs) = (own.line.trim_end(), other.line.trim_end());
    format!("it begins with '{own}', and game {} with '{theirs}', but both have opening {index}", other.first)
}
