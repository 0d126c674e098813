//! A naive implementation of the rules on a grid of letters, with a checker of proofs. Fouls follow the definitions of
//! the Renju International Federation literally.

use quartet::game::Side;
use quartet::games::gomoku::rules::renju::Foul;
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::{Point, Position, Rule};
use std::collections::BTreeSet;

pub(super) type Grid = Vec<Vec<char>>;
type Cell = (i32, i32);
const STEPS: [Cell; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

fn at(grid: &Grid, (row, col): Cell) -> char {
    let inside = |k: i32| usize::try_from(k).unwrap_or(usize::MAX);
    *grid.get(inside(row)).and_then(|r| r.get(inside(col))).unwrap_or(&'#')
}

fn along(cell: Cell, step: Cell, k: i32) -> Cell {
    (cell.0 + step.0 * k, cell.1 + step.1 * k)
}

fn with<T>(grid: &mut Grid, cell: Cell, ask: impl FnOnce(&mut Grid) -> T) -> T {
    grid[cell.0 as usize][cell.1 as usize] = 'x';
    let answer = ask(grid);
    grid[cell.0 as usize][cell.1 as usize] = '.';
    answer
}

/// The unbroken row of stones through a stone.
fn row(grid: &Grid, cell: Cell, step: Cell) -> BTreeSet<Cell> {
    let mut stones = BTreeSet::from([cell]);
    for sign in [-1, 1] {
        let arm = (1..).map(|k| along(cell, step, sign * k)).take_while(|&c| at(grid, c) == 'x');
        stones.extend(arm);
    }
    stones
}

fn has_five(grid: &Grid, cell: Cell) -> bool {
    STEPS.iter().any(|&step| row(grid, cell, step).len() == 5)
}

/// The fours of a stone in a line: sets of four stones that one more stone makes an unbroken five.
fn fours(grid: &mut Grid, cell: Cell, step: Cell) -> BTreeSet<BTreeSet<Cell>> {
    let mut found = BTreeSet::new();
    for k in -5..=5 {
        let added = along(cell, step, k);
        if at(grid, added) == '.' {
            let mut five = with(grid, added, |grid| row(grid, added, step));
            if five.len() == 5 && five.contains(&cell) {
                five.remove(&added);
                found.insert(five);
            }
        }
    }
    found
}

/// Whether the stone is in an unbroken four that makes five at both ends.
fn is_open_four(grid: &mut Grid, cell: Cell, step: Cell) -> bool {
    let four = row(grid, cell, step);
    if four.len() != 4 {
        return false;
    }
    let ways = (-5..=5).map(|k| along(cell, step, k)).filter(|&end| {
        at(grid, end) == '.' && {
            let five = with(grid, end, |grid| row(grid, end, step));
            five.len() == 5 && five.is_superset(&four)
        }
    });
    ways.count() == 2
}

/// The threes of a stone in a line that can legally become open fours.
fn threes(grid: &mut Grid, cell: Cell, step: Cell) -> BTreeSet<BTreeSet<Cell>> {
    let mut found = BTreeSet::new();
    for k in -5..=5 {
        let added = along(cell, step, k);
        if at(grid, added) != '.' {
            continue;
        }
        let three = with(grid, added, |grid| {
            let mut four = row(grid, added, step);
            let straight = four.contains(&cell) && is_open_four(grid, added, step) && !has_five(grid, added);
            four.remove(&added);
            straight.then_some(four)
        });
        if let Some(three) = three
            && forbidden(grid, added).is_none()
        {
            found.insert(three);
        }
    }
    found
}

pub(super) fn forbidden(grid: &mut Grid, cell: Cell) -> Option<Foul> {
    with(grid, cell, |grid| {
        if has_five(grid, cell) {
            None
        } else if STEPS.iter().any(|&step| row(grid, cell, step).len() > 5) {
            Some(Foul::Overline)
        } else if STEPS.iter().map(|&step| fours(grid, cell, step).len()).sum::<usize>() >= 2 {
            Some(Foul::DoubleFour)
        } else {
            let threes: usize = STEPS.iter().map(|&step| threes(grid, cell, step).len()).sum();
            (threes >= 2).then_some(Foul::DoubleThree)
        }
    })
}

/// The grid of a position.
pub(super) fn grid(position: &Position) -> Grid {
    let size = position.board().size();
    let mut grid = vec![vec!['.'; size]; size];
    for point in position.board().points() {
        if let Some(side) = position.board().stone(point) {
            grid[point.row()][point.col()] = side.letter();
        }
    }
    grid
}

/// A game in progress.
#[derive(Clone)]
pub(super) struct Game {
    grid: Grid,
    rule: Rule,
    /// The letter of the side to move.
    side: char,
}

fn cell(point: Point) -> Cell {
    (point.row() as i32, point.col() as i32)
}

impl Game {
    /// The game that starts at a position.
    pub(super) fn of(position: &Position) -> Game {
        Game { grid: grid(position), rule: position.rule(), side: position.side().letter() }
    }

    /// Whether the stone on a cell is in a row that wins for its colour.
    fn wins(&self, cell: Cell) -> bool {
        let letter = at(&self.grid, cell);
        STEPS.iter().any(|&step| {
            let arm = |sign: i32| (1..).take_while(|&k| at(&self.grid, along(cell, step, sign * k)) == letter).count();
            let length = 1 + arm(1) + arm(-1);
            let is_exact = match self.rule {
                Rule::Freestyle => false,
                Rule::Standard => true,
                Rule::Renju => letter == Side::X.letter(),
            };
            length == 5 || (length > 5 && !is_exact)
        })
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.grid.len() as i32;
        (0..size).flat_map(move |row| (0..size).map(move |col| (row, col)))
    }

    /// Whether either side has won.
    pub(super) fn is_won(&self) -> bool {
        self.cells().any(|cell| at(&self.grid, cell) != '.' && self.wins(cell))
    }

    /// Whether the side to move may play on a cell, provided that nobody has won.
    pub(super) fn is_legal(&mut self, cell: Cell) -> bool {
        let has_fouls = self.rule == Rule::Renju && self.side == Side::X.letter();
        at(&self.grid, cell) == '.' && !(has_fouls && forbidden(&mut self.grid, cell).is_some())
    }

    /// The game after a move, and whether the move wins.
    fn after(&self, cell: Cell) -> (Game, bool) {
        let mut next = self.clone();
        next.grid[cell.0 as usize][cell.1 as usize] = self.side;
        next.side = if self.side == 'x' { 'o' } else { 'x' };
        let wins = next.wins(cell);
        (next, wins)
    }

    /// Whether the side to move can make five.
    fn has_five(&mut self) -> bool {
        self.cells().any(|cell| self.makes_five(cell))
    }

    /// Whether the side to move would make five on a cell.
    fn makes_five(&mut self, (row, col): Cell) -> bool {
        let (row_index, col_index) = (row as usize, col as usize);
        if at(&self.grid, (row, col)) != '.' {
            return false;
        }
        self.grid[row_index][col_index] = self.side;
        let wins = self.wins((row, col));
        self.grid[row_index][col_index] = '.';
        wins
    }

    /// The plies that a proof takes against the longest defence; `None` if it is invalid.
    pub(super) fn judge(&mut self, proof: &AttackNode) -> Option<u16> {
        let may_move = !self.is_won() && self.cells().any(|cell| self.is_legal(cell));
        if may_move { self.attack(proof) } else { None }
    }

    fn attack(&mut self, proof: &AttackNode) -> Option<u16> {
        if !self.is_legal(cell(proof.mv)) {
            return None;
        }
        let (mut defence, wins) = self.after(cell(proof.mv));
        if wins {
            return Some(1);
        }
        let mut longest = None;
        for reply in defence.cells().filter(|&reply| at(&defence.grid, reply) == '.').collect::<Vec<_>>() {
            let (mut next, wins) = defence.after(reply);
            let listed =
                proof.defence.replies.iter().find(|(listed, _)| cell(*listed) == reply).map(|(_, attack)| attack);
            let plies = match listed.or(proof.defence.other.as_deref()) {
                _ if wins => None,
                Some(answer) => next.attack(answer),
                None => next.has_five().then_some(1),
            };
            // The legality of a reply is expensive and matters only if the reply resists longer than the others.
            if (plies.is_none() || plies > longest) && defence.is_legal(reply) {
                longest = Some(plies?);
            }
        }
        longest.map(|plies| plies + 2)
    }
}
