//! The game at the table: what was played, taken back, and can be played again.
//!
//! Must not know: who plays, languages.

use super::saved::Saved;
use crate::referee::{Referee, referee};
use anyhow::{Context, Result};
use quartet::engine::Setup;
use quartet::game::{NotationError, Side};

/// A game with what was taken back of it.
pub struct Played {
    referee: Box<dyn Referee>,
    /// How it began; its moves are the referee's.
    begun: Saved,
    /// Moves that were taken back, the next one first.
    future: Vec<String>,
    /// The moves at the time it was saved or loaded.
    saved: Vec<String>,
}

impl Played {
    /// A game as it was saved.
    pub fn open(saved: Saved) -> Result<Played> {
        let mut referee = referee(&saved.variant, &saved.options)?;
        referee.begin(&setup(&saved), &saved.moves).context("the game cannot be played")?;
        let moves = referee.moves().to_vec();
        Ok(Played { referee, begun: saved, future: Vec::new(), saved: moves })
    }

    /// The game as the rules see it.
    pub fn referee(&self) -> &dyn Referee {
        &*self.referee
    }

    /// The same, to be asked for what takes work.
    pub fn referee_mut(&mut self) -> &mut dyn Referee {
        &mut *self.referee
    }

    /// Where it began.
    pub fn setup(&self) -> Setup {
        setup(&self.begun)
    }

    /// How it began; without its moves.
    pub fn begun(&self) -> &Saved {
        &self.begun
    }

    /// The game as it is to be saved.
    pub fn to_save(&self) -> Saved {
        Saved { moves: self.referee.moves().to_vec(), ..self.begun.clone() }
    }

    /// The game is in a file now.
    pub fn is_saved_now(&mut self) {
        self.saved = self.referee.moves().to_vec();
    }

    /// Whether there are moves that are in no file.
    pub fn is_unsaved(&self) -> bool {
        !self.referee.moves().is_empty() && self.referee.moves() != self.saved
    }

    /// The side that made the first move, or will.
    pub fn first_side(&self) -> Side {
        if self.referee.moves().len().is_multiple_of(2) { self.referee.side() } else { self.referee.side().other() }
    }

    /// Whether there is a choice; not if a pass is all there is.
    pub fn has_choice(&self) -> bool {
        self.referee.legal_moves() != ["pass"]
    }

    /// Plays a move. What was taken back stays where it goes on with this move.
    pub fn play(&mut self, text: &str) -> Result<String, NotationError> {
        let played = self.referee.play(text)?;
        if self.future.first() == Some(&played) {
            self.future.remove(0);
        } else {
            self.future.clear();
        }
        Ok(played)
    }

    /// Back to the last position before this one that is wanted; whether there is one.
    pub fn undo(&mut self, is_wanted: impl Fn(&Played) -> bool) -> bool {
        let moves = self.referee.moves().to_vec();
        let found = (0..moves.len()).rev().any(|length| self.stand_at(&moves[..length]) && is_wanted(self));
        if !found {
            self.stand_at(&moves);
            return false;
        }
        let back = self.referee.moves().len();
        self.future.splice(0..0, moves[back..].iter().cloned());
        true
    }

    /// On to the next position that is wanted, or as far as it went; whether there was a move to be played again.
    pub fn redo(&mut self, is_wanted: impl Fn(&Played) -> bool) -> bool {
        let there_was = !self.future.is_empty();
        while let Some(next) = self.future.first().cloned() {
            if self.play(&next).is_err() || is_wanted(self) {
                break;
            }
        }
        there_was
    }

    /// From the beginning again; `redo` leads through this game until another move is played.
    pub fn restart(&mut self) {
        let moves = self.referee.moves().to_vec();
        if self.stand_at(&[]) {
            self.future.splice(0..0, moves);
        }
        self.saved.clear();
    }

    fn stand_at(&mut self, moves: &[String]) -> bool {
        self.referee.begin(&setup(&self.begun), moves).is_ok()
    }
}

fn setup(saved: &Saved) -> Setup {
    saved.setup.clone().map_or(Setup::Start, Setup::Text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn open(setup: Option<&str>, moves: &str) -> Played {
        let moves = moves.split_whitespace().map(str::to_string).collect();
        let setup = setup.map(str::to_string);
        Played::open(Saved { variant: "othello".into(), options: BTreeMap::new(), setup, moves }).expect("a game")
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
    fn where_nothing_is_wanted_nothing_changes() {
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
