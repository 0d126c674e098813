//! Whether games are what their records say, by the rules alone.

use crate::fault::FaultKind;
use crate::openings::parse_setup;
use crate::record::{GameRecord, Header};
use anyhow::{Context, Result, ensure};
use quartet_interrupt::print_to_stderr;
use quartet_rules::{Referee, referee};

/// Replays games.
pub(super) struct Checker {
    referee: Box<dyn Referee>,
    header: Header,
    /// The number of games that are wrong, and what is wrong with the first ones.
    wrong: u64,
    first: Vec<String>,
}

impl Checker {
    /// A checker for the games of a match.
    pub(super) fn new(header: &Header) -> Result<Self> {
        let referee = referee(&header.settings.variant, &header.settings.options)?;
        Ok(Checker { referee, header: header.clone(), wrong: 0, first: Vec::new() })
    }

    /// Replays a game.
    pub(super) fn check(&mut self, id: u64, line: &[u8]) {
        /// The maximum number of games that are listed.
        const LISTED: usize = 20;
        if let Err(error) = self.replay(line) {
            self.wrong += 1;
            if self.first.len() < LISTED {
                self.first.push(format!("game {id}: {error:#}"));
            }
        }
    }

    /// Says what was found; returns the number of wrong games.
    pub(super) fn report(self) -> u64 {
        self.first.iter().for_each(|wrong| print_to_stderr(wrong));
        print_to_stderr(&match self.wrong {
            0 => "all games agree with the rules".to_string(),
            wrong => format!("{wrong} games disagree with the rules"),
        });
        self.wrong
    }

    fn replay(&mut self, line: &[u8]) -> Result<()> {
        let game: GameRecord = serde_json::from_slice(line)?;
        let settings = &self.header.settings;
        ensure!(game.variant == self.referee.variant().name, "it is a game of {}", game.variant);
        ensure!(game.options == settings.options, "its rules are {:?}, not {:?}", game.options, settings.options);
        let moves: Vec<String> =
            game.opening.moves.iter().chain(game.moves.iter().map(|made| &made.text)).cloned().collect();
        self.referee.begin(&parse_setup(&game.opening.setup), &moves).context("its moves cannot be played")?;
        let position = self.referee.position();
        ensure!(position == game.final_position, "it ends at '{position}', not at '{}'", game.final_position);
        let is_by_rules = !game.reason.starts_with("adjudicated-")
            && game.reason != "resign"
            && !FaultKind::ALL.iter().any(|kind| kind.word() == game.reason);
        match self.referee.ending() {
            Some(ending) if is_by_rules => {
                let (stated, found) = ((game.result, &*game.reason), (ending.result, ending.reason.word()));
                ensure!(stated == found, "its result is {found:?}, not {stated:?}");
                ensure!(ending.margin == game.margin, "its margin is {:?}, not {:?}", ending.margin, game.margin);
            }
            None if is_by_rules => anyhow::bail!("it is not over, but its end is '{}'", game.reason),
            _ => {}
        }
        Ok(())
    }
}
