//! Points, stones and the position: the state that the rules work on.
//!
//! Must not know: notation, which moves are forbidden, how good a position is.

use super::lines::{DIRECTIONS, FiveRule, Line, MARGIN, MAX_SIZE, Row, ones};
use crate::game::{PackedMove, Side};
use crate::random::mix;

/// Distance of two rows in the packing of points.
const STRIDE: u16 = 32;
/// Packed points stay below this.
pub const POINTS: usize = MAX_SIZE * STRIDE as usize;
/// Rows in one diagonal direction of the largest board.
const DIAGONALS: usize = 2 * MAX_SIZE - 1;
/// Steps between the packings of neighbours in the four [`DIRECTIONS`].
pub const STEPS: [i32; 4] = {
    let mut steps = [0; 4];
    let mut d = 0;
    while d < 4 {
        steps[d] = DIRECTIONS[d].0 * STRIDE as i32 + DIRECTIONS[d].1;
        d += 1;
    }
    steps
};

/// A point of the board, also the move that puts a stone there: row · 32 + column, both from 0, row 0 on top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The point in this row and column, each below [`MAX_SIZE`].
    pub const fn new(row: usize, col: usize) -> Point {
        Point(row as u16 * STRIDE + col as u16)
    }

    /// The row from 0, on top.
    pub const fn row(self) -> usize {
        (self.0 / STRIDE) as usize
    }

    /// The column from 0, on the left.
    pub const fn col(self) -> usize {
        (self.0 % STRIDE) as usize
    }

    /// The packing as an index below [`POINTS`], for points of a board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point `count` steps away in direction `d`, which must be on the board.
    pub const fn step(self, d: usize, count: i32) -> Point {
        Point((self.0 as i32 + STEPS[d] * count) as u16)
    }

    /// Number of the row through this point in direction `d`, and the point's bit in it. Along a line the bit rises
    /// by one with each step.
    pub const fn place(self, d: usize) -> (usize, u32) {
        let (row, col) = (self.row(), self.col());
        match d {
            0 => (row, MARGIN + col as u32),
            1 => (col, MARGIN + row as u32),
            2 => (MAX_SIZE - 1 + col - row, MARGIN + row as u32),
            _ => (row + col, MARGIN + row as u32),
        }
    }
}

impl PackedMove for Point {
    fn to_bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Point {
        Point(bits)
    }
}

/// The points of a row whose bits are set, bit 0 for column 0.
pub(in crate::games::gomoku) fn points_of(row: usize, bits: u32) -> impl Iterator<Item = Point> {
    ones(bits).map(move |col| Point::new(row, col as usize))
}

/// The three sets of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Rule {
    /// Five or more win.
    #[default]
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Exactly five win for `x`, who has forbidden moves; five or more win for `o`.
    Renju,
}

impl Rule {
    /// All rules, in the order of their numbers.
    pub const ALL: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

    /// What counts as five for a colour.
    pub const fn five_rule(self, side: Side) -> FiveRule {
        match (self, side) {
            (Rule::Freestyle, _) | (Rule::Renju, Side::O) => FiveRule::AtLeast,
            (Rule::Standard, _) => FiveRule::Exactly,
            (Rule::Renju, Side::X) => FiveRule::Fouls,
        }
    }
}

/// The stones on a square board, kept as rows in all four directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    rows: [[Row; DIAGONALS]; 4],
    size: u8,
}

impl Board {
    /// An empty board of `size` x `size` points, 5..=22.
    pub fn new(size: usize) -> Board {
        let mut board = Board { rows: [[Row::WALL; DIAGONALS]; 4], size: size as u8 };
        for point in board.points() {
            board.lift(point);
        }
        board
    }

    /// Points on a side.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// All points in the order a1 b1 …
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Point::new(row, col)))
    }

    /// All empty points in the order a1 b1 …
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        (0..self.size()).flat_map(move |row| points_of(row, self.rows[0][row].seen_by(Side::X).empty >> MARGIN))
    }

    /// Whether this is a point of the board; any packing may be asked about.
    pub fn contains(&self, point: Point) -> bool {
        point.row() < self.size() && point.col() < self.size()
    }

    /// The stone on a point of the board.
    pub fn stone(&self, point: Point) -> Option<Side> {
        let (row, bit) = point.place(0);
        self.rows[0][row].stone(bit)
    }

    /// Puts a stone on an empty point.
    pub fn put(&mut self, point: Point, side: Side) {
        for d in 0..DIRECTIONS.len() {
            let (row, bit) = point.place(d);
            self.rows[d][row].put(bit, side);
        }
    }

    /// Empties a point.
    pub fn lift(&mut self, point: Point) {
        for d in 0..DIRECTIONS.len() {
            let (row, bit) = point.place(d);
            self.rows[d][row].clear(bit);
        }
    }

    /// The row through a point in direction `d`, and the point's bit in it.
    pub fn row(&self, point: Point, d: usize) -> (Row, u32) {
        let (row, bit) = point.place(d);
        (self.rows[d][row], bit)
    }

    /// The same row as one colour sees it.
    pub fn line(&self, point: Point, d: usize, side: Side) -> (Line, u32) {
        let (row, bit) = self.row(point, d);
        (row.seen_by(side), bit)
    }

    /// Whether a stone of `side` on the point, which is empty or its own, stands in a five.
    pub fn makes_five(&self, point: Point, side: Side, rule: FiveRule) -> bool {
        (0..DIRECTIONS.len()).any(|d| {
            let (line, bit) = self.line(point, d, side);
            rule.is_five(line.length(bit))
        })
    }
}

/// A position under one set of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    rule: Rule,
    side: Side,
    ply: u32,
    stones: u16,
    key: u64,
    winner: Option<Side>,
}

impl Position {
    /// An empty board with `x` to move.
    pub fn new(size: usize, rule: Rule) -> Position {
        let key = mix(SETUP_SEED + size as u64 * 4 + rule as u64);
        Position { board: Board::new(size), rule, side: Side::X, ply: 0, stones: 0, key, winner: None }
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Plies as set, counted on; saturates.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Stones on the board.
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// Empty points.
    pub fn empties(&self) -> usize {
        self.board.size() * self.board.size() - self.stones()
    }

    /// Zobrist key of stones, side, size and rule.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move of the side to move.
    pub fn key_after(&self, point: Point) -> u64 {
        self.key ^ STONE_KEYS[self.side.index()][point.index()] ^ SIDE_KEY
    }

    /// The owner of a five.
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// What counts as five for a colour.
    pub fn five_rule(&self, side: Side) -> FiveRule {
        self.rule.five_rule(side)
    }

    /// Sets side and ply of a position being set up.
    pub fn set_turn(&mut self, side: Side, ply: u32) {
        if self.side != side {
            self.key ^= SIDE_KEY;
        }
        (self.side, self.ply) = (side, ply);
    }

    /// Puts a stone of either colour on an empty point of a position being set up; [`Position::find_winner`] follows.
    pub fn put(&mut self, point: Point, side: Side) {
        self.board.put(point, side);
        self.key ^= STONE_KEYS[side.index()][point.index()];
        self.stones += 1;
    }

    /// Looks for fives all over a board that was set up; false if both colours have one, which no game leads to.
    pub fn find_winner(&mut self) -> bool {
        let has_five = |wanted: Side| {
            let rule = self.five_rule(wanted);
            self.board
                .points()
                .any(|point| self.board.stone(point) == Some(wanted) && self.board.makes_five(point, wanted, rule))
        };
        let owners = [Side::X, Side::O].map(|side| has_five(side).then_some(side));
        self.winner = owners[0].or(owners[1]);
        owners.contains(&None)
    }

    /// The side to move puts a stone on an empty point; the ply before is what [`Position::take_back`] needs.
    pub fn play(&mut self, point: Point) -> u32 {
        let (side, ply) = (self.side, self.ply);
        self.put(point, side);
        if self.board.makes_five(point, side, self.five_rule(side)) {
            self.winner = Some(side);
        }
        self.set_turn(side.other(), ply.saturating_add(1));
        ply
    }

    /// Takes back the last stone; there was no five before it, or it could not have been played.
    pub fn take_back(&mut self, point: Point, ply: u32) {
        self.set_turn(self.side.other(), ply);
        self.board.lift(point);
        self.key ^= STONE_KEYS[self.side.index()][point.index()];
        self.stones -= 1;
        self.winner = None;
    }
}

const SETUP_SEED: u64 = 0x6f3a_0b6d_9c41;
const SIDE_KEY: u64 = mix(0x51de);
static STONE_KEYS: [[u64; POINTS]; 2] = {
    let mut keys = [[0; POINTS]; 2];
    let mut i = 0;
    while i < 2 * POINTS {
        keys[i / POINTS][i % POINTS] = mix(0x1_0000 + i as u64);
        i += 1;
    }
    keys
};
