//! The figures of one engine over all its games.

use crate::record::{GameRecord, MoveRecord};
use crate::stats::{Outcome, Tally};
use hdrhistogram::Histogram;
use quartet::game::Side;
use std::collections::BTreeMap;

/// The figures of one engine.
pub struct EngineStanding {
    /// The name.
    pub name: String,
    /// The results as x.
    pub first: Tally,
    /// The results as o.
    pub second: Tally,
    /// The number of games lost by each kind of failure.
    pub failures: BTreeMap<&'static str, u64>,
    /// The searches.
    pub searches: Searches,
}

impl EngineStanding {
    pub(super) fn new(name: &str) -> Self {
        EngineStanding {
            name: name.into(),
            first: Tally::default(),
            second: Tally::default(),
            failures: BTreeMap::new(),
            searches: Searches::default(),
        }
    }

    /// The results of all games.
    pub fn all(&self) -> Tally {
        let mut all = self.first;
        all.merge(&self.second);
        all
    }

    /// Counts a game in which the engine had this side.
    pub(super) fn add(&mut self, game: &GameRecord, side: Side) {
        let by_side = if side == Side::X { &mut self.first } else { &mut self.second };
        by_side.add(Outcome::of(game.result, side));
        if let Some(failure) = game.failure.as_ref().filter(|failure| failure.engine == self.name) {
            *self.failures.entry(failure.kind.word()).or_default() += 1;
        }
        let made = (game.opening.moves.len()..).zip(&game.moves);
        made.filter(|(_, mv)| mv.engine == self.name).for_each(|(ply, mv)| self.searches.add(ply, mv));
    }
}

/// Depth, speed and time, over the moves with these figures.
#[derive(Default)]
pub struct Searches {
    /// The number of moves.
    pub moves: u64,
    /// Mean depth in plies.
    depth: Average,
    /// The mean time of a move in milliseconds, by the match runner's clock.
    time: Average,
    /// The mean number of nodes per millisecond.
    speed: Average,
    /// The mean time of a move in milliseconds, by ply from the start of the game.
    time_by_ply: BTreeMap<usize, Average>,
    longest: Option<f64>,
    /// Latencies in microseconds; created with the first one, since not all engines report their time.
    latency: Option<Histogram<u64>>,
}

impl Searches {
    fn add(&mut self, ply: usize, mv: &MoveRecord) {
        self.moves += 1;
        self.time.add(mv.ms, 1.0);
        self.time_by_ply.entry(ply).or_default().add(mv.ms, 1.0);
        self.longest = Some(self.longest.map_or(mv.ms, |longest| longest.max(mv.ms)));
        if let Some(depth) = mv.depth {
            self.depth.add(f64::from(depth), 1.0);
        }
        // Nodes that were searched on the opponent's time tell nothing of the speed.
        if let Some(nodes) = mv.nodes.filter(|_| !mv.ponderhit) {
            self.speed.add(nodes as f64, mv.ms);
        }
        if let Some(latency) = mv.latency() {
            self.add_latency(latency);
        }
    }

    fn add_latency(&mut self, milliseconds: f64) {
        /// A minute in microseconds, the maximum that is recorded.
        const LONGEST: u64 = 60_000_000;
        if self.latency.is_none() {
            self.latency = Histogram::new_with_bounds(1, LONGEST, 3).ok();
        }
        if let Some(times) = &mut self.latency {
            times.saturating_record((milliseconds * 1000.0).round() as u64);
        }
    }

    /// Mean depth in plies; `None` if the engine reported none.
    pub fn mean_depth(&self) -> Option<f64> {
        self.depth.value()
    }

    /// Nodes per second over all moves, by the match runner's clock; `None` if the engine reported none.
    pub fn nodes_per_second(&self) -> Option<f64> {
        self.speed.value().map(|per_millisecond| per_millisecond * 1000.0)
    }

    /// The mean time of a move in milliseconds; `None` without moves.
    pub fn mean_milliseconds(&self) -> Option<f64> {
        self.time.value()
    }

    /// The maximum time of a move in milliseconds; `None` without moves.
    pub fn longest_milliseconds(&self) -> Option<f64> {
        self.longest
    }

    /// The mean time of a move in milliseconds, by ply from the start of the game, from 0.
    pub fn milliseconds_by_ply(&self) -> BTreeMap<usize, f64> {
        self.time_by_ply.iter().filter_map(|(&ply, average)| Some((ply, average.value()?))).collect()
    }

    /// The median and the maximum of the moves' [latencies](MoveRecord::latency) in milliseconds, to three digits;
    /// `None` if the engine does not report its time.
    pub fn latency(&self) -> Option<[f64; 2]> {
        let times = self.latency.as_ref()?;
        Some([times.value_at_quantile(0.5), times.max()].map(|time| time as f64 / 1000.0))
    }
}

/// A running mean.
#[derive(Default)]
struct Average {
    sum: f64,
    weight: f64,
}

impl Average {
    fn add(&mut self, sum: f64, weight: f64) {
        self.sum += sum;
        self.weight += weight;
    }

    fn value(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }
}
