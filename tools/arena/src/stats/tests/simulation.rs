//! The guarantees of intervals and tests, checked on simulated matches.

use crate::stats::simulation::pair;
use crate::stats::{
    CONFIDENCE, Cluster, Encounter, Model, NORMALISED_SCALE, Outcome, Sample, Sprt, SprtState, compare, elo_of_score,
    ratings, score_of_elo,
};
use quartet::random::SplitMix64;

#[test]
fn intervals_cover_the_true_value_in_95_percent() {
    let mut rng = SplitMix64::new(4);
    let (matches, length) = (2000, 150);
    for (score, draws, bias) in [(0.5, 0.4, 0.0), (0.55, 0.3, 0.25), (0.7, 0.1, 0.1)] {
        let (mut elo, mut likely) = (0, 0);
        for _ in 0..matches {
            let sample: Sample = (0..length).map(|_| pair(&mut rng, score, draws, bias)).collect();
            let comparison = compare(&sample, CONFIDENCE);
            let interval = comparison.elo.unwrap();
            elo += u32::from((interval.low..=interval.high).contains(&elo_of_score(score)));
            likely += u32::from(comparison.los > 0.95);
        }
        let coverage = f64::from(elo) / f64::from(matches);
        assert!((0.93..=0.965).contains(&coverage), "{coverage} at {score}");
        if score == 0.5 {
            // Between equals the likelihood of superiority is uniform.
            assert!((0.03..0.07).contains(&(f64::from(likely) / f64::from(matches))), "{likely}");
        }
    }
}

/// The share of tests that accept H1, with the mean number of pairs.
fn run_tests(test: &Sprt, tests: u32, mut next: impl FnMut() -> Cluster<Outcome>) -> (f64, f64) {
    let (mut accepted, mut pairs) = (0, 0_u64);
    for _ in 0..tests {
        let mut sample = Sample::default();
        let state = loop {
            // The status is computed only after every fourth pair, to save time.
            (0..4).for_each(|_| sample.add(next()));
            let state = test.judge(&sample).state;
            if state != SprtState::Continue {
                break state;
            }
        };
        pairs += sample.pairs().pairs();
        accepted += u32::from(state == SprtState::AcceptH1);
    }
    (f64::from(accepted) / f64::from(tests), pairs as f64 / f64::from(tests))
}

#[test]
fn tests_keep_their_error_probabilities() {
    let mut rng = SplitMix64::new(7);
    let draws = 0.3;
    for model in [Model::Logistic, Model::Normalised] {
        let test = Sprt::new(0.0, 40.0, 0.05, 0.1, model).unwrap();
        // σ of a game at even chances, the games of a pair being independent here.
        let deviation = ((1.0 - draws) / 4.0_f64).sqrt();
        let one = match model {
            Model::Logistic => score_of_elo(40.0),
            Model::Normalised => 0.5 + 40.0 / NORMALISED_SCALE * deviation,
        };
        let (wrong, pairs) = run_tests(&test, 400, || pair(&mut rng, 0.5, draws, 0.0));
        assert!((0.01..=0.085).contains(&wrong), "{model:?}: {wrong} under H0");
        assert!(pairs < 400.0, "{model:?}: {pairs} pairs");
        let (right, pairs) = run_tests(&test, 400, || pair(&mut rng, one, draws, 0.0));
        assert!((0.85..=0.97).contains(&right), "{model:?}: {right} under H1");
        assert!(pairs < 400.0, "{model:?}: {pairs} pairs");
    }
}

#[test]
fn rating_intervals_cover_the_truth() {
    let mut rng = SplitMix64::new(11);
    let truth = [80.0, 10.0, -90.0];
    let rounds = 500;
    let mut covered = [0; 3];
    for _ in 0..rounds {
        let mut encounters = Vec::new();
        for (player, opponent) in [(0, 1), (0, 2), (1, 2)] {
            let score = score_of_elo(truth[player] - truth[opponent]);
            let sample = (0..60).map(|_| pair(&mut rng, score, 0.3, 0.1)).collect::<Sample>();
            encounters.extend(Encounter::all(player, opponent, sample));
        }
        let rated = ratings(3, &encounters, None, CONFIDENCE);
        for ((rating, truth), covered) in rated.players.iter().zip(truth).zip(&mut covered) {
            *covered += u32::from((rating.elo.low..=rating.elo.high).contains(&truth));
        }
    }
    for covered in covered {
        assert!((0.92..=0.98).contains(&(f64::from(covered) / f64::from(rounds))), "{covered} of {rounds}");
    }
}
