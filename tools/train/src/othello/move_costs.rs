//! What the moves of endgame positions cost the endgame solver, for `ordering`: positions with a bound that some move
//! reaches, and for each move the nodes of the search that tells whether it does.

use super::board::Board;
use super::positions::MIN_EMPTIES;
use crate::progress::{Log, progress_bar};
use crate::records;
use crate::threads::map_parts;
use anyhow::{Result, anyhow};
use bytemuck::{Pod, Zeroable};
use quartet::game::Game;
use quartet::games::common::processor::Processor;
use quartet::games::othello::bitboard::squares;
use quartet::games::othello::endgame::Solver;
use quartet::games::othello::{Move, Othello, Position};
use quartet::random::SplitMix64;
use quartet::score::{Score, Window};
use quartet::search::stop::Watch;
use std::ops::RangeInclusive;
use std::path::Path;

/// Numbers of empty squares of the positions.
const EMPTIES: RangeInclusive<u32> = 9..=14;
/// Up to this many random moves lead from a position of a game to one whose moves are searched: most positions of a
/// search are off the line of good play.
const MAX_RANDOM_MOVES: u32 = 4;
/// By how many discs the best move exceeds the bound, each as likely.
const EXCESSES: [i32; 10] = [0, 0, 2, 2, 4, 6, 8, 12, 16, 24];
/// The largest bound in discs: none above it can be exceeded.
const MAX_BOUND: i32 = 62;

/// A move and what it costs.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MoveCost {
    /// Discs of the player who replies.
    pub own: u64,
    /// Discs of the player who moved.
    pub opponent: u64,
    /// Nodes of the search with a null window at the bound.
    pub nodes: u32,
    /// The square of the move.
    pub square: u32,
    /// 1 if the move reaches the bound, 0 if not.
    pub refutes: u32,
    /// The number of the position: moves of the same one follow each other.
    pub position: u32,
}

/// The costs of moves of random positions near these boards, whose index is the number of empty squares less
/// [`MIN_EMPTIES`]. They are read from the folder as far as it contains them, or else written to it.
pub(super) fn move_costs(boards: &[Vec<Board>], folder: &Path, threads: usize, log: &Log) -> Result<Vec<MoveCost>> {
    let mut all = Vec::new();
    for (empties, boards) in (MIN_EMPTIES..).zip(boards) {
        if *EMPTIES.start() <= empties && empties <= EMPTIES.end() + MAX_RANDOM_MOVES {
            let file = folder.join(format!("move-costs-{empties:02}.bin"));
            let mut costs: Vec<MoveCost> = records::load(&file)?;
            if costs.is_empty() {
                costs = costs_near(empties, boards, threads)?;
                records::save(&file, &costs)?;
                log.write_line(&format!("{empties} empty: {} moves of positions near them", costs.len()))?;
            }
            all.extend(costs);
        }
    }
    Ok(all)
}

/// The costs of moves near boards with this number of empty squares.
fn costs_near(empties: u32, boards: &[Board], threads: usize) -> Result<Vec<MoveCost>> {
    let progress = progress_bar(&format!("move costs: {empties} empty"), boards.len() as u64);
    let costs = map_parts(0..boards.len() as u64, threads, |part| {
        let mut solver = Solver::new(Processor::detect());
        let mut costs = Vec::new();
        for number in part {
            let board = boards[number as usize];
            let mut random = SplitMix64::new(board.hash(0));
            if let Some(position) = near(&board.position(), &mut random) {
                costs.extend(costs_of_moves(&position, number as u32, &mut solver, &mut random)?);
            }
            progress.inc(1);
        }
        Ok(costs)
    });
    progress.finish();
    costs
}

/// The position after a few random moves, if the game goes on that long and the number of empty squares is one of
/// [`EMPTIES`] then.
fn near(position: &Position, random: &mut SplitMix64) -> Option<Position> {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    let mut left = random.below(MAX_RANDOM_MOVES as usize + 1);
    loop {
        moves.clear();
        Othello::legal_moves(&position, &mut moves);
        let is_pass = Othello::is_pass(*moves.first()?);
        if left == 0 && !is_pass {
            return EMPTIES.contains(&position.empties()).then_some(position);
        }
        left -= usize::from(!is_pass);
        let mv = if is_pass { moves[0] } else { moves[random.below(moves.len())] };
        Othello::play(&mut position, mv);
    }
}

/// The position after a move.
fn after(position: &Position, mv: Move) -> Position {
    let mut position = position.clone();
    Othello::play(&mut position, mv);
    position
}

/// The costs of all moves of a position, for a bound that its best move exceeds by some discs; nothing if there is no
/// choice.
fn costs_of_moves(
    position: &Position,
    number: u32,
    solver: &mut Solver,
    random: &mut SplitMix64,
) -> Result<Vec<MoveCost>> {
    let moves: Vec<_> =
        squares(position.legal_moves()).map(|square| (square, after(position, Move::at(square)))).collect();
    if moves.len() < 2 {
        return Ok(Vec::new());
    }
    // In discs, from the perspective of the player who replies: the lowest is best.
    let values =
        moves.iter().map(|(_, reply)| Ok(solve(solver, reply, Window::FULL)?.0)).collect::<Result<Vec<_>>>()?;
    let best = values.iter().copied().min().unwrap_or_default();
    let bound = (best + EXCESSES[random.below(EXCESSES.len())]).min(MAX_BOUND);
    let cost = |((square, reply), value): (&(u32, Position), i32)| {
        solver.clear();
        let null_window = Window { alpha: Score::cp(100 * bound), beta: Score::cp(100 * bound + 200) };
        let (_, nodes) = solve(solver, reply, null_window)?;
        Ok(MoveCost {
            own: reply.own(),
            opponent: reply.opponent(),
            nodes,
            square: *square,
            refutes: u32::from(value <= bound),
            position: number,
        })
    };
    moves.iter().zip(values).map(cost).collect()
}

/// The value of a position in discs and the nodes of the search.
fn solve(solver: &mut Solver, position: &Position, window: Window) -> Result<(i32, u32)> {
    let mut watch = Watch::unlimited();
    let score = solver.solve(position, window, &mut watch).map_err(|_| anyhow!("the search was stopped"))?;
    Ok((i32::from(score.0) / 100, watch.nodes() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Log;
    use quartet::game::Side;
    use std::collections::HashMap;

    #[test]
    fn a_move_refutes_if_its_exact_value_reaches_the_bound() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = Log::open(folder.path()).expect("a log");
        // Random games, up to 12 empty squares.
        let game = |seed| {
            let (mut position, mut moves, mut random) = (Othello::start(&()), Vec::new(), SplitMix64::new(seed));
            while position.empties() > 12 {
                moves.clear();
                Othello::legal_moves(&position, &mut moves);
                let mv = *moves.get(random.below(moves.len()))?;
                Othello::play(&mut position, mv);
            }
            Some(Board::canonical(&position))
        };
        let mut boards = vec![Vec::new(); 16];
        boards[12 - MIN_EMPTIES as usize] = (0..40).filter_map(game).collect();
        let costs = move_costs(&boards, folder.path(), 2, &log).expect("costs");
        assert_eq!(move_costs(&boards, folder.path(), 1, &log).expect("costs"), costs, "they are read again");
        let mut positions: HashMap<u32, Vec<MoveCost>> = HashMap::new();
        costs.iter().for_each(|cost| positions.entry(cost.position).or_default().push(*cost));
        assert!(positions.len() > 20, "{}", positions.len());
        let mut solver = Solver::new(Processor::detect());
        for moves in positions.values() {
            assert!(moves.len() > 1 && moves.iter().any(|cost| cost.refutes == 1) && moves.iter().all(|c| c.nodes > 0));
            let mut value = |cost: &MoveCost| {
                let reply = Position::new(cost.own, cost.opponent, Side::X, 0);
                solve(&mut solver, &reply, Window::FULL).expect("solved").0
            };
            let (refuting, others): (Vec<_>, Vec<_>) = moves.iter().partition(|cost| cost.refutes == 1);
            let worst = refuting.iter().map(&mut value).max().expect("one");
            assert!(others.iter().all(|cost| value(cost) > worst));
        }
    }
}
