//! Where the game of each number is.

use std::collections::HashMap;

/// The place of a game's line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The attempt at the shard in which it was played.
    pub(super) attempt: u32,
    /// The index of the file.
    pub(super) file: u32,
    /// The number of the line, from 1.
    pub(super) line: u32,
    /// The length of the line in bytes, with its end.
    pub(super) length: u32,
    /// The first byte of the line.
    pub(super) offset: u64,
}

/// What became of a game that was added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Added {
    /// It is the first one of its number.
    New,
    /// An earlier one of its number is kept.
    Duplicate,
    /// It takes the place of one of its number.
    Replacement,
}

/// The places of all games by number.
#[derive(Default, Debug)]
pub(super) struct Index {
    games: HashMap<u64, Place>,
}

impl Index {
    /// Adds a game. `is_earlier` compares two files by name.
    pub(super) fn add(&mut self, id: u64, place: Place, is_earlier: impl Fn(u32, u32) -> bool) -> Added {
        let Some(known) = self.games.get_mut(&id) else {
            self.games.insert(id, place);
            return Added::New;
        };
        let comes_first = match place.attempt.cmp(&known.attempt) {
            std::cmp::Ordering::Equal if place.file == known.file => place.line < known.line,
            std::cmp::Ordering::Equal => is_earlier(place.file, known.file),
            attempts => attempts.is_lt(),
        };
        if comes_first {
            *known = place;
            Added::Replacement
        } else {
            Added::Duplicate
        }
    }

    /// The place of a game.
    pub(super) fn place(&self, id: u64) -> Option<Place> {
        self.games.get(&id).copied()
    }

    /// The number of games.
    pub(super) fn len(&self) -> u64 {
        self.games.len() as u64
    }

    /// The places of these games, by number.
    pub(super) fn places_of(&self, ids: &[u64]) -> Vec<(u64, Place)> {
        let mut places: Vec<(u64, Place)> = ids.iter().filter_map(|id| Some((*id, *self.games.get(id)?))).collect();
        places.sort_unstable_by_key(|&(id, _)| id);
        places
    }

    /// The places of all games, by number.
    pub(super) fn places(&self) -> Vec<(u64, Place)> {
        let mut places: Vec<(u64, Place)> = self.games.iter().map(|(&id, &place)| (id, place)).collect();
        places.sort_unstable_by_key(|&(id, _)| id);
        places
    }

    /// The games of complete pairs by number, and the number of games that wait for the other one of their pair.
    pub(super) fn complete_pairs(&self) -> (Vec<(u64, Place)>, u64) {
        let mut places = self.places();
        places.retain(|(id, _)| self.games.contains_key(&(id ^ 1)));
        let waiting = self.len() - places.len() as u64;
        (places, waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet::random::SplitMix64;

    fn place(attempt: u32, file: u32, line: u32) -> Place {
        Place { attempt, file, line, length: 1, offset: 0 }
    }

    #[test]
    fn the_lowest_attempt_then_file_then_line_is_kept_in_any_order() {
        // Files are numbered in the order in which they appear, and 2 is the first one by name.
        let is_earlier = |one: u32, other: u32| other != 2 && (one == 2 || one < other);
        let mut places =
            vec![place(0, 2, 5), place(0, 2, 9), place(0, 1, 2), place(0, 3, 1), place(1, 0, 2), place(7, 2, 1)];
        let mut random = SplitMix64::new(2);
        for _ in 0..100 {
            for last in (1..places.len()).rev() {
                places.swap(last, random.below(last + 1));
            }
            let mut index = Index::default();
            for &place in &places {
                index.add(4, place, is_earlier);
            }
            assert_eq!(index.places(), [(4, place(0, 2, 5))]);
        }
    }

    #[test]
    fn a_game_without_its_companion_waits() {
        let mut index = Index::default();
        for id in [5, 2, 0, 4, 1, 9] {
            assert_eq!(index.add(id, place(0, 0, id as u32), |_, _| false), Added::New);
        }
        let (places, waiting) = index.complete_pairs();
        assert_eq!((places.iter().map(|(id, _)| *id).collect::<Vec<_>>(), waiting), (vec![0, 1, 4, 5], 2));
    }
}
