use super::{near, pairs};
use crate::stats::{CONFIDENCE, Encounter, compare, elo_of_score, ratings, score_of_elo};

fn games(player: usize, opponent: usize, points: f64, games: u64) -> Encounter {
    Encounter { player, opponent, points, games }
}

#[test]
fn two_players_are_as_far_apart_as_their_score() {
    let encounters =
        [vec![games(0, 1, 2.0, 2); 30], vec![games(0, 1, 1.0, 2); 40], vec![games(1, 0, 1.5, 2); 20]].concat();
    let rated = ratings(2, &encounters, Some(1), CONFIDENCE);
    let comparison = compare(&pairs([0, 20, 40, 0, 30]), CONFIDENCE);
    assert!(!rated.regularised);
    near(rated.players[0].elo.value, comparison.elo.unwrap().value, 1e-6);
    // The delta method and the mapped interval differ only in second order.
    near(rated.players[0].elo.error(), comparison.elo.unwrap().error(), 1.0);
    assert_eq!((rated.players[1].elo.value, rated.players[1].elo.error()), (0.0, 0.0));
    let centred = ratings(2, &encounters, None, CONFIDENCE);
    near(centred.players[0].elo.value, rated.players[0].elo.value / 2.0, 1e-9);
    near(centred.players[0].elo.value + centred.players[1].elo.value, 0.0, 1e-9);
}

#[test]
fn exact_scores_give_the_ratings_back() {
    let truth = [150.0, 40.0, -30.0, -160.0];
    let mut encounters = Vec::new();
    for one in 0..4 {
        for other in 0..one {
            encounters.push(games(one, other, 1000.0 * score_of_elo(truth[one] - truth[other]), 1000));
        }
    }
    let rated = ratings(4, &encounters, None, CONFIDENCE);
    rated.players.iter().zip(truth).for_each(|(rating, truth)| near(rating.elo.value, truth, 1e-6));
    // Without residuals the model's own variance is used.
    assert!(rated.players.iter().all(|rating| rating.elo.error() > 5.0));
}

#[test]
fn a_gauntlet_rates_by_the_common_opponent() {
    // Player 0 scores 3/4 against 1 and 1/4 against 2: 1 and 2 never met.
    let encounters = [games(0, 1, 75.0, 100), games(0, 2, 25.0, 100)];
    let rated = ratings(3, &encounters, Some(0), CONFIDENCE);
    near(rated.players[1].elo.value, -elo_of_score(0.75), 1e-6);
    near(rated.players[2].elo.value, elo_of_score(0.75), 1e-6);
}

#[test]
fn unbounded_ratings_are_regularised_by_hypothetical_draws() {
    let all_won = ratings(3, &[games(0, 1, 10.0, 10), games(1, 2, 5.0, 10)], None, CONFIDENCE);
    assert!(all_won.regularised);
    let elo: Vec<f64> = all_won.players.iter().map(|rating| rating.elo.value).collect();
    assert!(elo[0] > 200.0 && elo[0] < 1000.0 && elo[1] < 0.0, "{elo:?}");
    let unconnected = ratings(4, &[games(0, 1, 1.0, 2), games(2, 3, 1.0, 2)], None, CONFIDENCE);
    assert!(unconnected.regularised);
    unconnected.players.iter().for_each(|rating| near(rating.elo.value, 0.0, 1e-9));
}

#[test]
fn few_players_and_no_games() {
    assert!(ratings(0, &[], None, CONFIDENCE).players.is_empty());
    let alone = ratings(1, &[games(0, 0, 1.0, 2)], None, CONFIDENCE);
    near(alone.players[0].elo.value, 0.0, 0.0);
    let idle = ratings(2, &[], Some(7), CONFIDENCE);
    assert!(idle.players.iter().all(|rating| rating.elo.value == 0.0 && rating.elo.error().is_finite()));
}

#[test]
fn long_one_sided_matches_stay_finite() {
    let encounters = vec![games(0, 1, 2.0, 2); 5000];
    let rated = ratings(2, &encounters, None, CONFIDENCE);
    assert!(rated.players.iter().all(|rating| rating.elo.low.is_finite() && rating.elo.high.is_finite()));
    assert!(rated.players[0].elo.value > 300.0);
}
