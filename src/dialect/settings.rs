//! What the program was started with, as far as protocols need it that have no commands for it.

use crate::engine::options::spin_range;
use crate::session::Protocol;

/// The start of a session.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// The protocol; `None` lets the first line decide.
    pub protocol: Option<Protocol>,
    /// The preset that the variant was selected by, if any.
    pub preset: Option<&'static str>,
    /// The game that a protocol for several games starts with.
    pub game: GameName,
    /// Depth of a search in plies, where no clock limits it.
    pub depth: Option<u64>,
    /// Nodes of a search, where no clock limits it.
    pub nodes: Option<u64>,
}

/// A game that other protocols than UCI know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameName {
    /// Othello.
    #[default]
    Othello,
    /// Gomoku.
    Gomoku,
}

impl GameName {
    /// All of them.
    pub(super) const ALL: [GameName; 2] = [GameName::Othello, GameName::Gomoku];

    /// The game whose variant has this name.
    pub fn of_variant(name: &str) -> Option<GameName> {
        GameName::ALL.into_iter().find(|game| game.variant() == name)
    }

    /// The game of this title, ignoring case.
    pub(super) fn of_title(title: &str) -> Option<GameName> {
        GameName::ALL.into_iter().find(|game| game.title().eq_ignore_ascii_case(title))
    }

    /// Its variant in the session.
    pub(super) fn variant(self) -> &'static str {
        match self {
            GameName::Othello => "othello",
            GameName::Gomoku => "gomoku",
        }
    }

    /// Its name as a title.
    pub(super) fn title(self) -> &'static str {
        match self {
            GameName::Othello => "Othello",
            GameName::Gomoku => "Gomoku",
        }
    }

    /// Points in a row of the board, unless another size is set.
    pub(super) fn default_size(self) -> usize {
        match self {
            GameName::Othello => 8,
            GameName::Gomoku => 15,
        }
    }

    /// Whether the board may have this size.
    pub(super) fn has_size(self, size: usize) -> bool {
        match self {
            GameName::Othello => size == 8,
            GameName::Gomoku => spin_range("BoardSize").contains(&(size as i64)),
        }
    }
}
