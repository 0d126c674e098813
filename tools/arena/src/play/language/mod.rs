//! The texts at the terminal, in English and in 繁體中文.
//!
//! Independent of the rules of the games and, except for the discs ● and ○, of the terminal.

mod chinese;
mod english;

use super::commands::Command;
use super::hints::DisplayScore;
use super::illegal_move::IllegalMove;
use super::saved_game::FileError;
use super::style::{Style, locale};
use quartet::game::{Reason, Side};
use quartet_rules::GameResult;
use std::path::Path;

/// The language of all texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// 繁體中文.
    Zh,
}

impl Language {
    /// The language of the locale.
    pub fn of_locale() -> Language {
        let set = locale(["LC_ALL", "LC_MESSAGES", "LANG"]);
        if set.is_some_and(|value| value.starts_with("zh")) { Language::Zh } else { Language::En }
    }

    /// The texts of the language for a style of terminal.
    pub fn texts(self, style: Style) -> Box<dyn Texts> {
        let discs = style.has_discs();
        match self {
            Language::En => Box::new(english::English { discs }),
            Language::Zh => Box::new(chinese::Chinese { discs }),
        }
    }
}

/// A prompt to a human.
#[derive(Clone, Copy, Debug)]
pub enum Prompt {
    /// Asks for a move.
    Turn(Side),
    /// Asks what to do after an engine was interrupted.
    Interrupted(Side),
    /// Asks what to do after the game.
    After,
}

/// An event of the game.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game of this variant begins, with the names of the engines and `None` for humans.
    Begins(&'a str, [Option<&'a str>; 2]),
    /// An engine is thinking.
    Thinks(Side, &'a str),
    /// An engine has moved: its name, the move, its score.
    Moved(Side, &'a str, &'a str, Option<DisplayScore>),
    /// A side has no move, and passes.
    Passed(Side),
    /// An engine was interrupted.
    Interrupted(Side, &'a str),
    /// An engine failed, and a human takes over.
    EngineFailed(Side, &'a crate::fault::Interruption),
    /// The game is over by the rules.
    Over(GameResult, Reason),
    /// The first player's margin in discs, with the empty squares for the winner.
    Margin(i16),
    /// A side has resigned.
    Resigned(Side),
    /// The score of the session: games won by x, won by o, and drawn.
    Score([u32; 3]),
    /// The game was loaded from a file.
    Loaded(&'a Path),
    /// The game was saved to a file.
    Saved(&'a Path),
    /// The game was saved to a file because the program ends.
    Rescued(&'a Path),
    /// The game is left with these unsaved moves.
    Left(&'a str),
    /// The level of the engines was set.
    Level(u8),
    /// The sides were swapped, with this side to move.
    Swapped(Side),
}

/// The counts of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Count {
    /// Discs on the board.
    Discs([usize; 2]),
    /// Stones in hand.
    InHand([usize; 2]),
    /// The points of the neutral pieces.
    Neutral(Vec<String>),
    /// No counts.
    Nothing,
}

/// An answer to a command.
#[derive(Clone, Copy, Debug)]
pub enum Reply<'a> {
    /// The numbers of the next move and ply, from 1, and the counts of the position.
    Standing(u32, u32, &'a Count),
    /// All legal moves.
    Moves(&'a str),
    /// This number of moves, to every empty point except these (in renju).
    EveryPoint(usize, &'a str),
    /// This number of moves, with the places for the L and the numbers of moves without and with a neutral piece.
    Shapes(usize, &'a str),
    /// The suggested move.
    Hint(&'a str, DisplayScore),
    /// The heading of a list of values, best first.
    Values,
    /// The heading of a list of values, best last.
    ValuesBestLast,
    /// The number of moves that were left out.
    More(usize),
    /// There are no moves yet.
    NoMoves,
    /// The position as text.
    Position(&'a str),
    /// The level of the engines, if they have one.
    Level(Option<u8>),
    /// The commands, for this variant.
    Help(&'a str),
    /// The rules of this variant, with the rule of Gomoku.
    Rules(&'a str, &'a str),
}

/// How leaving the game was requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// The quit command.
    Quit,
    /// Ctrl-D.
    EndOfInput,
    /// Ctrl-C.
    Interrupt,
    /// A command that starts another game.
    Another,
}

/// A command or move that cannot be executed.
#[derive(Debug)]
pub enum Problem<'a> {
    /// The move cannot be played.
    Refused(&'a str, &'a IllegalMove, Side),
    /// Text that is neither a command nor a move, with the nearest command and the variant.
    NotUnderstood(&'a str, Option<&'static str>, &'a str),
    /// A line that is not valid UTF-8.
    NotText,
    /// A line that is too long, with the maximum length in bytes.
    TooLong(usize),
    /// There is no move to take back.
    NothingToUndo,
    /// There is no move to redo.
    NothingToRedo,
    /// The game is over.
    Over,
    /// There is no engine.
    NoEngine,
    /// There is no engine whose level can be set.
    NoLevel,
    /// The level is invalid.
    WrongLevel(&'a str),
    /// The number of moves is invalid.
    WrongCount(&'a str),
    /// A file name is missing after this command.
    NoFile(Command),
    /// The text is not a position, for this reason.
    NoPosition(&'a str),
    /// An error with a file.
    File(&'a FileError),
    /// Any other error.
    Other(&'a str),
    /// The unsaved game would be lost.
    Unsaved(Leave),
    /// A single Ctrl-C does not leave.
    Again,
}

/// All texts in one language.
pub trait Texts {
    /// The name of a side.
    fn side(&self, side: Side) -> &'static str;
    /// A prompt, including the separator before the input.
    fn prompt(&self, prompt: Prompt) -> String;
    /// The text of an event.
    fn event(&self, event: Event<'_>) -> String;
    /// The text of a reply.
    fn answer(&self, answer: Reply<'_>) -> String;
    /// A command or move that cannot be executed.
    fn problem(&self, problem: &Problem<'_>) -> String;
    /// The text of a score.
    fn worth(&self, worth: DisplayScore) -> String;
}
