//! A game as the arena writes it: a JSON object in one line.

use quartet::engine::Setup;
use quartet_files::one_line;
use quartet_rules::GameResult;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningRecord {
    /// Its index in the list of openings, from 0.
    pub index: u64,
    /// `startpos`, `fen …` or `code …`.
    #[serde(deserialize_with = "line")]
    pub setup: String,
    /// The moves played from there before the engines took over.
    #[serde(deserialize_with = "lines")]
    pub moves: Vec<String>,
}

/// One move of an engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in canonical spelling.
    #[serde(rename = "move", deserialize_with = "line")]
    pub text: String,
    /// The engine's name.
    #[serde(deserialize_with = "line")]
    pub engine: String,
    /// The engine's score from its own point of view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<EngineScore>,
    /// The search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The greatest depth reached, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// The number of nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Nodes per second as the engine reported them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// Milliseconds by the match runner's clock, rounded to a thousandth.
    pub ms: f64,
    /// Milliseconds as the engine reported them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_ms: Option<u64>,
    /// Whether the engine had expected the opponent's move and had searched on the opponent's time. Then nodes and
    /// depth are those of the whole search, and `ms` is the time after the opponent's move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponderhit: bool,
}

impl MoveRecord {
    /// The latency of the answer in milliseconds: the time by the match runner's clock minus the engine's own. It
    /// consists of the transfer through the pipes, scheduling delays of engine and runner, and work of the engine
    /// outside the time that it reports. As engines report whole milliseconds, it may be too long by one; it is at
    /// least 0. `None` if the engine does not report its time.
    pub fn latency(&self) -> Option<f64> {
        self.engine_ms.map(|reported| (self.ms - reported as f64).max(0.0))
    }
}

/// The fault that lost an engine a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The kind.
    pub kind: FaultKind,
    /// The name of the engine at fault.
    #[serde(deserialize_with = "line")]
    pub engine: String,
    /// What happened, in one line.
    #[serde(deserialize_with = "line")]
    pub detail: String,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule.
    pub id: u64,
    /// The number of its pair; the other game of the pair has the same opening and the colours exchanged.
    pub pair: u64,
    /// The opening.
    pub opening: OpeningRecord,
    /// The variant's name.
    #[serde(deserialize_with = "line")]
    pub variant: String,
    /// Options of the rules.
    pub options: BTreeMap<String, String>,
    /// The name of the engine that played x.
    #[serde(deserialize_with = "line")]
    pub first: String,
    /// The name of the engine that played o.
    #[serde(deserialize_with = "line")]
    pub second: String,
    /// The result.
    pub result: GameResult,
    /// Why the game is over: a word of the rules (`five`, `immobile`, `repetition`, `maxplies`, `full`, `discs`),
    /// `resign`, the kind of a fault, or `adjudicated-` and the rule (`win`, `draw`, `plies`, `solved`).
    #[serde(deserialize_with = "line")]
    pub reason: String,
    /// The fault that ended the game, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<FaultRecord>,
    /// The moves of the engines.
    pub moves: Vec<MoveRecord>,
    /// The position text at the end.
    #[serde(deserialize_with = "line")]
    pub final_position: String,
    /// The first player's margin in games scored by a margin (Othello: discs).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
    /// The time of its start, in UTC.
    #[serde(deserialize_with = "line")]
    pub started: String,
    /// Its duration in seconds.
    pub seconds: f64,
}

/// The unit of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreKind {
    /// Centipoints; in Othello hundredths of a disc.
    Cp,
    /// The number of moves of the winner to the end of the game; negative when the engine loses.
    Mate,
}

/// The score that an engine gives a position, from its own point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineScore {
    /// The unit.
    pub kind: ScoreKind,
    /// The value.
    pub value: i64,
}

impl EngineScore {
    /// The score in centipoints; wins and losses are beyond all other scores.
    pub fn centipoints(self) -> i64 {
        /// The score of a win, greater than any other score.
        const DECIDED: i64 = 1_000_000;
        match self.kind {
            ScoreKind::Cp => self.value.clamp(-DECIDED, DECIDED),
            ScoreKind::Mate if self.value > 0 => DECIDED,
            ScoreKind::Mate => -DECIDED,
        }
    }
}

/// The kinds of fault that cost an engine a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// It played an illegal move.
    Illegal,
    /// It exceeded its time.
    Time,
    /// It did not answer, or did not read its input.
    Stall,
    /// It exited, or closed its output.
    Disconnect,
    /// It violated its protocol.
    Protocol,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 5] =
        [FaultKind::Illegal, FaultKind::Time, FaultKind::Stall, FaultKind::Disconnect, FaultKind::Protocol];

    /// The word for the kind in records.
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Time => "time",
            FaultKind::Stall => "stall",
            FaultKind::Disconnect => "disconnect",
            FaultKind::Protocol => "protocol",
        }
    }
}

/// Reads a text of a record as a single line, since names and messages of engines are copied into tables, plots and
/// files of other formats.
fn line<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| one_line(&text).into_owned())
}

/// Reads several texts of a record, each as a single line.
fn lines<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let texts: Vec<String> = Deserialize::deserialize(from)?;
    Ok(texts.iter().map(|text| one_line(text).into_owned()).collect())
}

impl GameRecord {
    /// A hash of the players, the rules, the engines' moves, the final position and the result, but not of times. Games
    /// that repeat each other move for move have the same key, however their opening is written.
    pub fn replay_key(&self) -> u64 {
        let mut hash = DefaultHasher::new();
        (&self.variant, &self.options, &self.first, &self.second, self.result, &self.final_position).hash(&mut hash);
        self.moves.iter().for_each(|made| made.text.hash(&mut hash));
        hash.finish()
    }
}

/// A setup as in the protocol's `position` command: `startpos`, `fen …` or `code …`.
pub fn setup_text(setup: &Setup) -> String {
    match setup {
        Setup::Start => "startpos".into(),
        Setup::Text(text) => format!("fen {text}"),
        Setup::Code(text) => format!("code {text}"),
    }
}

/// The inverse of [`setup_text`]; any other text gives the start position.
pub fn parse_setup(text: &str) -> Setup {
    match text.split_once(' ') {
        Some(("fen", text)) => Setup::Text(text.into()),
        Some(("code", text)) => Setup::Code(text.into()),
        _ => Setup::Start,
    }
}
