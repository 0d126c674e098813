//! The figures of a variant's games, for tables, JSON and plots.

use super::{Progress, TournamentTable};
use crate::sequential::SequentialTest;
use crate::standings::{EngineStanding, FailureNote, Margins, Searches, Standings};
use crate::stats::{CONFIDENCE, Comparison, Estimate, Mean, Sample, Tally, compare, ratings};
use serde::Serialize;
use std::collections::BTreeMap;

/// All games of a variant.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    /// The variant's name.
    pub variant: String,
    /// The number of games.
    pub games: u64,
    /// The number of different games; the others repeat one of them move for move, with the same colours.
    pub different: u64,
    /// Results of the first player.
    pub first_player: Tally,
    /// The engines that have played, strongest first.
    pub engines: Vec<Engine>,
    /// Whether hypothetical draws bound the ratings (see [`Ratings::regularised`](crate::stats::Ratings::regularised)).
    pub regularised: bool,
    /// Results of each engine (row) against each other one (column), in the order of `engines`.
    pub crosstable: Vec<Vec<Tally>>,
    /// The comparison of the engines if there are two.
    #[serde(rename = "duel")]
    pub head_to_head: Option<HeadToHead>,
    /// The tables of Swiss tournaments and knockouts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tournaments: Vec<TournamentTable>,
    /// The sequential test, if there is one.
    pub sprt: Option<SequentialTest>,
    /// The sequential tests of further records with other settings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_sprts: Vec<SequentialTest>,
    /// How the figures of two engines have developed, if the order of the games is known.
    #[serde(skip)]
    pub progress: Progress,
    /// The openings by number and position.
    pub openings: Vec<Opening>,
    /// Games by the way they ended.
    pub reasons: BTreeMap<String, u64>,
    /// Every failure.
    pub failures: Vec<FailureNote>,
    /// The mean length of a game in plies, including the opening.
    pub mean_length: Option<f64>,
    /// Games by plies.
    pub lengths: BTreeMap<usize, u64>,
    /// Othello: games by disc difference, from the point of view of the first of two engines, otherwise of the first
    /// player.
    pub margins: BTreeMap<i64, u64>,
}

/// An engine in the games of a variant.
#[derive(Clone, Debug, Serialize)]
pub struct Engine {
    /// The name.
    pub name: String,
    /// All games of the engine.
    pub tally: Tally,
    /// The games in which it moved first.
    pub as_first: Tally,
    /// The games in which it moved second.
    pub as_second: Tally,
    /// Points per game.
    pub score: Option<Estimate>,
    /// Elo above the mean of all engines.
    pub rating: Estimate,
    /// The failures by kind.
    pub failures: BTreeMap<&'static str, u64>,
    /// The searches.
    pub play: Play,
    /// Othello: the disc difference.
    pub margin: Option<Margin>,
    /// The mean time of a move in milliseconds, by ply from the start of the game, from 0.
    pub ms_by_ply: BTreeMap<usize, f64>,
}

/// Depth, speed and time, over the moves with these figures; times are by the match runner's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Play {
    /// The number of moves.
    pub moves: u64,
    /// Mean depth.
    pub depth: Option<f64>,
    /// Nodes per second: the sum of nodes divided by the sum of times.
    pub nps: Option<f64>,
    /// The mean time of a move in milliseconds.
    pub ms: Option<f64>,
    /// The maximum time of a move in milliseconds.
    pub longest_ms: Option<f64>,
    /// Median [latency](crate::record::MoveRecord::latency) of an answer, in milliseconds.
    pub latency_ms: Option<f64>,
    /// The greatest latency of an answer, in milliseconds.
    pub longest_latency_ms: Option<f64>,
}

/// A mean disc difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Margin {
    /// The number of games with a disc difference.
    pub games: u64,
    /// The mean difference from the point of view of one engine, in discs.
    pub mean: f64,
    /// The lower end of the 95 % interval; `None` with fewer than two pairs.
    pub low: Option<f64>,
    /// The upper end of the 95 % interval.
    pub high: Option<f64>,
}

/// Two engines against each other, from the point of view of the first.
#[derive(Clone, Debug, Serialize)]
pub struct HeadToHead {
    /// The first engine.
    pub engine: String,
    /// The other engine.
    pub opponent: String,
    /// The comparison: score, Elo and more.
    pub comparison: Comparison,
    /// Othello: disc difference.
    pub margin: Option<Margin>,
}

/// Games from one opening.
#[derive(Clone, Debug, Serialize)]
pub struct Opening {
    /// The number in the match's list of openings.
    pub index: u64,
    /// Position and moves.
    pub text: String,
    /// Results of the first player.
    pub first_player: Tally,
    /// Results of the first of two engines.
    pub engine: Option<Tally>,
}

impl Section {
    /// The figures of the games counted so far, and their sequential tests.
    pub fn of(variant: &str, standings: &Standings, tests: Vec<SequentialTest>) -> Self {
        let played = ActiveEngines::of(standings);
        let rated = ratings(played.places.len(), &standings.encounters(&played.places), None, CONFIDENCE);
        let mut order: Vec<usize> = (0..played.places.len()).collect();
        order.sort_by(|&one, &other| rated.players[other].elo.value.total_cmp(&rated.players[one].elo.value));
        let overview = standings.overview();
        let head_to_head = played.head_to_head();
        let mut tests = tests.into_iter();
        let margins = if head_to_head.is_some() { &overview.leader_margins } else { &overview.margins };
        Section {
            variant: variant.into(),
            games: overview.first_player.games(),
            different: overview.different(),
            first_player: overview.first_player,
            engines: order.iter().map(|&number| played.engine(number, rated.players[number].elo)).collect(),
            regularised: rated.regularised,
            crosstable: order.iter().map(|&row| played.crosstable_row(row, &order)).collect(),
            tournaments: Vec::new(),
            sprt: tests.next(),
            other_sprts: tests.collect(),
            progress: Progress::default(),
            openings: openings(standings, head_to_head.is_some()),
            reasons: overview.reasons.clone(),
            failures: overview.failures.clone(),
            mean_length: overview.mean_length(),
            lengths: overview.lengths.clone(),
            margins: margins.clone(),
            head_to_head,
        }
    }
}

/// The engines that have played, with consecutive numbers.
struct ActiveEngines<'a> {
    standings: &'a Standings,
    /// Their indices in the standings.
    places: Vec<usize>,
}

impl<'a> ActiveEngines<'a> {
    fn of(standings: &'a Standings) -> Self {
        let engines = standings.engines().iter().enumerate();
        let places = engines.filter(|(_, engine)| engine.all().games() > 0).map(|(place, _)| place).collect();
        ActiveEngines { standings, places }
    }

    fn standing(&self, number: usize) -> &'a EngineStanding {
        &self.standings.engines()[self.places[number]]
    }

    /// The games of an engine against another one; none against itself.
    fn sample(&self, number: usize, opponent: usize) -> Sample {
        if number == opponent {
            return Sample::default();
        }
        self.standings.sample(self.places[number], self.places[opponent])
    }

    fn crosstable_row(&self, number: usize, order: &[usize]) -> Vec<Tally> {
        order.iter().map(|&opponent| self.sample(number, opponent).tally()).collect()
    }

    fn head_to_head(&self) -> Option<HeadToHead> {
        let &[one, other] = &self.places[..] else { return None };
        Some(HeadToHead {
            engine: self.standing(0).name.clone(),
            opponent: self.standing(1).name.clone(),
            comparison: compare(&self.sample(0, 1), CONFIDENCE),
            margin: self.standings.margins(one, other).mean().map(margin),
        })
    }

    fn engine(&self, number: usize, rating: Estimate) -> Engine {
        let (mut sample, mut margins) = (Sample::default(), Margins::default());
        for opponent in (0..self.places.len()).filter(|&opponent| opponent != number) {
            sample.merge(&self.sample(number, opponent));
            margins.merge(&self.standings.margins(self.places[number], self.places[opponent]));
        }
        let standing = self.standing(number);
        Engine {
            name: standing.name.clone(),
            tally: standing.all(),
            as_first: standing.first,
            as_second: standing.second,
            score: compare(&sample, CONFIDENCE).score,
            rating,
            failures: standing.failures.clone(),
            play: play(&standing.searches),
            margin: margins.mean().map(margin),
            ms_by_ply: standing.searches.milliseconds_by_ply(),
        }
    }
}

fn margin(mean: Mean) -> Margin {
    let (low, high) = mean.interval(CONFIDENCE).unzip();
    Margin { games: mean.games, mean: mean.mean, low, high }
}

fn play(searches: &Searches) -> Play {
    let latency = searches.latency();
    Play {
        moves: searches.moves,
        depth: searches.mean_depth(),
        nps: searches.nodes_per_second(),
        ms: searches.mean_milliseconds(),
        longest_ms: searches.longest_milliseconds(),
        latency_ms: latency.map(|[median, _]| median),
        longest_latency_ms: latency.map(|[_, longest]| longest),
    }
}

fn openings(standings: &Standings, head_to_head: bool) -> Vec<Opening> {
    let openings = standings.overview().openings.iter();
    let row = |((index, text), tally): (&(u64, String), &crate::standings::OpeningTally)| Opening {
        index: *index,
        text: text.clone(),
        first_player: tally.first_player,
        engine: head_to_head.then_some(tally.leader),
    };
    openings.map(row).collect()
}
