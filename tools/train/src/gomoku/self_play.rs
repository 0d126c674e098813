//! Self-play games.
//!
//! A game starts with random stones near each other, and a small fraction of its moves is random. It ends with a five,
//! with a proven score, or as a draw after a maximum number of moves.

use super::games::{BATCH_SIZE, BOARD_SIZES, Game, Searched, batch_file, read_batch, write_batch};
use crate::progress::progress_bar;
use crate::searcher::{SearchLimit, Searcher};
use crate::shards;
use crate::threads::map_parts;
use anyhow::Result;
use quartet::game::{Game as _, Terminal};
use quartet::games::gomoku::{Gomoku, GomokuExpert, Point, Position, Rule, Rules, Tables};
use quartet::random::{SplitMix64, mix};
use quartet::shard::Shard;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

/// Number of random stones at the start of a game.
const RANDOM_STONES: RangeInclusive<usize> = 3..=8;
/// Maximum distance of a random stone from an earlier one, in rows and in columns.
const RANDOM_STONE_DISTANCE: i32 = 3;
/// Maximum distance of a random move from a stone, in rows and in columns.
const RANDOM_MOVE_DISTANCE: usize = 2;
/// An opening is rejected if its absolute score exceeds this, in centipoints.
const MAX_OPENING_SCORE: i16 = 250;
/// One move in this many is random.
const RANDOM_MOVE_INTERVAL: usize = 40;
/// Number of moves after which a game is adjudicated as a draw.
const MAX_MOVES: usize = 160;
/// Size of a searcher's transposition table, in megabytes.
const TABLE_MEGABYTES: usize = 4;

/// Settings of self-play.
pub(super) struct SelfPlay {
    /// Rule of all games.
    pub rule: Rule,
    /// Nodes searched for a move.
    pub nodes: u64,
    /// Seed of the random number generator.
    pub seed: u64,
    /// Number of games played in parallel.
    pub threads: usize,
}

impl SelfPlay {
    /// Plays those batches of the first `count` games that the folder does not contain, and writes them to it; of a
    /// shard, only its batches.
    pub(super) fn play_missing(
        &self,
        tables: &Arc<Tables>,
        count: usize,
        folder: &Path,
        shard: Option<Shard>,
    ) -> Result<()> {
        let progress = progress_bar(&format!("games: {:?}", self.rule), count as u64);
        for batch in 0..count.div_ceil(BATCH_SIZE) {
            let file = batch_file(self.rule, folder, batch);
            if shards::contains(shard, batch as u64) && !file.exists() {
                write_batch(&file, &self.play_batch(tables, batch)?)?;
            }
            progress.set_position(((batch + 1) * BATCH_SIZE).min(count) as u64);
        }
        Ok(())
    }

    fn play_batch(&self, tables: &Arc<Tables>, batch: usize) -> Result<Vec<Game>> {
        let first = (batch * BATCH_SIZE) as u64;
        map_parts(first..first + BATCH_SIZE as u64, self.threads, |numbers| {
            let mut searcher = Searcher::new(tables, TABLE_MEGABYTES)?;
            numbers.map(|number| self.play_game(&mut searcher, number)).collect()
        })
    }

    /// Plays game `number`, which also seeds its RNG.
    fn play_game(&self, searcher: &mut Searcher<GomokuExpert>, number: u64) -> Result<Game> {
        let mut random = SplitMix64::new(mix(self.seed) ^ mix(number + ((self.rule as u64) << 32)));
        loop {
            let size = BOARD_SIZES[random.below(BOARD_SIZES.len())];
            let rules = Rules { size, rule: self.rule };
            let Some((mut position, moves)) = random_opening(&rules, &mut random) else { continue };
            searcher.clear();
            let score = searcher.search(&position, SearchLimit::Nodes(self.nodes))?.score;
            if score.0.abs() > MAX_OPENING_SCORE {
                continue;
            }
            let mut game = Game { rules, moves, searched: Vec::new(), winner: None };
            self.play_to_end(searcher, &mut position, &mut game, &mut random)?;
            return Ok(game);
        }
    }

    fn play_to_end(
        &self,
        searcher: &mut Searcher<GomokuExpert>,
        position: &mut Position,
        game: &mut Game,
        random: &mut SplitMix64,
    ) -> Result<()> {
        while Gomoku::terminal(position).is_none() && game.moves.len() < MAX_MOVES {
            let found = searcher.search(position, SearchLimit::Nodes(self.nodes))?;
            game.searched.push(Searched { best_move: found.best_move, score: found.score });
            if found.score.is_proven() {
                let side = Gomoku::side(position);
                game.winner = Some(if found.score.is_win() { side } else { side.other() });
                game.moves.push(found.best_move);
                return Ok(());
            }
            let random_move =
                if random.below(RANDOM_MOVE_INTERVAL) == 0 { random_move(position, random) } else { None };
            let mv = random_move.unwrap_or(found.best_move);
            Gomoku::play(position, mv);
            game.moves.push(mv);
        }
        if let Some(Terminal::Loss) = Gomoku::terminal(position) {
            game.winner = Some(Gomoku::side(position).other());
        }
        Ok(())
    }
}

/// Reads the first `count` games of a rule, which have been played.
pub(super) fn read(rule: Rule, count: usize, folder: &Path) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for batch in 0..count.div_ceil(BATCH_SIZE) {
        games.extend(read_batch(rule, &batch_file(rule, folder, batch))?);
    }
    games.truncate(count);
    Ok(games)
}

/// Random stones, each near an earlier one; `None` if they complete a five.
fn random_opening(rules: &Rules, random: &mut SplitMix64) -> Option<(Position, Vec<Point>)> {
    let mut position = Gomoku::start(rules);
    let margin = rules.size / 4;
    let count = RANDOM_STONES.start() + random.below(RANDOM_STONES.end() - RANDOM_STONES.start() + 1);
    let mut moves = vec![Point::new(
        margin + random.below(rules.size - 2 * margin),
        margin + random.below(rules.size - 2 * margin),
    )];
    Gomoku::play(&mut position, moves[0]);
    while moves.len() < count {
        let stone = moves[random.below(moves.len())];
        let mut near = |coordinate: usize| {
            coordinate as i32 + random.below(2 * RANDOM_STONE_DISTANCE as usize + 1) as i32 - RANDOM_STONE_DISTANCE
        };
        let (row, col) = (near(stone.row()), near(stone.col()));
        let board = 0..rules.size as i32;
        if !board.contains(&row) || !board.contains(&col) {
            continue;
        }
        let point = Point::new(row as usize, col as usize);
        if Gomoku::is_legal(&position, point) {
            Gomoku::play(&mut position, point);
            moves.push(point);
        }
    }
    Gomoku::terminal(&position).is_none().then_some((position, moves))
}

/// A random legal move near a stone; `None` if there is none.
fn random_move(position: &Position, random: &mut SplitMix64) -> Option<Point> {
    let mut moves = Vec::new();
    Gomoku::legal_moves(position, &mut moves);
    let stones: Vec<_> = position.board().points().filter(|&point| position.board().stone(point).is_some()).collect();
    moves.retain(|point| {
        stones.iter().any(|stone| {
            point.row().abs_diff(stone.row()) <= RANDOM_MOVE_DISTANCE
                && point.col().abs_diff(stone.col()) <= RANDOM_MOVE_DISTANCE
        })
    });
    moves.get(random.below(moves.len())).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::games::{parse, write};

    #[test]
    fn games_are_reproducible_and_survive_a_round_trip_through_text() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let self_play = SelfPlay { rule, nodes: 200, seed: 5, threads: 1 };
            let tables = Arc::new(Tables::default());
            let play =
                |number| self_play.play_game(&mut Searcher::new(&tables, 1).expect("memory"), number).expect("a game");
            let game = play(7);
            assert!(game.searched.len() > 3);
            assert_eq!(
                game.moves.len() - game.searched.len(),
                game.moves.len().min(game.moves.len() - game.searched.len())
            );
            assert_eq!(parse(rule, write(&game).trim_end()).expect("a line"), game);
            assert_eq!(play(7), game);
            assert_ne!(play(8), game);
        }
    }
}
