//! One SGF game: its properties, node by node, become a [`Game`].

use super::annotations;
use super::first_position::{FirstPosition, MAX_PLIES, rule};
use super::information::{outcome, set_tag, termination};
use super::points::{Place, is_two_letters, place};
use super::tokens::{parts, simple_text};
use crate::builder::GameBuilder;
use crate::format::Hints;
use crate::game::{Game, Tags, contradiction};
use crate::tree::{NodeId, Notes, Tree};
use quartet::game::{PASS, Side};
use quartet_rules::Ending;
use quartet_rules::points::point_name;

/// A property of a node.
#[derive(Debug)]
pub(super) struct Property<'a> {
    /// The name without lowercase letters.
    pub(super) name: String,
    /// The offset of the name in the text.
    pub(super) at: usize,
    /// The values with their offsets.
    pub(super) values: Vec<(usize, &'a str)>,
}

impl<'a> Property<'a> {
    fn first(&self) -> &'a str {
        self.values.first().map_or("", |(_, value)| value)
    }
}

/// What is wrong, and the offset in the text.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) message: String,
}

/// Builds a game from the nodes of its text.
pub(super) struct GameReader<'a> {
    hints: &'a Hints,
    /// The offset of the game in the text.
    start: usize,
    first: FirstPosition,
    builder: Option<GameBuilder>,
    /// The notes of the root until there is a builder.
    root_notes: Notes,
    tags: Tags,
    /// Whether AP says which program has written the file.
    has_application: bool,
    /// The value of RE, and the offset of the property.
    result: Option<(usize, String)>,
    /// Labels, by the node before the move and the move.
    labels: Vec<(NodeId, String, String)>,
    /// The node where each open variation began; `None` inside a variation that is skipped.
    variations: Vec<Option<NodeId>>,
    /// The current node; `None` in a variation that is skipped.
    here: Option<NodeId>,
    /// Whether the main line is complete.
    after_main_line: bool,
    /// How the main line ended by the rules.
    ending: Option<Ending>,
    fault: Option<Fault>,
    /// The number of further faults.
    more_faults: usize,
    /// Set after a fault in the main line: the rest cannot be read.
    stopped: bool,
}

impl<'a> GameReader<'a> {
    /// A reader of the game at this offset in the text.
    pub(super) fn new(hints: &'a Hints, start: usize) -> Self {
        GameReader {
            hints,
            start,
            first: FirstPosition::default(),
            builder: None,
            root_notes: Notes::default(),
            tags: Tags::default(),
            has_application: false,
            result: None,
            labels: Vec::new(),
            variations: Vec::new(),
            here: Some(NodeId::ROOT),
            after_main_line: false,
            ending: None,
            fault: None,
            more_faults: 0,
            stopped: false,
        }
    }

    /// Begins a variation at the current node.
    pub(super) fn open(&mut self) {
        self.variations.push(self.here);
    }

    /// Ends the last variation. Returns false if the game is complete.
    pub(super) fn close(&mut self) -> bool {
        self.end_main_line();
        self.here = self.variations.pop().unwrap_or_default();
        if let (Some(builder), Some(node)) = (&mut self.builder, self.here) {
            builder.return_to(node);
        }
        !self.variations.is_empty()
    }

    fn end_main_line(&mut self) {
        if !std::mem::replace(&mut self.after_main_line, true) {
            self.ending = self.builder.as_ref().and_then(|builder| builder.referee().ending());
        }
    }

    /// Notes a fault. After one in the main line nothing more is read; in a variation, the rest of it is skipped.
    pub(super) fn fail(&mut self, at: usize, message: String) {
        if self.stopped || self.here.is_none() {
            return;
        }
        let fault = Fault { at, message };
        match self.fault {
            Some(_) => self.more_faults += 1,
            None => self.fault = Some(fault),
        }
        self.stopped |= !self.after_main_line;
        self.end_main_line();
        self.here = None;
    }

    /// Reads a node.
    pub(super) fn node(&mut self, properties: &[Property<'_>]) {
        if self.stopped || self.here.is_none() {
            return;
        }
        if let Err(Fault { at, message }) = self.read_node(properties) {
            self.fail(at, message);
        }
    }

    fn read_node(&mut self, properties: &[Property<'_>]) -> Result<(), Fault> {
        if self.builder.is_none() {
            for property in properties {
                self.read_rules(property).map_err(|message| Fault { at: property.at, message })?;
            }
        }
        for property in properties {
            self.read_stones(property)?;
        }
        let moves = properties.iter().filter_map(|property| Some((side_of(&property.name)?, property)));
        for (side, property) in moves {
            self.read_move(side, property)?;
        }
        for property in properties {
            self.read_notes(property);
        }
        Ok(())
    }

    /// Reads a property that says which game is played by which rules.
    fn read_rules(&mut self, property: &Property<'_>) -> Result<(), String> {
        let value = simple_text(property.first());
        match property.name.as_str() {
            "GM" => self.first.game = Some(value),
            "SZ" => {
                let (columns, rows) = value.split_once(':').unwrap_or((&value, &value));
                let size = columns.trim().parse().ok().filter(|_| columns.trim() == rows.trim());
                let wrong = || format!("the size is '{}', expected the size of a square board", value.escape_debug());
                self.first.size = Some(size.ok_or_else(wrong)?);
            }
            "RU" => self.first.rule = rule(&value),
            MAX_PLIES => self.first.max_plies = Some(value),
            _ => {}
        }
        Ok(())
    }

    /// Reads a property that sets up a position.
    fn read_stones(&mut self, property: &Property<'_>) -> Result<(), Fault> {
        let name = property.name.as_str();
        if name == "MN" && self.builder.is_none() {
            self.first.ply = property.first().trim().parse().ok();
        }
        if !matches!(name, "AB" | "AW" | "AE" | "PL") {
            return Ok(());
        }
        if self.builder.is_some() {
            let message = format!("{name} after moves, expected stones to be set up before the first one");
            return Err(Fault { at: property.at, message });
        }
        if name == "PL" {
            self.first.side = match property.first().trim().chars().next() {
                Some('B' | 'b' | '1') => Some(Side::X),
                Some('W' | 'w' | '2') => Some(Side::O),
                _ => None,
            };
            return Ok(());
        }
        let side = name.strip_prefix('A').and_then(side_of);
        for &(at, value) in &property.values {
            self.first.set_up(value, side, self.hints).map_err(|message| Fault { at, message })?;
        }
        Ok(())
    }

    /// Reads a move.
    fn read_move(&mut self, side: Side, property: &Property<'_>) -> Result<(), Fault> {
        if self.builder.is_none() {
            self.open_builder(Some(side))?;
        }
        if property.values.is_empty() {
            return Err(Fault { at: property.at, message: format!("{} without a point", property.name) });
        }
        for &(at, value) in &property.values {
            let played = self.play(side, value);
            let shown = value.escape_debug();
            played.map_err(|message| Fault { at, message: format!("{}[{shown}]: {message}", property.name) })?;
        }
        Ok(())
    }

    fn play(&mut self, side: Side, value: &str) -> Result<(), String> {
        let board = self.first.board(self.hints)?;
        let place = place(value, board).ok_or_else(|| format!("no point of a board of {0}x{0}", board.size))?;
        let Some(builder) = &mut self.builder else { return Ok(()) };
        let Place::Point(column, row) = place else {
            // Programs for go end a game by passes, which its rules do not have.
            let is_over = board.is_othello && builder.referee().ending().is_some();
            let played = if is_over { Ok(builder.node()) } else { builder.play_for(side, PASS) };
            self.here = Some(played.map_err(|error| error.to_string())?);
            return Ok(());
        };
        let name = |row| point_name(column, row).unwrap_or_default();
        let mut played = builder.play_for(side, &name(row));
        let is_first = builder.node() == NodeId::ROOT && !self.after_main_line && !self.first.has_letters;
        if played.is_err() && is_first && board.is_othello && is_two_letters(value) {
            // The first move tells the two ways of counting rows apart: only one of them makes it legal.
            played = builder.play_for(side, &name(board.size - 1 - row)).inspect(|_| self.first.from_top = true);
        }
        self.here = Some(played.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Sets up the first position; nothing can be set up after that.
    fn open_builder(&mut self, first_mover: Option<Side>) -> Result<(), Fault> {
        let opened = self.first.open(first_mover, self.hints);
        self.builder = Some(opened.map_err(|message| Fault { at: self.start, message })?);
        Ok(())
    }

    /// Reads what is said about the current move, or about the game.
    fn read_notes(&mut self, property: &Property<'_>) {
        let Some(here) = self.here else { return };
        let (name, raw) = (property.name.as_str(), property.first());
        match name {
            "LB" => self.read_labels(property, here),
            "AP" => self.has_application = true,
            "C" if !self.has_application && annotations::time_comment(raw).is_some() => {
                if let Some(builder) = &mut self.builder {
                    builder.notes_mut().microseconds = annotations::time_comment(raw);
                }
            }
            "RE" => self.result = self.result.take().or_else(|| Some((property.at, simple_text(raw)))),
            "GM" | "SZ" | "AB" | "AW" | "AE" | "PL" | "B" | "W" | MAX_PLIES => {}
            "RU" if self.first.rule.is_some() => {}
            _ => {
                let is_note = match &mut self.builder {
                    Some(builder) => {
                        let side = builder.referee().side().other();
                        annotations::read(builder.notes_mut(), name, raw, side)
                    }
                    None => {
                        let side = self.first.side.unwrap_or(Side::X).other();
                        annotations::read(&mut self.root_notes, name, raw, side)
                    }
                };
                if !is_note {
                    set_tag(&mut self.tags, name, simple_text(raw));
                }
            }
        }
    }

    fn read_labels(&mut self, property: &Property<'_>, here: NodeId) {
        let Ok(board) = self.first.board(self.hints) else { return };
        for (point, label) in property.values.iter().filter_map(|(_, value)| parts(value)) {
            let Some(Place::Point(column, row)) = place(point, board) else { continue };
            self.labels.extend(point_name(column, row).map(|mv| (here, mv, simple_text(label))));
        }
    }

    /// The game, or what is wrong with it and the game up to there.
    pub(super) fn finish(mut self) -> Result<Game, (Fault, Option<Box<Game>>)> {
        if self.builder.is_none() && self.fault.is_none() {
            self.open_builder(None).map_err(|fault| (fault, None))?;
        }
        self.end_main_line();
        let game = self.builder.take().map(|builder| self.complete(builder.finish()));
        let Some(mut fault) = self.fault else {
            let missing = Fault { at: self.start, message: "no first position".into() };
            return game.ok_or((missing, None));
        };
        if self.more_faults > 0 {
            fault.message.push_str(&format!("; further faults: {}", self.more_faults));
        }
        Err((fault, game.map(Box::new)))
    }

    /// Adds what is known besides the moves.
    fn complete(&mut self, mut game: Game) -> Game {
        for (before, mv, label) in std::mem::take(&mut self.labels) {
            if let Some(node) = labelled(&game.tree, before, &mv).filter(|_| !label.is_empty()) {
                game.tree.node_mut(node).notes_mut().label = Some(label);
            }
        }
        let notes = std::mem::take(&mut self.root_notes);
        if notes != Notes::default() {
            *game.tree.node_mut(NodeId::ROOT).notes_mut() = notes;
        }
        game.tags = std::mem::take(&mut self.tags);
        if let Some(fault) = self.set_outcome(&mut game) {
            self.fault.get_or_insert(fault);
        }
        game
    }

    /// Sets result, margin and termination by RE and the rules; returns what is wrong with RE.
    fn set_outcome(&mut self, game: &mut Game) -> Option<Fault> {
        let Some((at, text)) = self.result.take() else {
            game.settle(self.ending);
            return None;
        };
        match outcome(&text) {
            None => set_tag(&mut game.tags, "RE", text),
            Some(None) => {}
            Some(Some(outcome)) => {
                let reason = game.tags.other.get("TE").and_then(|reason| termination(reason));
                (game.result, game.termination) = (Some(outcome.result), reason.or(outcome.termination));
                game.margin = outcome.margin.filter(|_| game.variant.name == "othello");
                let ending = game.settle(self.ending)?;
                return Some(Fault { at, message: contradiction(&text, &ending) });
            }
        }
        None
    }
}

/// The child of a node with this move, possibly after a forced pass.
fn labelled(tree: &Tree, before: NodeId, mv: &str) -> Option<NodeId> {
    let child = |node| tree.children(node).find(|&child| tree.node(child).mv == mv);
    child(before).or_else(|| {
        let pass = tree.children(before).find(|&child| tree.node(child).mv == PASS)?;
        child(pass)
    })
}

/// The side of a move or of a stone, by the letter of its colour.
fn side_of(name: &str) -> Option<Side> {
    match name {
        "B" => Some(Side::X),
        "W" => Some(Side::O),
        _ => None,
    }
}
