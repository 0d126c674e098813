//! The sequential test of a match, judged in the order of its pairs.
//!
//! Games end in the order of their length, and with many workers, or on many machines, the first ones to arrive are a
//! biased sample: if an engine wins faster than it loses, its wins arrive first. A test that is judged on whatever has
//! arrived accepts H1 too often. Here the state after pair p is a function of the pairs 0 to p alone: a pair is judged
//! when all pairs before it are complete, and the first crossing of a bound is the decision. So the decision depends
//! only on the games of the match, not on who played them or when. Later pairs count in the estimates only.

mod evidence;
mod status;
#[cfg(test)]
mod tests;

use crate::record::GameRecord;
use crate::settings::MatchSettings;
use crate::stats::{InOrder, Sprt, SprtState, SprtStatus};
pub use evidence::Nondeterminism;
use evidence::{Evidence, Seen};
use quartet::game::Side;
pub use status::SequentialTest;
use std::collections::HashMap;

/// Judges the sequential test of a match as its games arrive, in any order.
#[derive(Debug)]
pub struct Judge {
    sprt: Sprt,
    count_repeats: bool,
    /// The names of the engines. The test is from the point of view of the first one.
    engines: [String; 2],
    /// Games that wait for the other game of their pair.
    halves: HashMap<u64, Seen>,
    pairs: InOrder<[Seen; 2]>,
    /// The number of complete pairs that have arrived.
    complete: u64,
    /// The number of pairs that have been judged.
    judged: u64,
    evidence: Evidence,
    /// The status after the last pair that was judged.
    status: SprtStatus,
}

impl Judge {
    /// The test of these settings before the first game; `None` if they have none.
    pub fn new(settings: &MatchSettings) -> Option<Judge> {
        let (sprt, [one, other]) = (settings.sprt?, &settings.engines[..]) else { return None };
        let evidence = Evidence::default();
        Some(Judge {
            sprt,
            count_repeats: settings.count_repeats,
            engines: [one.name.clone(), other.name.clone()],
            halves: HashMap::new(),
            pairs: InOrder::default(),
            complete: 0,
            judged: 0,
            status: sprt.judge(&evidence.once),
            evidence,
        })
    }

    /// Takes a game, and judges all pairs that are complete without a gap. A game that was added before is ignored, and
    /// so is one of other engines.
    pub fn add(&mut self, game: &GameRecord) {
        let side = match [&game.first, &game.second] {
            [first, second] if *first == self.engines[0] && *second == self.engines[1] => Side::X,
            [first, second] if *first == self.engines[1] && *second == self.engines[0] => Side::O,
            _ => return,
        };
        let seen = Seen::of(game, side);
        match self.halves.remove(&game.pair) {
            None => drop(self.halves.insert(game.pair, seen)),
            Some(half) if half.side == side => drop(self.halves.insert(game.pair, half)),
            Some(half) => {
                let pair = if side == Side::X { [seen, half] } else { [half, seen] };
                self.complete += 1;
                self.pairs.add(game.pair, pair);
                self.judge();
            }
        }
    }

    /// Judges the pairs that are next, until the test is decided.
    fn judge(&mut self) {
        while !self.is_decided() {
            let Some(pair) = self.pairs.take() else { return };
            self.evidence.add(pair, &self.engines);
            self.judged += 1;
            let sample = if self.are_repeats_counted() { &self.evidence.all } else { &self.evidence.once };
            self.status = self.sprt.judge(sample);
        }
        // They will not be judged any more.
        self.pairs = InOrder::default();
    }

    /// Goes on with the pairs of another match that has the same test; pairs of this one that have not been judged will
    /// not be.
    pub fn next_match(&mut self) {
        self.halves.clear();
        self.pairs = InOrder::default();
        self.evidence.next_match();
    }

    /// The number of pairs that have been judged, and the log-likelihood ratio after them.
    pub fn progress(&self) -> (u64, f64) {
        (self.judged, self.status.llr)
    }

    /// Whether the test is decided.
    pub fn is_decided(&self) -> bool {
        self.status.state != SprtState::Continue
    }

    /// Whether pairs that repeat an earlier one count.
    fn are_repeats_counted(&self) -> bool {
        self.count_repeats || self.evidence.nondeterminism.is_some()
    }
}
