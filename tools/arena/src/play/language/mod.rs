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
use crate::referee::GameResult;
use quartet::game::{Reason, Side};
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
    /// That of the locale.
    pub fn of_locale() -> Language {
        let set = locale(["LC_ALL", "LC_MESSAGES", "LANG"]);
        if set.is_some_and(|value| value.starts_with("zh")) { Language::Zh } else { Language::En }
    }

    /// Its texts, for a terminal that shows so much.
    pub fn texts(self, style: Style) -> Box<dyn Texts> {
        let discs = style.has_discs();
        match self {
            Language::En => Box::new(english::English { discs }),
            Language::Zh => Box::new(chinese::Chinese { discs }),
        }
    }
}

/// A question to a human.
#[derive(Clone, Copy, Debug)]
pub enum Prompt {
    /// A move.
    Turn(Side),
    /// What to do, since an engine was interrupted.
    Interrupted(Side),
    /// What to do after the game.
    After,
}

/// An event of the game.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game of this variant begins; the names of those who play, none for persons.
    Begins(&'a str, [Option<&'a str>; 2]),
    /// An engine thinks.
    Thinks(Side, &'a str),
    /// An engine has moved: its name, the move, what it says that is worth.
    Moved(Side, &'a str, &'a str, Option<DisplayScore>),
    /// A side has no move, and passes.
    Passed(Side),
    /// An engine was interrupted.
    Interrupted(Side, &'a str),
    /// An engine failed, and a human takes over.
    EngineFailed(Side, &'a crate::fault::Interruption),
    /// The end by the rules.
    Over(GameResult, Reason),
    /// The first player's discs less the second's, empty squares to the winner.
    Margin(i16),
    /// A side has resigned.
    Resigned(Side),
    /// Games won by x and o, and drawn.
    Score([u32; 3]),
    /// The game goes on from a file.
    Loaded(&'a Path),
    /// The game is in a file.
    Saved(&'a Path),
    /// The game was put into a file as the program ends.
    Rescued(&'a Path),
    /// The game is left, and these moves are in no file.
    Left(&'a str),
    /// The engines play at this level now.
    Level(u8),
    /// The sides are exchanged: who moves now.
    Swapped(Side),
}

/// Something on the board, counted for both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Count {
    /// Discs on the board.
    Discs([usize; 2]),
    /// Stones in hand.
    InHand([usize; 2]),
    /// Where the neutral pieces are.
    Neutral(Vec<String>),
    /// Nothing to count.
    Nothing,
}

/// An answer to a command.
#[derive(Clone, Copy, Debug)]
pub enum Reply<'a> {
    /// Which move it is, from 1, which ply, from 1, and what is on the board.
    Standing(u32, u32, &'a Count),
    /// All legal moves.
    Moves(&'a str),
    /// That many moves, to every empty point, but not to these (in renju).
    EveryPoint(usize, &'a str),
    /// That many moves: places for an L, and how often each without and with a neutral piece.
    Shapes(usize, &'a str),
    /// A good move.
    Hint(&'a str, DisplayScore),
    /// The heading over moves and what they are worth, best first.
    Values,
    /// The heading over moves and their values, best last.
    ValuesBestLast,
    /// The number of moves that were left out.
    More(usize),
    /// No move yet.
    NoMoves,
    /// The position as a text.
    Position(&'a str),
    /// The level of the engines, if they have one.
    Level(Option<u8>),
    /// All commands, for this variant.
    Help(&'a str),
    /// The rules of this variant; which of Gomoku's.
    Rules(&'a str, &'a str),
}

/// How leaving the game was requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// The word for the end.
    Quit,
    /// Ctrl-D.
    EndOfInput,
    /// Ctrl-C.
    Interrupt,
    /// Another game, by whatever word.
    Another,
}

/// What cannot be done.
#[derive(Debug)]
pub enum Problem<'a> {
    /// The move cannot be played.
    Refused(&'a str, &'a IllegalMove, Side),
    /// Neither a command nor a move; the nearest command, the variant.
    NotUnderstood(&'a str, Option<&'static str>, &'a str),
    /// Bytes that are no text.
    NotText,
    /// A line of too many bytes, and how many may be.
    TooLong(usize),
    /// Nothing to take back.
    NothingToUndo,
    /// Nothing to be played again.
    NothingToRedo,
    /// The game is over.
    Over,
    /// There is no engine.
    NoEngine,
    /// No engine whose level can be set.
    NoLevel,
    /// What levels there are.
    WrongLevel(&'a str),
    /// What numbers there are.
    WrongCount(&'a str),
    /// A file name is missing after this command.
    NoFile(Command),
    /// A text is no position, for this reason.
    NoPosition(&'a str),
    /// Something with a file.
    File(&'a FileError),
    /// Something else.
    Other(&'a str),
    /// The game is not saved and would be lost.
    Unsaved(Leave),
    /// Ctrl-C alone does not leave.
    Again,
}

/// All texts in one language.
pub trait Texts {
    /// The name of a side.
    fn side(&self, side: Side) -> &'static str;
    /// A question, with what separates it from the answer.
    fn prompt(&self, prompt: Prompt) -> String;
    /// What happens.
    fn event(&self, event: Event<'_>) -> String;
    /// An answer.
    fn answer(&self, answer: Reply<'_>) -> String;
    /// What cannot be done.
    fn problem(&self, problem: &Problem<'_>) -> String;
    /// What something is worth.
    fn worth(&self, worth: DisplayScore) -> String;
}
