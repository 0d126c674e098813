//! The one-ply player of the textbook against a direct implementation of its windows.

use super::{RULES, moves, random_position};
use quartet::game::{Game, Side};
use quartet::games::gomoku::{Gomoku, Point, Position};
use quartet::games::playable::Playable;
use quartet::random::SplitMix64;

/// The stone on a point given by row and column; `None` off the board.
fn stone(position: &Position, row: i32, col: i32) -> Option<Side> {
    let on_board = |line: &i32| (0..position.board().size() as i32).contains(line);
    let (row, col) = (Some(row).filter(on_board)?, Some(col).filter(on_board)?);
    position.board().stone(Point::new(row as usize, col as usize))
}

/// The score of a move, summed over every window of every length at every offset.
fn slow_value(position: &Position, point: Point) -> i32 {
    let tables = [(position.side(), [0, 3, 10, 30, 100, 500]), (position.side().other(), [0, 2, 9, 25, 90, 400])];
    let (row, col) = (point.row() as i32, point.col() as i32);
    let mut sum = 0;
    for (side, worth) in tables {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for start in 0..=4 {
                for length in (1..=5).rev() {
                    let own = |offset: i32| {
                        offset == 0 || stone(position, row + offset * down, col + offset * right) == Some(side)
                    };
                    if (start - 4..start - 4 + length).all(own) {
                        sum += worth[length as usize];
                    }
                }
            }
        }
    }
    sum
}

#[test]
fn values_agree_with_the_textbook() {
    let player = Gomoku::ONE_PLY_PLAYERS.iter().find(|player| player.name == "textbook").unwrap();
    let mut random = SplitMix64::new(21);
    for rule in RULES {
        for size in [5, 9, 16] {
            for _ in 0..20 {
                let position = random_position(&mut random, size, rule, 18, 18);
                if Gomoku::terminal(&position).is_some() {
                    continue;
                }
                for mv in moves(&position) {
                    assert_eq!((player.value)(&position, mv, &|_| None), slow_value(&position, mv));
                }
            }
        }
    }
}
