//! Profiles: where in their games players lose how much.

use crate::report::{GameReport, Summary};
use quartet::game::Side;
use serde::Serialize;
use std::collections::BTreeMap;

/// A phase of a game, by the number of the move in the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Othello: moves 1 to 20; other games: 1 to 10.
    Opening,
    /// Othello: moves 21 to 40; other games: 11 to 30.
    Middle,
    /// All later moves.
    End,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];

    /// The phase of the move with this index, from 0, in a game of the variant.
    pub fn of(variant: &str, index: usize) -> Phase {
        let [opening, middle] = if variant == "othello" { [20, 40] } else { [10, 30] };
        match index {
            _ if index < opening => Phase::Opening,
            _ if index < middle => Phase::Middle,
            _ => Phase::End,
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::End => "end",
        }
    }
}

/// The play of one player in several games of a variant.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Profile {
    /// Games.
    pub games: u64,
    /// Games with a proven win that was given away.
    pub games_with_missed_win: u64,
    /// All moves.
    pub all: Summary,
    /// The moves by phase.
    pub phases: BTreeMap<Phase, Summary>,
}

/// The profiles of all named players, by variant and name.
pub fn profiles(reports: &[GameReport]) -> BTreeMap<(String, String), Profile> {
    let mut profiles: BTreeMap<(String, String), Profile> = BTreeMap::new();
    for report in reports {
        for side in [Side::X, Side::O] {
            let Some(name) = &report.players[side.index()] else { continue };
            let profile = profiles.entry((report.variant.clone(), name.clone())).or_default();
            profile.add(report, side);
        }
    }
    profiles
}

impl Profile {
    /// The number of games, and in how many of them a proven win was missed.
    pub fn games_text(&self) -> String {
        let games = if self.games == 1 { "1 game".into() } else { format!("{} games", self.games) };
        match self.games_with_missed_win {
            0 => games,
            missed => format!("{games}, a proven win missed in {missed}"),
        }
    }

    fn add(&mut self, report: &GameReport, side: Side) {
        self.games += 1;
        let is_own = |index: usize| report.moves[index].side == side.letter();
        self.games_with_missed_win += u64::from(report.missed_wins.iter().any(|missed| is_own(missed.index)));
        for (index, made) in report.moves.iter().enumerate().filter(|(index, _)| is_own(*index)) {
            self.all.add(made);
            self.phases.entry(Phase::of(&report.variant, index)).or_default().add(made);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example;

    #[test]
    fn moves_are_counted_by_phase_and_player() {
        let reports = [example(["a", "b"]), example(["b", "a"])];
        let found = profiles(&reports);
        let a = &found[&("othello".to_string(), "a".to_string())];
        assert_eq!((a.games, a.games_with_missed_win, found.len()), (2, 1, 2));
        let per_phase: u64 = a.phases.values().map(|summary| summary.moves).sum();
        assert_eq!(per_phase, a.all.moves);
        assert_eq!(a.phases.len(), 1);
        assert_eq!(Phase::of("othello", 20), Phase::Middle);
        assert_eq!(Phase::of("gomoku", 30), Phase::End);
    }
}
