//! Random crowded boards of Gomoku, on which wins and losses are close, and their exact values by exhaustive search.

use quartet::game::{Game, Side};
use quartet::games::gomoku::{Gomoku, Point, Position, Rule};
use quartet::random::SplitMix64;
use std::collections::HashMap;

/// The value of a position for the side to move with best play: the winner takes as few plies to the end of the game as
/// possible, the loser as many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExactValue {
    Win(u16),
    Draw,
    Loss(u16),
}

impl ExactValue {
    /// An order of values: greater is better.
    pub(crate) fn rank(self) -> i32 {
        match self {
            ExactValue::Win(plies) => 1000 - i32::from(plies),
            ExactValue::Draw => 0,
            ExactValue::Loss(plies) => i32::from(plies) - 1000,
        }
    }

    /// The value of the position one ply earlier, for the side that moved, if this move is best.
    fn before(self) -> ExactValue {
        match self {
            ExactValue::Win(plies) => ExactValue::Loss(plies + 1),
            ExactValue::Draw => ExactValue::Draw,
            ExactValue::Loss(plies) => ExactValue::Win(plies + 1),
        }
    }

    /// The score that the engine has to report.
    pub(crate) fn score(self) -> i16 {
        match self {
            ExactValue::Win(plies) => 32_000 - plies as i16,
            ExactValue::Draw => 0,
            ExactValue::Loss(plies) => plies as i16 - 32_000,
        }
    }
}

/// The legal moves.
pub(crate) fn moves(position: &Position) -> Vec<Point> {
    let mut moves = Vec::new();
    Gomoku::legal_moves(position, &mut moves);
    moves
}

/// The value by exhaustive search. `known` holds the values of all positions visited, by key.
pub(crate) fn exact_value(position: &mut Position, known: &mut HashMap<u64, ExactValue>) -> ExactValue {
    if position.winner().is_some() {
        return ExactValue::Loss(0);
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let mut best = None;
    for mv in moves(position) {
        let undo = Gomoku::play(position, mv);
        let found = exact_value(position, known).before();
        Gomoku::undo(position, mv, undo);
        if best.is_none_or(|best: ExactValue| found.rank() > best.rank()) {
            best = Some(found);
        }
    }
    let best = best.unwrap_or(ExactValue::Draw);
    known.insert(position.key(), best);
    best
}

/// The stones of a board under construction.
struct CrowdedBoard {
    size: usize,
    stones: Vec<Option<Side>>,
}

impl CrowdedBoard {
    /// A full board on which no colour has more than two adjacent stones in a line: pairs of stones of alternating
    /// colours, shifted by two from row to row.
    fn full(size: usize, random: &mut SplitMix64) -> CrowdedBoard {
        let shift = random.below(4);
        let pair = |point: usize| (point % size + 2 * (point / size) + shift) / 2 % 2;
        CrowdedBoard { size, stones: (0..size * size).map(|point| Some([Side::X, Side::O][pair(point)])).collect() }
    }

    /// Places stones of `side` on a random row of five points through `point`, except on `point` itself, on `others`
    /// more of its points chosen at random, and on points that are empty already. Returns the other points left empty;
    /// none if the row does not fit on the board.
    fn place_row(&mut self, point: usize, others: usize, side: Side, random: &mut SplitMix64) -> Vec<usize> {
        let (down, right) = [(0, 1), (1, 0), (1, 1), (1, -1)][random.below(4)];
        let first = -(random.below(5) as i32);
        let at = |k: i32| {
            let (row, col) = ((point / self.size) as i32 + k * down, (point % self.size) as i32 + k * right);
            let on_board = |place: i32| (0..self.size as i32).contains(&place);
            (on_board(row) && on_board(col)).then(|| row as usize * self.size + col as usize)
        };
        let Some(mut row) = (first..first + 5).map(at).collect::<Option<Vec<usize>>>() else { return Vec::new() };
        row.retain(|&other| other != point);
        self.stones[point] = None;
        let left: Vec<usize> = (0..others).map(|_| row.swap_remove(random.below(row.len()))).collect();
        left.iter().for_each(|&point| self.stones[point] = None);
        row.into_iter().for_each(|point| self.stones[point] = self.stones[point].map(|_| side));
        left
    }

    /// Places rows of one colour that share points: two rows through one point, or a chain of three.
    fn place_rows(&mut self, random: &mut SplitMix64) {
        let side = [Side::X, Side::O][random.below(2)];
        let point = random.below(self.stones.len());
        let first = self.place_row(point, 1, side, random);
        match first.first() {
            Some(&next) if random.below(2) == 0 => {
                if let Some(&last) = self.place_row(next, 2, side, random).first() {
                    self.place_row(last, 1, side, random);
                }
            }
            _ => drop(self.place_row(point, 1, side, random)),
        }
    }

    fn position(&self, rule: Rule) -> Position {
        let mut position = Position::new(self.size, rule);
        for (point, side) in self.stones.iter().enumerate().filter_map(|(point, side)| Some((point, (*side)?))) {
            position.put(Point::new(point / self.size, point % self.size), side);
        }
        position.set_turn(Side::X, 0);
        position
    }
}

/// A tactical position with at most `most` empty points and `x` to move. Only rarely can `x` make five at once; mostly
/// one of the sides threatens five or can threaten it.
pub(crate) fn crowded_position(random: &mut SplitMix64, most: usize) -> Position {
    loop {
        let mut board = CrowdedBoard::full(5 + random.below(3), random);
        for _ in 0..1 + random.below(2) {
            board.place_rows(random);
        }
        let mut position = board.position([Rule::Freestyle, Rule::Standard, Rule::Renju][random.below(3)]);
        let begins = position.find_winner() && Gomoku::terminal(&position).is_none();
        if !begins || !(3..=most).contains(&position.empties()) {
            continue;
        }
        let threatens = |mv: Point| {
            let mut after = position.clone();
            after.play(mv);
            fives(&after, Side::X) > 0
        };
        let is_won = fives(&position, Side::X) > 0 && random.below(16) > 0;
        let is_lively = fives(&position, Side::O) > 0 || moves(&position).into_iter().any(threatens);
        if !is_won && (is_lively || random.below(8) == 0) {
            return position;
        }
    }
}

/// The number of points where a side makes five.
fn fives(position: &Position, side: Side) -> usize {
    let (board, rule) = (position.board(), position.five_rule(side));
    board.empty_points().filter(|&point| board.makes_five(point, side, rule)).count()
}
