//! Board, positions, moves and rules of rhombus.
//!
//! Points are numbered 0..13 in reading order (a1 c1 e1 / b2 d2 / a3 c3 e3 / b4 d4 / a5 c5 e5); they are the even
//! places of a 5x5 grid. A set of points is a 13-bit mask.

use crate::game::{Game, PackedMove, Side, Symmetric, Terminal};
use crate::games::common::grid::{self, members};

/// The number of rows and columns of the grid.
pub(super) const SIZE: usize = 5;
/// The number of points of the board.
pub(super) const POINTS: usize = 13;
/// The set of all points.
pub(super) const ALL: u16 = (1 << POINTS) - 1;
/// The number of stones of each side.
pub(super) const STONES: u32 = 5;

/// The lines of the board, each between two adjacent points: outer square, inner oblique square, cross.
#[rustfmt::skip]
pub(super) const LINES: [(usize, usize); 20] = [
    (0, 1), (1, 2), (2, 7), (7, 12), (12, 11), (11, 10), (10, 5), (5, 0), // a1 c1 e1 e3 e5 c5 a5 a3
    (1, 3), (3, 5), (5, 8), (8, 11), (11, 9), (9, 7), (7, 4), (4, 1), // c1 b2 a3 b4 c5 d4 e3 d2
    (3, 6), (4, 6), (8, 6), (9, 6), // b2 d2 b4 d4 with c3
];

/// The two ends of each line, as a set.
pub(super) static ENDS: [u16; LINES.len()] = ends();

const fn ends() -> [u16; LINES.len()] {
    let mut sets = [0; LINES.len()];
    let mut line = 0;
    while line < LINES.len() {
        sets[line] = 1 << LINES[line].0 | 1 << LINES[line].1;
        line += 1;
    }
    sets
}

/// The neighbours of each point: the points that a line joins it to.
pub(super) static NEIGHBOURS: [u16; POINTS] = neighbours();

const fn neighbours() -> [u16; POINTS] {
    let mut sets = [0; POINTS];
    let mut line = 0;
    while line < LINES.len() {
        let (one, other) = LINES[line];
        sets[one] |= 1 << other;
        sets[other] |= 1 << one;
        line += 1;
    }
    sets
}

/// Tables by set of points cover half of the board: this many points.
pub(super) const HALF: usize = 7;
/// The number of sets of [`HALF`] points.
pub(super) const HALF_SETS: usize = 1 << HALF;

/// For each half of the board and set of points in it, the lines that touch the set, as a mask of line numbers.
static TOUCHING: [[u32; HALF_SETS]; 2] = touching();

const fn touching() -> [[u32; HALF_SETS]; 2] {
    let ends = ends();
    let mut table = [[0; HALF_SETS]; 2];
    let mut at = 0;
    while at < 2 * HALF_SETS * LINES.len() {
        let (line, half, set) = (at % LINES.len(), at / LINES.len() % 2, at / LINES.len() / 2);
        if ends[line] as usize & set << (half * HALF) != 0 {
            table[half][set] |= 1 << line;
        }
        at += 1;
    }
    table
}

/// The lines between a point of one set and a point of another, as a mask of line numbers. The sets must be disjoint;
/// then these are the lines that touch both.
pub(super) fn lines_between(one: u16, other: u16) -> u32 {
    let touching = |set: u16| {
        let set = usize::from(set);
        TOUCHING[0][set % HALF_SETS] | TOUCHING[1][set / HALF_SETS]
    };
    touching(one) & touching(other)
}

/// The rules of rhombus.
pub struct Rhombus;

/// A position of rhombus. The stones in hand follow from those on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The stones of x and o.
    pub(super) stones: [u16; 2],
    pub(super) side: Side,
    pub(super) ply: u32,
}

impl Position {
    /// The stones of the side to move.
    pub(super) fn own(&self) -> u16 {
        self.stones[self.side.index()]
    }

    /// The empty points.
    pub(super) fn empty(&self) -> u16 {
        ALL & !(self.stones[0] | self.stones[1])
    }

    /// Whether the side to move still has stones in hand.
    pub(super) fn placing(&self) -> bool {
        self.own().count_ones() < STONES
    }

    /// The number of steps of the stones `movers` along a line to an empty point.
    pub(super) fn steps(&self, movers: u16) -> usize {
        lines_between(movers, self.empty()).count_ones() as usize
    }
}

/// A move. Bits 0–3 are the target, bits 4–7 the origin; origin 15 is the hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

/// The origin of stones from the hand.
const HAND: usize = 15;

impl Move {
    /// A move that places a stone from the hand.
    pub(super) fn place(to: usize) -> Self {
        Move::step(HAND, to)
    }

    /// A move of a stone from one point to another.
    pub(super) fn step(from: usize, to: usize) -> Self {
        Move((from << 4 | to) as u16)
    }

    /// The target.
    pub(super) fn to(self) -> usize {
        usize::from(self.0 & 15)
    }

    /// The origin; `None` for a stone from the hand.
    pub(super) fn from(self) -> Option<usize> {
        Some(usize::from(self.0 >> 4)).filter(|&from| from != HAND)
    }
}

impl PackedMove for Move {
    fn to_bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Self {
        Move(bits)
    }
}

impl Game for Rhombus {
    const CYCLIC: bool = true;
    const MOVE_INDICES: usize = 256;

    type Rules = ();
    type Position = Position;
    type Move = Move;
    type Undo = Position;

    fn start(_rules: &()) -> Position {
        Position { stones: [0, 0], side: Side::X, ply: 0 }
    }

    fn side(position: &Position) -> Side {
        position.side
    }

    fn ply(position: &Position) -> u32 {
        position.ply
    }

    fn key(position: &Position) -> u64 {
        let [x, o] = position.stones.map(u64::from);
        grid::key(x | o << 16 | (position.side.index() as u64) << 32)
    }

    fn terminal(position: &Position) -> Option<Terminal> {
        (Self::count_moves(position) == 0).then_some(Terminal::Loss)
    }

    /// Moves ordered by origin, then target.
    fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
        let empty = position.empty();
        if position.placing() {
            moves.extend(members(empty).map(Move::place));
            return;
        }
        for from in members(position.own()) {
            moves.extend(members(NEIGHBOURS[from] & empty).map(|to| Move::step(from, to)));
        }
    }

    fn count_moves(position: &Position) -> usize {
        if position.placing() { position.empty().count_ones() as usize } else { position.steps(position.own()) }
    }

    fn is_legal(position: &Position, mv: Move) -> bool {
        let target_is_empty = position.empty() >> mv.to() & 1 != 0;
        target_is_empty
            && match mv.from() {
                None => position.placing(),
                Some(from) => {
                    !position.placing()
                        && from < POINTS
                        && position.own() >> from & 1 != 0
                        && NEIGHBOURS[from] >> mv.to() & 1 != 0
                }
            }
    }

    fn play(position: &mut Position, mv: Move) -> Position {
        let before = *position;
        let left = mv.from().map_or(0, |from| 1 << from);
        position.stones[position.side.index()] ^= left | 1 << mv.to();
        position.side = position.side.other();
        position.ply = position.ply.saturating_add(1);
        before
    }

    fn undo(position: &mut Position, _mv: Move, undo: Position) {
        *position = undo;
    }

    fn move_index(mv: Move) -> usize {
        usize::from(mv.to_bits())
    }
}

impl Symmetric for Rhombus {
    fn transform(position: &Position, symmetry: u8) -> Position {
        let image = |set, point| set | 1 << point_image(point, symmetry);
        Position { stones: position.stones.map(|stones| members(stones).fold(0, image)), ..*position }
    }

    fn transform_move(_position: &Position, mv: Move, symmetry: u8) -> Move {
        let to = point_image(mv.to(), symmetry);
        match mv.from() {
            None => Move::place(to),
            Some(from) => Move::step(point_image(from, symmetry), to),
        }
    }
}

/// The image of a point under a symmetry of the board.
fn point_image(point: usize, symmetry: u8) -> usize {
    grid::image(2 * point, SIZE, usize::from(symmetry)) / 2
}
