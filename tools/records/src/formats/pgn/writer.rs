//! Writing games.

use super::comments;
use super::tags::{MARGIN, OPTIONS, REASON, RESIGNATION, STANDS_FOR, is_reason, termination_word, written_date};
use crate::game::{Game, Termination, result_word};
use crate::tree::{Glyph, NodeId};
use quartet_files::one_line;
use std::fmt::Write;

/// A game as text.
pub(super) fn game(game: &Game) -> String {
    let mut text = String::new();
    write_tags(&mut text, game);
    text.push('\n');
    MoveWriter { game, text: &mut text, line_is_empty: true }.write();
    if let Some(reason) = reason(game) {
        let _ = writeln!(text, "{{{}}}", without_braces(reason));
    }
    let _ = writeln!(text, "{}\n", result_word(game.result));
    text
}

/// Why the game is over, if that is known.
fn reason(game: &Game) -> Option<&str> {
    match game.tags.other.get(REASON) {
        Some(reason) => Some(reason.as_str()).filter(|reason| is_reason(reason)),
        None => (game.termination == Some(Termination::Resignation)).then_some(RESIGNATION),
    }
}

/// The text of a comment without braces, which would end it.
fn without_braces(text: &str) -> String {
    one_line(text).replace('{', "(").replace('}', ")")
}

/// The tags: the seven of the standard's roster, those of the rules, then all others.
fn write_tags(text: &mut String, game: &Game) {
    let tags = &game.tags;
    let or_unknown = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".into());
    let mut tag = |name: &str, value: &str| {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", &or_unknown(&tags.event));
    tag("Site", &or_unknown(&tags.site));
    tag("Date", &written_date(tags.date.as_deref()));
    tag("Round", &or_unknown(&tags.round));
    tag("White", &or_unknown(&tags.first));
    tag("Black", &or_unknown(&tags.second));
    tag("Result", result_word(game.result));
    if let Some(margin) = game.margin.filter(|_| game.termination != Some(Termination::Rules)) {
        tag(MARGIN, &format!("{margin:+}"));
    }
    tag("Variant", game.variant.name);
    if let Some(setup) = &game.setup {
        tag("SetUp", "1");
        tag("FEN", setup);
    }
    if let Some(termination) = game.termination {
        tag("Termination", termination_word(termination));
    }
    for (name, value) in game.options.iter().filter(|(name, _)| OPTIONS.contains(&name.as_str())) {
        tag(name, value);
    }
    for (name, value) in &tags.other {
        let is_comment = name == REASON && is_reason(value);
        if is_free(name, game.termination) && !is_comment {
            tag(name, value);
        }
    }
}

/// Whether a tag of this name is written for nothing else.
fn is_free(name: &str, termination: Option<Termination>) -> bool {
    let is_taken = |taken: &&str| taken.eq_ignore_ascii_case(name);
    let termination = termination.map(|_| "Termination");
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !STANDS_FOR.iter().chain(&OPTIONS).chain(&["White", "Black"]).chain(&termination).any(is_taken)
}

/// What is to be written next.
enum Step {
    /// A move; whether it needs its number although the second player makes it, and whether it is the first one after a
    /// position, whose alternatives follow it.
    Move { node: NodeId, ply: usize, numbered: bool, has_alternatives: bool },
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
}

/// Writes the moves of a game.
struct MoveWriter<'a> {
    game: &'a Game,
    text: &'a mut String,
    /// Whether nothing has been written on the current line.
    line_is_empty: bool,
}

impl MoveWriter<'_> {
    fn write(&mut self) {
        self.write_notes(NodeId::ROOT);
        self.end_line();
        // If the second player begins, the first number has no move of the first player.
        let begins_second = self.game.setup.as_deref().is_some_and(|text| text.split(' ').nth(1) == Some("o"));
        let mut steps = Vec::new();
        self.push_children(&mut steps, NodeId::ROOT, usize::from(begins_second), true);
        let mut depth = 0;
        while let Some(step) = steps.pop() {
            match step {
                Step::Open => {
                    self.space();
                    self.text.push('(');
                    self.line_is_empty = true;
                    depth += 1;
                }
                Step::Close => {
                    self.text.push(')');
                    self.line_is_empty = false;
                    depth -= 1;
                }
                Step::Move { node, ply, numbered, has_alternatives } => {
                    if depth == 0 && ply.is_multiple_of(2) {
                        self.end_line();
                    }
                    self.write_move(node, ply, numbered);
                    let alternatives = if has_alternatives { self.alternatives(node) } else { Vec::new() };
                    let numbered = !alternatives.is_empty();
                    self.push_children(&mut steps, node, ply + 1, numbered);
                    for alternative in alternatives.into_iter().rev() {
                        steps.push(Step::Close);
                        steps.push(Step::Move { node: alternative, ply, numbered: true, has_alternatives: false });
                        steps.push(Step::Open);
                    }
                }
            }
        }
        self.end_line();
    }

    /// Writes symbol and comments, each with a space before it, also at the beginning of a line: a comment that begins
    /// its line may say why the game is over.
    fn write_notes(&mut self, node: NodeId) {
        let Some(notes) = self.game.tree.node(node).notes.as_deref() else { return };
        if let Some(index) = notes.glyph.and_then(|glyph| Glyph::ALL.iter().position(|known| *known == glyph)) {
            let _ = write!(self.text, " ${}", index + 1);
        }
        comments::write(self.text, notes);
        self.line_is_empty = self.text.ends_with('\n');
    }

    /// The other moves of the position before a move.
    fn alternatives(&self, node: NodeId) -> Vec<NodeId> {
        let tree = &self.game.tree;
        tree.parent(node).into_iter().flat_map(|parent| tree.children(parent)).filter(|child| *child != node).collect()
    }

    /// Puts the main continuation of a node on the stack.
    fn push_children(&self, steps: &mut Vec<Step>, node: NodeId, ply: usize, numbered: bool) {
        let next = self.game.tree.children(node).next();
        steps.extend(next.map(|node| Step::Move { node, ply, numbered, has_alternatives: true }));
    }

    fn write_move(&mut self, node: NodeId, ply: usize, numbered: bool) {
        self.space();
        let number = ply / 2 + 1;
        let _ = match (ply.is_multiple_of(2), numbered) {
            (true, _) => write!(self.text, "{number}. "),
            (false, true) => write!(self.text, "{number}... "),
            (false, false) => Ok(()),
        };
        self.text.push_str(&self.game.tree.node(node).mv);
        self.line_is_empty = false;
        self.write_notes(node);
    }

    fn space(&mut self) {
        if !self.line_is_empty {
            self.text.push(' ');
        }
    }

    fn end_line(&mut self) {
        if !self.line_is_empty {
            self.text.push('\n');
        }
        self.line_is_empty = true;
    }
}
