//! The command `othello games`: plays games and labels their positions by λ-returns.
//!
//! If files of tournament games are given, every other game continues one of their positions after a random move. The
//! other games start from the initial position with random moves.

use super::board::Board;
use super::dataset;
use super::evaluator::Evaluation;
use super::lambda_returns::{self, Player};
use super::positions::{MAX_EMPTIES, MIN_EMPTIES, random_move_count};
use super::wthor;
use crate::progress::{Log, progress_bar};
use crate::records;
use crate::shards;
use crate::threads::map_parts;
use anyhow::{Result, bail};
use bytemuck::{Pod, Zeroable};
use clap::Args;
use indicatif::ProgressBar;
use quartet::game::Game;
use quartet::games::othello::eval::Evaluator;
use quartet::games::othello::{Othello, Position};
use quartet::random::{SplitMix64, mix};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Number of games in a batch, which is stored in one file.
const BATCH_SIZE: u64 = 4096;
/// Minimum number of empty squares of a tournament position that a game continues.
const MIN_OPENING_EMPTIES: u32 = 24;

/// Options of the command.
#[derive(Args)]
pub(crate) struct Settings {
    /// Folder for games, positions, labels and the log, from which an interrupted run resumes.
    #[arg(long)]
    folder: PathBuf,
    /// Number of batches of 4096 games.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    batches: u64,
    /// Files of games (WTHOR); every other game continues one of their positions.
    #[arg(long, num_args = 1..)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    returns: lambda_returns::Settings,
    /// Seed of the random number generator.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    evaluation: Evaluation,
    #[command(flatten)]
    shards: shards::Settings,
    /// Number of threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// A position with its label in centidiscs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
struct LabelledBoard {
    board: Board,
    label: i64,
}

/// Runs the command.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let shard = settings.shards.shard()?;
    let log = Log::open(&settings.folder)?;
    let games = Games {
        settings,
        evaluator: &settings.evaluation.load()?,
        openings: wthor::read(&settings.games, settings.seed, &log)?,
    };
    let mut labelled: Vec<LabelledBoard> = Vec::new();
    for batch in (0..settings.batches).filter(|&batch| shards::contains(shard, batch)) {
        labelled.extend(games.batch(batch, &log)?);
    }
    if let Some(shard) = shard {
        return log.write_line(&format!("shard {shard}: {} batches", shard.units(settings.batches)));
    }
    labelled.sort_unstable_by_key(|labelled| (labelled.board.empties(), *labelled));
    for group in labelled.chunk_by(|left, right| left.board.empties() == right.board.empties()) {
        let empties = group[0].board.empties();
        if !(MIN_EMPTIES..=MAX_EMPTIES).contains(&empties) {
            continue;
        }
        let (boards, labels) = average_labels(group);
        log.write_line(&format!("{empties} empty: {} positions", boards.len()))?;
        records::save(&dataset::boards_file(&settings.folder, empties), &boards)?;
        records::save(&dataset::labels_file(&settings.folder, empties), &labels)?;
    }
    Ok(())
}

/// The distinct positions, each with the mean of its labels. Equal positions must be adjacent.
fn average_labels(labelled: &[LabelledBoard]) -> (Vec<Board>, Vec<i16>) {
    let groups = labelled.chunk_by(|left, right| left.board == right.board);
    let mean = |group: &[LabelledBoard]| group.iter().map(|labelled| labelled.label).sum::<i64>() / group.len() as i64;
    groups.map(|group| (group[0].board, mean(group) as i16)).unzip()
}

/// Settings and resources of the games.
struct Games<'a> {
    settings: &'a Settings,
    evaluator: &'a Arc<Evaluator>,
    /// Positions of tournament games.
    openings: Vec<Board>,
}

impl Games<'_> {
    /// The positions of a batch of games. They are read from the folder if it contains them, or else written to it.
    fn batch(&self, batch: u64, log: &Log) -> Result<Vec<LabelledBoard>> {
        let file = self.settings.folder.join(format!("games-{batch:05}.bin"));
        let stored: Vec<LabelledBoard> = records::load(&file)?;
        let is_invalid = |record: &LabelledBoard| !record.board.is_valid() || i16::try_from(record.label).is_err();
        if let Some(index) = stored.iter().position(is_invalid) {
            bail!("{}: record {} is not a position with a label", file.display(), index + 1);
        }
        if !stored.is_empty() {
            return Ok(stored);
        }
        let start = Instant::now();
        let progress = progress_bar(&format!("games: batch {batch}"), BATCH_SIZE);
        let numbers = BATCH_SIZE * batch..BATCH_SIZE * (batch + 1);
        let labelled = map_parts(numbers, self.settings.threads, |part| self.play(part, &progress))?;
        progress.finish();
        records::save(&file, &labelled)?;
        let seconds = start.elapsed().as_secs_f64();
        log.write_line(&format!("batch {batch}: {} positions in {seconds:.0} s", labelled.len()))?;
        Ok(labelled)
    }

    /// The labelled positions of games `numbers`; each number also seeds the RNG of its game.
    fn play(&self, numbers: Range<u64>, progress: &ProgressBar) -> Result<Vec<LabelledBoard>> {
        let mut player = Player::new(&self.settings.returns, self.evaluator)?;
        let mut labelled = Vec::new();
        for number in numbers {
            let mut random = SplitMix64::new(mix(mix(self.settings.seed) ^ number));
            let start = self.start(number, &mut random);
            let game = player.game(start, &mut random)?;
            labelled.extend(game.into_iter().map(|(board, label)| LabelledBoard { board, label: i64::from(label) }));
            progress.inc(1);
        }
        Ok(labelled)
    }

    /// The position after the random moves at the start of a game.
    fn start(&self, number: u64, random: &mut SplitMix64) -> Position {
        let opening = (!self.openings.is_empty() && number.is_multiple_of(2))
            .then(|| self.openings[random.below(self.openings.len())].position())
            .filter(|position| position.empties() >= MIN_OPENING_EMPTIES);
        let random_moves = random_move_count(opening.is_some(), random);
        let mut position = opening.unwrap_or_else(|| Othello::start(&()));
        let mut moves = Vec::new();
        for _ in 0..random_moves {
            moves.clear();
            Othello::legal_moves(&position, &mut moves);
            if !moves.is_empty() {
                Othello::play(&mut position, moves[random.below(moves.len())]);
            }
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_positions_get_the_mean_of_their_labels() {
        let mut moves = Vec::new();
        let mut position = Othello::start(&());
        let first = Board::canonical(&position);
        Othello::legal_moves(&position, &mut moves);
        Othello::play(&mut position, moves[0]);
        let second = Board::canonical(&position);
        let labelled = |(board, label)| LabelledBoard { board, label };
        let mut all = [(second, -40), (first, 10), (second, -20), (first, 50), (first, 30)].map(labelled);
        all.sort_unstable();
        let (boards, labels) = average_labels(&all);
        let label_of = |board| boards.iter().position(|&other| other == board).map(|index| labels[index]);
        assert_eq!((boards.len(), label_of(first), label_of(second)), (2, Some(30), Some(-30)));
    }
}
