//! The table at which a game is played: whose turn it is, and what is done with what they say.
//!
//! Must not know: the words of either language, how engines are talked to.

use super::commands::{self, Input, textbook_point};
use super::hints;
use super::messages::{Language, Message};
use super::saved::Saved;
use crate::fault::{Cancel, Interruption};
use crate::limits::{Clock, Limits};
use crate::player::{self, Player, RuleSettings, ScoreKind, Turn};
use crate::referee::{GameResult, Referee, referee};
use crate::settings::EngineSettings;
use anyhow::Result;
use quartet::engine::Setup;
use quartet::game::Side;
use std::io::{BufRead, Write};
use std::path::Path;

/// Who sits on one side.
pub enum Seat {
    /// A person at the terminal.
    Person,
    /// An engine that is not started yet.
    Waiting(Box<EngineSettings>),
    /// An engine at play.
    Engine(Box<dyn Player>, Box<EngineSettings>),
}

/// A game at the terminal.
pub struct Table<I, O> {
    referee: Box<dyn Referee>,
    /// How the game began; its moves are the referee's.
    begun: Saved,
    seats: [Seat; 2],
    language: Language,
    input: I,
    output: O,
    /// Games won by x, by o, and drawn.
    score: [u32; 3],
    /// Whether the end of this game has been told, by the rules or by resignation.
    ended: bool,
}

/// What comes next.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Leave,
}

impl<I: BufRead, O: Write> Table<I, O> {
    /// A table with a game that the referee has begun.
    pub fn new(
        referee: Box<dyn Referee>,
        begun: Saved,
        seats: [Seat; 2],
        language: Language,
        input: I,
        output: O,
    ) -> Self {
        Table { referee, begun, seats, language, input, output, score: [0; 3], ended: false }
    }

    /// Plays until somebody leaves, or the game between engines is over.
    pub fn run(mut self, cancel: &Cancel) -> Result<()> {
        self.show_board()?;
        loop {
            let engine = !matches!(self.seats[self.referee.side().index()], Seat::Person);
            if let Some(ending) = self.referee.ending()
                && !self.ended
            {
                self.tell(&Message::Over(ending.result, ending.reason))?;
                if let Some(margin) = ending.margin {
                    self.tell(&Message::Margin(margin))?;
                }
                self.count(ending.result)?;
            }
            if self.ended && self.seats.iter().all(|seat| !matches!(seat, Seat::Person)) {
                break;
            }
            if engine && !self.ended {
                self.engine_moves(cancel)?;
            } else if self.person_speaks()? == Next::Leave {
                break;
            }
        }
        for seat in self.seats {
            if let Seat::Engine(player, _) = seat {
                player.quit();
            }
        }
        Ok(())
    }

    fn tell(&mut self, message: &Message<'_>) -> Result<()> {
        Ok(writeln!(self.output, "{}", self.language.say(message))?)
    }

    fn ask(&mut self, message: &Message<'_>) -> Result<()> {
        write!(self.output, "{}", self.language.say(message))?;
        Ok(self.output.flush()?)
    }

    fn show_board(&mut self) -> Result<()> {
        Ok(writeln!(self.output, "\n{}", self.referee.diagram())?)
    }

    /// The game is over.
    fn count(&mut self, result: GameResult) -> Result<()> {
        self.ended = true;
        self.score[match result {
            GameResult::FirstWins => 0,
            GameResult::SecondWins => 1,
            GameResult::Draw => 2,
        }] += 1;
        let [x, o, draws] = self.score;
        self.tell(&Message::Score(x, o, draws))
    }

    /// Has the engine whose turn it is make its move; one that fails gives its seat to a person.
    fn engine_moves(&mut self, cancel: &Cancel) -> Result<()> {
        let side = self.referee.side();
        match self.engine_answer(side, cancel) {
            Ok((name, text, score)) => {
                self.tell(&Message::Moved(side.letter(), &name, &text, &score))?;
                self.show_board()
            }
            Err(why) => {
                self.seats[side.index()] = Seat::Person;
                self.tell(&Message::EngineFailed(side.letter(), &why))
            }
        }
    }

    /// The engine's name, its move, already played, and what it thinks of it.
    fn engine_answer(&mut self, side: Side, cancel: &Cancel) -> Result<(String, String, String), String> {
        let why = |error: Interruption| error.to_string();
        let setup = self.setup();
        let seat = &mut self.seats[side.index()];
        if let Seat::Waiting(engine) = seat {
            let rules = RuleSettings { variant: self.referee.variant().name, options: self.begun.options.clone() };
            let mut player = player::open(engine, &rules, cancel).map_err(why)?;
            player.new_game(&setup, cancel).map_err(why)?;
            *seat = Seat::Engine(player, engine.clone());
        }
        let Seat::Engine(player, engine) = seat else { return Err("nobody there".into()) };
        // At the terminal every move has the time of the first, and nobody loses on time: the patience comes on top.
        let Limits { margin, patience, .. } = engine.limits;
        let own = Clock::new(&Limits { margin: margin.saturating_add(patience), ..engine.limits.clone() });
        let other = Clock::new(&Limits::default());
        let clocks = if side == Side::X { [&own, &other] } else { [&other, &own] };
        let turn = Turn { setup: &setup, referee: &*self.referee, clocks };
        let answer = player.think(&turn, cancel).map_err(why)?;
        let text = self.referee.play(&answer.text).map_err(|error| error.to_string())?;
        let score = answer.report.score.map(|score| match score.kind {
            ScoreKind::Cp => format!(" [{:+.2}]", score.value as f64 / 100.0),
            ScoreKind::Mate => format!(" [mate {}]", score.value),
        });
        Ok((engine.name.clone(), text, score.unwrap_or_default()))
    }

    fn setup(&self) -> Setup {
        self.begun.setup.clone().map_or(Setup::Start, Setup::Text)
    }

    /// Lets a person say something; the end of input is the end.
    fn person_speaks(&mut self) -> Result<Next> {
        let side = self.referee.side();
        let pass = self.referee.legal_moves() == ["pass"];
        let question = if self.ended { Message::After } else { Message::Turn(side.letter(), pass) };
        self.ask(&question)?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.output)?;
            return Ok(Next::Leave);
        }
        match commands::read(&line) {
            Input::Quit => return Ok(Next::Leave),
            Input::Empty => {}
            Input::Move(text) => self.person_moves(&text)?,
            Input::Moves => {
                let moves = self.referee.legal_moves().join(" ");
                self.tell(&Message::Moves(&moves))?;
            }
            Input::Values => self.show_values()?,
            Input::Undo => self.undo()?,
            Input::Record => self.show_record()?,
            Input::Resign if self.ended => {}
            Input::Resign => {
                self.tell(&Message::Resigned(side.letter()))?;
                self.count(GameResult::win_of(side.other()))?;
            }
            Input::Save(path) => self.save(&path)?,
            Input::Load(path) => self.load(&path)?,
            Input::New => self.begin(&[])?,
            Input::Board => self.show_board()?,
            Input::Help => self.tell(&Message::Help)?,
            Input::NoFile => self.tell(&Message::NoFile)?,
        }
        Ok(Next::Go)
    }

    fn person_moves(&mut self, text: &str) -> Result<()> {
        if self.ended {
            return self.tell(&Message::Help);
        }
        let textbook = textbook_point(text).filter(|_| self.referee.variant().name == "gomoku");
        match self.referee.play(textbook.as_deref().unwrap_or(text)) {
            Ok(_) => self.show_board(),
            Err(why) => self.tell(&Message::Refused(&why.to_string())),
        }
    }

    fn show_values(&mut self) -> Result<()> {
        if self.referee.ending().is_some() {
            return Ok(());
        }
        match hints::values(&mut *self.referee, &self.begun.options) {
            Err(why) => self.tell(&Message::Trouble(&format!("{why:#}"))),
            Ok(values) => {
                self.tell(&Message::Values)?;
                for (mv, score) in values {
                    writeln!(self.output, "  {mv:<14} {}", hints::word(score))?;
                }
                Ok(())
            }
        }
    }

    fn show_record(&mut self) -> Result<()> {
        let moves = self.referee.moves();
        if moves.is_empty() {
            return self.tell(&Message::NoMoves);
        }
        for (number, pair) in (1..).zip(moves.chunks(2)) {
            writeln!(self.output, "{number:>3}. {}", pair.join("  "))?;
        }
        Ok(())
    }

    /// Back to the last position in which a person was to move.
    fn undo(&mut self) -> Result<()> {
        let moves = self.referee.moves().to_vec();
        for length in (0..moves.len()).rev() {
            self.referee.begin(&self.setup(), &moves[..length])?;
            if matches!(self.seats[self.referee.side().index()], Seat::Person) {
                return self.begin(&moves[..length]);
            }
        }
        self.referee.begin(&self.setup(), &moves)?;
        self.tell(&Message::NothingToUndo)
    }

    /// The game from its beginning, up to these moves.
    fn begin(&mut self, moves: &[String]) -> Result<()> {
        self.referee.begin(&self.setup(), moves)?;
        self.ended = false;
        self.show_board()
    }

    fn save(&mut self, path: &Path) -> Result<()> {
        let saved = Saved { moves: self.referee.moves().to_vec(), ..self.begun.clone() };
        match saved.write(path) {
            Ok(()) => self.tell(&Message::Saved(&path.display().to_string())),
            Err(why) => self.tell(&Message::Trouble(&format!("{why:#}"))),
        }
    }

    /// Goes on with a saved game; if it cannot be read, this one stays. Engines are started anew, since the rules may differ.
    fn load(&mut self, path: &Path) -> Result<()> {
        let loaded = Saved::read(path).and_then(|saved| {
            let mut referee = referee(&saved.variant, &saved.options)?;
            referee.begin(&saved.setup.clone().map_or(Setup::Start, Setup::Text), &saved.moves)?;
            Ok((saved, referee))
        });
        match loaded {
            Err(why) => self.tell(&Message::Trouble(&format!("{why:#}"))),
            Ok((saved, referee)) => {
                (self.begun, self.referee, self.ended) = (saved, referee, false);
                for seat in &mut self.seats {
                    if let Seat::Engine(_, engine) = seat {
                        *seat = Seat::Waiting(engine.clone());
                    }
                }
                self.show_board()
            }
        }
    }
}
