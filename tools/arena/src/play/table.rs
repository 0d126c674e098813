//! The table at which a game is played: whose turn it is.
//!
//! Must not know: the words of either language, how engines are talked to.

mod requests;

use super::commands;
use super::language::{Answer, Event, Leave, Problem, Prompt, Texts};
use super::lines::{LONGEST, Lines, Said};
use super::played::Played;
use super::seats::Seat;
use super::signals::{Signals, Stop};
use super::style::Style;
use super::{hints, showing};
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::referee::GameResult;
use anyhow::Result;
use quartet::game::Side;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Through what a person and the program see each other.
pub struct Console {
    /// What the person says.
    pub lines: Box<dyn Lines>,
    /// Signals meanwhile.
    pub signals: Arc<Signals>,
    /// What the terminal can show.
    pub style: Style,
    /// All texts.
    pub texts: Box<dyn Texts>,
}

/// How the table was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// As somebody wished, or since the game between engines was over.
    Left,
    /// By a signal.
    Signalled,
}

/// A game at the terminal.
pub struct Table<O> {
    game: Played,
    seats: [Seat; 2],
    console: Console,
    output: O,
    /// Games won by x, by o, and drawn.
    score: [u32; 3],
    /// How this game ended, if that has been told: by the rules or by resignation.
    ended: Option<Ended>,
    /// Whether an engine was interrupted, so that a person is asked in its turn.
    paused: bool,
    /// What leaving the game was last asked by, if nothing else was said since.
    warned: Option<Leave>,
}

/// How a game ended.
#[derive(Clone, Copy)]
struct Ended {
    result: GameResult,
    by_resignation: bool,
}

/// What comes next.
type Next = Option<End>;

impl<O: Write> Table<O> {
    /// A table with a game.
    pub fn new(game: Played, seats: [Seat; 2], console: Console, output: O) -> Self {
        Table { game, seats, console, output, score: [0; 3], ended: None, paused: false, warned: None }
    }

    /// Plays until somebody leaves, or the game between engines is over. However it ends, the engines are ended, and a game
    /// that would be lost against the will of whoever plays it is kept in a file in `folder`.
    pub fn run(mut self, folder: &Path) -> Result<End> {
        let end = self.play();
        if self.is_worth_keeping() && !matches!(end, Ok(End::Left)) {
            self.keep(folder);
        }
        self.seats.iter_mut().for_each(Seat::rest);
        end
    }

    /// Puts the game into a file, and says so where there is still somebody to see it.
    fn keep(&self, folder: &Path) {
        let texts = &self.console.texts;
        let text = match self.game.to_save().rescue(folder) {
            Ok(path) => texts.event(Event::Rescued(&path)),
            Err(trouble) => texts.problem(&Problem::File(&trouble)),
        };
        let _ = writeln!(std::io::stderr(), "\n{text}");
    }

    fn play(&mut self) -> Result<End> {
        self.welcome()?;
        loop {
            let side = self.game.referee().side();
            self.tell_end()?;
            let is_over = self.ended.is_some();
            let next = match &self.seats[side.index()] {
                _ if is_over && self.seats.iter().all(|seat| !seat.is_person()) => Some(End::Left),
                _ if !is_over && !self.game.has_choice() => self.pass(side)?,
                Seat::Waiting(_) | Seat::Engine(..) if !is_over && !self.paused => self.engine_moves(side)?,
                _ => self.person_speaks(side)?,
            };
            if let Some(end) = next {
                return Ok(end);
            }
        }
    }

    /// Whether there are moves of a game under way that are in no file.
    fn is_worth_keeping(&self) -> bool {
        self.ended.is_none() && self.game.is_unsaved()
    }

    fn say(&mut self, text: &str) -> Result<()> {
        Ok(writeln!(self.output, "{text}")?)
    }

    fn tell(&mut self, event: Event<'_>) -> Result<()> {
        let text = self.console.texts.event(event);
        self.say(&text)
    }

    fn answer(&mut self, answer: Answer<'_>) -> Result<()> {
        let text = self.console.texts.answer(answer);
        self.say(&text)
    }

    fn object(&mut self, problem: &Problem<'_>) -> Result<Next> {
        let text = self.console.texts.problem(problem);
        self.say(&text)?;
        Ok(None)
    }

    fn welcome(&mut self) -> Result<()> {
        let names = [0, 1].map(|index| self.seats[index].engine().map(|engine| engine.name.clone()));
        self.tell(Event::Begins(self.variant(), [names[0].as_deref(), names[1].as_deref()]))?;
        self.show_board()
    }

    fn variant(&self) -> &'static str {
        self.game.referee().variant().name
    }

    fn show_board(&mut self) -> Result<()> {
        let is_persons = self.paused || self.seats[self.game.referee().side().index()].is_person();
        let board = showing::board(self.game.referee(), is_persons, self.console.style);
        let (mv, ply, count) = showing::standing(&self.game);
        let standing = self.console.texts.answer(Answer::Standing(mv, ply, &count));
        Ok(writeln!(self.output, "\n{board}\n{standing}")?)
    }

    /// Tells the end of the game by the rules, once.
    fn tell_end(&mut self) -> Result<()> {
        let Some(ending) = self.game.referee().ending().filter(|_| self.ended.is_none()) else { return Ok(()) };
        self.tell(Event::Over(ending.result, ending.reason))?;
        if let Some(margin) = ending.margin {
            self.tell(Event::Margin(margin))?;
        }
        self.count(Ended { result: ending.result, by_resignation: false })
    }

    /// The game is over.
    fn count(&mut self, ended: Ended) -> Result<()> {
        self.ended = Some(ended);
        self.score[place(ended.result)] += 1;
        self.tell(Event::Score(self.score))
    }

    /// The game goes on after all.
    fn reopen(&mut self) {
        if let Some(ended) = self.ended.take() {
            self.score[place(ended.result)] -= 1;
        }
    }

    /// A pass is all there is, whoever sits there.
    fn pass(&mut self, side: Side) -> Result<Next> {
        self.game.play("pass")?;
        self.tell(Event::Passed(side))?;
        self.show_board()?;
        Ok(None)
    }

    /// Has the engine whose turn it is make its move; one that fails gives its seat to a person.
    fn engine_moves(&mut self, side: Side) -> Result<Next> {
        let seat = &mut self.seats[side.index()];
        let name = seat.engine().map(|engine| engine.name.clone()).unwrap_or_default();
        if self.console.style != Style::Plain {
            write!(self.output, "{}", self.console.texts.event(Event::Thinks(side, &name)))?;
            self.output.flush()?;
        }
        let game = &mut self.game;
        let answer =
            self.console.signals.interruptible(|cancel: &Cancel| seat.think(game, cancel)).and_then(|answer| {
                let played = game.play(&answer.text);
                let illegal = |why| Interruption::fault(FaultKind::Illegal, format!("{why}"));
                played.map(|text| (text, answer.score)).map_err(illegal)
            });
        if self.console.style != Style::Plain {
            // Back to the beginning of the line, and empty it.
            write!(self.output, "\r\x1b[K")?;
        }
        match answer {
            Ok((text, score)) => {
                let worth = score.map(|score| hints::Worth::of_engine(score, self.variant()));
                self.tell(Event::Moved(side, &name, &text, worth))?;
                self.show_board()?;
            }
            Err(Interruption::Cancelled) => {
                let stop = self.console.signals.arrived().try_recv();
                if stop != Ok(Stop::Interrupt) || !self.console.lines.is_terminal() {
                    return Ok(Some(End::Signalled));
                }
                self.paused = true;
                self.tell(Event::Interrupted(side, &name))?;
            }
            Err(why) => {
                self.seats[side.index()] = Seat::Person;
                let text = self.console.texts.event(Event::EngineFailed(side, &why));
                self.say(&harmless(&text))?;
            }
        }
        Ok(None)
    }

    /// Lets a person say something.
    fn person_speaks(&mut self, side: Side) -> Result<Next> {
        let prompt = match self.ended {
            Some(_) => Prompt::After,
            None if self.seats[side.index()].is_person() => Prompt::Turn(side),
            None => Prompt::Interrupted(side),
        };
        let prompt = self.console.texts.prompt(prompt);
        if !self.console.lines.is_terminal() {
            write!(self.output, "{prompt}")?;
        }
        self.output.flush()?;
        let words = showing::completions(self.game.referee());
        let said = self.console.lines.read(&prompt, &words)?;
        let warned = self.warned.take();
        match said {
            Said::Line(line) => self.hear(commands::read(&harmless(&line)), warned),
            Said::NotText => self.object(&Problem::NotText),
            Said::TooLong => self.object(&Problem::TooLong(LONGEST)),
            Said::Ended => Ok(Some(End::Signalled)),
            Said::Interrupted => self.leave(Leave::Interrupt, warned, true),
            Said::End => {
                self.say("")?;
                self.leave(Leave::EndOfInput, warned, false)
            }
        }
    }

    /// Leaves, but at a terminal not an unsaved game at the first word; Ctrl-C never does at the first.
    fn leave(&mut self, by: Leave, warned: Option<Leave>, always_twice: bool) -> Result<Next> {
        let keep = self.is_worth_keeping();
        if (keep || always_twice) && self.console.lines.is_terminal() && warned != Some(by) {
            self.warned = Some(by);
            return self.object(&if keep { Problem::Unsaved(by) } else { Problem::Again });
        }
        self.part_with()?;
        Ok(Some(End::Left))
    }

    /// Says what is lost with an unsaved game.
    fn part_with(&mut self) -> Result<()> {
        if self.is_worth_keeping() && !self.console.lines.is_terminal() {
            let moves = self.game.referee().moves().join(" ");
            self.tell(Event::Left(&moves))?;
        }
        Ok(())
    }

    /// Whether this game may be dropped for another.
    fn may_drop(&mut self, warned: Option<Leave>) -> Result<bool> {
        let again = warned == Some(Leave::Another) || !self.console.lines.is_terminal();
        if self.is_worth_keeping() && !again {
            self.warned = Some(Leave::Another);
            self.object(&Problem::Unsaved(Leave::Another))?;
            return Ok(false);
        }
        self.part_with()?;
        Ok(true)
    }
}

/// A line without what would act on a terminal.
fn harmless(line: &str) -> String {
    line.replace(char::is_control, " ")
}

/// Where the score counts a result.
fn place(result: GameResult) -> usize {
    match result {
        GameResult::FirstWins => 0,
        GameResult::SecondWins => 1,
        GameResult::Draw => 2,
    }
}
