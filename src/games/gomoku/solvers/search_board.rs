//! The board of a proof search: a position and its threats, updated together.

use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::threats::incremental::Threats;
use crate::games::gomoku::threats::patterns::PatternTables;
use crate::games::gomoku::threats::shapes::ThreatClass;
use crate::games::gomoku::threats::static_proofs::ThreatView;

/// The possible replies of the side to move to a four of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The only defence is a block on this point.
    Block(Point),
    /// The side to move has a legal move, but none prevents the five.
    NoDefence,
    /// The opponent has no four, or the side to move makes five itself, or it has no legal move and the game is drawn.
    NotForced,
}

/// A position and its threats. Callers must undo every move that they play.
pub struct SearchBoard<'a> {
    position: Position,
    threats: &'a mut Threats,
    patterns: &'a PatternTables,
}

impl<'a> SearchBoard<'a> {
    /// A board with this position; `threats` must be those of the position.
    pub fn new(position: &Position, threats: &'a mut Threats, patterns: &'a PatternTables) -> SearchBoard<'a> {
        SearchBoard { position: position.clone(), threats, patterns }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The threats of the current position.
    pub fn threats(&self) -> &Threats {
        self.threats
    }

    /// The static analysis of the current position.
    pub fn view(&self) -> ThreatView<'_> {
        ThreatView::new(&self.position, self.threats, self.patterns)
    }

    /// Plays a legal move. Returns the ply before, which [`SearchBoard::undo`] needs.
    pub fn play(&mut self, point: Point) -> u32 {
        let ply = self.position.play(point);
        self.threats.on_play(&self.position, point, self.patterns);
        ply
    }

    /// Takes back the last move, which was to `point` at the given ply.
    pub fn undo(&mut self, point: Point, ply: u32) {
        self.threats.on_undo();
        self.position.take_back(point, ply);
    }

    /// Passes the turn, which the rules do not allow. Passing again undoes it.
    pub fn pass(&mut self) {
        self.position.set_turn(self.position.side().other(), self.position.ply());
    }

    /// Plays a move, evaluates `f`, and takes the move back.
    pub fn after<T>(&mut self, point: Point, f: impl FnOnce(&mut Self) -> T) -> T {
        let ply = self.play(point);
        let result = f(self);
        self.undo(point, ply);
        result
    }

    /// The replies of the side to move to a four of the opponent.
    pub fn reply(&self) -> Reply {
        let view = self.view();
        let mut fives = self.threats.points(view.opponent, ThreatClass::Five).iter();
        match (fives.next(), fives.next()) {
            (None, _) => Reply::NotForced,
            _ if view.five().is_some() => Reply::NotForced,
            (Some(block), None) if view.is_legal(block) => Reply::Block(block),
            _ if view.can_move() => Reply::NoDefence,
            _ => Reply::NotForced,
        }
    }
}
