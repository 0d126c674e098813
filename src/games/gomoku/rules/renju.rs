//! Forbidden points of renju, as defined by the rules of the Renju International Federation. Only `x` has forbidden
//! points.

use super::board::{Board, Point};
use super::lines::FiveRule;
use crate::game::Side;

/// Why a point is forbidden for `x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours, in two lines or in one.
    DoubleFour,
    /// Two threes, both of which can become open fours by a legal move.
    DoubleThree,
}

impl Foul {
    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double four",
            Foul::DoubleThree => "double three",
        }
    }
}

/// The foul that a stone of `x` on an empty point would be, if any. A stone that makes five is never a foul.
pub fn foul(board: &Board, point: Point) -> Option<Foul> {
    match classify(board, point) {
        Verdict::Free => None,
        Verdict::Foul(foul) => Some(foul),
        Verdict::Threes(threes) => double_three(&mut board.clone(), point, &threes),
    }
}

/// For each direction, the points that extend a three to an open four, if there is a three.
type Threes = [[Option<Point>; 2]; 4];

/// The classification of a stone without look-ahead.
enum Verdict {
    /// No foul.
    Free,
    /// A foul.
    Foul(Foul),
    /// Two or more threes, which are a foul if at least two of them are real.
    Threes(Threes),
}

/// Classifies a stone of `x` on an empty point.
fn classify(board: &Board, point: Point) -> Verdict {
    let rule = FiveRule::ExactWithFouls;
    let (mut five, mut overline, mut fours) = (false, false, 0);
    let mut threes: Threes = [[None; 2]; 4];
    for (d, ends) in threes.iter_mut().enumerate() {
        let (line, bit) = board.side_line(point, d, Side::X);
        let line = line.with(bit);
        match line.length(bit) {
            5 => five = true,
            6.. => overline = true,
            length => {
                let made = line.five_points(bit, rule).iter().flatten().count();
                // The two five points of an unbroken four belong to one four.
                fours += if length == 4 { made.min(1) } else { made };
                if made == 0 {
                    let (low, high) = line.ends(bit);
                    *ends = [low, high].map(|end| {
                        let is_open = line.is_empty(end) && line.with(end).is_open_four(bit, rule);
                        is_open.then(|| point.step(d, end as i32 - bit as i32))
                    });
                }
            }
        }
    }
    let three_lines = threes.iter().filter(|ends| ends.iter().any(Option::is_some)).count();
    match () {
        () if five => Verdict::Free,
        () if overline => Verdict::Foul(Foul::Overline),
        () if fours >= 2 => Verdict::Foul(Foul::DoubleFour),
        () if three_lines >= 2 => Verdict::Threes(threes),
        () => Verdict::Free,
    }
}

/// The foul if at least two of the threes are real: a three is real if it can be extended to an open four by a move
/// that neither makes five nor is itself a foul. Restores the board.
fn double_three(board: &mut Board, point: Point, threes: &Threes) -> Option<Foul> {
    board.put(point, Side::X);
    let mut real = 0;
    for ends in threes {
        if ends.iter().flatten().any(|&end| can_extend(board, end)) {
            real += 1;
            if real == 2 {
                break;
            }
        }
    }
    board.remove(point);
    (real == 2).then_some(Foul::DoubleThree)
}

/// Whether a move of `x` neither makes five nor is a foul.
fn can_extend(board: &mut Board, point: Point) -> bool {
    if board.makes_five(point, Side::X, FiveRule::ExactWithFouls) {
        return false;
    }
    match classify(board, point) {
        Verdict::Free => true,
        Verdict::Foul(_) => false,
        Verdict::Threes(threes) => double_three(board, point, &threes).is_none(),
    }
}
