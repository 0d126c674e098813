//! Positions from games that searches play, labelled by what came of them, for networks to learn from.
//!
//! Half of the games begin with random moves, half continue positions of tournament games after one random move.
//!
//! Must not know: how games are played and labelled, what is learned from the labels.

use super::board::Board;
use super::dataset;
use super::evaluator::Evaluation;
use super::lambda_returns::{self, Player};
use super::positions::{FEWEST, MOST, random_moves};
use super::wthor;
use crate::progress::{Log, bar};
use crate::records;
use crate::threads::in_parts;
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

/// Games in a file.
const BATCH: u64 = 4096;
/// Games go on from positions with at least so many empty squares.
const LEAST: u32 = 24;

/// What games are made with.
#[derive(Args)]
pub(crate) struct Settings {
    /// Where games, positions, labels and the log are kept; a run that was interrupted goes on from there.
    #[arg(long)]
    folder: PathBuf,
    /// How many games are played, in batches of 4096.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    batches: u64,
    /// Files of games (WTHOR); every other game continues one of their positions.
    #[arg(long, num_args = 1..)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    returns: lambda_returns::Settings,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    evaluation: Evaluation,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// A position with its label in centidiscs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
struct Labelled {
    board: Board,
    label: i64,
}

/// Plays games and labels their positions.
pub(super) fn run(settings: &Settings) -> Result<()> {
    let log = Log::begin(&settings.folder)?;
    let games = Games {
        settings,
        evaluator: &settings.evaluation.load()?,
        begins: wthor::read(&settings.games, settings.seed, &log)?,
    };
    let mut found: Vec<Labelled> = Vec::new();
    for batch in 0..settings.batches {
        found.extend(games.batch(batch, &log)?);
    }
    found.sort_unstable_by_key(|one| (one.board.empties(), *one));
    for own in found.chunk_by(|left, right| left.board.empties() == right.board.empties()) {
        let Some(empties) = own.first().map(|one| one.board.empties()).filter(|own| (FEWEST..=MOST).contains(own))
        else {
            continue;
        };
        let (boards, labels) = means(own);
        log.line(&format!("{empties} empty: {} positions", boards.len()))?;
        records::save(&dataset::boards_file(&settings.folder, empties), &boards)?;
        records::save(&dataset::labels_file(&settings.folder, empties), &labels)?;
    }
    Ok(())
}

/// Each position once, with the mean of its labels; equal positions stand together.
fn means(all: &[Labelled]) -> (Vec<Board>, Vec<i16>) {
    let same = all.chunk_by(|left, right| left.board == right.board);
    let mean = |group: &[Labelled]| group.iter().map(|one| one.label).sum::<i64>() / group.len().max(1) as i64;
    same.filter_map(|group| Some((group.first()?.board, mean(group) as i16))).unzip()
}

/// What games begin with and are played by.
struct Games<'a> {
    settings: &'a Settings,
    evaluator: &'a Arc<Evaluator>,
    /// Positions of tournament games.
    begins: Vec<Board>,
}

impl Games<'_> {
    /// The positions of a batch of games, read from the folder where they were played already.
    fn batch(&self, batch: u64, log: &Log) -> Result<Vec<Labelled>> {
        let file = self.settings.folder.join(format!("games-{batch:05}.bin"));
        let known: Vec<Labelled> = records::load(&file)?;
        let wrong = known.iter().position(|one| !one.board.is_sound() || i16::try_from(one.label).is_err());
        if let Some(index) = wrong {
            bail!("{}: record {} is no position with a label", file.display(), index + 1);
        }
        if !known.is_empty() {
            return Ok(known);
        }
        let begun = Instant::now();
        let progress = bar(&format!("games: batch {batch}"), BATCH);
        let numbers = BATCH * batch..BATCH * (batch + 1);
        let found = in_parts(numbers, self.settings.threads, |part| self.play(part, &progress))?;
        progress.finish();
        records::save(&file, &found)?;
        log.line(&format!("batch {batch}: {} positions in {:.0} s", found.len(), begun.elapsed().as_secs_f64()))?;
        Ok(found)
    }

    /// The positions of the games of these numbers.
    fn play(&self, numbers: Range<u64>, progress: &ProgressBar) -> Result<Vec<Labelled>> {
        let mut player = Player::new(&self.settings.returns, self.evaluator)?;
        let mut found = Vec::new();
        for number in numbers {
            let mut random = SplitMix64::new(mix(mix(self.settings.seed) ^ number));
            let begin = self.begin(number, &mut random);
            let game = player.game(begin, &mut random)?;
            found.extend(game.into_iter().map(|(board, label)| Labelled { board, label: i64::from(label) }));
            progress.inc(1);
        }
        Ok(found)
    }

    /// Where a game begins.
    fn begin(&self, number: u64, random: &mut SplitMix64) -> Position {
        let known = (!self.begins.is_empty() && number.is_multiple_of(2))
            .then(|| self.begins[random.below(self.begins.len())].position())
            .filter(|position| position.empties() >= LEAST);
        let random_moves = random_moves(known.is_some(), random);
        let mut position = known.unwrap_or_else(|| Othello::start(&()));
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
    fn equal_positions_share_the_mean_of_their_labels() {
        let mut moves = Vec::new();
        let mut position = Othello::start(&());
        let first = Board::canonical(&position);
        Othello::legal_moves(&position, &mut moves);
        Othello::play(&mut position, moves[0]);
        let second = Board::canonical(&position);
        let labelled = |(board, label)| Labelled { board, label };
        let mut all = [(second, -40), (first, 10), (second, -20), (first, 50), (first, 30)].map(labelled);
        all.sort_unstable();
        let (boards, labels) = means(&all);
        let of = |board| boards.iter().position(|&own| own == board).map(|index| labels[index]);
        assert_eq!((boards.len(), of(first), of(second)), (2, Some(30), Some(-30)));
    }
}
