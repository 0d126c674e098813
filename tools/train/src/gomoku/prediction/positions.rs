//! Positions from records of games.

use crate::progress::Log;
use crate::records::save_bytes;
use crate::shuffle::shuffle;
use anyhow::{Context, Result, ensure};
use clap::Args;
use quartet::engine::Setup;
use quartet::games;
use quartet::random::{SplitMix64, mix};
use quartet_analysis::input::{InputGame, Selection, read_files};
use quartet_files::json_line;
use quartet_records::arguments::FormatArguments;
use quartet_records::{Game, Termination};
use quartet_rules::{GameResult, Referee, points, referee};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// The game.
pub(super) const VARIANT: &str = "gomoku";
/// The file of the positions in the folder of a run.
const FILE: &str = "positions.jsonl";

/// Options for the positions.
#[derive(Args)]
#[group(skip)]
pub(super) struct Settings {
    /// Records of games, in any format that quartet-arena reads. Games without a result are left out, and so are those
    /// that were adjudicated, lost on time or broken off. Not needed if the folder has positions already.
    #[arg(long, num_args = 1..)]
    games: Vec<PathBuf>,
    #[command(flatten)]
    format: FormatArguments,
    /// Number of positions.
    #[arg(long, default_value_t = 1000)]
    positions: usize,
    /// Most positions from one game.
    #[arg(long, default_value_t = 3)]
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
            return read(&file);
        }
        ensure!(!self.games.is_empty(), "no positions in {} and no --games to draw them from", folder.display());
        let mut hints = self.format.hints();
        hints.variant = hints.variant.or_else(|| games::find(VARIANT));
        let input = read_files(&self.games, &Selection { format: self.format.from, hints, ..Selection::default() })?;
        input.errors.iter().try_for_each(|error| log.write_line(error))?;
        let positions = self.positions_of(&input.games)?;
        let count = positions.iter().map(|position| position.game).collect::<HashSet<_>>().len();
        log.write_line(&format!("{} positions of {count} games, {} games read", positions.len(), input.games.len()))?;
        ensure!(!positions.is_empty(), "no game has a result and a position to search");
        let lines = positions.iter().map(json_line).collect::<Result<Vec<_>>>()?;
        save_bytes(&file, &lines.concat())?;
        Ok(positions)
    }

    /// Positions drawn at random, no two of them alike but for symmetry.
    fn positions_of(&self, input: &[InputGame]) -> Result<Vec<RecordedPosition>> {
        let mut known = HashSet::new();
        let mut positions = Vec::new();
        for (number, InputGame { file, number: in_file, game }) in input.iter().enumerate() {
            let Some(result) = usable_result(game) else { continue };
            let here = || format!("{file}, game {in_file}");
            let mut referee = referee(VARIANT, &game.options).with_context(here)?;
            let mut random = SplitMix64::new(mix(mix(self.seed) ^ number as u64));
            let mut plies: Vec<usize> = (game.opening_length()..game.tree.main_line().count()).collect();
            shuffle(&mut plies, &mut random);
            let most = positions.len() + self.per_game;
            for ply in plies {
                if positions.len() == most {
                    break;
                }
                let position = recorded_position(game, number, ply, result, &mut *referee).with_context(here)?;
                if known.insert(referee.symmetric_key()) {
                    positions.push(position);
                }
            }
        }
        shuffle(&mut positions, &mut SplitMix64::new(mix(self.seed)));
        positions.truncate(self.positions);
        positions.sort_by(|one, other| one.options.cmp(&other.options));
        Ok(positions)
    }
}

/// The result of a game that was played to its end or resigned.
fn usable_result(game: &Game) -> Option<GameResult> {
    let is_played_out = matches!(game.termination, None | Some(Termination::Rules | Termination::Resignation));
    game.result.filter(|_| is_played_out && game.variant.name == VARIANT)
}

/// The position after the first `ply` moves of a game; the referee is set to it.
fn recorded_position(
    game: &Game,
    number: usize,
    ply: usize,
    result: GameResult,
    referee: &mut dyn Referee,
) -> Result<RecordedPosition> {
    let moves: Vec<String> = game.tree.main_moves().take(ply).map(String::from).collect();
    referee.begin(&game.initial_setup(), &moves)?;
    let points = match result {
        GameResult::Draw => 0.5,
        decided if decided == GameResult::win_of(referee.side()) => 1.0,
        _ => 0.0,
    };
    Ok(RecordedPosition {
        game: number,
        options: game.options.clone(),
        setup: game.setup.clone(),
        moves,
        stones: points::stones(&referee.position()).len(),
        points,
    })
}

/// Reads a file of positions. The error names the file and the line.
fn read(file: &Path) -> Result<Vec<RecordedPosition>> {
    let text = quartet_files::read_text(file)?;
    let parse =
        |(index, line)| serde_json::from_str(line).with_context(|| format!("{}, line {}", file.display(), index + 1));
    text.lines().enumerate().map(parse).collect()
}
