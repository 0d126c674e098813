//! Which games are independent evidence.
//!
//! Deterministic engines always play the same pair of games from an opening, so a pair that repeats an earlier one move
//! for move is no new evidence. Between nondeterministic engines it is, because the frequency of a pair shows its
//! probability. The settings do not tell which is the case, since clocks, threads or options may or may not make an
//! engine nondeterministic. The games do: as soon as two games from the same opening with the same colours differ, the
//! engine that deviated is known to be nondeterministic.

use crate::record::GameRecord;
use crate::stats::{Cluster, Outcome, Sample};
use quartet::game::Side;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The games between two engines as evidence.
#[derive(Clone, Default, Debug)]
pub struct Evidence {
    /// All games.
    pub all: Sample,
    /// All games without pairs and unpaired games that repeat an earlier one.
    pub once: Sample,
    /// The number of pairs that repeat an earlier one.
    pub repeats: u64,
    /// Evidence of nondeterminism; `None` as long as the engines seem deterministic.
    pub nondeterminism: Option<Nondeterminism>,
}

impl Evidence {
    /// The same games from the point of view of the other engine.
    #[must_use]
    pub(super) fn reversed(self) -> Self {
        Evidence { all: self.all.reversed(), once: self.once.reversed(), ..self }
    }
}

/// An engine that deviated from an earlier game, which shows that it is nondeterministic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Nondeterminism {
    /// The name of the engine.
    pub engine: String,
    /// The numbers of the two games.
    pub games: [u64; 2],
}

/// A game by its [key](GameRecord::replay_key), from the point of view of one engine.
pub(super) type Keyed = (Outcome, u64);

/// Pairs and single games without repetitions.
#[derive(Default)]
pub(super) struct Once {
    seen: HashSet<Cluster<u64>>,
    sample: Sample,
    /// The number of repeated pairs.
    pub(super) repeats: u64,
}

impl Once {
    /// Counts a pair or an unpaired game if it is new.
    pub(super) fn add(&mut self, cluster: Cluster<Keyed>) {
        if self.seen.insert(cluster.map(|(_, key)| key)) {
            self.sample.add(cluster.map(|(outcome, _)| outcome));
        } else if matches!(cluster, Cluster::Pair(..)) {
            self.repeats += 1;
        }
    }

    /// The results so far, including games that wait for their companions.
    pub(super) fn sample_with(&self, waiting: impl Iterator<Item = Cluster<Keyed>>) -> Sample {
        let (mut sample, mut fresh) = (self.sample, HashSet::new());
        for single in waiting {
            let key = single.map(|(_, key)| key);
            if !self.seen.contains(&key) && fresh.insert(key) {
                sample.add(single.map(|(outcome, _)| outcome));
            }
        }
        sample
    }
}

/// The first game from each opening with each colour, with which later ones are compared.
#[derive(Default)]
pub(super) struct Lines {
    /// By the number of the match, the side of the one engine, and a hash of the opening.
    first: HashMap<(usize, Side, u64), Line>,
    nondeterminism: Option<Nondeterminism>,
}

struct Line {
    game: u64,
    /// The moves, with a space after each.
    moves: String,
}

impl Lines {
    /// Compares a game in which the first engine had this side.
    pub(super) fn add(&mut self, of_match: usize, game: &GameRecord, side: Side) {
        if self.nondeterminism.is_some() {
            return;
        }
        let mut opening = DefaultHasher::new();
        (&game.options, &game.opening.setup, &game.opening.moves).hash(&mut opening);
        let line = self.first.entry((of_match, side, opening.finish())).or_insert_with(|| Line {
            game: game.id,
            moves: game.moves.iter().flat_map(|made| [&*made.text, " "]).collect(),
        });
        // A game that ended early is compared up to its end.
        let differs = line.moves.split(' ').zip(&game.moves).find(|(earlier, made)| *earlier != made.text);
        if let Some((_, made)) = differs.filter(|(earlier, _)| !earlier.is_empty()) {
            self.nondeterminism = Some(Nondeterminism { engine: made.engine.clone(), games: [line.game, game.id] });
            self.first = HashMap::new();
        }
    }

    pub(super) fn nondeterminism(&self) -> Option<Nondeterminism> {
        self.nondeterminism.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Standings;
    use super::*;
    use crate::record::{MoveRecord, OpeningRecord, example};
    use quartet_rules::GameResult::{Draw, FirstWins, SecondWins};

    /// A game of A and B from an opening; A moves first in games of even numbers.
    fn game(id: u64, opening: &str, moves: &str) -> GameRecord {
        let names = if id.is_multiple_of(2) { ["A", "B"] } else { ["B", "A"] };
        let setup = OpeningRecord { index: id / 2, setup: "startpos".into(), moves: vec![opening.into()] };
        let made = moves.split(' ').enumerate().map(|(ply, text)| MoveRecord {
            text: text.into(),
            engine: names[ply % 2].into(),
            score: None,
            depth: None,
            seldepth: None,
            nodes: None,
            nps: None,
            // The times differ.
            ms: id as f64,
            engine_ms: None,
        });
        GameRecord {
            opening: setup,
            moves: made.collect(),
            final_position: opening.into(),
            ..example(id, names, FirstWins)
        }
    }

    fn evidence(games: &[GameRecord]) -> Evidence {
        let mut standings = Standings::new(["A", "B"]);
        games.iter().for_each(|game| standings.add(game));
        standings.evidence(0, 1)
    }

    #[test]
    fn a_repeated_pair_counts_once() {
        let pair = |first: u64, opening| [game(first, opening, "a b c"), game(first + 1, opening, "a b c")];
        let mut games = [pair(0, "f5"), pair(2, "f5"), pair(4, "d3"), pair(6, "f5")].concat();
        let found = evidence(&games);
        assert_eq!((found.all.pairs().0, found.once.pairs().0), ([0, 0, 4, 0, 0], [0, 0, 2, 0, 0]));
        assert_eq!((found.repeats, found.nondeterminism), (2, None));
        // Games may end in any order.
        games.reverse();
        assert_eq!(evidence(&games).once, found.once);
        // Unpaired games are compared, too.
        let alone: Vec<_> = games.into_iter().filter(|game| game.id % 2 == 0).collect();
        let found = evidence(&alone);
        assert_eq!((found.all.singles().wins, found.once.singles().wins, found.repeats), (4, 2, 0));
    }

    #[test]
    fn a_pair_repeats_another_only_move_for_move() {
        let whole = [game(0, "f5", "a b c"), game(1, "f5", "a b c")];
        let mut other = [game(2, "f5", "a b c"), game(3, "f5", "a b c")];
        other[1].result = Draw;
        let found = evidence(&[whole.clone(), other.clone()].concat());
        assert_eq!((found.once.pairs().0, found.repeats), ([0, 0, 1, 1, 0], 0));
        // A game that a failure ended early is no deviation.
        other[1].result = SecondWins;
        other[1].moves.pop();
        let found = evidence(&[whole, other].concat());
        assert_eq!((found.once.pairs().0, found.repeats, found.nondeterminism), ([0, 0, 1, 0, 1], 0, None));
    }

    #[test]
    fn an_engine_that_deviates_is_random() {
        let games = [game(0, "f5", "a b c"), game(1, "f5", "a b c"), game(2, "f5", "a b c"), game(3, "f5", "a x y z")];
        let nondeterminism = |engine: &str, games| Some(Nondeterminism { engine: engine.into(), games });
        assert_eq!(evidence(&games).nondeterminism, nondeterminism("A", [1, 3]));
        assert_eq!(evidence(&[game(4, "f5", "a b"), game(6, "f5", "c b")]).nondeterminism, nondeterminism("A", [4, 6]));
        // A different game from another opening, with other colours or in another match is no evidence.
        assert_eq!(
            evidence(&[game(0, "f5", "a b c"), game(2, "d3", "a x c"), game(1, "f5", "c b a")]).nondeterminism,
            None
        );
        let mut standings = Standings::new(["A", "B"]);
        [game(0, "f5", "a b"), game(2, "f5", "c d")]
            .iter()
            .enumerate()
            .for_each(|(of_match, game)| standings.add_of_match(of_match, game));
        assert_eq!(standings.evidence(0, 1).nondeterminism, None);
    }
}
