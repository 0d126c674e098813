//! Renju's forbidden points, exactly as the rules of the Renju International Federation define them.
//!
//! Must not know: whose turn it is, search, evaluation. Only `x` has forbidden points.

use super::board::{Board, Point};
use super::lines::FiveRule;
use crate::game::Side;

/// Why a point is forbidden for `x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours at once, in two lines or in one.
    DoubleFour,
    /// Two threes at once that can both really become straight fours.
    DoubleThree,
}

impl Foul {
    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double four",
            Foul::DoubleThree => "double three",
        }
    }
}

/// The foul that a stone of `x` on the empty `point` would be, if any. A stone that makes five is never one.
pub fn foul(board: &Board, point: Point) -> Option<Foul> {
    match shape(board, point) {
        Shape::Free => None,
        Shape::Foul(foul) => Some(foul),
        Shape::Threes(threes) => double_three(&mut board.clone(), point, &threes),
    }
}

/// For each direction the points that would make a straight four of a three, if it has any.
type Threes = [[Option<Point>; 2]; 4];

/// What can be seen of a stone without playing on.
enum Shape {
    /// No foul.
    Free,
    /// A foul.
    Foul(Foul),
    /// Two or more threes, and it depends on whether they are real.
    Threes(Threes),
}

fn shape(board: &Board, point: Point) -> Shape {
    let rule = FiveRule::Fouls;
    let (mut five, mut overline, mut fours) = (false, false, 0);
    let mut threes: Threes = [[None; 2]; 4];
    for (d, ends) in threes.iter_mut().enumerate() {
        let (line, bit) = board.line(point, d, Side::X);
        let line = line.with(bit);
        match line.length(bit) {
            5 => five = true,
            6.. => overline = true,
            length => {
                let made = line.five_points(bit, rule).iter().flatten().count();
                // The two ends of an unbroken four are the two completions of one four.
                fours += if length == 4 { made.min(1) } else { made };
                if made == 0 {
                    let (low, high) = line.ends(bit);
                    *ends = [low, high].map(|end| {
                        let straight = line.is_empty(end) && line.with(end).straight_four(bit, rule);
                        straight.then(|| point.step(d, end as i32 - bit as i32))
                    });
                }
            }
        }
    }
    let three_lines = threes.iter().filter(|ends| ends.iter().any(Option::is_some)).count();
    match () {
        () if five => Shape::Free,
        () if overline => Shape::Foul(Foul::Overline),
        () if fours >= 2 => Shape::Foul(Foul::DoubleFour),
        () if three_lines >= 2 => Shape::Threes(threes),
        () => Shape::Free,
    }
}

/// Whether two of the threes are real: a three is, if one of its straight fours can be made by a move that is neither
/// a five nor itself a foul. The board is as found afterwards.
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
    board.lift(point);
    (real == 2).then_some(Foul::DoubleThree)
}

fn can_extend(board: &mut Board, point: Point) -> bool {
    if board.makes_five(point, Side::X, FiveRule::Fouls) {
        return false;
    }
    match shape(board, point) {
        Shape::Free => true,
        Shape::Foul(_) => false,
        Shape::Threes(threes) => double_three(board, point, &threes).is_none(),
    }
}
