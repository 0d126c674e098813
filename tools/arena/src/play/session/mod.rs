//! A session of games at the terminal: turns, messages and commands.
//!
//! Independent of the language of the messages and of the protocols of engines.

mod command_handlers;

use super::commands;
use super::input_lines::{InputEvent, LONGEST, LineSource};
use super::language::{Event, Leave, Problem, Prompt, Reply, Texts};
use super::player_slot::PlayerSlot;
use super::signals::{Signals, StopSignal};
use super::style::Style;
use super::undoable_game::UndoableGame;
use super::{display, hints, saved_game};
use crate::fault::{Cancel, FaultKind, Interruption};
use anyhow::Result;
use quartet::game::Side;
use quartet_rules::GameResult;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// The input and output of a session.
pub(super) struct Console {
    /// The input lines.
    pub lines: Box<dyn LineSource>,
    /// The signals of the process.
    pub signals: Arc<Signals>,
    /// The capabilities of the terminal.
    pub style: Style,
    /// All texts.
    pub texts: Box<dyn Texts>,
}

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// By a command, or because the game between engines was over.
    Left,
    /// By a signal.
    Signalled,
}

/// A session at the terminal.
pub(super) struct PlaySession<O> {
    game: UndoableGame,
    players: [PlayerSlot; 2],
    console: Console,
    output: O,
    /// Games won by x, by o, and drawn.
    score: [u32; 3],
    /// How this game ended, by the rules or by resignation, once that has been shown.
    ended: Option<Ended>,
    /// Whether an engine was interrupted, so that commands are read on its turn.
    paused: bool,
    /// The request to leave that was answered with a warning, if it was the last input.
    warned: Option<Leave>,
}

/// How a game ended.
#[derive(Clone, Copy)]
struct Ended {
    result: GameResult,
    by_resignation: bool,
}

/// The end of the session, if it ends here.
type Next = Option<End>;

impl<O: Write> PlaySession<O> {
    /// A session that begins with this game.
    pub(super) fn new(game: UndoableGame, players: [PlayerSlot; 2], console: Console, output: O) -> Self {
        PlaySession { game, players, console, output, score: [0; 3], ended: None, paused: false, warned: None }
    }

    /// Plays until a player leaves, or the game between engines is over. The engines are always ended, and a game
    /// that would be lost by a signal or an error is saved to a file in `folder`.
    pub(super) fn run(mut self, folder: &Path) -> Result<End> {
        let end = self.play();
        if self.has_unsaved_moves() && !matches!(end, Ok(End::Left)) {
            self.rescue(folder);
        }
        self.players.iter_mut().for_each(PlayerSlot::shut_down);
        end
    }

    /// Saves the game to a file and reports that on stderr.
    fn rescue(&self, folder: &Path) {
        let texts = &self.console.texts;
        let text = match saved_game::rescue(&self.game.to_saved_game(), folder) {
            Ok(path) => texts.event(Event::Rescued(&path)),
            Err(error) => texts.problem(&Problem::File(&error)),
        };
        let _ = writeln!(std::io::stderr(), "\n{text}");
    }

    fn play(&mut self) -> Result<End> {
        self.welcome()?;
        loop {
            let side = self.game.referee().side();
            self.show_end()?;
            let is_over = self.ended.is_some();
            let next = match &self.players[side.index()] {
                _ if is_over && self.players.iter().all(|slot| !slot.is_human()) => Some(End::Left),
                _ if !is_over && !self.game.has_choice() => self.pass(side)?,
                PlayerSlot::NotStarted(_) | PlayerSlot::Running(..) if !is_over && !self.paused => {
                    self.engine_moves(side)?
                }
                _ => self.read_command(side)?,
            };
            if let Some(end) = next {
                return Ok(end);
            }
        }
    }

    /// Whether there are unsaved moves of a game that is not over.
    fn has_unsaved_moves(&self) -> bool {
        self.ended.is_none() && self.game.is_unsaved()
    }

    fn print(&mut self, text: &str) -> Result<()> {
        Ok(writeln!(self.output, "{text}")?)
    }

    fn show_event(&mut self, event: Event<'_>) -> Result<()> {
        let text = self.console.texts.event(event);
        self.print(&text)
    }

    fn show_answer(&mut self, answer: Reply<'_>) -> Result<()> {
        let text = self.console.texts.answer(answer);
        self.print(&text)
    }

    fn show_problem(&mut self, problem: &Problem<'_>) -> Result<Next> {
        let text = self.console.texts.problem(problem);
        self.print(&text)?;
        Ok(None)
    }

    fn welcome(&mut self) -> Result<()> {
        let names = [0, 1].map(|index| self.players[index].engine().map(|engine| engine.name.clone()));
        self.show_event(Event::Begins(self.variant(), [names[0].as_deref(), names[1].as_deref()]))?;
        self.show_board()
    }

    fn variant(&self) -> &'static str {
        self.game.referee().variant().name
    }

    fn show_board(&mut self) -> Result<()> {
        let is_persons = self.paused || self.players[self.game.referee().side().index()].is_human();
        let board = display::board(self.game.referee(), is_persons, self.console.style);
        let (mv, ply, count) = display::standing(&self.game);
        let standing = self.console.texts.answer(Reply::Standing(mv, ply, &count));
        Ok(writeln!(self.output, "\n{board}\n{standing}")?)
    }

    /// Shows the end of the game by the rules, once.
    fn show_end(&mut self) -> Result<()> {
        let Some(ending) = self.game.referee().ending().filter(|_| self.ended.is_none()) else { return Ok(()) };
        self.show_event(Event::Over(ending.result, ending.reason))?;
        if let Some(margin) = ending.margin {
            self.show_event(Event::Margin(margin))?;
        }
        self.finish(Ended { result: ending.result, by_resignation: false })
    }

    /// Counts the result of the game and shows the score.
    fn finish(&mut self, ended: Ended) -> Result<()> {
        self.ended = Some(ended);
        self.score[place(ended.result)] += 1;
        self.show_event(Event::Score(self.score))
    }

    /// Takes back the result of the game.
    fn reopen(&mut self) {
        if let Some(ended) = self.ended.take() {
            self.score[place(ended.result)] -= 1;
        }
    }

    /// Plays the pass that is the only move.
    fn pass(&mut self, side: Side) -> Result<Next> {
        self.game.play("pass")?;
        self.show_event(Event::Passed(side))?;
        self.show_board()?;
        Ok(None)
    }

    /// Plays the move of the engine to move; a human takes over from an engine that fails.
    fn engine_moves(&mut self, side: Side) -> Result<Next> {
        let slot = &mut self.players[side.index()];
        let name = slot.engine().map(|engine| engine.name.clone()).unwrap_or_default();
        if self.console.style != Style::Plain {
            write!(self.output, "{}", self.console.texts.event(Event::Thinks(side, &name)))?;
            self.output.flush()?;
        }
        let game = &mut self.game;
        let answer =
            self.console.signals.interruptible(|cancel: &Cancel| slot.think(game, cancel)).and_then(|answer| {
                let played = game.play(&answer.text);
                let illegal = |why| Interruption::fault(FaultKind::Illegal, format!("{why}"));
                played.map(|text| (text, answer.score)).map_err(illegal)
            });
        if self.console.style != Style::Plain {
            // Returns to the beginning of the line and clears it.
            write!(self.output, "\r\x1b[K")?;
        }
        match answer {
            Ok((text, score)) => {
                let worth = score.map(|score| hints::DisplayScore::of_engine(score, self.variant()));
                self.show_event(Event::Moved(side, &name, &text, worth))?;
                self.show_board()?;
            }
            Err(Interruption::Cancelled) => {
                let stop = self.console.signals.arrived().try_recv();
                if stop != Ok(StopSignal::Interrupt) || !self.console.lines.is_terminal() {
                    return Ok(Some(End::Signalled));
                }
                self.paused = true;
                self.show_event(Event::Interrupted(side, &name))?;
            }
            Err(why) => {
                self.players[side.index()] = PlayerSlot::Human;
                let text = self.console.texts.event(Event::EngineFailed(side, &why));
                self.print(&harmless(&text))?;
            }
        }
        Ok(None)
    }

    /// Reads and carries out a command or a move.
    fn read_command(&mut self, side: Side) -> Result<Next> {
        let prompt = match self.ended {
            Some(_) => Prompt::After,
            None if self.players[side.index()].is_human() => Prompt::Turn(side),
            None => Prompt::Interrupted(side),
        };
        let prompt = self.console.texts.prompt(prompt);
        if !self.console.lines.is_terminal() {
            write!(self.output, "{prompt}")?;
        }
        self.output.flush()?;
        let words = display::completions(self.game.referee());
        let said = self.console.lines.read(&prompt, &words)?;
        let warned = self.warned.take();
        match said {
            InputEvent::Line(line) => self.handle_input(commands::read(&harmless(&line)), warned),
            InputEvent::NotText => self.show_problem(&Problem::NotText),
            InputEvent::TooLong => self.show_problem(&Problem::TooLong(LONGEST)),
            InputEvent::Signalled => Ok(Some(End::Signalled)),
            InputEvent::Interrupted => self.leave(Leave::Interrupt, warned, true),
            InputEvent::EndOfInput => {
                self.print("")?;
                self.leave(Leave::EndOfInput, warned, false)
            }
        }
    }

    /// Leaves; at a terminal an unsaved game, and Ctrl-C in any case, needs a confirmation.
    fn leave(&mut self, by: Leave, warned: Option<Leave>, always_twice: bool) -> Result<Next> {
        let keep = self.has_unsaved_moves();
        if (keep || always_twice) && self.console.lines.is_terminal() && warned != Some(by) {
            self.warned = Some(by);
            return self.show_problem(&if keep { Problem::Unsaved(by) } else { Problem::Again });
        }
        self.show_unsaved_moves()?;
        Ok(Some(End::Left))
    }

    /// Prints the moves of an unsaved game that is left without a terminal.
    fn show_unsaved_moves(&mut self) -> Result<()> {
        if self.has_unsaved_moves() && !self.console.lines.is_terminal() {
            let moves = self.game.referee().moves().join(" ");
            self.show_event(Event::Left(&moves))?;
        }
        Ok(())
    }

    /// Whether this game may be discarded for another; warns the first time.
    fn may_discard(&mut self, warned: Option<Leave>) -> Result<bool> {
        let again = warned == Some(Leave::Another) || !self.console.lines.is_terminal();
        if self.has_unsaved_moves() && !again {
            self.warned = Some(Leave::Another);
            self.show_problem(&Problem::Unsaved(Leave::Another))?;
            return Ok(false);
        }
        self.show_unsaved_moves()?;
        Ok(true)
    }
}

/// A line without control characters.
fn harmless(line: &str) -> String {
    line.replace(char::is_control, " ")
}

/// The index of a result in the score.
fn place(result: GameResult) -> usize {
    match result {
        GameResult::FirstWins => 0,
        GameResult::SecondWins => 1,
        GameResult::Draw => 2,
    }
}
