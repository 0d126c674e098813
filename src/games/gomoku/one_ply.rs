//! The player of the textbook: one ply, no search; a point is worth what it adds to own rows and takes from the
//! opponent's.
//!
//! Must not know: search, patterns, rules beyond the stones on the board.

use super::rules::board::{Board, Point, Position};
use super::rules::game::Gomoku;
use super::rules::lines::DIRECTIONS;
use crate::game::Side;
use crate::games::one_ply::{OnePlyPlayer, TieBreak};

/// The player; of the best points it takes the first, row by row.
pub(super) const PLAYER: OnePlyPlayer<Gomoku> =
    OnePlyPlayer { name: "textbook", value: |position, mv, _| value(position, mv), tie_break: TieBreak::First };

/// By number of stones in a row what it is worth to complete it …
const ATTACK: [i32; 6] = [0, 3, 10, 30, 100, 500];
/// … and what to keep the opponent from completing it.
const GUARD: [i32; 6] = [0, 2, 9, 25, 90, 400];

/// The value of a point for the side to move.
fn value(position: &Position, point: Point) -> i32 {
    let side = position.side();
    let board = position.board();
    rows(board, point, side, &ATTACK) + rows(board, point, side.other(), &GUARD)
}

/// The worth of all rows that a side would have in the nine points centred on this one, in all directions, if it had a
/// stone here. As in the book, rows that do not contain the point count, if they begin before it.
fn rows(board: &Board, point: Point, side: Side, worth: &[i32; 6]) -> i32 {
    let mut sum = 0;
    for direction in DIRECTIONS {
        let nine = nine(board, point, side, direction);
        for start in 0..5 {
            let length = nine[start..start + 5].iter().take_while(|&&own| own).count();
            // A row of so many stones holds one of each lesser length that begins where it does.
            sum += worth[1..=length].iter().sum::<i32>();
        }
    }
    sum
}

/// Which of the nine points in a direction would be a side's.
fn nine(board: &Board, point: Point, side: Side, (down, right): (i32, i32)) -> [bool; 9] {
    std::array::from_fn(|place| {
        let step = place as i32 - 4;
        let at =
            |line: usize, by: i32| usize::try_from(line as i32 + by * step).ok().filter(|&line| line < board.size());
        match (at(point.row(), down), at(point.col(), right)) {
            (Some(row), Some(col)) => step == 0 || board.stone(Point::new(row, col)) == Some(side),
            _ => false,
        }
    })
}
