//! The one-ply players of the school report, with three evaluation terms whose weights may depend on the game stage.
//!
//! The value of a move is P · (value of the square) + F · (discs flipped) + M · (own moves before it − replies to it).

use super::bitboard::{flips, legal_moves};
use super::rules::{Move, Othello, Position};
use crate::game::{OptionKind, OptionReader, OptionSpec};
use crate::games::one_ply::{OnePlyPlayer, TieBreak};

/// The weights P, F and M.
type Weights = [i32; 3];

/// The weights for moves 1–10, 11–20, 21–30, 31–40, 41–50 and from 51. Two of these stages make one stage of the
/// report.
type StagedWeights = [Weights; 6];

/// The weights of the practice player, the same in all stages.
const PRACTICE: StagedWeights = repeat_stages([[6, 2, 4]]);
/// The weights of the best player, for moves 1–20, 21–40 and from 41.
const STAGED: StagedWeights = repeat_stages([[6, 1, 4], [6, 2, 4], [1, 4, 4]]);

/// The weights of the player `weighted`: `P:F:M` for the whole game, or three or six of these separated by commas.
pub const WEIGHTS_OPTION: OptionSpec =
    OptionSpec { name: "Weights", kind: OptionKind::Text { default: "6:2:4", check: check_weights } };

/// The two players of the report, and one with user-defined weights.
pub const PLAYERS: [OnePlyPlayer<Othello>; 3] = [
    OnePlyPlayer {
        name: "practice",
        value: |position, mv, _| value(position, mv, &PRACTICE),
        tie_break: TieBreak::Random,
    },
    OnePlyPlayer { name: "staged", value: |position, mv, _| value(position, mv, &STAGED), tie_break: TieBreak::Random },
    OnePlyPlayer {
        name: "weighted",
        value: |position, mv, options| value(position, mv, &chosen(options)),
        tie_break: TieBreak::Random,
    },
];

/// The value of a square 0..=63 in the report; values that it does not print are from the book that it cites.
pub fn square_value(square: u32) -> i32 {
    const QUADRANT: [[i32; 4]; 4] = [[100, -5, 10, 5], [-5, -45, 1, 1], [10, 1, 3, 2], [5, 1, 2, 1]];
    let folded = |line: u32| line.min(7 - line) as usize;
    QUADRANT[folded(square / 8 % 8)][folded(square % 8)]
}

/// The value of a move.
fn value(position: &Position, mv: Move, weights: &StagedWeights) -> i32 {
    // The number of the move: with 60 empty squares, move 1 is next.
    let number = 61_i32.saturating_sub_unsigned(position.empties());
    let [p, f, m] = match number {
        ..=10 => weights[0],
        11..=20 => weights[1],
        21..=30 => weights[2],
        31..=40 => weights[3],
        41..=50 => weights[4],
        51.. => weights[5],
    };
    let (own, opponent) = (position.own(), position.opponent());
    let flipped = mv.square().map_or(0, |square| flips(own, opponent, square));
    let replies = legal_moves(opponent ^ flipped, own ^ flipped ^ mv.bit());
    let count = |set: u64| set.count_ones() as i32;
    let square = mv.square().map_or(0, square_value);
    let terms = [(p, square), (f, count(flipped)), (m, count(position.legal_moves()) - count(replies))];
    terms.into_iter().fold(0, |sum, (weight, term)| sum.saturating_add(weight.saturating_mul(term)))
}

/// Expands `N` stages of equal length to six; `N` divides six.
const fn repeat_stages<const N: usize>(stages: [Weights; N]) -> StagedWeights {
    let mut weights = [[0; 3]; 6];
    let mut index = 0;
    while index < weights.len() {
        weights[index] = stages[index * N / weights.len()];
        index += 1;
    }
    weights
}

/// Checks a value of the option `Weights`.
fn check_weights(text: &str) -> Result<(), &'static str> {
    read_weights(text).map(drop).ok_or("P:F:M in whole numbers, or three or six of them divided by commas")
}

/// The weights set by the user, or the default if they cannot be read.
fn chosen(options: OptionReader<'_>) -> StagedWeights {
    options(WEIGHTS_OPTION.name).and_then(|text| read_weights(&text)).unwrap_or(PRACTICE)
}

/// Parses one, three or six stages, such as `P:F:M,P:F:M,P:F:M`.
fn read_weights(text: &str) -> Option<StagedWeights> {
    let stages: Vec<Weights> = text
        .split(',')
        .map(|stage| {
            let numbers: Option<Vec<i32>> = stage.split(':').map(|number| number.parse().ok()).collect();
            numbers?.try_into().ok()
        })
        .collect::<Option<_>>()?;
    match stages[..] {
        [all] => Some(repeat_stages([all])),
        [opening, middle, end] => Some(repeat_stages([opening, middle, end])),
        [a, b, c, d, e, f] => Some([a, b, c, d, e, f]),
        _ => None,
    }
}
