//! What a match is: the settings that its record begins with.
//!
//! Everything here decides which games are played and how; what only decides how the match is run (how many games at
//! once, what is shown) is not part of it.

use crate::limits::Limits;
use crate::process::Launch;
use crate::stats::Sprt;
use anyhow::{Context, Result, bail};
use quartet_files::one_line;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

/// A whole match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// The variant's name.
    pub variant: String,
    /// Options of the rules: `Rule`, `BoardSize`, `MaxPlies`.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The engines; at least two.
    pub engines: Vec<EngineSettings>,
    /// Who meets whom.
    #[serde(default)]
    pub tournament: Tournament,
    /// Games between every two engines that meet; an even number, since they come in pairs.
    pub games: u64,
    /// Where the openings come from.
    #[serde(default)]
    pub openings: OpeningSettings,
    /// When games are ended before their end.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The sequential test that ends the match of two engines as soon as it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Whether pairs that repeat an earlier one move for move count in that test however deterministic the engines
    /// seem.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub count_repeats: bool,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Tournament {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets each of the others.
    Gauntlet,
}

/// An engine, how it is started, and what it may use.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSettings {
    /// Its name in the match, which no other has.
    pub name: String,
    /// What it speaks.
    #[serde(default)]
    pub protocol: Protocol,
    /// How it is started.
    pub launch: Launch,
    /// Options by name, sent in this order.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// What it may use.
    #[serde(default)]
    pub limits: Limits,
}

impl EngineSettings {
    /// An error if the name would break a line or act on a terminal: it stands in tables, plots and other programs'
    /// files.
    pub fn check_name(&self) -> Result<()> {
        match one_line(&self.name) {
            Cow::Borrowed(_) => Ok(()),
            Cow::Owned(shown) => bail!("the name of engine '{shown}' has a control character, expected none"),
        }
    }

    /// An error if the engine cannot play the variant, would never move, or has options that cannot be set.
    fn check(&self, variant: &str) -> Result<()> {
        self.check_name()?;
        let (limits, name) = (&self.limits, &self.name);
        if !self.protocol.variants().contains(&variant) {
            bail!("engine '{name}' plays {} by its protocol, not {variant}", self.protocol.variants().join(" and "));
        }
        limits.check().with_context(|| format!("engine '{name}'"))?;
        let is_limited =
            limits.movetime.is_some() || limits.clock.is_some() || limits.nodes.is_some() || limits.depth.is_some();
        if self.protocol.needs_limit() && !is_limited {
            bail!("engine '{name}' has no limit, expected one of tc, st, movetime, nodes, depth");
        }
        if self.protocol == Protocol::Nboard && limits.depth.is_none() {
            bail!(
                "engine '{name}' has no depth, without which engines do not play by NBoard's protocol; expected depth"
            );
        }
        if !self.options.is_empty() && !self.protocol.has_options() {
            bail!("engine '{name}' has options, but its protocol has none; expected arguments instead");
        }
        Ok(())
    }
}

/// What an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Quartet's protocol in UCI's words.
    #[default]
    Uci,
    /// Quartet's protocol in UGI's words.
    Ugi,
    /// The Go Text Protocol, for Othello and Gomoku.
    Gtp,
    /// NBoard's, for Othello.
    Nboard,
    /// Gomocup's, for Gomoku.
    Gomocup,
    /// None: a program that is called for each move.
    Command,
}

impl Protocol {
    /// The variants that can be played by it.
    fn variants(self) -> &'static [&'static str] {
        match self {
            Protocol::Uci | Protocol::Ugi | Protocol::Command => &["gomoku", "lgame", "othello", "rhombus"],
            Protocol::Gtp => &["gomoku", "othello"],
            Protocol::Nboard => &["othello"],
            Protocol::Gomocup => &["gomoku"],
        }
    }

    /// Whether an engine without a limit would think for ever; by the other protocols limits may be among its
    /// arguments.
    fn needs_limit(self) -> bool {
        matches!(self, Protocol::Uci | Protocol::Ugi)
    }

    /// Whether options can be set by it.
    fn has_options(self) -> bool {
        matches!(self, Protocol::Uci | Protocol::Ugi | Protocol::Gomocup)
    }
}

/// Where openings come from and in which order they are played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSettings {
    /// A file, one opening a line; without one every game begins at the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Makes them instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<Generator>,
    /// Shuffles the openings by this seed; without one they come in their own order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<u64>,
}

/// Openings that are made instead of read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Generator {
    /// All different ones of a length.
    All {
        /// Moves from the start position.
        plies: usize,
    },
    /// Random ones.
    Random {
        /// Moves from the start position.
        plies: usize,
        /// How many.
        count: usize,
        /// The seed of the random numbers.
        seed: u64,
        /// How fair they have to be; without it any are taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        balance: Option<Balance>,
    },
}

/// What counts as fair. In solved games it is a draw, whatever stands here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The greatest score for either side, in centipoints.
    pub window: i64,
    /// Plies searched for it.
    pub depth: u32,
}

/// When games are ended before their end; by default never.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A win that both engines see coming.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<AgreedWin>,
    /// A draw that both engines see coming.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<AgreedDraw>,
    /// Plies after the opening at which a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// In solved games: ends a game whose value is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<SolvedEnd>,
}

/// Both engines agree for some moves each that the same side is ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreedWin {
    /// Consecutive moves of each engine.
    pub moves: u32,
    /// The least score, in centipoints.
    pub score: i64,
}

/// Both engines agree for some moves each that the game is even.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreedDraw {
    /// Plies after the opening before which no game is drawn.
    pub from: u32,
    /// Consecutive moves of each engine.
    pub moves: u32,
    /// The greatest score of either sign, in centipoints.
    pub score: i64,
}

/// Which exact values end a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum SolvedEnd {
    /// Wins only; drawn positions are played on.
    Wins,
    /// Wins and draws.
    All,
}

impl MatchSettings {
    /// An error if no match can be played so.
    pub fn check(&self) -> Result<()> {
        if self.engines.len() < 2 {
            bail!("{} engine(s), expected at least 2", self.engines.len());
        }
        if self.games == 0 || !self.games.is_multiple_of(2) {
            bail!("{} games, expected an even number: games come in pairs with colours exchanged", self.games);
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            bail!("a sequential test of {} engines, expected 2", self.engines.len());
        }
        if self.count_repeats && self.sprt.is_none() {
            bail!("repeats are counted in a sequential test only, expected one");
        }
        // An unknown variant is the referee's to complain of.
        if let Some(variant) = quartet::games::find(&self.variant) {
            self.engines.iter().try_for_each(|engine| engine.check(variant.name))?;
        }
        let mut names = HashSet::new();
        match self.engines.iter().find(|engine| !names.insert(&engine.name)) {
            Some(engine) => bail!("two engines have the name '{}', expected different names", engine.name),
            None => Ok(()),
        }
    }
}
