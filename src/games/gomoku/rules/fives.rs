//! The points where a side makes five.

use super::board::{Point, Position};
use super::lines::{DIRECTIONS, ones};
use crate::game::Side;

/// The stones in a line that a five needs besides the one that is played.
const STONES: u32 = 4;

/// The empty points where a side makes five, in the order a1 b1 …
pub fn five_points(position: &Position, side: Side) -> Vec<Point> {
    let (board, rule) = (position.board(), position.five_rule(side));
    let mut points = Vec::new();
    for d in 0..DIRECTIONS.len() {
        for first in line_starts(board.size(), d) {
            let (line, start) = board.side_line(first, d, side);
            // Verifications spend most of their time here, and most lines have fewer stones.
            if line.own.count_ones() >= STONES {
                let fives = ones(line.empty).filter(|&bit| line.completes(bit, rule));
                points.extend(fives.map(|bit| first.step(d, (bit - start) as i32)));
            }
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// The five points of both sides, updated move by move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FivePoints([Vec<Point>; 2]);

impl FivePoints {
    /// The five points of a position.
    pub fn new(position: &Position) -> FivePoints {
        FivePoints([Side::X, Side::O].map(|side| five_points(position, side)))
    }

    /// The points where a side makes five, as [`five_points`] returns them.
    pub fn of(&self, side: Side) -> &[Point] {
        &self.0[side.index()]
    }

    /// The five points after a move to `point` that led to the position `after`.
    #[must_use]
    pub fn after(&self, after: &Position, point: Point) -> FivePoints {
        let side = after.side().other();
        let (board, rule) = (after.board(), after.five_rule(side));
        // The stone may make the run too long for an exact five elsewhere.
        let mut own: Vec<Point> = self.of(side).iter().copied().filter(|&five| five != point).collect();
        own.retain(|&five| board.makes_five(five, side, rule));
        for d in 0..DIRECTIONS.len() {
            let (line, bit) = board.side_line(point, d, side);
            let ends = line.five_points(bit, rule).into_iter().flatten();
            own.extend(ends.map(|end| point.step(d, end as i32 - bit as i32)));
        }
        own.sort_unstable();
        own.dedup();
        let other = self.of(side.other()).iter().copied().filter(|&five| five != point).collect();
        FivePoints(if side == Side::X { [own, other] } else { [other, own] })
    }
}

/// The first point of each line in direction `d`, an index into [`DIRECTIONS`], of a board of `size` x `size` points.
pub fn line_starts(size: usize, d: usize) -> impl Iterator<Item = Point> {
    let (row_step, col_step) = DIRECTIONS[d];
    let top = (0..size).map(|col| Point::new(0, col)).filter(move |_| row_step > 0);
    let edge = if col_step < 0 { size - 1 } else { 0 };
    let side = (0..size).map(move |row| Point::new(row, edge)).filter(move |_| col_step != 0);
    // A diagonal line that starts in the corner is listed once.
    top.chain(side.filter(move |point| row_step == 0 || point.row() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::rules::board::Rule;
    use crate::random::SplitMix64;

    #[test]
    fn every_line_starts_once() {
        for size in [5, 15, 22] {
            let count = |d| line_starts(size, d).count();
            assert_eq!([0, 1, 2, 3].map(count), [size, size, 2 * size - 1, 2 * size - 1]);
        }
    }

    #[test]
    fn updated_points_are_those_of_the_position() {
        let mut random = SplitMix64::new(6);
        let mut found = 0;
        for round in 0..300 {
            let mut position = Position::new(5 + round % 18, Rule::ALL[round % 3]);
            let mut points = FivePoints::new(&position);
            let mut empty: Vec<Point> = position.board().empty_points().collect();
            while !empty.is_empty() && position.winner().is_none() {
                let point = empty.swap_remove(random.below(empty.len()));
                position.play(point);
                points = points.after(&position, point);
                assert_eq!(points, FivePoints::new(&position), "{:?}", position.rule());
                found += points.of(Side::X).len() + points.of(Side::O).len();
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn the_points_are_those_that_make_five() {
        let mut random = SplitMix64::new(5);
        let mut found = 0;
        for round in 0..300 {
            let mut position = Position::new(5 + round % 18, Rule::ALL[round % 3]);
            for point in position.board().points() {
                match random.below(4) {
                    0 | 1 => position.put(point, Side::X),
                    2 => position.put(point, Side::O),
                    _ => {}
                }
            }
            for side in [Side::X, Side::O] {
                let (board, rule) = (position.board(), position.five_rule(side));
                let naive: Vec<_> = board.empty_points().filter(|&point| board.makes_five(point, side, rule)).collect();
                found += naive.len();
                assert_eq!(five_points(&position, side), naive, "{rule:?} {side:?}");
            }
        }
        assert!(found > 1000, "{found}");
    }
}
