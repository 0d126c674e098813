//! The games as such, regardless of who played them: openings, lengths, ends.

use super::outcome;
use crate::record::GameRecord;
use crate::stats::Tally;
use quartet::game::Side;
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};

/// Games from one opening.
#[derive(Clone, Copy, Default)]
pub struct OpeningTally {
    /// Results of the first player.
    pub first_player: Tally,
    /// Results of the first of all engines.
    pub leader: Tally,
}

/// A game that an engine's failure ended.
#[derive(Clone, Debug, Serialize)]
pub struct FailureNote {
    /// The game's number.
    pub game: u64,
    /// Whose failure it was.
    pub engine: String,
    /// Its kind, in the words of records.
    pub kind: &'static str,
    /// What happened.
    pub detail: String,
}

/// All games.
#[derive(Default)]
pub struct Overview {
    /// Results of the first player.
    pub first_player: Tally,
    /// By the opening's place among all, position and moves.
    pub openings: BTreeMap<(u64, String), OpeningTally>,
    /// Games by the way they ended.
    pub reasons: BTreeMap<String, u64>,
    /// Every failure.
    pub failures: Vec<FailureNote>,
    /// Games by plies, those of the opening included.
    pub lengths: BTreeMap<usize, u64>,
    /// Games that were counted out, by margin, as the first player sees it.
    pub margins: BTreeMap<i64, u64>,
    /// The same for games of the first of all engines, as that one sees them.
    pub leader_margins: BTreeMap<i64, u64>,
    /// The [keys](GameRecord::replay_key) of all games.
    keys: HashSet<u64>,
}

impl Overview {
    /// Counts a game with this key in; `leader` is the name of the first of all engines.
    pub(super) fn add(&mut self, game: &GameRecord, key: u64, leader: &str) {
        let side = [(&game.first, Side::X), (&game.second, Side::O)]
            .into_iter()
            .find_map(|(name, side)| (name == leader).then_some(side));
        self.keys.insert(key);
        self.first_player.add(outcome(game.result, Side::X));
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
        opening.first_player.add(outcome(game.result, Side::X));
        if let Some(side) = leader {
            opening.leader.add(outcome(game.result, side));
        }
    }

    /// How many games differ in who played, in their moves or in the result.
    pub fn different(&self) -> u64 {
        self.keys.len() as u64
    }

    /// Mean plies of a game, those of the opening included; `None` without games.
    pub fn mean_length(&self) -> Option<f64> {
        let (mut plies, mut games) = (0, 0);
        for (&length, &count) in &self.lengths {
            plies += length as u64 * count;
            games += count;
        }
        (games > 0).then(|| plies as f64 / games as f64)
    }
}
