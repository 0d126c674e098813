//! What is done with what a person says.

use super::{Ended, Next, Table};
use crate::play::commands::{self, Command, Input};
use crate::play::language::{Answer, Event, Leave, Problem};
use crate::play::played::Played;
use crate::play::saved::{Saved, Trouble};
use crate::play::seats::{STRONGEST, Seat};
use crate::play::{hints, refusal, showing, spelling};
use crate::referee::GameResult;
use anyhow::Result;
use quartet::score::Score;
use std::io::Write;

impl<O: Write> Table<O> {
    /// Does what a person says.
    pub(super) fn hear(&mut self, input: Input, warned: Option<Leave>) -> Result<Next> {
        let (command, rest) = match input {
            Input::Empty => return Ok(None),
            Input::Other(text) => return self.person_moves(&text),
            Input::Command(command, rest) => (command, rest),
        };
        match command {
            Command::Quit => return self.leave(Leave::Quit, warned, false),
            Command::Moves if self.ended.is_some() => return self.object(&Problem::Over),
            Command::Moves => {
                let text = showing::moves(self.game.referee(), &*self.console.texts);
                self.say(&text)?;
            }
            Command::Hint => return self.hint(),
            Command::Values => return self.values(&rest),
            Command::Undo => return self.undo(),
            Command::Redo => return self.redo(),
            Command::Record => self.show_record()?,
            Command::Board => self.show_board()?,
            Command::Score => self.tell(Event::Score(self.score))?,
            Command::Rules => {
                let rule = showing::rule(&self.game.begun().options);
                self.answer(Answer::Rules(self.variant(), &rule))?;
            }
            Command::Position => return self.position(&rest, warned),
            Command::Go => return self.go(),
            Command::Level => return self.level(&rest),
            Command::Resign => return self.resign(),
            Command::New => return self.new_game(warned),
            Command::Save => return self.save(&rest, false),
            Command::SaveOver => return self.save(&rest, true),
            Command::Load => return self.load(&rest, warned),
            Command::Help => self.answer(Answer::Help(self.variant()))?,
        }
        Ok(None)
    }

    fn person_moves(&mut self, typed: &str) -> Result<Next> {
        let text = spelling::of_move(self.variant(), typed);
        if self.ended.is_none() && self.game.play(&text).is_ok() {
            self.paused = false;
            self.show_board()?;
            return Ok(None);
        }
        let why = refusal::of(self.game.referee(), &self.game.begun().options, &text);
        let shown: String = typed.chars().take(40).collect();
        match why {
            Some(_) if self.ended.is_some() => self.object(&Problem::Over),
            Some(why) => self.object(&Problem::Refused(&text, &why, self.game.referee().side())),
            None => self.object(&Problem::NotUnderstood(&shown, commands::nearest(typed), self.variant())),
        }
    }

    fn hint(&mut self) -> Result<Next> {
        let Some(values) = self.valued(1)? else { return Ok(None) };
        if let Some((mv, score)) = values.first() {
            self.answer(Answer::Hint(mv, hints::Worth::of(*score, self.variant())))?;
        }
        Ok(None)
    }

    fn values(&mut self, rest: &str) -> Result<Next> {
        let Some(wanted) = showing::Wanted::read(rest) else { return self.object(&Problem::WrongCount(rest)) };
        let Some(values) = self.valued(wanted.lines())? else { return Ok(None) };
        let left = self.game.referee().legal_moves().len();
        let text = showing::values(&values, wanted, left, self.variant(), &*self.console.texts);
        self.say(&text)?;
        Ok(None)
    }

    /// The best moves with their values, unless the game is over or it cannot be told.
    fn valued(&mut self, count: usize) -> Result<Option<Vec<(String, Score)>>> {
        if self.ended.is_some() {
            self.object(&Problem::Over)?;
            return Ok(None);
        }
        let options = self.game.begun().options.clone();
        match hints::values(self.game.referee_mut(), &options, count) {
            Ok(values) => Ok(Some(values)),
            Err(why) => self.object(&Problem::Other(&format!("{why:#}"))).map(|_| None),
        }
    }

    fn show_record(&mut self) -> Result<()> {
        match showing::record(&self.game) {
            Some(text) => self.say(&text),
            None => self.answer(Answer::NoMoves),
        }
    }

    /// Back to the last position in which a person had a choice; after a resignation, to before that.
    fn undo(&mut self) -> Result<Next> {
        if self.ended.is_some_and(|ended| ended.by_resignation) {
            self.reopen();
            self.show_board()?;
            return Ok(None);
        }
        let Table { game, seats, .. } = self;
        if !game.undo(|game| is_wanted(seats, game)) {
            return self.object(&Problem::NothingToUndo);
        }
        self.reopen();
        // Between engines it is looked at before they go on.
        self.paused = !self.seats[self.game.referee().side().index()].is_person();
        self.show_board()?;
        Ok(None)
    }

    fn redo(&mut self) -> Result<Next> {
        let Table { game, seats, .. } = self;
        if self.ended.is_some() || !game.redo(|game| is_wanted(seats, game)) {
            return self.object(&Problem::NothingToRedo);
        }
        self.show_board()?;
        Ok(None)
    }

    fn resign(&mut self) -> Result<Next> {
        if self.ended.is_some() {
            return self.object(&Problem::Over);
        }
        let side = self.game.referee().side();
        self.tell(Event::Resigned(side))?;
        self.count(Ended { result: GameResult::win_of(side.other()), by_resignation: true })?;
        Ok(None)
    }

    /// The engine plays the side to move: it goes on, or the sides are exchanged.
    fn go(&mut self) -> Result<Next> {
        let side = self.game.referee().side();
        if self.ended.is_some() {
            return self.object(&Problem::Over);
        }
        if self.seats.iter().all(Seat::is_person) {
            return self.object(&Problem::NoEngine);
        }
        if self.seats[side.index()].is_person() {
            self.seats.swap(0, 1);
            self.tell(Event::Swapped(side))?;
        }
        self.paused = false;
        Ok(None)
    }

    fn level(&mut self, rest: &str) -> Result<Next> {
        if rest.is_empty() {
            let level = self.seats.iter().find_map(Seat::level);
            self.answer(Answer::Level(level))?;
            return Ok(None);
        }
        let Some(level) = spelling::narrow(rest).parse().ok().filter(|level| *level <= STRONGEST) else {
            return self.object(&Problem::WrongLevel(rest));
        };
        match self.seats.iter_mut().filter(|seat| seat.has_level()).map(|seat| seat.set_level(level)).count() {
            0 => self.object(&Problem::NoLevel),
            _ => self.tell(Event::Level(level)).map(|()| None),
        }
    }

    /// Another game from the same beginning.
    fn new_game(&mut self, warned: Option<Leave>) -> Result<Next> {
        if self.may_drop(warned)? {
            (self.ended, self.paused) = (None, false);
            self.game.restart();
            self.show_board()?;
        }
        Ok(None)
    }

    /// Tells the position, or begins a game from one.
    fn position(&mut self, text: &str, warned: Option<Leave>) -> Result<Next> {
        if text.is_empty() {
            let position = self.game.referee().position();
            self.answer(Answer::Position(&position))?;
            return Ok(None);
        }
        let text = text.strip_prefix("fen ").unwrap_or(text);
        let setup = Some(text.to_string()).filter(|text| text != "startpos" && text != "start");
        match Played::open(Saved { setup, moves: Vec::new(), ..self.game.begun().clone() }) {
            Ok(game) if self.may_drop(warned)? => self.sit_down_to(game)?,
            Ok(_) => {}
            Err(why) => return self.object(&Problem::NoPosition(&why.root_cause().to_string())),
        }
        Ok(None)
    }

    fn save(&mut self, rest: &str, force: bool) -> Result<Next> {
        let Some(path) = commands::file(rest) else { return self.object(&Problem::NoFile(Command::Save)) };
        match self.game.to_save().write(&path, force) {
            Ok(()) => {
                self.game.is_saved_now();
                self.tell(Event::Saved(&path)).map(|()| None)
            }
            Err(trouble) => self.object(&Problem::File(&trouble)),
        }
    }

    /// Goes on with a saved game; if it cannot be read, this one stays.
    fn load(&mut self, rest: &str, warned: Option<Leave>) -> Result<Next> {
        let Some(path) = commands::file(rest) else { return self.object(&Problem::NoFile(Command::Load)) };
        let opened = Saved::read(&path)
            .and_then(|saved| Played::open(saved).map_err(|why| Trouble::no_game(&path, why.root_cause())));
        match opened {
            Ok(game) if self.may_drop(warned)? => {
                self.tell(Event::Loaded(&path))?;
                self.sit_down_to(game)?;
            }
            Ok(_) => {}
            Err(trouble) => return self.object(&Problem::File(&trouble)),
        }
        Ok(None)
    }

    /// Goes on with another game. Engines are started anew, since the rules may differ.
    fn sit_down_to(&mut self, game: Played) -> Result<()> {
        (self.game, self.ended, self.paused) = (game, None, false);
        self.seats.iter_mut().for_each(Seat::rest);
        self.show_board()
    }
}

/// Whether it is for a person to choose; between engines, any position.
fn is_wanted(seats: &[Seat; 2], game: &Played) -> bool {
    let is_persons = seats[game.referee().side().index()].is_person() || !seats.iter().any(Seat::is_person);
    is_persons && game.has_choice()
}
