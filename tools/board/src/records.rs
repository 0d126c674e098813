//! Game records as the page exchanges them with the server: a game with its variations and notes as JSON.
//!
//! The page knows neither formats nor rules. What it opens is read by the records library, and what it saves is played
//! by the rules again before it is written.

use anyhow::{Context, Result, bail, ensure};
use quartet::engine::Setup;
use quartet::engine::options::Options;
use quartet_records::formats::wthor::Names;
use quartet_records::{Format, Game, GameBuilder, Hints, NodeId, Notes, ReadError, Tags, Termination};
use quartet_rules::GameResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The most moves in all games of a file, variations included.
const MOST_MOVES: usize = 1_000_000;
/// The most faults of a file that are listed.
const MOST_FAULTS: usize = 20;

/// A game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct GameRecord {
    /// The name of the game.
    pub variant: String,
    /// Options of the rules. Those of a game that was read always have the size of the board and the rule of Gomoku.
    pub options: BTreeMap<String, String>,
    /// The position text of the first position, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Players, event and date; what is unknown is missing.
    pub tags: Tags,
    /// `p1win`, `p2win` or `draw`, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// `rules`, `resignation`, `time`, `infraction`, `abandoned` or `adjudication`, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination: Option<Termination>,
    /// The first player's margin in discs, in Othello, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
    /// What was noted about the game as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Notes>,
    /// The moves: each line before the variations that leave it, the last ones first.
    pub moves: Vec<MoveRecord>,
}

/// A move. Where nothing was noted about it and it follows the one before in the list, its text alone.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(untagged)]
pub enum MoveRecord {
    /// The move after the one before it in the list, or the first move.
    Next(String),
    /// A move with more to say.
    Full {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The move that it follows: its number in the list, from 1; 0 for the first position.
        #[serde(skip_serializing_if = "Option::is_none")]
        after: Option<usize>,
        /// What was noted about it.
        #[serde(skip_serializing_if = "Option::is_none")]
        notes: Option<Notes>,
    },
}

/// A format that games can be saved in.
#[derive(Serialize, Debug)]
struct FormatRecord {
    name: &'static str,
    /// The extension of its files.
    extension: &'static str,
    /// The extensions of files that belong beside them.
    companions: &'static [&'static str],
    /// The games that it can represent.
    variants: Vec<&'static str>,
}

/// All formats as JSON.
pub fn formats_json() -> serde_json::Result<String> {
    let record = |format: &Format| FormatRecord {
        name: format.name(),
        extension: format.extensions().first().copied().unwrap_or_default(),
        companions: if *format == Format::Wthor { &["jou", "trn"] } else { &[] },
        variants: format.variants(),
    };
    serde_json::to_string(&Format::ALL.iter().map(record).collect::<Vec<_>>())
}

/// What was read from a file.
#[derive(Serialize, Debug)]
pub struct Opened {
    /// The name of its format.
    pub format: &'static str,
    /// Its games; of those that cannot be read to their end, the part before.
    pub games: Vec<GameRecord>,
    /// What could not be read, and where.
    pub faults: Vec<Fault>,
    /// The number of faults that are not listed.
    pub more_faults: usize,
}

/// Why a game cannot be read to its end.
#[derive(Serialize, PartialEq, Debug)]
pub struct Fault {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The line of the fault, from 1; `None` in binary formats.
    pub line: Option<usize>,
    /// The offset of the fault in the file in bytes, from 0.
    pub byte: usize,
    /// The number of moves of the game's main line that were read.
    pub moves: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl Fault {
    fn of(error: &ReadError) -> Fault {
        let moves = error.partial.as_ref().map_or(0, |game| game.tree.main_line().count());
        Fault { game: error.game, line: error.line, byte: error.byte, moves, message: error.message.clone() }
    }
}

/// A file that the page was given.
#[derive(Debug)]
pub struct Upload {
    /// Its name; only the extension matters.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// Reads a file of games in any format. Files with names of players (`.jou`) and tournaments (`.trn`) belong to WTHOR's
/// games. `variant` and `options` are those of the game that the page shows: they hold where a file does not say what
/// game it is, and if the file is no better understood without them. Fails if the format is unknown, if there are
/// several files of games or none, or if there is too much in it.
pub fn read(uploads: &[Upload], variant: Option<&str>, options: BTreeMap<String, String>) -> Result<Opened> {
    let with_extension = |upload: &&Upload, extension: &str| {
        Path::new(&upload.name).extension().is_some_and(|own| own.eq_ignore_ascii_case(extension))
    };
    let named = |extension| uploads.iter().find(|upload| with_extension(upload, extension));
    let is_of_games = |upload: &&Upload| !with_extension(upload, "jou") && !with_extension(upload, "trn");
    let mut of_games = uploads.iter().filter(is_of_games);
    let file = of_games.next().context("no file of games")?;
    ensure!(of_games.next().is_none(), "several files of games, expected one");
    let format = Format::detect(Path::new(&file.name), &file.content).context("no known format of games")?;
    let content = |upload: Option<&'_ Upload>| upload.map(|upload| upload.content.clone());
    let names = Names::read(content(named("jou")).as_deref(), content(named("trn")).as_deref())?;
    let hints = Hints { names, ..Hints::default() };
    let shown = Hints { variant: variant.and_then(quartet::games::find), options, ..hints.clone() };
    let opened = read_with(format, &file.content, &shown)?;
    if opened.faults.is_empty() {
        return Ok(opened);
    }
    let other = read_with(format, &file.content, &hints)?;
    let faults = |opened: &Opened| opened.faults.len() + opened.more_faults;
    Ok(if faults(&other) < faults(&opened) { other } else { opened })
}

fn read_with(format: Format, content: &[u8], hints: &Hints) -> Result<Opened> {
    let mut opened = Opened { format: format.name(), games: Vec::new(), faults: Vec::new(), more_faults: 0 };
    let mut moves = 0;
    for game in quartet_records::read(format, content, hints) {
        let game = game.or_else(|error| {
            opened.note(Fault::of(&error));
            error.partial.map(|game| *game).filter(|game| !game.tree.is_empty() || game.setup.is_some()).ok_or(())
        });
        let Ok(game) = game else { continue };
        moves += game.tree.len();
        ensure!(moves <= MOST_MOVES, "more than {MOST_MOVES} moves, expected a smaller file");
        opened.games.push(GameRecord::of(&game));
    }
    Ok(opened)
}

impl Opened {
    fn note(&mut self, fault: Fault) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        } else {
            self.more_faults += 1;
        }
    }
}

/// Writes games in the format of this name. With `extension`, the file with this extension that belongs beside it.
/// Fails if a game is against the rules, or if the format cannot represent it.
pub fn write(games: &[GameRecord], format: &str, extension: Option<&str>) -> Result<Vec<u8>> {
    let format = Format::from_name(format).with_context(|| format!("unknown format '{}'", format.escape_debug()))?;
    let games = games.iter().map(GameRecord::game).collect::<Result<Vec<_>>>()?;
    let written = quartet_records::write(format, &games);
    if let Some((_, reason)) = written.left_out.first() {
        bail!("{reason}");
    }
    match extension {
        Some(extension) => Ok(written.companion(extension).context("no such file")?.to_vec()),
        None => Ok(written.bytes),
    }
}

impl GameRecord {
    /// The record of a game.
    pub fn of(game: &Game) -> GameRecord {
        GameRecord {
            variant: game.variant.name.into(),
            options: options_of(game),
            start: game.setup.clone(),
            tags: game.tags.clone(),
            result: game.result,
            termination: game.termination,
            margin: game.margin,
            notes: game.tree.node(NodeId::ROOT).notes.as_deref().cloned(),
            moves: moves_of(game),
        }
    }

    /// The game; fails if it is against the rules.
    pub fn game(&self) -> Result<Game> {
        let setup = self.start.clone().map_or(Setup::Start, Setup::Text);
        let mut builder = GameBuilder::new(&self.variant, &self.options, &setup)?;
        if let Some(notes) = &self.notes {
            *builder.notes_mut() = notes.clone();
        }
        let mut nodes = vec![NodeId::ROOT];
        for record in &self.moves {
            let (mv, after, notes) = match record {
                MoveRecord::Next(mv) => (mv, None, None),
                MoveRecord::Full { mv, after, notes } => (mv, *after, notes.as_ref()),
            };
            let parent = *nodes.get(after.unwrap_or(nodes.len() - 1)).context("a move after one that comes later")?;
            builder.return_to(parent);
            ensure!(builder.node() == parent, "moves in another order than that of lines and variations");
            nodes.push(builder.play(mv)?);
            if let Some(notes) = notes {
                *builder.notes_mut() = notes.clone();
            }
        }
        builder.return_to(NodeId::ROOT);
        self.finish(builder)
    }

    /// The game with its tags and its result: by the rules, if they have ended it.
    fn finish(&self, mut builder: GameBuilder) -> Result<Game> {
        let main_line: Vec<NodeId> = builder.game_mut().tree.main_line().collect();
        for node in main_line {
            builder.descend(node)?;
        }
        let ending = builder.referee().ending();
        let game = builder.game_mut();
        game.tags = single_lines(&self.tags);
        game.result = self.result;
        game.termination = self.termination;
        game.margin = self.margin;
        game.settle(ending);
        Ok(builder.finish())
    }
}

/// The options of the rules, with the size of the board and the rule of Gomoku whatever they are.
fn options_of(game: &Game) -> BTreeMap<String, String> {
    let mut options = game.options.clone();
    if game.variant.name == "gomoku" {
        let defaults = Options::default();
        for name in ["BoardSize", "Rule"] {
            options.entry(name.into()).or_insert_with(|| defaults.text(name).unwrap_or_default());
        }
    }
    options
}

/// The moves of a game, each line before the variations that leave it.
fn moves_of(game: &Game) -> Vec<MoveRecord> {
    let tree = &game.tree;
    let mut moves = Vec::with_capacity(tree.len());
    // Each node still to come, with the number of the move that it follows.
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let mut children: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
    let mut number = 0;
    loop {
        open.extend(children.iter().rev().map(|&child| (child, number)));
        let Some((id, after)) = open.pop() else { return moves };
        let node = tree.node(id);
        let (mv, notes) = (node.mv.to_string(), node.notes.as_deref().cloned());
        let after = Some(after).filter(|&after| after != moves.len());
        moves.push(match (after, notes) {
            (None, None) => MoveRecord::Next(mv),
            (after, notes) => MoveRecord::Full { mv, after, notes },
        });
        number = moves.len();
        children = tree.children(id).collect();
    }
}

/// Tags whose texts are single lines, as those of files are.
fn single_lines(tags: &Tags) -> Tags {
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let optional = |text: &Option<String>| text.as_deref().map(line);
    Tags {
        first: optional(&tags.first),
        second: optional(&tags.second),
        event: optional(&tags.event),
        site: optional(&tags.site),
        round: optional(&tags.round),
        date: optional(&tags.date),
        other: tags.other.iter().map(|(name, text)| (name.clone(), line(text))).collect(),
    }
}

#[cfg(test)]
mod tests;
