//! A recorded game prepared for export: replayed by the rules, with its start position.

use super::ending::Ending;
use crate::openings::parse_setup;
use crate::record::GameRecord;
use anyhow::{Context, Result, ensure};
use quartet::engine::Setup;
use quartet::game::Side;
use quartet_rules::{Referee, referee};
use std::collections::BTreeMap;

/// A replayed game of a record.
pub(super) struct Game<'a> {
    /// The record of the game.
    pub record: &'a GameRecord,
    /// The position from which the game began, as a complete position text.
    pub start_position: String,
    /// Whether that is the start position, apart from the ply counter.
    pub is_start: bool,
    /// The side to move in that position.
    pub side: Side,
    /// How the game ended.
    pub ending: Ending,
}

impl Game<'_> {
    /// All moves, beginning with those of the opening, with the milliseconds of engine moves.
    pub(super) fn moves(&self) -> impl Iterator<Item = (&str, f64)> {
        let opening = self.record.opening.moves.iter().map(|mv| (mv.as_str(), 0.0));
        opening.chain(self.record.moves.iter().map(|mv| (mv.text.as_str(), mv.ms)))
    }
}

/// Replays games and reuses the referee for games with the same rules.
#[derive(Default)]
pub(super) struct Rules<'a> {
    last: Option<Last<'a>>,
}

/// The referee of the last game, with its rules.
struct Last<'a> {
    variant: &'a str,
    options: &'a BTreeMap<String, String>,
    referee: Box<dyn Referee>,
}

impl<'a> Rules<'a> {
    /// Replays a game; fails if its moves are illegal.
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

/// A position text without its last field, the ply counter.
fn points_and_side(position: &str) -> &str {
    position.rsplit_once(' ').map_or(position, |(rest, _)| rest)
}
