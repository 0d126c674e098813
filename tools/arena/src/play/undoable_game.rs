//! A game with undo and redo.

use anyhow::{Context, Result};
use quartet::engine::Setup;
use quartet::game::{NotationError, Side};
use quartet_records::formats::saved_game::SavedGame;
use quartet_rules::{Referee, referee};

/// A game with the moves that were taken back and can be redone.
pub(super) struct UndoableGame {
    referee: Box<dyn Referee>,
    /// The start of the game; the moves played are in the referee.
    start: SavedGame,
    /// Moves that were taken back, the next one first.
    future: Vec<String>,
    /// The moves when the game was last saved or loaded.
    saved: Vec<String>,
}

impl UndoableGame {
    /// The game from a saved game.
    pub(super) fn open(saved: SavedGame) -> Result<UndoableGame> {
        let mut referee = referee(&saved.variant, &saved.options)?;
        referee.begin(&setup(&saved), &saved.moves).context("the game cannot be played")?;
        let moves = referee.moves().to_vec();
        Ok(UndoableGame { referee, start: saved, future: Vec::new(), saved: moves })
    }

    /// The referee, at the current position.
    pub(super) fn referee(&self) -> &dyn Referee {
        &*self.referee
    }

    /// The referee, for queries that compute tables.
    pub(super) fn referee_mut(&mut self) -> &mut dyn Referee {
        &mut *self.referee
    }

    /// The position from which the game began.
    pub(super) fn setup(&self) -> Setup {
        setup(&self.start)
    }

    /// The start of the game: variant, options and position.
    pub(super) fn start(&self) -> &SavedGame {
        &self.start
    }

    /// The game as it is saved.
    pub(super) fn to_saved_game(&self) -> SavedGame {
        SavedGame { moves: self.referee.moves().to_vec(), ..self.start.clone() }
    }

    /// Marks the current moves as saved.
    pub(super) fn mark_saved(&mut self) {
        self.saved = self.referee.moves().to_vec();
    }

    /// Whether there are unsaved moves.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.referee.moves().is_empty() && self.referee.moves() != self.saved
    }

    /// The side of the first move.
    pub(super) fn first_side(&self) -> Side {
        if self.referee.moves().len().is_multiple_of(2) { self.referee.side() } else { self.referee.side().other() }
    }

    /// Whether there is a choice of moves; not if the only move is a pass.
    pub(super) fn has_choice(&self) -> bool {
        self.referee.legal_moves() != ["pass"]
    }

    /// Plays a move. Moves taken back are kept if the first of them is this move.
    pub(super) fn play(&mut self, text: &str) -> Result<String, NotationError> {
        let played = self.referee.play(text)?;
        if self.future.first() == Some(&played) {
            self.future.remove(0);
        } else {
            self.future.clear();
        }
        Ok(played)
    }

    /// Goes back to the last position for which `is_stop` holds; returns whether there is one.
    pub(super) fn undo(&mut self, is_stop: impl Fn(&UndoableGame) -> bool) -> bool {
        let moves = self.referee.moves().to_vec();
        let found = (0..moves.len()).rev().any(|length| self.go_to(&moves[..length]) && is_stop(self));
        if !found {
            self.go_to(&moves);
            return false;
        }
        let back = self.referee.moves().len();
        self.future.splice(0..0, moves[back..].iter().cloned());
        true
    }

    /// Goes forward to the next position for which `is_stop` holds, or to the last one; returns whether there was a
    /// move to redo.
    pub(super) fn redo(&mut self, is_stop: impl Fn(&UndoableGame) -> bool) -> bool {
        let there_was = !self.future.is_empty();
        while let Some(next) = self.future.first().cloned() {
            if self.play(&next).is_err() || is_stop(self) {
                break;
            }
        }
        there_was
    }

    /// Starts again from the beginning; `redo` replays this game until another move is played.
    pub(super) fn restart(&mut self) {
        let moves = self.referee.moves().to_vec();
        if self.go_to(&[]) {
            self.future.splice(0..0, moves);
        }
        self.saved.clear();
    }

    fn go_to(&mut self, moves: &[String]) -> bool {
        self.referee.begin(&setup(&self.start), moves).is_ok()
    }
}

fn setup(saved: &SavedGame) -> Setup {
    saved.setup.clone().map_or(Setup::Start, Setup::Text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn open(setup: Option<&str>, moves: &str) -> UndoableGame {
        let moves = moves.split_whitespace().map(str::to_string).collect();
        let setup = setup.map(str::to_string);
        UndoableGame::open(SavedGame { variant: "othello".into(), options: BTreeMap::new(), setup, moves })
            .expect("a game")
    }

    #[test]
    fn moves_are_taken_back_and_played_again() {
        let mut game = open(None, "f5 d6 c3 d3");
        assert!(!game.is_unsaved());
        assert!(game.undo(|_| true) && game.undo(|game| game.referee().side() == Side::X));
        assert_eq!(game.referee().moves(), ["f5", "d6"]);
        assert!(game.redo(|_| true));
        assert_eq!(game.referee().moves(), ["f5", "d6", "c3"]);
        game.play("d3").expect("the move that came next");
        assert!(!game.redo(|_| true) && !game.is_unsaved());
        game.undo(|_| true);
        game.play("f4").expect("another move");
        assert!(!game.redo(|_| true) && game.is_unsaved());
        game.restart();
        assert!(game.referee().moves().is_empty() && game.redo(|_| false));
        assert_eq!(game.referee().moves(), ["f5", "d6", "c3", "f4"]);
    }

    #[test]
    fn undo_without_a_matching_position_changes_nothing() {
        let mut game = open(None, "f5 d6");
        assert!(!game.undo(|_| false));
        assert_eq!(game.referee().moves(), ["f5", "d6"]);
        assert!(!open(None, "").undo(|_| true));
    }

    #[test]
    fn who_began() {
        assert_eq!(open(None, "f5").first_side(), Side::X);
        let mut game = open(Some("8/8/8/3ox3/3xo3/8/8/8 o - 1"), "");
        assert_eq!(game.first_side(), Side::O);
        let first = game.referee().legal_moves().swap_remove(0);
        game.play(&first).expect("legal");
        assert_eq!(game.first_side(), Side::O);
    }
}
