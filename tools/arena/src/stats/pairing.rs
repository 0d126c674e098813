//! Brings the two games of a pair together, in whatever order they end.

use std::collections::BTreeMap;

/// Values that hang together: those of a complete pair, or of a game without companion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Cluster<f64> {
    /// Sum of the values, and how many they are: what [`Mean::of`](super::Mean::of) takes.
    pub fn sum(self) -> (f64, u64) {
        match self {
            Cluster::Pair(one, other) => (one + other, 2),
            Cluster::Single(game) => (game, 1),
        }
    }
}

/// Games sorted into pairs by a key. Values are those of one player, and a pair is two games under one key in which this
/// player moved first once and second once.
#[derive(Clone, Debug)]
pub struct Pairing<K, V> {
    games: BTreeMap<K, Sides<V>>,
}

/// The values of games with the first move, and of those without it.
type Sides<V> = (Vec<V>, Vec<V>);

impl<K, V> Default for Pairing<K, V> {
    fn default() -> Self {
        Pairing { games: BTreeMap::new() }
    }
}

impl<K: Ord, V: Copy> Pairing<K, V> {
    /// Takes up a game.
    pub fn add(&mut self, key: K, moved_first: bool, value: V) {
        let (first, second) = self.games.entry(key).or_default();
        if moved_first { first.push(value) } else { second.push(value) }
    }

    /// All games, complete pairs and singles, ordered by key.
    pub fn clusters(&self) -> impl Iterator<Item = (&K, Cluster<V>)> {
        self.games.iter().flat_map(|(key, sides)| clusters_of(sides).map(move |cluster| (key, cluster)))
    }
}

fn clusters_of<V: Copy>((first, second): &Sides<V>) -> impl Iterator<Item = Cluster<V>> {
    let complete = first.len().min(second.len());
    let pairs = first.iter().zip(second).map(|(&one, &other)| Cluster::Pair(one, other));
    pairs.chain(first[complete..].iter().chain(&second[complete..]).map(|&game| Cluster::Single(game)))
}
