//! The rules: legal moves, and when the game is over.

use super::board::{POINTS, Point, Position, Rule};
use super::lines::FiveRule;
use super::renju;
use crate::game::{Game, PackedMove, Side, Symmetric, Terminal};

/// Gomoku: five in a row, freestyle, standard or renju.
pub struct Gomoku;

/// Board size and rule, which the user can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The number of rows and columns of the board, 5..=22.
    pub size: usize,
    /// What counts as five, and which moves are forbidden.
    pub rule: Rule,
}

/// The smallest board size.
pub const MIN_SIZE: usize = 5;
/// The default board size.
pub const DEFAULT_SIZE: usize = 16;

impl Default for Rules {
    fn default() -> Rules {
        Rules { size: DEFAULT_SIZE, rule: Rule::default() }
    }
}

/// Whether a move to an empty point is not forbidden, if the game is not over.
pub fn is_allowed(position: &Position, point: Point) -> bool {
    position.five_rule(position.side()) != FiveRule::ExactWithFouls || renju::foul(position.board(), point).is_none()
}

/// The legal moves in the order a1 b1 …, if the game is not over.
fn allowed_points(position: &Position) -> impl Iterator<Item = Point> {
    position.board().empty_points().filter(|&point| is_allowed(position, point))
}

impl Game for Gomoku {
    const CYCLIC: bool = false;
    const MOVE_INDICES: usize = POINTS;

    type Rules = Rules;
    type Position = Position;
    type Move = Point;
    /// The ply before the move.
    type Undo = u32;

    fn start(rules: &Rules) -> Position {
        Position::new(rules.size, rules.rule)
    }

    fn side(position: &Position) -> Side {
        position.side()
    }

    fn ply(position: &Position) -> u32 {
        position.ply()
    }

    fn key(position: &Position) -> u64 {
        position.key()
    }

    fn terminal(position: &Position) -> Option<Terminal> {
        match position.winner() {
            Some(winner) if winner == position.side() => Some(Terminal::Win),
            Some(_) => Some(Terminal::Loss),
            None => allowed_points(position).next().is_none().then_some(Terminal::Draw),
        }
    }

    fn legal_moves(position: &Position, moves: &mut Vec<Point>) {
        if position.winner().is_none() {
            moves.extend(allowed_points(position));
        }
    }

    fn count_moves(position: &Position) -> usize {
        if position.winner().is_some() {
            0
        } else if position.five_rule(position.side()) == FiveRule::ExactWithFouls {
            allowed_points(position).count()
        } else {
            position.empties()
        }
    }

    fn is_legal(position: &Position, mv: Point) -> bool {
        position.winner().is_none()
            && position.board().contains(mv)
            && position.board().stone(mv).is_none()
            && is_allowed(position, mv)
    }

    fn play(position: &mut Position, mv: Point) -> u32 {
        position.play(mv)
    }

    fn undo(position: &mut Position, mv: Point, undo: u32) {
        position.take_back(mv, undo);
    }

    fn move_index(mv: Point) -> usize {
        usize::from(mv.to_bits()) % POINTS
    }
}

impl Symmetric for Gomoku {
    fn transform(position: &Position, symmetry: u8) -> Position {
        let size = position.board().size();
        let mut image = Position::new(size, position.rule());
        for point in position.board().points() {
            if let Some(side) = position.board().stone(point) {
                image.put(transform_point(size, point, symmetry), side);
            }
        }
        image.set_turn(position.side(), position.ply());
        image.find_winner();
        image
    }

    fn transform_move(position: &Position, mv: Point, symmetry: u8) -> Point {
        transform_point(position.board().size(), mv, symmetry)
    }
}

/// The image of a point of a board of `size` x `size` points: bit 0 of `symmetry` mirrors the columns, bit 1 mirrors
/// the rows, then bit 2 swaps the two.
pub fn transform_point(size: usize, point: Point, symmetry: u8) -> Point {
    let mirrored = |line: usize, bit: u8| if symmetry & bit != 0 { size - 1 - line } else { line };
    let (row, col) = (mirrored(point.row(), 2), mirrored(point.col(), 1));
    if symmetry & 4 != 0 { Point::new(col, row) } else { Point::new(row, col) }
}
