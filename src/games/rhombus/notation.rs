//! Notation of rhombus: positions, moves, diagrams.
//!
//! No function panics, whatever the input.

use super::rules::{LINES, Move, NEIGHBOURS, POINTS, Position, Rhombus, SIZE, STONES};
use crate::game::{Game, Geometry, MoveKind, Notation, NotationError, OptionReader, Reason, Side};
use crate::games::common::grid::{EMPTY, Grid, members};
use crate::games::common::text::{Fields, quote};

impl Notation for Rhombus {
    const MOVE_KIND: MoveKind = MoveKind::Step;

    fn rules(_options: OptionReader<'_>) -> Self::Rules {}

    fn geometry(_rules: &()) -> Geometry {
        Geometry { files: SIZE as u16, ranks: SIZE as u16, cells: POINTS as u16 }
    }

    /// Parses a position text.
    fn parse_position(_rules: &(), text: &str) -> Result<Position, NotationError> {
        let fields = Fields::read(text)?;
        let places = BOARD.read_rows(fields.rows)?;
        let stones = [Side::X, Side::O].map(|side| {
            let mask = |set, (place, _)| set | 1_u16 << (place / 2);
            places.iter().enumerate().filter(|&(_, &found)| found == side.letter()).fold(0, mask)
        });
        let [x, o] = stones.map(u16::count_ones);
        for (letter, found) in [('x', x), ('o', o)] {
            if found > STONES {
                return Err(NotationError::new(format!("{found} stones of {letter}, expected at most {STONES}")));
            }
        }
        let turn = match fields.side {
            Side::X => x == o,
            Side::O => x == o + 1 || x == STONES && o == STONES,
        };
        if !turn {
            return Err(NotationError::new(format!(
                "{x} stones of x and {o} of o with {} to move, expected as many of both with x to move, one more of x with \
                 o to move, or {STONES} of both",
                fields.side.letter()
            )));
        }
        let hands = format!("{},{}", STONES - x, STONES - o);
        match fields.extra {
            Some(extra) if extra != hands => Err(NotationError::new(format!(
                "stones in hand are {}, expected {hands} with this board",
                quote(extra)
            ))),
            _ => Ok(Position { stones, side: fields.side, ply: fields.ply }),
        }
    }

    /// Writes a position text.
    fn write_position(position: &Position) -> String {
        let [x, o] = position.stones.map(|stones| STONES - stones.count_ones());
        let rows = BOARD.write_rows(|place| symbol(position, place / 2));
        format!("{rows} {} {x},{o} {}", position.side.letter(), position.ply)
    }

    /// Parses a legal move.
    fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
        let mv = match BOARD.read_points(text).as_deref() {
            Some(&[to]) => Move::place(to / 2),
            Some(&[from, to]) => Move::step(from / 2, to / 2),
            _ => {
                return Err(NotationError::new(format!(
                    "bad move {}, expected a point of the board such as c3, or two such as c1b2",
                    quote(text)
                )));
            }
        };
        if Rhombus::is_legal(position, mv) { Ok(mv) } else { Err(illegal_move(position, mv)) }
    }

    /// Writes a move.
    fn write_move(_position: &Position, mv: Move) -> String {
        mv.from().map(name).unwrap_or_default() + &name(mv.to())
    }

    /// Draws the board with its lines and coordinates.
    fn diagram(position: &Position) -> String {
        let mut points = (0..).map(|point| symbol(position, point));
        PICTURE.chars().map(|c| if c == '*' { points.next().unwrap_or(c) } else { c }).collect()
    }

    fn in_hand(position: &Position) -> Option<[u32; 2]> {
        Some(position.stones.map(|stones| STONES - stones.count_ones()))
    }

    fn adjacency() -> Vec<(String, String)> {
        let mut lines = LINES.map(|(one, other)| (one.min(other), one.max(other)));
        lines.sort_unstable();
        lines.into_iter().map(|(one, other)| (name(one), name(other))).collect()
    }

    fn reason(_position: &Position) -> Reason {
        Reason::Immobile
    }
}

/// The points are the even places of the grid.
const BOARD: Grid = Grid { size: SIZE, is_point: |place| place.is_multiple_of(2), pieces: "xo" };

/// The empty diagram; `*` stands for a point.
const PICTURE: &str = r"    a   b   c   d   e
 1  *-------*-------*
    |     /   \     |
 2  |   *       *   |
    | /   \   /   \ |
 3  *       *       *
    | \   /   \   / |
 4  |   *       *   |
    |     \   /     |
 5  *-------*-------*";

/// The symbol for the content of a point.
fn symbol(position: &Position, point: usize) -> char {
    let [x, o] = position.stones.map(|stones| stones >> point & 1 != 0);
    match () {
        () if x => 'x',
        () if o => 'o',
        () => EMPTY,
    }
}

/// The name of a point.
fn name(point: usize) -> String {
    BOARD.name(2 * point)
}

/// The names of points, separated by spaces.
fn names(points: u16) -> String {
    members(points).map(name).collect::<Vec<_>>().join(" ")
}

/// The neighbours of a point; none if there is no such point.
fn neighbours(point: usize) -> u16 {
    NEIGHBOURS.get(point).copied().unwrap_or(0)
}

/// The error for a well-formed illegal move.
fn illegal_move(position: &Position, mv: Move) -> NotationError {
    let letter = position.side.letter();
    let why = match mv.from() {
        None if !position.placing() => "all stones are placed, expected a step such as c1b2".into(),
        Some(_) if position.placing() => format!("{letter} has stones in hand, expected a point such as c3"),
        Some(from) if position.own() >> from & 1 == 0 => {
            format!("{letter} has no stone on {}, expected one of {}", name(from), names(position.own()))
        }
        Some(from) if neighbours(from) >> mv.to() & 1 == 0 => {
            format!("no line joins {} and {}, expected one of {}", name(from), name(mv.to()), names(neighbours(from)))
        }
        _ => format!("{} is taken, expected an empty point", name(mv.to())),
    };
    NotationError::new(format!("illegal move '{}': {why}", Rhombus::write_move(position, mv)))
}
