//! Writing games as SGF.

use super::annotations;
use super::first_position::{GOMOKU, MAX_PLIES, OTHELLO, rule_of};
use super::information::{write_outcome, write_tags};
use super::points::letters;
use super::tokens::escaped;
use super::{APPLICATION, HEAD};
use crate::game::Game;
use crate::tree::{NodeId, Notes, Tree};
use quartet::game::{PASS, Side};
use quartet_rules::points::{point, point_name, stones};
use quartet_rules::referee;
use std::fmt::Write;

/// Writes a game on one line, unless a comment has several; the error says why SGF cannot represent it.
pub(super) fn write(game: &Game) -> Result<String, String> {
    let number = match game.variant.name {
        "othello" => OTHELLO,
        "gomoku" => GOMOKU,
        name => return Err(format!("SGF has no number for the game {name}")),
    };
    let mut text = format!("{HEAD}{number}]{APPLICATION}{}]", env!("CARGO_PKG_VERSION"));
    let mut rules = referee(game.variant.name, &game.options).map_err(|error| format!("{error:#}"))?;
    let setup = game.initial_setup();
    rules.begin(&setup, &[]).map_err(|error| error.to_string())?;
    let size = rules.position().split('/').count();
    let _ = write!(text, "SZ[{size}]");
    if number == GOMOKU {
        let _ = write!(text, "RU[{}]", rule_of(&game.options));
    }
    if let Some(max_plies) = game.options.get("MaxPlies") {
        let _ = write!(text, "{MAX_PLIES}[{max_plies}]");
    }
    write_tags(&mut text, &game.tags);
    let side = rules.side();
    if game.setup.is_some() {
        let is_othello = number == OTHELLO;
        write_stones(&mut text, &rules.position(), side, is_othello);
        let _ = write!(text, "MN[{}]", rules.ply());
    }
    let moves: Vec<String> = game.tree.main_moves().map(str::to_string).collect();
    rules.begin(&setup, &moves).map_err(|error| error.to_string())?;
    write_outcome(&mut text, game, rules.ending().is_some());
    TreeWriter { tree: &game.tree, text: &mut text, is_othello: number == OTHELLO }.write(side)?;
    text.push_str(")\n");
    Ok(text)
}

fn write_stones(text: &mut String, position: &str, side: Side, is_othello: bool) {
    let name_of = if is_othello { point_name } else { letters };
    for (name, of) in [("AB", Side::X), ("AW", Side::O)] {
        let stones = stones(position);
        let own = stones.iter().filter(|(.., owner)| *owner == of).filter_map(|&(column, row, _)| name_of(column, row));
        let points: Vec<String> = own.map(|point| format!("[{point}]")).collect();
        if !points.is_empty() {
            let _ = write!(text, "{name}{}", points.concat());
        }
    }
    let _ = write!(text, "PL[{}]", colour(side));
}

fn colour(side: Side) -> char {
    match side {
        Side::X => 'B',
        Side::O => 'W',
    }
}

/// What is to be written next.
enum Step {
    /// A node that this side has moved to; in parentheses if it begins a variation.
    Node { node: NodeId, mover: Side, is_variation: bool },
    /// The end of a variation.
    Close,
}

/// Writes the nodes of a tree.
struct TreeWriter<'a> {
    tree: &'a Tree,
    text: &'a mut String,
    is_othello: bool,
}

impl TreeWriter<'_> {
    /// Writes the notes of the root and all moves; this side moves first.
    fn write(&mut self, first: Side) -> Result<(), String> {
        self.write_notes(NodeId::ROOT, first.other());
        let mut steps = Vec::new();
        self.push_children(&mut steps, NodeId::ROOT, first);
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.text.push(')'),
                Step::Node { node, mover, is_variation } => {
                    if is_variation {
                        self.text.push('(');
                        steps.push(Step::Close);
                    }
                    self.write_node(node, mover)?;
                    self.push_children(&mut steps, node, mover.other());
                }
            }
        }
        Ok(())
    }

    /// Puts the children of a node on the stack, the first one on top.
    fn push_children(&self, steps: &mut Vec<Step>, node: NodeId, mover: Side) {
        let from = steps.len();
        let is_variation = self.tree.children(node).nth(1).is_some();
        steps.extend(self.tree.children(node).map(|node| Step::Node { node, mover, is_variation }));
        if let Some(children) = steps.get_mut(from..) {
            children.reverse();
        }
    }

    fn write_node(&mut self, node: NodeId, mover: Side) -> Result<(), String> {
        let mv = self.tree.node(node).mv.as_str();
        if mv == PASS && self.is_implied(node) {
            return Ok(());
        }
        let _ = write!(self.text, ";{}[{}]", colour(mover), self.place(mv)?);
        self.write_notes(node, mover);
        Ok(())
    }

    /// Whether a pass can be left out: all passes of Othello are forced, and the colour of the next move implies it.
    /// Edax writes passes but does not read them.
    fn is_implied(&self, pass: NodeId) -> bool {
        let has_label = |&child: &NodeId| self.notes(child).is_some_and(|notes| notes.label.is_some());
        self.notes(pass).is_none()
            && self.tree.children(pass).next().is_some()
            && !self.tree.children(pass).any(|child| has_label(&child))
    }

    /// The value of a move: in gomoku two letters as in go, in Othello a letter and a number as Edax writes it.
    fn place(&self, mv: &str) -> Result<String, String> {
        if mv == PASS {
            return Ok(String::new());
        }
        if self.is_othello {
            return Ok(mv.to_string());
        }
        let letters = point(mv).and_then(|(column, row)| letters(column, row));
        letters.ok_or_else(|| format!("move '{mv}' is no point"))
    }

    fn notes(&self, node: NodeId) -> Option<&Notes> {
        self.tree.node(node).notes.as_deref()
    }

    /// Writes the notes of a node and the labels of the moves after it.
    fn write_notes(&mut self, node: NodeId, mover: Side) {
        if let Some(notes) = self.tree.node(node).notes.as_deref() {
            annotations::write(self.text, notes, mover);
        }
        let mut labels = String::new();
        for child in self.tree.children(node) {
            let label = self.notes(child).and_then(|notes| notes.label.as_deref());
            let place = self.place(&self.tree.node(child).mv).ok().filter(|place| !place.is_empty());
            if let (Some(label), Some(place)) = (label, place) {
                let _ = write!(labels, "[{place}:{}]", escaped(label));
            }
        }
        if !labels.is_empty() {
            self.text.push_str("LB");
            self.text.push_str(&labels);
        }
    }
}
