//! The Swiss system: in each round engines with about the same score meet that have not met before.
//!
//! An encounter is worth a point, whatever the number of its games: 1 for more points than the opponent, ½ for as many.
//! If the number of engines is odd, one of them has a bye in each round, which is worth a full point.
//!
//! Pairing: the engines are ranked by score, then by their order in the settings. From the top of the ranking each one
//! meets the engine half a score group below it, as in FIDE's Dutch system, or the nearest one to that which leaves the
//! others a pairing with the smallest possible number of rematches. A bye is treated as an opponent below all score
//! groups, which each engine meets once at most.

use super::Score;
use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};
use serde::Serialize;
use std::collections::HashSet;

/// A Swiss tournament.
#[derive(Clone, Debug)]
pub(super) struct Swiss {
    pub(super) engines: usize,
    pub(super) rounds: u64,
}

/// An engine in the table of a Swiss tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SwissRow {
    /// Its index in the settings.
    pub engine: usize,
    /// Its score in halves: 2 for an encounter won and for a bye, 1 for one drawn.
    pub half_points: u64,
    /// The Buchholz score in halves: the sum of the scores of its opponents, and its own one for a bye.
    pub buchholz: u64,
    /// The points of its games, in halves, without byes.
    pub game_half_points: u64,
}

/// The table of a Swiss tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SwissTable {
    /// The number of rounds that are complete.
    pub complete: u64,
    /// The number of rounds.
    pub rounds: u64,
    /// The engines by score, then Buchholz score, then points of games, then their order in the settings.
    pub rows: Vec<SwissRow>,
}

impl Swiss {
    /// The encounters of the round after these; `None` after the last one.
    pub(super) fn next(&self, finished: &[Vec<Score>]) -> Option<Vec<[usize; 2]>> {
        let is_over = finished.len() as u64 >= self.rounds;
        (!is_over).then(|| self.pairing(finished))
    }

    /// The number of encounters in the rounds after this number of them.
    pub(super) fn encounters_after(&self, rounds: usize) -> u64 {
        self.rounds.saturating_sub(rounds as u64).saturating_mul(self.engines as u64 / 2)
    }

    /// The encounters of the next round, from the top of the ranking.
    fn pairing(&self, finished: &[Vec<Score>]) -> Vec<[usize; 2]> {
        let half_points = self.half_points(finished);
        let met = Meetings::of(finished, self.engines);
        let mut free: Vec<usize> = (0..self.engines).collect();
        free.sort_by_key(|&engine| (std::cmp::Reverse(half_points[engine]), engine));
        let group = |engine: usize| half_points.get(engine).copied();
        free.extend(met.bye);
        let mut encounters = Vec::new();
        let mut possible = met.most_new(&free);
        while let [top, below @ ..] = &free[..] {
            let group = below.iter().take_while(|&&engine| group(engine) == group(*top)).count() + 1;
            let choice = preferences(group, free.len()).find_map(|place| {
                let (one, other) = (free[0], free[place]);
                let rest: Vec<usize> = free.iter().copied().filter(|engine| ![one, other].contains(engine)).collect();
                let left = met.most_new(&rest);
                (left + usize::from(met.is_new(one, other)) == possible).then_some((other, rest, left))
            });
            // A largest matching of all has one such pair at least, so there is a choice.
            let Some((other, rest, left)) = choice else { break };
            if Some(other) != met.bye {
                encounters.push([*top, other]);
            }
            (free, possible) = (rest, left);
        }
        encounters
    }

    /// The scores in halves after these rounds.
    fn half_points(&self, finished: &[Vec<Score>]) -> Vec<u64> {
        let mut total = vec![0; self.engines];
        for round in finished {
            for engine in byes(round, self.engines) {
                total[engine] += 2;
            }
            for score in round {
                for (place, engine) in score.engines.into_iter().enumerate() {
                    total[engine] += match score.half_points[place].cmp(&score.half_points[1 - place]) {
                        std::cmp::Ordering::Less => 0,
                        std::cmp::Ordering::Equal => 1,
                        std::cmp::Ordering::Greater => 2,
                    };
                }
            }
        }
        total
    }

    /// The table after these rounds.
    pub(super) fn table(&self, finished: &[Vec<Score>]) -> SwissTable {
        let half_points = self.half_points(finished);
        let row =
            |engine: usize| SwissRow { engine, half_points: half_points[engine], buchholz: 0, game_half_points: 0 };
        let mut rows: Vec<SwissRow> = (0..self.engines).map(row).collect();
        for round in finished {
            for engine in byes(round, self.engines) {
                rows[engine].buchholz += half_points[engine];
            }
            for Score { engines: [one, other], half_points: of_games } in round {
                rows[*one].buchholz += half_points[*other];
                rows[*other].buchholz += half_points[*one];
                rows[*one].game_half_points += of_games[0];
                rows[*other].game_half_points += of_games[1];
            }
        }
        let key = |row: &SwissRow| (row.half_points, row.buchholz, row.game_half_points);
        rows.sort_by_key(|row| std::cmp::Reverse(key(row)));
        SwissTable { complete: finished.len() as u64, rounds: self.rounds, rows }
    }
}

/// The engines without an encounter in a round.
fn byes(round: &[Score], engines: usize) -> impl Iterator<Item = usize> {
    let busy: HashSet<usize> = round.iter().flat_map(|score| score.engines).collect();
    (0..engines).filter(move |engine| !busy.contains(engine))
}

/// The places of possible opponents of the first of `free` engines, best first, if the first `group` of them have the
/// same score: those from the middle of the group down, those from the middle up, those of lower groups.
fn preferences(group: usize, free: usize) -> impl Iterator<Item = usize> {
    let half = (group / 2).max(1);
    (half..group).chain((1..half).rev()).chain(group..free)
}

/// Who has met whom.
struct Meetings {
    met: HashSet<[usize; 2]>,
    /// The number that stands for a bye if the number of engines is odd.
    bye: Option<usize>,
}

impl Meetings {
    fn of(finished: &[Vec<Score>], engines: usize) -> Self {
        let bye = (!engines.is_multiple_of(2)).then_some(engines);
        let mut met = HashSet::new();
        for round in finished {
            met.extend(round.iter().map(|score| sorted(score.engines)));
            met.extend(bye.into_iter().flat_map(|bye| byes(round, engines).map(move |engine| [engine, bye])));
        }
        Meetings { met, bye }
    }

    fn is_new(&self, one: usize, other: usize) -> bool {
        !self.met.contains(&sorted([one, other]))
    }

    /// The largest number of meetings of these engines in one round that are not rematches.
    fn most_new(&self, free: &[usize]) -> usize {
        let mut graph = UnGraph::<(), ()>::default();
        let nodes: Vec<NodeIndex> = free.iter().map(|_| graph.add_node(())).collect();
        for (place, (one, node)) in free.iter().zip(&nodes).enumerate() {
            for (other, opponent) in free.iter().zip(&nodes).skip(place + 1) {
                if self.is_new(*one, *other) {
                    graph.add_edge(*node, *opponent, ());
                }
            }
        }
        maximum_matching(&graph).len()
    }
}

fn sorted([one, other]: [usize; 2]) -> [usize; 2] {
    [one.min(other), one.max(other)]
}
