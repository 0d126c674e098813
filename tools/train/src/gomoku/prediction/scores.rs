//! Scores of positions by engines, kept in a folder for each engine.

use super::positions::{FILE, RecordedPosition, VARIANT};
use crate::progress::progress_bar;
use crate::records::save_bytes;
use crate::shards;
use crate::threads::thread_pool;
use anyhow::{Context, Result, bail, ensure};
use quartet::shard::Shard;
use quartet_arena::fault::Cancel;
use quartet_arena::limits::{Clock, Limits};
use quartet_arena::player::{self, EngineScore, Player, RuleSettings, Turn};
use quartet_arena::settings::{EngineSettings, Protocol};
use quartet_files::{json_line, sha256_of_file};
use quartet_rules::{Referee, referee};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Number of positions that are searched together: a unit of work, stored in a file of its own.
const BLOCK_SIZE: usize = 20;
/// The file in an engine's folder that tells what its scores are of.
const ENGINE: &str = "engine.json";

/// What an engine said of a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Searched {
    /// The score for the side to move; `None` if the engine reported none.
    pub score: Option<EngineScore>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub ms: f64,
}

/// The scores in the folder of a run.
pub(super) struct Scores<'a> {
    /// Folder of the run.
    pub folder: &'a Path,
    /// All positions of the run.
    pub positions: &'a [RecordedPosition],
}

impl Scores<'_> {
    /// Searches the positions of a shard, or all of them, that the folder has no scores of yet.
    pub(super) fn measure(&self, engines: &[EngineSettings], shard: Option<Shard>, threads: usize) -> Result<()> {
        let positions = sha256_of_file(&self.folder.join(FILE))?;
        engines.iter().try_for_each(|engine| self.check_origin(engine, &positions))?;
        let units = engines.iter().flat_map(|engine| {
            let blocks = self.positions.chunks(BLOCK_SIZE).enumerate();
            blocks.map(move |(block, positions)| (self.file(engine, block), engine, positions))
        });
        let own = (0..).zip(units).filter(|(unit, _)| shards::contains(shard, *unit));
        let missing: Vec<_> = own.map(|(_, unit)| unit).filter(|(file, ..)| !file.exists()).collect();
        let progress = progress_bar("searches", (missing.len() * BLOCK_SIZE) as u64);
        let measured = thread_pool(threads)?.install(|| {
            missing.par_iter().try_for_each(|(file, engine, positions)| {
                let searched = search_block(engine, positions)?;
                let lines = searched.iter().map(json_line).collect::<Result<Vec<_>>>()?;
                progress.inc(BLOCK_SIZE as u64);
                save_bytes(file, &lines.concat())
            })
        });
        progress.finish_and_clear();
        measured
    }

    /// The scores of all positions by an engine.
    pub(super) fn read(&self, engine: &EngineSettings) -> Result<Vec<Searched>> {
        let mut found = Vec::with_capacity(self.positions.len());
        for (block, positions) in self.positions.chunks(BLOCK_SIZE).enumerate() {
            let file = self.file(engine, block);
            let text = quartet_files::read_text(&file)?;
            let searched = text.lines().map(serde_json::from_str).collect::<Result<Vec<Searched>, _>>();
            let searched = searched.with_context(|| file.display().to_string())?;
            let expected = positions.len();
            ensure!(searched.len() == expected, "{}: {} scores, expected {expected}", file.display(), searched.len());
            found.extend(searched);
        }
        Ok(found)
    }

    /// Path of the scores of a block by an engine.
    fn file(&self, engine: &EngineSettings, block: usize) -> PathBuf {
        self.folder.join(&engine.name).join(format!("scores-{block:04}.jsonl"))
    }

    /// Fails if the folder has scores of other positions, whose file has another SHA-256, or of another engine with the
    /// same name.
    fn check_origin(&self, engine: &EngineSettings, positions: &str) -> Result<()> {
        let folder = self.folder.join(&engine.name);
        let file = folder.join(ENGINE);
        let own = serde_json::to_value(Origin::of(engine, positions)?)?;
        if !file.exists() {
            std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
            return save_bytes(&file, &json_line(&own)?);
        }
        let known: serde_json::Value =
            serde_json::from_str(&quartet_files::read_text(&file)?).with_context(|| file.display().to_string())?;
        let mut fields = own.as_object().into_iter().flatten();
        let Some((field, _)) = fields.find(|(name, value)| known[name.as_str()] != **value) else { return Ok(()) };
        let folder = folder.display();
        bail!("the scores in {folder} are not of the same {field}; use another folder or name for the engine")
    }
}

/// What the scores in an engine's folder are of.
#[derive(Serialize)]
struct Origin<'a> {
    /// SHA-256 of the file of positions.
    positions: &'a str,
    /// SHA-256 of the engine's program.
    program: String,
    arguments: &'a [String],
    environment: &'a BTreeMap<String, String>,
    protocol: Protocol,
    options: &'a [(String, String)],
    limits: Limits,
}

impl Origin<'_> {
    fn of<'a>(engine: &'a EngineSettings, positions: &'a str) -> Result<Origin<'a>> {
        let here = || format!("engine '{}'", engine.name);
        let program = engine.launch.file_of_program().with_context(here)?;
        // How long the engine is waited for changes no score.
        let limits = Limits { margin: 0, timeout: Limits::default().timeout, ..engine.limits.clone() };
        Ok(Origin {
            positions,
            program: sha256_of_file(&program).with_context(here)?,
            arguments: &engine.launch.arguments,
            environment: &engine.launch.environment,
            protocol: engine.protocol,
            options: &engine.options,
            limits,
        })
    }
}

/// Searches positions, each as the first one of a game.
fn search_block(engine: &EngineSettings, positions: &[RecordedPosition]) -> Result<Vec<Searched>> {
    let mut found = Vec::with_capacity(positions.len());
    for positions in positions.chunk_by(|one, other| one.options == other.options) {
        let rules = RuleSettings { variant: VARIANT, options: positions[0].options.clone() };
        let mut referee = referee(VARIANT, &rules.options)?;
        let opened = player::open(engine, &rules, &Cancel::default());
        let mut player = opened.map_err(|error| anyhow::anyhow!("engine '{}': {error}", engine.name))?;
        for position in positions {
            let searched = search(&mut *player, engine, position, &mut *referee);
            found.push(
                searched.with_context(|| format!("engine '{}' after {}", engine.name, position.moves.join(" ")))?,
            );
        }
        player.quit();
    }
    Ok(found)
}

/// Searches a position.
fn search(
    player: &mut dyn Player,
    engine: &EngineSettings,
    position: &RecordedPosition,
    referee: &mut dyn Referee,
) -> Result<Searched> {
    let (cancel, setup) = (Cancel::default(), position.initial_setup());
    referee.begin(&setup, &position.moves)?;
    let interrupted = |error| anyhow::anyhow!("{error}");
    player.new_game(&setup, &cancel).map_err(interrupted)?;
    let clock = Clock::new(&engine.limits);
    let turn = Turn { setup: &setup, referee, clocks: [&clock, &clock] };
    let found = player.think(&turn, &cancel).map_err(interrupted)?;
    let report = found.report;
    let ms = found.used.as_secs_f64() * 1000.0;
    Ok(Searched { score: report.score, depth: report.depth, nodes: report.nodes, ms })
}
