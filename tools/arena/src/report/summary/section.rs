//! The figures of one variant.

use super::Filed;
use super::engine::{Average, Engine, Games, Margin};
use crate::stats::{CONFIDENCE, Comparison, Encounter, Outcome, Tally, compare, ratings};
use serde::Serialize;
use std::collections::BTreeMap;

/// All games of a variant.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    /// The variant's name in the records.
    pub variant: String,
    /// Games with a result.
    pub games: u64,
    /// Results of whoever moved first.
    pub first_player: Tally,
    /// The engines, strongest first.
    pub engines: Vec<Engine>,
    /// Whether imagined draws hold the ratings (see [`Ratings::regularised`](crate::stats::Ratings::regularised)).
    pub regularised: bool,
    /// Results of each engine (row) against each other one (column), in the order of `engines`.
    pub crosstable: Vec<Vec<Tally>>,
    /// The comparison, where there are two engines.
    pub duel: Option<Duel>,
    /// The openings by number and position.
    pub openings: Vec<Opening>,
    /// Games by the way they ended.
    pub reasons: BTreeMap<String, u64>,
    /// Every failure.
    pub failures: Vec<FailureNote>,
    /// Mean plies of a game, those of the opening included.
    pub mean_length: Option<f64>,
    /// Games by plies.
    pub lengths: BTreeMap<usize, u64>,
    /// Othello: games by disc difference, as the duel's first engine sees it, or, with more engines, the first player.
    pub margins: BTreeMap<i64, u64>,
}

/// Two engines against each other, as the first of them sees it: the one that moves first in the first game.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// The first engine.
    pub engine: String,
    /// The other.
    pub opponent: String,
    /// Score, Elo and so on.
    pub comparison: Comparison,
    /// Othello: disc difference.
    pub margin: Option<Margin>,
}

/// Games from one opening.
#[derive(Clone, Debug, Serialize)]
pub struct Opening {
    /// Its number in the match's list, if recorded.
    pub index: Option<u64>,
    /// Position and moves.
    pub text: String,
    /// Results of whoever moved first.
    pub first_player: Tally,
    /// Results of the duel's first engine.
    pub engine: Option<Tally>,
}

/// A game that an engine's failure ended.
#[derive(Clone, Debug, Serialize)]
pub struct FailureNote {
    /// The game's id.
    pub game: String,
    /// Whose failure it was.
    pub engine: String,
    /// Its kind, in the runner's words.
    pub kind: String,
    /// What happened.
    pub detail: String,
}

impl Section {
    pub(super) fn of(variant: String, games: &[Filed]) -> Self {
        let names = names(games);
        let own: Vec<_> = names.iter().map(|name| Games::of(name, games)).collect();
        let rated = ratings(names.len(), &encounters(&names, &own), None, CONFIDENCE);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&one, &other| rated.players[other].elo.value.total_cmp(&rated.players[one].elo.value));
        let duel = (names.len() == 2).then(|| Duel {
            engine: names[0].into(),
            opponent: names[1].into(),
            comparison: compare(&own[0].sample(), CONFIDENCE),
            margin: own[0].margin(),
        });
        let hero = duel.as_ref().map(|duel| duel.engine.as_str());
        Section {
            games: games.len() as u64,
            first_player: games.iter().filter_map(|(_, game)| game.outcome()).collect(),
            engines: order.iter().map(|&i| Engine::of(names[i], rated.players[i].elo, &own[i], games)).collect(),
            regularised: rated.regularised,
            crosstable: crosstable(&names, &own, &order),
            openings: openings(games, hero),
            reasons: reasons(games),
            failures: failures(games),
            mean_length: mean_length(games),
            lengths: count(games.iter().map(|(_, game)| game.plies())),
            margins: count(margins(games, hero)),
            duel,
            variant,
        }
    }
}

/// Engines in the order of their appearance.
fn names(games: &[Filed]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in games.iter().flat_map(|(_, game)| [&game.first, &game.second]) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

/// Every pair and single game once: from the view of the engine that appeared first.
fn encounters(names: &[&str], own: &[Games]) -> Vec<Encounter> {
    let mut all = Vec::new();
    for (player, games) in own.iter().enumerate() {
        for (opponent, cluster) in games.encounters() {
            if let Some(opponent) = names.iter().position(|&name| name == opponent).filter(|&number| number > player) {
                let (points, games) = cluster.map(Outcome::points).sum();
                all.push(Encounter { player, opponent, points, games });
            }
        }
    }
    all
}

fn crosstable(names: &[&str], own: &[Games], order: &[usize]) -> Vec<Vec<Tally>> {
    let row = |player: &usize| -> Vec<Tally> {
        let against = |opponent: &usize| {
            let clusters = own[*player].encounters().filter(|(name, _)| *name == names[*opponent]);
            clusters.map(|(_, cluster)| cluster).collect::<crate::stats::Sample>().tally()
        };
        order.iter().map(against).collect()
    };
    order.iter().map(row).collect()
}

fn openings(games: &[Filed], hero: Option<&str>) -> Vec<Opening> {
    let mut openings: BTreeMap<(Option<u64>, String), (Tally, Tally)> = BTreeMap::new();
    for (_, game) in games {
        let Some(outcome) = game.outcome() else { continue };
        let mut text = game.opening.setup.clone();
        game.opening.moves.iter().for_each(|word| text = format!("{text} {word}"));
        let (first, engine) = openings.entry((game.opening.index, text.trim().into())).or_default();
        first.add(outcome);
        if Some(game.first.as_str()) == hero {
            engine.add(outcome);
        } else {
            engine.add(outcome.reversed());
        }
    }
    let row = |((index, text), (first_player, engine))| {
        let engine = hero.is_some().then_some(engine);
        Opening { index, text, first_player, engine }
    };
    openings.into_iter().map(row).collect()
}

fn reasons(games: &[Filed]) -> BTreeMap<String, u64> {
    count(games.iter().map(|(_, game)| game.reason.clone()).filter(|reason| !reason.is_empty()))
}

fn failures(games: &[Filed]) -> Vec<FailureNote> {
    let note = |(_, game): &Filed| {
        let failure = game.failure.clone()?;
        let game = game.id.to_string();
        Some(FailureNote { game, engine: failure.engine, kind: failure.kind, detail: failure.detail })
    };
    games.iter().filter_map(note).collect()
}

fn mean_length(games: &[Filed]) -> Option<f64> {
    let mut average = Average::default();
    games.iter().for_each(|(_, game)| average.add(Some(game.plies() as f64)));
    average.value()
}

fn margins(games: &[Filed], hero: Option<&str>) -> impl Iterator<Item = i64> {
    games.iter().filter_map(move |(_, game)| {
        let margin = game.margin?.round() as i64;
        Some(if hero.is_some_and(|hero| hero != game.first) { -margin } else { margin })
    })
}

fn count<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, u64> {
    let mut counts = BTreeMap::new();
    keys.for_each(|key| *counts.entry(key).or_default() += 1);
    counts
}
