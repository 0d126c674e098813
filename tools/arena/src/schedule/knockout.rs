//! Knockout: the loser of an encounter is out.
//!
//! The engines are seeded in their order, the first one highest, and the bracket is the usual one: if the higher seeds
//! always win, 1 meets N in the first round, and 1 and 2 meet in the last. If the number of engines is not a power of
//! two, the highest seeds have byes in the first round.

use super::{Encounters, Score};
use serde::Serialize;

/// A knockout tournament.
#[derive(Clone, Debug)]
pub(super) struct Knockout {
    pub(super) engines: usize,
    /// The maximum number of further pairs of a tied encounter.
    pub(super) tiebreaks: u64,
}

/// An encounter of a knockout that has been decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnockoutEncounter {
    /// The engines, by their index in the settings; the higher seed, that is the lower index, first.
    pub engines: [usize; 2],
    /// Their points in halves, with those of the tie-breaks.
    pub half_points: [u64; 2],
    /// The number of further pairs that it took.
    pub tiebreaks: u64,
    /// The engine that goes on.
    pub winner: usize,
}

/// The rounds of a knockout that are complete.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnockoutTable {
    /// The encounters of each round, from the top of the bracket.
    pub rounds: Vec<Vec<KnockoutEncounter>>,
    /// The engines with a bye in the first round.
    pub byes: Vec<usize>,
    /// The winner of the last round; `None` if it is not complete.
    pub winner: Option<usize>,
}

/// How far a knockout has come.
struct Walk {
    table: KnockoutTable,
    /// The encounters that come next, and whether they are tie-breaks; `None` once there is a winner.
    next: Option<(Vec<[usize; 2]>, bool)>,
    /// The number of engines that are left after the current round.
    left: usize,
}

impl Knockout {
    /// The encounters of the stage after these, and the number of pairs of each; `None` once there is a winner.
    pub(super) fn next(&self, finished: &[Vec<Score>], pairs: u64) -> Option<Encounters> {
        let (encounters, are_tiebreaks) = self.walk(finished).next?;
        Some((encounters, if are_tiebreaks { 1 } else { pairs }))
    }

    /// The number of encounters in the rounds after the current one.
    pub(super) fn encounters_after(&self, finished: &[Vec<Score>]) -> u64 {
        // Each encounter puts an engine out.
        self.walk(finished).left.saturating_sub(1) as u64
    }

    /// The rounds that are complete.
    pub(super) fn table(&self, finished: &[Vec<Score>]) -> KnockoutTable {
        self.walk(finished).table
    }

    /// Goes through the stages that are complete.
    fn walk(&self, finished: &[Vec<Score>]) -> Walk {
        let mut bracket = seeding(self.engines);
        let byes = bracket.chunks(2).filter_map(|two| if let [Some(one), None] = two { Some(*one) } else { None });
        let mut table = KnockoutTable { rounds: Vec::new(), byes: byes.collect(), winner: None };
        table.byes.sort_unstable();
        let mut stages = finished.iter();
        while bracket.len() > 1 {
            let left = bracket.len() / 2;
            let meetings: Vec<[usize; 2]> = bracket.chunks(2).filter_map(meeting).collect();
            let Some(scores) = stages.next() else { return Walk { table, next: Some((meetings, false)), left } };
            let mut round: Vec<_> = scores.iter().map(|score| (*score, 0)).collect();
            for _ in 0..self.tiebreaks {
                let tied: Vec<_> = round.iter_mut().filter(|(score, _)| score.is_tied()).collect();
                if tied.is_empty() {
                    break;
                }
                let Some(further) = stages.next() else {
                    let again = tied.iter().map(|(score, _)| score.engines).collect();
                    return Walk { table, next: Some((again, true)), left };
                };
                for ((score, tiebreaks), further) in tied.into_iter().zip(further) {
                    score.add(further);
                    *tiebreaks += 1;
                }
            }
            let round: Vec<_> = round.into_iter().map(decided).collect();
            let mut winners = round.iter().map(|encounter| encounter.winner);
            let goes_on = |two: &[Option<usize>]| if meeting(two).is_some() { winners.next() } else { two[0] };
            bracket = bracket.chunks(2).map(goes_on).collect();
            table.rounds.push(round);
        }
        table.winner = bracket.first().copied().flatten();
        Walk { table, next: None, left: 1 }
    }
}

/// The bracket of the first round from its top; two places in a row meet, and one without an opponent has a bye.
fn seeding(engines: usize) -> Vec<Option<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < engines {
        let size = 2 * seeds.len();
        seeds = seeds.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    seeds.into_iter().map(|seed| (seed < engines).then_some(seed)).collect()
}

/// The engines of two places of the bracket that meet, the higher seed first; `None` for a bye.
fn meeting(two: &[Option<usize>]) -> Option<[usize; 2]> {
    let &[Some(one), Some(other)] = two else { return None };
    Some([one.min(other), one.max(other)])
}

/// The result of an encounter with this number of tie-breaks. If it is still tied, the higher seed goes on.
fn decided((score, tiebreaks): (Score, u64)) -> KnockoutEncounter {
    let Score { engines, half_points } = score;
    let winner = engines[usize::from(half_points[1] > half_points[0])];
    KnockoutEncounter { engines, half_points, tiebreaks, winner }
}
