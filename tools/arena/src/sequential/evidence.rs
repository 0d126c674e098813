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

/// A game from the point of view of one engine, as far as it is evidence.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    id: u64,
    /// The engine's side.
    pub(super) side: Side,
    outcome: Outcome,
    /// [`GameRecord::replay_key`].
    key: u64,
    /// A hash of the opening and the rules.
    opening: u64,
    /// Whether the engine made the first move after the opening.
    begins: bool,
    /// The moves after the opening, with a space after each.
    moves: String,
}

impl Seen {
    /// A game in which the engine had this side.
    pub(super) fn of(game: &GameRecord, side: Side) -> Self {
        let mut opening = DefaultHasher::new();
        (&game.options, &game.opening.setup, &game.opening.moves).hash(&mut opening);
        let own_name = if side == Side::X { &game.first } else { &game.second };
        Seen {
            id: game.id,
            side,
            outcome: Outcome::of(game.result, side),
            key: game.replay_key(),
            opening: opening.finish(),
            begins: game.moves.first().is_some_and(|made| made.engine == *own_name),
            moves: game.moves.iter().flat_map(|made| [&*made.text, " "]).collect(),
        }
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

/// Pairs of games between two engines as evidence.
#[derive(Default, Debug)]
pub(super) struct Evidence {
    /// All pairs.
    pub(super) all: Sample,
    /// All pairs without those that repeat an earlier one.
    pub(super) once: Sample,
    /// The number of pairs that repeat an earlier one.
    pub(super) repeats: u64,
    /// Evidence of nondeterminism; `None` as long as the engines seem deterministic.
    pub(super) nondeterminism: Option<Nondeterminism>,
    seen: HashSet<[u64; 2]>,
    /// The first game from each opening with each colour, with which later ones are compared.
    first: HashMap<(Side, u64), Seen>,
}

impl Evidence {
    /// Counts a pair between the engines with these names, the game in which the first engine has x first.
    pub(super) fn add(&mut self, pair: [Seen; 2], engines: &[String; 2]) {
        let cluster = Cluster::Pair(pair[0].outcome, pair[1].outcome);
        self.all.add(cluster);
        if self.seen.insert([pair[0].key, pair[1].key]) {
            self.once.add(cluster);
        } else {
            self.repeats += 1;
        }
        pair.into_iter().for_each(|game| self.compare(game, engines));
    }

    /// Compares a game with the first one from its opening.
    fn compare(&mut self, game: Seen, engines: &[String; 2]) {
        if self.nondeterminism.is_some() {
            return;
        }
        let Some(earlier) = self.first.get(&(game.side, game.opening)) else {
            self.first.insert((game.side, game.opening), game);
            return;
        };
        // A game that ended early is compared up to its end.
        let moves = earlier.moves.split_terminator(' ').zip(game.moves.split_terminator(' '));
        let Some(ply) = moves.enumerate().find_map(|(ply, (one, other))| (one != other).then_some(ply)) else { return };
        let is_first_engine = game.begins == ply.is_multiple_of(2);
        let engine = engines[usize::from(!is_first_engine)].clone();
        self.nondeterminism = Some(Nondeterminism { engine, games: [earlier.id, game.id] });
        self.first = HashMap::new();
    }

    /// Games of another match follow, which are not compared with those so far. A pair may repeat one of those.
    pub(super) fn next_match(&mut self) {
        self.first = HashMap::new();
    }
}
