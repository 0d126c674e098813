//! A game as formats need it: played again by the rules, with the position it began in.

use super::ending::Ending;
use crate::openings::parse_setup;
use crate::record::GameRecord;
use crate::referee::{Referee, referee};
use anyhow::{Context, Result, ensure};
use quartet::engine::Setup;
use quartet::game::Side;
use std::collections::BTreeMap;

/// A game of a record.
pub(super) struct Game<'a> {
    /// As it is recorded.
    pub record: &'a GameRecord,
    /// The position it began in, as a position text with all its fields.
    pub start_position: String,
    /// Whether that is the start position, whatever ply it counts.
    pub is_start: bool,
    /// The side to move there.
    pub side: Side,
    /// How it ended.
    pub ending: Ending,
}

impl Game<'_> {
    /// All moves, those of the opening first, with the milliseconds of those that an engine made.
    pub(super) fn moves(&self) -> impl Iterator<Item = (&str, f64)> {
        let opening = self.record.opening.moves.iter().map(|mv| (mv.as_str(), 0.0));
        opening.chain(self.record.moves.iter().map(|mv| (mv.text.as_str(), mv.ms)))
    }
}

/// Plays games again; the rules are kept from one game to the next of the same.
#[derive(Default)]
pub(super) struct Rules<'a> {
    last: Option<Last<'a>>,
}

/// The rules of the last game.
struct Last<'a> {
    variant: &'a str,
    options: &'a BTreeMap<String, String>,
    referee: Box<dyn Referee>,
}

impl<'a> Rules<'a> {
    /// The game; an error if it cannot have been played like this.
    pub(super) fn game(&mut self, record: &'a GameRecord) -> Result<Game<'a>> {
        let setup = &record.opening.setup;
        let parsed = parse_setup(setup);
        ensure!(parsed != Setup::Start || setup == "startpos", "it begins with '{setup}', expected a position");
        let referee = self.of(&record.variant, &record.options)?;
        let mut position = |setup: &Setup| {
            referee.begin(setup, &[]).context("its first position is wrong")?;
            anyhow::Ok((referee.position(), referee.side()))
        };
        let ((start, _), (text, side)) = (position(&Setup::Start)?, position(&parsed)?);
        let moves: Vec<String> =
            record.opening.moves.iter().chain(record.moves.iter().map(|mv| &mv.text)).cloned().collect();
        referee.begin(&parsed, &moves).context("its moves cannot be played")?;
        let is_start = points_and_side(&text) == points_and_side(&start);
        Ok(Game { record, start_position: text, is_start, side, ending: Ending::of(&record.reason) })
    }

    fn of(&mut self, variant: &'a str, options: &'a BTreeMap<String, String>) -> Result<&mut dyn Referee> {
        let last = self.last.take().filter(|last| last.variant == variant && last.options == options);
        let last = match last {
            Some(last) => last,
            None => Last { variant, options, referee: referee(variant, options)? },
        };
        Ok(&mut *self.last.insert(last).referee)
    }
}

/// A position text without the ply it counts, its last field.
fn points_and_side(position: &str) -> &str {
    position.rsplit_once(' ').map_or(position, |(rest, _)| rest)
}
