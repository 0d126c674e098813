//! The settings of a match, with which its record begins.
//!
//! They determine which games are played and how. Options of the run alone, such as concurrency and output, are not
//! part of them.

use crate::limits::Limits;
use crate::process::Launch;
use crate::stats::Sprt;
use anyhow::{Context, Result, bail};
use quartet_files::one_line;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

/// The settings of a whole match.
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
    /// Which engines meet.
    #[serde(default)]
    pub tournament: Tournament,
    /// In a gauntlet, the number of engines, from the first on, that meet each of the others; by default 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<usize>,
    /// The number of rounds of a Swiss tournament; by default log2 of the number of engines, rounded up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// The maximum number of further pairs of a tied encounter of a knockout; by default
    /// [`MatchSettings::TIEBREAKS`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiebreaks: Option<u64>,
    /// The number of games of an encounter, which in a round robin and a gauntlet is all games between two engines;
    /// even, since games come in pairs.
    pub games: u64,
    /// The source of the openings.
    #[serde(default)]
    pub openings: OpeningSettings,
    /// When games are adjudicated.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The sequential test that ends the match of two engines as soon as it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Whether pairs that repeat an earlier one move for move count in that test even if the engines seem
    /// deterministic.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub count_repeats: bool,
}

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Tournament {
    /// Every engine meets every other one.
    #[default]
    RoundRobin,
    /// The first engine, or each of the first ones ([`MatchSettings::seeds`]), meets each of the others.
    Gauntlet,
    /// In each round engines with about the same score meet that have not met before.
    Swiss,
    /// The loser of an encounter is out.
    Knockout,
}

impl Tournament {
    /// Whether all encounters are known before the first game. Those of the others depend on results.
    pub fn is_fixed(self) -> bool {
        matches!(self, Tournament::RoundRobin | Tournament::Gauntlet)
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Tournament::RoundRobin => "round robin",
            Tournament::Gauntlet => "gauntlet",
            Tournament::Swiss => "Swiss tournament",
            Tournament::Knockout => "knockout",
        }
    }
}

/// An engine: its command line, options and limits.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSettings {
    /// The name, which is unique in the match.
    pub name: String,
    /// The protocol.
    #[serde(default)]
    pub protocol: Protocol,
    /// The command line.
    pub launch: Launch,
    /// Names and values of options, sent in this order.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The limits.
    #[serde(default)]
    pub limits: Limits,
    /// Whether the engine searches on the opponent's time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
}

impl EngineSettings {
    /// Fails if the name contains control characters, since it is copied into tables, plots and files of other formats.
    pub fn check_name(&self) -> Result<()> {
        match one_line(&self.name) {
            Cow::Borrowed(_) => Ok(()),
            Cow::Owned(shown) => bail!("the name of engine '{shown}' has a control character, expected none"),
        }
    }

    /// Fails if the engine cannot play the variant, would never move, or has options that cannot be set.
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
            bail!("engine '{name}' needs depth=N: NBoard has no other limit");
        }
        if self.ponder && !self.protocol.can_ponder() {
            bail!("engine '{name}' has ponder=true, but its protocol has no pondering; expected proto=uci or ugi");
        }
        if !self.options.is_empty() && !self.protocol.has_options() {
            bail!("engine '{name}' has options, but its protocol has none; expected arguments instead");
        }
        Ok(())
    }
}

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Quartet's protocol with the commands of UCI.
    #[default]
    Uci,
    /// Quartet's protocol with the commands of UGI.
    Ugi,
    /// The Go Text Protocol, for Othello and Gomoku.
    Gtp,
    /// The NBoard protocol, for Othello.
    Nboard,
    /// The Gomocup protocol, for Gomoku.
    Gomocup,
    /// No protocol: a program that is called for each move.
    Command,
}

impl Protocol {
    /// The variants that can be played by the protocol.
    pub fn variants(self) -> &'static [&'static str] {
        match self {
            Protocol::Uci | Protocol::Ugi | Protocol::Command => &["gomoku", "lgame", "othello", "rhombus"],
            Protocol::Gtp => &["gomoku", "othello"],
            Protocol::Nboard => &["othello"],
            Protocol::Gomocup => &["gomoku"],
        }
    }

    /// Whether an engine without a limit would think forever. With the other protocols its arguments may contain
    /// limits.
    fn needs_limit(self) -> bool {
        matches!(self, Protocol::Uci | Protocol::Ugi)
    }

    /// Whether the protocol has searches on the opponent's time.
    fn can_ponder(self) -> bool {
        matches!(self, Protocol::Uci | Protocol::Ugi)
    }

    /// Whether the protocol can set options.
    fn has_options(self) -> bool {
        matches!(self, Protocol::Uci | Protocol::Ugi | Protocol::Gomocup)
    }
}

/// The source of the openings and their order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSettings {
    /// A file with one opening in each line, or with games; by default every game begins at the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The number of plies that are taken of each opening of the file; by default all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// The generator of openings, instead of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<Generator>,
    /// The seed with which the openings are shuffled; by default they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<u64>,
    /// The number, from 1, of the opening that is played first; by default 1. Those before it are played last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
}

impl OpeningSettings {
    /// The index of the opening with this number in the schedule, of this number of openings.
    pub fn index(&self, number: u64, count: usize) -> u64 {
        let start = self.start.unwrap_or(1).saturating_sub(1) as u128;
        // Below the number of openings.
        ((u128::from(number) + start) % count.max(1) as u128) as u64
    }
}

/// A generator of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Generator {
    /// All different openings of a length.
    All {
        /// The number of moves from the start position.
        plies: usize,
    },
    /// Random openings.
    Random {
        /// The number of moves from the start position.
        plies: usize,
        /// The number of openings.
        count: usize,
        /// The seed of the random numbers.
        seed: u64,
        /// How balanced they have to be; by default there is no condition.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        balance: Option<Balance>,
    },
}

/// The condition for a balanced opening. In solved games the condition is a draw instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The maximum score for either side, in centipoints.
    pub window: i64,
    /// The search depth in plies.
    pub depth: u32,
}

/// When games are adjudicated; by default never.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// Adjudicates a win on which both engines agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<AgreedWin>,
    /// Adjudicates a draw on which both engines agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<AgreedDraw>,
    /// The number of plies after the opening at which a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Ends games of solved variants by the value of the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<SolvedEnd>,
}

/// The condition for a win: both engines have scores for the same side for a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreedWin {
    /// The number of consecutive moves of each engine.
    pub moves: u32,
    /// The minimum score, in centipoints.
    pub score: i64,
}

/// The condition for a draw: both engines have scores near 0 for a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreedDraw {
    /// The number of plies after the opening from which a game can be drawn.
    pub from: u32,
    /// The number of consecutive moves of each engine.
    pub moves: u32,
    /// The maximum absolute score, in centipoints.
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
    /// The default maximum number of further pairs of a tied encounter of a knockout.
    pub const TIEBREAKS: u64 = 4;

    /// The number of rounds of a Swiss tournament with these engines.
    pub fn swiss_rounds(&self) -> u64 {
        self.rounds.unwrap_or_else(|| u64::from(self.engines.len().next_power_of_two().ilog2()))
    }

    /// The maximum number of further pairs of a tied encounter of a knockout.
    pub fn knockout_tiebreaks(&self) -> u64 {
        self.tiebreaks.unwrap_or(Self::TIEBREAKS)
    }

    /// Takes over the settings that may be greater when a record is resumed: the number of games, or of rounds in a
    /// Swiss tournament, so that the games so far keep their numbers.
    pub fn grow_to(&mut self, new: &MatchSettings) {
        match self.tournament {
            Tournament::RoundRobin | Tournament::Gauntlet => self.games = self.games.max(new.games),
            Tournament::Swiss if new.swiss_rounds() >= self.swiss_rounds() => self.rounds = new.rounds,
            Tournament::Swiss | Tournament::Knockout => {}
        }
    }

    /// Fails if options belong to another kind of tournament, or are out of range.
    fn check_tournament(&self) -> Result<()> {
        let (swiss, knockout) = (Tournament::Swiss, Tournament::Knockout);
        match (self.rounds, self.tiebreaks) {
            (Some(_), _) if self.tournament != swiss => bail!("--rounds without --tournament swiss"),
            (_, Some(_)) if self.tournament != knockout => bail!("--tiebreaks without --tournament knockout"),
            _ => {}
        }
        // After so many rounds every engine has met every other one, and had a bye if their number is odd.
        let most = (self.engines.len() - 1) | 1;
        match self.rounds {
            Some(rounds) if rounds == 0 || rounds > most as u64 => {
                bail!("{rounds} rounds of {} engines, expected 1 to {most}", self.engines.len())
            }
            _ => Ok(()),
        }
    }

    /// Fails if no match can be played with these settings.
    pub fn check(&self) -> Result<()> {
        if self.engines.len() < 2 {
            bail!("{} engine(s), expected at least 2", self.engines.len());
        }
        if self.games == 0 || !self.games.is_multiple_of(2) {
            bail!("{} games, expected an even number: games come in pairs with colours exchanged", self.games);
        }
        self.check_tournament()?;
        if self.sprt.is_some() && !self.tournament.is_fixed() {
            bail!(
                "--sprt in a {}: pairings depend on results, expected a round robin of two engines",
                self.tournament.name()
            );
        }
        match self.seeds {
            Some(_) if self.tournament != Tournament::Gauntlet => bail!("seeds without a gauntlet"),
            Some(seeds) if seeds == 0 || seeds >= self.engines.len() => {
                bail!("{seeds} seeds of {} engines, expected 1 to {}", self.engines.len(), self.engines.len() - 1)
            }
            _ => {}
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            bail!("a sequential test of {} engines, expected 2", self.engines.len());
        }
        if self.count_repeats && self.sprt.is_none() {
            bail!("repeats are counted in a sequential test only, expected one");
        }
        // The referee reports an unknown variant.
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
