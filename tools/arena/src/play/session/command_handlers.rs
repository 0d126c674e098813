//! The commands of a session.

use super::{Ended, Next, PlaySession};
use crate::play::commands::{self, Command, Input};
use crate::play::language::{Event, Leave, Problem, Reply};
use crate::play::player_slot::{PlayerSlot, STRONGEST};
use crate::play::saved_game::{self, FileError};
use crate::play::undoable_game::UndoableGame;
use crate::play::{display, hints, illegal_move, move_input};
use anyhow::Result;
use quartet::score::Score;
use quartet_records::formats::saved_game::SavedGame;
use quartet_rules::GameResult;
use std::io::Write;

impl<O: Write> PlaySession<O> {
    /// Carries out a command, or plays a move.
    pub(super) fn handle_input(&mut self, input: Input, warned: Option<Leave>) -> Result<Next> {
        let (command, rest) = match input {
            Input::Empty => return Ok(None),
            Input::Other(text) => return self.human_moves(&text),
            Input::Command(command, rest) => (command, rest),
        };
        match command {
            Command::Quit => return self.leave(Leave::Quit, warned, false),
            Command::Moves if self.ended.is_some() => return self.show_problem(&Problem::Over),
            Command::Moves => {
                let text = display::moves(self.game.referee(), &*self.console.texts);
                self.print(&text)?;
            }
            Command::Hint => return self.hint(),
            Command::Values => return self.values(&rest),
            Command::Undo => return self.undo(),
            Command::Redo => return self.redo(),
            Command::Record => self.show_record()?,
            Command::Board => self.show_board()?,
            Command::Score => self.show_event(Event::Score(self.score))?,
            Command::Rules => {
                let rule = display::rule(&self.game.start().options);
                self.show_answer(Reply::Rules(self.variant(), &rule))?;
            }
            Command::Position => return self.position(&rest, warned),
            Command::Go => return self.go(),
            Command::Level => return self.level(&rest),
            Command::Resign => return self.resign(),
            Command::New => return self.new_game(warned),
            Command::Save => return self.save(&rest, false),
            Command::SaveOver => return self.save(&rest, true),
            Command::Load => return self.load(&rest, warned),
            Command::Help => self.show_answer(Reply::Help(self.variant()))?,
        }
        Ok(None)
    }

    fn human_moves(&mut self, typed: &str) -> Result<Next> {
        let text = move_input::of_move(self.variant(), typed);
        if self.ended.is_none() && self.game.play(&text).is_ok() {
            self.paused = false;
            self.show_board()?;
            return Ok(None);
        }
        let why = illegal_move::of(self.game.referee(), &self.game.start().options, &text);
        let shown: String = typed.chars().take(40).collect();
        match why {
            Some(_) if self.ended.is_some() => self.show_problem(&Problem::Over),
            Some(why) => self.show_problem(&Problem::Refused(&text, &why, self.game.referee().side())),
            None => self.show_problem(&Problem::NotUnderstood(&shown, commands::nearest(typed), self.variant())),
        }
    }

    fn hint(&mut self) -> Result<Next> {
        let Some(values) = self.valued(1)? else { return Ok(None) };
        if let Some((mv, score)) = values.first() {
            self.show_answer(Reply::Hint(mv, hints::DisplayScore::of(*score, self.variant())))?;
        }
        Ok(None)
    }

    fn values(&mut self, rest: &str) -> Result<Next> {
        let Some(wanted) = display::Wanted::read(rest) else { return self.show_problem(&Problem::WrongCount(rest)) };
        let Some(values) = self.valued(wanted.lines())? else { return Ok(None) };
        let left = self.game.referee().legal_moves().len();
        let text = display::values(&values, wanted, left, self.variant(), &*self.console.texts);
        self.print(&text)?;
        Ok(None)
    }

    /// The best moves with their values; `None`, with a message, if the game is over or the engine fails.
    fn valued(&mut self, count: usize) -> Result<Option<Vec<(String, Score)>>> {
        if self.ended.is_some() {
            self.show_problem(&Problem::Over)?;
            return Ok(None);
        }
        let options = self.game.start().options.clone();
        match hints::values(self.game.referee_mut(), &options, count) {
            Ok(values) => Ok(Some(values)),
            Err(why) => self.show_problem(&Problem::Other(&format!("{why:#}"))).map(|_| None),
        }
    }

    fn show_record(&mut self) -> Result<()> {
        match display::record(&self.game) {
            Some(text) => self.print(&text),
            None => self.show_answer(Reply::NoMoves),
        }
    }

    /// Goes back to the last position in which a human had a choice; after a resignation, takes that back.
    fn undo(&mut self) -> Result<Next> {
        if self.ended.is_some_and(|ended| ended.by_resignation) {
            self.reopen();
            self.show_board()?;
            return Ok(None);
        }
        let PlaySession { game, players, .. } = self;
        if !game.undo(|game| is_stop(players, game)) {
            return self.show_problem(&Problem::NothingToUndo);
        }
        self.reopen();
        // A game between engines pauses there.
        self.paused = !self.players[self.game.referee().side().index()].is_human();
        self.show_board()?;
        Ok(None)
    }

    fn redo(&mut self) -> Result<Next> {
        let PlaySession { game, players, .. } = self;
        if self.ended.is_some() || !game.redo(|game| is_stop(players, game)) {
            return self.show_problem(&Problem::NothingToRedo);
        }
        self.show_board()?;
        Ok(None)
    }

    fn resign(&mut self) -> Result<Next> {
        if self.ended.is_some() {
            return self.show_problem(&Problem::Over);
        }
        let side = self.game.referee().side();
        self.show_event(Event::Resigned(side))?;
        self.finish(Ended { result: GameResult::win_of(side.other()), by_resignation: true })?;
        Ok(None)
    }

    /// Lets the engine play the side to move: resumes it, or swaps the sides.
    fn go(&mut self) -> Result<Next> {
        let side = self.game.referee().side();
        if self.ended.is_some() {
            return self.show_problem(&Problem::Over);
        }
        if self.players.iter().all(PlayerSlot::is_human) {
            return self.show_problem(&Problem::NoEngine);
        }
        if self.players[side.index()].is_human() {
            self.players.swap(0, 1);
            self.show_event(Event::Swapped(side))?;
        }
        self.paused = false;
        Ok(None)
    }

    fn level(&mut self, rest: &str) -> Result<Next> {
        if rest.is_empty() {
            let level = self.players.iter().find_map(PlayerSlot::level);
            self.show_answer(Reply::Level(level))?;
            return Ok(None);
        }
        let Some(level) = move_input::narrow(rest).parse().ok().filter(|level| *level <= STRONGEST) else {
            return self.show_problem(&Problem::WrongLevel(rest));
        };
        match self.players.iter_mut().filter(|slot| slot.has_level()).map(|slot| slot.set_level(level)).count() {
            0 => self.show_problem(&Problem::NoLevel),
            _ => self.show_event(Event::Level(level)).map(|()| None),
        }
    }

    /// Starts another game from the same position.
    fn new_game(&mut self, warned: Option<Leave>) -> Result<Next> {
        if self.may_discard(warned)? {
            (self.ended, self.paused) = (None, false);
            self.game.restart();
            self.show_board()?;
        }
        Ok(None)
    }

    /// Shows the position, or starts a game from one.
    fn position(&mut self, text: &str, warned: Option<Leave>) -> Result<Next> {
        if text.is_empty() {
            let position = self.game.referee().position();
            self.show_answer(Reply::Position(&position))?;
            return Ok(None);
        }
        let text = text.strip_prefix("fen ").unwrap_or(text);
        let setup = Some(text.to_string()).filter(|text| text != "startpos" && text != "start");
        match UndoableGame::open(SavedGame { setup, moves: Vec::new(), ..self.game.start().clone() }) {
            Ok(game) if self.may_discard(warned)? => self.switch_to(game)?,
            Ok(_) => {}
            Err(why) => return self.show_problem(&Problem::NoPosition(&why.root_cause().to_string())),
        }
        Ok(None)
    }

    fn save(&mut self, rest: &str, force: bool) -> Result<Next> {
        let Some(path) = commands::file(rest) else { return self.show_problem(&Problem::NoFile(Command::Save)) };
        match saved_game::write(&self.game.to_saved_game(), &path, force) {
            Ok(()) => {
                self.game.mark_saved();
                self.show_event(Event::Saved(&path)).map(|()| None)
            }
            Err(error) => self.show_problem(&Problem::File(&error)),
        }
    }

    /// Loads a saved game; if it cannot be read, the current one continues.
    fn load(&mut self, rest: &str, warned: Option<Leave>) -> Result<Next> {
        let Some(path) = commands::file(rest) else { return self.show_problem(&Problem::NoFile(Command::Load)) };
        let opened = saved_game::read(&path)
            .and_then(|saved| UndoableGame::open(saved).map_err(|why| FileError::no_game(&path, why.root_cause())));
        match opened {
            Ok(game) if self.may_discard(warned)? => {
                self.show_event(Event::Loaded(&path))?;
                self.switch_to(game)?;
            }
            Ok(_) => {}
            Err(error) => return self.show_problem(&Problem::File(&error)),
        }
        Ok(None)
    }

    /// Switches to another game. Engines are restarted, since the rules may differ.
    fn switch_to(&mut self, game: UndoableGame) -> Result<()> {
        (self.game, self.ended, self.paused) = (game, None, false);
        self.players.iter_mut().for_each(PlayerSlot::shut_down);
        self.show_board()
    }
}

/// Whether a human has a choice in this position; between engines, any choice.
fn is_stop(players: &[PlayerSlot; 2], game: &UndoableGame) -> bool {
    let is_persons = players[game.referee().side().index()].is_human() || !players.iter().any(PlayerSlot::is_human);
    is_persons && game.has_choice()
}
