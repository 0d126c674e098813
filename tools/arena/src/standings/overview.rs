//! Counts of games regardless of the players: openings, lengths, endings.

use crate::record::GameRecord;
use crate::stats::{Outcome, Tally};
use quartet::game::Side;
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};

/// Games from one opening.
#[derive(Clone, Copy, Default)]
pub struct OpeningTally {
    /// Results of the first player.
    pub first_player: Tally,
    /// Results of the first engine.
    pub leader: Tally,
}

/// A game that an engine's failure ended.
#[derive(Clone, Debug, Serialize)]
pub struct FailureNote {
    /// The game's number.
    pub game: u64,
    /// The name of the engine that failed.
    pub engine: String,
    /// The kind, as a word of records.
    pub kind: &'static str,
    /// What happened.
    pub detail: String,
}

/// Counts of all games.
#[derive(Default)]
pub struct Overview {
    /// Results of the first player.
    pub first_player: Tally,
    /// The openings, by index, position and moves.
    pub openings: BTreeMap<(u64, String), OpeningTally>,
    /// Games by the way they ended.
    pub reasons: BTreeMap<String, u64>,
    /// Every failure.
    pub failures: Vec<FailureNote>,
    /// Games by length in plies, including the opening.
    pub lengths: BTreeMap<usize, u64>,
    /// Games scored by a margin, by the first player's margin.
    pub margins: BTreeMap<i64, u64>,
    /// Games of the first engine scored by a margin, by that engine's margin.
    pub leader_margins: BTreeMap<i64, u64>,
    /// The [keys](GameRecord::replay_key) of all games.
    keys: HashSet<u64>,
}

impl Overview {
    /// Counts a game with this key; `leader` is the name of the first engine.
    pub(super) fn add(&mut self, game: &GameRecord, key: u64, leader: &str) {
        let side = [(&game.first, Side::X), (&game.second, Side::O)]
            .into_iter()
            .find_map(|(name, side)| (name == leader).then_some(side));
        self.keys.insert(key);
        self.first_player.add(Outcome::of(game.result, Side::X));
        self.add_opening(game, side);
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        *self.lengths.entry(game.opening.moves.len() + game.moves.len()).or_default() += 1;
        if let Some(margin) = game.margin.map(i64::from) {
            *self.margins.entry(margin).or_default() += 1;
            if let Some(side) = side {
                *self.leader_margins.entry(if side == Side::X { margin } else { -margin }).or_default() += 1;
            }
        }
        if let Some(failure) = &game.failure {
            let (engine, detail) = (failure.engine.clone(), failure.detail.clone());
            self.failures.push(FailureNote { game: game.id, engine, kind: failure.kind.word(), detail });
        }
    }

    fn add_opening(&mut self, game: &GameRecord, leader: Option<Side>) {
        let words = std::iter::once(&game.opening.setup).chain(&game.opening.moves);
        let text = words.map(String::as_str).collect::<Vec<_>>().join(" ");
        let opening = self.openings.entry((game.opening.index, text)).or_default();
        opening.first_player.add(Outcome::of(game.result, Side::X));
        if let Some(side) = leader {
            opening.leader.add(Outcome::of(game.result, side));
        }
    }

    /// The number of games that differ in players, moves or result.
    pub fn different(&self) -> u64 {
        self.keys.len() as u64
    }

    /// The mean length of a game in plies, including the opening; `None` without games.
    pub fn mean_length(&self) -> Option<f64> {
        let (mut plies, mut games) = (0, 0);
        for (&length, &count) in &self.lengths {
            plies += length as u64 * count;
            games += count;
        }
        (games > 0).then(|| plies as f64 / games as f64)
    }
}
