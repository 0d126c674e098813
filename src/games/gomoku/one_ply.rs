//! The one-ply player `textbook`: it values a point by the friendly runs that it extends and the opponent's runs that
//! it blocks.

use super::rules::board::{Board, Point, Position};
use super::rules::game::Gomoku;
use super::rules::lines::DIRECTIONS;
use crate::game::Side;
use crate::games::one_ply::{OnePlyPlayer, TieBreak};

/// The player. Among points of maximum value it plays the first, row by row.
pub(super) const PLAYER: OnePlyPlayer<Gomoku> =
    OnePlyPlayer { name: "textbook", value: |position, mv, _| value(position, mv), tie_break: TieBreak::First };

/// The value of extending a friendly run, by its number of stones.
const ATTACK: [i32; 6] = [0, 3, 10, 30, 100, 500];
/// The value of blocking a run of the opponent, by its number of stones.
const DEFENCE: [i32; 6] = [0, 2, 9, 25, 90, 400];

/// The value of a point for the side to move.
fn value(position: &Position, point: Point) -> i32 {
    let side = position.side();
    let board = position.board();
    run_values(board, point, side, &ATTACK) + run_values(board, point, side.other(), &DEFENCE)
}

/// The value of all runs that a side would have within four points of this one, in all directions, if it had a stone
/// here. Runs that start before the point count even if they do not contain it.
fn run_values(board: &Board, point: Point, side: Side, values: &[i32; 6]) -> i32 {
    let mut sum = 0;
    for direction in DIRECTIONS {
        let window = window(board, point, side, direction);
        for start in 0..5 {
            let length = window[start..start + 5].iter().take_while(|&&own| own).count();
            // A run also counts as every shorter run with the same start.
            sum += values[1..=length].iter().sum::<i32>();
        }
    }
    sum
}

/// For the nine points centred on this one in a direction: whether each would hold a stone of the side.
fn window(board: &Board, point: Point, side: Side, (down, right): (i32, i32)) -> [bool; 9] {
    std::array::from_fn(|index| {
        let step = index as i32 - 4;
        let at =
            |line: usize, by: i32| usize::try_from(line as i32 + by * step).ok().filter(|&line| line < board.size());
        match (at(point.row(), down), at(point.col(), right)) {
            (Some(row), Some(col)) => step == 0 || board.stone(Point::new(row, col)) == Some(side),
            _ => false,
        }
    })
}
