//! The static evaluation: a few features of the board, each difference "mine minus the opponent's", weighted by the
//! stage of the game.
//!
//! Must not know: search, sides, texts. All weights are in centidiscs per unit of the feature.

use super::bits::{CORNERS, FILE_A, FILE_H, mobility, spread};
use super::rules::Position;
use super::stability::stable;
use crate::score::Score;

/// How many features there are.
pub const FEATURES: usize = 11;

/// Their names, in the order of [`features`].
const NAMES: [&str; FEATURES] = [
    "corners",
    "x-squares",
    "c-squares",
    "edges",
    "stable",
    "mobility",
    "mobility ratio",
    "open squares",
    "frontier",
    "discs",
    "parity",
];

/// Stages are this many empty squares apart: 4, 16, 28, 40, 52; between them the weights change evenly.
const STAGE: i32 = 12;
/// Empty squares of the last stage.
const FIRST: i32 = 4;

/// b2, g2, b7 and g7.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The eight squares beside the corners on the edge.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// The edge without corners and C squares.
const EDGES: u64 = (FILE_A | FILE_H | 0xff00_0000_0000_00ff) & !(CORNERS | C_SQUARES);

/// The features of a position from the side to move, mostly differences of numbers of squares.
pub fn features(position: &Position) -> [i32; FEATURES] {
    let (own, opponent, empty) = (position.own(), position.opponent(), position.empty());
    let count = |set: u64| set.count_ones() as i32;
    let balance = |set: u64| count(own & set) - count(opponent & set);
    // X and C squares are weak only while the corner beside them is empty.
    let by_corners = spread(empty & CORNERS);
    let (moves, replies) = (count(mobility(own, opponent)), count(mobility(opponent, own)));
    let filled = own | opponent;
    [
        balance(CORNERS),
        balance(X_SQUARES & by_corners),
        balance(C_SQUARES & by_corners),
        balance(EDGES),
        count(stable(own, filled)) - count(stable(opponent, filled)),
        moves - replies,
        // In per cent: the fewer moves there are in all, the more a difference weighs.
        100 * (moves - replies) / (moves + replies + 2),
        count(spread(opponent) & empty) - count(spread(own) & empty),
        balance(spread(empty)),
        balance(!0),
        // With an odd number of empty squares the side to move has the last move if nobody passes.
        if count(empty) & 1 == 1 { 1 } else { -1 },
    ]
}

/// The terms of the evaluation from the side to move in centidiscs; their sum is the value.
pub fn terms(position: &Position) -> [i32; FEATURES] {
    let above = (position.empties() as i32 - FIRST).clamp(0, STAGE * (WEIGHTS.len() as i32 - 1) - 1);
    let (stage, part) = ((above / STAGE) as usize, above % STAGE);
    let mut terms = features(position);
    for (index, term) in terms.iter_mut().enumerate() {
        let weight = WEIGHTS[stage][index] * (STAGE - part) + WEIGHTS[stage + 1][index] * part;
        *term = *term * weight / STAGE;
    }
    terms
}

/// The value in centidiscs from the side to move, within ±64 discs.
pub fn evaluate(position: &Position) -> Score {
    Score::cp(terms(position).iter().sum::<i32>().clamp(-LIMIT, LIMIT))
}

/// The most that an estimate says.
const LIMIT: i32 = 6_400;

/// The terms by name; a last one says what the limit of the value cuts off.
pub fn explain(position: &Position) -> Vec<(String, i32)> {
    let terms = terms(position);
    let excess = i32::from(evaluate(position).0) - terms.iter().sum::<i32>();
    let mut named: Vec<_> = NAMES.into_iter().zip(terms).map(|(name, term)| (name.to_string(), term)).collect();
    named.push(("limit".into(), excess));
    named
}

/// By stage, the last one first. Fitted by ridge regression to 7.0 million positions from the WTHOR database (French
/// Othello Federation, 137,548 games of 1977–2022); the target is the theoretical score that the database gives, from 15
/// empty squares on the score of the game. Error on every twentieth game, left out of the fit, as root mean square in
/// discs: 9.8 with 1–9 empty squares (22.7 for guessing 0), 13.0 with 10–19, 11.4 with 20–29, 15.4 with 30–39, 18.5
/// with 40–49.
const WEIGHTS: [[i32; FEATURES]; 5] = [
    [76, -142, -155, -47, 93, 349, 1, -267, -90, 22, 168],
    [365, -378, -145, -4, 86, 56, 25, -65, -114, 20, 39],
    [497, -399, -67, 71, 124, -78, 50, -4, -174, 7, -5],
    [1545, -656, -110, 106, 83, -84, 55, 55, -191, 39, -6],
    [0, -13, 3, 41, 1, -28, 23, 35, -57, 17, 21],
];
