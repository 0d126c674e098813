//! Positions from records of games.

use crate::progress::Log;
use crate::records::save_bytes;
use crate::shuffle::shuffle;
use anyhow::{Context, Result, ensure};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use quartet::engine::Setup;
use quartet::engine::options::Options;
use quartet::games;
use quartet::random::{SplitMix64, mix};
use quartet_analysis::input::{InputGame, Selection, read_files};
use quartet_arena::stats::Outcome;
use quartet_files::json_line;
use quartet_records::arguments::FormatArguments;
use quartet_records::{Game, Termination};
use quartet_rules::{GameResult, Referee, points, referee};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The game.
pub(super) const VARIANT: &str = "gomoku";
/// The file of the positions in the folder of a run.
pub(super) const FILE: &str = "positions.jsonl";
/// Number of games that cannot be read of which each gets a line.
const SHOWN_ERRORS: usize = 10;

/// Options for the positions.
#[derive(Args)]
#[group(skip)]
pub(super) struct Settings {
    /// Records of games, in any format that quartet-arena reads. Games without a result are left out, and so are those
    /// that were adjudicated, lost on time or broken off, and repeated ones. Not needed if the folder has positions
    /// already, which are then used whatever the options say.
    #[arg(long, num_args = 1..)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    format: FormatArguments,
    /// Number of positions.
    #[arg(long, default_value_t = 1000, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    positions: usize,
    /// Most positions from one game.
    #[arg(long, default_value_t = 3, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    per_game: usize,
    /// Seed of the random number generator.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A position of a recorded game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RecordedPosition {
    /// Number of the game among all that were read, from 0.
    pub game: usize,
    /// Number of the first game with the same opening. Games from one opening are not independent: usually two engines
    /// play each one with both colours.
    pub cluster: usize,
    /// Options of the rules.
    pub options: BTreeMap<String, String>,
    /// The position text that the game began with; `None` for an empty board.
    pub setup: Option<String>,
    /// The moves from there on.
    pub moves: Vec<String>,
    /// Stones on the board.
    pub stones: usize,
    /// Points of the side to move at the end of the game: 1, ½ or 0.
    pub points: f64,
}

impl RecordedPosition {
    /// The position that the game began with.
    pub(super) fn initial_setup(&self) -> Setup {
        self.setup.clone().map_or(Setup::Start, Setup::Text)
    }
}

impl Settings {
    /// The positions in the folder, or else those drawn from the games, which are written to it. Positions with the
    /// same rules follow each other.
    pub(super) fn draw(&self, folder: &Path, log: &Log) -> Result<Vec<RecordedPosition>> {
        let file = folder.join(FILE);
        if file.exists() {
            let positions = read(&file)?;
            log.write_line(&format!("{} positions in {}", positions.len(), file.display()))?;
            return Ok(positions);
        }
        ensure!(!self.games.is_empty(), "no positions in {} and no --games to draw them from", folder.display());
        let mut hints = self.format.hints();
        hints.variant = hints.variant.or_else(|| games::find(VARIANT));
        let input = read_files(&self.games, &Selection { format: self.format.from, hints, ..Selection::default() })?;
        input.errors.iter().take(SHOWN_ERRORS).try_for_each(|error| log.write_line(error))?;
        if let Some(more @ 1..) = input.errors.len().checked_sub(SHOWN_ERRORS) {
            log.write_line(&format!("{more} more games could not be read to their end"))?;
        }
        let games = usable_games(&input.games);
        let read = input.games.len();
        log.write_line(&format!(
            "{read} games read, {} of them different games of {VARIANT} with a result",
            games.len()
        ))?;
        ensure!(!games.is_empty(), "no game of {VARIANT} with a result");
        let positions = self.positions_of(&games)?;
        ensure!(!positions.is_empty(), "no game has a position after its opening");
        for (options, count) in counts(&positions) {
            log.write_line(&format!("{count} positions, {options}"))?;
        }
        let lines = positions.iter().map(json_line).collect::<Result<Vec<_>>>()?;
        save_bytes(&file, &lines.concat())?;
        Ok(positions)
    }

    /// Positions drawn at random, no two of them equal, be it rotated or mirrored.
    fn positions_of(&self, games: &[(&InputGame, GameResult)]) -> Result<Vec<RecordedPosition>> {
        let (mut known, mut clusters) = (HashSet::new(), HashMap::new());
        let mut positions = Vec::new();
        for (number, (InputGame { file, number: in_file, game }, result)) in games.iter().enumerate() {
            let here = || format!("{file}, game {in_file}");
            let mut referee = referee(VARIANT, &game.options).with_context(here)?;
            let mut random = SplitMix64::new(mix(mix(self.seed) ^ number as u64));
            let opening = game.opening_length();
            set_up(game, opening, &mut *referee).with_context(here)?;
            let own = if opening > 0 || game.setup.is_some() { referee.symmetric_key() } else { number as u64 };
            let cluster = *clusters.entry((game.options.clone(), own)).or_insert(number);
            let mut plies: Vec<usize> = (opening..game.tree.main_line().count()).collect();
            shuffle(&mut plies, &mut random);
            let most = positions.len() + self.per_game;
            for ply in plies {
                if positions.len() == most {
                    break;
                }
                let moves = set_up(game, ply, &mut *referee).with_context(here)?;
                if known.insert(referee.symmetric_key()) {
                    positions.push(RecordedPosition {
                        game: number,
                        cluster,
                        options: game.options.clone(),
                        setup: game.setup.clone(),
                        moves,
                        stones: points::stones(&referee.position()).len(),
                        points: Outcome::of(*result, referee.side()).points(),
                    });
                }
            }
        }
        shuffle(&mut positions, &mut SplitMix64::new(mix(self.seed)));
        positions.truncate(self.positions);
        positions.sort_by(|one, other| one.options.cmp(&other.options));
        Ok(positions)
    }
}

/// The games that were played to their end or resigned, each once, with their results.
fn usable_games(input: &[InputGame]) -> Vec<(&InputGame, GameResult)> {
    let mut known = HashSet::new();
    let mut is_usable = |game: &Game| {
        let Game { variant, options, setup, termination, tree, .. } = game;
        let is_played_out = matches!(termination, None | Some(Termination::Rules | Termination::Resignation));
        let moves: Vec<String> = tree.main_moves().map(String::from).collect();
        variant.name == VARIANT && is_played_out && known.insert((options.clone(), setup.clone(), moves))
    };
    let with_results = input.iter().filter_map(|input| Some((input, input.game.result?)));
    with_results.filter(|(input, _)| is_usable(&input.game)).collect()
}

/// Sets the referee to the position after the first `ply` moves of a game, which are returned.
fn set_up(game: &Game, ply: usize, referee: &mut dyn Referee) -> Result<Vec<String>> {
    let moves: Vec<String> = game.tree.main_moves().take(ply).map(String::from).collect();
    referee.begin(&game.initial_setup(), &moves)?;
    Ok(moves)
}

/// The number of positions for each set of rules, whose options are written out.
fn counts(positions: &[RecordedPosition]) -> Vec<(String, usize)> {
    let same_rules = positions.chunk_by(|one, other| one.options == other.options);
    let defaults = Options::default();
    let written = |positions: &[RecordedPosition]| {
        let value = |name: &str| positions[0].options.get(name).cloned().or_else(|| defaults.text(name));
        let words = ["Rule", "BoardSize"].map(|name| format!("{name} {}", value(name).unwrap_or_default()));
        (words.join(", "), positions.len())
    };
    same_rules.map(written).collect()
}

/// Reads a file of positions. The error names the file.
fn read(file: &Path) -> Result<Vec<RecordedPosition>> {
    let text = quartet_files::read_text(file)?;
    let parse = |line: &str| {
        let position: RecordedPosition = serde_json::from_str(line)?;
        ensure!([0.0, 0.5, 1.0].contains(&position.points), "{} points, expected 0, 0.5 or 1", position.points);
        Ok(position)
    };
    let numbered = |(index, line)| parse(line).with_context(|| format!("{}, line {}", file.display(), index + 1));
    let positions = text.lines().enumerate().map(numbered).collect::<Result<Vec<_>>>()?;
    ensure!(!positions.is_empty(), "{}: no positions", file.display());
    Ok(positions)
}
