//! Positions from games of the evaluation against itself, and from files of games.
//!
//! A game begins with some random moves; then each move is the one that the evaluation prefers a ply later, with a
//! random error on each value, and now and then a random move. So positions are such as searches meet: sensible ones,
//! and what comes of single bad moves. Where there are files of games, every other game goes on from one of their
//! positions instead.
//!
//! Must not know: labels, weights' making.

use super::board::Board;
use super::dataset;
use super::wthor;
use crate::progress::{Log, bar};
use crate::records;
use crate::threads::in_parts;
use anyhow::Result;
use clap::Args;
use quartet::game::Game;
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::{Move, Othello, Position};
use quartet::random::{SplitMix64, mix};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Positions with fewer empty squares than this are not learned from: searches do not evaluate there.
pub(super) const FEWEST: u32 = 4;
/// With more empty squares than this there are too few different positions to learn from.
pub(super) const MOST: u32 = 56;
/// How many random moves a game begins with.
const RANDOM_MOVES: RangeInclusive<usize> = 2..=16;
/// One move in this many is any move at all.
const BLUNDER: usize = 40;
/// The largest random error on the value of a move, in centidiscs; most errors are much smaller.
const ERROR: usize = 400;
/// Games played between two looks at what is still missing.
const BATCH: u64 = 4096;
/// This many batches with few new positions: there are hardly more to be found.
const VAIN: u32 = 3;

/// Which positions are wanted.
#[derive(Args)]
#[group(skip)]
pub(super) struct Settings {
    /// Files of games (WTHOR) that up to half of the positions are taken from, and that games are played on from.
    #[arg(long, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Positions for each number of empty squares.
    #[arg(long, default_value_t = 200_000)]
    each: usize,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What positions are taken from.
pub(super) struct Sources<'a> {
    /// What is wanted.
    pub settings: &'a Settings,
    /// Plays games.
    pub evaluator: &'a Evaluator,
    /// For the games.
    pub threads: usize,
    /// Of the folder.
    pub log: &'a Log,
}

impl Sources<'_> {
    /// Positions by number of empty squares from [`FEWEST`] to [`MOST`], as many of each as wanted as far as they are
    /// found; read from the folder where they were found already.
    pub(super) fn positions(&self, folder: &Path) -> Result<Vec<Vec<Board>>> {
        let (each, empties) = (self.settings.each, FEWEST..=MOST);
        // Wrong files are told of even where positions were found already.
        let replayed = wthor::read(&self.settings.games, self.settings.seed, self.log)?;
        let known = empties.clone().map(|empties| dataset::boards(folder, empties)).collect::<Result<Vec<_>>>()?;
        if known.iter().all(|boards| !boards.is_empty()) {
            return Ok(known);
        }
        let mut pool = Pool { first: *empties.start(), each, boards: vec![HashSet::new(); empties.clone().count()] };
        replayed.iter().for_each(|&board| _ = pool.add(board, each / 2));
        self.play(&mut pool, &replayed)?;
        let found: Vec<_> = pool.boards.into_iter().map(sorted).collect();
        for (empties, boards) in empties.zip(&found) {
            records::save(&dataset::boards_file(folder, empties), boards)?;
        }
        Ok(found)
    }

    /// Plays until there are enough.
    fn play(&self, pool: &mut Pool, replayed: &[Board]) -> Result<()> {
        let progress = bar("games: positions", (pool.boards.len() * pool.each) as u64);
        let (mut batch, mut vain) = (0, 0);
        while vain < VAIN && pool.boards.iter().any(|boards| boards.len() < pool.each) {
            let games = self.games(batch * BATCH, replayed)?;
            let each = pool.each;
            let new = games.into_iter().filter(|&board| pool.add(board, each)).count() as u64;
            progress.set_position(pool.boards.iter().map(|boards| boards.len() as u64).sum());
            batch += 1;
            vain = if new < BATCH { vain + 1 } else { 0 };
        }
        progress.finish();
        Ok(())
    }

    /// The positions of a batch of games, in their order.
    fn games(&self, first: u64, replayed: &[Board]) -> Result<Vec<Board>> {
        let game = |number: u64| {
            let random = SplitMix64::new(mix(mix(self.settings.seed) ^ number));
            let position = replayed.get(number as usize / 2).filter(|_| number.is_multiple_of(2));
            Play { evaluator: self.evaluator, random }.game(position.map(|board| board.position()))
        };
        in_parts(first..first + BATCH, self.threads, |part| Ok(part.flat_map(game).collect()))
    }
}

/// The positions found so far, by empty squares from `first` on.
struct Pool {
    first: u32,
    each: usize,
    boards: Vec<HashSet<Board>>,
}

impl Pool {
    /// Adds a position if it is new and there are fewer than `limit` with as many empty squares.
    fn add(&mut self, board: Board, limit: usize) -> bool {
        let at = board.empties().checked_sub(self.first);
        let boards = at.and_then(|at| self.boards.get_mut(at as usize));
        boards.is_some_and(|boards| boards.len() < limit && boards.insert(board))
    }
}

/// In an order that does not depend on how they were found.
fn sorted(boards: HashSet<Board>) -> Vec<Board> {
    let mut boards: Vec<_> = boards.into_iter().collect();
    boards.sort_unstable();
    boards
}

/// How many random moves a game begins with; only one if it continues a known position.
pub(super) fn random_moves(goes_on: bool, random: &mut SplitMix64) -> usize {
    if goes_on { 1 } else { RANDOM_MOVES.start() + random.below(RANDOM_MOVES.end() - RANDOM_MOVES.start() + 1) }
}

/// Plays a game.
struct Play<'a> {
    evaluator: &'a Evaluator,
    random: SplitMix64,
}

impl Play<'_> {
    /// The positions of a game in which there is a move to choose; it begins with some random moves, or continues a
    /// position with one.
    fn game(mut self, begin: Option<Position>) -> Vec<Board> {
        let random_moves = random_moves(begin.is_some(), &mut self.random);
        let mut position = begin.unwrap_or_else(|| Othello::start(&()));
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
            let random_move = boards.len() <= random_moves || self.random.below(BLUNDER) == 0;
            let chosen = if random_move { moves[self.random.below(moves.len())] } else { self.best(&position, &moves) };
            Othello::play(&mut position, chosen);
        }
    }

    /// The move liked best, each judged with an error.
    fn best(&mut self, position: &Position, moves: &[Move]) -> Move {
        let mut value = |mv: Move| {
            let mut after = position.clone();
            Othello::play(&mut after, mv);
            // The cube of an even distribution: mostly small.
            let uniform = self.random.below(2001) as f64 / 1000.0 - 1.0;
            (uniform.powi(3) * ERROR as f64) as i32 - i32::from(self.evaluator.evaluate(&after).0)
        };
        let values: Vec<_> = moves.iter().copied().map(&mut value).collect();
        let best = (0..moves.len()).max_by_key(|&index| values[index]).unwrap_or(0);
        moves[best]
    }
}
