//! Points, the board and the position.

use super::lines::{DIRECTIONS, FiveRule, LinePlanes, MARGIN, MAX_SIZE, SideLine, ones};
use crate::game::{PackedMove, Side};
use crate::random::mix;

/// Distance between neighbouring rows in packed points.
const STRIDE: u16 = 32;
/// Upper bound of packed points.
pub const POINTS: usize = MAX_SIZE * STRIDE as usize;
/// The number of lines in one diagonal direction of the largest board.
const DIAGONALS: usize = 2 * MAX_SIZE - 1;
/// Distances between neighbours in packed points, for the four [`DIRECTIONS`].
pub const STEPS: [i32; 4] = {
    let mut steps = [0; 4];
    let mut d = 0;
    while d < 4 {
        steps[d] = DIRECTIONS[d].0 * STRIDE as i32 + DIRECTIONS[d].1;
        d += 1;
    }
    steps
};

/// A point of the board, and the move that puts a stone there, packed as row · 32 + column; row 0 is the top row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The point in a row and column, each below [`MAX_SIZE`].
    pub const fn new(row: usize, col: usize) -> Point {
        Point(row as u16 * STRIDE + col as u16)
    }

    /// The row, 0 at the top.
    pub const fn row(self) -> usize {
        (self.0 / STRIDE) as usize
    }

    /// The column, 0 at the left.
    pub const fn col(self) -> usize {
        (self.0 % STRIDE) as usize
    }

    /// The packed point as an index below [`POINTS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point `count` steps away in direction `d`, which must be on the board.
    pub const fn step(self, d: usize, count: i32) -> Point {
        Point((self.0 as i32 + STEPS[d] * count) as u16)
    }

    /// The index of the line through this point in direction `d`, and the point's bit in it. The bit increases by one
    /// with each step in the direction.
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

/// The points of a horizontal row whose bits are set; bit 0 is column 0.
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
    /// All rules, in order of their discriminants.
    pub const ALL: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

    /// The name of the rules, a value of option `Rule`.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
        }
    }

    /// The rules with this name.
    pub fn from_name(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The rule for fives of a side.
    pub const fn five_rule(self, side: Side) -> FiveRule {
        match (self, side) {
            (Rule::Freestyle, _) | (Rule::Renju, Side::O) => FiveRule::AtLeast,
            (Rule::Standard, _) => FiveRule::Exactly,
            (Rule::Renju, Side::X) => FiveRule::ExactWithFouls,
        }
    }
}

/// The stones on a square board, stored as lines in all four directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    lines: [[LinePlanes; DIAGONALS]; 4],
    size: u8,
}

impl Board {
    /// An empty board of `size` x `size` points; `size` must be 5..=22.
    pub fn new(size: usize) -> Board {
        let mut board = Board { lines: [[LinePlanes::WALL; DIAGONALS]; 4], size: size as u8 };
        for point in board.points() {
            board.remove(point);
        }
        board
    }

    /// The number of rows and columns.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Iterates over all points in the order a1 b1 …
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |col| Point::new(row, col)))
    }

    /// Iterates over the stones of a side in the order a1 b1 …
    pub fn stones_of(&self, side: Side) -> impl Iterator<Item = Point> {
        self.points().filter(move |&point| self.stone(point) == Some(side))
    }

    /// Iterates over all empty points in the order a1 b1 …
    pub fn empty_points(&self) -> impl Iterator<Item = Point> {
        (0..self.size()).flat_map(move |row| points_of(row, self.lines[0][row].seen_by(Side::X).empty >> MARGIN))
    }

    /// Whether a point, which may have arbitrary bits, is on the board.
    pub fn contains(&self, point: Point) -> bool {
        point.row() < self.size() && point.col() < self.size()
    }

    /// The stone on a point of the board.
    pub fn stone(&self, point: Point) -> Option<Side> {
        let (line, bit) = point.place(0);
        self.lines[0][line].stone(bit)
    }

    /// Puts a stone on an empty point.
    pub fn put(&mut self, point: Point, side: Side) {
        for d in 0..DIRECTIONS.len() {
            let (line, bit) = point.place(d);
            self.lines[d][line].put(bit, side);
        }
    }

    /// Removes the stone from a point.
    pub fn remove(&mut self, point: Point) {
        for d in 0..DIRECTIONS.len() {
            let (line, bit) = point.place(d);
            self.lines[d][line].clear(bit);
        }
    }

    /// The line through a point in direction `d`, and the point's bit in it.
    pub fn line_planes(&self, point: Point, d: usize) -> (LinePlanes, u32) {
        let (line, bit) = point.place(d);
        (self.lines[d][line], bit)
    }

    /// The line through a point in direction `d` from the perspective of a side, and the point's bit in it.
    pub fn side_line(&self, point: Point, d: usize, side: Side) -> (SideLine, u32) {
        let (planes, bit) = self.line_planes(point, d);
        (planes.seen_by(side), bit)
    }

    /// Whether a stone of `side` on a point is part of a five. The point must be empty or hold a stone of the side.
    pub fn makes_five(&self, point: Point, side: Side, rule: FiveRule) -> bool {
        (0..DIRECTIONS.len()).any(|d| {
            let (line, bit) = self.side_line(point, d, side);
            rule.is_five(line.length(bit))
        })
    }
}

/// A position: board, rules, side to move, ply, and winner.
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

    /// The board.
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

    /// The ply, which saturates.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The number of stones on the board.
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// The number of empty points.
    pub fn empties(&self) -> usize {
        self.board.size() * self.board.size() - self.stones()
    }

    /// The Zobrist key of stones, side to move, size and rule.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after a move of the side to move.
    pub fn key_after(&self, point: Point) -> u64 {
        self.key ^ STONE_KEYS[self.side.index()][point.index()] ^ SIDE_KEY
    }

    /// The side that has a five, if the game is won.
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The rule for fives of a side.
    pub fn five_rule(&self, side: Side) -> FiveRule {
        self.rule.five_rule(side)
    }

    /// Sets the side to move and the ply.
    pub fn set_turn(&mut self, side: Side, ply: u32) {
        if self.side != side {
            self.key ^= SIDE_KEY;
        }
        (self.side, self.ply) = (side, ply);
    }

    /// Puts a stone on an empty point while a position is set up. [`Position::find_winner`] must be called at the end.
    pub fn put(&mut self, point: Point, side: Side) {
        self.board.put(point, side);
        self.key ^= STONE_KEYS[side.index()][point.index()];
        self.stones += 1;
    }

    /// Sets the winner of a position that was set up. Returns `false` if both sides have a five, which is impossible in
    /// a game.
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

    /// Plays a move to an empty point. Returns the ply before, which [`Position::take_back`] needs.
    pub fn play(&mut self, point: Point) -> u32 {
        let (side, ply) = (self.side, self.ply);
        self.put(point, side);
        if self.board.makes_five(point, side, self.five_rule(side)) {
            self.winner = Some(side);
        }
        self.set_turn(side.other(), ply.saturating_add(1));
        ply
    }

    /// Takes back the last move. There was no winner before it; otherwise the game would have been over.
    pub fn take_back(&mut self, point: Point, ply: u32) {
        self.set_turn(self.side.other(), ply);
        self.board.remove(point);
        self.key ^= STONE_KEYS[self.side.index()][point.index()];
        self.stones -= 1;
        self.winner = None;
    }
}

/// The seed of the key of the empty board.
const SETUP_SEED: u64 = 0x6f3a_0b6d_9c41;
/// XORed into the key if `o` is to move.
const SIDE_KEY: u64 = mix(0x51de);
/// Zobrist keys of stones by side and point.
static STONE_KEYS: [[u64; POINTS]; 2] = {
    let mut keys = [[0; POINTS]; 2];
    let mut i = 0;
    while i < 2 * POINTS {
        keys[i / POINTS][i % POINTS] = mix(0x1_0000 + i as u64);
        i += 1;
    }
    keys
};
