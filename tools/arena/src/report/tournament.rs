//! Swiss tournaments and knockouts in reports.

use crate::collection::RecordPart;
use crate::schedule::{KnockoutEncounter, KnockoutTable, Schedule, SwissTable};
use serde::Serialize;

/// The result of a tournament whose pairings depend on results, as far as it has come.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentTable {
    /// A Swiss tournament.
    Swiss {
        /// The number of rounds that are complete, which the table counts.
        complete: u64,
        /// The number of rounds.
        rounds: u64,
        /// The engines, the leader first.
        standings: Vec<SwissStanding>,
    },
    /// A knockout.
    Knockout {
        /// The encounters that are decided and the byes, round for round.
        encounters: Vec<KnockoutResult>,
        /// The winner; `None` until the last round is complete.
        winner: Option<String>,
    },
}

/// An engine in the table of a Swiss tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SwissStanding {
    /// The name.
    pub engine: String,
    /// A point for an encounter won or a bye, half a point for one drawn.
    pub points: f64,
    /// The Buchholz score: the sum of the points of its opponents, and its own for a bye.
    pub buchholz: f64,
    /// The points of its games.
    pub game_points: f64,
}

/// An encounter of a knockout.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KnockoutResult {
    /// The number of the round, from 1.
    pub round: usize,
    /// The higher seed.
    pub engine: String,
    /// The other engine; `None` for a bye.
    pub opponent: Option<String>,
    /// The points of the games of the higher seed, with those of the tie-breaks.
    pub points: f64,
    /// The points of the games of the other engine.
    pub opponent_points: f64,
    /// The number of further pairs that the encounter took because it was tied.
    pub tiebreaks: u64,
    /// The engine that goes on.
    pub winner: String,
}

/// Points from halves.
fn points(half_points: u64) -> f64 {
    half_points as f64 / 2.0
}

impl TournamentTable {
    /// The table of a schedule whose engines have these names; `None` if it is neither kind of tournament.
    pub fn of(schedule: &Schedule, names: &[String]) -> Option<Self> {
        let name = |engine: usize| names.get(engine).cloned().unwrap_or_default();
        match (schedule.swiss(), schedule.knockout()) {
            (Some(table), _) => Some(Self::of_swiss(table, name)),
            (_, Some(table)) => Some(Self::of_knockout(table, name)),
            (None, None) => None,
        }
    }

    /// The table of a record.
    pub(super) fn of_part(part: &RecordPart) -> Option<Self> {
        let settings = part.settings.as_ref().filter(|settings| !settings.tournament.is_fixed())?;
        let mut schedule = Schedule::new(settings);
        part.games.iter().for_each(|game| schedule.add(game.id, game.result));
        Self::of(&schedule, &settings.engines.iter().map(|engine| engine.name.clone()).collect::<Vec<_>>())
    }

    fn of_swiss(SwissTable { complete, rounds, rows }: SwissTable, name: impl Fn(usize) -> String) -> Self {
        let standing = |row: crate::schedule::SwissRow| SwissStanding {
            engine: name(row.engine),
            points: points(row.half_points),
            buchholz: points(row.buchholz),
            game_points: points(row.game_half_points),
        };
        TournamentTable::Swiss { complete, rounds, standings: rows.into_iter().map(standing).collect() }
    }

    fn of_knockout(KnockoutTable { rounds, byes, winner }: KnockoutTable, name: impl Fn(usize) -> String) -> Self {
        let bye = |engine| KnockoutResult {
            round: 1,
            engine: name(engine),
            opponent: None,
            points: 0.0,
            opponent_points: 0.0,
            tiebreaks: 0,
            winner: name(engine),
        };
        let result = |round, encounter: KnockoutEncounter| KnockoutResult {
            round,
            engine: name(encounter.engines[0]),
            opponent: Some(name(encounter.engines[1])),
            points: points(encounter.half_points[0]),
            opponent_points: points(encounter.half_points[1]),
            tiebreaks: encounter.tiebreaks,
            winner: name(encounter.winner),
        };
        let mut encounters: Vec<KnockoutResult> = byes.into_iter().map(bye).collect();
        for (round, own) in (1..).zip(rounds) {
            encounters.extend(own.into_iter().map(|encounter| result(round, encounter)));
        }
        TournamentTable::Knockout { encounters, winner: winner.map(name) }
    }

    /// What the table shows, in a line.
    pub(super) fn caption(&self) -> String {
        match self {
            TournamentTable::Swiss { complete, rounds, .. } if complete == rounds => {
                format!("Swiss tournament, {rounds} rounds")
            }
            TournamentTable::Swiss { complete, rounds, .. } => {
                format!("Swiss tournament, after {complete} of {rounds} rounds")
            }
            TournamentTable::Knockout { winner: Some(winner), .. } => format!("Knockout, won by {winner}"),
            TournamentTable::Knockout { winner: None, .. } => "Knockout, not finished".into(),
        }
    }

    /// The names of the columns.
    pub(super) fn head(&self) -> &'static [&'static str] {
        match self {
            TournamentTable::Swiss { .. } => &["engine", "rank", "points", "Buchholz", "game points"],
            TournamentTable::Knockout { .. } => &["round", "engine", "opponent", "score", "tie-breaks", "goes on"],
        }
    }

    /// The columns with texts.
    pub(super) fn text_columns(&self) -> &'static [usize] {
        match self {
            TournamentTable::Swiss { .. } => &[0],
            TournamentTable::Knockout { .. } => &[1, 2, 5],
        }
    }

    /// The cells of the rows.
    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        match self {
            TournamentTable::Swiss { standings, .. } => {
                let row = |(rank, standing): (u64, &SwissStanding)| {
                    let SwissStanding { engine, points, buchholz, game_points } = standing;
                    let numbers = [points, buchholz, game_points].map(f64::to_string);
                    [engine.clone(), rank.to_string()].into_iter().chain(numbers).collect()
                };
                (1..).zip(standings).map(row).collect()
            }
            TournamentTable::Knockout { encounters, .. } => encounters.iter().map(KnockoutResult::cells).collect(),
        }
    }
}

impl KnockoutResult {
    fn cells(&self) -> Vec<String> {
        let KnockoutResult { round, engine, opponent, points, opponent_points, tiebreaks, winner } = self;
        let score = opponent.as_ref().map(|_| format!("{points}–{opponent_points}")).unwrap_or_default();
        let opponent = opponent.clone().unwrap_or_else(|| "bye".into());
        vec![round.to_string(), engine.clone(), opponent, score, tiebreaks.to_string(), winner.clone()]
    }
}
