//! The value of a position: an estimate of a search, or the truth.

use quartet::game::Side;
use quartet::score::Score;
use quartet::wdl::{Calibration, Wdl};
use quartet_rules::{Ending, GameResult};
use serde::{Deserialize, Serialize};

/// A value in the view of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// An estimate in centidiscs (Othello) or centipoints (Gomoku).
    Estimate(i16),
    /// The exact margin in discs (Othello).
    Discs(i16),
    /// A proven win in this number of plies.
    Win(u16),
    /// A proven loss in this number of plies.
    Loss(u16),
    /// A proven draw.
    Draw,
}

impl Value {
    /// The value of a searched score; `is_solved` tells whether it is the game-theoretic value, `by_margin` whether the
    /// game is decided by a margin (Othello).
    pub fn of_score(score: Score, is_solved: bool, by_margin: bool) -> Value {
        match score.distance() {
            Some(plies) if score.is_win() => Value::Win(plies),
            Some(plies) => Value::Loss(plies),
            None if is_solved && by_margin => Value::Discs(score.0 / 100),
            None if is_solved && score == Score::DRAW => Value::Draw,
            None => Value::Estimate(score.reported().0),
        }
    }

    /// The value of a finished game for one side.
    pub fn of_ending(ending: &Ending, side: Side) -> Value {
        let own = |margin: i16| if side == Side::X { margin } else { -margin };
        match (ending.margin, ending.result) {
            (Some(margin), _) => Value::Discs(own(margin)),
            (None, GameResult::Draw) => Value::Draw,
            (None, result) if result == GameResult::win_of(side) => Value::Win(0),
            _ => Value::Loss(0),
        }
    }

    /// Whether it is the truth and not an estimate.
    pub fn is_exact(self) -> bool {
        !matches!(self, Value::Estimate(_))
    }

    /// Whether the game is proven to be won.
    pub fn is_won(self) -> bool {
        self.is_exact() && self.score() > Score::DRAW
    }

    /// Whether the game is proven to be lost.
    pub fn is_lost(self) -> bool {
        self.is_exact() && self.score() < Score::DRAW
    }

    /// The score of the engine that stands for the value.
    pub fn score(self) -> Score {
        match self {
            Value::Estimate(score) => Score(score),
            Value::Discs(discs) => Score(100 * discs),
            Value::Win(plies) => Score::win_in(plies),
            Value::Loss(plies) => Score::loss_in(plies),
            Value::Draw => Score::DRAW,
        }
    }

    /// The expected score of the game, from 0 (lost) to 1 (won): that of the calibration for an estimate; 0, ½ or 1 for
    /// an exact value.
    pub fn expected(self, calibration: Calibration) -> f64 {
        let chances = match self {
            Value::Estimate(score) => calibration.chances(Score(score)),
            exact => Wdl::certain(exact.score()),
        };
        chances.expected_score()
    }

    /// The value of a position for the player who has just moved there, given that for the side to move.
    pub fn before_the_move(self) -> Value {
        match self {
            Value::Estimate(score) => Value::Estimate(-score),
            Value::Discs(discs) => Value::Discs(-discs),
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Loss(plies) => Value::Win(plies + 1),
            Value::Draw => Value::Draw,
        }
    }

    /// What the player gives away with a move of value `after` in a position of value `self`: centidiscs or
    /// centipoints of two estimates, or 100 for each disc of two exact margins; at least 0. `None` for any other two
    /// values, whose difference means nothing.
    pub fn loss(self, after: Value) -> Option<u16> {
        let comparable =
            matches!((self, after), (Value::Estimate(_), Value::Estimate(_)) | (Value::Discs(_), Value::Discs(_)));
        comparable.then(|| u16::try_from(i32::from(self.score().0) - i32::from(after.score().0)).unwrap_or(0))
    }

    /// The value as people read it, with wins and losses in plies: `+0.35` for an estimate, `+4 discs`, `win in 5`,
    /// `loss in 4`, `draw`.
    pub fn text(self) -> String {
        match self {
            Value::Estimate(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Value::Discs(0) => "draw".into(),
            Value::Discs(discs @ (1 | -1)) => format!("{discs:+} disc"),
            Value::Discs(discs) => format!("{discs:+} discs"),
            Value::Win(0) => "won".into(),
            Value::Win(plies) => format!("win in {plies}"),
            Value::Loss(0) => "lost".into(),
            Value::Loss(plies) => format!("loss in {plies}"),
            Value::Draw => "draw".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_become_values_and_back() {
        let value = |score, is_solved, by_margin| Value::of_score(score, is_solved, by_margin);
        assert_eq!(value(Score(-400), true, true), Value::Discs(-4));
        assert_eq!(value(Score(-400), false, true), Value::Estimate(-400));
        assert_eq!(value(Score(0), true, false), Value::Draw);
        assert_eq!(value(Score(0), true, true), Value::Discs(0));
        assert_eq!(value(Score::win_in(5), false, false), Value::Win(5));
        assert_eq!(value(Score::loss_in(4), true, false), Value::Loss(4));
        for value in [Value::Discs(-4), Value::Estimate(31), Value::Win(5), Value::Loss(4), Value::Draw] {
            let is_exact = value.is_exact();
            let by_margin = matches!(value, Value::Discs(_));
            assert_eq!(Value::of_score(value.score(), is_exact, by_margin), value);
        }
    }

    #[test]
    fn the_view_changes_with_the_player() {
        assert_eq!(Value::Loss(4).before_the_move(), Value::Win(5));
        assert_eq!(Value::Win(0).before_the_move(), Value::Loss(1));
        assert_eq!(Value::Discs(6).before_the_move(), Value::Discs(-6));
    }

    #[test]
    fn exact_values_and_estimates_have_no_difference() {
        assert_eq!(Value::Estimate(50).loss(Value::Estimate(-20)), Some(70));
        assert_eq!(Value::Discs(2).loss(Value::Discs(-4)), Some(600));
        assert_eq!(Value::Discs(2).loss(Value::Discs(4)), Some(0));
        assert_eq!(Value::Discs(2).loss(Value::Estimate(-4)), None);
        assert_eq!(Value::Win(5).loss(Value::Win(9)), None);
    }

    #[test]
    fn an_exact_value_is_certain() {
        let calibration = Calibration::default();
        assert_eq!(Value::Discs(2).expected(calibration), 1.0);
        assert_eq!(Value::Draw.expected(calibration), 0.5);
        assert_eq!(Value::Loss(3).expected(calibration), 0.0);
        assert_eq!(Value::Estimate(100).expected(calibration), 0.75);
    }
}
