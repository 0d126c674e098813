//! The board of a proof search: a position of its own, played on and back together with its threats.
//!
//! Must not know: what is looked for.

use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::threats::incremental::Threats;
use crate::games::gomoku::threats::patterns::Patterns;
use crate::games::gomoku::threats::shapes::Class;
use crate::games::gomoku::threats::static_proofs::View;

/// How the side to move can meet the other's four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Only by this stone.
    Block(Point),
    /// By none: whatever it plays, the five follows, and there is something that it can play.
    Helpless,
    /// There is no four, or the side to move makes five itself, or it has no legal move and the game is drawn.
    Free,
}

/// A position with its threats. Every move made has to be undone in the end.
pub struct SearchBoard<'a> {
    position: Position,
    threats: &'a mut Threats,
    patterns: &'a Patterns,
}

impl<'a> SearchBoard<'a> {
    /// A search_board that begins at `position`, whose threats these are.
    pub fn new(position: &Position, threats: &'a mut Threats, patterns: &'a Patterns) -> SearchBoard<'a> {
        SearchBoard { position: position.clone(), threats, patterns }
    }

    /// The position as it is now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Its threats.
    pub fn threats(&self) -> &Threats {
        self.threats
    }

    /// How the side to move sees it.
    pub fn view(&self) -> View<'_> {
        View::new(&self.position, self.threats, self.patterns)
    }

    /// The side to move makes a legal move; [`SearchBoard::undo`] wants the number back.
    pub fn play(&mut self, point: Point) -> u32 {
        let ply = self.position.play(point);
        self.threats.played(&self.position, point, self.patterns);
        ply
    }

    /// Takes the last move back.
    pub fn undo(&mut self, point: Point, ply: u32) {
        self.threats.undone();
        self.position.take_back(point, ply);
    }

    /// The side to move passes, which the rules do not know; passing again undoes it.
    pub fn pass(&mut self) {
        self.position.set_turn(self.position.side().other(), self.position.ply());
    }

    /// Makes a move, runs `ask`, and takes the move back.
    pub fn after<T>(&mut self, point: Point, ask: impl FnOnce(&mut Self) -> T) -> T {
        let ply = self.play(point);
        let answer = ask(self);
        self.undo(point, ply);
        answer
    }

    /// What the side to move can do about the other's four.
    pub fn reply(&self) -> Reply {
        let view = self.view();
        let mut fives = self.threats.points(view.you, Class::Five).iter();
        match (fives.next(), fives.next()) {
            (None, _) => Reply::Free,
            _ if view.five().is_some() => Reply::Free,
            (Some(block), None) if view.is_legal(block) => Reply::Block(block),
            _ if view.can_move() => Reply::Helpless,
            _ => Reply::Free,
        }
    }
}
