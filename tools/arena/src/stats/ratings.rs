//! Ratings of several players from all their games.
//!
//! The model of Zermelo ("Die Berechnung der Turnier-Ergebnisse", 1929) and of Bradley and Terry (Biometrika 1952): the
//! expected points of player i in a game against j are p = 1 / (1 + exp(r_j - r_i)), and a draw counts as half a win
//! and half a loss. The ratings maximise the likelihood Π p^points, as in Elostat and Ordo; Elo is 400 / ln 10 times r.
//!
//! Intervals use the "sandwich" estimator H⁻¹ J H⁻¹ (White, "Maximum likelihood estimation of misspecified models",
//! Econometrica 1982) with the Hessian H and the squared gradients J of pairs, because draws and the common opening of
//! a pair make the model's own variance H⁻¹ wrong. For two players the result is the interval of
//! [`compare`](super::compare), by the delta method.

use super::elo::LOGISTIC_SCALE;
use super::mean::deviations;
use super::{Estimate, Sample, score_of_elo};
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};
use serde::Serialize;

/// A complete pair or a single game between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Number of one player.
    pub player: usize,
    /// Number of the other.
    pub opponent: usize,
    /// Points of `player`, 0 to `games`.
    pub points: f64,
    /// The number of games.
    pub games: u64,
}

impl Encounter {
    /// All pairs and single games between two players, from the point of view of `player`.
    pub fn all(player: usize, opponent: usize, sample: Sample) -> impl Iterator<Item = Encounter> {
        let encounters = move |(points, games, count): (f64, u64, u64)| {
            (0..count).map(move |_| Encounter { player, opponent, points, games })
        };
        sample.clusters().flat_map(encounters)
    }
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo above the mean of all players, or above the anchor; the anchor itself has 0 ± 0.
    pub elo: Estimate,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// The ratings, by player number.
    pub players: Vec<Rating>,
    /// Whether a drawn game against a hypothetical average player was added for every player, because the games alone
    /// do not bound the ratings: a player won or lost all games, or no games connect some players.
    pub regularised: bool,
}

/// Rates players 0 to `players` - 1, relative to `anchor` if given and to their mean otherwise, with intervals of this
/// confidence level. Games of a player against itself are ignored.
pub fn ratings(players: usize, encounters: &[Encounter], anchor: Option<usize>, confidence: f64) -> Ratings {
    let encounters: Vec<_> = encounters.iter().copied().filter(|e| e.player != e.opponent && e.games > 0).collect();
    let regularised = !bounded(players, &encounters);
    let pool = Pool { players, encounters, regularised };
    let strengths = pool.maximise();
    let (curvature, residuals) = (pool.curvature(&strengths).inverse(), pool.residuals(&strengths));
    let robust = &curvature * residuals * &curvature;
    let rate = |player: usize| {
        let contrast = contrast(players, player, anchor);
        let variance = |covariance: &DMatrix<f64>| contrast.dot(&(covariance * &contrast)).max(0.0);
        // Results that do not vary, or that only the hypothetical games bound, give no estimate of their variance.
        let varied = !regularised && variance(&robust) > 1e-12;
        let deviation = variance(if varied { &robust } else { &curvature }).sqrt();
        let value = LOGISTIC_SCALE * contrast.dot(&strengths);
        let error = LOGISTIC_SCALE * deviations(confidence) * deviation;
        Rating { elo: Estimate { value, low: value - error, high: value + error } }
    };
    Ratings { players: (0..players).map(rate).collect(), regularised }
}

/// The reference of a rating, as weights of all strengths.
fn contrast(players: usize, player: usize, anchor: Option<usize>) -> DVector<f64> {
    let mut weights = DVector::zeros(players);
    match anchor {
        Some(anchor) if anchor < players => weights[anchor] -= 1.0,
        _ => weights.add_scalar_mut(-1.0 / players as f64),
    }
    weights[player] += 1.0;
    weights
}

/// Whether the maximum of the likelihood is at finite ratings: from every player there is a chain of scored points to
/// every other player (Ford, "Solution of a ranking problem from binary comparisons", 1957).
fn bounded(players: usize, encounters: &[Encounter]) -> bool {
    let mut scored = vec![Vec::new(); players];
    let mut conceded = vec![Vec::new(); players];
    let mut point = |from: usize, to: usize| {
        scored[from].push(to);
        conceded[to].push(from);
    };
    for e in encounters {
        if e.points > 0.0 {
            point(e.player, e.opponent);
        }
        if e.points < e.games as f64 {
            point(e.opponent, e.player);
        }
    }
    players == 0 || (reached(&scored) == players && reached(&conceded) == players)
}

/// The number of players that can be reached from player 0.
fn reached(next: &[Vec<usize>]) -> usize {
    let mut seen = vec![false; next.len()];
    let mut open = vec![0];
    let mut count = 0;
    while let Some(player) = open.pop() {
        if !std::mem::replace(&mut seen[player], true) {
            count += 1;
            open.extend(&next[player]);
        }
    }
    count
}

struct Pool {
    players: usize,
    encounters: Vec<Encounter>,
    /// Whether every player has a drawn game against a hypothetical player of strength 0.
    regularised: bool,
}

/// The maximum number of Newton steps; a handful are enough.
const MAX_ITERATIONS: usize = 200;

impl Pool {
    /// The maximum-likelihood strengths, in natural logarithms of odds, with mean 0. The log-likelihood is concave, so
    /// Newton's method converges if steps that decrease it are halved.
    fn maximise(&self) -> DVector<f64> {
        let mut strengths = DVector::zeros(self.players);
        let mut height = self.likelihood(&strengths);
        for _ in 0..MAX_ITERATIONS {
            let mut step = self.curvature(&strengths).solve(&self.gradient(&strengths));
            let mut next = self.likelihood(&(&strengths + &step));
            while next < height && step.amax() > 1e-12 {
                step /= 2.0;
                next = self.likelihood(&(&strengths + &step));
            }
            strengths += &step;
            height = next;
            if step.amax() < 1e-10 {
                break;
            }
        }
        let mean = if self.players > 0 { strengths.mean() } else { 0.0 };
        strengths.add_scalar(-mean)
    }

    fn likelihood(&self, strengths: &DVector<f64>) -> f64 {
        // ln p = -ln(1 + exp(-d)), and ln(1 - p) = ln p - d.
        let logarithm =
            |difference: f64| -> f64 { if difference < -30.0 { difference } else { -(-difference).exp().ln_1p() } };
        let both = |points: f64, games: f64, difference: f64| {
            points * logarithm(difference) + (games - points) * logarithm(-difference)
        };
        let real = self.encounters.iter().map(|e| both(e.points, e.games as f64, difference(strengths, e)));
        let virtual_draws = strengths.iter().map(|&strength| both(0.5, 1.0, strength));
        real.sum::<f64>() + if self.regularised { virtual_draws.sum() } else { 0.0 }
    }

    fn gradient(&self, strengths: &DVector<f64>) -> DVector<f64> {
        let mut gradient = DVector::zeros(self.players);
        for e in &self.encounters {
            let surplus = surplus(strengths, e);
            gradient[e.player] += surplus;
            gradient[e.opponent] -= surplus;
        }
        if self.regularised {
            gradient.zip_apply(strengths, |value, strength| *value += 0.5 - expected(strength));
        }
        gradient
    }

    /// The Hessian H. The direction in which all strengths increase together, which does not affect the likelihood,
    /// gets a curvature as well; it cancels in every contrast.
    fn curvature(&self, strengths: &DVector<f64>) -> Cholesky<f64, Dyn> {
        let mut matrix = DMatrix::from_element(self.players, self.players, if self.regularised { 0.0 } else { 1.0 });
        for e in &self.encounters {
            let p = expected(difference(strengths, e));
            // Far from the maximum p (1 - p) may round to 0; a minimum keeps the steps finite.
            let weight = e.games as f64 * (p * (1.0 - p)).max(1e-9);
            matrix[(e.player, e.player)] += weight;
            matrix[(e.opponent, e.opponent)] += weight;
            matrix[(e.player, e.opponent)] -= weight;
            matrix[(e.opponent, e.player)] -= weight;
        }
        if self.regularised {
            for (player, &strength) in strengths.iter().enumerate() {
                let p = expected(strength);
                matrix[(player, player)] += (p * (1.0 - p)).max(1e-9);
            }
        }
        // Positive definite, as the players are connected by real or hypothetical games; it could fail only by
        // rounding.
        Cholesky::new_with_substitute(matrix, 1e-9).expect("a substitute for every diagonal element that fails")
    }

    /// J: the sum of squared gradients over pairs and single games.
    fn residuals(&self, strengths: &DVector<f64>) -> DMatrix<f64> {
        let mut matrix = DMatrix::zeros(self.players, self.players);
        for e in &self.encounters {
            let square = surplus(strengths, e).powi(2);
            matrix[(e.player, e.player)] += square;
            matrix[(e.opponent, e.opponent)] += square;
            matrix[(e.player, e.opponent)] -= square;
            matrix[(e.opponent, e.player)] -= square;
        }
        matrix
    }
}

fn difference(strengths: &DVector<f64>, e: &Encounter) -> f64 {
    strengths[e.player] - strengths[e.opponent]
}

/// The expected points per game at a difference of strengths.
fn expected(difference: f64) -> f64 {
    score_of_elo(LOGISTIC_SCALE * difference)
}

/// The points minus the expected points.
fn surplus(strengths: &DVector<f64>, e: &Encounter) -> f64 {
    e.points - e.games as f64 * expected(difference(strengths, e))
}
