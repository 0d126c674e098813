//! How the figures of two engines have developed from game to game, for plots.

use crate::collection::Collection;
use crate::record::GameRecord;
use crate::stats::{CONFIDENCE, Estimate, Outcome, Pairing, Sample, compare};
use quartet::game::Side;

/// The greatest number of points of a curve.
const POINTS: usize = 300;

/// Figures of two engines by the number of games, from the point of view of the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Elo after so many games of complete pairs.
    pub elo: Vec<(u64, Estimate)>,
    /// The log-likelihood ratio of the sequential test after so many games that it has judged.
    pub ratios: Vec<(u64, f64)>,
}

impl Progress {
    /// The progress of the games of a variant between these engines, in the order of their numbers, match for match.
    pub(super) fn of(records: &Collection, variant: &str, engines: [&str; 2], ratios: &[(u64, f64)]) -> Self {
        let all = records.parts.iter().flat_map(|part| part.games.iter().map(move |game| (part.of_match, game)));
        let mut games: Vec<(usize, &GameRecord)> = all.filter(|(_, game)| game.variant == variant).collect();
        games.sort_by_key(|(of_match, game)| (*of_match, game.id));
        let (mut waiting, mut sample, mut pairs) = (Pairing::default(), Sample::default(), Vec::new());
        for (of_match, game) in games {
            let side = match [&*game.first, &*game.second] {
                names if names == engines => Side::X,
                [first, second] if [second, first] == engines => Side::O,
                _ => continue,
            };
            let result = Outcome::of(game.result, side);
            pairs.extend(waiting.add((of_match, game.pair), side == Side::X, result));
        }
        let step = pairs.len().div_ceil(POINTS).max(1);
        let mut elo = Vec::new();
        for (number, pair) in (1..).zip(&pairs) {
            sample.add(*pair);
            if number % step == 0 || number == pairs.len() {
                elo.extend(compare(&sample, CONFIDENCE).elo.map(|elo| (sample.tally().games(), elo)));
            }
        }
        Progress { elo, ratios: thinned(ratios) }
    }
}

/// At most [`POINTS`] points and the last one.
fn thinned<P: Copy>(points: &[P]) -> Vec<P> {
    let step = points.len().div_ceil(POINTS).max(1);
    let is_shown = |number: &usize| number.is_multiple_of(step) || *number == points.len();
    (1..).zip(points).filter(|(number, _)| is_shown(number)).map(|(_, point)| *point).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{records, six_games};
    use super::*;

    #[test]
    fn games_count_in_the_order_of_their_numbers() {
        let games = six_games();
        let mut reversed = games.clone();
        reversed.reverse();
        let progress = Progress::of(&records(&[&games]), "othello", ["a", "b"], &[(2, 0.1), (4, -0.1)]);
        assert_eq!(progress, Progress::of(&records(&[&reversed]), "othello", ["a", "b"], &[(2, 0.1), (4, -0.1)]));
        let counts: Vec<u64> = progress.elo.iter().map(|point| point.0).collect();
        assert_eq!((counts, progress.ratios.len()), (vec![2, 4, 6], 2));
        // a has 2, 3 and 4½ points.
        let values: Vec<f64> = progress.elo.iter().map(|point| point.1.value).collect();
        assert!(values[0].is_infinite() && (values[1] - 190.8).abs() < 0.1 && (values[2] - values[1]).abs() < 0.1);
        assert!(Progress::of(&records(&[&games]), "othello", ["a", "c"], &[]).elo.is_empty());
    }

    #[test]
    fn long_curves_are_thinned() {
        let points: Vec<usize> = (1..=100_001).collect();
        let kept = thinned(&points);
        assert!(kept.len() <= POINTS + 1 && kept.last() == points.last());
        assert_eq!(thinned(&points[..300]), &points[..300]);
    }
}
