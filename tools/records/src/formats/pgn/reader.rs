//! Reading games: tokens become tags and moves, which the rules check.

use super::comments;
use super::playok::{Meaning, Opening, other_view};
use super::position::from_chess_letters;
use super::tags::{MARGIN, REASON, RESIGNATION, Tag, TagList, is_reason, result};
use super::tokens::{Token, Tokens, quote};
use crate::builder::GameBuilder;
use crate::error::{ReadError, line_of};
use crate::format::Hints;
use crate::game::{Game, Termination, contradiction};
use crate::referees::Referees;
use crate::tree::{Glyph, NodeId};
use quartet::engine::Setup;
use quartet::game::PASS;
use std::borrow::Cow;

/// The games of a file.
pub(super) struct Reader<'a> {
    content: &'a [u8],
    tokens: Tokens<'a>,
    /// The first tag of the next game, which ended the last one.
    next_tag: Option<(usize, Token<'a>)>,
    hints: &'a Hints,
    referees: Referees,
    /// The number of games so far.
    number: usize,
    /// A place whose line is known.
    place: (usize, usize),
}

impl<'a> Reader<'a> {
    pub(super) fn new(content: &'a [u8], start: usize, hints: &'a Hints) -> Self {
        let tokens = Tokens::new(content, start);
        Reader { content, tokens, next_tag: None, hints, referees: Referees::default(), number: 0, place: (0, 1) }
    }

    /// The line of an offset; offsets must not descend, so that each line is counted once.
    fn line(&mut self, offset: usize) -> usize {
        let (from, line) = self.place;
        let passed = self.content.get(from.min(offset)..).unwrap_or_default();
        self.place = (offset, line + line_of(passed, offset.saturating_sub(from)) - 1);
        self.place.1
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut game = GameReader::new(self.content, self.hints, &mut self.referees);
        while let Some((at, token)) = self.next_tag.take().or_else(|| self.tokens.next()) {
            if game.has_moves_begun && matches!(token, Token::Tag(..)) {
                self.next_tag = Some((at, token));
                break;
            }
            let is_end = matches!(token, Token::Result(_));
            game.take(at, token);
            if is_end && (game.variations.is_empty() || game.fault.is_some()) {
                break;
            }
        }
        if !game.has_moves_begun && game.tags.0.is_empty() && game.fault.is_none() {
            return None;
        }
        self.number += 1;
        let number = self.number;
        Some(game.finish().map_err(|(fault, partial)| {
            let Fault { at, message } = fault;
            ReadError { game: number, line: Some(self.line(at)), byte: at, message, partial }
        }))
    }
}

/// What is wrong, and where.
struct Fault {
    at: usize,
    message: String,
}

/// A variation that is being read.
struct Variation {
    /// The node before its first move.
    parent: NodeId,
    /// The node of the move to which it is an alternative.
    resume: NodeId,
    /// The offset of its parenthesis.
    at: usize,
}

/// Reads one game.
struct GameReader<'a> {
    content: &'a [u8],
    hints: &'a Hints,
    referees: &'a mut Referees,
    tags: TagList,
    /// Whether there were tokens that are neither tags nor comments.
    has_moves_begun: bool,
    builder: Option<GameBuilder>,
    /// Comments before the first move, until there is a builder.
    first_comments: Vec<String>,
    /// The words of a game of gomoku at playok.com so far.
    opening: Option<Opening>,
    /// Whether the players have changed colours in the opening.
    have_changed: bool,
    variations: Vec<Variation>,
    /// The lines of comments up to the ends of their lines that follow each other.
    lines: Vec<String>,
    /// The last comment if it may say why the game is over.
    reason: Option<String>,
    /// The result at the end of the moves.
    result: Option<(usize, String)>,
    fault: Option<Fault>,
    /// The offset of the first token.
    start: Option<usize>,
}

impl<'a> GameReader<'a> {
    fn new(content: &'a [u8], hints: &'a Hints, referees: &'a mut Referees) -> Self {
        GameReader {
            content,
            hints,
            referees,
            tags: TagList::default(),
            has_moves_begun: false,
            builder: None,
            first_comments: Vec::new(),
            opening: None,
            have_changed: false,
            variations: Vec::new(),
            lines: Vec::new(),
            reason: None,
            result: None,
            fault: None,
            start: None,
        }
    }

    /// Takes a token. After a fault the rest of the game is skipped.
    fn take(&mut self, at: usize, token: Token<'_>) {
        self.start.get_or_insert(at);
        let is_before_moves = matches!(token, Token::Tag(..) | Token::Comment(_) | Token::LineComment(_));
        self.has_moves_begun |= !is_before_moves;
        if self.fault.is_none()
            && let Err(message) = self.try_take(at, token)
        {
            self.fault = Some(message);
        }
    }

    fn try_take(&mut self, at: usize, token: Token<'_>) -> Result<(), Fault> {
        let fail = |message: String| Err(Fault { at, message });
        if !matches!(token, Token::LineComment(_)) {
            self.flush_lines();
        }
        if !matches!(token, Token::Result(_)) {
            self.flush_reason();
        }
        match token {
            Token::Tag(name, value) => {
                let (name, value) = (text(name).into_owned(), text(&value).into_owned());
                self.tags.0.push(Tag { name, value, at });
            }
            Token::Comment(comment) => self.comment(at, &text(comment).replace("\r\n", "\n")),
            Token::LineComment(line) => self.lines.push(text(line).into_owned()),
            Token::Wrong(message) => return fail(message),
            Token::Move(mv) => return self.play(at, mv),
            Token::Glyph(number) => self.glyph(at, number)?,
            Token::Open => return self.open(at),
            Token::Close => return self.close(at),
            // A result within a variation ends only that.
            Token::Result(_) if !self.variations.is_empty() => {}
            Token::Result(result) => self.result = Some((at, text(result).into_owned())),
        }
        Ok(())
    }

    /// The builder, which the tags describe.
    fn builder(&mut self, at: usize) -> Result<&mut GameBuilder, Fault> {
        if self.builder.is_none() {
            let mut builder = self.new_builder(at)?;
            for comment in self.first_comments.drain(..) {
                add_comment(&mut builder, &comment);
            }
            self.builder = Some(builder);
        }
        self.builder.as_mut().ok_or(Fault { at, message: "no game".into() })
    }

    fn new_builder(&mut self, at: usize) -> Result<GameBuilder, Fault> {
        let rules = self.tags.rules(self.hints).map_err(|(at, message)| Fault { at, message })?;
        let here = |error: anyhow::Error| Fault { at, message: format!("{error:#}") };
        let referee = self.referees.open(rules.variant.name, &rules.options).map_err(here)?;
        let fen = self.tags.find("FEN").filter(|fen| !fen.value.is_empty());
        let setup = fen.map_or(Setup::Start, |fen| {
            let converted = (rules.variant.name == "othello").then(|| from_chess_letters(&fen.value)).flatten();
            Setup::Text(converted.unwrap_or_else(|| fen.value.clone()))
        });
        let is_gomoku = rules.variant.name == "gomoku";
        self.opening = (is_gomoku && self.tags.is_from_playok()).then(Opening::default);
        let at = fen.map_or(at, |fen| fen.at);
        GameBuilder::with_referee(referee, rules.options, &setup)
            .map_err(|error| Fault { at, message: format!("{error:#}") })
    }

    fn comment(&mut self, at: usize, comment: &str) {
        let is_own_line = at.checked_sub(1).and_then(|before| self.content.get(before)) == Some(&b'\n');
        if is_own_line && self.variations.is_empty() && is_reason(comment) {
            self.reason = Some(comment.to_string());
        } else {
            self.add_comment(comment);
        }
    }

    fn add_comment(&mut self, comment: &str) {
        match &mut self.builder {
            Some(builder) => add_comment(builder, comment),
            None => self.first_comments.push(comment.to_string()),
        }
    }

    /// Adds the comments up to the ends of their lines as one text.
    fn flush_lines(&mut self) {
        let lines = std::mem::take(&mut self.lines).join("\n");
        if lines.trim().is_empty() {
            return;
        }
        match &mut self.builder {
            Some(builder) => builder.notes_mut().add_comment(lines.trim()),
            None => self.first_comments.push(lines.trim().to_string()),
        }
    }

    /// Takes what might have said why the game is over for a comment, as no result follows it.
    fn flush_reason(&mut self) {
        if let Some(comment) = self.reason.take() {
            self.add_comment(&comment);
        }
    }

    fn play(&mut self, at: usize, mv: &[u8]) -> Result<(), Fault> {
        self.builder(at)?;
        let Ok(mv) = std::str::from_utf8(mv) else {
            return Err(Fault { at, message: format!("{}, expected a move", quote(mv)) });
        };
        match self.opening.as_mut().map_or(Meaning::Move, |opening| opening.next(mv)) {
            Meaning::Move => {}
            Meaning::Nothing | Meaning::KeepsWhite => return Ok(()),
            Meaning::TakesBlack => {
                self.have_changed = true;
                return Ok(());
            }
        }
        let builder = self.builder(at)?;
        let mv = if mv == "--" || mv.eq_ignore_ascii_case(PASS) { PASS } else { mv };
        match builder.play(mv) {
            // Some programs write passes after the end of the game.
            Err(_) if mv == PASS && builder.referee().ending().is_some() => Ok(()),
            played => played.map(drop).map_err(|error| Fault { at, message: error.to_string() }),
        }
    }

    /// Notes a symbol; numbers that stand for no symbol are kept as comments.
    fn glyph(&mut self, at: usize, number: u32) -> Result<(), Fault> {
        let glyph = (number as usize).checked_sub(1).and_then(|index| Glyph::ALL.get(index));
        match glyph {
            Some(&glyph) => self.builder(at)?.notes_mut().glyph = Some(glyph),
            None => self.builder(at)?.notes_mut().add_comment(&format!("${number}")),
        }
        Ok(())
    }

    /// Begins a variation: an alternative to the last move.
    fn open(&mut self, at: usize) -> Result<(), Fault> {
        let builder = self.builder(at)?;
        let resume = builder.node();
        if !builder.take_back() {
            return Err(Fault { at, message: "a variation before the first move".into() });
        }
        let parent = builder.node();
        self.variations.push(Variation { parent, resume, at });
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), Fault> {
        let Some(Variation { parent, resume, .. }) = self.variations.pop() else {
            return Err(Fault { at, message: "')' without its '('".into() });
        };
        let builder = self.builder(at)?;
        builder.return_to(parent);
        builder.descend(resume).map_err(|error| Fault { at, message: error.to_string() })
    }

    /// The game, or what is wrong with it and the game up to there.
    fn finish(mut self) -> Result<Game, (Fault, Option<Box<Game>>)> {
        self.flush_lines();
        let end = self.result.as_ref().map_or(self.start.unwrap_or_default(), |(at, _)| *at);
        let no_game = self.fault.take().or_else(|| self.builder(end).err());
        let fault = no_game.or_else(|| self.end());
        let Some(builder) = self.builder else {
            return Err((fault.unwrap_or(Fault { at: end, message: "no game".into() }), None));
        };
        match fault {
            None => Ok(builder.finish()),
            Some(fault) => Err((fault, Some(Box::new(builder.finish())))),
        }
    }

    /// Sets tags, result, end and margin; returns what is wrong with them.
    fn end(&mut self) -> Option<Fault> {
        let open = self.variations.last().map(|variation| Fault { at: variation.at, message: UNCLOSED.into() });
        let stated = self.stated_result();
        let builder = self.builder.as_mut()?;
        let ending = builder.referee().ending();
        let is_empty = builder.node() == NodeId::ROOT;
        let game = builder.game_mut();
        self.tags.set(&mut game.tags, self.have_changed);
        game.termination = self.tags.termination();
        match self.reason.take() {
            Some(reason) if reason == RESIGNATION => game.termination = Some(Termination::Resignation),
            Some(reason) => drop(game.tags.other.insert(REASON.into(), reason)),
            None => {}
        }
        let (at, result_text) = match stated {
            Ok(stated) => stated,
            Err(fault) => return Some(open.unwrap_or(fault)),
        };
        let outcome = result(&result_text);
        let outcome = if self.have_changed { outcome.map(other_view) } else { outcome };
        game.result = outcome.map(|(result, _)| result);
        let tagged = || self.tags.find(MARGIN).and_then(|tag| tag.value.parse().ok());
        game.margin = outcome.and_then(|(_, margin)| margin).or_else(tagged);
        if let Some(ending) = game.settle(ending) {
            return Some(Fault { at, message: contradiction(&result_text, &ending) });
        }
        let plies = self.tags.find("PlyCount").filter(|plies| is_empty && !matches!(plies.value.as_str(), "" | "0"));
        let missing = plies.map(|plies| {
            (game.result, game.margin) = (None, None);
            Fault { at: plies.at, message: format!("the moves are missing (PlyCount {})", plies.value) }
        });
        open.or(missing)
    }

    /// The result at the end of the moves, or that of the tag if there is none, with its place; `*` if neither is
    /// known.
    fn stated_result(&self) -> Result<(usize, String), Fault> {
        let tag = self.tags.find("Result").filter(|tag| result(&tag.value).is_some());
        match (&self.result, tag) {
            (Some((at, end)), Some(tag)) if end != "*" => {
                let differ = result(end).map(|(result, _)| result) != result(&tag.value).map(|(result, _)| result);
                if differ {
                    let message = format!("the result {end} at the end, but {} in the tag", tag.value);
                    return Err(Fault { at: *at, message });
                }
                Ok((*at, end.clone()))
            }
            (_, Some(tag)) => Ok((tag.at, tag.value.clone())),
            (Some((at, end)), None) => Ok((*at, end.clone())),
            (None, None) => Ok((self.start.unwrap_or_default(), "*".into())),
        }
    }
}

/// Adds a comment to the notes of the current node.
fn add_comment(builder: &mut GameBuilder, comment: &str) {
    let is_othello = builder.referee().variant().name == "othello";
    let mover = builder.referee().side().other();
    comments::read(builder.notes_mut(), comment, mover, is_othello);
}

/// What is wrong with a game that ends within a variation.
const UNCLOSED: &str = "a variation without its ')'";

/// A text of the file: UTF-8, else ISO 8859-1, which is the character set of PGN's standard.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
