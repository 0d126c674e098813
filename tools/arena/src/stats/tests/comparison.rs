use super::{near, pairs, singles};
use crate::stats::{CONFIDENCE, Cluster, Mean, Outcome, Pairing, Sample, compare, elo_of_score, score_of_elo};

#[test]
fn elo_and_score_are_inverse() {
    near(elo_of_score(0.75), 190.848_501_887_864_97, 1e-9);
    near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
    for elo in [-700.0, -1.0, 0.0, 12.5, 300.0] {
        near(elo_of_score(score_of_elo(elo)), elo, 1e-8);
    }
    assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
}

/// Figures that fastchess printed for users, with its pairs: Elo ±, normalised Elo ±, LOS.
/// Disservin/fastchess issues 807 and 515, lynx-chess/Lynx 1899, princesslana/princhess 343.
#[test]
fn agrees_with_fastchess() {
    let printed = [
        ([30, 6, 18, 0, 6], [-168.40, 73.37, -170.08, 62.16, 0.0]),
        ([0, 1, 4, 0, 0], [-34.86, 62.20, -122.84, 215.34, 13.18]),
        ([235, 1384, 2521, 1341, 239], [-1.06, 4.05, -1.67, 6.37, 30.33]),
        ([1, 22, 52, 21, 4], [8.69, 27.04, 15.51, 48.15, 73.60]),
    ];
    for (counts, expected) in printed {
        let comparison = compare(&pairs(counts), CONFIDENCE);
        let (elo, normalised) = (comparison.elo.unwrap(), comparison.normalised_elo.unwrap());
        let figures = [elo.value, elo.error(), normalised.value, normalised.error(), 100.0 * comparison.los];
        figures.into_iter().zip(expected).for_each(|(value, expected)| near(value, expected, 0.0051));
    }
}

#[test]
fn trinomial_variance_agrees_with_the_formula() {
    // 60 + 20 / 2 of 100: m = 0.7, σ² = (60 * 0.09 + 20 * 0.04 + 20 * 0.49) / 100 = 0.16.
    let comparison = compare(&singles(60, 20, 20), CONFIDENCE);
    let score = comparison.score.unwrap();
    near(score.value, 0.7, 1e-12);
    near(score.high, 0.7 + 1.959_964 * 0.04, 1e-6);
    near(comparison.normalised_elo.unwrap().value, 347.435_585 * 0.5, 1e-5);
    near(comparison.los, 0.999_999_713, 1e-8);
}

#[test]
fn pairs_of_opposite_results_narrow_the_interval() {
    let (paired, single) =
        (compare(&pairs([10, 0, 80, 0, 10]), CONFIDENCE), compare(&singles(100, 0, 100), CONFIDENCE));
    near(paired.elo.unwrap().value, 0.0, 1e-9);
    assert!(paired.elo.unwrap().error() < 0.7 * single.elo.unwrap().error());
}

#[test]
fn pairs_and_singles_together() {
    // A won pair and a lost game: m = 2/3, V = ((2 - 4/3)² + (0 - 2/3)²) / 9.
    let mut sample = pairs([0, 0, 0, 0, 1]);
    sample.add(Cluster::Single(Outcome::Loss));
    let mean = sample.score().unwrap();
    near(mean.mean, 2.0 / 3.0, 1e-12);
    near(mean.variance, 8.0 / 81.0, 1e-12);
    assert_eq!((mean.games, mean.clusters), (3, 2));
}

#[test]
fn no_games_no_estimates() {
    let comparison = compare(&Sample::default(), CONFIDENCE);
    assert_eq!((comparison.score, comparison.elo, comparison.normalised_elo), (None, None, None));
    near(comparison.los, 0.5, 0.0);
}

#[test]
fn one_won_pair_does_not_give_certainty() {
    let comparison = compare(&pairs([0, 0, 0, 0, 1]), CONFIDENCE);
    let (score, elo) = (comparison.score.unwrap(), comparison.elo.unwrap());
    // Wilson's interval of one won game: from 1 / (1 + z²).
    near(score.low, 1.0 / (1.0 + 1.959_964_f64.powi(2)), 1e-6);
    near(score.high, 1.0, 0.0);
    assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
    assert!(elo.low < 0.0);
    assert_eq!(comparison.normalised_elo, None);
    near(comparison.los, 0.841_344_746, 1e-8);
}

#[test]
fn samples_without_variance_are_compared() {
    let lost = compare(&pairs([50, 0, 0, 0, 0]), CONFIDENCE);
    assert_eq!(lost.elo.unwrap().low, f64::NEG_INFINITY);
    assert!(lost.elo.unwrap().high < -300.0 && lost.los < 1e-9);
    let balanced = compare(&pairs([0, 0, 50, 0, 0]), CONFIDENCE);
    near(balanced.elo.unwrap().value, 0.0, 1e-9);
    assert!(balanced.elo.unwrap().error() > 50.0);
    near(balanced.los, 0.5, 1e-12);
}

#[test]
fn never_not_a_number() {
    let sizes = [0, 1, 2, 40];
    for code in 0..4_usize.pow(5) {
        let counts = std::array::from_fn(|i| sizes[code / 4_usize.pow(i as u32) % 4]);
        let comparison = compare(&pairs(counts), CONFIDENCE);
        for estimate in [comparison.score, comparison.elo, comparison.normalised_elo].into_iter().flatten() {
            assert!(estimate.low <= estimate.value && estimate.value <= estimate.high, "{counts:?}: {comparison:?}");
        }
        assert!((0.0..=1.0).contains(&comparison.los), "{counts:?}");
    }
}

#[test]
fn margins_have_intervals_by_students_t() {
    // Pairs with sums 4, 8, 12 of two games each: mean 4, pairs' means 2, 4, 6 with variance 4 (by n - 1); t(2) =
    // 4.302653.
    let mean = Mean::of([(4.0, 2, 1), (8.0, 2, 1), (12.0, 2, 1)]).unwrap();
    let (low, high) = mean.interval(CONFIDENCE).unwrap();
    near(mean.mean, 4.0, 1e-12);
    near(high - low, 2.0 * 4.302_653 * (4.0_f64 / 3.0).sqrt(), 1e-4);
    assert_eq!(Mean::of([(4.0, 2, 1)]).unwrap().interval(CONFIDENCE), None);
    assert_eq!(Mean::of([]), None);
}

#[test]
fn pairing_waits_for_the_other_colour() {
    let mut pairing = Pairing::default();
    assert_eq!(pairing.add(2, true, Outcome::Win), None);
    assert_eq!(pairing.add(1, false, Outcome::Draw), None);
    // A second game on the same side takes the place of the first.
    assert_eq!(pairing.add(2, true, Outcome::Loss), Some(Cluster::Single(Outcome::Win)));
    assert_eq!(pairing.add(2, false, Outcome::Draw), Some(Cluster::Pair(Outcome::Loss, Outcome::Draw)));
    assert_eq!(pairing.add(3, false, Outcome::Win), None);
    assert_eq!(pairing.add(3, true, Outcome::Loss), Some(Cluster::Pair(Outcome::Loss, Outcome::Win)));
    assert_eq!(pairing.singles().collect::<Vec<_>>(), [Cluster::Single(Outcome::Draw)]);
}
