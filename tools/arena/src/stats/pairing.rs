//! Combines the two games of each pair, in any order of their ends.

use std::collections::BTreeMap;

/// The values of a complete pair or of an unpaired game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cluster<V> {
    /// A complete pair: the game in which the player moved first, then the other.
    Pair(V, V),
    /// An unpaired game.
    Single(V),
}

impl<V> Cluster<V> {
    /// Maps the value of each game.
    pub fn map<W>(self, mut change: impl FnMut(V) -> W) -> Cluster<W> {
        match self {
            Cluster::Pair(one, other) => Cluster::Pair(change(one), change(other)),
            Cluster::Single(game) => Cluster::Single(change(game)),
        }
    }
}

/// Games that wait for their companions, by key. Values are those of one player, and a pair consists of two games with
/// the same key, in one of which this player moved first.
#[derive(Clone, Debug)]
pub struct Pairing<K, V> {
    /// Each value with whether the player moved first.
    waiting: BTreeMap<K, (bool, V)>,
}

impl<K, V> Default for Pairing<K, V> {
    fn default() -> Self {
        Pairing { waiting: BTreeMap::new() }
    }
}

impl<K: Ord, V: Copy> Pairing<K, V> {
    /// Adds a game. Returns the pair that it completes, or the game with the same side that it replaces.
    pub fn add(&mut self, key: K, moved_first: bool, value: V) -> Option<Cluster<V>> {
        match self.waiting.remove(&key) {
            Some((true, first)) if !moved_first => Some(Cluster::Pair(first, value)),
            Some((false, second)) if moved_first => Some(Cluster::Pair(value, second)),
            earlier => {
                self.waiting.insert(key, (moved_first, value));
                earlier.map(|(_, alone)| Cluster::Single(alone))
            }
        }
    }

    /// The games that are still waiting, ordered by key.
    pub fn singles(&self) -> impl Iterator<Item = Cluster<V>> {
        self.waiting.values().map(|&(_, value)| Cluster::Single(value))
    }
}
