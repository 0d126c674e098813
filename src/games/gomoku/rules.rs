//! The rules: which moves there are, what they do, when the game is over.
//!
//! Must not know: search, evaluation, patterns.

use super::board::{POINTS, Point, Position, Rule};
use super::lines::{DIRECTIONS, FiveRule, MAX_SIZE};
use super::{notation, renju};
use crate::game::{Game, Geometry, MoveKind, NotationError, OptionReader, PackedMove, Reason, Side, Terminal};

/// Gomoku: five in a row, freestyle, standard or renju.
pub struct Gomoku;

/// What can be chosen about the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Points on a side of the board, 5..=22.
    pub size: usize,
    /// What wins and what is forbidden.
    pub rule: Rule,
}

/// Smallest board.
pub const MIN_SIZE: usize = 5;
/// Board size where nothing else is said.
pub const DEFAULT_SIZE: usize = 16;

impl Default for Rules {
    fn default() -> Rules {
        Rules { size: DEFAULT_SIZE, rule: Rule::default() }
    }
}

/// Whether the side to move may put a stone on this empty point, the game not being over.
pub fn is_allowed(position: &Position, point: Point) -> bool {
    position.five_rule(position.side()) != FiveRule::Fouls || renju::foul(position.board(), point).is_none()
}

/// The empty points where the side to move may play, in the order a1 b1 …, the game not being over.
fn allowed_points(position: &Position) -> impl Iterator<Item = Point> {
    position.board().empty_points().filter(|&point| is_allowed(position, point))
}

impl Game for Gomoku {
    const CYCLIC: bool = false;
    const MOVE_INDICES: usize = POINTS;
    const MOVE_KIND: MoveKind = MoveKind::Place;

    type Rules = Rules;
    type Position = Position;
    type Move = Point;
    /// The ply before.
    type Undo = u32;

    fn rules(options: OptionReader<'_>) -> Rules {
        let size = options("BoardSize").and_then(|text| text.parse().ok()).unwrap_or(DEFAULT_SIZE);
        let rule = match options("Rule").as_deref() {
            Some("standard") => Rule::Standard,
            Some("renju") => Rule::Renju,
            _ => Rule::Freestyle,
        };
        Rules { size: size.clamp(MIN_SIZE, MAX_SIZE), rule }
    }

    fn geometry(rules: &Rules) -> Geometry {
        let size = rules.size as u16;
        Geometry { files: size, ranks: size, cells: size * size }
    }

    fn start(rules: &Rules) -> Position {
        Position::new(rules.size, rules.rule)
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(rules.rule, text)
    }

    fn write_position(position: &Position) -> String {
        notation::write_position(position)
    }

    fn parse_move(position: &Position, text: &str) -> Result<Point, NotationError> {
        notation::parse_move(position, text)
    }

    fn parse_token(position: &Position, text: &str) -> Result<Vec<Point>, NotationError> {
        notation::parse_token(position, text)
    }

    fn write_move(_position: &Position, mv: Point) -> String {
        notation::write_point(mv)
    }

    fn diagram(position: &Position) -> String {
        notation::diagram(position)
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

    fn reason(position: &Position) -> Reason {
        if position.winner().is_some() { Reason::Five } else { Reason::Full }
    }

    fn winning_line(position: &Position) -> Vec<String> {
        let Some(winner) = position.winner() else { return Vec::new() };
        let (board, rule) = (position.board(), position.five_rule(winner));
        let owned = board.points().filter(|&point| board.stone(point) == Some(winner));
        // The first own point of a winning run in board order is its lower end in the direction.
        let run = owned.flat_map(|point| (0..DIRECTIONS.len()).map(move |d| (point, d))).find_map(|(point, d)| {
            let (line, bit) = board.line(point, d, winner);
            let length = line.length(bit);
            rule.is_five(length).then_some((point, d, length))
        });
        let Some((first, d, length)) = run else { return Vec::new() };
        let mut points: Vec<Point> = (0..length as i32).map(|count| first.step(d, count)).collect();
        points.sort_unstable();
        points.into_iter().map(notation::write_point).collect()
    }

    fn legal_moves(position: &Position, moves: &mut Vec<Point>) {
        if position.winner().is_none() {
            moves.extend(allowed_points(position));
        }
    }

    fn count_moves(position: &Position) -> usize {
        if position.winner().is_some() {
            0
        } else if position.five_rule(position.side()) == FiveRule::Fouls {
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

/// The image of a point: bit 0 of `symmetry` mirrors the columns, then bit 1 the rows, then bit 2 swaps the two.
fn transform_point(size: usize, point: Point, symmetry: u8) -> Point {
    let mirrored = |place: usize, bit: u8| if symmetry & bit != 0 { size - 1 - place } else { place };
    let (row, col) = (mirrored(point.row(), 2), mirrored(point.col(), 1));
    if symmetry & 4 != 0 { Point::new(col, row) } else { Point::new(row, col) }
}
