//! Brings the two games of a pair together, in whatever order they end.

use std::collections::BTreeMap;

/// Values that hang together: those of a complete pair, or of a game without companion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cluster<V> {
    /// A complete pair: with the first move first, then without it.
    Pair(V, V),
    /// A game without companion.
    Single(V),
}

impl<V> Cluster<V> {
    /// Another value of each game.
    pub fn map<W>(self, mut change: impl FnMut(V) -> W) -> Cluster<W> {
        match self {
            Cluster::Pair(one, other) => Cluster::Pair(change(one), change(other)),
            Cluster::Single(game) => Cluster::Single(change(game)),
        }
    }
}

/// Games that wait for their companions, by a key. Values are those of one player, and a pair is two games under one
/// key in which this player moved first once and second once.
#[derive(Clone, Debug)]
pub struct Pairing<K, V> {
    /// With whether the player moved first.
    waiting: BTreeMap<K, (bool, V)>,
}

impl<K, V> Default for Pairing<K, V> {
    fn default() -> Self {
        Pairing { waiting: BTreeMap::new() }
    }
}

impl<K: Ord, V: Copy> Pairing<K, V> {
    /// Takes up a game. Gives the pair that it completes, or the game, on the same side, whose place it takes.
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
