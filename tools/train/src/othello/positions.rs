//! Positions from self-play games and from files of games.
//!
//! A self-play game starts with random moves. Each further move is the best one after a search of one ply with a random
//! error added to every value, and a small fraction of the moves is random. The positions thus resemble those that
//! searches meet: sensible ones, and those after single bad moves. If there are files of games, every other game
//! continues one of their positions.

use super::board::Board;
use super::dataset;
use super::wthor;
use crate::progress::{Log, progress_bar};
use crate::records;
use crate::threads::map_parts;
use anyhow::Result;
use clap::Args;
use quartet::game::Game;
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::{Move, Othello, Position};
use quartet::random::{SplitMix64, mix};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Minimum number of empty squares of a training position: searches do not evaluate positions with fewer.
pub(super) const MIN_EMPTIES: u32 = 4;
/// Maximum number of empty squares of a training position: there are too few different positions with more.
pub(super) const MAX_EMPTIES: u32 = 56;
/// Number of random moves at the start of a game.
const RANDOM_MOVES: RangeInclusive<usize> = 2..=16;
/// One move in this many is random.
const RANDOM_MOVE_INTERVAL: usize = 40;
/// Largest random error on the value of a move, in centidiscs. Most errors are much smaller.
const MAX_NOISE: usize = 400;
/// Number of games in a batch.
const BATCH_SIZE: u64 = 4096;
/// Self-play stops after this many consecutive batches with few new positions.
const MAX_UNPRODUCTIVE_BATCHES: u32 = 3;

/// Options for positions.
#[derive(Args)]
#[group(skip)]
pub(super) struct Settings {
    /// Files of games (WTHOR). Up to half of the positions are taken from them, and every other self-play game
    /// continues one of their positions.
    #[arg(long, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Number of positions for each number of empty squares.
    #[arg(long, default_value_t = 200_000)]
    each: usize,
    /// Seed of the random number generator.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

/// Sources of positions.
pub(super) struct Sources<'a> {
    /// Options for positions.
    pub settings: &'a Settings,
    /// Evaluation that plays the games.
    pub evaluator: &'a Evaluator,
    /// Number of threads.
    pub threads: usize,
    /// Log of the run.
    pub log: &'a Log,
}

impl Sources<'_> {
    /// Positions by number of empty squares from [`MIN_EMPTIES`] to [`MAX_EMPTIES`], as many of each as wanted if they
    /// can be found. They are read from the folder if it contains them, or else written to it.
    pub(super) fn positions(&self, folder: &Path) -> Result<Vec<Vec<Board>>> {
        let (each, empties) = (self.settings.each, MIN_EMPTIES..=MAX_EMPTIES);
        // Files of games are read first so that an invalid one is an error even if the folder has the positions.
        let openings = wthor::read(&self.settings.games, self.settings.seed, self.log)?;
        let stored = empties.clone().map(|empties| dataset::boards(folder, empties)).collect::<Result<Vec<_>>>()?;
        if stored.iter().all(|boards| !boards.is_empty()) {
            return Ok(stored);
        }
        let mut pool = Pool { each, boards: vec![HashSet::new(); empties.clone().count()] };
        openings.iter().for_each(|&board| _ = pool.add(board, each / 2));
        self.fill(&mut pool, &openings)?;
        let boards: Vec<_> = pool.boards.into_iter().map(sorted).collect();
        for (empties, boards) in empties.zip(&boards) {
            records::save(&dataset::boards_file(folder, empties), boards)?;
        }
        Ok(boards)
    }

    /// Plays games until the pool is full or hardly any new positions are found.
    fn fill(&self, pool: &mut Pool, openings: &[Board]) -> Result<()> {
        let progress = progress_bar("games: positions", (pool.boards.len() * pool.each) as u64);
        let (mut batch, mut unproductive) = (0, 0);
        while unproductive < MAX_UNPRODUCTIVE_BATCHES && pool.boards.iter().any(|boards| boards.len() < pool.each) {
            let boards = self.play_batch(batch, openings)?;
            let each = pool.each;
            let new = boards.into_iter().filter(|&board| pool.add(board, each)).count() as u64;
            progress.set_position(pool.boards.iter().map(|boards| boards.len() as u64).sum());
            batch += 1;
            unproductive = if new < BATCH_SIZE { unproductive + 1 } else { 0 };
        }
        progress.finish();
        Ok(())
    }

    /// The positions of a batch of games, in the order of the games.
    fn play_batch(&self, batch: u64, openings: &[Board]) -> Result<Vec<Board>> {
        let game = |number: u64| {
            let random = SplitMix64::new(mix(mix(self.settings.seed) ^ number));
            let opening = openings.get(number as usize / 2).filter(|_| number.is_multiple_of(2));
            SelfPlay { evaluator: self.evaluator, random }.game(opening.map(|board| board.position()))
        };
        let first = batch * BATCH_SIZE;
        map_parts(first..first + BATCH_SIZE, self.threads, |part| Ok(part.flat_map(game).collect()))
    }
}

/// Distinct positions, by number of empty squares from [`MIN_EMPTIES`] on.
struct Pool {
    /// Number of positions wanted for each number of empty squares.
    each: usize,
    boards: Vec<HashSet<Board>>,
}

impl Pool {
    /// Adds a position unless the pool contains it, or contains `limit` positions with the same number of empty
    /// squares. Returns whether it was added.
    fn add(&mut self, board: Board, limit: usize) -> bool {
        let index = board.empties().checked_sub(MIN_EMPTIES);
        let boards = index.and_then(|index| self.boards.get_mut(index as usize));
        boards.is_some_and(|boards| boards.len() < limit && boards.insert(board))
    }
}

/// The positions in an order that does not depend on the order of insertion.
fn sorted(boards: HashSet<Board>) -> Vec<Board> {
    let mut boards: Vec<_> = boards.into_iter().collect();
    boards.sort_unstable();
    boards
}

/// Number of random moves at the start of a game: one if the game continues a given position.
pub(super) fn random_move_count(continues_position: bool, random: &mut SplitMix64) -> usize {
    if continues_position {
        return 1;
    }
    RANDOM_MOVES.start() + random.below(RANDOM_MOVES.end() - RANDOM_MOVES.start() + 1)
}

/// Plays a game.
struct SelfPlay<'a> {
    evaluator: &'a Evaluator,
    random: SplitMix64,
}

impl SelfPlay<'_> {
    /// The positions of a game, except those where the only move is a pass. The game starts from `opening`, or else
    /// from the initial position, with random moves.
    fn game(mut self, opening: Option<Position>) -> Vec<Board> {
        let random_moves = random_move_count(opening.is_some(), &mut self.random);
        let mut position = opening.unwrap_or_else(|| Othello::start(&()));
        let mut boards = Vec::new();
        let mut moves = Vec::new();
        loop {
            moves.clear();
            Othello::legal_moves(&position, &mut moves);
            if moves.is_empty() {
                return boards;
            }
            if !Othello::is_pass(moves[0]) {
                boards.push(Board::canonical(&position));
            }
            let is_random = boards.len() <= random_moves || self.random.below(RANDOM_MOVE_INTERVAL) == 0;
            let mv = if is_random { moves[self.random.below(moves.len())] } else { self.best_move(&position, &moves) };
            Othello::play(&mut position, mv);
        }
    }

    /// The best move after a search of one ply, with a random error on each value.
    fn best_move(&mut self, position: &Position, moves: &[Move]) -> Move {
        let mut value = |mv: Move| {
            let mut after = position.clone();
            Othello::play(&mut after, mv);
            // The cube of a uniformly distributed number is mostly small.
            let uniform = self.random.below(2001) as f64 / 1000.0 - 1.0;
            (uniform.powi(3) * MAX_NOISE as f64) as i32 - i32::from(self.evaluator.evaluate(&after).0)
        };
        let values: Vec<_> = moves.iter().copied().map(&mut value).collect();
        let best = (0..moves.len()).max_by_key(|&index| values[index]).unwrap_or(0);
        moves[best]
    }
}
